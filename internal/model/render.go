package model

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Finish writes the text of all definitions, and the places of the nodes in it. Statements
// that no result and no kept statement reads are left out.
func (b *Builder) Finish() *Program {
	w := &writer{b: b}
	for i, d := range b.definitions {
		if i > 0 {
			w.WriteByte('\n')
		}
		w.definition(d)
	}
	p := b.Program
	p.Text = w.String()
	p.Folded = map[string]*value.Array{}
	for _, s := range b.represented {
		v := s.value
		for v.local == "" && v.alias != nil {
			v = v.alias
		}
		if v.local != "" {
			p.Variables = append(p.Variables, Variable{v.local, s.name})
		} else if v.Const != nil {
			p.Folded[s.name] = v.Const
		}
	}
	p.first = make([]int32, len(p.Nodes))
	for i, place := range slices.Backward(p.Places) {
		p.first[place.Node] = int32(i) + 1
	}
	return p
}

// A writer writes definitions. A variable gets its name when it is first written, so that names follow
// the order of the text.
type writer struct {
	strings.Builder
	b      *Builder
	d      *definition
	indent int
	outer  int // the place around what is written, -1 for none
}

func (w *writer) definition(d *definition) {
	w.d, w.outer = d, -1
	markNeeded(d.body)
	for _, line := range d.doc {
		w.WriteString(strings.TrimRight("// "+line, " ") + "\n")
	}
	w.WriteString("def " + d.name)
	if symbols := symbolsOf(d.types()...); len(symbols) > 0 {
		w.WriteString("<" + strings.Join(symbolNames(symbols), ", ") + ">")
	}
	w.WriteByte('(')
	for i, p := range d.params {
		if i > 0 {
			w.WriteString(", ")
		}
		w.WriteString(p.local + ": " + spell(types.String(p.Type)))
	}
	w.WriteByte(')')
	w.WriteByte(' ')
	w.block(d.body)
	w.WriteByte('\n')
}

// types are those of the parameters, which declare the size variables of the definition.
func (d *definition) types() []types.Type {
	ts := make([]types.Type, len(d.params))
	for i, p := range d.params {
		ts[i] = p.Type
	}
	return ts
}

func symbolNames(symbols []*symbolic.Symbol) []string {
	names := make([]string, len(symbols))
	for i, s := range symbols {
		names[i] = s.Name
	}
	return names
}

func (w *writer) block(in *block) {
	w.WriteString("{\n")
	w.indent++
	for _, s := range in.weights {
		w.statement(s)
	}
	for _, s := range in.statements {
		w.statement(s)
	}
	w.margin()
	w.results(in)
	w.WriteByte('\n')
	w.indent--
	w.margin()
	w.WriteByte('}')
}

func (w *writer) margin() {
	for range w.indent {
		w.WriteString("  ")
	}
}

func (w *writer) results(in *block) {
	if len(in.results) == 1 {
		w.value(in.results[0])
		return
	}
	w.tuple(in.results)
}

func (w *writer) tuple(vs []*Value) {
	w.WriteByte('(')
	for i, v := range vs {
		if i > 0 {
			w.WriteString(", ")
		}
		w.value(v)
	}
	if len(vs) == 1 {
		w.WriteByte(',')
	}
	w.WriteByte(')')
}

func (w *writer) statement(s *statement) {
	if !s.needed {
		return
	}
	w.margin()
	place := w.enter(s.node)
	if s.remark != "" {
		w.WriteString("// " + s.remark)
		w.leave(place)
		w.WriteByte('\n')
		return
	}
	w.WriteString("let ")
	if s.tuple {
		w.WriteByte('(')
	}
	for i, v := range s.binds {
		if i > 0 {
			w.WriteString(", ")
		}
		w.bind(v)
	}
	if s.tuple && len(s.binds) == 1 {
		w.WriteByte(',')
	}
	if s.tuple {
		w.WriteByte(')')
	}
	if s.as != nil {
		w.WriteString(": " + spell(types.String(s.as)))
	}
	w.WriteString(" = ")
	for _, p := range s.expr {
		w.piece(p)
	}
	if s.claim != nil && !types.IsBad(s.claim) {
		w.WriteString(" /* ty=" + spell(types.String(s.claim)) + " */")
	}
	w.WriteByte(';')
	w.leave(place)
	w.WriteByte('\n')
}

// enter opens the place of a node: that of the statement before, if it is the same node's.
func (w *writer) enter(node int) int {
	p := w.b.Program
	if node < 0 {
		return -1
	}
	if n := len(p.Places) - 1; n >= 0 && p.Places[n].Node == node && p.Places[n].Outer == w.outer && p.Places[n].End > 0 {
		w.outer = n
		return n
	}
	p.Places = append(p.Places, Place{Start: int32(w.Len()), Node: node, Outer: w.outer})
	w.outer = len(p.Places) - 1
	return w.outer
}

func (w *writer) leave(place int) {
	if place >= 0 {
		p := &w.b.Program.Places[place]
		p.End = int32(w.Len())
		w.outer = p.Outer
	}
}

func (w *writer) bind(v *Value) {
	if v.local == "" {
		name := v.name
		if name == "" {
			name = "t"
		}
		v.local = w.b.local(w.d, name)
	}
	w.WriteString(v.local)
}

func (w *writer) piece(p piece) {
	switch {
	case p.value != nil:
		w.value(p.value)
	case p.block != nil:
		w.block(p.block)
	default:
		w.WriteString(spell(p.text))
	}
}

func (w *writer) value(v *Value) {
	switch {
	case v.local != "":
		w.WriteString(v.local)
	case v.literal != nil:
		w.WriteString(w.b.literalText(v))
	case v.parts != nil:
		w.tuple(v.parts)
	case v.text == "":
		w.bind(v)
	default:
		w.WriteString(v.text)
	}
}

// markNeeded marks the statements that the results of a block need, directly or not: the live ones, by a
// worklist, in time with the program. A chain of statements may be as long as a model, too long for
// recursion. Blocks of a statement are entered with it.
func markNeeded(top *block) {
	var waiting []*statement
	var value func(v *Value)
	value = func(v *Value) {
		for _, part := range v.parts {
			value(part)
		}
		if s := v.from; s != nil && !s.needed && v.literal == nil {
			s.needed = true
			waiting = append(waiting, s)
		}
	}
	block := func(in *block) {
		for _, v := range in.results {
			value(v)
		}
		for _, s := range in.statements {
			if s.root && !s.needed {
				s.needed = true
				waiting = append(waiting, s)
			}
		}
	}
	block(top)
	for len(waiting) > 0 {
		s := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for _, p := range s.expr {
			if p.value != nil {
				value(p.value)
			}
			if p.block != nil {
				block(p.block)
			}
		}
	}
}
