package effectcheck

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Order reports effects whose order only the order of the text says, in items in
// graph normal form: there nothing else looks as if it said it.
var Order = &analysis.Analyzer{
	Name:     "effectorder",
	Doc:      "finds effects whose order only the order of the text says",
	Codes:    []codes.Code{codes.EffectOrder},
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Kinds:    []syntax.Kind{syntax.Call},
	Run:      runOrder,
}

// An OrderPair is two accesses to what may be one cell or one variable, of which one
// at least changes it. They are evaluated in this order, and nothing says so but the
// order of the text: no data, no `;`, no `let`, no branch.
type OrderPair struct{ First, Second syntax.NodeID }

func runOrder(pass *analysis.Pass) any {
	item := pass.Item
	if pass.Faulty || len(item.Errors) > 0 || bindsByLet(item) || !Changes(pass.Info, pass.Module.Ops()) {
		return nil
	}
	for _, p := range OrderPairs(pass.Info, pass.Result(effect.Analyzer).(*effect.Info)) {
		pass.Report(syntax.Diagnostic{
			Code: codes.EffectOrder, Severity: codes.EffectOrder.DefaultSeverity(), Span: item.Span(p.Second),
			Message: "this effect comes behind another one, and only the order of the text says so",
			Related: []syntax.Related{
				{Place: syntax.Place{Span: item.Span(p.First)}, Message: "the one that comes first"},
				{Place: syntax.Place{Span: item.Span(p.Second)}, Message: "the one that comes second"},
			},
			Notes: []string{"a `let`, or a statement that ends in `;`, says which one comes first"},
		})
	}
	return nil
}

// bindsByLet tells of an item with a `let` that graph normal form does not have: all
// but those of functions, with annotations and of constructors.
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

// Changes tells of an item in which something may be changed: a reference has to be
// in sight, or an operator that rebinds variables.
func Changes(info *typecheck.Info, ops op.Table) bool {
	for n, t := range info.Types {
		if isRef(t) {
			return true
		}
		if info.Item.Kind(syntax.NodeID(n)) == syntax.Call && len(info.Objects) > 0 && operatorCall(info, ops, syntax.NodeID(n), rebinds) != nil {
			return true
		}
	}
	return false
}

func isRef(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := types.Head(t).(*types.Ref)
	return ok
}

// OrderPairs finds the pairs of an item without errors, each function of it for
// itself. The result of a long item may not be complete: the search is bounded.
func OrderPairs(info *typecheck.Info, does *effect.Info) []OrderPair {
	g := graph.Of(info)
	var found []OrderPair
	for b, block := range g.Blocks() {
		if block.Function != graph.Block(b) || block.Node == syntax.NoNode {
			continue
		}
		w := newOrderWalk(g, does, graph.Block(b))
		w.run()
		found = append(found, w.pairs()...)
	}
	return found
}
