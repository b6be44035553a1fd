package matcher

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// isExpression reports whether the expression at a place equals the one in a rule.
func isExpression(s *search, n *node, at place) bool {
	if n.Text == nil || n.Text.Item == nil {
		return false
	}
	e := &equality{session: s.session, item: n.Text.Item}
	return e.equal(n.Text.Node, at)
}

// An equality compares an expression of a rule, which is not resolved, with places
// of a program. The parser bounds how deep it is.
type equality struct {
	*session
	item  *syntax.Item
	bound *binding // the variables that the rule's expression binds itself around what is compared
}

// A binding is what a variable of the rule's expression stands for: another part
// of it, or a variable of the program. It hides those of its name further out.
type binding struct {
	name  string
	node  syntax.NodeID // NoNode once place is known
	in    *binding      // what is bound around node
	open  bool          // node is being compared: in `%x = %x` the name is one further out
	place place
	outer *binding
}

// bind adds a variable to those that are bound.
func (e *equality) bind(b binding) *binding {
	b.outer = e.bound
	e.bound = &b
	return e.bound
}

// binding is what a name is bound to; nil of a variable of the program.
func (e *equality) binding(name string) *binding {
	for b := e.bound; b != nil; b = b.outer {
		if b.name == name && !b.open {
			return b
		}
	}
	return nil
}

// within compares a part in which other names are bound.
func (e *equality) within(bound *binding, compare func() bool) bool {
	outer := e.bound
	e.bound = bound
	defer func() { e.bound = outer }()
	return compare()
}

func (e *equality) equal(n syntax.NodeID, at place) bool {
	if n == syntax.NoNode || !at.exists() {
		return false
	}
	switch e.item.Kind(n) {
	case syntax.Paren:
		return e.equal(e.item.Inner(n), at)
	case syntax.Block:
		return e.block(n, at)
	case syntax.Int, syntax.Float, syntax.Bool:
		return e.number(n, at)
	case syntax.String, syntax.Meta:
		return at.isConstant() && at.in.item.SourceText(at.in.graph.Node(at.value)) == e.item.SourceText(n)
	case syntax.Local:
		return e.local(n, e.item.Kids(n), at)
	case syntax.Name:
		return e.name(e.item.SourceText(n), at)
	case syntax.Global:
		o := at.named()
		return o != nil && o.Name == e.item.SourceText(n)
	case syntax.Call:
		return e.call(n, at)
	case syntax.Binary:
		return e.chain(n, e.item.Binary(n).Links(), at)
	case syntax.Unary:
		return e.prefixes(e.item.Unary(n).Operators, e.item.Unary(n).Operand, at)
	case syntax.Index:
		a, ok := e.symbol(parallel.Element.Name, 2, at)
		return ok && e.operands(e.item.Kids(n), a.args)
	}
	return e.compound(n, at)
}

// block binds what stands before the result. The value of a `let` sees what is bound
// before it, that of a graph binding all of the block.
func (e *equality) block(n syntax.NodeID, at place) bool {
	kids := e.item.Kids(n)
	if len(kids) == 0 {
		return at.isUnit()
	}
	return e.within(e.bound, func() bool {
		var graphs []*binding
		for _, kid := range kids[:len(kids)-1] {
			switch e.item.Kind(kid) {
			case syntax.Let:
				let := e.item.Let(kid)
				e.bind(binding{name: e.item.SourceText(bareIn(e.item, let.Pattern)), node: let.Value, in: e.bound})
			case syntax.Graph:
				g := e.item.Graph(kid)
				graphs = append(graphs, e.bind(binding{name: e.item.SourceText(g.Name), node: g.Value}))
			default:
				return false
			}
		}
		for _, g := range graphs {
			g.in = e.bound
		}
		return e.equal(kids[len(kids)-1], at)
	})
}

// number compares a scalar: value, dtype and shape.
func (e *equality) number(n syntax.NodeID, at place) bool {
	l, ok := at.literal()
	if !ok || len(l.shape) > 0 || len(l.list) != 1 {
		return false
	}
	text := e.item.NumberText(n)
	dtype := types.Bool
	if e.item.Kind(n) != syntax.Bool {
		t, ok := types.Head(numberType(text)).(*types.Tensor)
		if !ok {
			return false
		}
		dtype = t.Dtype
	}
	want, ok := readScalar(text, dtype)
	return ok && dtype == l.dtype && want.equal(l.list[0])
}

