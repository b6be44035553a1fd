package syntax

import "github.com/fraccheck/fraccheck/codes"

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
func (p *parser) lone(told int) *Diagnostic {
	if told < 0 || len(p.errors) != told+1 {
		return nil
	}
	return &p.errors[told]
}

// deeper reads what may hold the same habit again, one level of nesting deeper.
func (p *parser) deeper(read func(*parser) NodeID) NodeID {
	defer p.leave()
	if !p.enter() {
		return p.hole()
	}
	return read(p)
}
