package complete

import (
	mathbits "math/bits"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// costOfValue is that of a global or a constructor: by its type, by where it is declared, and by
// where it is named around.
func (s *scene) costOfValue(o *typecheck.Object, name string, origin typecheck.Origin, f fit) int {
	e, kind := s.evidence(), globalKind
	if o.Cons != nil {
		kind = constructorKind
	}
	if _, ok := types.Head(valueType(o)).(*types.Func); ok && f == unknown && !s.expectation().anything() {
		f = fits // its result does
	}
	cost := s.costOfKind(kind) + f.cost()
	switch origin {
	case typecheck.FromImport:
		cost += weights[importedCost]
	case typecheck.FromPrelude:
		cost += weights[preludeCost]
	}
	switch named := e.around[name]; {
	case named.before:
		cost -= weights[namedBeforeGain] + weights[namedOftenGain]*min(mathbits.Len(uint(named.count))-1, 3)
	case named.count > 0:
		cost -= weights[namedBehindGain]
	case e.declared[name] > 0:
		cost -= s.newGain() - spread(1, int(e.declared[name])/100)
	}
	switch {
	case name == e.written && e.branch:
		cost -= weights[recursionGain]
	case name == e.written:
		cost += weights[misfitCost] // it would never end
	}
	if e.matched[name] {
		cost -= weights[matchedGain]
	}
	if e.called {
		cost += s.costOfCall(valueType(o))
	}
	return cost
}

// newGain is that of a definition that nothing names: it is called at the beginning of an expression
// rather than within one.
func (s *scene) newGain() int {
	if r := s.evidence().role; r == topRole || r == tailRole || r == boundRole {
		return weights[newGain]
	}
	return weights[newGain] / 2
}

// costOfCall is the cost of calling a value of a type with the arguments that are there.
func (s *scene) costOfCall(t types.Type) int {
	call := s.above(1)
	f, ok := types.Head(t).(*types.Func)
	switch {
	case s.item.Kind(call) != syntax.Call:
		return 0
	case !ok:
		return weights[misfitCost]
	}
	args := s.item.Call(call).Args
	if len(args) != len(f.In) {
		return weights[impossibleCost]
	}
	u := newUnifier(nil)
	u.free(f.Params)
	for i, arg := range args {
		if t := s.typeOf(arg); s.item.Kind(arg) == syntax.NamedArg || t != nil && !u.same(f.In[i], t, 0) {
			return weights[misfitCost]
		}
	}
	return 0
}
