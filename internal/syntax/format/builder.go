package format

import (
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A builder turns the tree of one item into ops. It walks the tree with the
// tokens beside it: a token that no child holds belongs to the node itself.
type builder struct {
	text  string // the file's
	start int32  // of the item in the file
	item  *syntax.Item

	tokens   []syntax.Token // relative to the item
	t        int            // the token that comes next
	comments []syntax.Span
	row      commentRow // that was looked at last
	c        int

	ops    []op
	groups []group
	pieces []piece
	frames []frame
	ends   []deferred

	end     int32 // of the last piece, in the file
	pending gap   // before the next token
	flushed bool  // the gap before the next token is in ops
	behind  uint8 // blanks after the last token
	last    syntax.TokenKind
}

// A commentRow is one or more comments on one line with nothing between them.
type commentRow struct {
	end      int32
	endsLine bool
}

// deferred is a group that what must fit on its line reaches into a node.
type deferred struct {
	node  syntax.NodeID
	group int32
	solid bool // and without a line end
}

// build appends the ops and pieces of an item.
func (b *builder) build(item *syntax.Item, start int32) {
	b.item, b.start, b.row = item, start, commentRow{}
	b.tokens, b.comments = syntax.Scan(item.Text, nil, nil)
	b.t, b.c, b.last, b.behind = 0, 0, syntax.TokEOF, 0
	b.ops, b.groups, b.frames, b.ends = b.ops[:0], b.groups[:0], b.frames[:0], b.ends[:0]
	b.skipNotes()
	b.pending, b.flushed = gap{kind: hard, keep: true}, false
	for range item.Attributes {
		b.emit(space{})
		b.pending = gap{kind: hard}
	}
	if item.Kind(item.Root) != syntax.ItemEmpty {
		b.tree(item.Root)
	}
	for b.next().Kind != syntax.TokEOF {
		b.emit(spaces[b.next().Kind])
	}
	b.flush(0)
}

// next is the token that comes next.
func (b *builder) next() syntax.Token { return b.tokens[b.t] }

func (b *builder) skipNotes() {
	for b.tokens[b.t].Kind == syntax.TokTypeNote {
		b.t++
	}
}

// emit puts the next token out, with the pending gap before it.
func (b *builder) emit(s space) {
	t := b.next()
	b.flush(s.before)
	kind := token
	switch {
	case openers[t.Kind]:
		kind = opener
	case closers[t.Kind]:
		kind = closer
	case t.Kind == syntax.TokMetadata:
		kind = restOfTheFile
	}
	width := t.End - t.Start
	if t.Kind == syntax.TokString {
		width = int32(utf8.RuneCountInString(b.item.Text[t.Start:t.End]))
	}
	b.piece(t.Span, kind, width)
	b.flushed, b.behind, b.last = false, s.behind, t.Kind
	b.t++
	b.skipNotes()
}

// indexesMeta reports whether the bracket follows a variable that is named meta: without a
// blank in it, `meta[x][0]` would be a constant of the metadata.
func (b *builder) indexesMeta() bool {
	if b.t == 0 || b.next().Kind != syntax.TokLBracket {
		return false
	}
	before := b.tokens[b.t-1]
	return before.Kind == syntax.TokName && b.item.Text[before.Start:before.End] == "meta"
}

// convertsNumber reports whether the parenthesis stands between the name of a dtype and one
// number: without a blank in front, `int32 (1)` would be one token, as TVM 0.6 prints numbers.
// `bool(1)`, which RAF prints, is a call.
func (b *builder) convertsNumber() bool {
	if b.t == 0 || b.next().Kind != syntax.TokLParen {
		return false
	}
	before, rest := b.tokens[b.t-1], b.tokens[b.t+1:]
	if len(rest) > 0 && rest[0].Kind == syntax.TokMinus {
		rest = rest[1:]
	}
	name := b.item.Text[before.Start:before.End]
	return before.Kind == syntax.TokName && syntax.IsDtypeName(name) && name != "bool" && len(rest) > 1 &&
		(rest[0].Kind == syntax.TokInt || rest[0].Kind == syntax.TokFloat) && rest[1].Kind == syntax.TokRParen
}

func (b *builder) piece(at syntax.Span, kind pieceKind, width int32) {
	at = at.Shift(b.start)
	b.ops = append(b.ops, op{kind: opPiece, arg: int32(len(b.pieces)), width: width})
	b.pieces = append(b.pieces, piece{span: at, kind: kind})
	b.end = at.End
}

func (b *builder) gap(g gap) { b.ops = append(b.ops, op{kind: opGap, gap: g}) }

// flush puts out the comments before the next token and the gap that
// waits. before is how many blanks the token asks for.
func (b *builder) flush(before uint8) {
	if b.flushed {
		return
	}
	p, next := b.pending, b.next()
	b.pending, b.flushed = gap{}, true
	if p.kind == glue {
		p.blanks = min(before, b.behind)
	}
	commented := false
	for ; b.c < len(b.comments) && b.comments[b.c].Start < next.Start; b.c++ {
		p = b.comment(b.comments[b.c], p, next, commented)
		commented = true
		if p.kind == glue {
			p.blanks = min(before, 1)
		}
	}
	if p.dedent {
		b.ops = append(b.ops, op{kind: opDedent})
	}
	switch {
	case next.Kind == syntax.TokEOF:
	case commented && b.newlines(next.Start) > 0:
		b.gap(gap{kind: hard, blanks: p.blanks, keep: !p.dedent})
	default:
		b.gap(p)
	}
}

// comment puts out a comment and gives the gap that still waits after it. A
// comment keeps the line ends beside it.
func (b *builder) comment(c syntax.Span, p gap, next syntax.Token, again bool) gap {
	text := b.item.Text[c.Start:c.End]
	kind, at := blockComment, c
	if !strings.HasPrefix(text, "/*") {
		kind = lineComment
		at.End = c.Start + int32(len(trimmed(text)))
	}
	switch {
	case b.newlines(c.Start) > 0:
		b.gap(gap{kind: hard, blanks: p.blanks, keep: true})
		if !p.dedent {
			p = gap{}
		}
	case p.kind != glue && !p.dedent && !b.attachesBackward(c, next):
		b.gap(p)
		p = gap{}
	case b.behind == 0 && p.kind == glue && p.blanks == 0 && !again && kind == blockComment:
		b.gap(gap{})
	default:
		b.gap(gap{blanks: 1})
	}
	b.piece(at, kind, commentWidth(kind, text, p, next))
	return p
}

// attachesBackward reports whether a comment belongs to what precedes it.
func (b *builder) attachesBackward(c syntax.Span, next syntax.Token) bool {
	switch {
	case closers[next.Kind], next.Kind == syntax.TokComma, next.Kind == syntax.TokSemi:
		return b.last != syntax.TokEOF
	case b.last == syntax.TokEOF:
		return false
	}
	return b.endsLine(c) || strings.HasPrefix(strings.TrimLeft(b.item.Text[c.Start+2:c.End], " \t\r\n"), "ty=")
}

// commentWidth is what a comment counts for: nothing where a line ends after
// it whatever is broken.
func commentWidth(kind pieceKind, text string, behind gap, next syntax.Token) int32 {
	if kind == lineComment || behind.kind == hard ||
		next.Kind == syntax.TokSemi || next.Kind == syntax.TokRBrace || next.Kind == syntax.TokEOF {
		return 0
	}
	return int32(utf8.RuneCountInString(text))
}

// endsLine reports whether nothing but blanks and more comments follow a comment on its line.
// The answer is that of all comments in a row.
func (b *builder) endsLine(c syntax.Span) bool {
	if c.End <= b.row.end {
		return b.row.endsLine
	}
	for _, next := range b.comments[b.c:] {
		between := b.item.Text[c.End:max(c.End, next.Start)]
		if strings.Trim(between, " \t\r\f\v") != "" {
			break
		}
		c = next
	}
	rest := strings.TrimLeft(b.item.Text[c.End:], " \t\r\f\v")
	b.row.end, b.row.endsLine = c.End, rest == "" || rest[0] == '\n'
	return b.row.endsLine
}

// newlines counts the line ends of the source between the last piece and an
// offset of the item.
func (b *builder) newlines(offset int32) int {
	return strings.Count(b.text[b.end:b.start+offset], "\n")
}

// open begins a group before the next token. before is how many blanks
// the token asks for.
func (b *builder) open(before uint8) int32 {
	b.flush(before)
	return b.openHere()
}

// openHere begins a group before the pending gap.
func (b *builder) openHere() int32 {
	g := int32(len(b.groups))
	b.groups = append(b.groups, group{})
	b.ops = append(b.ops, op{kind: opOpen, arg: g})
	return g
}

// fits says that all up to here must fit on the line for a group to be flat.
func (b *builder) fits(g int32) {
	b.groups[g].end, b.groups[g].solid = int32(len(b.ops)), int32(len(b.ops))
}

// openEnd is the end of a group that is not known yet.
const openEnd = -1

// fitsIn says that all up to the settling of a node must.
func (b *builder) fitsIn(n syntax.NodeID, g int32, solid bool) {
	b.groups[g].end = openEnd
	b.ends = append(b.ends, deferred{n, g, solid})
}

// settle ends the groups that reach into a node.
func (b *builder) settle(n syntax.NodeID) {
	for len(b.ends) > 0 && b.ends[len(b.ends)-1].node == n {
		last := b.ends[len(b.ends)-1]
		b.groups[last.group].end = int32(len(b.ops))
		if last.solid {
			b.groups[last.group].solid = int32(len(b.ops))
		}
		b.ends = b.ends[:len(b.ends)-1]
	}
}

func (b *builder) indent(g int32) { b.ops = append(b.ops, op{kind: opIndent, arg: g}) }
func (b *builder) dedent()        { b.ops = append(b.ops, op{kind: opDedent}) }

// trimmed is a comment without the blanks at its end.
func trimmed(comment string) string { return strings.TrimRight(comment, " \t\r\f\v") }
