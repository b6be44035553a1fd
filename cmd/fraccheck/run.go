package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/interp"
)

type runCommand struct {
	File      string   `arg:"" optional:"" help:"A program, a document, or - for standard input; with -e it may be left out."`
	Call      []string `arg:"" optional:"" name:"@name arg" help:"A definition and its arguments: expressions, @FILE.npy, @FILE.npz or @FILE.npz:NAME. Without it, all top-level expressions."`
	Expr      []string `short:"e" sep:"none" placeholder:"EXPR" help:"Evaluate this expression instead, in the scope of FILE; may be repeated."`
	Input     []string `sep:"none" placeholder:"NAME=FILE" help:"An input of a model: .npy, .npz:NAME or .pb; may be repeated. Inputs that are not given are made up."`
	Seed      uint64   `placeholder:"N" help:"Decides what inputs are made up (default: 0)."`
	StdinName string   `name:"stdin-name" placeholder:"NAME" help:"What standard input is called, and with its ending what it is."`
	engine
	MaxSteps  int64         `name:"max-steps" placeholder:"N" help:"Stop after so many steps (default: none)."`
	MaxMemory size          `name:"max-memory" placeholder:"SIZE" default:"4GiB" help:"Stop when more memory is in use; 0 for no limit (default: 4GiB)."`
	Timeout   time.Duration `placeholder:"D" help:"Stop the command after this time, such as 10s (default: none)."`
	Format    string        `enum:"text,json" default:"text" help:"How values are written: text or json."`
	Profile   profileFlag   `placeholder:"FILE" help:"Print the time and steps of each definition, and the time of each operator on tensors; with =FILE also write a profile for go tool pprof."`
	Output    string        `short:"o" placeholder:"FILE" help:"Write the last value as .npy, or a tuple of tensors as .npz."`
}

func (c *runCommand) Run(env *environment) error {
	interrupted, stop := env.interruptible()
	defer stop()
	ctx, end := env.guarded(interrupted, c.Timeout, c.MaxMemory)
	defer end()
	limitCollector(c.MaxMemory)
	if err := c.contradiction(); err != nil {
		return err
	}
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	report, err := snapshot.Check(interrupted, paths)
	if err != nil {
		return err
	}
	if errs := errorsOf(report); len(errs.Findings) > 0 {
		return c.refuse(env, errs)
	}
	results, err := c.results(ctx, env, snapshot, paths[0])
	if err != nil {
		return err
	}
	if err := c.write(env, results); interrupted.Err() == nil {
		return err
	}
	return errInterrupted
}

// results runs what the command line asks for: a model, or a part of a program.
func (c *runCommand) results(ctx context.Context, env *environment, s *workspace.Snapshot, path string) ([]output.Result, error) {
	if sourcefile.IsModel(path) && len(c.Call)+len(c.Expr) == 0 {
		return c.model(ctx, env, s, path)
	}
	program, err := evaluate.Open(s, path)
	if err != nil {
		return nil, err
	}
	return c.evaluate(ctx, env, program)
}

// contradiction returns what of the command line does not go together.
func (c *runCommand) contradiction() error {
	switch {
	case c.Output != "" && !regexp.MustCompile(`\.np[yz]$`).MatchString(c.Output):
		return fmt.Errorf("-o %s: values are written to .npy or .npz files", c.Output)
	case c.File == "" && len(c.Expr) == 0:
		return errors.New("what is to be run? Name a FILE, or give an expression with -e")
	case len(c.Input) > 0 && !sourcefile.IsModel(c.File):
		return fmt.Errorf("--input gives an input of a model; %s is none", c.File)
	case len(c.Expr) > 0 && len(c.Call) > 0:
		return fmt.Errorf("either %s is called, or -e is evaluated, not both", c.Call[0])
	}
	return nil
}

// open finds the program; without a file it is an empty one, which sees the prelude.
func (c *runCommand) open(env *environment) (*workspace.Snapshot, []string, error) {
	if c.File == "" {
		path := env.path(expressionName + ".frac")
		return workspace.Open(workspace.Options{
			Root: env.root(), Names: map[string]string{path: expressionName}, Formats: readers.All,
			Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: ""}},
		}), []string{path}, nil
	}
	in := input{Paths: []string{c.File}, StdinName: c.StdinName}
	snapshot, paths, err := in.open(env)
	if err == nil && len(paths) != 1 {
		err = fmt.Errorf("%s holds %d programs; `run` takes one", c.File, len(paths))
	}
	return snapshot, paths, err
}

