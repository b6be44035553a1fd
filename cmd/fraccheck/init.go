package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
)

// template is a fraccheck.toml in which every key is explained and nothing is
// changed.
//
//go:embed template.toml
var template string

type initCommand struct {
	Dir string `arg:"" optional:"" complete:"folders" default:"." help:"The folder to configure (default: this one)."`
}

func (c *initCommand) Run(env *environment) error {
	name := filepath.ToSlash(filepath.Join(c.Dir, config.FileName))
	err := env.interrupts.whole(func() error { return disk.Create(env.path(name), []byte(template)) })
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists already; it was left unchanged", name)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, disk.Cause(err))
	}
	fmt.Fprintf(env.Stdout, "wrote %s; all in it is a comment until you say otherwise\n", name)
	return nil
}
