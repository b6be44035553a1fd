package rewriting

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A function is the text of a function literal that is made for a group.
type function struct {
	*group
	number int            // of the group, for the names of the parameters
	params []matcher.Site // what it is called with
	heads  []string       // the names of the parameters
	byRef  map[graph.Value]string
	bound  map[graph.Value]string // by value: the name of its graph binding within the function
	texts  map[graph.Value]term   // of values inside that are not bound
	lines  []string
	notes  []syntax.Span // the comments that were taken over
}

// A term is the text of an expression with its strength.
type term struct {
	text     string
	strength int
}

// functionOf writes the function of a group.
func (g *group) functionOf(number int) *function {
	f := &function{group: g, number: number, byRef: map[graph.Value]string{}, bound: map[graph.Value]string{}, texts: map[graph.Value]term{}}
	for _, o := range g.inputs {
		if !f.stays(o) {
			f.parameter(o.Value, o.Node)
		}
	}
	for _, v := range g.order {
		t := f.term(v)
		if v != g.root && f.binds(v) {
			f.bound[v] = g.names.graph()
			f.lines = append(f.lines, f.bound[v]+" = "+t.text+";")
			t = term{f.bound[v], atomStrength}
		}
		f.texts[v] = t
	}
	f.lines = append(f.lines, f.texts[g.root].text)
	return f
}

// text is the literal: in lines that begin with some blanks, or in one where newline is
// "".
func (f *function) text(blanks, newline string) string {
	head := slices.Clone(f.heads)
	for _, a := range f.match.Rule.Attributes {
		head = append(head, a.Name+"="+a.Value.String())
	}
	head = append(head, partitioned+"="+strconv.Quote(f.title()))
	before, after := newline+blanks+"  ", newline+blanks
	if newline == "" {
		before, after = " ", " "
	}
	return "fn (" + strings.Join(head, ", ") + ") {" + before + strings.Join(f.lines, before) + after + "}"
}

// fresh is the name of the next parameter: TVM's, unless a variable of the item has it,
// which could hide the parameter from what is copied.
func (f *function) fresh() string {
	name := fmt.Sprintf("%%FunctionVar_%d_%d", f.number, len(f.params))
	for f.declares(name) {
		name += "_"
	}
	return name
}

// binds reports whether v is a value that gets a line of its own: a call, and what is needed more
// than once. What is in a branch stays there.
func (f *function) binds(v graph.Value) bool {
	if f.graph.Block(v) != f.graph.Block(f.root) {
		return false
	}
	switch f.graph.Kind(v) {
	case graph.Operation, graph.Call, graph.Construct:
		return true
	case graph.Function:
		return false
	}
	return len(f.graph.Uses(v)) > 1
}

// term writes a value with what it is computed from.
func (f *function) term(v graph.Value) term {
	n := f.graph.Node(v)
	switch {
	case f.graph.Kind(v) == graph.Function:
		return term{f.literal(n), 0}
	case f.item.Kind(n) == syntax.Segment:
		return f.segment(v)
	case f.graph.Kind(v) == graph.Project && f.item.Kind(n) != syntax.Project:
		return f.component(v) // of a tuple pattern
	}
	var edits []syntax.Edit
	for _, o := range f.graph.Operands(v) {
		if o.Value == graph.None || f.stays(o) {
			continue
		}
		if t, ok := f.operand(o); ok {
			edits = append(edits, f.insteadOf(o, t))
		}
	}
	return term{f.copied(f.info.Extent(n), edits), f.strength(n)}
}

// insteadOf writes a term in the place of an operand. Statements before a result go
// with it: where that is computed outside, they are, too.
func (f *function) insteadOf(o graph.Operand, t term) syntax.Edit {
	at := f.result(o.Node)
	if !f.inner[o.Value] && f.variable(at) == nil {
		at = f.written(at)
	}
	text := t.in(f.need(at))
	if f.isBody(at) {
		text = "{ " + t.text + " }"
	}
	return syntax.Edit{Span: f.info.Extent(at), NewText: text}
}

// result is the expression in parentheses and braces around it: that of a block after
// its statements.
func (s *subject) result(n syntax.NodeID) syntax.NodeID {
	for {
		kids := s.item.Kids(n)
		if kind := s.item.Kind(n); kind != syntax.Paren && kind != syntax.Block || len(kids) == 0 {
			return n
		}
		n = kids[len(kids)-1]
	}
}

// in is the text where a strength is asked for.
func (t term) in(need int) string {
	if t.strength < need {
		return "(" + t.text + ")"
	}
	return t.text
}

