package panels

import (
	"context"
	"errors"
	"slices"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rulematch"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// mostMatches is how many places at which a rule matches are listed.
const mostMatches = 1000

// A matchesReply is where a rule matches in the programs of the folders, for clients.
type matchesReply struct {
	Rule    string         `json:"rule"`
	Range   protocol.Range `json:"range"` // of the rule
	Matches []matchReply   `json:"matches"`
	More    int            `json:"more"`    // how many are not listed
	Partial []uri.URI      `json:"partial"` // programs with errors, of which a part was left out
}

type matchReply struct {
	URI      uri.URI        `json:"uri"`
	Range    protocol.Range `json:"range"`
	Text     string         `json:"text"`
	Bindings []bindingReply `json:"bindings"`
}

// A bindingReply is what a name of the rule stands for; one that represents several places
// comes several times.
type bindingReply struct {
	Name  string         `json:"name"`
	Text  string         `json:"text"`
	Range protocol.Range `json:"range"`
}

// showMatches lists where the rule at a position matches.
//
// Programs are read in batches in views that are thrown away, so memory does not grow with the folder;
// the list is cut at mostMatches and counts the rest.
func (f pictureFeature) showMatches(ctx context.Context, v *request.View, a *placeArguments, token protocol.ProgressToken) (any, error) {
	source, at, err := a.read(v)
	if err != nil {
		return nil, err
	}
	rule, err := ruleAt(source, at)
	if err != nil {
		return nil, err
	}
	m := &matchList{known: f.matches, view: v, rule: rule, set: ruleset.Of([]*pattern.Rule{rule}), id: rulematch.IDs(source.Rules())[rule]}
	m.reply = matchesReply{Rule: rule.Name, Range: request.NewMapper(v).Range(workspace.Place{Source: source, Span: rule.Span}), Matches: []matchReply{}, Partial: []uri.URI{}}
	paths := v.ProgramPaths()
	ctx, work := v.Session.Begin(ctx, v.Client, token, "fraccheck: matches of "+rule.Name, len(paths))
	defer work.End("")
	for batch := range slices.Chunk(paths, request.ReadBatch) {
		fresh := v.Afresh()
		for _, path := range batch {
			if err := m.program(ctx, fresh, path); err != nil {
				return nil, protocol.ErrRequestCancelled
			}
			work.Step()
		}
	}
	return m.reply, nil
}

// ruleAt is the rule that an offset of a file of rules is in.
func ruleAt(source *workspace.Source, at int32) (*pattern.Rule, error) {
	f, err := request.Rules(source)
	if err != nil {
		return nil, err
	}
	for _, r := range f.Rules {
		if r.Span.Contains(at) {
			return r, nil
		}
	}
	for _, p := range f.Parts {
		if p.Span.Contains(at) {
			return nil, request.Failed(errors.New("this rule has an error, or is none that matches by itself"))
		}
	}
	return nil, request.Failed(errors.New("here is no rule"))
}

// A matchList is filled program by program.
type matchList struct {
	known *rulematch.Searcher
	view  *request.View
	rule  *pattern.Rule
	set   *ruleset.Set
	id    rulematch.ID // of the rule, by which it is known where it does not match
	reply matchesReply
}

// program looks for the rule in a program. One that cannot be read has no matches.
//
// Programs in which the rule is known not to match are skipped without being read; in the others
// it is searched anew, since bindings are not kept.
func (m *matchList) program(ctx context.Context, fresh *request.View, path string) error {
	if known := m.known.Known(path); known != nil && known.Found[m.id] != nil && len(known.Found[m.id]) == 0 {
		if known.Partial {
			m.reply.Partial = append(m.reply.Partial, m.view.Address(path))
		}
		return ctx.Err()
	}
	in := fresh
	if m.view.ByPath[path] != nil {
		in = m.view
	}
	source, err := in.Snapshot.Source(path)
	if err != nil || in.Oversized(source) {
		return ctx.Err()
	}
	found, err := ruleuse.Find(ctx, in.Snapshot, path, m.set)
	if err != nil {
		return ctx.Err()
	}
	if found.Faulty > 0 {
		m.reply.Partial = append(m.reply.Partial, in.Address(path))
	}
	m.add(in, source, found.Matches)
	return ctx.Err()
}

// add lists what was found in a program, as far as there is room.
func (m *matchList) add(in *request.View, source *workspace.Source, found []ruleuse.Match) {
	found = slices.DeleteFunc(found, func(r ruleuse.Match) bool { return r.Source != source })
	listed := found[:min(len(found), mostMatches-len(m.reply.Matches))]
	m.reply.More += len(found) - len(listed)
	var spans []syntax.Span
	for _, r := range listed {
		spans = append(spans, r.Span)
		for _, p := range placesIn(source, r) {
			spans = append(spans, p.Span)
		}
	}
	ranges := request.NewMapper(in).Ranges(source, spans)
	next := func() (r protocol.Range) {
		r, ranges = ranges[0], ranges[1:]
		return r
	}
	for _, r := range listed {
		match := matchReply{URI: in.Address(source.Path), Range: next(), Text: request.Abbreviate(r.Quote()), Bindings: []bindingReply{}}
		for _, p := range placesIn(source, r) {
			match.Bindings = append(match.Bindings, bindingReply{p.name, request.Abbreviate(p.Quote()), next()})
		}
		m.reply.Matches = append(m.reply.Matches, match)
	}
}

// A boundPlace is what a name of a rule stands for.
type boundPlace struct {
	workspace.Place
	name string
}

// placesIn are what the names of a rule denote in the file in which it matches.
func placesIn(source *workspace.Source, r ruleuse.Match) (all []boundPlace) {
	for _, b := range r.Bindings {
		for _, p := range b.Places {
			if p.Source == source {
				all = append(all, boundPlace{p, b.Name})
			}
		}
	}
	return all
}
