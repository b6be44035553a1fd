package drawing

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An Item is a definition or an expression that is to be drawn.
type Item struct {
	Name  string
	Type  types.Type // it may be nil
	Graph *graph.Graph
	Span  syntax.Span // all of it, in its file
	// Place says where a node stands; it may be nil.
	Place func(syntax.NodeID) Place
	// Constant says which of the file's constants a text such as `meta[relay.Constant][3]` is,
	// and what it is called; it may be nil.
	Constant func(text string) (index int, name string, ok bool)
}

// Of draws items, with all that is in them.
func Of(items ...Item) *Picture { return Within(nil, items...) }

// Within draws what Of does, while a meter lets it.
func Within(m *steps.Meter, items ...Item) *Picture {
	p := &Picture{Meter: m}
	for _, item := range items {
		p.Items = append(p.Items, frameOf(m, item))
	}
	p.number()
	return p
}

// A builder makes the frame of an item, in one pass over the values of its graph for boxes and one
// for wires. Boxes are made when they are first asked for: that of a value asks for the frame
// of its place, which asks for the box of the value that opens it, and so on outwards.
type builder struct {
	Item
	meter  *steps.Meter
	g      *graph.Graph
	home   []*Box // by value: its box; nil where it has none of its own
	frames []*Box // by block: the frame that holds what it computes
	depth  []int  // by block, 0 before it is known, else one more than the frames around it
	tucked []bool // by value: it is written into the box that needs it
}

func frameOf(m *steps.Meter, item Item) *Box {
	g := item.Graph
	b := &builder{
		Item: item, meter: m, g: g, home: make([]*Box, g.Len()), frames: make([]*Box, len(g.Blocks())),
		depth: make([]int, len(g.Blocks())), tucked: make([]bool, g.Len()),
	}
	top := &Box{Form: Frame, Steps: []Step{{
		Class: Several, Name: oneLine(item.Name, longestName), Type: TypeText(item.Type), Spans: []syntax.Span{item.Span},
	}}}
	b.frames[graph.Body], b.depth[graph.Body] = top, 1
	b.tuck()
	for v := range graph.Value(g.Len()) {
		m.Spend(1 + len(g.Uses(v)))
		if b.boxed(v) {
			b.box(v)
		}
	}
	for v := range graph.Value(g.Len()) {
		m.Spend(1 + len(g.Operands(v)))
		if b.home[v] != nil {
			b.connect(v)
		}
	}
	b.results()
	top.Walk(func(one *Box) {
		slices.SortStableFunc(one.Kids, func(a, b *Box) int { return cmp.Compare(a.value, b.value) })
		arrange(m, one)
	})
	return top
}

// boxed reports whether a value has a box of its own from the beginning; constants get
// one where nothing can take them in.
func (b *builder) boxed(v graph.Value) bool {
	if b.matched(v) {
		return slices.ContainsFunc(b.g.Uses(v), func(u graph.Use) bool { return u.User == graph.None || !b.matched(u.User) })
	}
	switch b.g.Kind(v) {
	case graph.Literal, graph.Name, graph.Self, graph.Project, graph.Read:
		return false
	case graph.Field:
		return len(b.g.Uses(v)) > 0
	case graph.Construct:
		return len(b.g.Operands(v)) > 0
	case graph.Function:
		return !b.inOperator(v)
	}
	return !b.tucked[v]
}

// matched reports whether a value is a part of what a clause matches: its frame has it, as a parameter.
func (b *builder) matched(v graph.Value) bool {
	switch b.g.Kind(v) {
	case graph.Field, graph.Project:
		item := b.g.Info.Item
		return patterns[item.Kind(b.g.Node(v))] && b.inPattern(v)
	}
	return false
}

// inPattern reports whether a part is in the pattern of the clause that it is in.
func (b *builder) inPattern(v graph.Value) bool {
	info := b.g.Blocks()[b.g.Block(v)]
	if info.Kind != graph.Clause {
		return false
	}
	scrutinee := b.g.Operands(info.Opener)[0].Value
	for kind := b.g.Kind(v); kind == graph.Field || kind == graph.Project; kind = b.g.Kind(v) {
		b.meter.Spend(1)
		if v = b.g.Operands(v)[0].Value; v == scrutinee || v == graph.None {
			return true
		}
		if b.g.Blocks()[b.g.Block(v)].Opener != info.Opener {
			return false
		}
	}
	return false
}

// patterns are the kinds of nodes that take something apart.
var patterns = map[syntax.Kind]bool{
	syntax.PatVar: true, syntax.PatName: true, syntax.PatCons: true, syntax.PatTuple: true, syntax.PatParen: true, syntax.PatTyped: true,
}

// inOperator reports whether a function is written as the one function argument of an
// operator: its block is the operator's.
func (b *builder) inOperator(v graph.Value) bool {
	uses := b.g.Uses(v)
	if b.g.Kind(v) != graph.Function || len(uses) != 1 || uses[0].User == graph.None || b.g.Kind(uses[0].User) != graph.Operation {
		return false
	}
	user, functions := uses[0].User, 0
	for _, o := range b.g.Operands(user) {
		if o.Value != graph.None && b.g.Kind(o.Value) == graph.Function && o.Block == b.g.Block(user) {
			functions++
		}
	}
	inner := b.g.Operands(v)[0].Block
	return functions == 1 && b.g.Blocks()[inner].Kind == graph.Parallel
}

// deepest is how many frames stand in each other at most.
const deepest = 10

