package ranking

import (
	"slices"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// PassedCalls gives for each definition what it calls the functions with that it is given:
// @map calls its function with parts of its list.
var PassedCalls = &analysis.Analyzer{
	Name:     "lent",
	Doc:      "finds definitions that call a function with parts of an argument",
	Requires: []*analysis.Analyzer{Parts},
	Facts:    &analysis.Facts{Least: passedCalls{}, Unknown: passedCalls{unknown: true}, Write: writePassed, Read: readPassed},
	Run:      runPassed,
}

// passedCalls is what the functions among the parameters are called with.
type passedCalls struct {
	unknown bool
	uses    []passedUse // by parameter, in their order; those that are never called are left out
}

// A passedUse is a parameter with what is known of the arguments of all of its calls:
// which parameters they lie below. None are known where the function goes elsewhere.
type passedUse struct {
	param int
	args  [][]below // by argument; places are parameters
}

// Equal makes it a fact.
func (l passedCalls) Equal(f analysis.Fact) bool {
	return l.unknown == f.(passedCalls).unknown && slices.EqualFunc(l.uses, f.(passedCalls).uses, func(a, b passedUse) bool {
		return a.param == b.param && slices.EqualFunc(a.args, b.args, slices.Equal[[]below])
	})
}

// of is what a parameter is called with; false where it never is.
func (l passedCalls) of(param int) (passedUse, bool) {
	if l.unknown {
		return passedUse{param: param}, true
	}
	if i := slices.IndexFunc(l.uses, func(u passedUse) bool { return u.param == param }); i >= 0 {
		return l.uses[i], true
	}
	return passedUse{}, false
}

func runPassed(pass *analysis.Pass) any {
	w := pass.Result(Parts).(*walk)
	if w == nil {
		return nil
	}
	found := passedCalls{}
	for v := range graph.Value(w.Len()) {
		if w.Kind(v) != graph.Parameter || w.owner[v] != graph.Body || !isFunction(w.Type(v)) {
			continue
		}
		var all *passedUse
		for _, u := range w.Uses(v) {
			if use, called := w.passedIn(pass, u); called {
				all = all.or(use)
			}
		}
		if all != nil {
			all.param = w.Index(v)
			found.uses = append(found.uses, *all)
		}
	}
	slices.SortFunc(found.uses, func(a, b passedUse) int { return a.param - b.param })
	pass.ExportFact(found)
	return nil
}

func isFunction(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := types.Head(t).(*types.Func)
	return ok
}

// or is what is known of the calls of two uses.
func (l *passedUse) or(other passedUse) *passedUse {
	if l == nil {
		return &other
	}
	both := &passedUse{}
	for i := range min(len(l.args), len(other.args)) {
		both.args = append(both.args, common(&abstraction{below: l.args[i]}, &abstraction{below: other.args[i]}))
	}
	return both
}

// passedIn is what a use of a parameter calls it with; false for none.
func (w *walk) passedIn(pass *analysis.Pass, u graph.Use) (passedUse, bool) {
	if u.User == graph.None || w.Kind(u.User) != graph.Call {
		return passedUse{}, true
	}
	use := passedUse{}
	if u.Position == 0 {
		for i := range w.Operands(u.User)[1:] {
			use.args = append(use.args, w.ofParameters(w.operand(u.User, i+1)))
		}
		return use, true
	}
	args, called := w.passedTo(pass, pass.Analyzer, u.User, int(u.Position)-1)
	for _, t := range args {
		use.args = append(use.args, w.ofParameters(t))
	}
	return use, called
}

// ofParameters are the parameters of the definition that a abstraction lies below.
func (w *walk) ofParameters(t *abstraction) (found []below) {
	for _, b := range t.below {
		if p := w.places[b.place]; p.function == graph.Body && len(p.path) == 0 {
			found = append(found, below{int32(p.param), b.strict})
		}
	}
	return found
}

// passedTo is what the callee of a call calls one of its arguments with, in the places
// of the item; false where it never does.
func (w *walk) passedTo(pass *analysis.Pass, facts *analysis.Analyzer, call graph.Value, arg int) ([]*abstraction, bool) {
	callee := w.Operands(call)[0].Value
	if callee == graph.None || w.Kind(callee) != graph.Name {
		return nil, true
	}
	o := w.Info.Object(w.Node(callee))
	if o == nil || o.Kind != typecheck.DefObject {
		return nil, true
	}
	use, called := pass.Fact(facts, o).(passedCalls).of(arg)
	var args []*abstraction
	for _, all := range use.args {
		t := &abstraction{}
		for _, b := range all {
			from := w.operand(call, int(b.place)+1).below
			if b.strict {
				from = strictly(from)
			}
			t.below = merged(t.below, from)
		}
		args = append(args, t)
	}
	return args, called
}

// merged is all that a value lies below.
func merged(a, b []below) []below {
	all := append(slices.Clip(a), b...)
	slices.SortFunc(all, func(p, q below) int {
		switch {
		case p.place != q.place:
			return int(p.place - q.place)
		case p.strict:
			return -1
		}
		return 1
	})
	return slices.CompactFunc(all, func(p, q below) bool { return p.place == q.place })
}
