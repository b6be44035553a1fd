package meaning

import (
	"fmt"
	"math"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// An Instance is a rule with types, attributes and values.
type Instance struct {
	Types  map[*termpkg.Term]types.Type
	Attrs  func(*termpkg.Term) (op.Attrs, error)
	Values map[*termpkg.Term]value.Value // of variables
}

// Agree compares the meaning of a term with what kernels computed of it, at the first 24 elements,
// in the case in which all is known. It returns how many elements were compared, and in words what
// differs; an element that cannot be evaluated ends the comparison.
func Agree(r *termpkg.Rule, t *termpkg.Term, in Instance, computed value.Value) (compared int, difference string) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case unknown, need:
			compared, difference = 0, ""
		case vacuous:
			difference = "there is a value where there is to be none: " + p.why
		case error:
			if p != scalar.ErrSteps {
				panic(p)
			}
			compared, difference = 0, ""
		default:
			panic(p)
		}
	}()
	p := &prover{rule: r}
	e := p.evaluation(in.asCase(r))
	e.assume()
	env := scalar.Env{
		Symbol:  func(name string) (float64, bool) { return 0, false },
		Element: in.elements(),
		Whole:   e.c.Kind == scalar.Modulo,
	}
	return e.agree(e.value(t), computed, env)
}

// asCase is the case of an instance, in which all is known.
func (in Instance) asCase(r *termpkg.Rule) *Case {
	c := newCase()
	numbers := numbered(r)
	for _, v := range r.Variables {
		t := in.Types[v].(*types.Tensor)
		d, _ := dtypeNamed(t.Dtype.String())
		c.dtypes[v] = d
		name := v.Name
		if v.Kind == termpkg.Number {
			name = "constant" + strconv.Itoa(numbers[v])
		}
		parts := []part{}
		for k, extent := range t.Shape {
			own := fmt.Sprintf("%s.%d", name, k)
			n, _ := extent.Const()
			parts = append(parts, part{own, false})
			c.values[own] = scalar.Int(n)
		}
		c.shapes[name] = parts
	}
	for _, call := range termpkg.Calls(r.Left) {
		attrs, err := in.Attrs(call)
		for i, a := range call.Op.Attrs {
			if err == nil && call.Pattern {
				c.setAttr(call, a.Name, attrs.Values[i])
			}
		}
	}
	return c
}

func (in Instance) elements() func(name string, index []int) (float64, bool) {
	arrays := map[string]*value.Array{}
	for t, v := range in.Values {
		if a := value.Dense(v); a != nil && t.Name != "" {
			arrays[t.Name] = a
		}
	}
	return func(name string, index []int) (float64, bool) {
		a := arrays[name]
		if a == nil || len(index) != len(a.Shape) {
			return 0, false
		}
		for k, i := range index {
			if i < 0 || i >= a.Shape[k] {
				return 0, false
			}
		}
		return numberIn(a.ScalarAt(index...)), true
	}
}

func numberIn(s value.Scalar) float64 {
	switch {
	case s.Dtype == value.Bool:
		if s.IsTrue() {
			return 1
		}
		return 0
	case s.Dtype.IsFloat():
		return s.Float()
	}
	return float64(s.Int())
}

func (e *evaluation) agree(v Value, computed value.Value, env scalar.Env) (compared int, difference string) {
	if v.Parts != nil {
		tuple, ok := computed.(*value.Tuple)
		if !ok || len(tuple.Elems) != len(v.Parts) {
			return 0, "a tuple has another number of parts"
		}
		for i, part := range v.Parts {
			n, d := e.agree(part, tuple.Elems[i], env)
			if compared += n; d != "" {
				return compared, d
			}
		}
		return compared, ""
	}
	a := value.Dense(computed)
	if a == nil || !ordinary(v.Shape) {
		return 0, ""
	}
	if len(v.Shape) != len(a.Shape) {
		return 0, "the rank is another one"
	}
	for k, d := range v.Shape {
		if n, ok := scalar.Evaluate(d.Extent, env); !ok {
			return 0, ""
		} else if int(n) != a.Shape[k] {
			return 0, "the extents are other ones"
		}
	}
	flat := a.Flat()
	for i := range min(a.Len(), 24) {
		index, rest := make([]*term, len(a.Shape)), i
		for k := len(a.Shape) - 1; k >= 0; k-- {
			index[k] = scalar.Int(int64(rest % a.Shape[k]))
			rest /= a.Shape[k]
		}
		want := numberIn(value.Load(a.Dtype, flat, i))
		got, ok := scalar.Evaluate(v.At(index), env)
		if !ok || math.IsNaN(want) || math.IsInf(want, 0) {
			return compared, ""
		}
		if a.Dtype != value.Bool && !a.Dtype.IsFloat() { // integers wrap around
			if got = math.Mod(got-want, math.Pow(2, float64(a.Dtype.Bits()))) + want; math.Abs(got) > 1<<50 {
				return compared, ""
			}
		}
		if compared++; !(math.Abs(got-want) <= 1e-3*math.Max(1, math.Abs(want))) {
			return compared, fmt.Sprintf("an element is %g, and by its meaning %g", want, got)
		}
	}
	return compared, ""
}
