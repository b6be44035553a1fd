package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/convert"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// toFrac is what a model is converted to.
const toFrac = "frac"

// model writes a model as a program, and its constants beside it.
func (c *convertCommand) model(env *environment) error {
	if err := c.newFile("program", ": the constants of the model are written beside that file", sourcefile.ProgramEndings); err != nil {
		return err
	}
	ctx, stop := env.interruptible()
	defer stop()
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	if len(paths) != 1 {
		return fmt.Errorf("--to frac converts one model, and there are %d files", len(paths))
	}
	source, err := snapshot.Source(paths[0])
	if err != nil {
		return err
	}
	if source.Derived() == "" {
		return fmt.Errorf("%s is no model and no program in another language; --to frac takes a file that ends in %s", source.Name,
			strings.Join(slices.Concat(sourcefile.ModelEndings, sourcefile.TranslatedEndings), ", "))
	}
	if err := c.sound(ctx, env, snapshot, paths); err != nil {
		return err
	}
	if source.Model == nil {
		return env.writeTranslation(ctx, snapshot, source, env.path(c.Output))
	}
	if m := source.Model; len(m.LeftOut) > 0 {
		node := m.Nodes[m.LeftOut[0]]
		why := "the types of its results are not known; declare them in value_info"
		if len(m.Refused) > 0 {
			why = m.Refused[0]
		}
		return fmt.Errorf("%s is not converted: a program of it would leave out the node %q (%s): %s", source.Name, node.Name, node.Op, why)
	}
	return env.writeModel(ctx, snapshot, source, env.path(c.Output))
}

// writeModel writes the constants first: a program that is there is whole.
func (env *environment) writeModel(ctx context.Context, s *workspace.Snapshot, source *workspace.Source, program string) error {
	constants := strings.TrimSuffix(program, filepath.Ext(program)) + ".npz"
	file, err := convert.Model(ctx, s, source.Path, program, filepath.Base(constants))
	if err != nil {
		return err
	}
	if file.HasConstants() {
		if err := env.replaceable(program, constants); err != nil {
			return err
		}
		err := env.interrupts.whole(func() error {
			return disk.WriteStream(constants, func(w io.Writer) error { return file.WriteConstants(w) })
		})
		if err != nil {
			return fmt.Errorf("cannot write the constants of %s to %s: %w", source.Name, s.Name(constants), disk.Cause(err))
		}
	}
	err = env.interrupts.whole(func() error { return disk.Write(program, []byte(file.Text)) })
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", s.Name(program), disk.Cause(err))
	}
	return env.checkWritten(ctx, s, program)
}

// writeTranslation writes the program that represents a text in another language.
func (env *environment) writeTranslation(ctx context.Context, s *workspace.Snapshot, source *workspace.Source, program string) error {
	err := env.interrupts.whole(func() error { return disk.Write(program, []byte(format.Text(program, source.Text()))) })
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", s.Name(program), disk.Cause(err))
	}
	return env.checkWritten(ctx, s, program)
}

// replaceable refuses to replace an .npz file of somebody else: -o names the program, and the
// file beside it is replaced only if that program names it already.
func (env *environment) replaceable(program, constants string) error {
	if _, err := os.Lstat(constants); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if text, err := disk.Read(program, disk.Programs); err == nil {
		name, ok := sourcefile.New(program, program, string(text)).ConstantsFile()
		if ok && name == filepath.Base(constants) {
			return nil
		}
	}
	return fmt.Errorf("%s is there already, and %s does not name it as its constants; move it away, or choose another -o",
		filepath.Base(constants), filepath.Base(program))
}

// checkWritten reports what is wrong with a program that was written: operators that are not
// ONNX's, which a model may have and the language does not.
func (env *environment) checkWritten(ctx context.Context, s *workspace.Snapshot, program string) error {
	report, err := s.Reload(program).Check(ctx, []string{program})
	if err != nil {
		return err
	}
	errs := errorsOf(report)
	if len(errs.Findings) == 0 {
		return nil
	}
	for _, f := range errs.Findings[:min(len(errs.Findings), 20)] {
		fmt.Fprintln(env.Stderr, output.ShortLine(&f))
	}
	return errFound
}
