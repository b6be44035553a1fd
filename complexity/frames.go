package complexity

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Functions that are built by recursion, as continuations and difference lists are, have no end
// of forms. They are data (defunctionalization: J. Reynolds, "Definitional interpreters for
// higher-order programming languages", 1972; before a cost analysis, as here: M. Avanzini,
// U. Dal Lago, G. Moser, "Analysing the complexity of functional programs: higher-order meets
// first-order", 2015): of a type with a constructor for each function literal that may be meant,
// whose fields are what the literal captures. A call of such a function is a call of one body,
// which matches the data and goes on in the body of the literal:
//
//	fn(%r) { %k(Cons(%h, %r)) }            the constructor F(%h, %k)
//	fn(%r) { %r }                          the constructor I
//	%k(x)                                  apply(%k, x)
//	apply(I, %r)                           %r
//	apply(F(%h, %k), %r)                   apply(%k, Cons(%h, %r))
//
// Functions are taken for data only where they have to be: a literal that captures one of itself,
// or one that is data; and what a body gives that calls itself, or has several paths.
//
// Which literals a type has is found on the way, as in a control-flow analysis: where a new one
// is met, all that is known of bodies is dropped, and the definition is looked at again with the
// larger type. There are finitely many literals.

// A family is a type of functions as data.
type family struct {
	of      *types.Func
	decl    *types.Decl
	members []*member // by the index of the constructor
	passed  bool      // functions of which only the cost is known may be meant
}

// A member is a function of a family: a literal without what it captures, a definition, or one of
// which only the cost is known, which the data holds.
type member struct {
	key     string
	literal *closure
	global  *global
	fields  []graph.Value         // that are captured: the fields of the constructor
	types   []any                 // of the fields: a types.Type, or a *family
	fixed   map[graph.Value]value // likewise, of functions without sizes, which are a part of the member
}

// frames is a function that is one of a family.
type frames struct {
	of     types.Type
	family *family
	data   *data
}

func (v *frames) typ() types.Type { return v.of }

// maxFamilies and maxMembers bound what is looked at again, maxGrowths how often.
const (
	maxFamilies = 16
	maxMembers  = 12
	maxGrowths  = 8
)

// errGrown ends looking at a definition: a family has a new member.
var errGrown = errors.New("a type of functions has grown")

// grow looks at a definition again after a family has grown. Families get new types, since what
// sizes a type has is kept.
func (a *Analysis) grow() {
	a.stack, a.joining, a.Meter = nil, nil, a.whole
	a.Settle()
	a.dropFramed()
	for _, f := range a.families {
		f.decl = a.newFamilyType()
	}
	for _, f := range a.families {
		for _, m := range f.members {
			f.construct(m)
		}
	}
}

// dropFamilies forgets the families of the definition before: which bound another one has does
// not depend on it.
func (a *Analysis) dropFamilies() {
	clear(a.unframed)
	if len(a.families) > 0 {
		a.dropFramed()
		clear(a.families)
	}
}

// dropFramed drops the bodies that are passed functions as data, or give some, and those that have
// not been bounded.
func (a *Analysis) dropFramed() {
	for key, in := range a.instances {
		if !in.Done || in.framed || in.family != nil || in.hasFrames() {
			delete(a.instances, key)
			a.forms[in.source()]--
		}
	}
}

func (in *instance) hasFrames() (found bool) {
	note := func(v value) {
		_, is := v.(*frames)
		found = found || is
	}
	in.functions(note)
	if in.gives != nil {
		functions(in.gives, note)
	}
	return found
}

func (a *Analysis) newFamilyType() *types.Decl {
	a.familyTypes++
	return &types.Decl{Name: fmt.Sprintf("fn#%d", a.familyTypes)}
}

