package model

import (
	"fmt"
	"maps"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Builder writes a program. Statements are added to the innermost open block of the
// definition that is being written. The first fault since Begin is kept, and what is called
// afterwards gives values of unknown types: a reader asks for Fault once it has written a node.
type Builder struct {
	Program *Program

	table       op.Table
	definitions []*definition // closed ones, callees first
	open        []*definition // innermost last
	node        int           // whose statements are written, -1 for none
	fault       *Fault        // the first one since Begin
	written     int           // statements since Begin
	symbols     map[string]*symbolic.Symbol
	symbolNames names
	localNames  map[string]bool // of all definitions
	globals     names
	equal       map[*symbolic.Symbol]equality // what size variables must be, where the builder writes
	represented []represented
}

// A represented value is one of the graph of a model, by its name there.
type represented struct {
	name  string
	value *Value
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

// A definition is a function of the program.
type definition struct {
	name   string // `@main`
	doc    []string
	params []*Value
	body   *block
	locals names
	blocks []*block // open, innermost last
}

// A block is a sequence of statements and its results. The constants of a definition come first,
// where every block in it sees them.
type block struct {
	weights    []*statement // before all others
	statements []*statement
	results    []*Value
}

// Define opens a definition, which may be inside of another one that is open: its text comes first.
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

// Represents records that a value of the program represents a value of the model's graph, for those who
// compare runs of both or show values under the model's names.
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

// Back closes the definitions and blocks that were opened since, and forgets them: after a panic in a
// node, the next one is written where that one began.
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
// findings. Statements must be inside a block that is not used. The body of a loop is written in
// trials until the types of its states no longer change. Size variables and names stay taken.
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

// A Block is a piece of an expression: statements in braces.
type Block struct{ *block }

// Drop makes the block give nothing.
func (b *Block) Drop() { b.results = nil }

// Results are the values that the block gives.
func (b *Block) Results() []*Value { return b.results }
