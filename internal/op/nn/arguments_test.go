package nn_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/image"
	"github.com/fraccheck/fraccheck/internal/op/nn"
	"github.com/fraccheck/fraccheck/internal/op/qnn"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/types"
)

// TestAnyArguments holds that no arguments make a relation panic: arguments of
// every kind in place of a program's, some of which make TVM crash. The verdicts
// that TVM has on the programs are held in op/table, for all operators.
func TestAnyArguments(t *testing.T) {
	odd := []types.Type{
		&types.Var{}, types.Unit, types.ErrorType, types.Scalar(types.Float32),
		&types.Tuple{Elems: []types.Type{types.Scalar(types.Float32)}},
		&types.Tensor{Dtype: types.Float32, Shape: []types.Dim{types.Any, types.Unknown, types.Const(0), types.Any}},
		&types.Tensor{Dtype: types.Int8, Shape: []types.Dim{types.Const(2), types.Const(-1)}},
		&types.Fractal{Elem: types.Scalar(types.Int32)}, &types.Func{Out: types.Unit},
	}
	byName := map[string]*op.Op{}
	for _, o := range slices.Concat(nn.Ops(), qnn.Ops(), image.Ops()) {
		byName[o.Name] = o
	}
	for _, r := range reference.Verdicts(t, reference.Operators) {
		o := byName[r.Op]
		if o == nil {
			continue
		}
		args, named := (&reader{text: r.Program[strings.Index(r.Program, "def"):]}).call(o.Name)
		attrs, _ := op.Bind(o, named)
		if least, _ := o.Arity(); len(args) != least {
			continue
		}
		for i := range args {
			for _, a := range odd {
				changed := slices.Clone(args)
				changed[i] = a
				o.Relation(&op.Call{Op: o, Args: changed, Attrs: attrs, Last: i%2 == 0})
			}
		}
	}
}

// A reader reads `def @main(%a: T, …) { f(%a, …, name=value) }`.
type reader struct {
	text string
	at   int
	vars map[string]types.Type
}

func (r *reader) space() {
	for r.at < len(r.text) && strings.ContainsRune(" \n,", rune(r.text[r.at])) {
		r.at++
	}
}

func (r *reader) next() byte { r.space(); return r.text[r.at] }

func (r *reader) skip(s string) bool {
	r.space()
	if strings.HasPrefix(r.text[r.at:], s) {
		r.at += len(s)
		return true
	}
	return false
}

func (r *reader) word() string {
	r.space()
	start := r.at
	for r.at < len(r.text) && !strings.ContainsRune(" \n,()[]{}=:", rune(r.text[r.at])) {
		r.at++
	}
	return r.text[start:r.at]
}

func (r *reader) call(name string) (args []types.Type, named []op.Named) {
	r.vars = map[string]types.Type{}
	r.at = strings.Index(r.text, "(") + 1
	for !r.skip(")") {
		v := r.word()
		r.skip(":")
		r.vars[v] = r.typ()
	}
	r.at += strings.Index(r.text[r.at:], name) + len(name)
	r.skip("(")
	for !r.skip(")") {
		start := r.at
		if w := r.word(); w != "" && r.skip("=") {
			named = append(named, op.Named{Name: w, Value: r.value()})
			continue
		}
		r.at = start
		args = append(args, r.expr())
	}
	return args, named
}

func (r *reader) typ() types.Type {
	if r.skip("Tensor[(") {
		var shape []types.Dim
		for !r.skip(")") {
			shape = append(shape, dim(r.word()))
		}
		d, _ := types.ParseDtype(r.word())
		r.skip("]")
		return &types.Tensor{Dtype: d, Shape: shape}
	}
	if r.skip("(") {
		var elems []types.Type
		for !r.skip(")") {
			elems = append(elems, r.typ())
		}
		return &types.Tuple{Elems: elems}
	}
	d, _ := types.ParseDtype(r.word())
	return types.Scalar(d)
}

func dim(s string) types.Dim {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return types.Const(n)
	}
	return types.Any
}

func (r *reader) expr() types.Type {
	if r.skip("(") {
		var elems []types.Type
		for !r.skip(")") {
			elems = append(elems, r.expr())
		}
		return &types.Tuple{Elems: elems}
	}
	w := r.word()
	if t, ok := r.vars[w]; ok {
		return t
	}
	return types.Scalar(literal(w))
}

// literal gives the dtype of a number as written.
func literal(w string) types.Dtype {
	if i := strings.IndexAny(w, "fiu"); i >= 0 {
		names := map[byte]string{'f': "float", 'i': "int", 'u': "uint"}
		d, _ := types.ParseDtype(names[w[i]] + w[i+1:])
		return d
	}
	if w == "True" || w == "False" {
		return types.Bool
	}
	return types.Int32
}

func (r *reader) value() op.Value {
	if r.skip("[") {
		v := op.Value{Kind: op.ListValue}
		for !r.skip("]") {
			v.List = append(v.List, r.value())
		}
		return v
	}
	if r.next() == '"' {
		end := strings.Index(r.text[r.at+1:], `"`)
		s := r.text[r.at+1 : r.at+1+end]
		r.at += end + 2
		return op.Text(s)
	}
	return atom(r.word())
}

func atom(w string) op.Value {
	switch w {
	case "None", "nullptr":
		return op.Value{}
	case "True", "False":
		return op.Boolean(w == "True")
	}
	if n, err := strconv.ParseInt(w, 10, 64); err == nil {
		return op.Int(n)
	}
	if i := strings.Index(w, "f"); i >= 0 {
		x, _ := strconv.ParseFloat(w[:i], 64)
		return op.Float(x)
	}
	return op.Value{Kind: op.ExprValue}
}
