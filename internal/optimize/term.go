package optimize

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A kind says what a node of the e-graph is. The comment gives its arguments, and the fields of the head
// that distinguish nodes of the kind.
type kind uint8

const (
	variable  kind = iota // ()  a parameter or what a clause binds: binders[0]
	literal               // ()  text; a scalar has its value too
	global                // ()  a definition, constructor or operator as a value: text
	operation             // (argument…)  of op; absent says which parameters have none
	construct             // (field…)     of the constructor text
	call                  // (callee argument…)
	tuple                 // (component…)
	list                  // (element…)
	project               // (tuple)      component index
	lambda                // (region)     over binders
	branch                // (condition region region)
	choice                // (scrutinee region…)  a match by clauses
	shortcut              // (left region)  `&&` or `||` whose right side is evaluated only if needed: op
)

// A head is what a node is besides its arguments. Heads are interned: two nodes with one
// head have the same pointer.
//
// A region is the body of a function, a branch or a clause. Its arguments are its entries,
// what may fail or has an effect and is evaluated in this order, and its result:
//
//	if c { let _ = e₁; let _ = e₂; x } else { y }   is   branch(c, e₁, e₂, x, y), regions {2, 0}
type head struct {
	kind    kind
	op      *op.Op
	attrs   op.Attrs
	absent  uint64 // by parameter
	text    string
	of      string // the key of the type, where the text and the arguments do not determine it
	object  *typecheck.Object
	index   int
	binders []*binder
	regions []int // how many entries each region has
	clauses []clause
	value   *constant
	// partial is set for what may fail, may not end or has an effect. Such a node is an entry
	// of its region, and no rule looks into it. It is part of the identity: the same call with
	// a divisor that became a number is another node, and total.
	partial bool
	// serial distinguishes what has effects: two such nodes are never one.
	serial int
	// apart distinguishes what may fail in different blocks.
	apart int
	key   string
	id    int32
}

// A binder is a variable that a definition, function or clause binds. Laws make new ones with each
// function literal that they make (terms.function).
type binder struct {
	id       int32
	name     string // that it has in the text, without `%`
	typ      types.Type
	text     string   // of its type as it is written; "" for none
	parts    []string // the names in a pattern of a tuple, in its place
	outer    bool     // of the definition: bound everywhere, and not in data.free
	withType bool     // it is written with its type
}

// A clause is one of a match: its pattern as it is written (node of item), with the variables in it.
// No rule looks into patterns, so they are copied as text, with the names that the variables get.
type clause struct {
	pattern string
	item    *syntax.Item
	node    syntax.NodeID
	binders []*binder
}

// data is what is known of a class, joined when classes are united (join): facts that hold of its value
// whatever node computes it.
type data struct {
	typ   types.Type
	free  []int32   // the binders that its value depends on, in order
	value *constant // that all elements have
	name  string    // by which the text calls it
	// entry is set for the value of what may fail or has an effect.
	entry bool
	at    syntax.Span // where the text computes it; empty for what it does not
}

// A class of terms.
type id = egraph.Class

// terms are the e-graph of one definition: heads, the classes of package egraph, and indices of them.
//
// Invariants:
//   - Equal heads are one pointer and one id (intern), so that nodes of package egraph, which have the
//     id alone, are equal if they mean the same.
//   - A class has one type. Unions of classes with different types are refused (application.equal).
//   - A class depends on the variables in data.free at most: the intersection over its nodes, since
//     equal terms have equal values whatever a variable is that only one of them mentions.
//   - A node whose arguments are total and that is not partial is total: it can be evaluated anywhere
//     where its variables are bound, any number of times, or not at all.
type terms struct {
	*egraph.Graph[data]
	heads   []*head
	byKey   map[string]*head
	ops     op.Table
	binders []*binder // by number
	reasons []string  // names of rules, by egraph.Reason
	reason  map[string]egraph.Reason
	lambdas map[*head][]id // by the head of a function literal: its nodes
	module  *typecheck.Module
	params  map[string]bool                        // the type parameters that the definition declares
	called  func(*typecheck.Object) effect.Summary // what calling a definition may do
}

// newTerms is an e-graph without nodes.
func newTerms(ops op.Table) *terms {
	t := &terms{byKey: map[string]*head{}, ops: ops, reasons: []string{"congruence"}, reason: map[string]egraph.Reason{}, lambdas: map[*head][]id{}}
	t.Graph = egraph.New(join)
	return t
}

