package optimize

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// make adds one value by its form, and gives its class.
func (r *reader) make(v graph.Value) (id, error) {
	n, typ, block := r.g.Node(v), r.typeAt(v), r.g.Block(v)
	// The name of a builtin that checks its own calls has no type; as a callee it needs none.
	if typ == nil && r.g.Kind(v) == graph.Name && typecheck.Builtin(r.item.SourceText(n)) != nil {
		return r.insert(r.intern(head{kind: global, text: r.item.SourceText(n)}), nil, types.Unit), nil
	}
	if typ == nil {
		return 0, fmt.Errorf("the type of `%s` is not known", r.item.SourceText(n))
	}
	switch r.g.Kind(v) {
	case graph.Parameter:
		return r.parameter(v, typ), nil
	case graph.Literal:
		return r.literal(n, typ)
	case graph.Name:
		return r.name(n, typ)
	case graph.Tuple, graph.List:
		kids, err := r.operands(v)
		if err != nil {
			return 0, err
		}
		h := head{kind: tuple}
		if r.g.Kind(v) == graph.List {
			h.kind, h.partial = list, r.effects.Own(n) != effect.Summary{}
			if len(kids) == 0 {
				h.of = types.Key(typ)
			}
		}
		return r.add(h, kids, typ, block, effect.Summary{}), nil
	case graph.Project:
		kids, err := r.operands(v)
		if err != nil {
			return 0, err
		}
		if r.leaf(kids[0]) { // a pattern of a tuple in one of a constructor
			return r.field(v, typ)
		}
		return r.project(kids[0], r.g.Index(v), typ), nil
	case graph.Field:
		return r.field(v, typ)
	case graph.Construct:
		kids, err := r.operands(v)
		if err != nil {
			return 0, err
		}
		callee := r.item.Call(n).Callee
		h := head{kind: construct, text: r.item.SourceText(callee), object: r.info.Object(callee)}
		if len(kids) == 0 {
			h.of = types.Key(typ)
		}
		return r.add(h, kids, typ, block, r.effects.Own(n)), nil
	case graph.Function:
		return r.function(v, n, typ)
	case graph.Operation:
		return r.operation(v, n, typ, block)
	case graph.Call:
		return r.call(v, n, typ, block)
	case graph.If:
		return r.opener(v, typ, block, head{kind: branch}, r.effects.Own(n))
	case graph.Match:
		h, err := r.clauses(v, n)
		if err != nil {
			return 0, err
		}
		return r.opener(v, typ, block, h, r.effects.Own(n))
	}
	return 0, fmt.Errorf("`%s` is not followed", r.item.SourceText(n))
}

// add adds a value that does something besides what its operands do. What may fail, may not end or has
// an effect is an entry of its block; what has an effect gets a serial number, so that it equals no
// other node: two reads of a reference differ.
func (r *reader) add(h head, kids []id, typ types.Type, block graph.Block, own effect.Summary) id {
	h.partial = h.partial || !own.Pure() || !own.Total()
	if !own.Pure() {
		r.serial++
		h.serial = r.serial
	}
	if h.partial {
		return r.enter(block, h, kids, typ)
	}
	return r.insert(r.intern(h), kids, typ)
}

// parameter is a variable of the definition or of a function literal. A pattern of a tuple is one
// variable, with the names of the parts, whose components are projections.
func (r *reader) parameter(v graph.Value, typ types.Type) id {
	n, block := r.g.Node(v), r.g.Block(v)
	b := r.newBinder("", typ)
	b.outer = block == graph.Body
	if r.item.Kind(n) == syntax.PatVar {
		b.name = strings.TrimPrefix(r.item.SourceText(n), "%")
	} else {
		r.item.Walk(n, func(m syntax.NodeID) bool {
			if r.item.Kind(m) == syntax.PatVar || r.item.Kind(m) == syntax.PatWild {
				b.parts = append(b.parts, strings.TrimPrefix(r.item.SourceText(m), "%"))
			}
			return true
		})
	}
	param := r.info.Index().Parent(n)
	if r.item.Kind(param) == syntax.Param {
		if t := r.item.Param(param).Type; t != syntax.NoNode {
			b.text, b.withType = r.item.SourceText(t), true
		}
	}
	if block == graph.Body {
		r.params = append(r.params, b)
	}
	return r.variable(b)
}

