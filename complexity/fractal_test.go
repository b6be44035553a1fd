package complexity_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// metricNames are the words with which comments in testdata begin.
var metricNames = map[string]complexity.Metric{
	"work": complexity.Work, "span": complexity.Span, "memory": complexity.Memory,
}

// TestFractalBounds holds the bounds that stand above definitions.
func TestFractalBounds(t *testing.T) {
	for _, path := range []string{"testdata/fractal.frac", "testdata/tensors.frac"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := module(t, string(text))
		a := analysisOf(m)
		for i, item := range m.File().Items {
			for name, metric := range metricNames {
				_, expected, ok := strings.Cut(item.Text, "# "+name+": ")
				if !ok {
					continue
				}
				expected, _, _ = strings.Cut(expected, "\n")
				b := a.Of(m.Object(i))
				got := b.Text(metric)
				if got == "" {
					got = "unknown"
				}
				if got != expected {
					t.Errorf("%s: %s: %s %s, want %s (%v)", path, m.Object(i).Name, name, got, expected, b.Loss)
				}
			}
		}
	}
}

// A runner calls definitions with values and compares what is counted with the bounds.
type runner struct {
	*rand.Rand
	module   *typecheck.Module
	analysis *complexity.Analysis
	program  *treewalk.Program

	extents map[*symbolic.Symbol]int
	types   map[*types.Var]types.Type
	sizes   map[string]int64 // by name
}

func newRunner(t testing.TB, text string, random *rand.Rand) *runner {
	t.Helper()
	m := module(t, text)
	program, err := trial.Link(m)
	if err != nil {
		t.Fatal(err)
	}
	return &runner{Rand: random, module: m, analysis: analysisOf(m), program: program}
}

// extent is how large a dimension is: the same for all that are written alike.
func (r *runner) extent(d types.Dim) int {
	e := d.Expr()
	if e == nil {
		return r.IntN(4)
	}
	n, err := e.Eval(func(s *symbolic.Symbol) (int64, bool) {
		if _, known := r.extents[s]; !known {
			r.extents[s] = 1 + r.IntN(4)
		}
		return int64(r.extents[s]), true
	})
	if err != nil || n < 0 {
		return 0
	}
	return int(n)
}

// value makes a value of a type whose FractalTensors have up to n elements; nil for types
// of which none is made.
func (r *runner) value(t types.Type, n int) treewalk.Value {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return r.tensor(t)
	case *types.Fractal:
		s := &treewalk.Seq{}
		for range r.length(n) {
			e := r.value(t.Elem, n)
			if e == nil {
				return nil
			}
			s.Elems = append(s.Elems, e)
		}
		return s
	case *types.Tuple:
		v := &treewalk.Tuple{}
		for _, e := range t.Elems {
			part := r.value(e, n)
			if part == nil {
				return nil
			}
			v.Elems = append(v.Elems, part)
		}
		return v
	case *types.Var:
		if r.types[t] == nil {
			r.types[t] = []types.Type{
				types.Scalar(types.Int32), &types.Fractal{Elem: types.Scalar(types.Int32)},
				&types.Tensor{Dtype: types.Float32, Shape: types.Consts([]int{2, 3})},
			}[r.IntN(3)]
		}
		return r.value(r.types[t], n)
	case *types.ADT:
		if t.Decl.Name == "List" {
			return r.list(t, n)
		}
	}
	return nil
}

// length is often the greatest, or none.
func (r *runner) length(n int) int {
	switch r.IntN(4) {
	case 0:
		return n
	case 1:
		return r.IntN(2)
	}
	return r.IntN(n + 1)
}

func (r *runner) tensor(t *types.Tensor) treewalk.Value {
	dtype := t.Dtype.String()
	if dtype != "int32" && dtype != "float32" && dtype != "bool" && dtype != "int64" {
		return nil
	}
	size, shape := 1, []int{}
	for _, d := range t.Shape {
		shape = append(shape, r.extent(d))
		size *= shape[len(shape)-1]
	}
	data := make([]treewalk.Num, size)
	for i := range data {
		data[i] = treewalk.Num{Dtype: dtype, I: int64(r.IntN(6)), F: float64(r.IntN(6)) / 2}
		if dtype == "bool" {
			data[i].I %= 2
		}
	}
	if len(shape) == 0 {
		return data[0]
	}
	return &treewalk.Tensor{Dtype: dtype, Shape: shape, Data: data}
}

func (r *runner) list(t *types.ADT, n int) treewalk.Value {
	v := &treewalk.Data{Name: "Nil"}
	for range r.IntN(n + 1) {
		e := r.value(t.Args[0], n)
		if e == nil {
			return nil
		}
		v = &treewalk.Data{Name: "Cons", Fields: []treewalk.Value{e, v}}
	}
	return v
}

// argument is a value with its sizes noted by name.
func (r *runner) argument(t types.Type, name string, n int) treewalk.Value {
	if f, ok := types.Head(t).(*types.Func); ok {
		return r.function(f, name)
	}
	v := r.value(t, n)
	if v != nil {
		r.measure(v, t, name)
	}
	return v
}

// callbackCost is what a call of a function costs in each metric.
const callbackCost = 7

func (r *runner) function(f *types.Func, name string) treewalk.Value {
	r.sizes[name] = callbackCost
	if len(f.Params) > 0 || r.value(f.Out, 0) == nil {
		return nil
	}
	return treewalk.Function(treewalk.Cost{Work: callbackCost, Span: callbackCost, Memory: callbackCost}, func([]treewalk.Value) treewalk.Value {
		return r.value(f.Out, 2)
	})
}

