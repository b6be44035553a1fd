package effectcheck

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/effect/order"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Order reports effects whose order only the order of the text determines, in items in graph normal
// form. There, unlike below a `let`, nothing indicates that order matters.
var Order = &analysis.Analyzer{
	Name:     "effectorder",
	Doc:      "finds effects whose order only the order of the text determines",
	Codes:    []codes.Code{codes.EffectOrder},
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Kinds:    []syntax.Kind{syntax.Call},
	Run:      runOrder,
}

func runOrder(pass *analysis.Pass) any {
	item := pass.Item
	if pass.Faulty || len(item.Errors) > 0 || bindsByLet(item) || !order.MayChange(pass.Info) {
		return nil
	}
	for _, p := range order.Pairs(pass.Info, pass.Result(effect.Analyzer).(*effect.Info)) {
		pass.Report(syntax.Diagnostic{
			Code: codes.EffectOrder, Severity: codes.EffectOrder.DefaultSeverity(), Span: item.Span(p.Second),
			Message: "this effect comes after another one, and only the order of the text says so",
			Related: []syntax.Related{
				{Place: syntax.Place{Span: item.Span(p.First)}, Message: "the one that comes first"},
				{Place: syntax.Place{Span: item.Span(p.Second)}, Message: "the one that comes second"},
			},
			Notes: []string{"a `let`, or a statement that ends in `;`, says which one comes first"},
		})
	}
	return nil
}

// bindsByLet reports whether an item has a `let` that graph normal form excludes: any but a `let` of
// a function, with a type, or of a constructor.
func bindsByLet(item *syntax.Item) bool {
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) != syntax.Let {
			continue
		}
		let := item.Let(n)
		if let.Type != syntax.NoNode || item.Kind(item.Unparen(let.Value)) == syntax.Fn {
			continue
		}
		switch item.Kind(let.Pattern) {
		case syntax.PatTyped, syntax.PatCons:
		default:
			return true
		}
	}
	return false
}
