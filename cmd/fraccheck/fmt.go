package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

type fmtCommand struct {
	input
	List  bool `short:"l" help:"List the files that are not formatted; exit status 1 if there are any, or a file has syntax errors."`
	Check bool `help:"As -l, and say how many they are; with -d print what would change instead of the names."`
	Diff  bool `short:"d" help:"Print what would change; exit status 1 if anything would, or a file has syntax errors."`
	Write bool `short:"w" help:"Write the files instead of printing them."`
}

func (c *fmtCommand) Run(env *environment) error {
	if c.Write && slices.Contains(c.Paths, "-") {
		return errors.New("-w cannot change standard input")
	}
	if c.Write && c.Check {
		return errors.New("--check writes nothing, and -w writes: one of them is too many (-l -w writes and lists)")
	}
	c.List = c.List || c.Check && !c.Diff
	c.rules = true
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	differ, unformatted := false, 0
	for _, path := range paths {
		if sourcefile.IsModel(path) && (c.List || c.Diff || c.Write) {
			continue // nobody laid the program of a model out
		}
		err := env.saving(snapshot, path, func(s *workspace.Snapshot) error {
			source, err := s.Source(path)
			if err != nil {
				return err
			}
			edits := source.Format(context.Background(), nil)
			differ = differ || len(edits) > 0 || leavesMistakes(source)
			if len(edits) > 0 {
				unformatted++
			}
			return c.show(env, source, edits)
		})
		if err != nil {
			return err
		}
	}
	if c.Check && unformatted > 0 {
		fmt.Fprintf(env.Stderr, "fraccheck: %d of %s to be formatted; `fraccheck fmt -w` does that\n", unformatted, console.Count(len(paths), "file has", "files have"))
	}
	if differ && (c.List || c.Diff) {
		return errFound
	}
	return nil
}

// show does with a file what the flags ask for.
func (c *fmtCommand) show(env *environment, source *workspace.Source, edits []syntax.Edit) error {
	if n := brokenRules(source); n > 0 {
		fmt.Fprintf(env.Stderr, "fraccheck: %s: %s\n", console.Printable(source.Name), console.Count(n, "error: the rule that contains it is left unchanged", "errors: the rules that contain them are left unchanged"))
	}
	if n := brokenItems(source); n > 0 {
		fmt.Fprintf(env.Stderr, "fraccheck: %s: %s\n", console.Printable(source.Name), console.Count(n, "item with syntax errors left as it is", "items with syntax errors left as they are"))
	}
	if !c.List && !c.Diff && !c.Write {
		env.Stdout.WriteString(env.Program(syntax.ApplyEdits(source.Text(), edits)))
	}
	if len(edits) == 0 {
		return nil
	}
	if c.List {
		fmt.Fprintln(env.Stdout, console.Printable(source.Name))
	}
	if c.Diff {
		output.WritePatch(&env.Console, source, syntax.ApplyEdits(source.Text(), edits))
	}
	if !c.Write {
		return nil
	}
	return env.save(source, syntax.ApplyEdits(source.Text(), edits))
}

// leavesMistakes reports whether what is to be laid out has syntax errors, other than in
// blocks of documents that announce them.
func leavesMistakes(source *workspace.Source) bool {
	if brokenRules(source) > 0 {
		return true
	}
	for i, item := range source.File.All() {
		if len(item.Errors) > 0 && (source.Program() || len(source.Blocks[source.BlockOf[i]].Errors) == 0) {
			return true
		}
	}
	return false
}

// brokenRules counts the errors of a file of rules.
func brokenRules(source *workspace.Source) (n int) {
	for _, f := range source.Mistakes() {
		if f.Severity == codes.Error {
			n++
		}
	}
	return n
}

func brokenItems(source *workspace.Source) (n int) {
	for _, item := range source.File.All() {
		if len(item.Errors) > 0 {
			n++
		}
	}
	return n
}
