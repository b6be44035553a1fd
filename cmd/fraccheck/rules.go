package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/pattern/dfpattern"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

type rulesCommand struct {
	Import rulesImport `cmd:"" help:"Write the dataflow patterns of a Python program for TVM as rules."`
}

type rulesImport struct {
	File   string `arg:"" name:"file.py" help:"A program that builds patterns: a pattern table, callbacks, patterns with names; or - for standard input."`
	Output string `short:"o" placeholder:"FILE.fracrule" help:"Write the rules to a file instead of printing them."`
}

func (c *rulesImport) Run(env *environment) error {
	if c.Output != "" && !sourcefile.IsRules(c.Output) {
		return fmt.Errorf("-o %s: a file of rules ends in .fracrule", c.Output)
	}
	source, err := c.source(env)
	if err != nil {
		return err
	}
	r := dfpattern.Import(filepath.Base(c.File), source)
	lost := false
	for _, p := range r.Problems {
		kind := "warning"
		if p.Lost {
			kind, lost = "error", true
		}
		line, column := lineColumn(source, p.Start)
		fmt.Fprintf(env.Stderr, "%s:%d:%d: %s: %s\n", c.File, line, column, kind, console.Printable(p.Message))
	}
	if c.Output == "" {
		env.Stdout.WriteString(env.Program(r.Text))
	} else if err := env.interrupts.whole(func() error { return disk.Write(env.path(c.Output), []byte(r.Text)) }); err != nil {
		return fmt.Errorf("cannot write %s: %w", c.Output, disk.Cause(err))
	}
	fmt.Fprintf(env.Stderr, "fraccheck: %d of %s imported, %d with all that their checks ask\n",
		r.Imported, console.Count(r.Patterns, "pattern", "patterns"), r.Checks)
	switch {
	case r.Patterns == 0 && !lost:
		return errors.New("the file has no pattern that is read; `fraccheck help formats` says which are")
	case lost:
		return errTrouble
	case len(r.Problems) > 0:
		return errFound
	}
	return nil
}

func (c *rulesImport) source(env *environment) (string, error) {
	if c.File == "-" {
		data, err := disk.ReadStream(env.stdin, disk.Rules)
		return string(data), err
	}
	data, err := disk.Read(env.path(c.File), disk.Rules)
	if err != nil {
		return "", fmt.Errorf("cannot read %s: %w", c.File, disk.Cause(err))
	}
	return string(data), nil
}

// lineColumn counts lines, and columns in characters, from 1 on.
func lineColumn(text string, at int) (line, column int) {
	before := text[:min(at, len(text))]
	last := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, len([]rune(before[last:])) + 1
}
