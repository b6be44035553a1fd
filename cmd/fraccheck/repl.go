package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/repl"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

type replCommand struct {
	Files []string `arg:"" optional:"" name:"file" help:"Programs whose names are known from the beginning."`
	engine
	MaxSteps  int64         `name:"max-steps" placeholder:"N" help:"Stop an evaluation after so many steps (default: none)."`
	MaxMemory size          `name:"max-memory" placeholder:"SIZE" default:"4GiB" help:"Stop when more memory is in use; 0 for no limit (default: 4GiB)."`
	Timeout   time.Duration `placeholder:"D" help:"Stop an evaluation after this time, such as 10s (default: none)."`
}

// A lineReader reads what is entered: whole definitions, expressions, commands.
// It gives io.EOF at the end, and errAbandoned for what Ctrl-C threw away.
type lineReader interface {
	read() (string, error)
}

var errAbandoned = errors.New("abandoned")

// A dialog is a session with somebody, or something, that reads its answers.
type dialog struct {
	*replCommand
	env     *environment
	session *repl.Session
	failed  bool // something of what was entered
	ended   bool
}

func (c *replCommand) Run(env *environment) error {
	limitCollector(c.MaxMemory)
	d := &dialog{replCommand: c, env: env, session: repl.New(env.dir, env.root())}
	for _, file := range c.Files {
		if err := d.load(file); err != nil {
			return err
		}
	}
	lines, prompted := env.lines(d.session)
	if prompted {
		d.print("%s; :help lists the commands, Ctrl-D ends the session.\n", versionLine())
	}
	if err := d.converse(lines); err != nil {
		return err
	}
	if d.failed && !prompted {
		return errFound
	}
	return nil
}

// lines reads from a terminal with a prompt, history and completion, and from
// anything else line by line.
func (env *environment) lines(s *repl.Session) (lines lineReader, prompted bool) {
	if file, ok := env.stdin.(*os.File); ok && isatty.IsTerminal(file.Fd()) && env.Terminal && os.Getenv("TERM") != "dumb" {
		return newLineEditor(env, s), true
	}
	return newPlainLines(env.stdin), false
}

// converse answers until the end of what is entered.
func (d *dialog) converse(lines lineReader) error {
	for !d.ended {
		text, err := lines.read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errAbandoned):
			continue
		case err != nil:
			return fmt.Errorf("cannot read what is entered: %w", err)
		}
		if err := d.answer(text); err != nil {
			d.complain(err)
		}
	}
	return nil
}

// complain tells of what could not be done at all.
func (d *dialog) complain(err error) {
	d.failed = true
	fmt.Fprintln(d.env.Stderr, "fraccheck: "+console.PrintableLines(strings.TrimSpace(err.Error())))
}

// print prints for people alone, so that nothing is there that a terminal would obey.
func (d *dialog) print(format string, args ...any) {
	_, _ = d.env.direct.Write(console.AsShown(fmt.Appendf(nil, format, args...), d.env.Colour))
}

func (d *dialog) answer(text string) error {
	text = strings.TrimSpace(text)
	if command, ok := strings.CutPrefix(text, ":"); ok {
		name, rest, _ := strings.Cut(command, " ")
		return d.command(name, strings.TrimSpace(rest))
	}
	if name, ok := bareCommands[text]; ok && !d.defines(text) {
		return d.command(name, "")
	}
	ctx, stop := d.env.endingWith([]os.Signal{os.Interrupt}) // which leaves an evaluation
	defer stop()
	ctx, cancel := limited(ctx, d.Timeout)
	defer cancel()
	return d.session.Enter(ctx, text, d.engine.options(d.MaxSteps, d.MaxMemory), d.show)
}

