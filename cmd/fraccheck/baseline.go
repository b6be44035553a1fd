package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/revisions"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/baseline"
)

// baselineFlag says which findings are known already.
type baselineFlag struct {
	Baseline string `placeholder:"FILE" help:"Leave out the diagnostics that a baseline lists (instead of the one that fraccheck.toml names)."`
}

// baselineFlags say besides which are from now on.
type baselineFlags struct {
	baselineFlag
	WriteBaseline string `name:"write-baseline" placeholder:"FILE" help:"Write the diagnostics into a baseline; they are known from then on."`
}

// checkBaseline refuses flags that do not go together.
func (c *checkCommand) checkBaseline() error {
	switch {
	case c.WriteBaseline == "":
		return nil
	case c.Baseline != "":
		return errors.New("--write-baseline writes all diagnostics, whatever --baseline lists; leave one of the two out")
	case c.Diff:
		return errors.New("--diff writes nothing; leave --write-baseline out")
	case c.Watch:
		return errors.New("--write-baseline with --watch would take every new diagnostic for a known one; leave one of the two out")
	}
	return nil
}

// sift leaves out of a report what baselines know, after a new one was written if that
// is wanted, and names entries that are of no use any more.
func (c *checkCommand) sift(ctx context.Context, env *environment, s *workspace.Snapshot, paths []string, report *workspace.Report) (err error) {
	b := newBaselines(env, s, paths)
	b.sparse = sync.OnceValue(func() map[string]bool { return env.git().SparseNames(ctx, s.Root()) })
	switch {
	case c.WriteBaseline != "":
		err = b.write(c.WriteBaseline, c.shown(report).Findings)
	case c.Baseline != "":
		err = b.use(c.Baseline)
	}
	if err != nil {
		return err
	}
	if err := b.sift(report); err != nil {
		return err
	}
	if report.Known > 0 && (c.Format == "short" || c.Format == "github") { // the others have it
		fmt.Fprintf(env.Stderr, "fraccheck: not shown: %s\n", output.KnownText(report.Known))
	}
	b.reportUnused()
	return nil
}

// siftKnown leaves out of a report of some checks what baselines know. Of entries that are
// not found nothing is said: other checks may find them.
func (c *baselineFlag) siftKnown(env *environment, s *workspace.Snapshot, paths []string, report *workspace.Report) error {
	err := c.withoutKnown(env, s, paths, report)
	if err == nil && report.Known > 0 {
		fmt.Fprintf(env.Stderr, "fraccheck: not shown: %s\n", output.KnownText(report.Known))
	}
	return err
}

// withoutKnown leaves out of a report what baselines know, and says nothing.
func (c *baselineFlag) withoutKnown(env *environment, s *workspace.Snapshot, paths []string, report *workspace.Report) error {
	b := newBaselines(env, s, paths)
	if c.Baseline != "" {
		if err := b.use(c.Baseline); err != nil {
			return err
		}
	}
	return b.sift(report)
}

// sift leaves out what is known.
func (b *baselines) sift(report *workspace.Report) error {
	for _, path := range b.paths {
		if _, err := b.of(path); err != nil {
			return err
		}
	}
	fresh := []workspace.Finding{}
	for i := range report.Findings {
		f := &report.Findings[i]
		filter, err := b.of(f.Source.Path)
		if err != nil {
			return err
		}
		if filter == nil || !filter.Knows(f) {
			fresh = append(fresh, *f)
		}
	}
	report.Known, report.Findings = len(report.Findings)-len(fresh), fresh
	return nil
}

// mostLeft is how many entries of no use are named.
const mostLeft = 5

// reportUnused names entries to which no diagnostic belongs any more.
func (b *baselines) reportUnused() {
	for _, filter := range b.inUse() {
		left := slices.DeleteFunc(filter.Left(), func(k baseline.Entry) bool { return !b.decided(filter.PathOf(k)) })
		if len(left) == 0 {
			continue
		}
		name := console.Printable(filter.Name)
		fmt.Fprintf(b.env.Stderr, "fraccheck: %s lists what is not found any more; `fraccheck --write-baseline %s PATH…` writes it anew:\n", name, name)
		for _, k := range left[:min(mostLeft, len(left))] {
			fmt.Fprintln(b.env.Stderr, "  "+leftLine(b.snapshot.Name(filter.PathOf(k)), k))
		}
		if more := len(left) - mostLeft; more > 0 {
			fmt.Fprintf(b.env.Stderr, "  and %d more\n", more)
		}
	}
}

