package optimize

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// laws are the rules that are computed: of operators by what their entries say (op.Laws), and of axes
// and extents that no pattern can name. Each is a function of a node; what it gives to application.equal
// is joined with the node's class. In the comments of laws, A → B means that B is added to the class of
// A. Since nothing is removed, the arrow is no reduction: termination comes from the limits of saturate,
// and a law needs no measure that decreases.
//
// Every law holds for all values of its variables that have the types given; what a law requires besides
// is an extent that is a number, an attribute, or a class of dtypes. A law of floats may round otherwise
// unless exactLaws has it.
var laws = slices.Concat(algebraicLaws, viewLaws, reductionLaws, einsumLaws, sequenceLaws, branchLaws)

// exactLaws hold to the bit, of floats too: they move and choose elements, and compute none in another
// way. A chain of such laws alone is compared exactly when it is run (definition.explain).
var exactLaws = map[string]bool{
	"commutative": true, "same_dtype": true, "choice_of_functions": true,
	"view_of_function": true, "function_of_view": true, "function_of_views": true, "join_of_functions": true,
	"axes_in_order": true, "two_transposes": true, "shape_in_numbers": true, "two_shapes": true, "same_shape": true,
	"two_slices": true, "slice_of_joined": true, "joined_slices": true, "joined_parts": true, "two_joins": true,
	"taken_twice": true, "slice_of_transpose": true, "copies_by_broadcasting": true, "along_axis_of_transpose": true, "part_along_other_axis": true, "tensor_reversed_twice": true,
	"pass_over_zip_of_maps": true, "fold_of_append": true, "list_fold_of_append": true, "map_of_list": true,
	"join_of_list_and_list": true, "length_of_list": true, "element_of_map": true,
	"same_branches": true, "decided_branch": true, "function_of_branches": true, "part_of_tuple": true,
}

// algebraicLaws are those of functions of corresponding elements. "Where the entry says so" is op.Laws:
// by classes of dtypes (addition wraps around and is associative for integers, and associative up to
// rounding for floats), exactly or up to rounding.
var algebraicLaws = []rule{
	{name: "commutative", apply: commutative},
	{name: "associative", apply: associative},
	{name: "balanced", apply: balanced},
	{name: "neutral_element", apply: neutral},
	{name: "idempotent", apply: idempotent},
	{name: "constant", apply: constantNode},
	{name: "number_for_constant", apply: narrowed},
	{name: "subtracted_from_itself", roots: []string{op.Subtract}, apply: cancelled},
	{name: "added_to_itself", roots: []string{op.Add}, apply: doubled},
	{name: "number_subtracted", roots: []string{op.Subtract}, apply: addedNegative},
	{name: "number_divides", roots: []string{op.Divide}, apply: reciprocal},
	{name: "negative_as_factor", roots: []string{op.Negative}, apply: negativeFactor},
	{name: "factor_as_negative", roots: []string{op.Multiply}, apply: factorNegative},
	{name: "multiple_added", roots: []string{op.Add}, apply: multipleAdded},
	{name: "number_distributed", roots: []string{op.Multiply}, apply: numberDistributed},
	{name: "complement", roots: []string{op.LogicalAnd, op.LogicalOr}, apply: complement},
	{name: "same_dtype", roots: []string{"cast"}, apply: sameDtype},
	{name: "choice_of_functions", roots: []string{"where"}, apply: choiceOfFunctions},
}

// commutative: x ⊕ y → y ⊕ x, where the entry of ⊕ says so.
func commutative(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if h.kind != operation || len(e.Kids) != 2 || h.absent != 0 || a.Find(e.Kids[0]) == a.Find(e.Kids[1]) || a.trivial(h, e) {
		return
	}
	if exact, rounded := h.op.Laws.Commutative.Of(a.typeOf(e.ID)); exact || rounded {
		a.equal(a.applyTo(h.op, h.attrs, 0, []id{e.Kids[1], e.Kids[0]}))
	}
}

// trivial reports whether an operand changes nothing, so that the node is its other one. Bracketing and
// exchanging such nodes would only multiply the ways to write one operand.
func (t *terms) trivial(h *head, e egraph.Entry) bool {
	n := h.op.Laws.Identity
	return n.Side == op.BothSides && n.Element != op.NoElement && (t.isElement(e.Kids[0], n.Element) || t.isElement(e.Kids[1], n.Element))
}

// mostOperands is how long a chain of one operator is whose bracketings are all tried. Of n operands
// that commute there are some 3ⁿ nodes (each node is a split of a subset in two).
const mostOperands = 6

