package pairing

import (
	"fmt"
	"slices"
	"strings"
)

// A Kind is what sort of difference there is.
type Kind string

// The kinds of differences.
const (
	Operator       Kind = "operator"
	AttributeValue Kind = "attribute"
	Weights        Kind = "weights"
	Shape          Kind = "shape"
	Added          Kind = "added"
	Removed        Kind = "removed"
	Rewired        Kind = "rewired"
)

// A Difference is one way in which two models compute differently.
type Difference struct {
	Kind Kind
	// The node in each model, -1 where it has none. Both are -1 for an input or output.
	A, B int
	Name string // of the node, input or output: in A, or of what is added in B
	Op   string // of the node, "input" or "output"
	Old  string // what it was in A; "" where that says nothing
	New  string
	// The constants of Weights and Shape, by index in each graph; -1 for none.
	ConstantA, ConstantB int
}

// Differences lists what differs, in the order of A with what is added at its place.
func (p *Pairing) Differences() []Difference {
	d := &differ{Pairing: p, told: map[[2]int]bool{}}
	d.inputs()
	next := 0
	for i := range p.A.Nodes {
		k := p.AtoB[i]
		if k == none {
			d.add(lone(Removed, &p.A.Nodes[i], i, none))
			continue
		}
		for ; next <= k; next++ {
			d.added(next)
		}
		d.pair(i, k)
	}
	for ; next < len(p.B.Nodes); next++ {
		d.added(next)
	}
	d.outputs()
	return d.found
}

// A differ collects differences.
type differ struct {
	*Pairing
	found []Difference
	told  map[[2]int]bool // pairs of constants that differ and are listed
}

func (d *differ) add(x Difference) { d.found = append(d.found, x) }

// port is the beginning of a difference in an input or an output.
func port(kind Kind, name, what string) Difference {
	return Difference{Kind: kind, A: none, B: none, Name: name, Op: what, ConstantA: none, ConstantB: none}
}

// lone is a node that one model alone has.
func lone(kind Kind, n *Node, a, b int) Difference {
	return Difference{Kind: kind, A: a, B: b, Name: n.Name, Op: n.Op, ConstantA: none, ConstantB: none}
}

// added lists a node that B alone has.
func (d *differ) added(k int) {
	if d.BtoA[k] == none {
		d.add(lone(Added, &d.B.Nodes[k], none, k))
	}
}

// inputs lists inputs that one model alone has, and types that differ.
func (d *differ) inputs() {
	for i, in := range d.A.Inputs {
		k := d.InputsAtoB[i]
		x := port(Shape, in.Name, "input")
		x.Old = in.Type
		switch {
		case k == none:
			x.Kind = Removed
		case in.Type == d.B.Inputs[k].Type:
			continue
		default:
			x.New = d.B.Inputs[k].Type
		}
		d.add(x)
	}
	for k, in := range d.B.Inputs {
		if d.InputsBtoA[k] == none {
			x := port(Added, in.Name, "input")
			x.New = in.Type
			d.add(x)
		}
	}
}

// outputs lists outputs that one model alone has, and those that another value is given to.
func (d *differ) outputs() {
	taken := map[int]bool{}
	for i := range d.A.Outputs {
		out, k := &d.A.Outputs[i], d.OutputsAtoB[i]
		if k == none {
			d.add(port(Removed, out.Name, "output"))
			continue
		}
		taken[k] = true
		if other := &d.B.Outputs[k]; !d.agree(&out.Operand, &other.Operand) {
			x := port(Rewired, out.Name, "output")
			x.Old, x.New = d.A.text(&out.Operand), d.B.text(&other.Operand)
			d.add(x)
		}
	}
	for k := range d.B.Outputs {
		if !taken[k] {
			d.add(port(Added, d.B.Outputs[k].Name, "output"))
		}
	}
}

// pair lists what differs between two nodes that belong together.
func (d *differ) pair(i, k int) {
	a, b := &d.A.Nodes[i], &d.B.Nodes[k]
	at := Difference{A: i, B: k, Name: a.Name, Op: a.Op, ConstantA: none, ConstantB: none}
	if a.Op != b.Op {
		at.Kind, at.Old, at.New = Operator, a.Op, b.Op
		d.add(at)
	} else if was, is := attributesThatDiffer(a, b); was != is {
		at.Kind, at.Old, at.New = AttributeValue, was, is
		d.add(at)
	}
	d.operands(at, a, b)
}

// attributesThatDiffer writes those of two nodes that differ.
func attributesThatDiffer(a, b *Node) (was, is string) {
	value := func(n *Node, name string) string {
		k := slices.IndexFunc(n.Attributes, func(x Attribute) bool { return x.Name == name })
		if k < 0 {
			return name + " not given"
		}
		return name + " = " + n.Attributes[k].Value
	}
	var names, olds, news []string
	for _, x := range slices.Concat(a.Attributes, b.Attributes) {
		if was, is := value(a, x.Name), value(b, x.Name); was != is && !slices.Contains(names, x.Name) {
			names, olds, news = append(names, x.Name), append(olds, was), append(news, is)
		}
	}
	return strings.Join(olds, ", "), strings.Join(news, ", ")
}

