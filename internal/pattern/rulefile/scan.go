package rulefile

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// maxNesting is how deep brackets may nest in a clause: the grammar's parser and
// what looks at patterns afterwards call themselves for each.
const maxNesting = 1000

// scan cuts the text into tokens and comments. Notes are comments here, and so are
// lines that begin with `#[`.
func (r *reader) scan() {
	tokens, comments := syntax.Scan(r.file.Text, nil, nil)
	r.comments = comments
	marked := false // after `#[…]` on its line
	for _, t := range tokens {
		if marked && t.Flags&syntax.AfterNewline == 0 && t.Kind != syntax.TokEOF {
			r.comments[len(r.comments)-1].End = t.End
			continue
		}
		marked = t.Kind == syntax.TokAttribute
		switch {
		case marked:
			r.comments = append(r.comments, t.Span)
		case t.Kind != syntax.TokTypeNote:
			r.tokens = append(r.tokens, t)
		}
	}
	r.partner = slices.Repeat([]int{-1}, len(r.tokens))
}

// lexeme is the text of a token.
func (r *reader) lexeme(i int) string {
	t := r.tokens[i]
	return r.file.Text[t.Start:t.End]
}

// kind is the kind of a token, TokEOF outside of the text.
func (r *reader) kind(i int) syntax.TokenKind {
	if 0 <= i && i < len(r.tokens) {
		return r.tokens[i].Kind
	}
	return syntax.TokEOF
}

// span is where the tokens from one up to another stand.
func (r *reader) span(from, end int) syntax.Span {
	if from >= end {
		at := r.tokens[from].Start
		return syntax.Span{Start: at, End: at}
	}
	return syntax.Span{Start: r.tokens[from].Start, End: r.tokens[end-1].End}
}

// closers gives the closing bracket of each opening one.
var closers = map[syntax.TokenKind]syntax.TokenKind{
	syntax.TokLParen:   syntax.TokRParen,
	syntax.TokLBracket: syntax.TokRBracket,
	syntax.TokLBrace:   syntax.TokRBrace,
}

func isCloser(k syntax.TokenKind) bool {
	return k == syntax.TokRParen || k == syntax.TokRBracket || k == syntax.TokRBrace
}

// A pairing finds the other halves of brackets.
type pairing struct {
	r    *reader
	open []int                    // indices of what is open
	many map[syntax.TokenKind]int // how many of each closing bracket are awaited
}

// read takes the i-th token. Where a closing bracket meets another opening one than
// its own, those above its own are left without a partner.
func (p *pairing) read(i int) {
	k := p.r.tokens[i].Kind
	if c, ok := closers[k]; ok {
		p.open = append(p.open, i)
		p.many[c]++
		return
	}
	if !isCloser(k) || p.many[k] == 0 {
		return
	}
	for {
		top := p.open[len(p.open)-1]
		p.open = p.open[:len(p.open)-1]
		c := closers[p.r.tokens[top].Kind]
		p.many[c]--
		if c == k {
			p.r.partner[top], p.r.partner[i] = i, top
			return
		}
	}
}

// skip is the index after the token, or after the bracket that it opens.
func (r *reader) skip(i int) int {
	if _, ok := closers[r.tokens[i].Kind]; ok && r.partner[i] > i {
		return r.partner[i] + 1
	}
	return i + 1
}

// balanced reports the brackets from one token up to another that have no partner,
// the first of them only, and nesting that is too deep.
func (r *reader) balanced(from, end int) bool {
	depth := 0
	for i := from; i < end; i++ {
		_, opens := closers[r.tokens[i].Kind]
		closes := isCloser(r.tokens[i].Kind)
		paired := r.partner[i] >= from && r.partner[i] < end
		switch {
		case opens && !paired:
			r.report(r.tokens[i].Span, "this `"+r.lexeme(i)+"` is never closed", "write the closing `"+closers[r.tokens[i].Kind].String()+"` where it ends")
			return false
		case closes && !paired:
			r.report(r.tokens[i].Span, "this `"+r.lexeme(i)+"` closes nothing", "delete it, or open the bracket in front")
			return false
		case opens:
			depth++
		case closes:
			depth--
		}
		if depth > maxNesting {
			r.report(r.tokens[i].Span, "brackets nest more than 1,000 deep here", "name a part with `let`, and mention the name")
			return false
		}
	}
	return true
}
