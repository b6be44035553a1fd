package baseline

import (
	"cmp"
	"path/filepath"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A Baseline is diagnostics that are known and not reported again. A finding is known by
// what its fingerprint is made of, so it stays known where code moves within its file;
// of findings that are alike in all that, as many are known as are counted.
// baseline_file.go reads and writes it.
type Baseline struct {
	Path  string // of its file, absolute
	Name  string // as messages write it
	Known []Entry
}

// A Entry is an entry of a baseline.
type Entry struct {
	File       string     `json:"file"` // relative to the baseline's directory, with /
	Definition string     `json:"definition,omitempty"`
	Code       codes.Code `json:"code"`
	Message    string     `json:"message"`
	Count      int        `json:"count,omitempty"` // how many are alike; 0 represents 1
}

// New is an empty baseline, to be written to a path.
func New(path, name string) *Baseline { return &Baseline{Path: path, Name: name} }

// Add has a baseline know findings besides what it knows. What fraccheck itself did wrong
// is no debt of a program, and stays out.
func (b *Baseline) Add(findings []sourcefile.Finding) {
	counts := b.counts()
	for i := range findings {
		if findings[i].Code != codes.InternalError {
			counts[b.known(&findings[i])]++
		}
	}
	b.set(counts)
}

// AddKnown is Add of entries.
func (b *Baseline) AddKnown(entries []Entry) {
	counts := b.counts()
	for _, k := range entries {
		counts[k.alike()] += k.count()
	}
	b.set(counts)
}

// Len is how many findings a baseline knows.
func (b *Baseline) Len() int {
	n := 0
	for _, k := range b.Known {
		n += k.count()
	}
	return n
}

// A Filter holds findings against a baseline, each once.
type Filter struct {
	baseline *Baseline
	counts   map[Entry]int
}

// Filter is for the findings of one report.
func (b *Baseline) Filter() *Filter { return &Filter{b, b.counts()} }

// Knows reports whether a diagnostic is listed in the baseline, and was not met as often before.
func (s *Filter) Knows(f *sourcefile.Finding) bool {
	k := s.baseline.known(f)
	if s.counts[k] == 0 {
		return false
	}
	s.counts[k]--
	return true
}

// Left are the entries to which no finding belonged.
func (s *Filter) Left() []Entry { return entriesOf(s.counts) }

// PathOf is where the file of an entry is, or was.
func (b *Baseline) PathOf(k Entry) string {
	return sourcefile.Absolute(filepath.Dir(b.Path), filepath.FromSlash(k.File))
}

// known is the entry of a finding, without its count. Bytes that are no characters are
// what they are in the file, where they cannot stand.
func (b *Baseline) known(f *sourcefile.Finding) Entry {
	file := sourcefile.DisplayName(filepath.Dir(b.Path), f.Source.Path)
	return Entry{
		File: characters(file), Definition: characters(f.DefinitionName()), Code: f.Code, Message: characters(f.Message),
	}
}

func characters(text string) string { return string([]rune(text)) }

func (b *Baseline) counts() map[Entry]int {
	counts := map[Entry]int{}
	for _, k := range b.Known {
		counts[k.alike()] += k.count()
	}
	return counts
}

func (b *Baseline) set(counts map[Entry]int) { b.Known = entriesOf(counts) }

// entriesOf are sorted entries with their counts; there are none of what counts 0.
func entriesOf(counts map[Entry]int) []Entry {
	entries := []Entry{}
	for k, n := range counts {
		switch {
		case n == 1:
			entries = append(entries, k)
		case n > 1:
			k.Count = n
			entries = append(entries, k)
		}
	}
	slices.SortFunc(entries, compareKnown)
	return entries
}

// alike is what entries have in common that denote the same findings.
func (k Entry) alike() Entry {
	k.Count = 0
	return k
}

func (k Entry) count() int { return max(k.Count, 1) }

func compareKnown(a, b Entry) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File), cmp.Compare(a.Definition, b.Definition),
		cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message),
	)
}
