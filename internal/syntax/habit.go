package syntax

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// ahead bounds how many tokens a habit is looked for behind its first one: a
// search without a bound, begun at every token of a long line, would be
// quadratic.
const ahead = 256

// tell reports a habit and gives its index among the errors, -1 where an error
// at this place has been reported already.
func (p *parser) tell(span Span, message string, fixes ...Fix) int {
	if !p.report(codes.SyntaxError, span, message, fixes...) {
		return -1
	}
	return len(p.errors) - 1
}

// lone is the error that tell gave the index of, nil where there is none or where
// more has been reported since: a fix may be made of what lies between.
func (p *parser) lone(reported int) *Diagnostic {
	if reported < 0 || len(p.errors) != reported+1 {
		return nil
	}
	return &p.errors[reported]
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
		return p.hole()
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

// writable reports whether the edits of a fix lie in the text, one behind the other.
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
