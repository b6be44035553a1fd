package syntax

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// Habits of other languages are reported by name: what is written here instead, at the place where
// the habit shows, as the only error there. The table is package habits; the parser asks it through
// tokensAhead, and the files habit_*.go read what has parts of its own. A habit is looked for only
// where the parser would report an error anyway, so that no program that the grammar accepts is
// read in another way.

// tokensAhead is the parser as habits see it. A sign that was reported has the text that it is read
// as.
type tokensAhead parser

func (a *tokensAhead) Token(n int) habits.Token {
	p := (*parser)(a)
	t := p.peekToken(n)
	return habits.Token{Text: cmp.Or(tokenTexts[t.Kind], p.lexeme(t)), Class: habitClass(t), Newline: t.Flags&AfterNewline != 0, Space: t.Flags&AfterSpace != 0}
}

func (a *tokensAhead) Partner(n int) int {
	p := (*parser)(a)
	return max(0, p.partnerAt(p.i+n)-p.i)
}

// habitClasses are the classes of tokens as habits see them; the others are signs.
var habitClasses = [tokenKinds]habits.Class{
	TokEOF: habits.End, TokLocal: habits.Local, TokGlobal: habits.Global, TokInt: habits.Number, TokFloat: habits.Number,
	TokString: habits.String, TokName: habits.Name,
}

func habitClass(t Token) habits.Class {
	if t.Kind == TokName && t.Word != NoWord {
		return habits.Reserved
	}
	return habitClasses[t.Kind]
}

// habit reports the habit of a place whose form begins at the current token; nil where none does.
// The form is not consumed.
func (p *parser) habit(at habits.Place) (*habits.Habit, habits.Match) {
	if p.quiet {
		return nil, habits.Match{}
	}
	h, m, ok := habits.Find(at, (*tokensAhead)(p))
	if !ok {
		return nil, m
	}
	part := func(n int) string { return p.cut(p.peekToken(m.Begin[n-1]).Start, p.peekToken(m.Last[n-1]).End) }
	upTo := func(parts int) Span { return Span{p.tok.Start, p.peekToken(m.Last[cmp.Or(parts, m.Parts)-1]).End} }
	var fixes []Fix
	switch over := upTo(h.Over); h.Fix {
	case "":
	case "-":
		text := p.cut(over.Start, over.End)
		fixes = []Fix{Replace("delete `"+text+"`", Span{over.Start, p.peekToken(m.Last[m.Parts-1] + 1).Start}, "")}
	default:
		text := habits.Fill(h.Writes(), part)
		fixes = []Fix{Replace("write `"+text+"`", over, text)}
	}
	if h.Sure && fixes != nil {
		fixes[0] = fixes[0].surely()
	}
	p.report(codes.SyntaxError, upTo(h.Mark), habits.Fill(h.Message, part), fixes...)
	return h, m
}

// readHabit reports the habit of a place whose form begins here and reads on as the table says;
// false where none does.
func (p *parser) readHabit(at habits.Place) (NodeID, bool) {
	mark, start, reported := p.mark(), p.tok.Start, len(p.errors)
	h, m := p.habit(at)
	if h == nil {
		return NoNode, false
	}
	switch h.Then {
	case habits.ReadLet:
		return p.let(), true
	case habits.ReadMatch:
		p.errorAt, p.pipes = p.i, true
		return p.match(), true
	case habits.SkipStatement:
		return p.skipHabit(), true
	case habits.SkipItem:
		p.skipItem()
		return p.node(ItemBad, mark, start), true
	case habits.ImportNothing:
		p.push(p.nothing())
		p.skipItem()
		return p.node(ItemImport, mark, start), true
	case habits.SkipBlock:
		p.skipBlock()
		return p.node(BadNode, mark, start), true
	case habits.NameOnly:
		return p.nameOnly(m.Parts-1, mark, start), true
	case habits.ReadHead:
		if len(p.errors) > reported {
			p.headReported = len(p.errors)
		}
		p.skip(m.Parts - 1)
		mark = p.mark()
		p.owner = p.lexeme(p.tok)
		p.push(p.leaf(Global))
		p.errorAt = p.i
		return p.definitionTail(mark, start), true
	}
	p.skip(m.Parts)
	switch h.Then {
	case habits.ReadDef:
		return p.definitionRest(p.mark(), start), true
	case habits.ReadData:
		return p.dataRest(p.mark(), p.tok.Start), true
	case habits.ReadAlias:
		id := p.alias(p.mark(), p.tok.Start)
		p.accept(TokSemi)
		return id, true
	case habits.Opaque:
		return p.opaque(mark, start), true
	}
	return NoNode, true
}

