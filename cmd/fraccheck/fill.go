package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/fill"
)

type fillCommand struct {
	input
	Timeout time.Duration `placeholder:"D" default:"10s" help:"End the search after so long, such as 1m (default: 10s)."`
	Hole    string        `placeholder:"NAME" help:"Show and write only the hole of this name; all are searched, since the comments speak of all."`
	All     int           `placeholder:"N" help:"List up to so many candidates, the smallest first."`
	Write   bool          `short:"w" help:"Write the fillings into the file."`
	Format  string        `enum:"text,json" default:"text" help:"How fillings are written: text or json."`
}

// What a search may take, so that the collector works before the machine runs out.
const fillMemory = 2 << 30

// Run fills the holes of a file. The status is 1 where a hole is left.
func (c *fillCommand) Run(env *environment) error {
	interrupted, stop := env.interruptible()
	defer stop()
	ctx, end := context.WithTimeout(interrupted, c.Timeout)
	defer end()
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	if len(paths) != 1 {
		return fmt.Errorf("fill takes one file, and %d are given", len(paths))
	}
	source, err := snapshot.Source(paths[0])
	if err != nil {
		return err
	}
	if !source.Program() || source.Model != nil {
		return fmt.Errorf("%s: only programs have holes that are filled", source.Name)
	}
	debug.SetMemoryLimit(fillMemory)
	result, err := fill.Fill(ctx, fill.Request{Snapshot: snapshot, Path: paths[0], Workers: c.threads(), All: c.All})
	switch {
	case interrupted.Err() != nil:
		return errInterrupted
	case err != nil:
		return fmt.Errorf("%s: %w", source.Name, err)
	}
	shown, err := c.shown(result)
	if err != nil {
		return fmt.Errorf("%s: %w", source.Name, err)
	}
	if c.Write && result.Found {
		if err := env.save(source, result.Written(source.Text(), c.Hole)); err != nil {
			return err
		}
	}
	if c.Format == "json" {
		err = c.writeJSON(env, result, shown)
	} else {
		c.writeText(env, result, shown)
	}
	if err == nil && !result.Found {
		return errFound
	}
	return err
}

func (c *fillCommand) threads() int {
	if c.Jobs > 0 {
		return int(c.Jobs)
	}
	return runtime.GOMAXPROCS(0)
}

// shown are the indices of the holes that are shown.
func (c *fillCommand) shown(result *fill.Result) (shown []int, err error) {
	for i, f := range result.Fillings {
		if c.Hole == "" || f.Name == strings.TrimPrefix(c.Hole, "?") {
			shown = append(shown, i)
		}
	}
	if len(shown) == 0 {
		return nil, errors.New("no hole is named " + c.Hole)
	}
	return shown, nil
}

type filledHole struct {
	Name       string   `json:"name"`
	Line       int      `json:"line"`
	Fill       *string  `json:"fill"`
	Seconds    float64  `json:"seconds"`
	Candidates int64    `json:"candidates"`
	All        []string `json:"all,omitempty"`
	Weak       bool     `json:"weak,omitempty"` // the comments say less than the filling does
}

func (c *fillCommand) writeJSON(env *environment, result *fill.Result, shown []int) error {
	var out struct {
		Holes []filledHole `json:"holes"`
	}
	for _, i := range shown {
		f := result.Fillings[i]
		h := filledHole{Name: f.Name, Line: f.Line, Seconds: result.Elapsed.Seconds(), Candidates: result.Candidates, Weak: result.Weak}
		if f.Text != "" {
			h.Fill = &f.Text
		}
		if c.All > 0 {
			for _, texts := range result.All {
				h.All = append(h.All, texts[i])
			}
		}
		out.Holes = append(out.Holes, h)
	}
	e := json.NewEncoder(env.Stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func (c *fillCommand) writeText(env *environment, result *fill.Result, shown []int) {
	for _, i := range shown {
		f := result.Fillings[i]
		switch {
		case f.Text != "":
			fmt.Fprintf(env.Stdout, "%d: %s = %s\n", f.Line, f.Hole, f.Text)
		case len(result.All) == 0:
			fmt.Fprintf(env.Stdout, "%d: %s: nothing was found among %s\n", f.Line, f.Hole, console.Count(int(result.Candidates), "candidate", "candidates"))
		}
		if c.All > 0 {
			for _, texts := range result.All {
				fmt.Fprintf(env.Stdout, "    %s\n", texts[i])
			}
		}
	}
	if result.Found {
		fmt.Fprintf(env.Stdout, "Found with %s; it is a guess that holds on them.\n", console.Count(result.Examples, "evaluation comment", "evaluation comments"))
		if result.Weak {
			fmt.Fprintln(env.Stdout, "The comments say less than the filling does: with other numbers in them, another one may be found. Add a comment with more elements.")
		}
	}
}
