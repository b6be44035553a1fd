package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

type equivCommand struct {
	Left  string `arg:"" name:"T" complete:"nothing" help:"A type."`
	Right string `arg:"" name:"U" complete:"nothing" help:"Another type."`
	In    string `placeholder:"FILE" help:"A program whose types may be named."`
}

func (c *equivCommand) Run(env *environment) error {
	left, right, err := c.read(env)
	if err != nil {
		return err
	}
	d, ok := types.Equivalent(left, right)
	if ok {
		fmt.Fprintln(env.Stdout, "yes")
		return nil
	}
	fmt.Fprintln(env.Stdout, "no: "+differenceText(d))
	return errFound
}

func differenceText(d types.Difference) string {
	if d.What == types.Kind {
		return fmt.Sprintf("%s is of another kind: %s and %s", d.Path, d.Left, d.Right)
	}
	return fmt.Sprintf("%s: the %s differs: %s and %s", d.Path, d.What, d.Left, d.Right)
}

func (c *equivCommand) read(env *environment) (left, right types.Type, err error) {
	snapshot := workspace.Open(workspace.Options{Root: sourcefile.FindRoot(workspace.Disk{}, env.dir), Formats: readers.All})
	path := ""
	if c.In != "" {
		paths, err := snapshot.Match(env.dir, []string{c.In})
		if err != nil {
			return nil, nil, err
		}
		path = paths[0]
	}
	if left, err = readType(snapshot, c.Left, path); err == nil {
		right, err = readType(snapshot, c.Right, path)
	}
	return left, right, err
}

func readType(snapshot *workspace.Snapshot, text, path string) (types.Type, error) {
	t, problems, err := snapshot.Type(text, path)
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("`%s` is not a type: %s", text, describe(text, problems[0]))
	}
	return t, err
}

func describe(text string, d syntax.Diagnostic) string {
	at := syntax.NewLines(text).Position(d.Span.Start)
	return fmt.Sprintf("column %d: %s", at.Column, d.Message)
}