// familyOf is the family of a type of functions; nil where there are too many. Those that may be
// functions of which only the cost is known are one of their own: what bodies give are none.
func (a *Analysis) familyOf(t types.Type, passed bool) *family {
	f, ok := types.Head(t).(*types.Func)
	if !ok || t == nil || measure.Wide(f) || measure.Loose(f) || measure.HasExtent(f, func(types.Dim) bool { return true }) {
		return nil
	}
	key := types.Key(f)
	if passed {
		key = "W" + key
	}
	if known := a.families[key]; known != nil {
		return known
	}
	if len(a.families) >= maxFamilies {
		return nil
	}
	made := &family{of: f, decl: a.newFamilyType(), passed: passed}
	a.families[key] = made
	return made
}

func (f *family) typ() *types.ADT { return &types.ADT{Decl: f.decl} }

// framed is a function as data of the family of a type; nil where it cannot be. What is met for
// the first time ends the looking.
func (w *walk) framed(p *path, v value, t types.Type) *frames {
	grown := false
	found := w.asFrames(p, v, t, &grown)
	if grown && found != nil {
		steps.Stop(errGrown)
	}
	return found
}

func (w *walk) asFrames(p *path, v value, t types.Type, grown *bool) *frames {
	f := w.familyOf(t, isPassed(v))
	if f == nil {
		return nil
	}
	var m *member
	var fields []value
	switch v := v.(type) {
	case *frames:
		if v.family == f {
			return v
		}
		return nil
	case *global:
		if v.object.Kind != typecheck.DefObject {
			return nil
		}
		m = &member{key: fmt.Sprintf("%p", v.object), global: v}
	case *callback:
		m, fields = &member{key: "W"}, []value{v}
	case *closure:
		if m, fields = w.memberOf(p, v, grown); m == nil {
			return nil
		}
	default:
		return nil
	}
	k := f.constructor(m)
	if k == nil {
		if len(f.members) >= maxMembers {
			return nil
		}
		f.add(m, fields)
		*grown = true
		return &frames{t, f, &data{of: f.typ(), empty: true}}
	}
	d := w.assembled(p, f.typ(), fields)
	if len(d.holds) > 1 {
		return nil
	}
	return &frames{t, f, d}
}

// constructor is that of a member; nil where the family does not have it.
func (f *family) constructor(m *member) *types.Constructor {
	i := slices.IndexFunc(f.members, func(known *member) bool { return known.key == m.key })
	if i < 0 {
		return nil
	}
	return f.decl.Constructors[i]
}

// isPassed reports whether a function is one of which only the cost is known, or captures one.
func isPassed(v value) (found bool) {
	functions(v, func(f value) {
		_, is := f.(*callback)
		found = found || is
	})
	return found
}

func (f *family) add(m *member, fields []value) {
	for _, field := range fields {
		if g, ok := field.(*frames); ok {
			m.types = append(m.types, g.family)
		} else if _, held := field.(*callback); !held {
			m.types = append(m.types, field.typ())
		}
	}
	f.members = append(f.members, m)
	f.construct(m)
}

// construct gives the type of a family the constructor of a member.
func (f *family) construct(m *member) {
	k := &types.Constructor{Name: fmt.Sprintf("f%d", len(f.decl.Constructors)), Of: f.decl, Index: len(f.decl.Constructors)}
	for _, t := range m.types {
		switch t := t.(type) {
		case *family:
			k.Fields = append(k.Fields, t.typ())
		case types.Type:
			k.Fields = append(k.Fields, t)
		}
	}
	k.Finish()
	f.decl.Constructors = append(f.decl.Constructors, k)
}

// memberOf is a function literal as a member, with what are its fields; nil where something that
// it captures cannot be one.
func (w *walk) memberOf(p *path, c *closure, grown *bool) (*member, []value) {
	if len(c.extents) > 0 {
		return nil, nil
	}
	m := &member{literal: &closure{graph: c.graph, at: c.at, of: c.of}, fixed: map[graph.Value]value{}}
	var key strings.Builder
	fmt.Fprintf(&key, "%p.%d", c.graph, c.at)
	var fields []value
	for _, at := range sortedKeys(c.seen) {
		v := c.seen[at]
		switch {
		case isFixed(v):
			m.fixed[at] = v
			fmt.Fprintf(&key, " %d=", at)
			w.form(p, v, &key, new([]linear.Form))
			continue
		case isFunction(v):
			f := w.asFrames(p, v, v.typ(), grown)
			if f == nil {
				return nil, nil
			}
			v = f
		case !w.isField(v):
			return nil, nil
		}
		m.fields = append(m.fields, at)
		fields = append(fields, v)
		if f, ok := v.(*frames); ok {
			fmt.Fprintf(&key, " %d:%p", at, f.family)
		} else {
			fmt.Fprintf(&key, " %d:%s", at, types.Key(v.typ()))
		}
	}
	m.key = key.String()
	return m, fields
}

