// Package rulematch finds where rules match in the programs of the folders, for lenses, hovers
// and lists of references.
//
// A search has a time limit (matchTime), and what it found is kept by program and rule, so that
// the next one goes on where it ended: with p programs and a limit that suffices for k of
// them, ⌈p/k⌉ requests see all. An edit of a program drops its entries; an edit of a rule
// changes the rule's ID and leaves the other rules' entries.
package rulematch

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Searcher are the places at which rules match, in the programs of the folders, as far as they
// are known in one conversation.
type Searcher struct {
	turn  chan struct{} // held by who searches
	known request.FileCache[*programMatches]
}

// NewSearcher returns a searcher that knows nothing.
func NewSearcher() *Searcher { return &Searcher{turn: make(chan struct{}, 1)} }

// programMatches are the places of one program at which rules match, by the rule.
type programMatches struct {
	Found   map[ID][]protocol.Location
	Partial bool // parts with errors were left out
}

// A ID is the sum of all that a rule says.
type ID [sha256.Size]byte

// Touch forgets what depends on files that changed, and begins another version.
func (m *Searcher) Touch(paths []string) { m.known.Touch(paths) }

// Clear forgets everything, and begins another version.
func (m *Searcher) Clear() { m.known.Clear() }

// Known are the known ones of a program; nil where nothing is.
func (m *Searcher) Known(path string) *programMatches {
	known, _ := m.known.Get(path)
	return known
}

// mostKeptRules is of how many rules, edited ones among them, the matches in a program
// are kept; beyond it those asked for last.
const mostKeptRules = 300

// put keeps where rules match in a program as it was at a version, beside what is known of
// other rules.
func (m *Searcher) put(path string, version int, depends request.PathSet, now *programMatches) {
	m.known.Update(path, version, depends, func(before *programMatches) *programMatches {
		next := &programMatches{Found: map[ID][]protocol.Location{}, Partial: now.Partial}
		if before != nil && len(before.Found) < mostKeptRules {
			maps.Copy(next.Found, before.Found)
		}
		maps.Copy(next.Found, now.Found)
		return next
	})
}

// A Result is where the rules of a file match in the programs of the folders.
type Result struct {
	known    *Searcher
	view     *request.View
	ids      map[*pattern.Rule]ID
	found    map[ID][]protocol.Location
	Complete bool // all programs were looked at
	Grew     bool // something was found out that was not known
}

// Of returns where a rule matches; an empty list where it does not.
func (m *Result) Of(r *pattern.Rule) []protocol.Location {
	if found := m.found[m.ids[r]]; found != nil {
		return found
	}
	return []protocol.Location{}
}

// IDs name rules by all that they say: their own text, and that of the file's
// `let` patterns.
func IDs(f *rulefile.File) map[*pattern.Rule]ID {
	var lets strings.Builder
	for _, p := range f.Parts {
		if p.Kind == "let" {
			lets.WriteString(f.Text[p.Span.Start:p.Span.End] + "\n")
		}
	}
	ids := map[*pattern.Rule]ID{}
	for _, r := range f.Rules {
		ids[r] = sha256.Sum256([]byte(lets.String() + "\x00" + f.Text[r.Span.Start:r.Span.End]))
	}
	return ids
}

// Search looks for the rules of a file in the programs of the folders, as far as
// there is time. One question at a time is answered: the next finds what it found.
func (known *Searcher) Search(ctx context.Context, v *request.View, f *rulefile.File) (*Result, error) {
	m := &Result{known: known, view: v, ids: IDs(f), found: map[ID][]protocol.Location{}}
	select {
	case known.turn <- struct{}{}:
		defer func() { <-known.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, matchBudget)
	defer cancel()
	for batch := range slices.Chunk(v.ProgramPaths(), request.ReadBatch) {
		fresh := v.Afresh()
		for _, path := range batch {
			if err := m.program(limited, fresh, path, f); err != nil {
				return m, ctx.Err()
			}
		}
	}
	m.Complete = true
	return m, ctx.Err()
}

// program adds where the rules match in a program. Of a closed one, nothing is kept but
// that.
func (m *Result) program(ctx context.Context, fresh *request.View, path string, f *rulefile.File) error {
	known := m.known.Known(path)
	var missing []*pattern.Rule
	for _, r := range f.Rules {
		if known == nil || known.Found[m.ids[r]] == nil {
			missing = append(missing, r)
		}
	}
	if len(missing) > 0 {
		in := fresh
		if m.view.ByPath[path] != nil {
			in = m.view
		}
		now, err := m.searchProgram(ctx, in, path, missing)
		if err != nil {
			return err
		}
		m.Grew = true
		m.known.put(path, m.view.CacheVersion, in.Dependencies(path), now)
		m.add(now, missing)
	}
	if known != nil {
		m.add(known, f.Rules)
	}
	return nil
}

func (m *Result) add(from *programMatches, all []*pattern.Rule) {
	for _, r := range all {
		m.found[m.ids[r]] = append(m.found[m.ids[r]], from.Found[m.ids[r]]...)
	}
}

// searchProgram looks for rules in a program. One that cannot be read has no matches.
//
// All missing rules are searched at once, since linking and checking the program costs more than
// any of them.
func (m *Result) searchProgram(ctx context.Context, in *request.View, path string, missing []*pattern.Rule) (*programMatches, error) {
	now := &programMatches{Found: map[ID][]protocol.Location{}}
	for _, r := range missing {
		now.Found[m.ids[r]] = []protocol.Location{}
	}
	source, err := in.Snapshot.Source(path)
	if err != nil || in.Oversized(source) {
		return now, ctx.Err()
	}
	result, err := ruleuse.Find(ctx, in.Snapshot, path, ruleset.Of(missing))
	if err != nil {
		return now, ctx.Err()
	}
	now.Partial = result.Faulty > 0
	mapper := request.NewMapper(in)
	for _, match := range result.Matches {
		if match.Source != nil {
			at := mapper.Location(match.Place)
			at.URI = uri.URI(strings.Clone(string(at.URI)))
			now.Found[m.ids[match.Rule]] = append(now.Found[m.ids[match.Rule]], at)
		}
	}
	return now, nil
}

// Counts are how often a rule matches, and in how many files.
func (m *Result) Counts(r *pattern.Rule) (places, files int) {
	seen := map[uri.URI]bool{}
	for _, at := range m.Of(r) {
		seen[at.URI] = true
	}
	return len(m.Of(r)), len(seen)
}

// matchBudget is how long a client waits for the places at which rules match. What was
// found is kept, so that the next time goes on from there.
const matchBudget = 2 * time.Second
