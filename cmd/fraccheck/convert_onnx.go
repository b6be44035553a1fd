package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/convert"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// toONNX is what a program is exported to.
const toONNX = "onnx"

// onnx writes a program as a model. Nothing is written of a program that is refused.
func (c *convertCommand) onnx(env *environment) error {
	if err := c.newFile("model", "", sourcefile.ModelEndings); err != nil {
		return err
	}
	ctx, stop := env.interruptible()
	defer stop()
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	if len(paths) != 1 {
		return fmt.Errorf("--to onnx exports one program, and there are %d files", len(paths))
	}
	if err := c.sound(ctx, env, snapshot, paths); err != nil {
		return err
	}
	out := env.path(c.Output)
	file, refused, err := convert.ONNX(ctx, snapshot, paths[0], out)
	if err != nil {
		return err
	}
	if refused != nil {
		fmt.Fprintf(env.Stderr, "%s: not exported: %s\n", output.At(refused.Place), console.Printable(refused.Message))
		return errFound
	}
	return env.writeONNX(snapshot, out, file)
}

// writeONNX writes the file of a model.
func (env *environment) writeONNX(s *workspace.Snapshot, path string, file []byte) error {
	if err := env.interrupts.whole(func() error { return disk.Write(path, file) }); err != nil {
		return fmt.Errorf("cannot write %s: %w", s.Name(path), disk.Cause(err))
	}
	return nil
}
