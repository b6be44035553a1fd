package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/workspace"
)

// A fixFlag is `--fix` or `--fix=likely`: how sure fixes are that are made.
type fixFlag codes.Confidence

// IsBool lets the flag stand without a value.
func (fixFlag) IsBool() bool { return true }

// fixLevels are the values of the flag.
var fixLevels = map[string]codes.Confidence{
	"true": codes.Safe, "safe": codes.Safe, "likely": codes.Likely, "false": codes.Unsaid,
}

// Decode reads the value, if one stands behind an equals sign.
func (f *fixFlag) Decode(ctx *kong.DecodeContext) error {
	level := "safe"
	if token := ctx.Scan.Peek(); token.Type == kong.FlagValueToken {
		level = fmt.Sprint(ctx.Scan.Pop().Value)
	}
	confidence, ok := fixLevels[level]
	if !ok {
		return fmt.Errorf("--fix is `safe` or `likely`, and not %q", level)
	}
	*f = fixFlag(confidence)
	return nil
}

// mend makes the fixes of findings, and writes the files that change, or with
// --diff what would change in them. It gives what is found then.
func (c *checkCommand) mend(env *environment, snapshot *workspace.Snapshot, paths []string) (*workspace.Mended, error) {
	mended, err := snapshot.Mend(context.Background(), paths, codes.Confidence(c.Fix))
	if err != nil {
		return nil, err
	}
	if c.Diff {
		writeFixDiff(env, mended)
	} else if err := writeTexts(mended); err != nil {
		return nil, err
	}
	if mended.Report.Findings, err = mended.Snapshot.Offer(context.Background(), mended.Report.Findings); err != nil {
		return nil, err
	}
	c.tellFixes(env, mended)
	return mended, nil
}

// tellFixes counts the fixes that changed something, and names those that were
// not made.
func (c *checkCommand) tellFixes(env *environment, m *workspace.Mended) {
	done := "applied"
	if c.Diff {
		done = "would be applied"
	}
	if m.Applied > 0 {
		fmt.Fprintf(env.stderr, "fraccheck: %s %s in %s\n",
			count(m.Applied, "fix", "fixes"), done, count(len(m.Texts()), "file", "files"))
	}
	for _, f := range m.Clashing {
		fmt.Fprintf(env.stderr, "fraccheck: %s: the fix of this %s is left to you: another one changes the same text\n", at(f.Place), f.Code)
	}
	for _, f := range m.Undone {
		fmt.Fprintf(env.stderr, "fraccheck: %s: the fix of this %s was taken back: more was found after it\n", at(f.Place), f.Code)
	}
	if n := len(guesses(m.Report.Findings)); n > 0 && codes.Confidence(c.Fix) < codes.Likely {
		fmt.Fprintf(env.stderr, "fraccheck: %s at what was meant; --fix=likely applies guesses too\n", count(n, "more fix is a guess", "more fixes are guesses"))
	}
}

// guesses are the findings that have a likely fix.
func guesses(findings []workspace.Finding) []workspace.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f workspace.Finding) bool {
		return len(f.Fixes) != 1 || f.Fixes[0].Confidence != codes.Likely
	})
}

// writeFixDiff prints what fixes change, in the order of the files' names.
func writeFixDiff(env *environment, m *workspace.Mended) {
	texts := m.Texts()
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		before := m.Before[path]
		patch := diff.Diff("a/"+before.Name, []byte(before.Text), "b/"+before.Name, []byte(texts[path]))
		_, patch, _ = bytes.Cut(patch, []byte("\n")) // the line `diff a b`
		env.stdout.Write(patch)
	}
}

func writeTexts(m *workspace.Mended) error {
	for path, text := range m.Texts() {
		before := m.Before[path]
		if err := replaceFile(path, before.Encoded(text)); err != nil {
			return fmt.Errorf("cannot write %s: %w", before.Name, err)
		}
	}
	return nil
}

// replaceFile puts a new text in a file's place at once: whoever reads it sees
// the old text or the new one.
func replaceFile(path, text string) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	temporary, err := writeBeside(path, text, info.Mode().Perm())
	if err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		os.Remove(temporary)
		return err
	}
	return nil
}

func writeBeside(path, text string, mode os.FileMode) (string, error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".fraccheck-*")
	if err != nil {
		return "", err
	}
	_, err = file.WriteString(text)
	for _, finish := range []func() error{func() error { return file.Chmod(mode) }, file.Sync, file.Close} {
		if problem := finish(); err == nil {
			err = problem
		}
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return file.Name(), err
}
