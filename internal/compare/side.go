package compare

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/output/bounds"
	"github.com/fraccheck/fraccheck/internal/revisions"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A diffSide is one of two versions. Files are named as both versions name them.
type diffSide struct {
	remarks []remark
	costs   map[definitionKey]*sideCost
	checked bool // remarks are known
	costed  bool // costs are

	absent   []absentPart
	texts    map[string]string   // by key; nil for a report, and for a single file
	snapshot *workspace.Snapshot // nil for a report
	files    workspace.Files
	programs map[string]string // the paths of programs and models, by key: "" for a single file
}

// model is the program or model of a key; its path is empty where the side has none.
func (s *diffSide) model(key string) modelFile {
	return modelFile{s.snapshot, s.files, s.programs[key]}
}

type definitionKey struct{ file, name string }

// A sideCost is what a definition costs in one version.
type sideCost struct {
	contract.Version
	file, name string
	at         output.Place
	theta      map[string]string
	reason     string // why something of it is not known
	cost       *cost.Cost
}

// A Reader reads the sides of a comparison.
type Reader struct {
	Git    *revisions.Finder
	Root   string // of the project
	Dir    string // that paths are relative to
	Jobs   int
	Stderr io.Writer
}

// sides reads both at once. A revision without a path is of the path that the other names.
func (r *Reader) sides(ctx context.Context, oldName, nowName string) (old, now *diffSide, err error) {
	err = both(func() (err error) { old, err = r.side(ctx, oldName, nowName); return err },
		func() (err error) { now, err = r.side(ctx, nowName, oldName); return err })
	return old, now, err
}

// both does two things at once, and returns the error of the first of them that has one.
func both(first, second func() error) error {
	failed := make(chan error, 1)
	go func() { failed <- second() }()
	if err := first(); err != nil {
		<-failed
		return err
	}
	return <-failed
}

// side reads one version: a report, a file or folder on the disk, or else a revision. In a bare
// repository HEAD is a file as well, and is meant as a revision.
func (r *Reader) side(ctx context.Context, arg, other string) (*diffSide, error) {
	path, info := r.onDisk(ctx, arg)
	switch {
	case info == nil:
		return r.revision(ctx, arg, other)
	case !info.IsDir() && strings.EqualFold(filepath.Ext(path), ".json"):
		return readReport(path, arg)
	}
	side, err := r.programs(ctx, workspace.Disk{}, r.Root, path, info.IsDir())
	if err == nil && info.IsDir() {
		side.absent = r.sparseFiles(ctx, path)
	}
	return side, err
}

// revision is a side in git: REV:PATH with a path from the repository's root.
func (r *Reader) revision(ctx context.Context, arg, other string) (*diffSide, error) {
	root := r.Root
	revision, path, given := strings.Cut(arg, ":")
	if revision == "" {
		return nil, fmt.Errorf("`%s` is neither a path nor a revision that git knows", console.Printable(arg))
	}
	files, err := r.Git.Files(ctx, root, revision)
	if err != nil {
		return nil, err
	}
	at := filepath.Join(root, filepath.FromSlash(path))
	if !given {
		at = r.samePath(ctx, other)
	}
	info, err := files.Stat(at)
	if err != nil {
		return nil, fmt.Errorf("`%s` has no program at %s", revision, filepath.ToSlash(at))
	}
	side, err := r.programs(ctx, files, root, at, info.IsDir())
	if err == nil {
		side.absent = absentModules(files, revision, root, at)
	}
	return side, err
}

// onDisk is what an argument names there; nil where that is nothing, or git's own: in a
// bare repository HEAD is a file.
func (r *Reader) onDisk(ctx context.Context, arg string) (path string, info os.FileInfo) {
	path = arg
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.Dir, path)
	}
	info, err := os.Stat(path)
	if err != nil || r.Git.OwnsPath(ctx, path) {
		return path, nil
	}
	return path, info
}

// samePath is where the other side is, if it is on the disk; else the whole repository.
func (r *Reader) samePath(ctx context.Context, other string) string {
	if path, info := r.onDisk(ctx, other); info != nil {
		return path
	}
	return r.Root
}