func isFunction(v value) bool {
	switch v.(type) {
	case *closure, *global, *operator, *builtin, *callback, *choice, *frames:
		return true
	}
	return false
}

// isFixed reports whether a function is the same wherever it stands: a definition, or a literal
// that captures only such.
func isFixed(v value) bool {
	switch v := v.(type) {
	case *global:
		return true
	case *closure:
		for _, seen := range v.seen {
			if !isFixed(seen) {
				return false
			}
		}
		return len(v.extents) == 0
	}
	return false
}

// isField reports whether a value may be a field: its type says all that bodies need, and there
// are no extents and no functions in it.
func (w *walk) isField(v value) bool {
	t := v.typ()
	if t == nil || measure.Loose(t) || measure.Wide(t) || measure.HasVariables(t) || w.Functional(t) {
		return false
	}
	plain := true
	types.Walk(t, func(part types.Type) bool {
		switch part := part.(type) {
		case *types.Tensor:
			plain = plain && len(part.Shape) == 0
		case *types.Fractal, *types.Ref:
			plain = false
		}
		return plain
	})
	return plain
}

// assembled is data of a family with some fields.
func (w *walk) assembled(p *path, t *types.ADT, fields []value) *data {
	list, _ := w.Measures(t)
	d := &data{of: t, sizes: make(map[string]linear.Form, len(list)), empty: len(fields) == 0}
	for i, field := range fields {
		switch field := field.(type) {
		case *callback:
			fields = slices.Delete(slices.Clone(fields), i, i+1) // it is the only one
			w.holdPart(d, field)
		case *frames:
			d.mixed = d.mixed || field.data.mixed
			for _, held := range field.data.holds {
				w.holdPart(d, held)
			}
		}
	}
	own := w.Key(t)
	for _, m := range list {
		sum := linear.Form{}
		if m == own && len(fields) > 0 {
			sum.Const = 1
		}
		for _, field := range fields {
			if f, ok := field.(*frames); ok {
				field = f.data
			}
			part, known := w.sizeOf(field, m)
			if !known {
				part = p.Symbol()
			}
			sum = sum.Plus(1, part)
		}
		if sum.Large() {
			sum = p.Symbol()
		}
		d.sizes[m] = sum
	}
	return d
}

// unknownFrames is a function of a family of which nothing else is known.
func (w *walk) unknownFrames(p *path, t types.Type) value {
	if f := w.familyOf(t, false); f != nil {
		if d, ok := w.unknownData(p, f.typ()).(*data); ok {
			return &frames{t, f, d}
		}
	}
	return &opaque{of: t}
}

// builtByRecursion is a function literal, as data where it captures one of itself, or data of
// its own type.
func (w *walk) builtByRecursion(p *path, c *closure) value {
	if c.of == nil || !w.nests(c, c.seen) {
		return c
	}
	if f := w.framed(p, c, c.of); f != nil {
		return f
	}
	return c
}

// nests reports whether a literal, or data of its type, is among some captured values.
func (w *walk) nests(c *closure, seen map[graph.Value]value) bool {
	for _, v := range seen {
		switch v := v.(type) {
		case *frames:
			if types.Key(v.of) == types.Key(c.of) {
				return true
			}
		case *closure:
			if v.graph == c.graph && v.at == c.at || w.nests(c, v.seen) {
				return true
			}
		}
	}
	return false
}