// skip consumes tokens that were reported: what is wrong with the next one follows from them.
func (p *parser) skip(tokens int) {
	for range tokens {
		p.advance()
	}
	p.errorAt = p.i
}

// onLine reports whether a token from the n-th ahead on is sought, on the line of the current one
// and before any of the kinds that end the search.
func (p *parser) onLine(n int, sought func(Token) bool, ends ...TokenKind) bool {
	for ; n < ahead; n++ {
		t := p.peekToken(n)
		if sought(t) {
			return true
		}
		if t.Kind == TokEOF || t.Flags&AfterNewline != 0 || slices.Contains(ends, t.Kind) {
			return false
		}
	}
	return false
}

// spells is whether a token is a name with a text, on the line of the one before.
func (p *parser) spells(text string) func(Token) bool {
	return func(t Token) bool { return t.Flags&AfterNewline == 0 && p.lexeme(t) == text }
}

// skipBlock skips to the bracket that closes what is around.
func (p *parser) skipBlock() {
	for p.tok.Kind != TokEOF && !isCloser[p.tok.Kind] {
		p.skipOne()
	}
	p.errorAt = p.i
}

// ahead bounds how many tokens a habit is looked for after its first one: a
// search without a bound, begun at every token of a long line, would be
// quadratic.
const ahead = 256

// reportHabit reports a habit and gives its index among the errors, -1 where an error
// at this place has been reported already.
func (p *parser) reportHabit(span Span, message string, fixes ...Fix) int {
	if !p.report(codes.SyntaxError, span, message, fixes...) {
		return -1
	}
	return len(p.errors) - 1
}

// lone is the error that reportHabit gave the index of, nil where there is none or where
// more has been reported since: a fix may be made of what lies between.
func (p *parser) lone(reported int) *Diagnostic {
	if reported < 0 || len(p.errors) != reported+1 {
		return nil
	}
	return &p.errors[reported]
}

// A chain is a habit that nests in itself, as `a :: b :: c`: only the outermost one is reported, and
// its fix makes the edits of all.
type chain struct {
	open  bool // one is being read
	edits []Edit
}

// beginChain reports a habit unless it is part of a chain; outer reports whether it is.
func (p *parser) beginChain(c *chain, at Span, message string) (outer bool, reported int) {
	if outer = c.open; outer {
		p.errorAt = p.i
	}
	c.open = true
	return outer, p.reportHabit(at, message)
}

// endChain adds the edits of a habit to its chain, and at the outermost one gives the error their
// fix. It gives that error, nil where there is none.
func (p *parser) endChain(c *chain, outer bool, reported int, title string, edits ...Edit) *Diagnostic {
	c.edits = append(c.edits, edits...)
	c.open = outer
	if outer {
		return nil
	}
	d := p.lone(reported)
	if d != nil && len(edits) > 0 {
		fix := Fix{Title: title, Edits: c.edits}
		slices.SortStableFunc(fix.Edits, func(a, b Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		d.Fixes = []Fix{fix}
	}
	c.edits = nil
	return d
}

// unbracketed reads an expression one level of nesting deeper where it begins with
// a word that no parentheses follow: those count a level themselves, but `if if if`
// nests without any.
func (p *parser) unbracketed(read func(*parser) NodeID) NodeID {
	if p.tok.Kind != TokName || p.peek() == TokLParen {
		return read(p)
	}
	return p.deeper(read)
}

// deeper reads what may hold the same habit again, one level of nesting deeper.
// A bracket counts by itself.
func (p *parser) deeper(read func(*parser) NodeID) NodeID {
	if p.tok.Kind == TokLParen || p.tok.Kind == TokLBrace || p.tok.Kind == TokLBracket {
		return read(p)
	}
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	return read(p)
}

// cut is the text between two places; nothing where an error in between has put
// the second one first.
func (p *parser) cut(from, to int32) string {
	if from >= to {
		return ""
	}
	return p.text[from:to]
}

// dropUnwritable takes away the fixes of errors that cannot be written: where an
// error stands between the parts of what a recovery has read, the places that it
// noted need not follow each other.
func (p *parser) dropUnwritable() {
	for i := range p.errors {
		d := &p.errors[i]
		d.Fixes = slices.DeleteFunc(d.Fixes, func(f Fix) bool { return !p.writable(f) })
		if d.Span.End < d.Span.Start {
			d.Span.End = d.Span.Start
		}
	}
}

// writable reports whether the edits of a fix lie in the text, one after the other.
func (p *parser) writable(f Fix) bool {
	end := int32(0)
	for _, e := range f.Edits {
		if e.Span.Start < end || e.Span.End < e.Span.Start || int(e.Span.End) > len(p.text) {
			return false
		}
		end = e.Span.End
	}
	return true
}
