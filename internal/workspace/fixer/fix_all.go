package fixer

import (
	"context"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// Fixed is what became of files after fixes were made, in memory.
type Fixed struct {
	Snapshot *workspace.Snapshot // holds the new texts
	Report   *workspace.Report   // what is found in them
	Before   map[string]*workspace.Source
	Applied  int                 // fixes that the new texts hold
	Clashing []workspace.Finding // fixes that are not made, since they change the same text as others
	Undone   []workspace.Finding // fixes that were taken back, since they added a finding
	Unasked  bool                // more fixes may be there: the work ended before they were looked at
}

// Texts are the texts that changed, by path.
func (m *Fixed) Texts() map[string]string {
	texts := map[string]string{}
	for path, before := range m.Before {
		if after, err := m.Snapshot.Source(path); err == nil && after.Text() != before.Text() {
			texts[path] = after.Text()
		}
	}
	return texts
}

// maxRounds bounds how often fixes are made and the result is checked again,
// should two fixes undo each other.
const maxRounds = 200

// What mending may read again, in bytes: so much in all, and so many times the files.
const (
	maxReread   = 3 << 20
	rereadTimes = 10
)

// maxDoubts is how many rounds that are undone a fix may be to blame for.
const maxDoubts = 2

// Options says which fixes All applies.
type Options struct {
	Most codes.Confidence // the least sure ones
	// Shown leaves out the findings that the user does not get to see, whose fixes are
	// not applied; nil where all are seen.
	Shown func(*workspace.Snapshot, []workspace.Finding) ([]workspace.Finding, error)
}

// All applies the fixes of findings in files: the safe ones, and the likely ones
// where that is asked for, but only of findings that have one fix; several are a
// question. In an item that has an error only errors are fixed: what looks unused or
// out of date there may be right when the error is gone.
//
// After each round everything is checked again, and a round that makes it worse is
// undone (see worsened). The fixes in items that are worse then are left for the
// end; where that blames none, the next round applies half as many.
//
// Safe fixes go first, all at once. Of the likely ones each item gets one a round:
// one may be the consequence of what another fixes.
func All(ctx context.Context, s *workspace.Snapshot, paths []string, fixing Options) (*Fixed, error) {
	m := &mender{ctx: ctx, paths: paths, Options: fixing, doubts: map[fixKey]int{}, limit: math.MaxInt}
	m.Snapshot, m.Before = s, map[string]*workspace.Source{}
	report, err := s.Check(ctx, paths)
	if err != nil {
		return nil, err
	}
	m.Report, m.left = report, maxReread+rereadTimes*lengths(report.Findings)
	for range maxRounds {
		chosen, err := m.choose()
		if err != nil {
			return nil, err
		}
		if len(chosen) == 0 {
			break
		}
		if m.left -= m.cost(chosen); m.left < 0 {
			m.Unasked = true
			break
		}
		if err := m.round(chosen); err != nil {
			return nil, err
		}
	}
	if len(m.Texts()) == 0 {
		m.Applied = 0 // they undid each other
	}
	return &m.Fixed, nil
}

type mender struct {
	Fixed
	Options
	ctx   context.Context
	paths []string
	limit int // how many fixes a round makes at most
	left  int // bytes that may be read again, see maxReread
	// doubts counts the undone rounds that fixes are blamed for; see maxDoubts.
	doubts map[fixKey]int
}

// A fixKey names a fix while the text around it changes.
type fixKey struct {
	itemOf
	code    codes.Code
	message string
	title   string
}

func keyOf(f *workspace.Finding) fixKey {
	return fixKey{itemOfFinding(f), f.Code, f.Message, f.Fixes[0].Title}
}

// lengths are the bytes of all files that findings are in.
func lengths(findings []workspace.Finding) (sum int) {
	met := map[*workspace.Source]bool{}
	for _, f := range findings {
		if !met[f.Source] {
			met[f.Source] = true
			sum += len(f.Source.Text())
		}
	}
	return sum
}

// cost is what a round reads again, in bytes: the items that change, and of their files
// what a look at all of it costs.
func (m *mender) cost(chosen []workspace.Finding) int {
	sum := lengths(chosen) / 4
	for _, f := range onePerItem(chosen) {
		sum += itemLength(&f)
	}
	return sum
}

// itemLength is the bytes of the item that a finding is in.
func itemLength(f *workspace.Finding) int {
	if f.Item < 0 {
		return 0
	}
	return len(f.Source.File.Item(f.Item).Text)
}

// choose lists the findings whose fixes are made next: those that are not doubted,
// and when there are none any more, the others.
func (m *mender) choose() (chosen []workspace.Finding, err error) {
	found := m.Report.Findings
	wrong := map[itemOf]bool{}
	for _, f := range found {
		wrong[itemOfFinding(&f)] = wrong[itemOfFinding(&f)] || f.Item >= 0 && f.Severity == codes.Error
	}
	if m.Shown != nil {
		if found, err = m.Shown(m.Snapshot, found); err != nil {
			return nil, err
		}
	}
	for doubts := 0; doubts < maxDoubts && len(chosen) == 0 && err == nil; doubts++ {
		chosen, err = m.chooseOf(only(found, func(f *workspace.Finding) bool {
			return len(f.Fixes) == 1 && m.makes(f) && m.doubts[keyOf(f)] <= doubts && (f.Severity == codes.Error || !wrong[itemOfFinding(f)])
		}))
	}
	return chosen[:min(m.limit, len(chosen))], err
}

// makes reports whether f is a finding with one fix whether it is sure enough and changes
// something.
func (m *mender) makes(f *workspace.Finding) bool {
	return f.Fixes[0].Confidence <= m.Most && changes(&f.Fixes[0])
}

// chooseOf chooses from findings with one fix. Those whose fixes touch are all tried, and
// so are the safe ones; of the others the first of each item that helps.
func (m *mender) chooseOf(wanted []workspace.Finding) ([]workspace.Finding, error) {
	adjacent := neighbours(wanted)
	eager, lazy := parted(wanted, func(i int, f *workspace.Finding) bool { return adjacent[i] || f.Fixes[0].Confidence == codes.Safe })
	offered, err := m.offered(eager, false)
	if err != nil {
		return nil, err
	}
	offered, m.Clashing = apart(offered)
	safe, likely := parted(offered, func(_ int, f *workspace.Finding) bool { return f.Fixes[0].Confidence == codes.Safe })
	if len(safe) > 0 {
		return safe, nil
	}
	firsts, err := m.offered(lazy, true)
	return onePerItem(slices.Concat(likely, firsts)), err
}

// offered are the findings whose fixes help; where firsts, the first one of each item.
func (m *mender) offered(findings []workspace.Finding, firsts bool) ([]workspace.Finding, error) {
	o := offering{most: min(maxTried, m.left), firsts: firsts}
	offered, err := offer(m.ctx, m.Snapshot, findings, &o)
	m.left -= int(o.spent.Load())
	return only(offered, func(f *workspace.Finding) bool { return len(f.Fixes) == 1 && m.makes(f) }), err
}

func only(findings []workspace.Finding, keep func(*workspace.Finding) bool) []workspace.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f workspace.Finding) bool { return !keep(&f) })
}