// operands are what a chain of an associative operator is applied to, left to right, by the first node
// of each class; more than most where there are more.
func (t *terms) operands(c id, name string, most int) []id {
	n := t.NodeOf(c)
	h := t.head(n)
	if most <= 0 || h.kind != operation || h.op.Canonical() != name || len(n.Kids) != 2 || h.partial {
		return []id{c}
	}
	left := t.operands(n.Kids[0], name, most-1)
	if len(left) > most {
		return left
	}
	return append(left, t.operands(n.Kids[1], name, most-1)...)
}

// isAssociative reports whether ⊕ may be bracketed in any way on values of a type.
func isAssociative(h *head, t types.Type) bool {
	exact, rounded := h.op.Laws.Associative.Of(t)
	return exact || rounded
}

// associative: (x ⊕ y) ⊕ z → x ⊕ (y ⊕ z) and back, in chains of at most mostOperands operands.
func associative(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if h.kind != operation || len(e.Kids) != 2 || h.absent != 0 || !isAssociative(h, a.typeOf(e.ID)) || a.trivial(h, e) {
		return
	}
	if len(a.operands(e.ID, h.op.Canonical(), 40)) > mostOperands {
		return
	}
	for _, f := range a.operations(e.Kids[0], h.op.Canonical()) {
		if inner, ok := a.applyTo(h.op, h.attrs, 0, []id{f.Kids[1], e.Kids[1]}); ok {
			a.equal(a.applyTo(h.op, h.attrs, 0, []id{f.Kids[0], inner}))
		}
	}
	for _, f := range a.operations(e.Kids[1], h.op.Canonical()) {
		if inner, ok := a.applyTo(h.op, h.attrs, 0, []id{e.Kids[0], f.Kids[0]}); ok {
			a.equal(a.applyTo(h.op, h.attrs, 0, []id{inner, f.Kids[1]}))
		}
	}
}

// balanced brackets a long chain of one operator as a tree of the least depth, ⌈log₂ n⌉. Only the span
// becomes less by it, so it is used for that metric alone.
func balanced(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if a.metric != Span || h.kind != operation || len(e.Kids) != 2 || h.absent != 0 || !isAssociative(h, a.typeOf(e.ID)) {
		return
	}
	all := a.operands(e.ID, h.op.Canonical(), 2000)
	if len(all) < 4 {
		return
	}
	for len(all) > 1 {
		var next []id
		for i := 0; i+1 < len(all); i += 2 {
			c, ok := a.applyTo(h.op, h.attrs, 0, all[i:i+2])
			if !ok {
				return
			}
			next = append(next, c)
		}
		if len(all)%2 == 1 {
			next = append(next, all[len(all)-1])
		}
		all = next
	}
	a.equal(all[0], true)
}

// isElement reports whether all elements of a class are an element that an entry names. -0 is not
// op.Zero: x + 0 is x for all x but -0, where the entry counts it as rounding, and x + -0 is x.
func (t *terms) isElement(c id, e op.Element) bool {
	v := t.Data(c).value
	if v == nil {
		return false
	}
	d, ok := value.ParseDtype(v.dtype.String())
	if !ok {
		return false
	}
	switch e {
	case op.Zero:
		return v.is(0) && (v.whole || !math.Signbit(v.f))
	case op.One:
		return v.is(1)
	case op.AllOnes:
		return v.whole && (v.dtype == types.Bool && v.i == 1 || d.IsSigned() && v.i == -1)
	case op.Least, op.Greatest:
		return v.dtype == types.Bool && v.is(map[op.Element]float64{op.Least: 0, op.Greatest: 1}[e])
	}
	return false
}

// neutral: x ⊕ e → x where e is the identity of ⊕, and x ⊕ a → a where a absorbs, on the sides and for
// the dtypes that the entry names. In x * zeros(s) → zeros(s) an infinite x is set aside.
func neutral(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if h.kind != operation || len(e.Kids) != 2 || h.absent != 0 {
		return
	}
	class := op.ClassOf(a.typeOf(e.ID))
	for i, k := range e.Kids {
		other := e.Kids[1-i]
		if n := h.op.Laws.Identity; (i == 1 || n.Side == op.BothSides) && (n.Exact|n.Rounded)&class != 0 {
			if a.isElement(k, n.Element) || n.Element == op.Empty && a.isEmpty(k) {
				a.equal(other, true)
			}
		}
		if n := h.op.Laws.Absorbing; (i == 1 || n.Side == op.BothSides) && (n.Exact|n.Rounded)&class != 0 && a.isElement(k, n.Element) {
			if a.sameType(k, e.ID) {
				a.equal(k, true)
			} else {
				a.equal(a.filled(a.Data(k).value, a.typeOf(e.ID)))
			}
		}
	}
}