// box makes the box of a value, in the frame of its place.
func (b *builder) box(v graph.Value) *Box {
	if b.home[v] != nil {
		return b.home[v]
	}
	around := b.frame(b.place(v))
	form := b.form(v)
	if around.Form == Summary {
		if form != Pill {
			around.Operators++
		}
		b.home[v] = around
		return around
	}
	made := &Box{Form: form, Steps: []Step{b.step(v)}, value: int(v), operator: form != Pill}
	around.Kids = append(around.Kids, made)
	b.home[v] = made
	return made
}

// place is the block whose frame shows a value.
func (b *builder) place(v graph.Value) graph.Block {
	if k := b.g.Kind(v); k == graph.Parameter || k == graph.Literal || k == graph.Name {
		return b.g.Block(v)
	}
	return b.g.Place(v)
}

func (b *builder) form(v graph.Value) Form {
	switch b.g.Kind(v) {
	case graph.Parameter, graph.Free, graph.Field, graph.Project, graph.Literal, graph.Name, graph.Self:
		return Pill
	case graph.If, graph.Match, graph.Function:
		return Frame
	case graph.Operation:
		for _, o := range b.g.Operands(v) {
			if o.Block != b.g.Block(v) || o.Value != graph.None && b.g.Kind(o.Value) == graph.Function && b.inOperator(o.Value) {
				return Frame
			}
		}
	}
	return Plain
}

// frame is the box that holds what a block computes: that of the value which opens the
// block, or one within it where that has several. Too deep inside of others it is a
// summary.
func (b *builder) frame(block graph.Block) *Box {
	if b.frames[block] != nil {
		return b.frames[block]
	}
	info := b.g.Blocks()[block]
	opener := info.Opener
	if b.g.Kind(opener) == graph.Function && b.inOperator(opener) {
		opener = b.g.Uses(opener)[0].User
	}
	if b.home[opener] == nil && b.opens(block, b.place(opener)) {
		b.frames[block] = b.frames[graph.Body] // cycles of graph bindings: they stand where they are written
		return b.frames[block]
	}
	around := b.box(opener)
	b.depth[block] = b.depth[b.place(opener)] + 1
	switch {
	case around.Form == Summary:
		b.frames[block] = around
	case b.depth[block] > deepest:
		around.Form, around.Operators = Summary, 1
		b.frames[block] = around
	case info.Kind == graph.Branch || info.Kind == graph.Clause:
		b.frames[block] = b.within(around, block)
	default:
		b.frames[block] = around
	}
	return b.frames[block]
}

// opens reports whether a block is one around another one, by the places of their openers.
func (b *builder) opens(block, inner graph.Block) bool {
	for n := 0; inner != graph.Body && b.frames[inner] == nil; n++ {
		b.meter.Spend(1)
		if inner == block || n > len(b.frames) {
			return true
		}
		opener := b.g.Blocks()[inner].Opener
		if b.g.Kind(opener) == graph.Function && b.inOperator(opener) {
			opener = b.g.Uses(opener)[0].User
		}
		inner = b.place(opener)
	}
	return inner == block
}

// within makes the frame of a branch or clause.
func (b *builder) within(around *Box, block graph.Block) *Box {
	made := &Box{Form: Frame, Steps: []Step{{Class: Control, Name: b.branchName(block)}}, value: int(block)}
	if node := b.g.Blocks()[block].Node; b.Place != nil && node != syntax.NoNode {
		made.Head().Spans = []syntax.Span{b.Place(node).Span}
	}
	around.Kids = append(around.Kids, made)
	return made
}

// fewParameters is how many a block may have before those that are used once are
// written into what uses them.
const fewParameters = 6

// tuck finds the parameters of long lists that are used once, beside something that is
// computed: the weights of nets.
func (b *builder) tuck() {
	given := map[graph.Block][]graph.Value{}
	for v := range graph.Value(b.g.Len()) {
		if k := b.g.Kind(v); k == graph.Parameter || k == graph.Free {
			given[b.g.Block(v)] = append(given[b.g.Block(v)], v)
		}
	}
	for _, all := range given {
		if len(all) <= fewParameters {
			continue
		}
		for _, v := range all {
			b.meter.Spend(1)
			b.tucked[v] = b.weight(v)
		}
	}
}

// weight reports whether one operator takes a parameter after the data that it is for: the use
// tells the weights of a net from its data, as no type does.
func (b *builder) weight(v graph.Value) bool {
	uses := b.g.Uses(v)
	if len(uses) != 1 || uses[0].User == graph.None || uses[0].Position == 0 || !takesIn[b.g.Kind(uses[0].User)] {
		return false
	}
	b.meter.Spend(int(uses[0].Position))
	return slices.ContainsFunc(b.g.Operands(uses[0].User)[:uses[0].Position], func(o graph.Operand) bool {
		return o.Value != graph.None && b.data(o.Value)
	})
}

// data reports whether a value is computed, is used more than once, or is the first
// parameter, which is the data of most nets.
func (b *builder) data(v graph.Value) bool {
	return !atoms[b.g.Kind(v)] || len(b.g.Uses(v)) > 1 || b.g.Kind(v) == graph.Parameter && b.g.Index(v) == 0
}

// atoms are kinds of values that are not computed, takesIn of those that write such
// operands into their boxes.
var (
	atoms   = map[graph.Kind]bool{graph.Parameter: true, graph.Free: true, graph.Literal: true, graph.Name: true, graph.Self: true}
	takesIn = map[graph.Kind]bool{graph.Operation: true, graph.Construct: true, graph.Call: true, graph.Tuple: true, graph.List: true}
)

func number(n int) string { return strconv.Itoa(n) }
