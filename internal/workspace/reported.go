package workspace

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
)

// Reported gives a diagnostic that is found outside of its file's check, as by a test of a
// comment, the severity that the file's configuration says. It is false where the
// configuration turns it off, or where the file suppresses it at its place or at another
// offset that it points to.
func (s *Snapshot) Reported(f Finding, offsets ...int32) (Finding, bool) {
	if f.Source.Parsed && s.outside.suppress(f, append(offsets, f.Span.Start)) {
		return f, false
	}
	config, err := s.Config(f.Source.Path)
	if err != nil {
		return f, true
	}
	kept := config.Apply([]Finding{f})
	if len(kept) == 0 {
		return f, false
	}
	return kept[0], true
}

// outsideSuppressions are the suppressions of files for diagnostics that are found outside of
// their checks. Those of a file are read once: it may have as many such diagnostics as items.
type outsideSuppressions struct {
	mu sync.Mutex
	of map[*Source]*suppress.Set
}

// suppress reports whether the file suppresses a diagnostic at one of some offsets.
func (o *outsideSuppressions) suppress(f Finding, offsets []int32) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	known := o.of[f.Source]
	if known == nil {
		if o.of == nil {
			o.of = map[*Source]*suppress.Set{}
		}
		known = suppress.New(f.Source, nil)
		o.of[f.Source] = known
	}
	for _, at := range offsets {
		f.Span.Start = at
		if known.Suppresses(f) {
			return true
		}
	}
	return false
}
