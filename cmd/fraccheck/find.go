package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/fill"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
)

type findCommand struct {
	Question string `arg:"" name:"type" help:"The type of a function, such as '(Tensor[(n, m), float32]) -> Tensor[(m, n), float32]'."`
	In       string `placeholder:"FILE" help:"Look at the definitions of this program, too."`
	All      int    `placeholder:"N" default:"10" help:"List up to so many calls (default: 10)."`
	Format   string `enum:"text,json" default:"text" help:"How calls are written: text or json."`
}

// Run lists the calls that have a type. The status is 1 where there is none.
func (c *findCommand) Run(env *environment) error {
	ctx, stop := env.interruptible()
	defer stop()
	snapshot := workspace.Open(workspace.Options{Files: workspace.Disk{}, Root: env.root(), Formats: readers.All})
	q := fill.Question{Text: c.Question, Snapshot: snapshot}
	if c.In != "" {
		q.Path = env.path(c.In)
		if _, err := snapshot.Source(q.Path); err != nil {
			return err
		}
	}
	found, err := fill.Find(ctx, q)
	if err != nil {
		return err
	}
	found = append([]fill.Match{}, found[:min(len(found), max(c.All, 1))]...)
	if c.Format == "json" {
		if err := output.EncodeJSON(env.Stdout, map[string]any{"calls": found}); err != nil {
			return err
		}
		if len(found) == 0 {
			return errFound
		}
		return nil
	}
	for _, m := range found {
		fmt.Fprintf(env.Stdout, "%s : %s\n", m.Call, m.Type)
		if m.Doc != "" {
			fmt.Fprintf(env.Stdout, "    %s\n", m.Doc)
		}
	}
	if len(found) == 0 {
		fmt.Fprintln(env.Stderr, "no operator, definition or constructor has this type: leave an input out, or write `?` for an extent that does not matter")
		return errFound
	}
	return nil
}
