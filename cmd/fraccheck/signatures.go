package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/batch"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/internal/workspace/signature"
)

// signatureFlags say what is in place of imported files, and what is given to those
// that import the checked ones.
type signatureFlags struct {
	Signatures     []string `sep:"none" placeholder:"FILE" help:"Know imported programs by the signatures in this file, which --emit-signatures wrote, and not by their texts; may be given several times."`
	EmitSignatures string   `name:"emit-signatures" placeholder:"FILE" help:"Write what the checked programs show to those that import them into this file."`
}

// apart reports whether a check reads or writes signatures.
func (f *signatureFlags) apart() bool { return len(f.Signatures) > 0 || f.EmitSignatures != "" }

// checkSignatures refuses flags that do not go together.
func (c *checkCommand) checkSignatures() error {
	if !c.apart() {
		return nil
	}
	flag := "--signatures"
	if c.EmitSignatures != "" {
		flag = "--emit-signatures"
	}
	switch {
	case c.Execute && len(c.Signatures) > 0:
		return errors.New("--execute runs the functions that are imported, and with --signatures there are no bodies to run; leave one of the two out")
	case c.Fix > 0:
		return fmt.Errorf("--fix and --diff try other texts than the signatures would be of; leave them or %s out", flag)
	case c.Watch:
		return fmt.Errorf("--watch checks again with the same signatures, whatever changes; leave it or %s out", flag)
	case c.ChangedSince != nil:
		return fmt.Errorf("--changed-since must read all that is imported, and chooses files; leave it or %s out", flag)
	case c.EmitSignatures != "" && slices.Contains(c.Paths, "-"):
		return errors.New("nobody can import standard input; leave it or --emit-signatures out")
	}
	return nil
}

// readSignatures reads the files of signatures; nil where none are named.
func (c *checkCommand) readSignatures(env *environment) (*workspace.Signed, error) {
	if len(c.Signatures) == 0 {
		return nil, nil
	}
	build, err := buildName()
	if err != nil {
		return nil, err
	}
	var files []*signature.File
	for _, name := range c.Signatures {
		text, err := disk.Read(env.path(name), disk.Signatures)
		if err != nil {
			return nil, fmt.Errorf("cannot read the signatures in %s: %w", console.Printable(name), disk.Cause(err))
		}
		file, err := signature.Read(filepath.ToSlash(name), string(text), build)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return workspace.NewSigned(env.root(), files)
}

// checkApart checks files with signatures in place of texts, or to give theirs away.
func (c *checkCommand) checkApart(env *environment, snapshot *workspace.Snapshot, paths []string, progress *progress) (*workspace.Report, error) {
	if c.EmitSignatures != "" {
		snapshot = snapshot.Showing(paths)
	}
	ctx := context.Background()
	report, err := snapshot.Check(ctx, paths)
	if err != nil {
		return nil, err
	}
	if report.Findings, err = fixer.Offer(ctx, snapshot, report.Findings); err != nil {
		return nil, err
	}
	if err := c.emit(ctx, env, snapshot, paths); err != nil {
		return nil, err
	}
	if c.Verbose {
		progress.end()
		writeUncached(env, batch.Counts{Checked: len(paths)}, "it keeps nothing of checks with signatures")
	}
	return report, nil
}

// emit writes the signatures of files, where that is wanted.
func (c *checkCommand) emit(ctx context.Context, env *environment, snapshot *workspace.Snapshot, paths []string) error {
	if c.EmitSignatures == "" {
		return nil
	}
	build, err := buildName()
	if err != nil {
		return err
	}
	programs, err := snapshot.Signatures(ctx, paths)
	if err != nil {
		return err
	}
	if err := env.writeFile(env.path(c.EmitSignatures), []byte(signature.Write(build, programs))); err != nil {
		return fmt.Errorf("cannot write the signatures to %s: %w", console.Printable(c.EmitSignatures), disk.Cause(err))
	}
	return nil
}
