package pairing

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/lazyregexp"
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
	typesA, typesB := d.A.inputTypes(), d.B.inputTypes()
	for i, in := range d.A.Inputs {
		k := d.InputsAtoB[i]
		x := port(Shape, in.Name, "input")
		x.Old = in.Type
		switch {
		case k == none:
			x.Kind = Removed
		case typesA[i] == typesB[k]:
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

// word is a name in a type.
var word = lazyregexp.New(`[A-Za-z_][A-Za-z0-9_]*`)

// typeWord are the words of types that are no extents.
var typeWord = lazyregexp.New(`^(Tensor|FractalTensor|Optional|_|bool|(u?int|b?float)[0-9]+\w*)$`)

// inputTypes are the types of the inputs with extents numbered as they come: what an extent is
// called does not matter.
func (g *Graph) inputTypes() []string {
	numbers := map[string]string{}
	all := make([]string, len(g.Inputs))
	for i := range g.Inputs {
		all[i] = word().ReplaceAllStringFunc(g.Inputs[i].Type, func(name string) string {
			if typeWord().MatchString(name) {
				return name
			}
			if numbers[name] == "" {
				numbers[name] = "#" + strconv.Itoa(len(numbers))
			}
			return numbers[name]
		})
	}
	return all
}

// outputs lists outputs that one model alone has, those that another value is given to, and those
// that are at another place among the outputs that both have.
func (d *differ) outputs() {
	taken := map[int]bool{}
	kept := inOrder(d.OutputsAtoB)
	for i := range d.A.Outputs {
		out, k := &d.A.Outputs[i], d.OutputsAtoB[i]
		if k == none {
			d.add(port(Removed, out.Name, "output"))
			continue
		}
		taken[k] = true
		other := &d.B.Outputs[k]
		if out.From == FromConstant && other.From == FromConstant {
			d.constants(port(Weights, out.Name, "output"), out.Operand, other.Operand)
		} else if !d.agree(&out.Operand, &other.Operand) {
			x := port(Rewired, out.Name, "output")
			x.Old, x.New = d.A.text(&out.Operand), d.B.text(&other.Operand)
			d.add(x)
		} else if !kept[i] {
			x := port(Rewired, out.Name, "output")
			x.Old, x.New = fmt.Sprintf("output %d of the graph", i), fmt.Sprintf("output %d", k)
			d.add(x)
		}
	}
	for k := range d.B.Outputs {
		if !taken[k] {
			d.add(port(Added, d.B.Outputs[k].Name, "output"))
		}
	}
}

// inOrder reports which outputs are in a longest selection that both graphs have in one order. It
// is found by the piles of patience sorting: last[n] is the least place in B at which a selection
// of n+1 outputs ends.
func inOrder(places []int) []bool {
	var last []int // by length, the output of A at the end
	before := make([]int, len(places))
	for i, k := range places {
		if k == none {
			continue
		}
		n := sort.Search(len(last), func(n int) bool { return places[last[n]] > k })
		if before[i] = none; n > 0 {
			before[i] = last[n-1]
		}
		last = append(last[:n], append([]int{i}, last[min(n+1, len(last)):]...)...)
	}
	kept := make([]bool, len(places))
	if len(last) == 0 {
		return kept
	}
	for i := last[len(last)-1]; i != none; i = before[i] {
		kept[i] = true
	}
	return kept
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

// attributesThatDiffer writes those of two nodes that differ. One that a version of the operator
// does not have is none where the other node leaves it to its default.
func attributesThatDiffer(a, b *Node) (was, is string) {
	byName := map[string]*Attribute{}
	for i := range b.Attributes {
		byName[b.Attributes[i].Name] = &b.Attributes[i]
	}
	var olds, news []string
	differ := func(x, y *Attribute) {
		switch {
		case x == nil:
			olds, news = append(olds, y.Name+" not given"), append(news, y.Name+" = "+y.text())
		case y == nil:
			olds, news = append(olds, x.Name+" = "+x.text()), append(news, x.Name+" not given")
		default:
			olds, news = append(olds, x.Name+" = "+x.text()), append(news, y.Name+" = "+y.text())
		}
	}
	for i := range a.Attributes {
		x := &a.Attributes[i]
		y := byName[x.Name]
		delete(byName, x.Name)
		if y == nil && !x.Default || y != nil && !x.same(y) {
			differ(x, y)
		}
	}
	for i := range b.Attributes {
		if y := &b.Attributes[i]; byName[y.Name] != nil && !y.Default {
			differ(nil, y)
		}
	}
	return strings.Join(olds, ", "), strings.Join(news, ", ")
}

// text is an attribute as messages write it.
func (a *Attribute) text() string {
	if a.Written != "" {
		return a.Written
	}
	return a.Value
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

// aligned lists the operands of two nodes side by side: by their places, and those whose order
// does not matter so that they agree. What one node alone has is beside one that is omitted.
func aligned(a, b *Node, p *Pairing) (old, now []Operand) {
	for _, lists := range [][2][]Operand{{a.Operands, b.Operands}, {a.Inner, b.Inner}} {
		x, y := lists[0], lists[1]
		if a.Commutes && b.Commutes {
			y = p.inOrderOf(x, y)
		}
		for n := range max(len(x), len(y)) {
			o, q := Operand{}, Operand{}
			if n < len(x) {
				o = x[n]
				q.Name = o.Name
			}
			if n < len(y) {
				q = y[n]
				o.Name = cmp.Or(o.Name, q.Name)
			}
			old, now = append(old, o), append(now, q)
		}
	}
	return old, now
}

// mostReordered bounds the operands that are put in another order.
const mostReordered = 64

// inOrderOf puts operands whose order does not matter after each other so that they agree with
// others.
func (p *Pairing) inOrderOf(x, y []Operand) []Operand {
	if len(x) > mostReordered || len(y) > mostReordered {
		return y
	}
	left := slices.Clone(y)
	out := make([]*Operand, len(x))
	for _, fits := range []func(o, q *Operand) bool{
		func(o, q *Operand) bool { return p.agree(o, q) },
		func(o, q *Operand) bool { return o.From == FromConstant && q.From == FromConstant },
		func(*Operand, *Operand) bool { return true },
	} {
		for n := range x {
			if k := slices.IndexFunc(left, func(q Operand) bool { return fits(&x[n], &q) }); out[n] == nil && k >= 0 {
				q := left[k]
				out[n], left = &q, slices.Delete(left, k, k+1)
			}
		}
	}
	var ordered []Operand
	for _, q := range out {
		if q != nil {
			ordered = append(ordered, *q)
		} else {
			ordered = append(ordered, Operand{})
		}
	}
	return append(ordered, left...)
}

// constants lists two constants that differ, once for all nodes that read them.
func (d *differ) constants(at Difference, x, y Operand) {
	at.Kind = Weights
	switch {
	case x.From == Omitted:
		at.ConstantB, at.Old, at.New = y.At, "no input "+strconv.Quote(x.called()), d.B.Constants[y.At].text()
	case y.From == Omitted:
		at.ConstantA, at.Old, at.New = x.At, d.A.Constants[x.At].text(), "no input "+strconv.Quote(y.called())
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

// called is what the operator calls an operand.
func (o *Operand) called() string { return cmp.Or(o.Name, o.Role) }

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
			g.Nodes[at.At].Read(func(_ int, q *Operand) { list = append(list, q) })
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
		return fmt.Sprintf("value %d of the %s of %q", o.Out, o.Graph, g.Nodes[o.At].Name)
	}
	return "nothing"
}

func (c *Constant) text() string {
	return fmt.Sprintf("%q, %s of shape %s", c.Name, c.Type, c.Shape)
}