// join puts together what is known of two classes. Where they depend on different variables, the value
// depends only on those in both: x * 0 = 0 depends on nothing.
func join(into *data, other data) {
	if into.value == nil {
		into.value = other.value
	}
	if into.name == "" {
		into.name = other.name
	}
	into.entry = into.entry || other.entry
	if into.at == (syntax.Span{}) {
		into.at = other.at
	}
	if !slices.Equal(into.free, other.free) {
		into.free = slices.DeleteFunc(slices.Clone(into.free), func(b int32) bool { return !slices.Contains(other.free, b) })
	}
}

// reasonFor interns the name of a rule.
func (t *terms) reasonFor(rule string) egraph.Reason {
	r, known := t.reason[rule]
	if !known {
		r = egraph.Reason(len(t.reasons))
		t.reasons = append(t.reasons, rule)
		t.reason[rule] = r
	}
	return r
}

// newBinder makes a variable.
func (t *terms) newBinder(name string, typ types.Type) *binder {
	b := &binder{id: int32(len(t.binders)), name: name, typ: typ}
	t.binders = append(t.binders, b)
	return b
}

// intern gives the one head that is equal to h. The key has every field that distinguishes terms.
// Attributes are compared by their values: a default that is written out and one that is left out are one
// head, which is written as it was interned first.
func (t *terms) intern(h head) *head {
	var b strings.Builder
	fmt.Fprintf(&b, "%d|%s|%s|%d|%d|%v|%d|%v|%d", h.kind, h.text, h.of, h.index, h.absent, h.regions, h.serial, h.partial, h.apart)
	if h.op != nil {
		b.WriteString("|" + h.op.Name)
		if h.op.Signature != nil || h.op.Scheme != nil {
			// The form for FractalTensors shares the name of the form for tensors.
			fmt.Fprintf(&b, "%p", h.op)
		}
		for i, v := range h.attrs.Values {
			b.WriteString("," + h.op.Attrs[i].Name + "=" + v.String())
		}
	}
	if h.object != nil {
		fmt.Fprintf(&b, "|%p", h.object)
	}
	// Binders and objects are distinguished by identity: one name may be bound twice.
	for _, x := range h.binders {
		b.WriteString("|" + strconv.Itoa(int(x.id)))
	}
	for _, c := range h.clauses {
		b.WriteString("|" + c.pattern)
		for _, x := range c.binders {
			b.WriteString("," + strconv.Itoa(int(x.id)))
		}
	}
	if h.value != nil {
		b.WriteString("|" + h.value.String())
	}
	key := b.String()
	if known := t.byKey[key]; known != nil {
		return known
	}
	h.key, h.id = key, int32(len(t.heads))
	own := h
	t.heads = append(t.heads, &own)
	t.byKey[key] = &own
	return &own
}

// head is that of a node.
func (t *terms) head(n egraph.Node) *head { return t.heads[n.Head] }

// typeOf is the type of a class.
func (t *terms) typeOf(c id) types.Type { return t.Data(c).typ }

// tensor is the type of a class as a tensor; nil for others.
func (t *terms) tensor(c id) *types.Tensor {
	typ := t.typeOf(c)
	if typ == nil {
		return nil
	}
	tensor, _ := types.Head(typ).(*types.Tensor)
	return tensor
}

// shape is the shape of a class, false for what is no tensor.
func (t *terms) shape(c id) ([]types.Dim, bool) {
	tensor := t.tensor(c)
	if tensor == nil {
		return nil, false
	}
	return tensor.Shape, true
}

// sameType reports whether two classes are known to have one type.
func (t *terms) sameType(a, b id) bool {
	x, y := t.typeOf(a), t.typeOf(b)
	return x != nil && y != nil && sameTypes(x, y)
}

// sameTypes reports whether two types have one key.
func sameTypes(x, y types.Type) bool {
	if x == y {
		return true
	}
	return types.Key(x) == types.Key(y)
}

// insert adds a node whose type is known, and gives its class. What is known of the class is computed
// from the arguments: free variables, the constant that all elements are.
func (t *terms) insert(h *head, kids []id, typ types.Type) id {
	n := egraph.Node{Head: h.id, Kids: kids}
	c, known := t.Lookup(n)
	if known {
		return c
	}
	d := data{typ: typ, entry: h.partial, free: t.freeIn(h, kids), value: t.valueOf(h, kids, typ)}
	c, _ = t.Add(n, d)
	if h.kind == lambda {
		t.lambdas[h] = append(t.lambdas[h], c)
	}
	return c
}