// programs is a side of a file or a directory. Files are named from there on, a single
// one not at all.
func (r *Reader) programs(ctx context.Context, files workspace.Files, root, at string, isDir bool) (*diffSide, error) {
	snapshot := workspace.Open(workspace.Options{Files: files, Root: root, Jobs: r.Jobs, Formats: readers.All})
	paths, err := snapshot.MatchAll(root, []string{at})
	if err != nil {
		return nil, err
	}
	snapshot = snapshot.Checking(paths)
	report, err := snapshot.Check(ctx, paths)
	if err != nil {
		return nil, err
	}
	s := &diffSide{costs: map[definitionKey]*sideCost{}, texts: map[string]string{}, checked: true, costed: true, snapshot: snapshot, files: files, programs: map[string]string{}}
	name := func(path string) string {
		if !isDir {
			return ""
		}
		if rel, err := filepath.Rel(at, path); err == nil {
			return filepath.ToSlash(rel)
		}
		return path
	}
	for _, f := range report.Findings {
		if f.Severity == codes.Hint {
			continue
		}
		found := remarkOf(f)
		found.key = name(f.Source.Path)
		s.remarks = append(s.remarks, found)
	}
	for _, path := range paths {
		if source, err := snapshot.Source(path); err == nil && isDir {
			s.texts[name(path)] = source.Text()
		}
		if sourcefile.IsRules(path) {
			continue
		}
		s.programs[name(path)] = path
		if err := s.addCosts(path, name(path)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// addCosts bounds the definitions of a file.
func (s *diffSide) addCosts(path, name string) error {
	costs, err := cost.All(s.snapshot, path, nil, bounds.Metrics["ops"].Wanted()...)
	if sourcefile.IsUnreadable(err) {
		return nil // which is a finding
	}
	if err != nil {
		return err
	}
	for i := range costs {
		cost := &costs[i]
		c := &sideCost{file: cost.Source.Name, name: cost.Name, at: output.PlaceOf(cost.Place), theta: map[string]string{}, reason: bounds.ReasonText(*cost, cost.Loss), cost: cost}
		c.Version = contract.Version{Bounds: map[string]string{}, Sizes: cost.Sizes, Where: cost.Where(), Extents: cost.Extents()}
		for _, m := range bounds.Metrics["ops"] {
			if text := cost.Text(m.Kind); text != "" {
				c.Bounds[m.Name], c.theta[m.Name] = text, cost.Order(m.Kind)
			}
		}
		s.costs[definitionKey{name, cost.Name}] = c
	}
	return nil
}

// A savedReport is the output of cost or check with --format json.
type savedReport struct {
	Definitions *[]bounds.Definition `json:"definitions"`
	Diagnostics *[]output.Diagnostic `json:"diagnostics"`
}

// readReport is a side that was saved.
func readReport(path, name string) (*diffSide, error) {
	text, err := disk.Read(path, disk.Reports)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, disk.Cause(err))
	}
	var saved savedReport
	if err := json.Unmarshal(text, &saved); err != nil {
		return nil, fmt.Errorf("%s is no report: %w", name, err)
	}
	if saved.Definitions == nil && saved.Diagnostics == nil {
		return nil, errors.New(name + " is no report of `fraccheck cost` or `fraccheck check` with --format=json")
	}
	s := &diffSide{costs: map[definitionKey]*sideCost{}, checked: saved.Diagnostics != nil, costed: saved.Definitions != nil}
	if saved.Diagnostics != nil {
		for _, d := range *saved.Diagnostics {
			if d.Severity != codes.Hint.String() {
				s.remarks = append(s.remarks, remark{Diagnostic: d, key: d.File})
			}
		}
	}
	if saved.Definitions != nil {
		for _, d := range *saved.Definitions {
			s.costs[definitionKey{d.File, d.Name}] = savedCost(d)
		}
	}
	return s, nil
}

// savedCost is a bound as a report has it.
func savedCost(d bounds.Definition) *sideCost {
	c := &sideCost{file: d.File, name: d.Name, at: output.Place{File: d.File, Range: d.Range}, theta: map[string]string{}, reason: "the report does not say why"}
	c.Version = contract.Version{Bounds: map[string]string{}, Sizes: d.Sizes, Where: d.Where}
	for name, b := range map[string]*bounds.Bound{"work": d.Work, "span": d.Span, "memory": d.Memory} {
		if b != nil {
			c.Bounds[name], c.theta[name] = b.Exact, "O("+b.Theta+")"
		}
	}
	if d.Unknown != nil {
		c.reason = d.Unknown.Reason
	}
	return c
}

// order is that of files, and of places in them.
func (s *diffSide) order(a, b definitionKey) int {
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(s.costs[a].at.Range.Start.Offset, s.costs[b].at.Range.Start.Offset), cmp.Compare(a.name, b.name))
}

// regression is the finding of a definition that got dearer, at its new place; false
// where the configuration does not want it.
func (s *diffSide) regression(dearer []costChange, was, is *sideCost) (remark, bool) {
	message := dearer[0].message()
	notes := []string{dearer[0].note()}
	for _, more := range dearer[1:] {
		notes = append(notes, more.message(), more.note())
	}
	if s.snapshot == nil {
		return remark{Diagnostic: output.Diagnostic{
			Place: is.at, Severity: codes.CostRegression.DefaultSeverity().String(), Code: codes.CostRegression, Message: message,
			Related: []output.Related{}, Fixes: []output.Fix{}, Data: map[string]any{"notes": notes},
		}}, true
	}
	f, wanted := cost.Regression(s.snapshot, is.cost, message, notes, s.raised(was, is, dearer[0].metric))
	return remarkOf(f), wanted
}

// raised are the calls that the new bound owes its leading term to, from the first one on that the old
// one did not: the chains of both versions begin at the definition, and where they part is what
// somebody changed. Where the new chain is a part of the old one, all of it is shown.
func (s *diffSide) raised(was, is *sideCost, m bounds.Metric) []workspace.Related {
	steps := is.cost.Steps(m.Kind)
	if was.cost == nil {
		return steps
	}
	before, now := was.cost.Bound.Why(m.Kind), is.cost.Bound.Why(m.Kind)
	same := 0
	for same < min(len(before), len(now)) && sameStep(before[same], now[same]) {
		same++
	}
	if same >= len(steps) {
		same = 0
	}
	return steps[same:]
}

// sameStep reports whether two versions owe their bounds to the same call, as far as its
// name tells.
func sameStep(a, b complexity.Step) bool {
	return a.Callee == b.Callee && a.Loops == b.Loops && a.Operator == b.Operator
}
