package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/alecthomas/kong"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
)

// A fixFlag is `--fix` or `--fix=likely`: how sure fixes are that are made.
type fixFlag codes.Confidence

// IsBool lets the flag stand without a value.
func (fixFlag) IsBool() bool { return true }

// fixLevels are the values of the flag.
var fixLevels = map[string]codes.Confidence{
	"true": codes.Safe, "safe": codes.Safe, "likely": codes.Likely, "false": codes.Unsaid,
}

// Decode reads the value, if one follows an equals sign.
func (f *fixFlag) Decode(ctx *kong.DecodeContext) error {
	level := "safe"
	if token := ctx.Scan.Peek(); token.Type == kong.FlagValueToken {
		level = fmt.Sprint(ctx.Scan.Pop().Value)
	}
	confidence, ok := fixLevels[level]
	if !ok {
		return fmt.Errorf("the level of fixes is `safe` or `likely`, and not %q", level)
	}
	*f = fixFlag(confidence)
	return nil
}

// applyFixes makes the fixes of findings, and writes the files that change, or with
// --diff what would change in them. It gives what is found then.
func (c *checkCommand) applyFixes(ctx context.Context, env *environment, snapshot *workspace.Snapshot, paths []string) (*fixer.Fixed, error) {
	fixed, err := c.applyAndSave(ctx, env, snapshot, paths)
	if err != nil {
		return nil, err
	}
	if c.Diff {
		writeFixDiff(env, fixed)
	}
	if fixed.Report.Findings, err = fixer.Offer(ctx, fixed.Snapshot, fixed.Report.Findings); err != nil {
		return nil, err
	}
	c.reportFixes(env, fixed)
	return fixed, nil
}

// applyAndSave makes fixes and writes them. Of files that another program saved meanwhile the
// fixes are made anew; the others have theirs by then.
func (c *checkCommand) applyAndSave(ctx context.Context, env *environment, snapshot *workspace.Snapshot, paths []string) (*fixer.Fixed, error) {
	applied := 0
	shown := func(s *workspace.Snapshot, found []workspace.Finding) ([]workspace.Finding, error) {
		report := &workspace.Report{Findings: found}
		err := c.withoutKnown(env, s, paths, report)
		return c.shown(report).Findings, err
	}
	for left := saves; ; left-- {
		fixed, err := fixer.All(ctx, snapshot, paths, fixer.Options{Most: codes.Confidence(c.Fix), Shown: shown})
		if err != nil || c.Diff {
			return fixed, err
		}
		applied += fixed.Applied
		changed, err := env.writeTexts(fixed)
		if err != nil {
			return nil, err
		}
		if len(changed) == 0 {
			fixed.Applied = applied
			return fixed, nil
		}
		if left == 0 {
			return nil, fmt.Errorf("cannot write %s: %w", snapshot.Name(changed[0]), disk.ErrChanged)
		}
		snapshot = snapshot.Reload(slices.Concat(changed, slices.Collect(maps.Keys(fixed.Texts())))...)
	}
}

// reportFixes counts the fixes that changed something, and names those that were
// not made.
func (c *checkCommand) reportFixes(env *environment, m *fixer.Fixed) {
	done := "applied"
	if c.Diff {
		done = "would be applied"
	}
	if m.Applied > 0 {
		fmt.Fprintf(env.Stderr, "fraccheck: %s %s in %s\n",
			console.Count(m.Applied, "fix", "fixes"), done, console.Count(len(m.Texts()), "file", "files"))
	}
	if m.Unasked {
		fmt.Fprintln(env.Stderr, "fraccheck: not all fixes were tried, because the text is large; run the command again to continue")
	}
	for _, f := range m.Clashing {
		fmt.Fprintf(env.Stderr, "fraccheck: %s: the fix of this %s is left to you: another one changes the same text\n", output.At(f.Place), f.Code)
	}
	for _, f := range m.Undone {
		fmt.Fprintf(env.Stderr, "fraccheck: %s: the fix of this %s was taken back: more was found after it\n", output.At(f.Place), f.Code)
	}
	if n := len(guesses(m.Report.Findings)); n > 0 && codes.Confidence(c.Fix) < codes.Likely {
		fmt.Fprintf(env.Stderr, "fraccheck: %s at what was meant; --fix=likely applies guesses too\n", console.Count(n, "more fix is a guess", "more fixes are guesses"))
	}
}

// guesses are the findings that have a likely fix.
func guesses(findings []workspace.Finding) []workspace.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f workspace.Finding) bool {
		return len(f.Fixes) != 1 || f.Fixes[0].Confidence != codes.Likely
	})
}

// writeFixDiff prints what fixes change, in the order of the files' names.
func writeFixDiff(env *environment, m *fixer.Fixed) {
	texts := m.Texts()
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		output.WritePatch(&env.Console, m.Before[path], texts[path])
	}
}

// writeTexts saves what changed, and gives the paths of what another program saved
// meanwhile.
func (env *environment) writeTexts(m *fixer.Fixed) (changed []string, err error) {
	for path, text := range m.Texts() {
		err := env.save(m.Before[path], text)
		switch {
		case errors.Is(err, disk.ErrChanged):
			changed = append(changed, path)
		case err != nil:
			return nil, err
		}
	}
	return changed, nil
}