// literal is a scalar by its value, or another literal (a constant of a file, the unit) by its text and
// its type.
func (r *reader) literal(n syntax.NodeID, typ types.Type) (id, error) {
	text := r.item.SourceText(n)
	if r.item.Kind(n) == syntax.Segment {
		text = strings.TrimSpace(strings.TrimPrefix(text, "/"))
	}
	// A scalar is known by its value: 1f and 1.0f are one node.
	if c := readLiteral(text, typ); c != nil {
		if c, ok := r.number(c); ok {
			return c, nil
		}
	}
	if r.item.Kind(n) == syntax.Block {
		text = "()"
	}
	if r.item.Kind(n) == syntax.Meta {
		text += " /* ty=" + types.String(typ) + " */" // the type cannot be inferred otherwise
	}
	h := head{kind: literal, text: text, of: types.Key(typ)}
	return r.add(h, nil, typ, r.g.Block(r.g.At(n)), r.literalEffect(n)), nil
}

// literalEffect is what evaluating a literal may do: reading a constant of a file may fail.
func (r *reader) literalEffect(n syntax.NodeID) effect.Summary {
	switch r.item.Kind(n) {
	case syntax.Meta, syntax.Call:
		return r.effects.Own(n)
	}
	return effect.Summary{}
}

// name is a global, a constructor or an operator as a value, at one type.
func (r *reader) name(n syntax.NodeID, typ types.Type) (id, error) {
	o := r.info.Object(n)
	if o == nil {
		return 0, fmt.Errorf("`%s` is not followed", r.item.SourceText(n))
	}
	if o.Kind == typecheck.ConstructorObject {
		if _, function := types.Head(typ).(*types.Func); !function {
			return r.insert(r.intern(head{kind: construct, text: r.item.SourceText(n), of: types.Key(typ), object: o}), nil, typ), nil
		}
	}
	h := head{kind: global, text: r.item.SourceText(n), object: o, of: types.Key(typ)}
	if o.Kind == typecheck.OperatorObject {
		h.op = r.ops[o.Op]
		if h.op != nil {
			h.attrs, _ = op.Bind(h.op, nil)
		}
	}
	return r.insert(r.intern(h), nil, typ), nil
}

// leaf reports whether a class is what a clause takes out of a constructor.
func (r *reader) leaf(c id) bool {
	for _, e := range r.Entries(c) {
		if h := r.head(e.Node); h.kind == variable && h.index == fieldPart {
			return true
		}
	}
	return false
}

// fieldPart marks variables that clauses bind, in head.index.
const fieldPart = 1

// field is what a clause of a match takes out of a constructor. It is a variable, bound by the clause:
// outside of the clause it has no value, unlike a projection of a tuple.
func (r *reader) field(v graph.Value, typ types.Type) (id, error) {
	block := r.g.Block(v)
	if r.g.Blocks()[block].Kind != graph.Clause {
		return 0, errors.New("a pattern of `let` may not match")
	}
	n := r.g.Node(v)
	b := r.newBinder("", typ)
	switch k := r.item.Kind(n); {
	case k == syntax.PatVar:
		b.name = strings.TrimPrefix(r.item.SourceText(n), "%")
	case k == syntax.PatTyped && r.item.Kind(r.item.PatTyped(n).Pattern) == syntax.PatVar:
		b.name = strings.TrimPrefix(r.item.SourceText(r.item.PatTyped(n).Pattern), "%")
	}
	return r.insert(r.intern(head{kind: variable, binders: []*binder{b}, text: b.name, index: fieldPart}), nil, typ), nil
}

