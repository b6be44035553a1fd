package workspace

import (
	"context"
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/codes"
)

// Mended is what became of files after fixes were made, in memory.
type Mended struct {
	Snapshot *Snapshot // holds the new texts
	Report   *Report   // what is found in them
	Before   map[string]*Source
	Applied  int       // fixes that the new texts hold
	Clashing []Finding // fixes that are not made, since they change the same text as others
	Undone   []Finding // fixes that were taken back, since they added a finding
}

// Texts are the texts that changed, by path.
func (m *Mended) Texts() map[string]string {
	texts := map[string]string{}
	for path, before := range m.Before {
		if after, err := m.Snapshot.Source(path); err == nil && after.Text != before.Text {
			texts[path] = after.Text
		}
	}
	return texts
}

// maxRounds bounds how often fixes are made and the result is checked again,
// should two fixes undo each other.
const maxRounds = 200

// Mend makes the fixes of findings in files: the safe ones, and the likely ones
// where most says so, but only of findings that have one fix; several are a
// question. After each round everything is checked again, and a round that adds a
// finding is undone; from then on each fix has a round of its own.
//
// Safe fixes go first, all at once. Of the likely ones each item gets one a round:
// one may be the consequence of what another mends.
func (s *Snapshot) Mend(ctx context.Context, paths []string, most codes.Confidence) (*Mended, error) {
	m := &mender{ctx: ctx, paths: paths, most: most, refused: map[fixKey]bool{}}
	m.Snapshot, m.Before = s, map[string]*Source{}
	report, err := s.Check(ctx, paths)
	if err != nil {
		return nil, err
	}
	m.Report = report
	for range maxRounds {
		chosen, err := m.choose()
		if err != nil {
			return nil, err
		}
		if len(chosen) == 0 {
			break
		}
		if err := m.round(chosen); err != nil {
			return nil, err
		}
	}
	if len(m.Texts()) == 0 {
		m.Applied = 0 // they undid each other
	}
	return &m.Mended, nil
}

type mender struct {
	Mended
	ctx     context.Context
	paths   []string
	most    codes.Confidence
	careful bool // a round was undone: fixes are made one by one
	refused map[fixKey]bool
}

// A fixKey names a fix while the text around it changes.
type fixKey struct {
	path    string
	code    codes.Code
	message string
	title   string
}

func keyOf(f *Finding) fixKey { return fixKey{f.Source.Path, f.Code, f.Message, f.Fixes[0].Title} }

// choose lists the findings whose fixes are made next.
func (m *mender) choose() ([]Finding, error) {
	offered, err := m.Snapshot.Offer(m.ctx, only(m.Report.Findings, func(f *Finding) bool {
		return len(f.Fixes) == 1 && f.Fixes[0].Confidence <= m.most && !m.refused[keyOf(f)]
	}))
	if err != nil {
		return nil, err
	}
	offered = only(offered, func(f *Finding) bool {
		return len(f.Fixes) == 1 && f.Fixes[0].Confidence <= m.most && f.Fixes[0].changes()
	})
	offered, m.Clashing = apart(offered)
	chosen := only(offered, func(f *Finding) bool { return f.Fixes[0].Confidence == codes.Safe })
	if len(chosen) == 0 {
		chosen = onePerItem(offered)
	}
	if m.careful {
		chosen = chosen[:min(1, len(chosen))]
	}
	return chosen, nil
}

func only(findings []Finding, keep func(*Finding) bool) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return !keep(&f) })
}

// onePerItem are the first findings of each item.
func onePerItem(findings []Finding) []Finding {
	type itemOf struct {
		source *Source
		item   int
	}
	met := map[itemOf]bool{}
	return only(findings, func(f *Finding) bool {
		at := itemOf{f.Source, f.Item}
		first := !met[at]
		met[at] = true
		return first
	})
}

// round makes fixes and looks at what they leave.
func (m *mender) round(chosen []Finding) error {
	texts, before := ApplyFixes(chosen), m.Snapshot
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
	if !adds(m.Report.Findings, report.Findings) {
		m.Snapshot, m.Report = next, report
		m.Applied += len(chosen)
		return nil
	}
	m.careful = true
	if len(chosen) == 1 {
		m.refused[keyOf(&chosen[0])] = true
		m.Undone = append(m.Undone, chosen[0])
	}
	return nil
}

// adds tells whether there are more findings than before, or more of one code
// that is an error or a warning.
func adds(before, after []Finding) bool {
	counts := map[string]int{}
	for _, f := range before {
		counts[f.Source.Path+"\x00"+string(f.Code)]--
		counts[f.Source.Path]--
	}
	for _, f := range after {
		counts[f.Source.Path]++
		if f.Severity <= codes.Warning {
			counts[f.Source.Path+"\x00"+string(f.Code)]++
		}
	}
	return slices.ContainsFunc(slices.Collect(maps.Values(counts)), func(n int) bool { return n > 0 })
}
