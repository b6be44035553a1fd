package meaning

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// An attribute is what is known of an attribute of a call.
type attribute struct {
	known bool
	value op.Value
	free  attrKey // of a call of the pattern that leaves it open, where it is not known
	terms []*term // extents, where it is a list of some that are symbols
}

// label is text that is equal for equal attributes.
func (e *evaluation) label(a attribute) string {
	switch {
	case a.terms != nil:
		var keys []string
		for _, t := range a.terms {
			keys = append(keys, t.Key())
		}
		return "[" + strings.Join(keys, ", ") + "]"
	case a.known:
		return a.value.String()
	}
	return fmt.Sprintf("?%d.%s", e.numbers[a.free.of], a.free.name)
}

// labels are those of all attributes of a call but some.
func (e *evaluation) labels(t *termpkg.Term, without ...string) string {
	text := t.Op.Canonical()
	for _, a := range t.Op.Attrs {
		if !contains(without, a.Name) && a.Name != op.TypeKey {
			text += " " + a.Name + "=" + e.label(e.attr(t, a.Name))
		}
	}
	return text
}

// attr is an attribute of a call.
func (e *evaluation) attr(t *termpkg.Term, name string) attribute {
	i := t.Op.Attr(name)
	for k := len(t.Given) - 1; k >= 0; k-- {
		if a := t.Given[k]; a.Name == name {
			if a.Asked != nil {
				return e.answer(a.Asked)
			}
			return e.bound(t, name, a.Value)
		}
	}
	if t.Pattern {
		key := attrKey{t, name}
		for {
			next, ok := e.assumed.aliases[key]
			if !ok {
				break
			}
			key = next
		}
		if v, ok := e.assumed.attrs[key.of][key.name]; ok {
			return e.bound(t, name, v)
		}
		for _, g := range key.of.Given {
			if g.Name == key.name && g.Asked == nil {
				return e.bound(key.of, key.name, g.Value)
			}
		}
		return attribute{free: key}
	}
	for _, of := range t.PassedOn {
		if of.Kind != termpkg.Call || of.Op.Attr(name) < 0 {
			continue
		}
		theirs, own := of.Op.Attrs[of.Op.Attr(name)].Default, t.Op.Attrs[i].Default
		if theirs.String() != own.String() {
			e.unknown("attributes are passed on to an operator with another default of `" + name + "`")
		}
		return e.attr(of, name)
	}
	return e.standard(t, name)
}

// standard is the value of an attribute that a call leaves out.
func (e *evaluation) standard(t *termpkg.Term, name string) attribute {
	a := t.Op.Attrs[t.Op.Attr(name)]
	if a.Required && a.Python != nil {
		return attribute{known: true, value: *a.Python}
	}
	if a.Required {
		e.vacuous("an attribute is missing")
	}
	return attribute{known: true, value: a.Default}
}

// bound is a written value with the attribute's type.
func (e *evaluation) bound(t *termpkg.Term, name string, v op.Value) attribute {
	if v.Kind == op.StringValue && (v.Str == otherDtype || strings.HasPrefix(v.Str, anyDtype)) {
		return attribute{known: true, value: v}
	}
	converted, problem := op.Convert(t.Op, name, v)
	if problem != nil {
		e.vacuous("an attribute has no such value")
	}
	return attribute{known: true, value: converted}
}

// answer is what a question of a template stands for, as an attribute.
func (e *evaluation) answer(q *termpkg.Question) attribute {
	switch q.Word {
	case "attr":
		if q.Of.Kind != termpkg.Call || q.Of.Op.Attr(q.Attr) < 0 {
			e.vacuous("there is no such attribute")
		}
		a := e.attr(q.Of, q.Attr)
		if q.Index < 0 {
			return a
		}
		if !a.known || a.value.Kind != op.ListValue || q.Index >= len(a.value.List) {
			e.unknown("an entry of an attribute is not known")
		}
		return attribute{known: true, value: a.value.List[q.Index]}
	case "value":
		return attribute{known: true, value: q.Of.Value}
	case "dtype":
		d := e.value(q.Of).Dtype
		return attribute{known: true, value: op.Text(d.Name)}
	}
	shape := e.tensor(q.Of).Shape
	if !ordinary(shape) {
		e.refineFirst(shape)
	}
	switch {
	case q.Word == "rank":
		return attribute{known: true, value: op.Int(int64(len(shape)))}
	case q.Word == "shape" && q.Index < 0:
		a := attribute{known: true, terms: []*term{}}
		for _, d := range shape {
			a.terms = append(a.terms, d.Extent)
		}
		return a
	case q.Word == "shape" && q.Index < len(shape):
		return attribute{known: true, terms: []*term{shape[q.Index].Extent}}
	}
	e.unknown("what a question of the replacement answers is not known")
	return attribute{}
}