func (r *runner) measure(v treewalk.Value, t types.Type, name string) {
	switch v := v.(type) {
	case treewalk.Num:
		r.sizes[name] = v.I
	case *treewalk.Tuple:
		for i, part := range v.Elems {
			r.measure(part, types.Head(t).(*types.Tuple).Elems[i], name+"."+strconv.Itoa(i))
		}
	case *treewalk.Data:
		n := int64(0)
		for v.Name == "Cons" {
			n++
			v = v.Fields[1].(*treewalk.Data)
		}
		r.sizes["|"+name+"|"] = n
	case *treewalk.Seq:
		totals, longest := map[int]int64{}, map[int]int64{}
		lengths(v, t, new(int), totals, longest)
		for i := range totals {
			if i == 0 {
				r.sizes["|"+name+"|"] = totals[i]
				continue
			}
			inner := "|" + name + "|_" + strconv.Itoa(i+1)
			r.sizes[inner], r.sizes["max"+inner] = totals[i], longest[i]
		}
	}
}

// lengths adds up the lengths in a value, each FractalTensor of the type by itself.
func lengths(v treewalk.Value, t types.Type, number *int, totals, longest map[int]int64) {
	switch t := types.Head(t).(type) {
	case *types.Tuple:
		for i, e := range t.Elems {
			var part treewalk.Value
			if whole, ok := v.(*treewalk.Tuple); ok {
				part = whole.Elems[i]
			}
			lengths(part, e, number, totals, longest)
		}
	case *types.Fractal:
		at := *number
		*number++
		s, _ := v.(*treewalk.Seq)
		if s == nil {
			s = &treewalk.Seq{}
		}
		totals[at] += int64(len(s.Elems))
		longest[at] = max(longest[at], int64(len(s.Elems)))
		inner := *number
		lengths(nil, t.Elem, number, totals, longest)
		for _, e := range s.Elems {
			again := inner
			lengths(e, t.Elem, &again, totals, longest)
		}
	}
}

// hold compares some runs of a definition with its bounds; it tells how many it compared.
func (r *runner) hold(t *testing.T, o *typecheck.Object, runs int) (compared int) {
	t.Helper()
	b := r.analysis.Of(o)
	f, ok := types.Head(o.Type).(*types.Func)
	if !ok || !slices.ContainsFunc([]complexity.Metric{complexity.Work, complexity.Span, complexity.Memory}, b.Bounded) {
		return 0
	}
	names := r.analysis.Parameters(o)
	_, i := r.module.Owner(o)
	for n := range runs {
		r.extents, r.types, r.sizes = map[*symbolic.Symbol]int{}, map[*types.Var]types.Type{}, map[string]int64{}
		var args []treewalk.Value
		for k, in := range f.In {
			v := r.argument(in, names[k], 1+n%9)
			if v == nil {
				return compared
			}
			args = append(args, v)
		}
		for _, p := range f.Params {
			if p.Sym != nil {
				r.sizes[p.Name] = int64(r.extents[p.Sym])
			}
		}
		if r.compare(t, o, b, r.module.File().Items[i], args) {
			compared++
		}
	}
	return compared
}

func (r *runner) compare(t *testing.T, o *typecheck.Object, b *complexity.Bound, item *syntax.Item, args []treewalk.Value) bool {
	t.Helper()
	result := r.program.Call(item, args, treewalk.Limits{Steps: 200_000})
	if result.Fault != nil && result.Fault.Kind == treewalk.Unsupported || result.Uncounted != nil {
		if os.Getenv("COST_SHOW") != "" {
			t.Logf("%s: %+v %+v", o.Name, result.Fault, result.Uncounted)
		}
		return false
	}
	var sizes []int64
	for _, name := range b.Sizes {
		sizes = append(sizes, r.sizes[name])
	}
	for m, counted := range map[complexity.Metric]int64{
		complexity.Work: result.Cost.Work, complexity.Span: result.Cost.Span,
		complexity.Memory: result.Cost.Memory, complexity.Tick: result.Cost.Tick,
	} {
		most, err := b.At(m, sizes)
		if err == nil && float64(counted) > most {
			var texts []string
			for _, arg := range args {
				texts = append(texts, treewalk.Text(arg))
			}
			t.Errorf("%s(%s) costs %d of metric %d, more than %s = %g at %v %v", o.Name, strings.Join(texts, ", "), counted, m, b.Text(m), most, b.Sizes, sizes)
		}
	}
	return true
}

// TestFractalBoundsHold runs the definitions of testdata and of the examples on random
// tensors and jagged FractalTensors.
func TestFractalBoundsHold(t *testing.T) {
	examples, _ := filepath.Glob("../examples/*")
	for _, path := range append([]string{"testdata/fractal.frac", "testdata/tensors.frac"}, examples...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nimport ") {
			continue
		}
		r := newRunner(t, string(text), rand.New(rand.NewPCG(3, 4)))
		runs, definitions := 0, 0
		for i := range r.module.Items() {
			if o := r.module.Object(i); o != nil && o.Kind == typecheck.DefObject {
				definitions++
				n := r.hold(t, o, 40)
				runs += n
				if n == 0 && os.Getenv("COST_SHOW") != "" {
					t.Logf("%s: not compared (%v)", o.Name, r.analysis.Of(o).Loss)
				}
			}
		}
		t.Logf("%s: %d definitions, %d runs", path, definitions, runs)
		if strings.HasPrefix(path, "testdata") && runs < 20*definitions {
			t.Errorf("%s: only %d runs", path, runs)
		}
	}
}
