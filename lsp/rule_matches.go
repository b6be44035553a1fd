package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// ProgramMatches are the places of one program at which rules match, by the text of the
// rule, and what they depend on.
type programMatches struct {
	found   map[string][]protocol.Location
	depends []string
	partial bool // parts with errors were left out
}

// matchesOf are the known ones of a program.
func (s *summaries) matchesOf(path string) *programMatches {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.matches[path]
}

// putMatches keeps where rules match in a program as it was at a moment, beside what is
// known of other rules.
func (s *summaries) putMatches(path string, moment int, now *programMatches) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.ContainsFunc(now.depends, func(d string) bool { return s.changed[d] > moment }) || s.renewed > moment {
		return
	}
	next := &programMatches{found: map[string][]protocol.Location{}, depends: now.depends, partial: now.partial}
	if before := s.matches[path]; before != nil && len(before.found) < mostKeptRules {
		for rule, places := range before.found {
			next.found[rule] = places
		}
	}
	for rule, places := range now.found {
		next.found[rule] = places
	}
	s.matches[path] = next
}

// mostKeptRules is of how many rules, edited ones among them, the matches in a program
// are kept; beyond it those asked for last.
const mostKeptRules = 300

// wipeFindings forgets what was found in all files: rules were edited. Where other rules
// match stays as it is.
func (s *summaries) wipeFindings() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now++
	s.wiped = s.now
	clear(s.files)
	return s.now
}

// A ruleSearch is where the rules of a file match in the programs of the folders.
type ruleSearch struct {
	view  *view
	texts map[*pattern.Rule]string
	found map[string][]protocol.Location // by the text of the rule
	whole bool                           // all programs were looked at
	grew  bool                           // something was found out that was not known
}

func (m *ruleSearch) of(r *pattern.Rule) []protocol.Location {
	if found := m.found[m.texts[r]]; found != nil {
		return found
	}
	return []protocol.Location{}
}

// ruleTexts name rules by all that they say: their own text, and that of the file's
// `let` patterns.
func ruleTexts(f *rulefile.File) map[*pattern.Rule]string {
	var lets strings.Builder
	for _, p := range f.Parts {
		if p.Kind == "let" {
			lets.WriteString(f.Text[p.Span.Start:p.Span.End] + "\n")
		}
	}
	texts := map[*pattern.Rule]string{}
	for _, r := range f.Rules {
		texts[r] = hash(lets.String() + "\x00" + f.Text[r.Span.Start:r.Span.End])
	}
	return texts
}

// ruleMatches looks for the rules of a file in the programs of the folders, as far as
// there is time. One question at a time is answered: the next finds what it found.
func (v *view) ruleMatches(ctx context.Context, f *rulefile.File) (*ruleSearch, error) {
	m := &ruleSearch{view: v, texts: ruleTexts(f), found: map[string][]protocol.Location{}}
	select {
	case v.session.ruleTurn <- struct{}{}:
		defer func() { <-v.session.ruleTurn }()
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
	known := m.view.session.summaries.matchesOf(path)
	var missing []*pattern.Rule
	for _, r := range f.Rules {
		if known == nil || known.found[m.texts[r]] == nil {
			missing = append(missing, r)
		}
	}
	if len(missing) > 0 {
		in := fresh
		if m.view.byPath[path] != nil {
			in = m.view
		}
		now, err := m.search(ctx, in, path, missing)
		if err != nil {
			return err
		}
		m.grew = true
		m.view.session.summaries.putMatches(path, m.view.moment, now)
		m.add(now, missing)
	}
	if known != nil {
		m.add(known, f.Rules)
	}
	return nil
}

func (m *ruleSearch) add(from *programMatches, all []*pattern.Rule) {
	for _, r := range all {
		m.found[m.texts[r]] = append(m.found[m.texts[r]], from.found[m.texts[r]]...)
	}
}

// search looks for rules in a program. One that cannot be read has no matches.
func (m *ruleSearch) search(ctx context.Context, in *view, path string, missing []*pattern.Rule) (*programMatches, error) {
	now := &programMatches{found: map[string][]protocol.Location{}, depends: in.dependencies(path)}
	for _, r := range missing {
		now.found[m.texts[r]] = []protocol.Location{}
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
			now.found[m.texts[match.Rule]] = append(now.found[m.texts[match.Rule]], at)
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
