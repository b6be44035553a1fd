package rulefile

import (
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A term is a chain by how strongly its operators bind: an operand, or an operator
// between two terms.
type term struct {
	operand     *operand
	operator    string
	at          syntax.Span // of the operator
	left, right *term
	span        syntax.Span
}

// patternLevels say how strongly the operators of patterns bind; those of the
// language do as there.
var patternLevels = map[string]int{"|": 1, "&": 2}

// conditionLevels say it for conditions.
var conditionLevels = map[string]int{
	"or": 1, "||": 1, "and": 2, "&&": 2, negation: 3,
	"in": 4, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4,
	"+": 5, "-": 5, "*": 6, "/": 6, "%": 6,
}

func init() {
	for text, kind := range map[string]syntax.TokenKind{
		"||": syntax.TokOr, "&&": syntax.TokAnd, "==": syntax.TokEq, "!=": syntax.TokNotEq,
		"<": syntax.TokLess, "<=": syntax.TokLessEq, ">": syntax.TokGreater, ">=": syntax.TokGreaterEq,
		"+": syntax.TokPlus, "-": syntax.TokMinus, "*": syntax.TokStar, "/": syntax.TokSlash,
	} {
		patternLevels[text] = 2 + syntax.Precedence(kind)
	}
}

// maxChain is how many operators, prefixes or tails an operand may have: each is one
// level of the pattern.
const maxChain = 1000

// grow makes the term of a chain by the method of two stacks (Dijkstra 1961).
func (r *reader) grow(c *chain, levels map[string]int) *term {
	g := grower{levels: levels, r: r}
	g.operand(c.First)
	if len(c.Rest) > maxChain {
		r.tooLong(c.Rest[maxChain].Pos)
		return g.operands[0]
	}
	for _, l := range c.Rest {
		at := syntax.Span{Start: int32(l.Pos.Offset), End: int32(l.Pos.Offset + len(l.Operator))}
		g.push(&term{operator: l.Operator, at: at})
		g.operand(l.Operand)
	}
	g.reduce(0)
	return g.operands[0]
}

func (r *reader) tooLong(at lexer.Position) {
	span := syntax.Span{Start: int32(at.Offset), End: int32(at.Offset) + 1}
	r.report(span, "more than 1,000 operators follow each other here", "name a part with `let`, and mention the name")
}

// A grower holds the operands and operators that wait for what is to their right.
type grower struct {
	r         *reader
	levels    map[string]int
	operands  []*term
	operators []*term
}

// negation binds more loosely than comparisons: `not rank(x) == 4`.
const negation = "not"

// operand takes an operand; the `not` before it are operators of their own.
func (g *grower) operand(o *operand) {
	for len(o.Prefixes) > 0 && o.Prefixes[0].Operator == negation && len(g.operators) <= 2*maxChain {
		at := syntax.Span{Start: int32(o.Prefixes[0].Pos.Offset), End: int32(o.Prefixes[0].Pos.Offset + len(negation))}
		g.operators = append(g.operators, &term{operator: negation, at: at})
		o.Prefixes = o.Prefixes[1:]
	}
	g.operands = append(g.operands, &term{operand: o, span: g.r.node(o.Pos, o.EndPos)})
}

// push takes an operator between two operands.
func (g *grower) push(t *term) {
	g.reduce(g.levels[t.operator])
	g.operators = append(g.operators, t)
}

// reduce joins what binds at least as strongly as a level.
func (g *grower) reduce(level int) {
	for len(g.operators) > 0 {
		t := g.operators[len(g.operators)-1]
		if g.levels[t.operator] < level {
			return
		}
		g.operators = g.operators[:len(g.operators)-1]
		last := len(g.operands) - 1
		t.right, t.span = g.operands[last], t.at.Cover(g.operands[last].span)
		if t.operator != negation {
			last--
			t.left, t.span = g.operands[last], g.operands[last].span.Cover(t.span)
			g.operands = g.operands[:last+1]
		}
		g.operands[last] = t
	}
}
