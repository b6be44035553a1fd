package effect

import (
	"context"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/complexity/ranking"
	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Analyzer gives the Summary of each definition as a fact, and the Info of the
// item as its result.
var Analyzer = &analysis.Analyzer{
	Name:     "effect",
	Doc:      "finds what evaluation may do besides giving a value",
	Requires: []*analysis.Analyzer{exhaustive.Analyzer, ranking.Steps},
	Facts:    &analysis.Facts{Least: Summary{}, Unknown: Unknown, Write: write, Read: read},
	Run:      run,
}

func run(pass *analysis.Pass) any {
	info := look(pass)
	if body := pass.Item.Body(); body != syntax.NoNode && pass.Item.Kind(pass.Item.Root) == syntax.ItemDef {
		pass.ExportFact(info.definition())
	}
	return info
}

// An Info says what evaluating each expression of an item may do.
type Info struct {
	*walk // nil where the item has syntax errors
}

// Of is what evaluating an expression may do; of a function literal, making the
// function and not calling it.
func (i *Info) Of(n syntax.NodeID) Summary {
	if i.walk == nil || int(n) >= len(i.nodes) {
		return Unknown
	}
	return i.nodes[n]
}

// OfCall is what calling an expression that gives a function may do, by somebody
// who is not known.
func (i *Info) OfCall(f syntax.NodeID) Summary {
	if i.walk == nil || int(f) >= len(i.nodes) {
		return Unknown
	}
	return i.applied(f)
}

// Of is the Info of a unit's item.
func Of(u *analysis.Unit) *Info { return u.Of(Analyzer).(*Info) }

// OfDefinition is what calling a definition may do; Unknown where the context
// ends.
func OfDefinition(ctx context.Context, facts analysis.Reader, of *typecheck.Object) Summary {
	if f, err := facts.Fact(ctx, Analyzer, of); err == nil {
		return f.(Summary)
	}
	return Unknown
}
