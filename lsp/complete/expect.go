package complete

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// expectation is the type that the place of the stand-in wants.
func (s *scene) expectation() expectation {
	if !s.inTree() {
		return expectation{}
	}
	return s.wantedBy(len(s.path)-1, 0)
}

// furthest is how many nodes are looked through for an expected type.
const furthest = 100

// wantedBy is what is wanted of the node at a place of the path: what the node around it
// says, or what is wanted of that one. It is the checking direction of bidirectional typing
// (Pierce and Turner, Local Type Inference, 2000) along one path of the tree. With e ⇐ T for
// "T is wanted of e":
//
//	(e) ⇐ T                     gives  e ⇐ T            so do -e, and e at the end of a block
//	if (c) { a } else { b } ⇐ T gives  c ⇐ bool,  a ⇐ T,  b ⇐ T
//	match (s) { p => e, … } ⇐ T gives  e ⇐ T
//	(e1, …, en) ⇐ (T1, …, Tn)   gives  ei ⇐ Ti
//	[e1, …, en] ⇐ FractalTensor[T]  gives  ei ⇐ T;  without T, the type of another element
//	fn(p) { e } ⇐ fn(S) -> T    gives  e ⇐ T
//	let x : T = e               gives  e ⇐ T
//	def @f(p) -> T { e }        gives  e ⇐ T
//	f(e1, …, en), f : fn<a>(S1, …, Sn) -> T  gives  ei ⇐ Si[a := what the other ej decide]
//	e1 + e2, e[i]               gives  e1 ⇐ the type of e2,  i ⇐ int32
//
// Elsewhere nothing is wanted, and every candidate is as good as the others.
func (s *scene) wantedBy(i, depth int) expectation {
	if i < 1 || depth > furthest {
		return expectation{}
	}
	child, parent := s.path[i], s.path[i-1]
	if s.passes(parent, child) {
		return s.wantedBy(i-1, depth+1)
	}
	if part := parts[s.item.Kind(parent)]; part != nil {
		return part(s, s.wantedBy(i-1, depth+1), parent, child)
	}
	if wants := byParent[s.item.Kind(parent)]; wants != nil {
		return wants(s, parent, child)
	}
	return expectation{}
}

// passes reports whether a node has its child's type.
func (s *scene) passes(parent, child syntax.NodeID) bool {
	switch s.item.Kind(parent) {
	case syntax.Paren, syntax.Unary:
		return true
	case syntax.Block:
		kids := s.item.Kids(parent)
		return kids[len(kids)-1] == child
	case syntax.If:
		return s.item.If(parent).Cond != child
	case syntax.Clause:
		return s.item.Clause(parent).Pattern != child
	case syntax.Match:
		return s.item.Match(parent).Scrutinee != child
	}
	return false
}

// parts are the nodes whose parts want a part of what is wanted of them.
var parts = map[syntax.Kind]func(s *scene, whole expectation, parent, child syntax.NodeID) expectation{
	syntax.Tuple: (*scene).elementOfTuple,
	syntax.List:  (*scene).elementOfList,
	syntax.Fn:    (*scene).bodyOfFunction,
}

// elementOfTuple: (e1, …, en) ⇐ (T1, …, Tn) gives ei ⇐ Ti.
func (s *scene) elementOfTuple(whole expectation, parent, child syntax.NodeID) expectation {
	t, ok := types.Head(whole.want).(*types.Tuple)
	if i := s.indexOf(parent, child); ok && i < len(t.Elems) {
		return expectation{want: t.Elems[i], open: whole.open}
	}
	return expectation{}
}

// elementOfList: [e1, …, en] ⇐ FractalTensor[T] gives ei ⇐ T; all elements have one type.
func (s *scene) elementOfList(whole expectation, parent, child syntax.NodeID) expectation {
	if t, ok := types.Head(whole.want).(*types.Fractal); ok {
		return expectation{want: t.Elem, open: whole.open}
	}
	return s.likeSiblings(parent, child)
}

// bodyOfFunction: fn(p) -> T { e } gives e ⇐ T; without T, what is wanted of the function does.
func (s *scene) bodyOfFunction(whole expectation, parent, child syntax.NodeID) expectation {
	fn := s.item.Fn(parent)
	if fn.Body != child {
		return expectation{}
	}
	if f, ok := s.typeOf(parent).(*types.Func); ok && fn.Result != syntax.NoNode {
		return expectation{want: f.Out}
	}
	if f, ok := types.Head(whole.want).(*types.Func); ok {
		return expectation{want: f.Out, open: whole.open}
	}
	return expectation{}
}

// byParent are the nodes that know what they want.
var byParent = map[syntax.Kind]func(s *scene, parent, child syntax.NodeID) expectation{
	syntax.If:      (*scene).condition,
	syntax.Let:     (*scene).annotation,
	syntax.ItemDef: (*scene).result,
	syntax.Call:    (*scene).argument,
	syntax.Binary:  (*scene).likeSiblings,
	syntax.Index:   (*scene).position,
}

