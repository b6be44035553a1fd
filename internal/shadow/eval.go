package shadow

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A machine is one evaluation.
type machine struct {
	*Program
	ctx      context.Context
	steps    int64
	polled   int64
	depth    int
	observer Observer
	sites    []Site // the calls of operators that are being evaluated
}

// An activation is one call of a definition or a function literal. Values of branches and
// clauses are kept with the function around them: each is evaluated at most once in a call.
type activation struct {
	unit     *unit
	function graph.Block
	args     []Value
	around   *activation
	known    map[graph.Value]Value
	running  map[graph.Value]bool // graph bindings that are being evaluated
	sizes    *symbolic.Solution   // of a definition, once something asked
}

func hasErrors(r *typecheck.Result) bool {
	for _, d := range r.Diagnostics {
		if d.Severity == codes.Error {
			return true
		}
	}
	return false
}

// definition is a definition as a function.
func (m *machine) definition(o *typecheck.Object) *closure {
	u := m.unitOf(o)
	if u == nil || u.item.Kind(u.item.Root) != syntax.ItemDef || u.item.Body() == syntax.NoNode {
		m.unknown("%s has no body that can be evaluated", o.Name)
	}
	return u.closure()
}

// closure is the body of an item as a function.
func (u *unit) closure() *closure {
	body := u.item.Body()
	return &closure{unit: u, block: graph.Body, result: graph.Operand{Value: u.graph.At(body), Node: body}}
}

// apply calls a function value.
func (m *machine) apply(f Value, args []Value) Value {
	m.spend(1)
	switch f := f.(type) {
	case *closure:
		if m.depth--; m.depth < 0 {
			m.fail(ErrLimit)
		}
		act := &activation{unit: f.unit, function: f.block, args: args, around: f.around, known: map[graph.Value]Value{}}
		v := m.operand(act, f.result)
		m.depth++
		return v
	case *operator:
		return m.bare(f.entry, args)
	case *constructor:
		return &Data{f.of, args}
	}
	m.unknown("what is called is no function")
	return nil
}

// operand evaluates an operand in an activation.
func (m *machine) operand(act *activation, o graph.Operand) Value {
	if o.Value == graph.None {
		return nil
	}
	return m.eval(act, o.Value)
}

// eval gives a value of the graph, which is computed when it is first needed.
func (m *machine) eval(act *activation, v graph.Value) Value {
	g := act.unit.graph
	function := g.Blocks()[g.Block(v)].Function
	for act.function != function {
		if act = act.around; act == nil {
			m.unknown("a variable is not in scope")
		}
	}
	if known, ok := act.known[v]; ok {
		return known
	}
	if act.running[v] {
		m.unknown("a binding needs itself")
	}
	if act.running == nil {
		act.running = map[graph.Value]bool{}
	}
	act.running[v] = true
	m.spend(1)
	out := m.compute(act, v)
	delete(act.running, v)
	act.known[v] = out
	return out
}

func (m *machine) compute(act *activation, v graph.Value) Value {
	u := act.unit
	g, operands := u.graph, u.graph.Operands(v)
	switch g.Kind(v) {
	case graph.Parameter:
		if i := g.Index(v); i < len(act.args) {
			return act.args[i]
		}
	case graph.Literal:
		return m.literal(u, v)
	case graph.Name:
		return m.name(u, g.Node(v))
	case graph.Self:
		if o := u.info.Object(g.Node(v)); o != nil {
			if f := g.At(o.Node); f != graph.None {
				return m.eval(act, f)
			}
		}
	case graph.Function:
		return &closure{unit: u, block: operands[0].Block, result: operands[0], around: act}
	case graph.Operation:
		return m.operation(act, v)
	case graph.Construct:
		if o := u.info.Object(u.item.Call(g.Node(v)).Callee); o != nil && o.Cons != nil {
			return &Data{o.Cons, m.operands(act, operands)}
		}
	case graph.Call:
		return m.call(act, v)
	case graph.Tuple:
		return &Tuple{m.operands(act, operands)}
	case graph.List:
		return &Sequence{m.operands(act, operands)}
	case graph.Project:
		if t, ok := m.operand(act, operands[0]).(*Tuple); ok && g.Index(v) >= 0 && g.Index(v) < len(t.Elems) {
			return t.Elems[g.Index(v)]
		}
	case graph.Field:
		if d, ok := m.operand(act, operands[0]).(*Data); ok && g.Index(v) < len(d.Fields) {
			return d.Fields[g.Index(v)]
		}
	case graph.If:
		branch := 2
		if m.truth(m.operand(act, operands[0])) {
			branch = 1
		}
		if branch < len(operands) {
			return m.operand(act, operands[branch])
		}
	case graph.Match:
		return m.match(act, v)
	}
	m.unknown("a value of kind %v", g.Kind(v))
	return nil
}