// stays reports whether o is an operand that is no part of the data: the name of an operator or a
// definition, a constant that is embedded, a value of another block that is named.
func (f *function) stays(o graph.Operand) bool {
	switch {
	case f.embedded[o.Value]:
		return true
	case f.graph.Kind(o.Value) == graph.Name:
		return true
	}
	return f.variable(f.core(o.Node)) != nil && f.graph.Block(o.Value) != f.graph.Block(f.root) && f.inBranch(o.Value)
}

// inBranch reports whether v is a value that is computed in a branch or function inside.
func (f *function) inBranch(v graph.Value) bool {
	return f.within(f.graph.Block(v), f.graph.Block(f.root))
}

// operand writes what a value is computed from: what is inside, or a parameter.
func (f *function) operand(o graph.Operand) (term, bool) {
	if t, ok := f.texts[o.Value]; ok {
		return t, true
	}
	if f.inner[o.Value] {
		return term{}, false
	}
	return term{f.parameter(o.Value, o.Node), atomStrength}, true
}

// parameter is the name of the parameter for a value.
func (f *function) parameter(v graph.Value, at syntax.NodeID) string {
	name, known := f.byRef[v]
	if !known {
		name = f.fresh()
		f.byRef[v] = name
		f.heads = append(f.heads, name)
		f.params = append(f.params, matcher.Site{Value: v, Node: f.result(f.valueAt(v, at)), In: f.seen})
	}
	return name
}

// valueAt is where a value that is used at a node is written: a pattern that takes a tuple
// apart names the parts alone.
func (f *function) valueAt(v graph.Value, n syntax.NodeID) syntax.NodeID {
	if f.isPattern(n) && f.graph.At(n) != v {
		return f.graph.Node(v)
	}
	return n
}

// segment writes a projection or division in the tail of a variable's name.
func (f *function) segment(v graph.Value) term {
	operands := f.graph.Operands(v)
	base, ok := f.operand(operands[0])
	if f.graph.Kind(v) == graph.Project {
		return f.projected(v, base)
	}
	right := term{f.item.SourceText(f.graph.Node(v))[1:], atomStrength}
	if o := operands[1]; ok && f.graph.Kind(o.Value) != graph.Literal {
		right, _ = f.operand(o)
	}
	strength := syntax.Precedence(syntax.TokSlash)
	return term{base.in(strength) + " / " + right.in(strength+1), strength}
}

// component writes what a tuple pattern takes out of a tuple.
func (f *function) component(v graph.Value) term {
	base, _ := f.operand(f.graph.Operands(v)[0])
	return f.projected(v, base)
}

func (f *function) projected(v graph.Value, base term) term {
	return term{base.in(postfixStrength) + "." + strconv.Itoa(f.graph.Index(v)), postfixStrength}
}

// literal writes a function literal, with parameters for the variables around it.
func (f *function) literal(fn syntax.NodeID) string {
	var edits []syntax.Edit
	f.item.Walk(fn, func(n syntax.NodeID) bool {
		o := f.outer(n, fn)
		if o == nil {
			return true
		}
		v := f.graph.At(o.Node)
		if t, inside := f.texts[v]; inside && t.strength == atomStrength {
			edits = append(edits, syntax.Edit{Span: f.ownName(n), NewText: t.text})
		} else if v != graph.None && !inside {
			edits = append(edits, syntax.Edit{Span: f.ownName(n), NewText: f.parameter(v, n)})
		}
		return true
	})
	return f.copied(f.item.Span(fn), edits)
}

// copied is replaced, which notes the comments that it takes over.
func (f *function) copied(span syntax.Span, edits []syntax.Edit) string {
	for i := f.firstNote(span.Start); i < len(f.subject.notes) && f.subject.notes[i].End <= span.End; i++ {
		note := f.subject.notes[i]
		if !slices.ContainsFunc(edits, func(e syntax.Edit) bool { return inside(note, e.Span) }) {
			f.notes = append(f.notes, note)
		}
	}
	return f.replaced(span, edits)
}

// ownName is where the name of a variable stands without its tail.
func (s *subject) ownName(n syntax.NodeID) syntax.Span {
	span := s.item.Span(n)
	if tail := s.item.Kids(n); s.item.Kind(n) == syntax.Local && len(tail) > s.split[n] {
		span.End = s.item.Span(tail[s.split[n]]).Start
	}
	return span
}

// replaced is a stretch of the item with edits, apart from each other, of what stands
// there.
func (s *subject) replaced(span syntax.Span, edits []syntax.Edit) string {
	slices.SortFunc(edits, func(a, b syntax.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	edits = slices.CompactFunc(edits, func(a, b syntax.Edit) bool { return a.Span == b.Span })
	for i := range edits {
		edits[i].Span = edits[i].Span.Shift(-span.Start)
	}
	return syntax.ApplyEdits(s.item.Text[span.Start:span.End], edits)
}
