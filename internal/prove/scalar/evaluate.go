package scalar

import (
	"math"
	"strings"
)

// An Env gives symbols and elements of tensors their numbers.
type Env struct {
	Symbol  func(name string) (float64, bool)
	Element func(name string, index []int) (float64, bool)
	Whole   bool // elements are integers: quotients of them are rounded towards 0
}

// mostTerms bounds the work of an evaluation.
const mostTerms = 200_000

// Evaluate computes a term in float64; false where an uninterpreted function is met, an element is
// not known, or more than mostTerms terms are added up. Meanings of operators are held against
// kernels by it (package meaning, Agree), and normal forms against what they were made of.
func Evaluate(p *Poly, env Env) (float64, bool) {
	v := &evaluator{Env: env, bound: map[string]float64{}, left: mostTerms}
	x := v.poly(p)
	return x, !v.failed
}

type evaluator struct {
	Env
	bound  map[string]float64
	left   int
	failed bool
}

func (v *evaluator) fail() float64 {
	v.failed = true
	return 0
}

func (v *evaluator) poly(p *Poly) float64 {
	sum := 0.0
	for _, a := range p.adds {
		c, _ := a.coef.Float64()
		v.over(a.binders, func() {
			if x := v.product(a); x != 0 {
				sum += c * x
			}
		})
	}
	return sum
}

// over runs a body for all values of binders.
func (v *evaluator) over(binders []Binder, body func()) {
	if v.left--; v.left < 0 || v.failed {
		v.failed = true
		return
	}
	if len(binders) == 0 {
		body()
		return
	}
	n := int(v.poly(binders[0].Extent))
	was, shadowed := v.bound[binders[0].Name]
	for i := range n {
		v.bound[binders[0].Name] = float64(i)
		v.over(binders[1:], body)
	}
	if delete(v.bound, binders[0].Name); shadowed {
		v.bound[binders[0].Name] = was
	}
}

// product is that of an addend without its coefficient. Where a condition does not hold,
// its factors are not looked at: they may lie outside of a tensor.
func (v *evaluator) product(a *addend) float64 {
	for _, g := range a.guards {
		x := v.poly(g.P)
		if g.Kind == AtLeast && x < 0 || g.Kind == Zero && x != 0 || g.Kind == NotZero && x == 0 {
			return 0
		}
	}
	r := 1.0
	for _, truths := range []bool{true, false} { // what may switch a product off comes first
		for _, f := range a.factors {
			if f.atom.truth != truths {
				continue
			}
			x := v.atom(f.atom)
			if f.half != 2 {
				x = math.Pow(x, float64(f.half)/2)
			}
			if r *= x; truths && x == 0 {
				return 0
			}
		}
	}
	return r
}

func (v *evaluator) atom(a *Atom) float64 {
	switch a.kind {
	case symbol:
		if x, ok := v.bound[a.name]; ok {
			return x
		}
		if x, ok := v.Symbol(a.name); ok {
			return x
		}
		return v.fail()
	case element:
		index := make([]int, len(a.args))
		for i, p := range a.args {
			index[i] = int(v.poly(p))
		}
		if x, ok := v.Element(a.name, index); ok {
			return x
		}
		return v.fail()
	case group:
		return v.poly(a.args[0])
	case lattice:
		greatest := math.Inf(-1)
		for _, s := range a.sets {
			least := math.Inf(1)
			for _, p := range s {
				least = min(least, v.poly(p))
			}
			greatest = max(greatest, least)
		}
		return greatest
	case fold:
		return v.fold(a)
	}
	return v.apply(a)
}

var folds = map[string]struct {
	start float64
	join  func(x, y float64) float64
}{
	"max": {math.Inf(-1), math.Max}, "min": {math.Inf(1), math.Min}, "any": {0, math.Max}, "all": {1, math.Min},
	"prod": {1, func(x, y float64) float64 { return x * y }}, "products": {0, func(x, y float64) float64 { return x + y }},
	"sum:0": {0, func(x, y float64) float64 { return x + y }},
}

func (v *evaluator) fold(a *Atom) float64 {
	f, known := folds[a.name]
	if !known {
		return v.fail()
	}
	r := f.start
	v.over(a.binders, func() { r = f.join(r, v.poly(a.args[0])) })
	return r
}

var unary = map[string]func(float64) float64{
	"exp": math.Exp, "log": math.Log, "abs": math.Abs, "tanh": math.Tanh, "sqrt": math.Sqrt, "floor": math.Floor, "trunc": math.Trunc, "round": math.Round,
	"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "erf": math.Erf, "sign": func(x float64) float64 { return sign(x) },
	"sigmoid": func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, "rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) },
	"log2": math.Log2, "log10": math.Log10, "atan": math.Atan, "asin": math.Asin, "acos": math.Acos, "sinh": math.Sinh, "cosh": math.Cosh,
	"not": func(x float64) float64 { return 1 - x },
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (v *evaluator) apply(a *Atom) float64 {
	if f := unary[a.name]; f != nil && len(a.args) == 1 && (!v.Whole || a.name == "abs" || a.name == "not") {
		return f(v.poly(a.args[0]))
	}
	if len(a.args) != 2 {
		if strings.HasPrefix(a.name, "product:") && len(a.args) == 1 {
			return v.poly(a.args[0])
		}
		return v.fail()
	}
	x, y := v.poly(a.args[0]), v.poly(a.args[1])
	switch {
	case a.name == "÷":
		return math.Floor(x / y)
	case a.name == "divide" && v.Whole:
		return math.Trunc(x / y)
	case a.name == "divide":
		return x / y
	case a.name == "windows":
		return max(0, math.Trunc(x/y)+1)
	case a.name == "filters":
		return max(0, math.Floor(x/y)+1)
	case a.name == "less":
		return truth(x < y)
	case a.name == "equal":
		return truth(x == y)
	case a.name == "add":
		return x + y
	case a.name == "multiply" || strings.HasPrefix(a.name, "product:"):
		return x * y
	case a.name == "power" && v.Whole:
		return v.fail()
	case a.name == "power":
		return math.Pow(x, y)
	case strings.HasPrefix(a.name, "place:"):
		return min(max(x, 0), y-1)
	}
	return v.fail()
}
