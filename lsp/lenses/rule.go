package lenses

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/prove"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

// ruleLenses offers to each rule to count where it matches in the programs of the
// folders.
func (l *lenses) ruleLenses() {
	if !l.view.Settings.CodeLens.References {
		return
	}
	address := l.view.Address(l.source.Path)
	for _, r := range l.source.Rules().Rules {
		kept := arguments(definitionLens{URI: address, Name: r.Name, Rule: r.Kind.String()})[0]
		l.add(r.NameSpan, protocol.CodeLens{Data: kept})
	}
}

// proofs offers to each rewrite rule to search for a proof, and shows the verdict of the last
// search that holds.
func (l *lenses) proofs() {
	recorder := l.kept.Recorder(l.view, l.source)
	for i, r := range l.source.Rules().Rules {
		if r.Kind != pattern.Rewrite {
			continue
		}
		title := "▶ prove"
		if last, _, holds := recorder.Last(runs.ProofSubject(i)); holds && last.Proof != nil {
			title = proofTitle(last.Proof)
		}
		l.add(r.NameSpan, l.command(request.ProveCommand, title, r.NameSpan))
	}
}

// longestReason is how many characters of why a rule is unknown are in a lens.
const longestReason = 60

func proofTitle(p *worker.Proof) string {
	switch {
	case p.Verdict == string(prove.Proved):
		return "✓ proved"
	case p.Verdict == string(prove.Refuted):
		return "✗ refuted"
	case p.Reason != "":
		return "not decided: " + excerpt.Of(p.Reason, longestReason)
	}
	return "not decided"
}

// resolveRule counts where a rule matches. Where the time is up before all programs are
// looked at, the lens says so, and the client asks again.
//
// A search that runs out of time says "at least n matches" and, if it found something new, has
// the client ask again. It ends since the set of programs that are known grows with each.
func (f lensFeature) resolveRule(ctx context.Context, v *request.View, lens *protocol.CodeLens, source *workspace.Source, kept definitionLens) (any, error) {
	file := source.Rules()
	if file == nil {
		return nil, errModified
	}
	i := slices.IndexFunc(file.Rules, func(r *pattern.Rule) bool { return r.Name == kept.Name && r.Kind.String() == kept.Rule })
	if i < 0 {
		return nil, errModified
	}
	m, err := f.matches.Search(ctx, v, file)
	if err != nil {
		return nil, err
	}
	r := file.Rules[i]
	found := m.Of(r)
	title := matchCount(len(found))
	if !m.Complete {
		title = "at least " + title
		if m.Grew {
			v.Session.RefreshResults()
		}
	}
	position := request.NewMapper(v).Range(workspace.Place{Source: source, Span: r.NameSpan}).Start
	lens.Command = protocol.Command{Title: title, Command: request.ShowReferencesCommand, Arguments: arguments(kept.URI, position)}
	if v.Client.ShowsReferences {
		lens.Command.Arguments = append(lens.Command.Arguments, arguments(found)...)
	}
	return lens, ctx.Err()
}

func matchCount(n int) string {
	if n == 1 {
		return "1 match"
	}
	return strings.Replace(card.Counted(n, "match"), "matchs", "matches", 1)
}