// expressionName is what messages call the text of `-e`.
const expressionName = "<expression>"

// errorsOf leaves of a report what keeps a program from being run.
func errorsOf(report *workspace.Report) *workspace.Report {
	errs := &workspace.Report{Files: report.Files}
	for _, f := range report.Findings {
		if f.OfProgram() {
			errs.Findings = append(errs.Findings, f)
		}
	}
	return errs
}

// refuse reports why nothing is run.
func (c *runCommand) refuse(env *environment, report *workspace.Report) error {
	if c.Format == "json" {
		if err := output.WriteRefusal(&env.Console, report); err != nil {
			return err
		}
		return errFound
	}
	env.refuse(report, "not run")
	return errFound
}

// refuse shows the errors for which something is not done, and what that is.
func (env *environment) refuse(report *workspace.Report, what string) {
	p := output.NewPrinter(&env.Console)
	for _, findings := range output.ByFile(report.Findings) {
		p.File(findings)
	}
	fmt.Fprintf(p, "%s: %s\n", what, console.Count(len(report.Findings), "error", "errors"))
	fmt.Fprint(env.Stderr, p.String())
}

func (c *runCommand) options() interp.Options {
	o := c.engine.options(c.MaxSteps, c.MaxMemory)
	o.Profile = c.Profile.asked
	return o
}

func (c *runCommand) evaluate(ctx context.Context, env *environment, p *evaluate.Program) ([]output.Result, error) {
	switch {
	case len(c.Call) > 0:
		return c.apply(ctx, env, p)
	case len(c.Expr) > 0:
		return c.expressions(ctx, env, p)
	}
	var results []output.Result
	items := p.Expressions()
	if len(items) == 0 {
		return nil, fmt.Errorf("%s has no top-level expression%s", p.Source.Name, choices(p))
	}
	for _, item := range items {
		if errors.Is(ctx.Err(), context.Canceled) {
			break
		}
		place := workspace.Place{Source: p.Source, Span: p.Source.Absolute(item, p.Source.File.Item(item).Span(p.Source.File.Item(item).Root))}
		if name := p.Free(item); name != "" {
			fmt.Fprintf(env.Stderr, "fraccheck: %s: not run: `%s` is bound nowhere, so this expression is only checked\n", output.At(place), name)
			continue
		}
		results = append(results, output.Result{Result: p.Run(ctx, item, c.options()), Place: place})
	}
	return results, nil
}

// choices names what may be run of a file without expressions.
func choices(p *evaluate.Program) string {
	names := p.Definitions()
	if len(names) == 0 {
		return ""
	}
	return "; name a definition: " + strings.Join(names[:min(len(names), 8)], ", ")
}

// apply runs one definition on arguments.
func (c *runCommand) apply(ctx context.Context, env *environment, p *evaluate.Program) ([]output.Result, error) {
	name := c.Call[0]
	if !strings.HasPrefix(name, "@") {
		return nil, fmt.Errorf("%q is no definition; its name begins with @, as in @main", name)
	}
	args, err := env.arguments(c.Call[1:], c.MaxMemory)
	if err != nil {
		return nil, err
	}
	a, err := p.Apply(name, args)
	if err != nil {
		return nil, err
	}
	if len(a.Mistakes) > 0 {
		return nil, c.refuse(env, a.Report())
	}
	return []output.Result{{Result: a.Run(ctx, c.options()), Place: a.Place()}}, nil
}

// expressions runs those of `-e`. Nothing runs unless all can be.
func (c *runCommand) expressions(ctx context.Context, env *environment, p *evaluate.Program) ([]output.Result, error) {
	var all []*evaluate.Application
	mistakes := &workspace.Report{}
	for _, text := range c.Expr {
		a, err := p.Expression(expressionName, "", text)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
		mistakes.Findings = append(mistakes.Findings, a.Report().Findings...)
	}
	if len(mistakes.Findings) > 0 {
		return nil, c.refuse(env, mistakes)
	}
	var results []output.Result
	for _, a := range all {
		if !errors.Is(ctx.Err(), context.Canceled) {
			results = append(results, output.Result{Result: a.Run(ctx, c.options()), Place: a.Place()})
		}
	}
	return results, nil
}