// isEmpty reports whether a class is a list without elements.
func (t *terms) isEmpty(c id) bool {
	for _, e := range t.Entries(c) {
		if h := t.head(e.Node); h.kind == list && len(e.Kids) == 0 {
			return true
		}
	}
	return false
}

// filled is a tensor all of whose elements are a number: a literal, zeros, ones or full. A shape with
// extents that are not known has no such node.
func (t *terms) filled(c *constant, typ types.Type) (id, bool) {
	tensor, ok := types.Head(typ).(*types.Tensor)
	if !ok || c == nil || tensor.Dtype != c.dtype {
		return 0, false
	}
	if len(tensor.Shape) == 0 {
		return t.number(c)
	}
	for _, d := range tensor.Shape {
		if d.Loose() {
			return 0, false
		}
	}
	shape, dtype := op.Named{Name: "shape", Value: dimsValue(tensor.Shape)}, op.Named{Name: "dtype", Value: op.Text(tensor.Dtype.String())}
	switch {
	case c.is(0) && !(c.f == 0 && math.Signbit(c.f)):
		return t.apply("zeros", nil, shape, dtype)
	case c.is(1):
		return t.apply("ones", nil, shape, dtype)
	}
	n, ok := t.number(c)
	if !ok {
		return 0, false
	}
	return t.apply("full", []id{n}, shape, dtype)
}

// idempotent: f(f(x)) → f(x) for equal attributes, and x ⊕ x → x, where the entry says so.
func idempotent(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if h.kind != operation || h.absent != 0 {
		return
	}
	if exact, rounded := h.op.Laws.Idempotent.Of(a.typeOf(e.ID)); !exact && !rounded {
		return
	}
	switch len(e.Kids) {
	case 1:
		for _, f := range a.operations(e.Kids[0], h.op.Canonical()) {
			if f.Head == e.Head {
				a.equal(e.Kids[0], true)
			}
		}
	case 2:
		if a.Find(e.Kids[0]) == a.Find(e.Kids[1]) {
			a.equal(e.Kids[0], true)
		}
	}
}

// constantNode: a node whose elements are all the number c → filled(c). It is also where a constant
// enters the data of its class: a union may have made the arguments of an old node constants.
func constantNode(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if h.kind != operation {
		return
	}
	if v := a.valueOf(h, e.Kids, a.typeOf(e.ID)); v != nil {
		if d := a.Data(e.ID); d.value == nil {
			d.value = v
		}
		a.equal(a.filled(v, a.typeOf(e.ID)))
	}
}

// isMap reports whether an operator is a function of corresponding elements, of so many operands, with
// broadcasting: result[i] = f(x₁[i], x₂[i], …).
func isMap(h *head, operands int) bool {
	return h.kind == operation && h.op.Map != nil && h.op.Relation != nil && len(h.op.Params) == operands && h.absent == 0 && !h.op.Impure
}

// narrowed: f(x, filled(c)) → f(x, c), where broadcasting gives the same type (x has the shape of both).
func narrowed(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if !isMap(h, 2) || len(e.Kids) != 2 {
		return
	}
	for i, k := range e.Kids {
		v := a.Data(k).value
		shape, ok := a.shape(k)
		if v == nil || !ok || len(shape) == 0 {
			continue
		}
		if n, ok := a.number(v); ok {
			kids := slices.Clone(e.Kids)
			kids[i] = n
			a.equal(a.applyTo(h.op, h.attrs, 0, kids))
		}
	}
}

// cancelled: x - x → zeros. Infinite x are set aside.
func cancelled(a *application, e egraph.Entry) {
	if a.Find(e.Kids[0]) == a.Find(e.Kids[1]) && a.tensor(e.ID) != nil {
		a.equal(a.filled(numberOf(a.tensor(e.ID).Dtype, 0), a.typeOf(e.ID)))
	}
}

// doubled: x + x → x * 2.
func doubled(a *application, e egraph.Entry) {
	t := a.tensor(e.ID)
	if t == nil || t.Dtype == types.Bool || a.Find(e.Kids[0]) != a.Find(e.Kids[1]) {
		return
	}
	if two, ok := a.scalar(t.Dtype, 2); ok {
		a.equal(a.apply(op.Multiply, []id{e.Kids[0], two}))
	}
}

// scalarOf is the number of an operand without dimensions; nil where it is none or not known.
func (t *terms) scalarOf(c id) *constant {
	if shape, ok := t.shape(c); !ok || len(shape) > 0 {
		return nil
	}
	return t.Data(c).value
}

// addedNegative: x - c → x + (-c), for a number c. Zero is left to neutral.
func addedNegative(a *application, e egraph.Entry) {
	if v := a.scalarOf(e.Kids[1]); v != nil && !v.is(0) {
		if n, ok := a.number(fold(v.dtype, v, v, op.Negative)); ok {
			a.equal(a.apply(op.Add, []id{e.Kids[0], n}))
		}
	}
}

