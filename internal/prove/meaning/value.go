package meaning

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// value is the meaning of a term.
func (e *evaluation) value(t *termpkg.Term) Value {
	if known, ok := e.known[t]; ok {
		return known
	}
	v := e.evaluate(t)
	e.known[t] = v
	return v
}

// tensor is the meaning of a term that is a tensor.
func (e *evaluation) tensor(t *termpkg.Term) *Tensor {
	v := e.value(t)
	if v.Parts != nil {
		e.vacuous("a tuple is given where a tensor is needed")
	}
	return v.Tensor
}

func (e *evaluation) evaluate(t *termpkg.Term) Value {
	switch t.Kind {
	case termpkg.Variable, termpkg.Constant:
		return e.variable(t)
	case termpkg.Number:
		return e.constant(t)
	case termpkg.Answer:
		a := e.answer(t.Asked)
		p := e.number(&termpkg.Term{Kind: termpkg.Call, Op: answered, Given: []termpkg.Attribute{{Name: "of", Asked: t.Asked}}}, "of")
		mode := Dtype{Int, "int32"}
		if a.known && a.terms == nil && a.value.Kind == op.FloatValue || !a.known && real(p) {
			mode = Dtype{Float, "float32"}
		}
		return filled(nil, mode, p)
	case termpkg.Tuple:
		parts := []Value{}
		for _, a := range t.Args {
			parts = append(parts, e.value(a))
		}
		return Value{Parts: parts}
	case termpkg.Project:
		v := e.value(t.Args[0])
		if t.Index >= len(v.Parts) {
			e.vacuous("there is no such component")
		}
		return v.Parts[t.Index]
	case termpkg.Call:
		return e.call(t)
	}
	e.unknown("a term of the rule is no tensor")
	return Value{}
}

// answered is the operator whose only attribute is what a question answers.
var answered = &op.Op{Name: "answered", Attrs: []op.Attr{{Name: "of", Type: op.FloatAttr}}}

func (e *evaluation) variable(t *termpkg.Term) Value {
	d := e.dtypeOf(t)
	shape := e.shapeOf(t.Name)
	return Value{Tensor: &Tensor{Shape: shape, Dtype: d, At: func(i []*term) *term {
		return scalar.Element(t.Name, d.Mode == Bool, i...)
	}}}
}

func (e *evaluation) constant(t *termpkg.Term) Value {
	d := e.dtypeOf(t)
	p := e.numberOf(t.Value)
	if !t.Pattern {
		return filled(nil, d, p)
	}
	return filled(e.shapeOf("constant"+strconv.Itoa(e.numbers[t])), d, p)
}

// filled is a tensor all of whose elements are one term.
func filled(shape []Dim, d Dtype, p *term) Value {
	return Value{Tensor: &Tensor{Shape: shape, Dtype: d, At: func([]*term) *term { return p }}}
}

// A demand is a condition without which an element has no value: a divisor is not 0, the operand of
// a logarithm is above 0. The key is the kind of the demand and the term's key.
type demand struct {
	key   string
	right bool
}

// demand notes a demand. Where the left side has no value unless it holds, its terms are assumed
// to be positive or not negative from here on.
func (e *evaluation) demand(what string, p *term) {
	if !e.right && e.strict() && (what == "positive" || what == "natural") {
		e.c.Assume(p, what == "positive")
	}
	e.demands = append(e.demands, demand{what + " " + bound.ReplaceAllString(p.Key(), "κ"), e.right})
}

// bound are the names of bound indices.
var bound = regexp.MustCompile(`[βκ][0-9.]+`)

// meetDemands asks that the right side demands nothing that the left one does not.
func (e *evaluation) meetDemands() {
	left := map[string]bool{}
	for _, d := range e.demands {
		if !d.right {
			left[d.key] = true
		}
	}
	for _, d := range e.demands {
		if d.right && !left[d.key] && !left[strings.Replace(d.key, "natural", "positive", 1)] {
			e.unknown("the right side may have no value where the left side has one (" + d.key + ")")
		}
	}
}

// strict reports whether NaN in a part of the left side is NaN in its result: no operator of it
// chooses, compares or rounds what it gets. Then what its parts demand holds wherever it has a value.
func (e *evaluation) strict() bool {
	if e.lenient == nil {
		lenient := false
		for _, t := range termpkg.Calls(e.rule.Left) {
			name := t.Op.Canonical()
			lenient = lenient || name == "where" || comparing[name] || logical[name] || name == "cast" || name == "cast_like" ||
				name == "argmax" || name == "argmin" || name == "maximum" || name == "minimum" || name == "clip" || name == "nn.relu" || name == "max" || name == "min"
		}
		e.lenient = &lenient
	}
	return !*e.lenient
}