// function is a function literal as a lambda over its parameters, whose region has the entries of its
// block.
func (r *reader) function(v graph.Value, n syntax.NodeID, typ types.Type) (id, error) {
	fn := r.item.Fn(n)
	if fn.TypeParams != syntax.NoNode {
		return 0, errors.New("a function literal has type parameters")
	}
	o := r.g.Operands(v)[0]
	var binders []*binder
	for _, p := range r.g.Written(o.Block) {
		if r.g.Kind(p) == graph.Parameter {
			c, err := r.value(p)
			if err != nil {
				return 0, err
			}
			binders = append(binders, r.head(r.NodeOf(c)).binders[0])
		}
	}
	f, ok := types.Head(typ).(*types.Func)
	if !ok || len(f.In) != len(binders) || len(f.Params)+len(f.Where) > 0 {
		return 0, errors.New("a function literal is used at several types")
	}
	for _, p := range r.item.Kids(fn.Params) {
		if r.item.Kind(p) == syntax.Param && len(r.item.Param(p).Attrs) > 0 {
			return 0, errors.New("a parameter has attributes")
		}
	}
	if fn.Params != syntax.NoNode {
		for _, p := range r.item.Kids(fn.Params) {
			if r.item.Kind(p) != syntax.Param {
				return 0, errors.New("a function literal has attributes")
			}
		}
	}
	result, err := r.value(o.Value)
	if err != nil {
		return 0, err
	}
	return r.lambda(binders, r.entries[o.Block], result, typ), nil
}

// operation is the application of an operator. && and || whose right side has entries are a shortcut,
// which evaluates them only if the left side asks for it; others are total, and evaluating both sides
// changes nothing. What a use may do is narrowed by its own types and constants: effects of package
// effect hold for all uses of a polymorphic definition.
func (r *reader) operation(v graph.Value, n syntax.NodeID, typ types.Type, block graph.Block) (id, error) {
	a, ok := r.info.Application(n)
	if !ok || a.Op == nil {
		return 0, fmt.Errorf("`%s` is not followed", r.item.SourceText(n))
	}
	if a.Op.Rebinding != nil {
		return 0, fmt.Errorf("`%s` gives variables new values", a.Op.Name)
	}
	own := r.effects.Own(n)
	operands := r.g.Operands(v)
	// The right side of && and || is in a block of its own.
	if len(operands) == 2 && operands[1].Block != operands[0].Block && operands[1].Block != block {
		left, err := r.value(operands[0].Value)
		if err != nil {
			return 0, err
		}
		right, err := r.value(operands[1].Value)
		if err != nil {
			return 0, err
		}
		entries := r.entries[operands[1].Block]
		if len(entries) == 0 {
			return r.add(head{kind: operation, op: a.Op, attrs: a.Attrs}, []id{left, right}, typ, block, own), nil
		}
		h := head{kind: shortcut, op: a.Op, attrs: a.Attrs, regions: []int{len(entries)}, partial: true}
		kids := append(append([]id{left}, entries...), right)
		return r.add(h, kids, typ, block, r.inner(kids)), nil
	}
	if len(a.Extra) > 0 || a.Old || len(a.Attrs.Unlisted()) > 0 {
		return 0, fmt.Errorf("a call of `%s` has arguments that are passed on, or an old form", a.Op.Name)
	}
	var kids []id
	var absent uint64
	for i, o := range operands {
		if o.Value == graph.None || i < len(a.Args) && a.Args[i] == syntax.NoNode {
			if i >= 63 {
				return 0, fmt.Errorf("a call of `%s` leaves arguments out", a.Op.Name)
			}
			absent |= 1 << i
			continue
		}
		c, err := r.value(o.Value)
		if err != nil {
			return 0, err
		}
		kids = append(kids, c)
	}
	for _, v := range a.Attrs.Values {
		if v.Kind == op.ExprValue || v.Kind == op.MetaValue || slices.ContainsFunc(v.List, func(v op.Value) bool { return v.Kind == op.ExprValue }) {
			return 0, fmt.Errorf("an attribute of `%s` is computed", a.Op.Name)
		}
	}
	// An operator that has another entry for FractalTensors is that one here: laws differ.
	entry := a.Op
	if entry.Fractal != nil && len(kids) > 0 {
		if _, fractal := types.Head(r.typeOf(kids[0])).(*types.Fractal); fractal {
			entry = entry.Fractal
		}
	}
	// A zip fails on lengths that differ alone, and these are known to be equal.
	if entry.Canonical() == parallel.Zip && own.Pure() && own.Fails == effect.OnLength && own.Does == 0 && r.sameLengths(kids) {
		own = effect.Summary{}
	}
	if absent == 0 && own != (effect.Summary{}) && own.Pure() && r.total(entry, a.Attrs, kids, typ) {
		own = effect.Summary{} // the types here are those of one use
	}
	h := head{kind: operation, op: entry, attrs: a.Attrs, absent: absent}
	return r.add(h, kids, typ, block, own), nil
}