// frameResults takes the functions that a body gives for data: where it has several paths, or
// calls of itself have taken them so. Callers know of a result that it is one of the literals and
// definitions of its type, so that a body that may give a passed function has no such result; where
// calls of itself have taken it so, the definition is looked at again.
func (w *walk) frameResults(in *instance) {
	if _, ok := types.Head(in.result).(*types.Func); in.result == nil || !ok || !in.framed && len(in.outcomes) < 2 {
		return
	}
	results := make([]*frames, len(in.outcomes))
	for i, o := range in.outcomes {
		if results[i] = w.framed(o.path, o.result, in.result); results[i] == nil || results[i].family.passed {
			if in.framed {
				w.unframed[in.source()] = true
				steps.Stop(errGrown)
			}
			return
		}
	}
	in.framed = true
	for i, f := range results {
		in.outcomes[i].result = f
	}
}

// walkFamily walks the body of the calls of a family's functions: a way for each member.
func (a *Analysis) walkFamily(in *instance) {
	w := &walk{Analysis: a, in: in}
	p := a.newPath(in)
	in.own = w.renewedAll(p, in, &in.Most)
	in.Arity = p.Symbols()
	in.result = measure.Narrow(in.family.of.Out)
	f := in.own.args[0].(*frames)
	for i, m := range in.family.members {
		q := p.fork()
		if m.literal == nil && m.global == nil {
			if in.outcomes = append(in.outcomes, w.callHeld(q, f)); in.Loss != nil {
				return
			}
			continue
		}
		parts, possible := w.taken(q, f.data, in.family.typ(), in.family.decl.Constructors[i])
		if !possible {
			continue
		}
		in.outcomes = append(in.outcomes, a.walkMember(q, in, m, f.data, parts)...)
		if in.Loss != nil {
			return
		}
	}
	if len(in.outcomes) == 0 && len(in.ended) == 0 {
		in.Lose(solving.Loss{Reason: solving.UnknownFunction})
		return
	}
	in.settleResult()
}

// callHeld calls the function of which only the cost is known.
func (w *walk) callHeld(p *path, f *frames) outcome {
	if len(f.data.holds) == 1 && !f.data.mixed {
		w.apply(p, graph.None, f.data.holds[0], nil, nil)
	} else {
		w.in.Lose(solving.Loss{Reason: solving.UnknownFunction})
	}
	return outcome{p, w.unknown(p, w.in.result, false)}
}

// walkMember goes through the body of a member, with the fields that were taken out of the data.
func (a *Analysis) walkMember(p *path, in *instance, m *member, whole *data, parts []value) []outcome {
	if m.global != nil {
		info := a.tree(m.global.object)
		if info == nil {
			in.Lose(solving.Loss{Reason: solving.NoBody})
			return nil
		}
		w := &walk{Analysis: a, in: in, graph: graph.Of(info), item: info.Item}
		return []outcome{{p, w.apply(p, graph.None, m.global, in.own.args[1:], in.result)}}
	}
	literal := &closure{m.literal.graph, m.literal.at, map[graph.Value]value{}, m.literal.of, nil}
	for at, v := range m.fixed {
		literal.seen[at] = v
	}
	for i, at := range m.fields {
		literal.seen[at] = parts[i]
		if d, ok := parts[i].(*data); ok {
			if f, ok := a.ofDecl(d.of); ok {
				d.holds, d.mixed = whole.holds, whole.mixed
				literal.seen[at] = &frames{f.of, f, d}
			}
		}
	}
	body := &instance{literal: literal}
	g, patterns := a.bodyOf(body)
	w := &walk{Analysis: a, in: in, graph: g, item: g.Info.Item}
	block := w.begin(p, body, passed{literal, in.own.args[1:]})
	if !w.bindAll(p, patterns, in.own.args[1:]) {
		in.Lose(solving.Loss{Reason: solving.NotFollowed})
		return nil
	}
	return w.block(p, block)
}

// ofDecl is the family that a type is of.
func (a *Analysis) ofDecl(t types.Type) (*family, bool) {
	adt, ok := types.Head(t).(*types.ADT)
	if !ok {
		return nil, false
	}
	for _, f := range a.families {
		if f.decl == adt.Decl {
			return f, true
		}
	}
	return nil, false
}