func (c *runCommand) write(env *environment, results []output.Result) error {
	failed := false
	for _, r := range results {
		failed = failed || r.Err != nil
	}
	if err := output.WriteResults(&env.Console, c.Format, results); err != nil {
		return err
	}
	if c.Profile.asked {
		if err := c.Profile.write(env, results); err != nil {
			return err
		}
	}
	if c.Output != "" && !failed && len(results) > 0 {
		if err := c.save(env, results[len(results)-1]); err != nil {
			return err
		}
	}
	if failed {
		return errFound
	}
	return nil
}

func (c *runCommand) save(env *environment, r output.Result) error {
	content, err := encodeArrays(c.Output, r.Value)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", c.Output, err)
	}
	path := env.path(c.Output)
	if err := env.interrupts.whole(func() error { return disk.WriteStream(path, content) }); err != nil {
		return fmt.Errorf("cannot write %s: %w", c.Output, disk.Cause(err))
	}
	return nil
}

// arrayFile is an argument that names a file: `@x.npy`, `@x.npz`, or one array
// of it, `@x.npz:name`.
var arrayFile = lazyregexp.New(`^@(.+\.npy|.+\.npz)(?::([^:]+))?$`)

// arguments reads the arguments of a call. An .npz file gives all its arrays, in its
// order. The elements of all arrays take at most so many bytes; 0 is no bound.
func (env *environment) arguments(texts []string, most size) ([]evaluate.Argument, error) {
	var args []evaluate.Argument
	left := int64(cmp.Or(most, math.MaxInt64))
	for _, text := range texts {
		m := arrayFile().FindStringSubmatch(text)
		if m == nil {
			args = append(args, evaluate.Argument{Text: text})
			continue
		}
		arrays, err := readArrays(env.path(m[1]), m[2], left)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		for i := range arrays {
			left -= int64(arrays[i].Array.Len() * arrays[i].Array.Dtype.Size())
			arrays[i].Text = "@" + m[1] + arrays[i].Text
		}
		args = append(args, arrays...)
	}
	return args, nil
}

func (env *environment) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(env.dir, name)
}

// readArrays reads at most so many bytes of elements.
func readArrays(path, member string, most int64) ([]evaluate.Argument, error) {
	file, err := disk.Open(path)
	if err != nil {
		return nil, disk.Cause(err)
	}
	defer file.Close()
	if strings.HasSuffix(path, ".npy") {
		a, err := value.ReadNPY(file, most)
		return []evaluate.Argument{{Array: a}}, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	named, err := value.ReadNPZ(file, info.Size(), most, member)
	if err == nil && len(named) == 0 {
		err = errors.New("it has no arrays")
		if member != "" {
			err = fmt.Errorf("it has no array %q", member)
		}
	}
	var args []evaluate.Argument
	for _, n := range named {
		args = append(args, evaluate.Argument{Text: ":" + n.Name, Array: n.Array})
	}
	return args, err
}

// encodeArrays spells a value as NumPy's files have it: a tensor, or a
// FractalTensor of equal leaves, as .npy; a tuple of these as .npz.
func encodeArrays(name string, v value.Value) (disk.Content, error) {
	if strings.HasSuffix(name, ".npz") {
		named, err := namedArrays(v)
		return func(w io.Writer) error { return value.WriteNPZ(w, named) }, err
	}
	a, err := array(v)
	return func(w io.Writer) error { return value.WriteNPY(w, a) }, err
}

func namedArrays(v value.Value) (named []value.Named, err error) {
	elems := []value.Value{v}
	if t, ok := v.(*value.Tuple); ok {
		elems = t.Elems
	}
	for i, elem := range elems {
		a, err := array(elem)
		if err != nil {
			return nil, err
		}
		named = append(named, value.Named{Name: fmt.Sprintf("arr_%d", i), Array: a})
	}
	return named, nil
}

func array(v value.Value) (*value.Array, error) {
	if a := value.Dense(v); a != nil {
		return a, nil
	}
	if f, ok := v.(*value.Fractal); ok {
		if a, ok, err := value.LeavesOf(nil, f.Elems); ok && err == nil {
			return a, nil
		}
	}
	return nil, fmt.Errorf("the value is no tensor: %s", value.Summary(v))
}
