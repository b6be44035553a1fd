package facts

import (
	"context"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
)

// A memo is a fact with what it was concluded from.
type memo struct {
	fact      analysis.Fact
	reads     Reads      // of definitions that are not in the component
	component *component // that it was found with
	panic     *Panic
}

// A component represents definitions that call each other; those whose facts
// were found together have the same one.
type component struct{ size int }

// A Panic is what an analyzer came to instead of a fact.
type Panic struct{ Analyzer, Value, Stack string }

// Reads are facts that were read. They name definitions as the item does that
// read them, so that they can be asked for again after an edit.
type Reads []read

type read struct {
	analyzer *analysis.Analyzer
	name     string
	fact     analysis.Fact
}

// ReadsOf are the reads of a unit.
func ReadsOf(u *analysis.Unit) Reads {
	if len(u.Reads()) == 0 {
		return nil
	}
	reads := make(Reads, 0, len(u.Reads()))
	for _, r := range u.Reads() {
		if r.Of != nil {
			reads = append(reads, read{r.Analyzer, r.Of.Name, r.Fact})
		}
	}
	return reads
}

// Hold reports whether what was read for item i, or for one of an earlier text
// that it is unchanged from, would be read now.
func (s *Store) Hold(ctx context.Context, i int, reads Reads) bool {
	return s.hold(ctx, i, reads, s)
}

// Settled reports whether it is known that what was taken over from the Before holds.
func (s *Store) Settled() bool { return s.state.Load() == holds }

func (s *Store) hold(ctx context.Context, i int, reads Reads, facts analysis.Reader) bool {
	for _, r := range reads {
		of := s.module.Value(r.name, s.module.BlockOf(i))
		if of == nil {
			return false
		}
		if now, err := facts.Fact(ctx, r.analyzer, of); err != nil || !now.Equal(r.fact) {
			return false
		}
	}
	return true
}

// Panicked are the items in which an analyzer came to a panic.
func (s *Store) Panicked() (items []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.panics {
		items = append(items, int(i))
	}
	return items
}

// Panics are what analyzers came to when they were asked for facts about item i,
// by the analyzers' names. Nothing is worked out for it.
func (s *Store) Panics(i int) []*Panic {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.panics[int32(i)]
}

func (s *Store) notePanic(i int32, p *Panic) {
	s.mu.Lock()
	defer s.mu.Unlock()
	noted := append(slices.Clip(s.panics[i]), p)
	slices.SortStableFunc(noted, func(p, q *Panic) int { return strings.Compare(p.Analyzer, q.Analyzer) })
	s.panics[i] = noted
}