// leftLine is an entry in words.
func leftLine(file string, k baseline.Entry) string {
	in := ""
	if k.Definition != "" {
		in = " in " + console.Printable(k.Definition)
	}
	times := ""
	if k.Count > 1 {
		times = fmt.Sprintf(" (%d times)", k.Count)
	}
	return fmt.Sprintf("%s: %s%s: %s%s", console.Printable(filepath.ToSlash(file)), console.Printable(string(k.Code)), in, console.OneLine(k.Message), times)
}

// baselines are those that the configurations of files name, or the one that the command
// line does.
type baselines struct {
	env      *environment
	snapshot *workspace.Snapshot
	paths    []string               // that were checked
	checked  map[string]bool        // the same
	only     *filter                // nil where the configurations tell
	filters  map[string]*filter     // by the path of the baseline
	sparse   func() map[string]bool // what a sparse checkout leaves out, from the repository's root
}

// A filter is a baseline and what it has met.
type filter struct {
	*baseline.Baseline
	*baseline.Filter
}

func newBaselines(env *environment, s *workspace.Snapshot, paths []string) *baselines {
	b := &baselines{env: env, snapshot: s, paths: paths, checked: map[string]bool{}, filters: map[string]*filter{}}
	for _, path := range paths {
		b.checked[path] = true
	}
	return b
}

// of is the baseline of a file; nil for none.
func (b *baselines) of(path string) (*filter, error) {
	if b.only != nil {
		return b.only, nil
	}
	config, err := b.snapshot.Config(path)
	if err != nil || config.Baseline == "" {
		return nil, err
	}
	if there, ok := b.filters[config.Baseline]; ok {
		return there, nil
	}
	name := b.snapshot.Name(config.Baseline)
	read, err := readBaseline(config.Baseline, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, config.BaselineFault(noBaseline(name))
	}
	if err != nil {
		return nil, err
	}
	b.filters[config.Baseline] = &filter{read, read.Filter()}
	return b.filters[config.Baseline], nil
}

// inUse are the baselines that were asked for, in the order of their paths.
func (b *baselines) inUse() []*filter {
	if b.only != nil {
		return []*filter{b.only}
	}
	var all []*filter
	for _, path := range slices.Sorted(maps.Keys(b.filters)) {
		all = append(all, b.filters[path])
	}
	return all
}

// use takes one baseline for all files.
func (b *baselines) use(name string) error {
	read, err := readBaseline(b.env.path(name), name)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New(noBaseline(name))
	}
	if err != nil {
		return err
	}
	b.only = &filter{read, read.Filter()}
	return nil
}

func readBaseline(path, name string) (*baseline.Baseline, error) {
	text, err := disk.Read(path, disk.Baselines)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, disk.Cause(err))
	}
	return baseline.Parse(path, name, text)
}

func noBaseline(name string) string {
	return fmt.Sprintf("there is no baseline %s; `fraccheck --write-baseline %s PATH…` makes it", name, name)
}

// write makes a baseline of findings and takes it for all files. What an earlier one
// lists of files that are there and were not checked now stays.
func (b *baselines) write(name string, findings []workspace.Finding) error {
	next := baseline.New(b.env.path(name), filepath.ToSlash(name))
	next.Add(findings)
	fresh := next.Len()
	if err := b.keep(next); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Dir(next.Path)); err != nil {
		return fmt.Errorf("cannot write %s: its folder: %w", name, disk.Cause(err))
	}
	if err := b.env.writeFile(next.Path, next.Text()); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, disk.Cause(err))
	}
	kept := ""
	if n := next.Len() - fresh; n > 0 {
		kept = fmt.Sprintf(", and %d that it had of files that were not checked now", n)
	}
	fmt.Fprintf(b.env.Stderr, "fraccheck: wrote %s with %s%s\n", console.Printable(next.Name), console.Count(fresh, "diagnostic", "diagnostics"), kept)
	b.only = &filter{next, next.Filter()}
	return nil
}

// keep adds what the file of a baseline lists of files on which nothing was decided now.
func (b *baselines) keep(next *baseline.Baseline) error {
	earlier, err := readBaseline(next.Path, next.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w; it was left as it is", err)
	}
	next.AddKnown(slices.DeleteFunc(earlier.Known, func(k baseline.Entry) bool { return b.decided(earlier.PathOf(k)) }))
	return nil
}

// decided reports whether a file was checked, or is not there any more and not for a sparse
// checkout: what a baseline lists of it and nothing found is of no use.
func (b *baselines) decided(path string) bool {
	if b.checked[path] {
		return true
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	key, err := revisions.KeyFrom(b.snapshot.Root(), path)
	return err != nil || !b.sparse()[key]
}