// parted are the findings that something is reported by their numbers, and the others.
func parted(findings []workspace.Finding, first func(int, *workspace.Finding) bool) (are, others []workspace.Finding) {
	for i, f := range findings {
		if first(i, &f) {
			are = append(are, f)
		} else {
			others = append(others, f)
		}
	}
	return are, others
}

// An itemOf names an item of a file.
type itemOf struct {
	path string
	item int
}

func itemOfFinding(f *workspace.Finding) itemOf { return itemOf{f.Source.Path, f.Item} }

// onePerItem are the first findings of each item.
func onePerItem(findings []workspace.Finding) []workspace.Finding {
	met := map[itemOf]bool{}
	return only(findings, func(f *workspace.Finding) bool {
		first := !met[itemOfFinding(f)]
		met[itemOfFinding(f)] = true
		return first
	})
}

// round makes fixes and looks at what they leave.
func (m *mender) round(chosen []workspace.Finding) error {
	texts, before := Apply(chosen), m.Snapshot
	for path := range texts {
		if m.Before[path] == nil {
			m.Before[path], _ = before.Source(path)
		}
	}
	next := before.With(texts)
	report, err := next.Check(m.ctx, m.paths)
	if err != nil {
		return err
	}
	if len(worsened(m.Report.Findings, report.Findings, func(f *workspace.Finding) string { return f.Source.Path })) > 0 {
		m.undo(chosen, report.Findings, next)
		return nil
	}
	m.Snapshot, m.Report = next, report
	m.Applied += len(chosen)
	if m.limit <= math.MaxInt/2 {
		m.limit *= 2
	}
	return nil
}

// undo goes on from before a round that added findings. Fixes in items that have more of
// them are doubted.
func (m *mender) undo(chosen, found []workspace.Finding, next *workspace.Snapshot) {
	worse := worsened(m.Report.Findings, found, itemOfFinding)
	blamed := onePerKey(only(chosen, func(f *workspace.Finding) bool { return worse[itemOfFinding(f)] && sameItems(f.Source, next) }))
	step := 1
	switch {
	case len(chosen) == 1:
		blamed, step = chosen, maxDoubts
	case len(blamed) == 0:
		m.limit = len(chosen) / 2
	}
	for _, f := range blamed {
		if m.doubts[keyOf(&f)] += step; m.doubts[keyOf(&f)] >= maxDoubts {
			m.Undone = append(m.Undone, f)
		}
	}
}

// onePerKey leaves out findings whose fixes are distinguished by their places alone.
func onePerKey(findings []workspace.Finding) []workspace.Finding {
	met := map[fixKey]bool{}
	return only(findings, func(f *workspace.Finding) bool {
		first := !met[keyOf(f)]
		met[keyOf(f)] = true
		return first
	})
}

// sameItems reports whether a file has as many items later, so that their numbers may be
// compared.
func sameItems(before *workspace.Source, later *workspace.Snapshot) bool {
	after, err := later.Source(before.Path)
	return err == nil && after.File.Len() == before.File.Len()
}

// worsened are the places that have more findings than before, or more of one code that
// is an error or a warning. At a place that has fewer errors only errors count: the other
// checks look at an item when it has no error, and what they find then was there before.
func worsened[P comparable](before, after []workspace.Finding, place func(*workspace.Finding) P) map[P]bool {
	type kind struct {
		at     P
		code   codes.Code // empty: of all
		errors bool       // of these alone
	}
	counts := map[kind]int{}
	count := func(f *workspace.Finding, n int) {
		at := place(f)
		counts[kind{at: at}] += n
		if f.Severity <= codes.Warning {
			counts[kind{at: at, code: f.Code}] += n
		}
		if f.Severity == codes.Error {
			counts[kind{at: at, errors: true}] += n
			counts[kind{at: at, code: f.Code, errors: true}] += n
		}
	}
	for i := range before {
		count(&before[i], -1)
	}
	for i := range after {
		count(&after[i], 1)
	}
	found := map[P]bool{}
	for k, n := range counts {
		if n > 0 && (k.errors || counts[kind{at: k.at, errors: true}] >= 0) {
			found[k.at] = true
		}
	}
	return found
}
