package main

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/fraccheck/fraccheck/internal/compare"
)

type diffCommand struct {
	Old    string  `arg:"" name:"old" help:"A file, a directory, a git revision (REV, or REV:PATH for a part of it), or a report (.json) of cost or check."`
	New    string  `arg:"" name:"new" help:"What OLD is compared with, of the same kinds."`
	Jobs   threads `placeholder:"N" help:"How many threads work (default: one a processor)."`
	Format string  `enum:"text,short,json,github,markdown" default:"text" help:"How differences are written: text, short, json, github (annotations of a workflow) or markdown (a summary for a pull request)."`
	Links  string  `placeholder:"URL" help:"Where the files of NEW are shown, in front of their paths: lines of markdown lead there."`
	FailOn string  `name:"fail-on" enum:"error,warning,info,hint,never" default:"error" help:"The least severity of new findings and of regressions that makes the exit status 1."`
}

func (c *diffCommand) Run(env *environment) error {
	if err := c.checkLinks(); err != nil {
		return err
	}
	ctx, stop := env.interruptible()
	defer stop()
	r := &compare.Reader{Git: env.git(), Root: env.root(), Dir: env.dir, Jobs: int(c.Jobs), Stderr: env.Stderr}
	found, err := r.Compare(ctx, c.Old, c.New)
	switch {
	case ctx.Err() != nil: // whatever came of it
		return errInterrupted
	case err != nil:
		return err
	}
	if err := found.Write(&env.Console, c.Format, c.Links); err != nil {
		return err
	}
	if limit, ok := failOn[c.FailOn]; ok && found.Worst() <= limit {
		return errFound
	}
	return nil
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
