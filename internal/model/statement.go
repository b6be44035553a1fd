package model

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A statement binds values to an expression: one, or the parts of a tuple.
//
//	let %v: as = expr /* ty=claim */;
//
// An annotation is checked by a run, a comment is believed.
type statement struct {
	binds  []*Value
	tuple  bool
	expr   []piece
	claim  types.Type // of a type comment after the expression
	as     types.Type // of an annotation of the variable
	node   int
	remark string // in place of all else: a comment
	root   bool   // it is kept though nothing reads it
	needed bool   // a result needs it, or it is kept (markNeeded)
}

// A piece is a part of an expression: a text, a value or a block.
type piece struct {
	text  string
	value *Value
	block *block
}

func pieces(parts []any) []piece {
	ps := make([]piece, len(parts))
	for i, part := range parts {
		switch part := part.(type) {
		case string:
			ps[i].text = part
		case *Value:
			ps[i].value = part
		case *Block:
			ps[i].block = part.block
		default:
			panic(fmt.Sprintf("model: %T is no part of an expression", part))
		}
	}
	return ps
}

// BindAs binds an expression to a variable that it may mention, such as a recursive function.
func (b *Builder) BindAs(v *Value, parts ...any) {
	b.add(&statement{binds: []*Value{v}, expr: pieces(parts)})
}

// Exactly is Expr with an annotation of its type.
func (b *Builder) Exactly(t types.Type, parts ...any) *Value {
	v := b.Expr(t, parts...)
	v.from.as = t
	return v
}

// Expr binds an expression of a type. Parts are strings, values and blocks.
func (b *Builder) Expr(t types.Type, parts ...any) *Value {
	v := &Value{Type: t}
	b.add(&statement{binds: []*Value{v}, expr: pieces(parts)})
	return v
}

// Tuple binds the parts of an expression that gives a tuple of some types.
func (b *Builder) Tuple(ts []types.Type, parts ...any) []*Value {
	vs := make([]*Value, len(ts))
	for i, t := range ts {
		vs[i] = &Value{Type: t}
	}
	b.add(&statement{binds: vs, tuple: true, expr: pieces(parts)})
	return vs
}

// Opaque binds a call of an operator that the language does not have, with a type that is
// claimed for it.
func (b *Builder) Opaque(name string, args []*Value, attrs []op.Named, claim types.Type) *Value {
	parts := []any{name + "("}
	for i, arg := range args {
		if i > 0 {
			parts = append(parts, ", ")
		}
		parts = append(parts, arg)
	}
	for i, a := range attrs {
		separator := ", "
		if i == 0 && len(args) == 0 {
			separator = ""
		}
		parts = append(parts, separator+a.Name+"="+a.Value.String())
	}
	parts = append(parts, ")")
	v := &Value{Type: claim}
	b.add(&statement{binds: []*Value{v}, expr: pieces(parts), claim: claim, root: true})
	return v
}

// OpaqueTuple is Opaque for an operator that gives several values.
func (b *Builder) OpaqueTuple(name string, args []*Value, claims []types.Type) []*Value {
	v := b.Opaque(name, args, nil, &types.Tuple{Elems: claims})
	s := v.from
	s.binds, s.tuple = nil, true
	for _, t := range claims {
		s.binds = append(s.binds, &Value{Type: t, from: s})
	}
	return s.binds
}

// Variable is a parameter of a function inside a definition, or a variable of a pattern: the
// caller writes where it is bound.
func (*Builder) Variable(name string, t types.Type) *Value {
	return &Value{Type: t, name: name}
}

// Text is a value that is written as it is, such as `[]`.
func (b *Builder) Text(text string, t types.Type) *Value { return &Value{Type: t, text: text} }

// As states a type that is more exact than the one that a value has. A run checks it.
func (b *Builder) As(v *Value, t types.Type) *Value {
	if !v.Known() {
		return v
	}
	w := &Value{Type: t, Const: v.Const, Extents: v.Extents, name: v.name}
	b.add(&statement{binds: []*Value{w}, expr: []piece{{value: v}}, as: t})
	return w
}

// Refine states the type of a value that was just computed, where more follows than the
// relation of its operator knows. A run checks it.
func (b *Builder) Refine(v *Value, t types.Type) *Value {
	if !v.Known() {
		return v
	}
	v.Type = t
	if v.from != nil && !v.from.tuple {
		v.from.as = t
	}
	return v
}

// Alias is a value under a name of the model. A value that the node at hand computes gets the
// name; one that comes from elsewhere is bound again.
func (b *Builder) Alias(v *Value, name string) *Value {
	if v.from != nil && v.from.node == b.node && v.name == "" {
		v.name = name
		return v
	}
	if v.literal != nil || !v.Known() || v.text != "" && v.from == nil {
		w := *v
		w.name = name
		return &w
	}
	w := *v
	w.name, w.local, w.from, w.parts, w.alias = name, "", nil, nil, v
	b.add(&statement{binds: []*Value{&w}, expr: []piece{{value: v}}})
	return &w
}

// Remark writes a comment at the place of a node that has no statement.
func (b *Builder) Remark(text string) { b.add(&statement{remark: text, root: true}) }

// Keep keeps the statement of a value though nothing reads it.
func (b *Builder) Keep(v *Value) {
	if v.from != nil {
		v.from.root = true
	}
}

// Name gives a value the name that the model has for it, if it has none.
func (b *Builder) Name(v *Value, name string) {
	if v.name == "" {
		v.name = name
	}
}

// mostStatements bounds what one node is written as: attributes that are large numbers may ask
// for any length.
const mostStatements = 1 << 17

func (b *Builder) add(s *statement) {
	s.node = b.node
	for _, v := range s.binds {
		v.from = s
	}
	if len(b.open) == 0 {
		return
	}
	if b.written++; b.written > mostStatements && b.fault == nil {
		b.Failf(codes.TooLarge, "the node represents more than %d operations", mostStatements)
	}
	in := b.current().block()
	in.statements = append(in.statements, s)
}