// local compares a variable; what its tail says may belong to its name, or project.
func (e *equality) local(n syntax.NodeID, tail []syntax.NodeID, at place) bool {
	span := e.item.Span(n)
	if all := e.item.Kids(n); len(tail) < len(all) {
		span.End = e.item.Span(all[len(tail)]).Start
	}
	if e.variable(e.item.Text[span.Start:span.End], at) {
		return true
	}
	if len(tail) == 0 {
		return false
	}
	last := e.item.SourceText(tail[len(tail)-1])
	i, err := strconv.Atoi(strings.TrimPrefix(last, "."))
	k, ok := at.kind()
	return err == nil && last[0] == '.' && ok && k == graph.Project && at.in.graph.Index(at.value) == i &&
		e.local(n, tail[:len(tail)-1], at.in.operand(at.value, 0))
}

// variable compares a variable: what it is bound to, or else the name.
func (e *equality) variable(name string, at place) bool {
	b := e.binding(name)
	switch {
	case b == nil:
		return at.isVariable() && at.name() == strings.TrimPrefix(name, "%")
	case b.node != syntax.NoNode:
		b.open = true
		same := e.within(b.in, func() bool { return e.equal(b.node, at) })
		b.open = false
		if same {
			b.node, b.place = syntax.NoNode, at // what is named once more is computed once
		}
		return same
	}
	return b.place.same(at)
}

func (e *equality) name(text string, at place) bool {
	if e.binding(text) != nil {
		return e.variable(text, at)
	}
	if o := at.operator(); o != nil {
		return o.Canonical() == canonical(text)
	}
	if o := at.named(); o != nil {
		return o.Name == text
	}
	if k, ok := at.kind(); ok && k == graph.Name {
		return at.in.item.SourceText(at.in.graph.Node(at.value)) == text
	}
	return e.variable(text, at)
}

// call compares a call, with all attributes: those that are not written have their
// defaults.
func (e *equality) call(n syntax.NodeID, at place) bool {
	call := e.item.Call(n)
	if e.item.SourceText(call.Callee) == constantName {
		return e.constant(call.Args, at)
	}
	a, ok := at.application()
	if !ok || !e.equal(call.Callee, a.callee) {
		return false
	}
	args, named := e.arguments(call.Args, a.callee.operator())
	if !e.operands(args, a.args) {
		return false
	}
	if o := a.callee.operator(); o != nil {
		return e.attributes(o, named, at)
	}
	return len(named) == 0
}

// constantName is the form that writes a dense tensor.
const constantName = "Constant"

// arguments sorts what a call writes by the operator's parameters, and attributes.
func (e *equality) arguments(list []syntax.NodeID, o *op.Op) (args []syntax.NodeID, named []op.Named) {
	for _, n := range list {
		if e.item.Kind(n) != syntax.NamedArg {
			args = append(args, n)
			continue
		}
		arg := e.item.NamedArg(n)
		name := e.item.SourceText(arg.Name)
		if o != nil && o.Param(name) >= 0 {
			for len(args) <= o.Param(name) {
				args = append(args, syntax.NoNode)
			}
			args[o.Param(name)] = arg.Value
			continue
		}
		named = append(named, op.Named{Name: name, Value: attributeValue(e.item, arg.Value)})
	}
	return args, named
}

func (e *equality) operands(want []syntax.NodeID, got []place) bool {
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if !e.equal(want[i], got[i]) {
			return false
		}
	}
	return true
}

func (e *equality) attributes(o *op.Op, named []op.Named, at place) bool {
	call, ok := at.in.Info.Application(at.in.graph.Node(at.value))
	if !ok {
		return false
	}
	want, _ := op.Bind(o, named)
	for _, a := range o.Attrs {
		if a.Name != op.TypeKey && !condition.EqualValues(want.Value(a.Name), call.Attrs.Value(a.Name)) {
			return false
		}
	}
	return true
}

// chain compares the first links of a row of infix operators.
func (e *equality) chain(n syntax.NodeID, links int, at place) bool {
	row := e.item.Binary(n)
	if links == 0 {
		return e.equal(row.First, at)
	}
	operator, right := row.Link(links - 1)
	a, ok := e.symbol(typecheck.Infix(syntax.TokenKind(e.item.Node(operator).Data)), 2, at)
	return ok && e.equal(right, a.args[1]) && e.chain(n, links-1, a.args[0])
}

