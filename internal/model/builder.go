package model

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Builder writes a program. Statements are added to the innermost open block of the
// definition that is being written. The first fault since Begin is kept, and what is called
// afterwards gives values of unknown types: a reader asks for Fault once it has written a node.
type Builder struct {
	Program *Program

	table       op.Table
	definitions []*definition
	open        []*definition // innermost last
	node        int
	fault       *Fault
	written     int // statements since Begin
	symbols     map[string]*symbolic.Symbol
	symbolNames names
	localNames  map[string]bool // of all definitions
	globals     names
	equal       map[*symbolic.Symbol]equality
	represented []represented
}

// A represented value is one of the graph of a model, by its name there.
type represented struct {
	name  string
	value *Value
}

// A Value is what an expression of the program gives.
type Value struct {
	Type types.Type
	// Const are its elements where they are known and few.
	Const *value.Array
	// Extents are the elements of an integer tensor of at most one axis, as far as they
	// follow from extents; nil where they do not.
	Extents []types.Dim

	name    string     // that is wanted for it
	local   string     // that it has in the text, `%x`
	text    string     // of what needs no binding: a literal
	from    *statement // that binds it; nil for parameters and literals
	literal *literal   // a constant that is written where it is used
	parts   []*Value   // of a tuple that is written where it is used
	weight  func() (*value.Array, error)
	alias   *Value // that it is another name of
}

// Same reports whether two values are the same under different names.
func Same(v, w *Value) bool {
	for ; v != nil; v = v.alias {
		if v == w {
			return true
		}
	}
	return false
}

// A Fault is why a call cannot be written.
type Fault struct {
	Code    codes.Code
	Arg     *Value // at fault; nil for the whole call
	Message string
	Notes   []string
}

// NewBuilder returns a builder of a program without definitions.
func NewBuilder(table op.Table) *Builder {
	return &Builder{
		Program: &Program{}, table: table, node: -1,
		symbols: map[string]*symbolic.Symbol{}, symbolNames: names{}, localNames: map[string]bool{}, globals: names{},
		equal: map[*symbolic.Symbol]equality{},
	}
}

// Begin starts the statements of a node and forgets the fault of the one before.
func (b *Builder) Begin(node int) {
	b.node, b.fault, b.written = node, nil, 0
}

// Node is the node whose statements are written, -1 for none.
func (b *Builder) Node() int { return b.node }

// Fault returns the first fault since Begin.
func (b *Builder) Fault() *Fault { return b.fault }

// Fail notes a fault, if there is none yet, and returns a value of unknown type.
func (b *Builder) Fail(f Fault) *Value {
	if b.fault == nil {
		b.fault = &f
	}
	return unknown()
}

// Failf notes a fault of the whole node.
func (b *Builder) Failf(code codes.Code, format string, args ...any) *Value {
	return b.Fail(Fault{Code: code, Message: fmt.Sprintf(format, args...)})
}

// Unknown is a value of which nothing is known.
func (*Builder) Unknown() *Value { return unknown() }

func unknown() *Value { return &Value{Type: types.ErrorType, text: "_"} }

// Known reports whether the type of a value is known.
func (v *Value) Known() bool { return v != nil && !types.IsBad(v.Type) }

// Local is the name of a parameter in the text.
func (v *Value) Local() string { return v.local }

// Tensor is the type of a tensor; nil of other values.
func (v *Value) Tensor() *types.Tensor {
	t, _ := types.Head(v.Type).(*types.Tensor)
	return t
}

// Shape is the shape of a tensor; nil of other values.
func (v *Value) Shape() []types.Dim {
	if t := v.Tensor(); t != nil {
		return t.Shape
	}
	return nil
}

// Dtype is the dtype of a tensor.
func (v *Value) Dtype() types.Dtype {
	if t := v.Tensor(); t != nil {
		return t.Dtype
	}
	return types.NoDtype
}

// Rank is the number of a tensor's axes, -1 of what is no tensor.
func (v *Value) Rank() int {
	if t := v.Tensor(); t != nil {
		return len(t.Shape)
	}
	return -1
}

// A definition is a function of the program.
type definition struct {
	name   string // `@main`
	doc    []string
	params []*Value
	body   *block
	locals names
	blocks []*block // open, innermost last
}

// A block is a sequence of statements and its results.
type block struct {
	weights    []*statement // in front of all others
	statements []*statement
	results    []*Value
}

// A statement binds values to an expression: one, or the parts of a tuple.
type statement struct {
	binds  []*Value
	tuple  bool
	expr   []piece
	claim  types.Type // of a type comment behind the expression
	as     types.Type // of an annotation of the variable
	node   int
	remark string // in place of all else: a comment
	root   bool   // it is kept though nothing reads it
	needed bool
}

// A piece is a part of an expression.
type piece struct {
	text  string
	value *Value
	block *block
}

// Define opens a definition.
func (b *Builder) Define(name string, doc ...string) {
	d := &definition{name: "@" + b.globals.take(identifier(name)), doc: doc, body: &block{}, locals: names{}}
	d.blocks = []*block{d.body}
	b.open = append(b.open, d)
}

// Param adds a parameter to the open definition.
func (b *Builder) Param(name string, t types.Type) *Value {
	d := b.current()
	v := &Value{Type: t, name: name, local: b.local(d, name)}
	d.params = append(d.params, v)
	return v
}