// inner is what the entries among some classes may do: enough to decide whether they have effects.
func (r *reader) inner(kids []id) (s effect.Summary) {
	for _, k := range kids {
		if h := r.head(r.NodeOf(k)); h.partial {
			s.Fails |= effect.OnOther
			if h.serial > 0 {
				s.Does |= effect.Writes
			}
		}
	}
	return s
}

// call is the call of a function value or definition.
func (r *reader) call(v graph.Value, n syntax.NodeID, typ types.Type, block graph.Block) (id, error) {
	kids, err := r.operands(v)
	if err != nil {
		return 0, err
	}
	c := r.item.Call(n)
	if slices.ContainsFunc(c.Args, func(a syntax.NodeID) bool { return r.item.Kind(a) == syntax.NamedArg }) {
		return 0, fmt.Errorf("`%s` has named arguments", r.item.SourceText(c.Callee))
	}
	own := r.effects.Own(n)
	// What a definition may do by calling its arguments is decided by those of this call.
	if o := r.info.Object(c.Callee); o != nil && o.Kind == typecheck.DefObject && own != (effect.Summary{}) && r.totalCall(o, kids[1:]) {
		own = effect.Summary{}
	}
	return r.add(head{kind: call}, kids, typ, block, own), nil
}

// opener adds a value with regions: a branch or a match. It may do what its regions may, so it is an
// entry of its block where a region has entries.
func (r *reader) opener(v graph.Value, typ types.Type, block graph.Block, h head, own effect.Summary) (id, error) {
	operands := r.g.Operands(v)
	first, err := r.value(operands[0].Value)
	if err != nil {
		return 0, err
	}
	kids := []id{first}
	for _, o := range operands[1:] {
		c, err := r.value(o.Value)
		if err != nil {
			return 0, err
		}
		entries := r.entries[o.Block]
		h.regions = append(h.regions, len(entries))
		kids = append(append(kids, entries...), c)
		own = own.And(r.inner(entries))
	}
	return r.add(h, kids, typ, block, own), nil
}

// clauses makes the head of a match: each clause with its pattern as it is written and the variables
// that the pattern binds.
func (r *reader) clauses(v graph.Value, n syntax.NodeID) (head, error) {
	h := head{kind: choice, text: "match"}
	if r.item.Flag(n, syntax.FlagPartial) {
		h.text = "match?"
	}
	at := 1
	operands := r.g.Operands(v)
	for _, c := range r.item.Match(n).Clauses {
		if r.item.Kind(c) != syntax.Clause || at >= len(operands) {
			return h, errors.New("a match is not followed")
		}
		pattern := r.item.Clause(c).Pattern
		own := clause{pattern: r.item.SourceText(pattern), item: r.item, node: pattern}
		// Of the values that the block has, those in the pattern are the variables of the clause.
		for _, p := range r.g.Written(operands[at].Block) {
			span := r.item.Span(r.g.Node(p))
			if in := r.item.Span(pattern); span.Start < in.Start || span.End > in.End {
				continue
			}
			x, err := r.value(p)
			if err != nil {
				return h, err
			}
			if r.leaf(x) {
				own.binders = append(own.binders, r.head(r.NodeOf(x)).binders[0])
			}
		}
		h.clauses = append(h.clauses, own)
		at++
	}
	return h, nil
}