// freeIn are the variables that a node depends on: those of its arguments without those that the node
// binds. Parameters of the definition are left out, since they are bound everywhere.
func (t *terms) freeIn(h *head, kids []id) []int32 {
	var all []int32
	for _, k := range kids {
		all = append(all, t.Data(k).free...)
	}
	bound := func(x int32) bool {
		is := func(b *binder) bool { return b.id == x }
		return h.kind == lambda && slices.ContainsFunc(h.binders, is) ||
			slices.ContainsFunc(h.clauses, func(c clause) bool { return slices.ContainsFunc(c.binders, is) })
	}
	if h.kind == variable {
		if !h.binders[0].outer {
			all = append(all, h.binders[0].id)
		}
		return all
	}
	all = slices.DeleteFunc(all, bound)
	slices.Sort(all)
	return slices.Compact(all)
}

// region gives the entries and the result of region i among the arguments of a node. The arguments are
// in front the condition, scrutinee or left operand, then of each region its entries and its result.
func (h *head) region(kids []id, i int) (entries []id, result id) {
	at := 0
	switch h.kind {
	case branch, choice, shortcut:
		at = 1
	}
	for _, n := range h.regions[:i] {
		at += n + 1
	}
	n := h.regions[i]
	return kids[at : at+n], kids[at+n]
}

// pure reports whether the regions of a head have no entries. Laws look into pure regions alone.
func (h *head) pure() bool {
	for _, n := range h.regions {
		if n > 0 {
			return false
		}
	}
	return true
}

// lambdaOf is a function literal of a class without entries, with its body.
func (t *terms) lambdaOf(c id) (h *head, body id, ok bool) {
	for _, e := range t.Entries(c) {
		if h := t.head(e.Node); h.kind == lambda && h.pure() {
			return h, e.Kids[0], true
		}
	}
	return nil, 0, false
}

// operations are the nodes of a class that apply an operator and cannot fail. The name is the canonical
// one: old and accelerators' spellings of an operator mean the same.
func (t *terms) operations(c id, name string) (found []egraph.Entry) {
	for _, e := range t.Entries(c) {
		if h := t.head(e.Node); h.kind == operation && !h.partial && h.op.Canonical() == name {
			found = append(found, e)
		}
	}
	return found
}

// dependsOn reports whether the value of a class depends on a variable.
func (t *terms) dependsOn(c id, b *binder) bool { return slices.Contains(t.Data(c).free, b.id) }

// variable is the class of a variable.
func (t *terms) variable(b *binder) id {
	return t.insert(t.intern(head{kind: variable, binders: []*binder{b}, text: b.name}), nil, b.typ)
}

// project takes a component, (x, y).0 = x included: no projection of a tuple that is written out is
// made.
func (t *terms) project(c id, i int, typ types.Type) id {
	for _, e := range t.Entries(c) {
		if h := t.head(e.Node); h.kind == tuple && i < len(e.Kids) {
			return e.Kids[i]
		}
	}
	if typ == nil {
		tup, ok := types.Head(t.typeOf(c)).(*types.Tuple)
		if !ok || i >= len(tup.Elems) {
			return c
		}
		typ = tup.Elems[i]
	}
	return t.insert(t.intern(head{kind: project, index: i}), []id{c}, typ)
}

// node is a head applied to classes.
func node(h *head, kids []id) egraph.Node { return egraph.Node{Head: h.id, Kids: kids} }

// canonical is a node with canonical arguments.
func (t *terms) canonical(n egraph.Node) egraph.Node {
	kids := make([]id, len(n.Kids))
	for i, k := range n.Kids {
		kids[i] = t.Find(k)
	}
	return egraph.Node{Head: n.Head, Kids: kids}
}

// floats reports whether a class may hold floats, so that another rounding shows.
func (t *terms) floats(c id) bool {
	typ := t.typeOf(c)
	if typ == nil {
		return true
	}
	found := false
	types.Walk(typ, func(part types.Type) bool {
		switch part := types.Head(part).(type) {
		case *types.Tensor:
			found = found || op.ClassOf(part)&(op.Bools|op.Integers) == 0
		case *types.Var:
			found = true
		}
		return !found
	})
	return found
}
