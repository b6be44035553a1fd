package lsp

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// matches are the places at which rules match, in the programs of the folders, as far as they
// are known in one conversation.
type matches struct {
	turn  chan struct{} // held by who searches
	known fileCache[*programMatches]
}

func newMatches() *matches { return &matches{turn: make(chan struct{}, 1)} }

// programMatches are the places of one program at which rules match, by the rule.
type programMatches struct {
	found   map[ruleID][]protocol.Location
	partial bool // parts with errors were left out
}

// A ruleID is the sum of all that a rule says.
type ruleID [sha256.Size]byte

// touch forgets what depends on files that changed, and begins another version.
func (m *matches) touch(paths []string) { m.known.touch(paths) }

// clear forgets everything, and begins another version.
func (m *matches) clear() { m.known.clear() }

// of are the known ones of a program; nil where nothing is.
func (m *matches) of(path string) *programMatches {
	known, _ := m.known.get(path)
	return known
}

// mostKeptRules is of how many rules, edited ones among them, the matches in a program
// are kept; beyond it those asked for last.
const mostKeptRules = 300

// put keeps where rules match in a program as it was at a version, beside what is known of
// other rules.
func (m *matches) put(path string, version int, depends []string, now *programMatches) {
	m.known.update(path, version, depends, func(before *programMatches) *programMatches {
		next := &programMatches{found: map[ruleID][]protocol.Location{}, partial: now.partial}
		if before != nil && len(before.found) < mostKeptRules {
			maps.Copy(next.found, before.found)
		}
		maps.Copy(next.found, now.found)
		return next
	})
}

// A ruleSearch is where the rules of a file match in the programs of the folders.
type ruleSearch struct {
	known *matches
	view  *view
	ids   map[*pattern.Rule]ruleID
	found map[ruleID][]protocol.Location
	whole bool // all programs were looked at
	grew  bool // something was found out that was not known
}

func (m *ruleSearch) of(r *pattern.Rule) []protocol.Location {
	if found := m.found[m.ids[r]]; found != nil {
		return found
	}
	return []protocol.Location{}
}

// ruleIDs name rules by all that they say: their own text, and that of the file's
// `let` patterns.
func ruleIDs(f *rulefile.File) map[*pattern.Rule]ruleID {
	var lets strings.Builder
	for _, p := range f.Parts {
		if p.Kind == "let" {
			lets.WriteString(f.Text[p.Span.Start:p.Span.End] + "\n")
		}
	}
	ids := map[*pattern.Rule]ruleID{}
	for _, r := range f.Rules {
		ids[r] = sha256.Sum256([]byte(lets.String() + "\x00" + f.Text[r.Span.Start:r.Span.End]))
	}
	return ids
}

// search looks for the rules of a file in the programs of the folders, as far as
// there is time. One question at a time is answered: the next finds what it found.
func (known *matches) search(ctx context.Context, v *view, f *rulefile.File) (*ruleSearch, error) {
	m := &ruleSearch{known: known, view: v, ids: ruleIDs(f), found: map[ruleID][]protocol.Location{}}
	select {
	case known.turn <- struct{}{}:
		defer func() { <-known.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, matchBudget)
	defer cancel()
	for batch := range slices.Chunk(v.programPaths(), summaryBatch) {
		fresh := v.afresh()
		for _, path := range batch {
			if err := m.program(limited, fresh, path, f); err != nil {
				return m, ctx.Err()
			}
		}
	}
	m.whole = true
	return m, ctx.Err()
}

// program adds where the rules match in a program. Of a closed one, nothing is kept but
// that.
func (m *ruleSearch) program(ctx context.Context, fresh *view, path string, f *rulefile.File) error {
	known := m.known.of(path)
	var missing []*pattern.Rule
	for _, r := range f.Rules {
		if known == nil || known.found[m.ids[r]] == nil {
			missing = append(missing, r)
		}
	}
	if len(missing) > 0 {
		in := fresh
		if m.view.byPath[path] != nil {
			in = m.view
		}
		now, err := m.searchProgram(ctx, in, path, missing)
		if err != nil {
			return err
		}
		m.grew = true
		m.known.put(path, m.view.cacheVersion, in.dependencies(path), now)
		m.add(now, missing)
	}
	if known != nil {
		m.add(known, f.Rules)
	}
	return nil
}

func (m *ruleSearch) add(from *programMatches, all []*pattern.Rule) {
	for _, r := range all {
		m.found[m.ids[r]] = append(m.found[m.ids[r]], from.found[m.ids[r]]...)
	}
}

// searchProgram looks for rules in a program. One that cannot be read has no matches.
func (m *ruleSearch) searchProgram(ctx context.Context, in *view, path string, missing []*pattern.Rule) (*programMatches, error) {
	now := &programMatches{found: map[ruleID][]protocol.Location{}}
	for _, r := range missing {
		now.found[m.ids[r]] = []protocol.Location{}
	}
	source, err := in.snapshot.Source(path)
	if err != nil || in.oversized(source) {
		return now, ctx.Err()
	}
	result, err := in.snapshot.FindRules(ctx, path, workspace.RulesOf(missing))
	if err != nil {
		return now, ctx.Err()
	}
	now.partial = result.Faulty > 0
	places := newPlaces(in)
	for _, match := range result.Matches {
		if match.Source != nil {
			at := places.location(match.Place)
			at.URI = uri.URI(strings.Clone(string(at.URI)))
			now.found[m.ids[match.Rule]] = append(now.found[m.ids[match.Rule]], at)
		}
	}
	return now, nil
}

// counts are how often a rule matches, and in how many files.
func (m *ruleSearch) counts(r *pattern.Rule) (places, files int) {
	seen := map[uri.URI]bool{}
	for _, at := range m.of(r) {
		seen[at.URI] = true
	}
	return len(m.of(r)), len(seen)
}

// matchBudget is how long a client waits for the places at which rules match. What was
// found is kept, so that the next time goes on from there.
const matchBudget = 2 * time.Second
