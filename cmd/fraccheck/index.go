package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/scip"
)

// indexCommand writes an index for code browsers.
type indexCommand struct {
	input
	Scip    bool   `help:"In the format SCIP, which is the only one and need not be said." default:"true"`
	Output  string `short:"o" placeholder:"FILE" default:"index.scip" help:"Where the index goes (default: index.scip); - for standard output."`
	Project string `placeholder:"NAME" help:"The name of the project in symbols (default: that of its directory)."`
}

func (c *indexCommand) Run(env *environment) error {
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	o := scip.Options{
		Snapshot: snapshot, Paths: paths, Root: snapshot.Root(), Project: c.Project, Version: config.Version(), Operators: table.Default(),
	}
	if o.Project == "" {
		o.Project = filepath.Base(o.Root)
	}
	var index bytes.Buffer
	if err := scip.Write(context.Background(), &index, o); err != nil {
		return err
	}
	if c.Output == "-" {
		_, err := os.Stdout.Write(index.Bytes())
		return err
	}
	if err := env.writeFile(env.path(c.Output), index.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "fraccheck: %s indexed in %s, %s\n", console.Count(len(paths), "file", "files"), console.Printable(c.Output), disk.Size(int64(index.Len())))
	return nil
}
