package drawing

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// connect writes the operands of a value into its box, as wires or as texts.
func (b *builder) connect(v graph.Value) {
	box := b.home[v]
	kind := b.g.Kind(v)
	if b.matched(v) || kind == graph.Function {
		return
	}
	for i, o := range b.g.Operands(v) {
		switch {
		case o.Value == graph.None || o.Block != b.g.Block(v):
		case kind == graph.Call && i == 0 && b.inline(o.Value):
		case takesIn[kind] && b.inline(o.Value):
			b.arg(box, b.atom(o))
		case b.g.Kind(o.Value) == graph.Function && b.inOperator(o.Value):
			b.arg(box, Arg{Text: Function, loose: Function})
		default:
			b.wire(box, o.Value)
		}
	}
	b.attributes(v, box)
}

// arg adds an argument to a box of one value.
func (b *builder) arg(box *Box, a Arg) {
	if box.Form != Summary {
		box.Head().Args = append(box.Head().Args, a)
	}
}

// inline reports whether a value is written into the boxes that take it in.
func (b *builder) inline(v graph.Value) bool {
	switch b.g.Kind(v) {
	case graph.Literal, graph.Name, graph.Self:
		return b.home[v] == nil
	case graph.Construct:
		return len(b.g.Operands(v)) == 0
	}
	return b.tucked[v]
}

// wire leads a value to a box.
func (b *builder) wire(to *Box, v graph.Value) {
	from, out := b.source(v)
	if from == to && from.Form == Summary {
		return
	}
	wire := Wire{From: from, Out: out}
	if to.Form == Summary {
		b.meter.Spend(len(to.In))
		if slices.ContainsFunc(to.In, func(o Wire) bool { return o.From == from && o.Out == out }) {
			return
		}
	} else {
		b.meter.Spend(1)
		wire.Operand = len(to.Head().Args)
		b.arg(to, Arg{Text: Wired, loose: Wired})
	}
	to.In = append(to.In, wire)
}

// source is the end of a box at which a value leaves it. Values that have no box yet get
// one.
func (b *builder) source(v graph.Value) (*Box, int) {
	base, path, node := v, "", syntax.NoNode
	for b.g.Kind(base) == graph.Project && !b.matched(base) || b.g.Kind(base) == graph.Read {
		operand := b.g.Operands(base)[0].Value
		if operand == graph.None || len(path) > longestName {
			break
		}
		if b.g.Kind(base) == graph.Project {
			if node == syntax.NoNode {
				node = b.g.Node(base)
			}
			path = "." + number(b.g.Index(base)) + path
		}
		base = operand
	}
	label := path
	if node != syntax.NoNode && b.g.Info.Item.Kind(node) == syntax.PatVar {
		label = oneLine(b.sourceText(node), longestName)
	}
	box := b.box(base)
	b.meter.Spend(1 + len(box.Outs))
	return box, box.out(Out{Label: label, Type: TypeText(b.g.Type(v)), path: path})
}

// out finds an end of a box, or makes it.
func (box *Box) out(o Out) int {
	if box.Form == Summary {
		o = Out{}
	}
	if i := slices.IndexFunc(box.Outs, func(other Out) bool { return other.path == o.path && other.Each == o.Each }); i >= 0 {
		return i
	}
	box.Outs = append(box.Outs, o)
	return len(box.Outs) - 1
}

// results gives each frame what its block gives.
func (b *builder) results() {
	given := map[*Box]bool{}
	for i, info := range b.g.Blocks() {
		b.meter.Spend(1)
		v, frame := b.g.At(info.Node), b.frame(graph.Block(i))
		if v == graph.None || frame.Form == Summary || given[frame] {
			continue
		}
		given[frame] = true
		made := &Box{Form: Result, Steps: []Step{{Class: Outcome}}, value: b.g.Len()}
		if i == 0 {
			made.Head().Name = "result"
		}
		from, out := b.resultSource(v, frame)
		made.In = []Wire{{From: from, Out: out}}
		frame.Kids = append(frame.Kids, made)
	}
}

// resultSource is where a result comes from. A constant is in the frame that gives
// it.
func (b *builder) resultSource(v graph.Value, frame *Box) (*Box, int) {
	if b.home[v] == nil && b.inline(v) && b.g.Kind(v) != graph.Parameter {
		made := &Box{Form: Pill, Steps: []Step{b.step(v)}, value: int(v)}
		frame.Kids = append(frame.Kids, made)
		return made, made.out(Out{Type: TypeText(b.g.Type(v))})
	}
	return b.source(v)
}