// local is a new variable of a definition. A variable of the name of an operator or of a size
// variable would represent it, since names of variables may be written without the sigil.
func (b *Builder) local(d *definition, name string) string {
	name = identifier(name)
	if b.table[name] != nil || reserved[name] {
		name += "_"
	}
	name = d.locals.take(name)
	for b.symbolNames[name] > 0 {
		name = d.locals.take(name + "_")
	}
	b.localNames[name] = true
	return "%" + name
}

// reserved are the words of the language that the program of a model uses as they are.
var reserved = map[string]bool{"Some": true, "None": true, "Constant": true, "True": true, "False": true, "meta": true}

// Given states the elements of a parameter that is read for one value.
func (v *Value) Given(a *value.Array) {
	if a.Len() <= mostKept && (!a.Dtype.IsFloat() || a.Len() <= mostFolded) {
		v.Const, v.Extents = a, elementsAsExtents(a)
	}
}

// Return closes the open definition and gives its name.
func (b *Builder) Return(results ...*Value) string {
	d := b.current()
	d.body.results = results
	b.open = b.open[:len(b.open)-1]
	b.definitions = append(b.definitions, d)
	return d.name
}

func (b *Builder) current() *definition { return b.open[len(b.open)-1] }

func (d *definition) block() *block { return d.blocks[len(d.blocks)-1] }

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

// Represents notes the name of the value of the graph that a value of the program represents.
func (b *Builder) Represents(v *Value, name string) {
	b.represented = append(b.represented, represented{name, v})
}

// Block writes statements into a block of their own and returns it. Whether a run enters the
// block is not known, so that equalities that it requires hold in it alone.
func (b *Builder) Block(write func() []*Value) *Block {
	d, inner, equal := b.current(), &block{}, maps.Clone(b.equal)
	d.blocks = append(d.blocks, inner)
	inner.results = write()
	b.equal = equal
	d.blocks = d.blocks[:len(d.blocks)-1]
	return &Block{inner}
}

// A Position is where a builder writes: the innermost definition and block.
type Position struct{ definitions, blocks int }

// Position returns where the builder writes.
func (b *Builder) Position() Position { return Position{len(b.open), len(b.current().blocks)} }

// Back closes the definitions and blocks that were opened since, and forgets them.
func (b *Builder) Back(to Position) {
	b.open = b.open[:to.definitions]
	d := b.current()
	d.blocks = d.blocks[:to.blocks]
}

// Within writes more statements at the end of a block that was written. write may change the
// results.
func (b *Builder) Within(in *Block, write func(results []*Value)) {
	d := b.current()
	d.blocks = append(d.blocks, in.block)
	write(in.results)
	d.blocks = d.blocks[:len(d.blocks)-1]
}

// Trial begins a part of the program that undo forgets: statements, definitions, nodes and
// findings. Statements must be inside a block that is not used.
func (b *Builder) Trial() (undo func()) {
	p, fault := b.Program, b.fault
	findings, nodes, values, refused := len(p.Findings), len(p.Nodes), len(p.Values), len(p.Refused)
	weights := len(b.current().body.weights)
	constants, leftOut, definitions := len(p.constants), len(p.LeftOut), len(b.definitions)
	represented, equal := len(b.represented), maps.Clone(b.equal)
	return func() {
		b.represented, b.equal = b.represented[:represented], equal
		for _, d := range b.definitions[definitions:] {
			delete(b.globals, strings.TrimPrefix(d.name, "@"))
		}
		b.definitions = b.definitions[:definitions]
		p.Findings, p.Nodes, p.Values, p.Refused = p.Findings[:findings], p.Nodes[:nodes], p.Values[:values], p.Refused[:refused]
		p.constants, p.LeftOut = p.constants[:constants], p.LeftOut[:leftOut]
		b.current().body.weights = b.current().body.weights[:weights]
		b.fault = fault
	}
}

// Remark writes a comment at the place of a node that has no statement.
func (b *Builder) Remark(text string) { b.add(&statement{remark: text, root: true}) }

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

// Untyped reports whether the text of a value says less of its type than is known.
func (v *Value) Untyped() bool { return v.text == "[]" }

// A Block is a piece of an expression: statements in braces.
type Block struct{ *block }

// Drop makes the block give nothing.
func (b *Block) Drop() { b.results = nil }

// Results are the values that the block gives.
func (b *Block) Results() []*Value { return b.results }

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
		b.Failf(codes.TooLarge, "the node stands for more than %d operations", mostStatements)
	}
	in := b.current().block()
	in.statements = append(in.statements, s)
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

// names are names that are taken.
type names map[string]int

// take returns the name, or the name with the first number that makes it new.
func (n names) take(name string) string {
	for {
		count := n[name]
		n[name]++
		if count == 0 {
			return name
		}
		next := name + "_" + strconv.Itoa(count+1)
		if n[next] == 0 {
			n[next]++
			return next
		}
	}
}

// identifier is a name with what no identifier has replaced: runs of other characters become
// one underscore.
func identifier(name string) string {
	var out []byte
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		switch {
		case letter, c >= '0' && c <= '9' && len(out) > 0:
			out = append(out, c)
		case c >= '0' && c <= '9':
			out = append(out, '_', c)
		case len(out) > 0 && out[len(out)-1] != '_':
			out = append(out, '_')
		}
	}
	for len(out) > 1 && out[len(out)-1] == '_' && name[len(name)-1] != '_' {
		out = out[:len(out)-1]
	}
	if len(out) == 0 {
		return "v"
	}
	return string(out)
}