func (e *equality) prefixes(symbols []syntax.NodeID, operand syntax.NodeID, at place) bool {
	if len(symbols) == 0 {
		return e.equal(operand, at)
	}
	a, ok := e.symbol(typecheck.Prefix(syntax.TokenKind(e.item.Node(symbols[0]).Data)), 1, at)
	return ok && e.prefixes(symbols[1:], operand, a.args[0])
}

func (e *equality) symbol(name string, arity int, at place) (applied, bool) {
	a, ok := at.application()
	return a, ok && a.op == canonical(name) && len(a.args) == arity
}

// constant compares `Constant(…)`.
func (e *equality) constant(args []syntax.NodeID, at place) bool {
	got, ok := at.literal()
	if !ok {
		return false
	}
	want, ok := readConstant(e.item, args)
	if !ok || want.dtype != got.dtype || types.ShapeString(want.shape) != types.ShapeString(got.shape) {
		return false
	}
	for i := range max(len(want.list), len(got.list)) {
		if !want.element(i).equal(got.element(i)) {
			return false
		}
	}
	return true
}

// compound compares the other forms.
func (e *equality) compound(n syntax.NodeID, at place) bool {
	k, ok := at.kind()
	if !ok {
		return false
	}
	kids := e.item.Kids(n)
	switch e.item.Kind(n) {
	case syntax.Tuple:
		return len(kids) == 0 && at.isUnit() || k == graph.Tuple && len(kids) > 0 && e.operands(kids, at.operandsFrom(0))
	case syntax.List:
		return k == graph.List && e.operands(kids, at.operandsFrom(0))
	case syntax.Project:
		return k == graph.Project && int(e.item.Node(n).Data) == at.in.graph.Index(at.value) && e.operands(kids, at.operandsFrom(0))
	case syntax.If:
		return k == graph.If && e.operands(slices.DeleteFunc(slices.Clone(kids), func(n syntax.NodeID) bool { return n == syntax.NoNode }), at.operandsFrom(0))
	case syntax.Fn:
		return e.function(n, at)
	case syntax.Match:
		return k == graph.Match && e.match(n, at)
	}
	return false
}

// function compares function literals, whose parameters may have other names.
func (e *equality) function(n syntax.NodeID, at place) bool {
	if k, _ := at.kind(); k != graph.Function {
		return false
	}
	f, _ := e.body(at)
	fn := e.item.Fn(n)
	var names []string
	for _, p := range e.item.Kids(fn.Params) {
		if e.item.Kind(p) == syntax.Param {
			names = append(names, e.item.SourceText(bareIn(e.item, e.item.Param(p).Pattern)))
		}
	}
	if len(names) != len(f.params) {
		return false
	}
	return e.within(e.bound, func() bool {
		for i, name := range names {
			e.bind(binding{name: name, place: f.params[i]})
		}
		return e.equal(fn.Body, f.result)
	})
}

// match compares matches, the variables of whose patterns may have other names.
func (e *equality) match(n syntax.NodeID, at place) bool {
	want, got := e.item.Match(n), at.in.item.Match(at.in.graph.Node(at.value))
	if len(want.Clauses) != len(got.Clauses) || !e.equal(want.Scrutinee, at.in.operand(at.value, 0)) {
		return false
	}
	for i, c := range want.Clauses {
		a, b := e.item.Clause(c), at.in.item.Clause(got.Clauses[i])
		if !e.within(e.bound, func() bool {
			return at.in.isPattern(e.item, a.Pattern, b.Pattern) && e.bindPattern(a.Pattern, b.Pattern, at.in) &&
				e.equal(a.Body, at.in.operand(at.value, i+1))
		}) {
			return false
		}
	}
	return true
}

// bindPattern binds the variables of a pattern to those of an equal one.
func (e *equality) bindPattern(want, got syntax.NodeID, in *view) bool {
	want, got = bareIn(e.item, want), in.bare(got)
	if e.item.Kind(want) == syntax.PatWild || in.item.Kind(got) == syntax.PatWild {
		return e.item.Kind(want) == in.item.Kind(got)
	}
	if in.variable(got) != nil {
		e.bind(binding{name: e.item.SourceText(want), place: in.placeOf(in.graph.At(got), got)})
		return true
	}
	wants, gots := e.item.Kids(want), in.item.Kids(got)
	if e.item.Kind(want) == syntax.PatCons {
		wants, gots = e.item.PatCons(want).Args, in.fields(got)
	}
	for i := range wants {
		if i < len(gots) && !e.bindPattern(wants[i], gots[i], in) {
			return false
		}
	}
	return true
}
