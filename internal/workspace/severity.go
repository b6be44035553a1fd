package workspace

import "sync"

// Told gives a finding about a file that is made beside its check, as tests of its comments
// are, the severity that the file's configuration says; false where that turns it off, or
// where the file suppresses it, at its place or at another offset that it speaks of.
func (s *Snapshot) Told(f Finding, offsets ...int32) (Finding, bool) {
	if f.Source.File != nil {
		for _, at := range append(offsets, f.Span.Start) {
			f := f
			f.Span.Start = at
			if f.Source.besides.suppress(f) {
				return f, false
			}
		}
	}
	config, err := s.Config(f.Source.Path)
	if err != nil {
		return f, true
	}
	kept := config.apply([]Finding{f})
	if len(kept) == 0 {
		return f, false
	}
	return kept[0], true
}

// besides are the suppressions of a source for findings that are made beside its check. They
// are read once: a file may have as many of these findings as items.
type besides struct {
	mutex sync.Mutex
	read  *suppressions // nil before the first question
}

func (b *besides) suppress(f Finding) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.read == nil {
		b.read = newSuppressions(f.Source, noRules)
	}
	return b.read.suppress(f)
}