// operands lists constants that differ, and once whether a node reads other values.
func (d *differ) operands(at Difference, a, b *Node) {
	old, now := aligned(a, b, d.Pairing)
	var was, is []string
	for n := range old {
		x, y := old[n], now[n]
		switch {
		case x.From == FromConstant && y.From == FromConstant:
			d.constants(at, x, y)
		case x.From == FromConstant && y.From == Omitted, x.From == Omitted && y.From == FromConstant:
			d.constants(at, x, y)
		case a.Op != b.Op && (x.From == Omitted || y.From == Omitted):
			// another operator may read another number of values
		case !d.agree(&x, &y):
			was, is = append(was, d.A.text(&x)), append(is, d.B.text(&y))
		}
	}
	if len(was) > 0 {
		at.Kind, at.Old, at.New = Rewired, strings.Join(was, ", "), strings.Join(is, ", ")
		d.add(at)
	}
}

// aligned lists the operands of two nodes side by side: by their roles, and those whose order
// does not matter so that they agree. What one node alone has is beside one that is omitted.
func aligned(a, b *Node, p *Pairing) (old, now []Operand) {
	left := slices.Concat(b.Operands, b.Inner)
	take := func(fits func(Operand) bool) Operand {
		k := slices.IndexFunc(left, fits)
		if k < 0 {
			return Operand{}
		}
		o := left[k]
		left = slices.Delete(left, k, k+1)
		return o
	}
	all := slices.Concat(a.Operands, a.Inner)
	if a.Commutes && b.Commutes && len(all) == 2 && len(left) == 2 && p.crossed(all, left) {
		left[0], left[1] = left[1], left[0]
		left[0].Role, left[1].Role = left[1].Role, left[0].Role
	}
	for _, o := range all {
		old, now = append(old, o), append(now, take(func(q Operand) bool { return q.Role == o.Role }))
	}
	for n := range old { // another operator may call its operands otherwise
		if now[n].From == Omitted && now[n].Role == "" && a.Op != b.Op && len(left) > 0 {
			now[n], left = left[0], left[1:]
		}
	}
	for _, q := range left {
		old, now = append(old, Operand{Role: q.Role}), append(now, q)
	}
	return old, now
}

// crossed reports whether two operands agree better in the other order.
func (p *Pairing) crossed(a, b []Operand) bool {
	agree := func(x, y *Operand) int {
		switch {
		case p.agree(x, y):
			return 2
		case x.From == y.From && x.From == FromConstant:
			return 1
		}
		return 0
	}
	return agree(&a[0], &b[1])+agree(&a[1], &b[0]) > agree(&a[0], &b[0])+agree(&a[1], &b[1])
}

// constants lists two constants that differ, once for all nodes that read them.
func (d *differ) constants(at Difference, x, y Operand) {
	at.Kind = Weights
	switch {
	case x.From == Omitted:
		at.ConstantB, at.Old, at.New = y.At, x.Role+" not given", d.B.Constants[y.At].text()
	case y.From == Omitted:
		at.ConstantA, at.Old, at.New = x.At, d.A.Constants[x.At].text(), x.Role+" not given"
	default:
		was, is := &d.A.Constants[x.At], &d.B.Constants[y.At]
		if was.Hash == is.Hash || d.told[[2]int{x.At, y.At}] {
			return
		}
		d.told[[2]int{x.At, y.At}] = true
		at.ConstantA, at.ConstantB, at.Old, at.New = x.At, y.At, was.text(), is.text()
		if was.Shape != is.Shape {
			at.Kind = Shape
		}
	}
	d.found = append(d.found, at)
}

// mostBypassed bounds the nodes that are followed from one operand.
const mostBypassed = 256

// agree reports whether two operands are the same value, or would be without the nodes that
// one model alone has: what such a node reads may take its place.
func (p *Pairing) agree(a, b *Operand) bool {
	if p.same(a, b) {
		return true
	}
	old, now := p.A.bypass(a, p.AtoB), p.B.bypass(b, p.BtoA)
	if len(old) == 1 && len(now) == 1 {
		return false
	}
	computed := false
	for _, x := range now {
		computed = computed || x.From != FromConstant && x.From != Omitted && !(x.From == FromNode && p.BtoA[x.At] == none)
	}
	if !computed && len(now) > 1 {
		return a.From == FromConstant // a constant is computed now
	}
	for _, x := range old {
		for _, y := range now {
			if x.From != FromConstant && x.From != Omitted && p.same(x, y) {
				return true
			}
		}
	}
	return false
}

// bypass lists an operand and what the nodes without a partner that it comes from read.
func (g *Graph) bypass(o *Operand, partner []int) []*Operand {
	list := []*Operand{o}
	met := map[int]bool{}
	for n := 0; n < len(list) && len(list) < mostBypassed; n++ {
		if at := list[n]; at.From == FromNode && partner[at.At] == none && !met[at.At] {
			met[at.At] = true
			g.Nodes[at.At].read(func(_ int, q *Operand) { list = append(list, q) })
		}
	}
	return list
}

// text says where an operand comes from.
func (g *Graph) text(o *Operand) string {
	switch o.From {
	case FromInput:
		return fmt.Sprintf("the input %q", g.Inputs[o.At].Name)
	case FromNode:
		n := &g.Nodes[o.At]
		if o.Out > 0 {
			return fmt.Sprintf("result %d of %q (%s)", o.Out, n.Name, n.Op)
		}
		return fmt.Sprintf("%q (%s)", n.Name, n.Op)
	case FromConstant:
		return fmt.Sprintf("the constant %q", g.Constants[o.At].Name)
	case FromOuter:
		return fmt.Sprintf("value %d of the %s of %q", o.Out, o.Role, g.Nodes[o.At].Name)
	}
	return "nothing"
}

func (c *Constant) text() string {
	return fmt.Sprintf("%q, %s of shape %s", c.Name, c.Type, c.Shape)
}
