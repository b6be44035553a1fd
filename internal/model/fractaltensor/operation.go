package fractaltensor

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// operations are those of `kaleido.operations`, by name. Each reads its arguments by position and name,
// writes a call of operators of Frac, and gives the type of the result where that is certain. A file
// of the package reads them in one place each: sequence.go those on FractalTensors, tensor.go those on
// tensors.
//
// The map is filled in init because operations refer to it.
var operations map[string]func(s *scope, x python.Expr, a *arguments) *val

func init() {
	operations = map[string]func(*scope, python.Expr, *arguments) *val{
		"map": each("map"), "filter": (*scope).filter, "dilated_map": (*scope).dilatedMap,
		"scan": aggregate("scan", true), "fold": aggregate("fold", false), "reduce": (*scope).reduce,
		"zip": (*scope).zip, "enumerate": (*scope).enumerate, "product": (*scope).product,
		"slices": (*scope).slices, "stack": (*scope).stack, "flatten": (*scope).flatten, "join": (*scope).join,
		"last": (*scope).last, "index": (*scope).index, "repeat": (*scope).repeat, "split": (*scope).split, "unbind": same,
		"slide": (*scope).slide, "shifted_slide": (*scope).shiftedSlide, "window": (*scope).window,
		"zeros": filled("0"), "ones": filled("1"), "full": filled(""), "rand": filled("?"), "arange": (*scope).arange,
		"cat": (*scope).cat, "reshape": (*scope).reshape, "permute": (*scope).permute,
		"softmax": axisOperation("nn.softmax", 0), "max": reduction("max"), "min": reduction("min"), "sum": (*scope).sum, "mean": reduction("mean"),
		"dot": (*scope).dot, "outer": (*scope).outerProduct, "layer_norm": (*scope).layerNorm, "dropout": (*scope).dropout,
		"mm": infix("@"), "matmul": infix("@"), "add": infix("+"), "sub": infix("-"), "multiply": infix("*"), "mul": infix("*"),
		"div": infix("/"), "scale": infix("*"), "pow": infix("**"), "maximum": pair("maximum"), "minimum": pair("minimum"),
	}
	for _, name := range []string{"tanh", "sigmoid", "exp", "log", "sqrt", "sin", "cos", "abs"} {
		operations[name] = elementwise(name)
	}
	operations["relu"] = elementwise("nn.relu")
}

// operation translates a call of an operation. Of a spread FractalTensor (`ops.f(*xs)`) it is not known
// how many arguments it gives; `ops.zip(*xss)` alone means something for any number.
func (s *scope) operation(x python.Expr, name string, a *arguments) *val {
	f, ok := operations[name]
	if !ok {
		var names []string
		for n := range operations {
			names = append(names, n)
		}
		slices.Sort(names)
		return s.fail(x, codes.UnknownOperator, "`ops."+name+"` is not known"+hint(name, names))
	}
	if c, ok := x.(*python.Call); ok {
		a.call = c
	}
	if slices.ContainsFunc(a.values, func(v *val) bool { return v.star }) && (name != "zip" || len(a.values) > 1) {
		return s.fail(x, codes.TypeMismatch, "it is not known how many arguments `*` gives: it spreads a FractalTensor")
	}
	v := f(s, x, a)
	if !v.bad {
		s.unread(x, name, a)
	}
	return v
}

// variadic are the operations that read all arguments.
var variadic = map[string]bool{"zip": true, "enumerate": true, "arange": true}

// unread reports arguments that an operation does not have: what they would say is lost.
func (s *scope) unread(x python.Expr, name string, a *arguments) {
	if !variadic[name] && len(a.values) > a.reach {
		s.fail(x, codes.ArityMismatch, fmt.Sprintf("`ops.%s` takes %d arguments, and the call gives %d", name, a.reach, len(a.values)))
	}
	for _, given := range slices.Sorted(maps.Keys(a.named)) {
		if a.read[given] || given == "device" || given == "dtype" {
			continue
		}
		at := x
		if a.call != nil {
			for _, arg := range a.call.Args {
				if arg.Name == given {
					at = arg
				}
			}
		}
		s.fail(at, codes.UnknownAttribute, "`ops."+name+"` has no argument `"+given+"`"+hint(given, slices.Sorted(maps.Keys(a.read))))
	}
}

// operandAt is an argument as code; one that is left out is an error.
func (s *scope) operandAt(x python.Expr, a *arguments, i int, name string) *val {
	v := a.at(i, name)
	if v == nil {
		return s.fail(x, codes.ArityMismatch, "the call gives no `"+name+"`")
	}
	if v.fn != nil {
		return s.fail(x, codes.TypeMismatch, "`"+name+"` is a function, and a value is expected")
	}
	return s.value(x, v)
}

// integerAt is an argument that is a known number.
func (s *scope) integerAt(x python.Expr, a *arguments, i int, name string, otherwise int64) int64 {
	v := a.at(i, name)
	if v == nil {
		return otherwise
	}
	n, ok := v.konst.(int64)
	if !ok {
		s.fail(x, codes.AttributeValue, "`"+name+"` is a number that the program has written out")
		return otherwise
	}
	return n
}

// sequenceAt is an argument over whose elements an operation goes. One of another type is counted as a
// contradiction of annotations, and written as it is: the check reports what remains of it.
func (s *scope) sequenceAt(x python.Expr, a *arguments, i int, name string) *val {
	v := a.at(i, name)
	if v == nil {
		v = a.at(i, "input")
	}
	if v == nil {
		return s.fail(x, codes.ArityMismatch, "the call gives no FractalTensor")
	}
	if v.items != nil { // a list of values is a FractalTensor of them
		return s.listed(x, v)
	}
	v = s.value(x, v)
	if v.t != nil && v.t.kind != sequenceType {
		s.r.contradict(s, x, "`"+s.r.source(s.m, x)+"` goes through the elements of `"+v.t.String()+"`")
	}
	return v
}
