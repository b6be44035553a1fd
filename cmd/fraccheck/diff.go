package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/compare"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/interp"
)

type diffCommand struct {
	Old       string        `arg:"" name:"old" help:"A file, a directory, a git revision (REV, or REV:PATH for a part of it), or a report (.json) of cost or check."`
	New       string        `arg:"" name:"new" help:"What OLD is compared with, of the same kinds."`
	Jobs      threads       `placeholder:"N" help:"How many threads work (default: one a processor)."`
	Format    string        `enum:"text,short,json,github,markdown" default:"text" help:"How differences are written: text, short, json, github (annotations of a workflow) or markdown (a summary for a pull request)."`
	Values    bool          `help:"Run two models or programs on the same inputs, and name the first value that diverges."`
	Input     []string      `sep:"none" placeholder:"NAME=FILE" help:"Of --values, an input of OLD: .npy, .npz:NAME or .pb; may be repeated. Inputs that are not given are made up."`
	Seed      uint64        `placeholder:"N" help:"Of --values, decides what inputs are made up (default: 0)."`
	Timeout   time.Duration `placeholder:"D" help:"Of --values, stop the runs after this time, such as 10s (default: none)."`
	MaxMemory size          `name:"max-memory" placeholder:"SIZE" default:"4GiB" help:"Of --values, stop when more memory is in use; 0 for no limit (default: 4GiB)."`
	HTML      string        `name:"html" placeholder:"FILE" help:"Draw two models beside each other, with marks on the nodes that differ, as a page in FILE."`
	Links     string        `placeholder:"URL" help:"Where the files of NEW are shown, before their paths: lines of markdown lead there."`
	FailOn    string        `name:"fail-on" enum:"error,warning,info,hint,never" default:"error" help:"The least severity of new diagnostics and of regressions that makes the exit status 1."`
}

func (c *diffCommand) Run(env *environment) error {
	if err := c.checkLinks(); err != nil {
		return err
	}
	interrupted, stop := env.interruptible()
	defer stop()
	ctx, values := interrupted, (*compare.Values)(nil)
	if c.Values {
		limited, end := env.guarded(interrupted, c.Timeout, c.MaxMemory)
		defer end()
		limitCollector(c.MaxMemory)
		ctx, values = limited, c.values(env)
	} else if len(c.Input) > 0 || c.Seed != 0 {
		return errors.New("--input and --seed are for --values")
	}
	if c.HTML != "" && !sourcefile.HasEnding(c.HTML, []string{".html", ".htm"}) {
		return fmt.Errorf("--html %s: a page ends in .html", c.HTML)
	}
	r := &compare.Reader{Git: env.git(), Root: env.root(), Dir: env.dir, Jobs: int(c.Jobs), Stderr: env.Stderr}
	found, err := r.Compare(ctx, c.Old, c.New, values)
	switch {
	case interrupted.Err() != nil: // whatever came of it
		return errInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the values are not compared within --timeout %s", c.Timeout)
	case err != nil:
		return err
	}
	if err := c.page(env, found); err != nil {
		return err
	}
	if err := found.Write(&env.Console, c.Format, c.Links); err != nil {
		return err
	}
	if limit, ok := failOn[c.FailOn]; ok && found.Worst() <= limit || found.NotCompared() {
		return errFound
	}
	return nil
}

// page writes the page of --html.
func (c *diffCommand) page(env *environment, found *compare.Comparison) error {
	if c.HTML == "" {
		return nil
	}
	data, err := found.Page()
	if err != nil {
		return err
	}
	if err := env.writeFile(env.path(c.HTML), data); err != nil {
		return fmt.Errorf("cannot write the page %s: %w", c.HTML, disk.Cause(err))
	}
	return nil
}

// values says how models are run.
func (c *diffCommand) values(env *environment) *compare.Values {
	options := interp.Options{Threads: int(c.Jobs), MaxMemory: int64(c.MaxMemory)}
	return &compare.Values{Options: options, Inputs: func(ports []model.Port) ([]value.Value, error) {
		given, err := env.givenInputs(c.Input, ports, c.MaxMemory)
		if err != nil {
			return nil, err
		}
		return env.madeUp(ports, given, c.Seed)
	}}
}

// checkLinks refuses what is no address, or could end the markup around it.
func (c *diffCommand) checkLinks() error {
	if c.Links == "" {
		return nil
	}
	if u, err := url.Parse(c.Links); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.ContainsAny(c.Links, "<> \t\r\n") {
		return fmt.Errorf("--links is an address, such as https://github.com/OWNER/NAME/blob/main, and not %q", c.Links)
	}
	if c.Format != "markdown" {
		return errors.New("--links is for --format markdown")
	}
	return nil
}
