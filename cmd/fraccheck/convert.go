package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/convert"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

type convertCommand struct {
	input
	To     string `required:"" placeholder:"FORM" complete:"anf,gnf,bbnf,frac,onnx" help:"The form: anf (every value has a name), gnf (a graph of values) or bbnf (a graph in each block); frac writes a model as a program, onnx a program as a model."`
	Check  bool   `help:"Convert nothing: report whether the programs are in the form; exit status 1 with the first position of each that is not."`
	Diff   bool   `short:"d" help:"Print what would change; exit status 1 if anything would."`
	Write  bool   `short:"w" help:"Write the files instead of printing them."`
	Output string `short:"o" placeholder:"FILE" help:"Of frac and onnx: the file that is written. The constants of a program are written beside it, as .npz."`
	Style  string `enum:"nested,relay" default:"nested" help:"Of gnf: nested puts what is used once in its place, relay gives each call a line, as TVM prints programs."`
}

func (c *convertCommand) Run(env *environment) error {
	switch c.To {
	case toFrac:
		return c.model(env)
	case toONNX:
		return c.onnx(env)
	}
	form, style, err := c.form()
	if err != nil {
		return err
	}
	ctx, stop := env.interruptible()
	defer stop()
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	if err := c.sound(ctx, env, snapshot, paths); err != nil {
		return err
	}
	if c.Check {
		return checkForm(ctx, env, snapshot, paths, form)
	}
	differ := false
	for _, path := range paths {
		err := env.saving(snapshot, path, func(s *workspace.Snapshot) error {
			if s != snapshot { // another program saved it
				if err := c.sound(ctx, env, s, []string{path}); err != nil {
					return err
				}
			}
			conversion, err := convert.File(ctx, s, path, form, style)
			if err != nil {
				return err
			}
			differ = differ || conversion.Changed()
			return c.show(env, conversion)
		})
		if err != nil {
			return err
		}
	}
	if differ && c.Diff {
		return errFound
	}
	return nil
}

// form reads the flags that say what is to be made.
func (c *convertCommand) form() (normalform.Form, normalform.Style, error) {
	form, ok := normalform.ParseForm(c.To)
	switch {
	case !ok:
		return 0, 0, fmt.Errorf("--to %s: the forms are %s and, of models, %s; %s exports a program", c.To, strings.Join(normalform.FormNames(), ", "), toFrac, toONNX)
	case c.Output != "":
		return 0, 0, fmt.Errorf("-o is for --to %s and --to %s; programs are printed, or written with -w", toFrac, toONNX)
	case c.Style == "relay" && form != normalform.GNF:
		return 0, 0, errors.New("--style relay is for --to gnf")
	case c.Write && slices.Contains(c.Paths, "-"):
		return 0, 0, errors.New("-w cannot change standard input")
	case c.Check && (c.Write || c.Diff):
		return 0, 0, errors.New("--check changes nothing: it goes with neither -d nor -w")
	}
	if c.Style == "relay" {
		return form, normalform.Relay, nil
	}
	return form, normalform.Nested, nil
}

// sound refuses programs with errors, and documents, before anything is written.
func (c *convertCommand) sound(ctx context.Context, env *environment, snapshot *workspace.Snapshot, paths []string) error {
	for _, path := range paths {
		source, err := snapshot.Source(path)
		if err != nil {
			return err
		}
		if !source.Program() {
			return fmt.Errorf("%s is a document; `convert` takes programs", source.Name)
		}
	}
	report, err := snapshot.Check(ctx, paths)
	if err != nil {
		return err
	}
	errs := errorsOf(report)
	if len(errs.Findings) == 0 {
		return nil
	}
	env.refuse(errs, "not converted")
	return errFound
}

// show does with a converted file what the flags ask for.
func (c *convertCommand) show(env *environment, conversion *convert.Conversion) error {
	source := conversion.Source
	for _, kept := range conversion.Kept {
		fmt.Fprintf(env.Stderr, "%s: left as it is: %s\n", output.At(kept.Place), console.Printable(kept.Message))
	}
	for _, f := range conversion.Order {
		fmt.Fprintln(env.Stderr, output.ShortLine(&f))
	}
	switch {
	case c.Diff && conversion.Changed():
		output.WritePatch(&env.Console, source, conversion.Text)
	case !c.Diff && !c.Write:
		env.Stdout.WriteString(env.Program(conversion.Text))
	}
	if !c.Write || !conversion.Changed() {
		return nil
	}
	return env.save(source, conversion.Text)
}

// checkForm prints the first place of each program that keeps it from being in a form.
func checkForm(ctx context.Context, env *environment, snapshot *workspace.Snapshot, paths []string, form normalform.Form) error {
	found := false
	for _, path := range paths {
		breach, err := convert.FormBreach(ctx, snapshot, path, form)
		if err != nil {
			return err
		}
		if breach != nil {
			found = true
			fmt.Fprintf(env.Stdout, "%s: not %s: %s\n", output.At(breach.Place), strings.ToUpper(form.String()), console.Printable(breach.Message))
		}
	}
	if found {
		return errFound
	}
	return nil
}

// newFile refuses flags that do not go with a conversion to a new file, and a file with another
// ending than what is written. why says what -o is needed for.
func (c *convertCommand) newFile(what, why string, endings []string) error {
	switch {
	case c.Check || c.Diff || c.Write || c.Style != "nested":
		return fmt.Errorf("--to %s writes a new %s to the file of -o: it goes with none of --check, -d, -w and --style", c.To, what)
	case c.Output == "":
		return fmt.Errorf("--to %s needs -o FILE.%s%s", c.To, c.To, why)
	case !sourcefile.HasEnding(c.Output, endings):
		return fmt.Errorf("-o %s: a %s ends in %s", c.Output, what, strings.Join(endings, ", "))
	}
	return nil
}