// show writes what came of a piece: values and signatures on standard output, what
// is wrong on standard error.
func (d *dialog) show(a repl.Answer) {
	d.failed = d.failed || a.Failed()
	d.findings(a.Findings)
	for _, def := range a.Defined {
		d.signature(def.Name, def.Type)
	}
	switch {
	case a.Result == nil:
	case a.Result.Err != nil:
		output.WriteFault(&d.env.Console, output.Result{Result: *a.Result, Place: a.Place})
	default:
		d.print("%s\n", value.Summary(a.Result.Value))
	}
}

func (d *dialog) signature(name string, t types.Type) {
	if t == nil {
		d.print("type %s\n", name)
		return
	}
	d.print("%s : %s\n", name, types.String(t))
}

func (d *dialog) findings(findings []workspace.Finding) {
	if len(findings) == 0 {
		return
	}
	p := output.NewPrinter(&d.env.Console)
	for _, f := range findings {
		p.Finding(f)
	}
	fmt.Fprint(d.env.Stderr, p.String())
}

// A replAction is what a command of the session does; its name is in front.
type replAction struct {
	name, takes, help string
	do                func(d *dialog, rest string) error
}

// replActions are the commands, as `:help` lists them.
func replActions() []replAction {
	return []replAction{
		{"type", "EXPR", "the type of an expression, which is not run", (*dialog).typeOf},
		{"load", "FILE", "make the names of a file visible", (*dialog).load},
		{"reload", "", "read the files again", func(d *dialog, _ string) error { return d.reload() }},
		{"list", "", "what was entered and is in force", func(d *dialog, _ string) error { d.print("%s", d.session.Text()); return nil }},
		{"help", "", "this list", func(d *dialog, _ string) error { d.help(); return nil }},
		{"quit", "", "end, as Ctrl-D does", func(d *dialog, _ string) error { d.ended = true; return nil }},
	}
}

// defines reports whether a name stands for something in the session.
func (d *dialog) defines(name string) bool {
	t, findings, err := d.session.Type(name)
	return err == nil && t != nil && len(findings) == 0
}

// bareCommands are commands that are understood without a colon, as other tools have them.
var bareCommands = map[string]string{"quit": "quit", "exit": "quit", "help": "help"}

// command does what `:NAME REST` asks for. Beginnings of names serve too.
func (d *dialog) command(name, rest string) error {
	var names []string
	for _, a := range replActions() {
		names = append(names, a.name)
		if name == "" || !strings.HasPrefix(a.name, name) {
			continue
		}
		if a.takes != "" && rest == "" {
			return fmt.Errorf("`:%s` is followed by %s: %s", a.name, a.takes, a.help)
		}
		return a.do(d, rest)
	}
	if near, ok := spelling.Nearest(name, names); ok {
		return fmt.Errorf("there is no command `:%s`; did you mean `:%s`?", name, near)
	}
	return fmt.Errorf("there is no command `:%s`; `:help` lists them", name)
}

func (d *dialog) help() {
	d.print("Enter an expression to have it evaluated, a definition (`def @f(%%x) { %%x + 1 }`)\n" +
		"or a binding (`let %%x = 2`) to use it from then on. Incomplete input continues on\n" +
		"the next line; an empty line ends it.\n\n")
	for _, a := range replActions() {
		d.print("  :%-12s %s\n", strings.TrimSpace(a.name+" "+a.takes), a.help)
	}
}

func (d *dialog) typeOf(text string) error {
	t, findings, err := d.session.Type(text)
	if err != nil {
		return err
	}
	d.failed = d.failed || len(findings) > 0
	d.findings(findings)
	if t != nil {
		d.print("%s\n", types.String(t))
	}
	return nil
}

func (d *dialog) load(file string) error {
	file = strings.Trim(file, `"`)
	loaded, err := d.session.Load(context.Background(), file)
	if err != nil {
		return err
	}
	d.findings(loaded.Findings)
	d.print("%s: %s\n", loaded.File, console.Count(loaded.Definitions, "definition", "definitions"))
	return nil
}

func (d *dialog) reload() error {
	findings, err := d.session.Reload(context.Background())
	if err != nil {
		return err
	}
	d.findings(findings)
	return nil
}
