package matcher_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
)

// An expr is an expression of a random program: what the text of the program was
// made from, so that the oracle needs neither parser nor graph.
type expr struct {
	id    int
	form  form
	name  string // of a variable, an operator; the text of a literal
	index int    // of a projection
	args  []*expr
	uses  int // how often it is an operand, or the result
	users map[*expr]bool
	// bound is how it is written: where it is used, or by a statement before, whose
	// name is then used.
	bound    binding
	variable string // by which it is bound
	span     [2]int // where it stands
	order    int    // among all, by where it ends
}

type form int

const (
	variableForm form = iota
	literalForm
	applyForm
	tupleForm
	projectForm
)

type binding int

const (
	inPlace binding = iota
	byLet
	byGraph
)

// A random program: one definition of numbers, with what the oracle knows of it.
type randomProgram struct {
	rand   *rand.Rand
	all    []*expr // what is computed, operands first; then variables and literals
	vars   []*expr
	result *expr
	text   strings.Builder
	ended  int
}

var (
	unaryNames  = []string{"tanh", "exp", "sqrt", "nn.relu"}
	binaryNames = []string{op.Add, op.Subtract, op.Multiply, op.Divide, op.Maximum}
	symbols     = map[string]string{op.Add: "+", op.Subtract: "-", op.Multiply: "*", op.Divide: "/"}
	commutative = map[string]bool{op.Add: true, op.Multiply: true, op.Maximum: true}
)

func newProgram(r *rand.Rand) *randomProgram {
	p := &randomProgram{rand: r}
	for _, name := range []string{"%x", "%y"} {
		p.vars = append(p.vars, p.add(&expr{form: variableForm, name: name}))
	}
	for range r.IntN(9) {
		p.compute()
	}
	p.add(&expr{form: applyForm, name: op.Add, args: []*expr{p.number(), p.number()}})
	for i := len(p.all) - 1; ; i-- {
		if p.all[i].form == applyForm {
			p.result = p.all[i]
			break
		}
	}
	p.result.uses++
	p.bind()
	p.write()
	return p
}

func (p *randomProgram) add(e *expr) *expr {
	e.id, e.users = len(p.all), map[*expr]bool{}
	p.all = append(p.all, e)
	for _, a := range e.args {
		a.uses++
		a.users[e] = true
	}
	return e
}

// number is an expression of a number: one that is there, the latest more often,
// or a literal.
func (p *randomProgram) number() *expr {
	if p.rand.IntN(7) == 0 {
		return p.add(&expr{form: literalForm, name: []string{"1f", "2f"}[p.rand.IntN(2)]})
	}
	for {
		i := p.rand.IntN(len(p.all))
		if p.rand.IntN(2) == 0 {
			i = len(p.all) - 1 - p.rand.IntN(min(3, len(p.all)))
		}
		if f := p.all[i].form; f != tupleForm && f != literalForm {
			return p.all[i]
		}
	}
}

func (p *randomProgram) compute() {
	switch p.rand.IntN(12) {
	case 0:
		t := p.add(&expr{form: tupleForm, args: []*expr{p.number(), p.number()}})
		i := p.rand.IntN(2)
		p.add(&expr{form: projectForm, index: i, args: []*expr{t}})
	case 1, 2, 3, 4:
		p.add(&expr{form: applyForm, name: unaryNames[p.rand.IntN(len(unaryNames))], args: []*expr{p.number()}})
	default:
		p.add(&expr{form: applyForm, name: binaryNames[p.rand.IntN(len(binaryNames))], args: []*expr{p.number(), p.number()}})
	}
}

// bind chooses how each expression is written: what is used twice has a name.
func (p *randomProgram) bind() {
	names := 0
	style := p.rand.IntN(3)
	for _, e := range p.all {
		if e.form == variableForm || e.form == literalForm {
			continue
		}
		if e.uses == 1 && p.rand.IntN(3) > 0 {
			continue
		}
		e.bound = []binding{byLet, byGraph, binding(1 + p.rand.IntN(2))}[style]
		e.variable = fmt.Sprintf("%%v%d", names)
		if e.bound == byGraph {
			e.variable = fmt.Sprintf("%%%d", names)
		}
		names++
	}
}

func (p *randomProgram) write() {
	p.text.WriteString("def @main(%x: float32, %y: float32) {\n")
	for _, e := range p.all {
		if e.bound == inPlace {
			continue
		}
		if e.bound == byLet {
			p.text.WriteString("let ")
		}
		p.text.WriteString(e.variable + " = ")
		p.value(e)
		p.text.WriteString(";\n")
	}
	p.operand(p.result, false)
	p.text.WriteString("\n}\n")
}

// operand writes an expression where it is used.
func (p *randomProgram) operand(e *expr, parentheses bool) {
	switch {
	case e.bound != inPlace:
		p.text.WriteString(e.variable)
	case e.form == variableForm:
		p.text.WriteString(e.name)
	case parentheses && e.isInfix():
		p.text.WriteString("(")
		p.value(e)
		p.text.WriteString(")")
	default:
		p.value(e)
	}
}

func (e *expr) isInfix() bool { return e.form == applyForm && symbols[e.name] != "" }

// value writes an expression where it is computed.
func (p *randomProgram) value(e *expr) {
	e.span[0] = p.text.Len()
	switch e.form {
	case literalForm:
		p.text.WriteString(e.name)
	case tupleForm:
		p.text.WriteString("(")
		p.operand(e.args[0], false)
		p.text.WriteString(", ")
		p.operand(e.args[1], false)
		p.text.WriteString(")")
	case projectForm:
		p.operand(e.args[0], true)
		fmt.Fprintf(&p.text, ".%d", e.index)
	default:
		p.apply(e)
	}
	e.span[1] = p.text.Len()
	p.ended++
	e.order = p.ended
}

func (p *randomProgram) apply(e *expr) {
	if symbol := symbols[e.name]; symbol != "" && p.rand.IntN(3) > 0 {
		left := e.args[0]
		same := left.bound == inPlace && left.isInfix() && strings.Contains("+-", symbols[left.name]) == strings.Contains("+-", symbol)
		p.operand(left, !same)
		p.text.WriteString(" " + symbol + " ")
		p.operand(e.args[1], true)
		return
	}
	names := []string{"", ""}
	if len(e.args) == 2 && p.rand.IntN(4) == 0 {
		names = []string{"lhs=", "rhs="}
	}
	p.text.WriteString(e.name + "(")
	for i, a := range e.args {
		if i > 0 {
			p.text.WriteString(", ")
		}
		p.text.WriteString(names[i])
		p.operand(a, false)
	}
	p.text.WriteString(")")
}
