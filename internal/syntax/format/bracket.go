package format

import "github.com/fraccheck/fraccheck/internal/syntax"

// bracketed puts out the brackets and commas of a list. A list that does not
// fit has each element on a line of its own.
func bracketed(b *builder, f *frame, t syntax.Token) {
	switch {
	case f.group == none && opensList(t.Kind):
		b.openList(f, t)
	case b.item.Kind(f.node) == syntax.TypeParams && (f.inKind > 0 || opensList(t.Kind)):
		b.kindToken(f, t)
	case t.Kind == syntax.TokComma && f.group != none:
		b.emit(spaces[t.Kind])
		if f.next < len(f.kids) {
			b.between(f)
		} else {
			b.behind = 0
		}
	case f.next == len(f.kids) && f.group != none && closesList(t.Kind):
		b.closeList(f)
	default:
		b.emit(spaces[t.Kind])
	}
}

// kindToken puts out a bracket, or a token in brackets, of the kind after a type parameter,
// which has no node: `fn<a: (b, c)>`.
func (b *builder) kindToken(f *frame, t syntax.Token) {
	s := spaces[t.Kind]
	switch {
	case opensList(t.Kind):
		f.inKind++
		s.behind = 0
		if b.followsName() {
			s.before = 0
		}
	case closesList(t.Kind):
		f.inKind--
		s.before = 0
	}
	b.emit(s)
}

func opensList(k syntax.TokenKind) bool {
	return k == syntax.TokLParen || k == syntax.TokLBracket || k == syntax.TokLess
}

func closesList(k syntax.TokenKind) bool {
	return k == syntax.TokRParen || k == syntax.TokRBracket || k == syntax.TokGreater || k == syntax.TokGreaterEq
}

// openList puts out an opening bracket.
func (b *builder) openList(f *frame, t syntax.Token) {
	kind := b.item.Kind(f.node)
	s := space{1, 0}
	if tight[kind] && !b.convertsNumber() || kind == syntax.TypeTuple && b.followsName() {
		s.before = 0
	}
	meta := b.indexesMeta()
	f.group = b.open(s.before)
	b.fits(f.group)
	b.emit(s)
	b.settle(f.node)
	if f.empty = closesList(b.next().Kind); f.empty {
		return
	}
	f.fill = b.sharesLines(f)
	b.indent(f.group)
	b.pending = gap{kind: soft, group: f.group, keep: true}
	if f.next == len(f.kids)-1 {
		b.hug(f, onlyElements[kind])
	}
	if meta {
		b.pending.blanks = 1
	}
}

// followsName reports whether a list of field types follows the name of
// its constructor, or after `fn`.
func (b *builder) followsName() bool {
	return b.last == syntax.TokName || b.last == syntax.TokGreater || b.last == syntax.TokRBracket
}

// literals are what a list may show several of on a line.
var literals = [256]bool{syntax.Int: true, syntax.Float: true, syntax.Bool: true}

// sharesLines reports whether all elements of a list are numbers.
func (b *builder) sharesLines(f *frame) bool {
	for _, k := range f.kids[f.next:] {
		if !literals[b.item.Kind(k)] {
			return false
		}
	}
	return true
}

// between separates two elements.
func (b *builder) between(f *frame) {
	b.pending = gap{kind: soft, blanks: 1, group: f.group, keep: true}
	if f.fill {
		b.pending.kind = fill
	}
	if f.next == len(f.kids)-1 && b.item.Kind(f.node) == syntax.Call {
		b.hug(f, bodies)
	}
}

// element separates `name = value` pairs that have no comma in between.
func element(b *builder, f *frame, _ int, k syntax.NodeID) {
	if f.group != none && b.pending.kind == glue && b.last != syntax.TokComma && b.item.Kind(k) == syntax.NamedArg {
		b.between(f)
	}
}

// closeList puts out a closing bracket.
func (b *builder) closeList(f *frame) {
	if !f.empty {
		b.pending = gap{kind: soft, group: f.group, dedent: true}
	}
	b.emit(space{0, 1})
	if !f.lastOnLine {
		b.fits(f.group)
		b.reach(f)
	}
}

// reach lets what must fit on the line go beyond a list: with a header's
// parameters all before the body, with a function type's its result.
func (b *builder) reach(f *frame) {
	p := b.parent()
	if p == nil {
		return
	}
	switch kind := b.item.Kind(f.node); {
	case kind == syntax.Params:
		if body := p.kids[len(p.kids)-1]; b.braced(body) {
			b.fitsIn(body, f.group, false)
		}
	case kind == syntax.TypeTuple && b.item.Kind(p.node) == syntax.TypeFn:
		b.fitsIn(p.node, f.group, false)
	}
}

// bodies are elements that may begin on the line of the bracket before
// them and end on the line of the closing one.
var bodies = kindSet(syntax.Fn, syntax.Match, syntax.Block)

// onlyElements are those that may where they stand alone in their brackets.
var onlyElements = map[syntax.Kind]map[syntax.Kind]bool{
	syntax.Call:     kindSet(syntax.Fn, syntax.Match, syntax.Block, syntax.List, syntax.Tuple),
	syntax.Paren:    kindSet(syntax.Fn, syntax.Match, syntax.Block, syntax.List, syntax.Tuple, syntax.Paren),
	syntax.List:     kindSet(syntax.List),
	syntax.TypeCall: kindSet(syntax.TypeCall),
}

func kindSet(kinds ...syntax.Kind) map[syntax.Kind]bool {
	set := map[syntax.Kind]bool{}
	for _, k := range kinds {
		set[k] = true
	}
	return set
}

// hug lets the last element of a list begin on the line of what stands in
// front of it: only its own opening bracket must fit there.
func (b *builder) hug(f *frame, kinds map[syntax.Kind]bool) {
	k := f.kids[len(f.kids)-1]
	if !kinds[b.item.Kind(k)] || b.item.Kind(k) == syntax.Block && !b.braced(k) {
		return
	}
	if b.item.Kind(k) == syntax.Fn {
		inner := b.item.Kids(k)
		k = inner[len(inner)-1]
	}
	f.lastOnLine = true
	b.fitsIn(k, f.group, true)
}

// braced distinguishes a block in braces from a row of statements.
func (b *builder) braced(n syntax.NodeID) bool {
	if b.item.Kind(n) != syntax.Block {
		return false
	}
	at, kids := b.item.Span(n), b.item.Kids(n)
	return b.item.Text[at.Start] == '{' && (len(kids) == 0 || kids[0] == syntax.NoNode || b.item.Span(kids[0]).Start > at.Start)
}