func (s *scene) condition(syntax.NodeID, syntax.NodeID) expectation {
	return expectation{want: &types.Tensor{Dtype: types.Bool}}
}

func (s *scene) position(parent, child syntax.NodeID) expectation {
	if s.item.Index(parent).At != child {
		return expectation{}
	}
	return expectation{want: &types.Tensor{Dtype: types.Int32}}
}

func (s *scene) annotation(parent, child syntax.NodeID) expectation {
	let := s.item.Let(parent)
	if let.Value != child || let.Type == syntax.NoNode {
		return expectation{}
	}
	return expectation{want: s.typeOf(let.Pattern)}
}

// result: def @f(p) -> T { e } gives e ⇐ T. Without T, inference is free, and nothing is wanted.
func (s *scene) result(parent, child syntax.NodeID) expectation {
	def := s.item.Def(parent)
	name := s.objectOf(def.Name)
	if def.Body != child || def.Result == syntax.NoNode || name == nil {
		return expectation{}
	}
	if f, ok := types.Head(name.Type).(*types.Func); ok {
		return expectation{want: f.Out}
	}
	return expectation{}
}

// likeSiblings wants what the other parts of a node have.
//
// It is a guess for `+` and a rule for lists.
func (s *scene) likeSiblings(parent, child syntax.NodeID) expectation {
	for _, kid := range s.item.Kids(parent) {
		if t := s.typeOf(kid); kid != child && t != nil && s.item.Kind(kid) != syntax.Operator {
			return expectation{want: t}
		}
	}
	return expectation{}
}

// argument wants what the callee's parameter is, as far as the other arguments
// decide it.
//
// The parameters of the callee's scheme are open; each other argument whose type is known binds some of
// them by unification. So in `@pair(1, |)` with @pair : fn<a>(a, a), int32 is wanted.
func (s *scene) argument(call, child syntax.NodeID) expectation {
	i := s.indexOf(call, child) - 1
	in, params := s.parameters(call)
	switch {
	case i < 0:
		return expectation{}
	case i >= len(in):
		return s.operand(call, i)
	}
	u := newUnifier(nil)
	u.free(params)
	for j, arg := range s.item.Call(call).Args {
		if t := s.typeOf(arg); j != i && j < len(in) && t != nil {
			u.same(in[j], t, 0)
		}
	}
	return expectation{want: in[i], open: u.bound}
}

// operand wants a tensor for an operator's parameter: of one that broadcasts,
// one like the other.
//
// Operators have typing relations and not types, so little can be said: any tensor, and of a
// broadcasting operator one like the other operand, which is a guess that ranks and never excludes.
func (s *scene) operand(call syntax.NodeID, i int) expectation {
	o := s.operator(s.item.Call(call).Callee)
	if o == nil || o.Scheme != nil || i >= len(o.Params) {
		return expectation{}
	}
	if o.Kind == op.Broadcast {
		for j, arg := range s.item.Call(call).Args {
			if t := s.typeOf(arg); t != nil && j != i && s.item.Kind(arg) != syntax.NamedArg {
				return expectation{want: t}
			}
		}
	}
	return expectation{tensor: true}
}

// parameters are the types of what a call takes by position.
func (s *scene) parameters(call syntax.NodeID) ([]types.Type, []types.Param) {
	callee := s.item.Call(call).Callee
	if f, ok := types.Head(s.typeOf(callee)).(*types.Func); ok {
		return f.In, f.Params
	}
	if o := s.operator(callee); o != nil && o.Scheme != nil {
		return schemeOf(o, len(s.item.Call(call).Args)), nil
	}
	return nil, nil
}

// schemeOf is what an operator on functions takes, with n arguments.
//
// Operators on functions (map, foldl) have schemes, which are made for the number of arguments there
// are.
func schemeOf(o *op.Op, n int) []types.Type {
	least, most := o.Arity()
	if n = max(n, least); most >= 0 {
		n = min(n, most)
	}
	attrs, errs := op.Bind(o, nil)
	if len(errs) > 0 {
		return nil
	}
	fresh := func() types.Type { return &types.Var{} }
	return o.Scheme(n, &op.Call{Op: o, Attrs: attrs, Args: make([]types.Type, n), Fresh: fresh, FreshLeaf: fresh}).In
}

// operator is the entry that a callee names; nil where it is none.
func (s *scene) operator(callee syntax.NodeID) *op.Op {
	if o := s.objectOf(callee); o != nil {
		return s.ops[o.Op]
	}
	if kind := s.item.Kind(callee); kind == syntax.Name || kind == syntax.TypeName {
		return s.ops[s.item.SourceText(callee)]
	}
	return nil
}

func (s *scene) indexOf(parent, child syntax.NodeID) int {
	for i, kid := range s.item.Kids(parent) {
		if kid == child {
			return i
		}
	}
	return -1
}