func (e *evaluation) refineFirst(shape []Dim) {
	for _, d := range shape {
		if d.Block != "" {
			e.refine(d.Block)
		}
	}
}

// choose is an attribute that must be known: each of some values is a case. Values that are
// left out must be impossible.
func (e *evaluation) choose(t *termpkg.Term, name string, values ...op.Value) op.Value {
	a := e.attr(t, name)
	if a.known {
		if a.terms != nil {
			e.unknown("an attribute is computed")
		}
		return a.value
	}
	var alts []func(*Case)
	for _, v := range values {
		alts = append(alts, func(c *Case) { c.setAttr(a.free.of, a.free.name, v) })
	}
	e.need(alts...)
	return op.Value{}
}

// flag is an attribute that is true or false.
func (e *evaluation) flag(t *termpkg.Term, name string) bool {
	return e.choose(t, name, op.Boolean(false), op.Boolean(true)).Int != 0
}

// fixed reports whether all attributes of a call that are named are known.
func (e *evaluation) fixed(t *termpkg.Term, names ...string) bool {
	for _, n := range names {
		if a := e.attr(t, n); !a.known || a.terms != nil {
			return false
		}
	}
	return true
}

// number is an attribute as a term: a symbol where it is not known.
func (e *evaluation) number(t *termpkg.Term, name string) *term {
	a := e.attr(t, name)
	if !a.known {
		prefix := ""
		if k := a.free.of.Op.Attr(a.free.name); k >= 0 && a.free.of.Op.Attrs[k].Type == op.FloatAttr {
			prefix = scalar.RealPrefix
		}
		return scalar.Symbol(prefix + e.label(a))
	}
	if len(a.terms) == 1 {
		return a.terms[0]
	}
	return e.numberOf(a.value)
}

func (e *evaluation) numberOf(v op.Value) *term {
	switch v.Kind {
	case op.IntValue, op.BoolValue:
		return scalar.Int(v.Int)
	case op.FloatValue:
		if x := rational(v.Float); x != nil {
			return scalar.Number(x)
		}
	}
	e.unknown("an attribute is no number")
	return nil
}

// axis is an attribute that names one of n axes, from 0.
func (e *evaluation) axis(t *termpkg.Term, name string, n int) int {
	var values []op.Value
	for i := -n; i < n; i++ {
		values = append(values, op.Int(int64(i)))
	}
	v := e.choose(t, name, values...)
	if v.Kind != op.IntValue {
		e.unknown("an axis is not given")
	}
	a := int(v.Int)
	if a < 0 {
		a += n
	}
	if a < 0 || a >= n {
		e.vacuous("there is no such axis")
	}
	return a
}

// ints is a known list of numbers.
func (e *evaluation) ints(v op.Value) []int {
	if v.Kind == op.IntValue {
		return []int{int(v.Int)}
	}
	var all []int
	for _, x := range v.List {
		if x.Kind != op.IntValue && x.Kind != op.BoolValue {
			e.unknown("an attribute is no list of numbers")
		}
		all = append(all, int(x.Int))
	}
	return all
}

// interned is a short name for a label, the same for equal ones. It begins the names of
// shapes that attributes decide.
func (e *evaluation) interned(label string) string {
	if e.names[label] == "" {
		e.names[label] = fmt.Sprintf("<%d>", len(e.names))
	}
	return e.names[label]
}
