package dap

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

type launchArguments struct {
	Program     string    `json:"program"`
	Name        string    `json:"name"`
	Definition  string    `json:"definition"` // as name, for clients that call their configurations so
	Args        []string  `json:"args"`
	Expression  string    `json:"expression"`
	Position    *position `json:"position"`
	StopOnEntry *bool     `json:"stopOnEntry"`
	MaxSteps    int64     `json:"maxSteps"`
	MaxMemory   int64     `json:"maxMemory"` // bytes
	Timeout     string    `json:"timeout"`   // as of time.ParseDuration
	// RevealCommand is one of the client's that shows a place, of an address and a range.
	RevealCommand string `json:"revealCommand"`
}

// definition is the name of the one that is to be called; empty where none is named.
func (a *launchArguments) definition() string {
	if a.Definition == "" && strings.HasPrefix(a.Name, "@") {
		return a.Name
	}
	return a.Definition
}

// isWhole reports whether all expressions of the file are to be run.
func (a *launchArguments) isWhole() bool {
	return a.definition() == "" && a.Expression == "" && a.Position == nil
}

// A position counts from zero, in UTF-16, as in the Language Server Protocol.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

const defaultMemory = 4 << 30

func (s *server) launch(a launchArguments) (any, error) {
	if s.session != nil {
		return nil, errors.New("a program was launched already; start another session for another one")
	}
	if a.Program == "" {
		return nil, errors.New("`program` is missing: the path of the file to debug")
	}
	path, err := filepath.Abs(a.Program)
	if err != nil {
		return nil, err
	}
	if sourcefile.IsDocument(path) {
		return nil, errors.New("programs in documents cannot be debugged yet; `program` is a .frac file")
	}
	snapshot := workspace.Open(workspace.Options{Root: filepath.Dir(path), Files: s.files, Formats: readers.All})
	report, err := snapshot.Check(context.Background(), []string{path})
	if err != nil {
		return nil, err
	}
	if a.isWhole() {
		for _, f := range report.Findings {
			if f.OfProgram() {
				return nil, refused("the program has an error", newFile(filepath.Base(f.Source.Path), f.Source.Path, f.Source.File), f.Span, f.Message, a.RevealCommand)
			}
		}
	}
	d, err := newSession(s, a)
	if err != nil {
		return nil, err
	}
	if err := d.prepare(snapshot, path, a); err != nil {
		return nil, err
	}
	s.session = d
	s.after = append(s.after, func() { s.event("initialized", nil) })
	return nil, nil
}

// prepare compiles the program and decides what is run.
func (d *session) prepare(snapshot *workspace.Snapshot, path string, a launchArguments) error {
	module, err := snapshot.Module(path)
	if err != nil {
		return err
	}
	if err := d.readSources(snapshot, module, path); err != nil {
		return err
	}
	text, entries, err := asked(d, path, module, a)
	if err != nil {
		return err
	}
	for _, i := range entries {
		if err := d.faulty(d.file(path), i, module, a.RevealCommand); err != nil {
			return err
		}
	}
	if text != "" {
		var mistakes string
		if module, mistakes = extend(module, text); mistakes != "" {
			return fmt.Errorf("`%s` cannot be run: %s", shortCode(text, 100), mistakes)
		}
		entries = []int{module.Items() - 1}
	}
	d.module, d.entries = module, entries
	d.program, err = interp.Step(module, nil)
	return err
}

// asked returns what is to be run: the text of an expression, or items of the file. A definition is run by
// an expression that calls it.
func asked(d *session, path string, m *typecheck.Module, a launchArguments) (text string, items []int, err error) {
	f := d.file(path)
	switch name := a.definition(); {
	case a.Expression != "":
		return a.Expression, nil, nil
	case name != "":
		if i := f.defining(name); i >= 0 {
			err = d.faulty(f, i, m, a.RevealCommand)
		}
		return name + "(" + strings.Join(a.Args, ", ") + "\n)", nil, err
	case a.Position != nil:
		return d.askedAt(f, m, a)
	}
	for i, item := range f.items {
		if item.Kind(item.Root) == syntax.ItemExpr {
			items = append(items, i)
		}
	}
	if len(items) == 0 {
		return "", nil, errors.New("there is no top-level expression to run here; name a definition (`definition`: \"@f\", `args`) or an `expression`")
	}
	return "", items, nil
}

// askedAt returns what is to be run at a position: the expression there, or the definition, where it
// has no parameters.
func (d *session) askedAt(f *file, m *typecheck.Module, a launchArguments) (text string, items []int, err error) {
	at := int32(f.offset(a.Position.Line, a.Position.Character))
	i := sort.Search(len(f.itemStarts), func(i int) bool { return f.itemStarts[i] > at }) - 1
	if a.Position.Line < 0 || a.Position.Line >= len(f.starts) || i < 0 {
		return "", nil, errors.New("there is no expression at this position")
	}
	item := f.items[i]
	switch item.Kind(item.Root) {
	case syntax.ItemExpr:
		return "", []int{i}, nil
	case syntax.ItemDef:
		name := item.SourceText(item.Declared())
		if params := item.Def(item.Root).Params; params != syntax.NoNode && len(item.Kids(params)) > 0 {
			return "", nil, fmt.Errorf("`%s` has parameters: step through a call of it, or name it with arguments (`definition`: \"%s\", `args`)", name, name)
		}
		return name + "()", nil, d.faulty(f, i, m, a.RevealCommand)
	}
	return "", nil, errors.New("only expressions and definitions can be stepped through; there is none at this position")
}

// defining is the item of a file that defines a name; -1 where none does.
func (f *file) defining(name string) int {
	return slices.IndexFunc(f.items, func(item *syntax.Item) bool {
		return item.Kind(item.Root) == syntax.ItemDef && item.SourceText(item.Declared()) == name
	})
}

// faulty is the refusal of what has an error itself. One in what is called ends the run where it
// is called, if it is.
func (d *session) faulty(f *file, i int, m *typecheck.Module, reveal string) error {
	item := f.items[i]
	what := "this expression has an error"
	if item.Kind(item.Root) == syntax.ItemDef {
		what = fmt.Sprintf("`%s` has an error", item.SourceText(item.Declared()))
	}
	for _, found := range [][]syntax.Diagnostic{item.Errors, m.Check(i).Diagnostics} {
		for _, problem := range found {
			if problem.Severity == codes.Error {
				return refused(what, f, problem.Span.Shift(f.itemStarts[i]), problem.Message, reveal)
			}
		}
	}
	return nil
}

// extend is a module with one more item, and the first error of that item, "" for none.
func extend(m *typecheck.Module, text string) (*typecheck.Module, string) {
	old := m.File()
	n := old.Len()
	file := old.With(syntax.ParseItem(text))
	next := typecheck.NewModule(typecheck.Config{File: file, Imports: m.Imports(), Prelude: m.Prelude(), Ops: m.Ops(), Constants: m.Constants()})
	for _, d := range append(file.Item(n).Errors, next.Check(n).Diagnostics...) {
		if d.Severity == codes.Error {
			return next, d.Message
		}
	}
	return next, ""
}