// reciprocal: x / c → x * (1/c), for a float c whose reciprocal is neither too large nor subnormal.
func reciprocal(a *application, e egraph.Entry) {
	v := a.scalarOf(e.Kids[1])
	if v == nil || v.whole || v.f == 0 {
		return
	}
	if n, ok := a.number(fold(v.dtype, numberOf(v.dtype, 1), v, op.Divide)); ok {
		a.equal(a.apply(op.Multiply, []id{e.Kids[0], n}))
	}
}

// negativeFactor: -x → x * -1, for signed dtypes.
func negativeFactor(a *application, e egraph.Entry) {
	t := a.tensor(e.ID)
	if t == nil {
		return
	}
	if n, ok := a.scalar(t.Dtype, -1); ok && t.Dtype != types.Bool && t.Dtype.Class != types.UintClass {
		a.equal(a.apply(op.Multiply, []id{e.Kids[0], n}))
	}
}

// factorNegative: x * -1 → -x.
func factorNegative(a *application, e egraph.Entry) {
	if v := a.scalarOf(e.Kids[1]); v.is(-1) {
		a.equal(a.apply(op.Negative, e.Kids[:1]))
	}
}

// multipleAdded: x * c + x → x * (c + 1), for a number c.
func multipleAdded(a *application, e egraph.Entry) {
	t := a.tensor(e.ID)
	if t == nil || t.Dtype == types.Bool {
		return
	}
	for _, f := range a.operations(e.Kids[0], op.Multiply) {
		c := a.scalarOf(f.Kids[1])
		if c == nil {
			continue
		}
		if a.Find(f.Kids[0]) == a.Find(e.Kids[1]) {
			if n, ok := a.number(fold(c.dtype, c, numberOf(c.dtype, 1), op.Add)); ok {
				a.equal(a.apply(op.Multiply, []id{f.Kids[0], n}))
			}
		}
	}
}

// numberDistributed: (x + d) * c → x * c + c·d, for numbers c and d.
func numberDistributed(a *application, e egraph.Entry) {
	c := a.scalarOf(e.Kids[1])
	if c == nil {
		return
	}
	for _, f := range a.operations(e.Kids[0], op.Add) {
		if d := a.scalarOf(f.Kids[1]); d != nil {
			if n, ok := a.number(fold(c.dtype, c, d, op.Multiply)); ok {
				if p, ok := a.apply(op.Multiply, []id{f.Kids[0], e.Kids[1]}); ok {
					a.equal(a.apply(op.Add, []id{p, n}))
				}
			}
		}
	}
}

// complement: p ∧ ¬p → False and p ∨ ¬p → True.
func complement(a *application, e egraph.Entry) {
	for i, k := range e.Kids {
		for _, f := range a.operations(k, op.LogicalNot) {
			if len(e.Kids) == 2 && a.Find(f.Kids[0]) == a.Find(e.Kids[1-i]) {
				truth := 0.0
				if a.head(e.Node).op.Name == op.LogicalOr {
					truth = 1
				}
				a.equal(a.filled(numberOf(types.Bool, truth), a.typeOf(e.ID)))
			}
		}
	}
}

// sameDtype: cast(x, dtype) → x, where x has the dtype.
func sameDtype(a *application, e egraph.Entry) {
	a.equal(e.Kids[0], a.sameType(e.Kids[0], e.ID))
}

// choiceOfFunctions: where(c, f(x), f(y)) → f(where(c, x, y)), for x and y of one type.
func choiceOfFunctions(a *application, e egraph.Entry) {
	if len(e.Kids) != 3 {
		return
	}
	h := a.head(e.Node)
	for _, x := range a.unaryMaps(e.Kids[1]) {
		for _, y := range a.unaryMaps(e.Kids[2]) {
			if x.Head != y.Head || !a.sameType(x.Kids[0], y.Kids[0]) {
				continue
			}
			if c, ok := a.applyTo(h.op, h.attrs, 0, []id{e.Kids[0], x.Kids[0], y.Kids[0]}); ok {
				f := a.head(x.Node)
				a.equal(a.applyTo(f.op, f.attrs, 0, []id{c}))
			}
		}
	}
}

// unaryMaps are the nodes of a class that apply a function to each element of one operand.
func (t *terms) unaryMaps(c id) (found []egraph.Entry) {
	for _, e := range t.Entries(c) {
		if h := t.head(e.Node); !h.partial && isMap(h, 1) && len(e.Kids) == 1 {
			found = append(found, e)
		}
	}
	return found
}