func (m *machine) operands(act *activation, operands []graph.Operand) []Value {
	out := make([]Value, len(operands))
	for i, o := range operands {
		if out[i] = m.operand(act, o); out[i] == nil {
			m.unknown("a part is missing")
		}
	}
	return out
}

// truth is a condition.
func (m *machine) truth(v Value) bool {
	t, ok := v.(*Tensor)
	if !ok || t.Program.Len() != 1 {
		m.unknown("a condition that is no truth value")
	}
	return t.Program.Item().IsTrue()
}

// name is a global, a constructor or an operator that is not applied on the spot.
func (m *machine) name(u *unit, n syntax.NodeID) Value {
	o := u.info.Object(n)
	switch {
	case o == nil:
	case o.Kind == typecheck.DefObject:
		return m.definition(o)
	case o.Kind == typecheck.ConstructorObject && o.Cons != nil:
		if len(o.Cons.Fields) == 0 {
			return &Data{Of: o.Cons}
		}
		return &constructor{o.Cons}
	case o.Kind == typecheck.OperatorObject && u.module.Ops()[o.Op] != nil:
		return &operator{u.module.Ops()[o.Op]}
	}
	m.unknown("`%s`", u.item.SourceText(n))
	return nil
}

// call is a call of a function of the program.
func (m *machine) call(act *activation, v graph.Value) Value {
	u := act.unit
	operands := u.graph.Operands(v)
	node := u.graph.Node(v)
	if u.info.Object(u.item.Call(node).Callee) == nil && u.item.Kind(u.item.Call(node).Callee) == syntax.Name {
		return m.computedConstant(act, v)
	}
	f := m.operand(act, operands[0])
	args := m.operands(act, operands[1:])
	if c, ok := f.(*closure); ok && c.around == nil && m.observer.Call != nil {
		m.observer.Call(Site{u.item, node}, c.unit.object, args)
	}
	if _, ok := f.(*operator); ok { // whose faults are those of the call
		m.sites = append(m.sites, Site{u.item, node})
		defer func() { m.sites = m.sites[:len(m.sites)-1] }()
	}
	return m.apply(f, args)
}

// match evaluates the first clause whose pattern fits.
func (m *machine) match(act *activation, v graph.Value) Value {
	u := act.unit
	operands := u.graph.Operands(v)
	x := m.operand(act, operands[0])
	at := 1
	for _, c := range u.item.Match(u.graph.Node(v)).Clauses {
		if u.item.Kind(c) != syntax.Clause {
			continue
		}
		if at < len(operands) && m.fits(u, u.item.Clause(c).Pattern, x) {
			return m.operand(act, operands[at])
		}
		at++
	}
	m.fail(&Fault{Code: "no-clause"})
	return nil
}

// fits reports whether a pattern fits a value.
func (m *machine) fits(u *unit, p syntax.NodeID, x Value) bool {
	item := u.item
	switch item.Kind(p) {
	case syntax.PatWild, syntax.PatVar:
		return true
	case syntax.PatParen:
		return m.fits(u, item.Inner(p), x)
	case syntax.PatTyped:
		return m.fits(u, item.PatTyped(p).Pattern, x)
	case syntax.PatName:
		o := u.info.Object(p)
		return o == nil || o.Cons == nil || m.constructs(x, o.Cons)
	case syntax.PatCons:
		c := item.PatCons(p)
		o := u.info.Object(c.Name)
		if o == nil || o.Cons == nil {
			m.unknown("a pattern")
		}
		return m.constructs(x, o.Cons) && m.fitAll(u, c.Args, x.(*Data).Fields)
	case syntax.PatTuple:
		t, ok := x.(*Tuple)
		return ok && m.fitAll(u, item.Kids(p), t.Elems)
	case syntax.PatLit:
		lit := m.number(u, item.Kids(p)[0], nil)
		t, ok := x.(*Tensor)
		return ok && lit != nil && t.Program.Len() == 1 && t.Program.Item().Float() == lit.Program.Item().Float()
	}
	m.unknown("a pattern")
	return false
}

func (m *machine) fitAll(u *unit, patterns []syntax.NodeID, xs []Value) bool {
	for i, p := range patterns {
		if i >= len(xs) || !m.fits(u, p, xs[i]) {
			return false
		}
	}
	return true
}

func (m *machine) constructs(x Value, k *types.Constructor) bool {
	d, ok := x.(*Data)
	return ok && d.Of.Index == k.Index && d.Of.Name == k.Name
}
