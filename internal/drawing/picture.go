package drawing

import (
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Picture is what is drawn of a program.
type Picture struct {
	Items []*Box // a frame for each definition or expression
	// Meter counts the work on it, here and where it is laid out, and stops it where nobody
	// waits any more (steps.Run); nil does not.
	Meter *steps.Meter
}

// A Box is something in a picture. Boxes are a tree by Kids, and a graph by In: a wire may come
// from a box of any frame.
type Box struct {
	ID    int
	Form  Form
	Steps []Step // what it does; of a frame its head, of a stack several, from the top down
	In    []Wire // what it needs, in the order of its operands
	Outs  []Out  // what it gives
	Kids  []*Box // what lies in it
	// Times is how often a Repeat is done, and how many Copies there are.
	Times int
	// Operators is how many a Summary stands for, itself among them where it is one.
	Operators int

	value    int  // its number in the graph, which orders boxes as the text does
	operator bool // it is computed; not a block's frame, and nothing that is given
}

// A Form says what kind of box it is.
type Form uint8

const (
	Plain   Form = iota // operators, one or several
	Pill                // what comes from elsewhere: a parameter, a constant
	Result              // what a frame gives
	Frame               // holds other boxes
	Repeat              // a frame for one of several copies
	Summary             // represents boxes that are not shown
	Copies              // holds copies that follow each other, all of them (Nest)
)

var formNames = [...]string{"operators", "given", "result", "frame", "repeat", "summary", "copies"}

func (f Form) String() string { return formNames[f] }

// Holds reports whether a form has boxes in it.
func (f Form) Holds() bool { return f == Frame || f == Repeat || f == Copies }

// A Step is an operator, or what else a box does.
type Step struct {
	Class Class
	Name  string
	Args  []Arg
	Type  string        // of what it gives
	Tip   string        // its text in the program
	Place string        // where that stands
	Node  syntax.NodeID // that computes it, in the tree of its item; NoNode for none
	Title string        // what the author of a model calls it
	// Origin is which node of a model it is, from 1 on; 0 for none.
	Origin int
	// Spans are what it represents in the program's file: its own text first, then that of
	// copies and others that are not shown.
	Spans []syntax.Span

	loose string // its type, as copies must have it
}

// A Place is where a node stands, for people and in bytes of its file.
type Place struct {
	Text string
	Span syntax.Span
}

// An Arg is an argument or attribute as it is in a box: `·` where a wire leads
// there.
type Arg struct {
	Text  string
	loose string // what copies must have in common
	given bool   // it is a parameter
	// Constant is which of the file's constants it is, from 1 on; 0 for none.
	Constant int
}

// Wired represents an argument that a wire leads to, Function for the function that lies
// in the box.
const (
	Wired    = "·"
	Function = "fn"
)

// An Out is an end that wires may leave from.
type Out struct {
	Label string // `.0`, or the name that a pattern gives it; "" for all of it
	Type  string
	// Each means that what needs it takes it from each copy of the Repeat that it is in,
	// and not from the last one alone.
	Each bool

	path string // `.0.1`, however the pattern calls it
}

// A Wire leads to a box. Wires are kept where they end, and a box may be the beginning of many.
type Wire struct {
	From *Box
	Out  int // of From
	// Again is where the later copies of the Repeats around the box take it from, in the
	// copy before: an end for each Repeat in which something is carried on.
	Again   []Carry
	Operand int // where its Wired stands among the Args
}

// An End is one of what a box gives.
type End struct {
	Box *Box
	Out int
}

// A Carry is what leads from each copy of a Repeat to the next one.
type Carry struct {
	End
	Of *Box // the Repeat
}

// Carried reports whether only the first copy takes the wire from there.
func (w Wire) Carried() bool { return len(w.Again) > 0 }

// Walk goes through a box and all that lies in it.
func (b *Box) Walk(visit func(*Box)) {
	visit(b)
	for _, kid := range b.Kids {
		kid.Walk(visit)
	}
}

// Walk goes through all boxes.
func (p *Picture) Walk(visit func(*Box)) {
	for _, b := range p.Items {
		b.Walk(visit)
	}
}

// Count is how many operators a box stands for, with all that lies in it.
func (b *Box) Count() int {
	count, times := 0, 1
	switch {
	case b.Form == Summary:
		return b.Operators
	case b.Form == Repeat:
		times = b.Times
	case b.operator:
		count = len(b.Steps)
	}
	for _, kid := range b.Kids {
		count += times * kid.Count()
	}
	return count
}

// Boxes counts the boxes.
func (p *Picture) Boxes() (count int) {
	p.Walk(func(*Box) { count++ })
	return count
}

// number gives boxes their numbers, from 0 in the order of the picture.
func (p *Picture) number() {
	next := 0
	p.Walk(func(b *Box) {
		b.ID = next
		next++
	})
}

// Head is the first thing that a box does.
func (b *Box) Head() *Step { return &b.Steps[0] }
