package lsp

import (
	"context"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/rules"
)

// matchBudget is how long a client waits for the places at which rules match. What was
// found is kept, so that the next time goes on from there.
const matchBudget = 2 * time.Second

// ruleLenses offers to each rule to count where it matches in the programs of the
// folders.
func (l *lenses) ruleLenses() {
	if !l.view.settings.CodeLens.References {
		return
	}
	address := l.view.address(l.source.Path)
	for _, r := range l.source.Rules().Rules {
		kept := arguments(definitionLens{URI: address, Name: r.Name, Rule: r.Kind.String()})[0]
		l.add(r.NameSpan, protocol.CodeLens{Data: kept})
	}
}

// resolveRule counts where a rule matches. Where the time is up before all programs are
// looked at, the lens says so, and the client asks again.
func (v *view) resolveRule(ctx context.Context, lens *protocol.CodeLens, source *workspace.Source, kept definitionLens) (any, error) {
	f := source.Rules()
	if f == nil {
		return nil, errModified
	}
	i := slices.IndexFunc(f.Rules, func(r *pattern.Rule) bool { return r.Name == kept.Name && r.Kind.String() == kept.Rule })
	if i < 0 {
		return nil, errModified
	}
	m, err := v.ruleMatches(ctx, f)
	if err != nil {
		return nil, err
	}
	r := f.Rules[i]
	found := m.of(r)
	title := matchCount(len(found))
	if !m.whole {
		title = "at least " + title
		if m.grew {
			v.session.refresher.show()
		}
	}
	position := newPlaces(v).rangeOf(workspace.Place{Source: source, Span: r.NameSpan}).Start
	lens.Command = protocol.Command{Title: title, Command: showReferencesCommand, Arguments: arguments(kept.URI, position)}
	if v.client.showsReferences {
		lens.Command.Arguments = append(lens.Command.Arguments, arguments(found)...)
	}
	return lens, ctx.Err()
}

func matchCount(n int) string {
	if n == 1 {
		return "1 match"
	}
	return strings.Replace(counted(n, "match"), "matchs", "matches", 1)
}

// ruleReferences are the places that the rule at a position matches, for clients that
// cannot show the ones of its lens; nil where no rule is named there.
func (v *view) ruleReferences(ctx context.Context, c *ruleCursor) ([]protocol.Location, error) {
	r := rules.Rule(c.file, c.at)
	if r == nil || c.word == nil || c.word.Kind != rulefile.RuleWord {
		return nil, nil
	}
	m, err := v.ruleMatches(ctx, c.file)
	if err != nil {
		return nil, err
	}
	return m.of(r), nil
}
