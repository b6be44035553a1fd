package format

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A layout says how nodes of one kind are laid out. Each part may be nil.
type layout struct {
	enter func(b *builder, f *frame)                         // before the node's first token
	own   func(b *builder, f *frame, t syntax.Token)         // puts out a token of the node itself
	kid   func(b *builder, f *frame, i int, k syntax.NodeID) // before the i-th child
	leave func(b *builder, f *frame)                         // after the last token
}

// A frame is a node that is being laid out.
type frame struct {
	node       syntax.NodeID
	kids       []syntax.NodeID // in the order of the text, absent ones left out
	next       int
	group      int32 // the node's own, -1 before it is open
	empty      bool  // of brackets: nothing stands in them
	fill       bool  // of brackets: the elements share lines
	inKind     int   // of type parameters: brackets that the kind of one has open
	lastOnLine bool  // of brackets: the last element begins on their line
}

// none is the group of a node that has none yet.
const none = -1

// layouts of the kinds whose own tokens ask for more than blanks.
var layouts = layoutTable()

func layoutTable() (table [256]layout) {
	brackets := layout{own: bracketed, kid: element}
	for _, k := range []syntax.Kind{
		syntax.Call, syntax.Index, syntax.Paren, syntax.Tuple, syntax.List, syntax.Params, syntax.TypeParams,
		syntax.PatCons, syntax.PatTuple, syntax.PatParen, syntax.ItemAssert,
		syntax.TypeCall, syntax.TypeTuple, syntax.TypeList, syntax.TypeParen,
	} {
		table[k] = brackets
	}
	for k, l := range map[syntax.Kind]layout{
		syntax.Block:    {own: blockToken, kid: statement},
		syntax.If:       {enter: wholeGroup, leave: closeGroup},
		syntax.Match:    {own: rowToken, kid: row},
		syntax.ItemData: {own: rowToken, kid: row},
		syntax.Clause:   {own: clauseToken, leave: leaveClause},
		syntax.Binary:   {enter: wholeGroup, kid: operand, leave: leaveBinary},
		syntax.Where:    {enter: openWhere, own: whereToken, leave: leaveWhere},
		syntax.TypeFn:   {leave: func(b *builder, f *frame) { b.settle(f.node) }},
		syntax.Unary:    {own: without},
		syntax.Local:    {own: joined},
		syntax.Hole:     {own: joined},
		syntax.PatVar:   {own: joined},
		syntax.NamedArg: {own: nameToken},
		syntax.Project:  {own: projectToken},
		syntax.Param:    {own: paramToken},
		syntax.Int:      {own: signed},
		syntax.Float:    {own: signed},
		syntax.Operator: {own: operatorToken},
	} {
		table[k] = l
	}
	return table
}

// tree lays out an item's tree.
func (b *builder) tree(root syntax.NodeID) {
	b.enter(root)
	for len(b.frames) > 0 {
		f := &b.frames[len(b.frames)-1]
		l := &layouts[b.item.Kind(f.node)]
		if f.next < len(f.kids) {
			k := f.kids[f.next]
			b.own(f, l, b.item.Span(k).Start)
			if l.kid != nil {
				l.kid(b, f, f.next, k)
			}
			f.next++
			b.enter(k)
			continue
		}
		b.own(f, l, b.item.Span(f.node).End)
		if l.leave != nil {
			l.leave(b, f)
		}
		b.frames = b.frames[:len(b.frames)-1]
	}
}

func (b *builder) enter(n syntax.NodeID) {
	b.frames = append(b.frames, frame{node: n, kids: b.kids(n), group: none})
	if enter := layouts[b.item.Kind(n)].enter; enter != nil {
		enter(b, &b.frames[len(b.frames)-1])
	}
}

// kids are a node's children in the order of the text.
func (b *builder) kids(n syntax.NodeID) []syntax.NodeID {
	kids := b.item.Kids(n)
	ordered := true
	for i, k := range kids {
		ordered = ordered && k != syntax.NoNode && (i == 0 || b.item.Span(kids[i-1]).Start <= b.item.Span(k).Start)
	}
	if ordered {
		return kids
	}
	kids = slices.DeleteFunc(slices.Clone(kids), func(k syntax.NodeID) bool { return k == syntax.NoNode })
	slices.SortStableFunc(kids, func(x, y syntax.NodeID) int { return int(b.item.Span(x).Start - b.item.Span(y).Start) })
	return kids
}

// own puts out the tokens of a node itself before an offset.
func (b *builder) own(f *frame, l *layout, end int32) {
	for t := b.next(); t.Kind != syntax.TokEOF && t.Start < end; t = b.next() {
		if l.own == nil {
			b.emit(spaces[t.Kind])
		} else {
			l.own(b, f, t)
		}
	}
}

// parent is the frame around the innermost one, nil at the root.
func (b *builder) parent() *frame {
	if len(b.frames) < 2 {
		return nil
	}
	return &b.frames[len(b.frames)-2]
}

// inside reports whether the parent is of a kind.
func (b *builder) inside(k syntax.Kind) bool {
	p := b.parent()
	return p != nil && b.item.Kind(p.node) == k
}

// wholeGroup opens a group of the whole node.
func wholeGroup(b *builder, f *frame) {
	f.group = b.open(1)
	b.fits(f.group)
}

func closeGroup(b *builder, f *frame) { b.fits(f.group) }

// joined puts out the parts of a name.
func joined(b *builder, f *frame, t syntax.Token) {
	s := spaces[t.Kind]
	if t.Start > b.item.Span(f.node).Start {
		s.before = 0
	}
	b.emit(s)
}

// without puts out what is followed by no blank.
func without(b *builder, _ *frame, t syntax.Token) { b.emit(space{1, 0}) }

// signed puts out a number with its sign.
func signed(b *builder, _ *frame, t syntax.Token) {
	s := spaces[t.Kind]
	if t.Kind == syntax.TokMinus {
		s.behind = 0
	}
	b.emit(s)
}

// operatorToken puts out an operator: with blanks between two operands,
// without before one.
func operatorToken(b *builder, _ *frame, _ syntax.Token) {
	if b.inside(syntax.Unary) {
		b.emit(space{1, 0})
	} else {
		b.emit(space{1, 1})
	}
}

func nameToken(b *builder, _ *frame, t syntax.Token) {
	if t.Kind == syntax.TokAssign {
		b.emit(space{})
	} else {
		b.emit(spaces[t.Kind])
	}
}

func projectToken(b *builder, f *frame, t syntax.Token) {
	s := spaces[t.Kind]
	if t.Kind == syntax.TokDot && keepsDot[b.item.Kind(f.kids[0])] {
		s.before = 1
	}
	b.emit(s)
}

// paramToken puts out `:` and the braces of `%x {virtual_device=…}`.
func paramToken(b *builder, _ *frame, t syntax.Token) {
	s := spaces[t.Kind]
	switch t.Kind {
	case syntax.TokLBrace:
		s.behind = 0
	case syntax.TokRBrace:
		s.before = 0
	}
	b.emit(s)
}
