package kerneltest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Case is a call and what it must give, as tools/reference writes it.
type Case struct {
	Op    string         `json:"op"`
	Attrs map[string]any `json:"attrs"`
	Args  []Tensor       `json:"args"`
	Out   []Tensor       `json:"out"`
}

// A Tensor is an array in a file of cases.
type Tensor struct {
	Dtype string    `json:"dtype"`
	Shape []int     `json:"shape"`
	Data  []float64 `json:"data"`
}

// tolerances are relative, by dtype; numbers near 0 are compared with a
// thousandth of that.
var tolerances = map[value.Dtype]float64{value.Float16: 2e-3, value.Float32: 2e-5, value.Float64: 1e-10}

// Run holds the kernels of a table against the cases of a file, on one
// goroutine and on several, and the relations against the kernels' results.
func Run(t *testing.T, table []*op.Op, file string) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		c, decoder := Case{}, json.NewDecoder(bytes.NewReader(lines.Bytes()))
		decoder.UseNumber()
		if err := decoder.Decode(&c); err != nil {
			t.Fatalf("%s:%d: %v", file, n, err)
		}
		t.Run(fmt.Sprintf("%d-%s", n, c.Op), func(t *testing.T) { c.run(t, table) })
	}
}

func (c Case) run(t *testing.T, table []*op.Op) {
	i := slices.IndexFunc(table, func(o *op.Op) bool { return o.Name == c.Op })
	if i < 0 || table[i].Kernel == nil {
		t.Fatalf("%s has no kernel", c.Op)
	}
	call, err := c.call(table[i])
	if err != nil {
		t.Fatal(err)
	}
	alone := evaluate(t, New(1), call)
	shared := evaluate(t, New(3), call)
	if len(alone) != len(c.Out) {
		t.Fatalf("%d results, want %d", len(alone), len(c.Out))
	}
	typed := tensors(call.Out)
	for k, want := range c.Out {
		if err := want.differs(alone[k], tolerances); err != nil {
			t.Errorf("result %d: %v (attributes %v)", k, err, c.Attrs)
		}
		if err := of(alone[k]).differs(shared[k], nil); err != nil {
			t.Errorf("result %d on 3 goroutines: %v", k, err)
		}
		if err := fits(typed[k], alone[k]); err != nil {
			t.Errorf("result %d: %v", k, err)
		}
	}
}

// call binds the case, and types it.
func (c Case) call(o *op.Op) (*op.KernelCall, error) {
	var named []op.Named
	for name, v := range c.Attrs {
		named = append(named, op.Named{Name: name, Value: attr(v)})
	}
	attrs, errs := op.Bind(o, named)
	if len(errs) > 0 {
		return nil, fmt.Errorf("%s", errs[0].Message)
	}
	call := &op.KernelCall{Op: o, Attrs: attrs}
	typing := &op.Call{Op: o, Attrs: attrs, Last: true}
	for _, arg := range c.Args {
		a := arg.Array()
		call.Args = append(call.Args, a)
		typing.Args = append(typing.Args, typeOf(a))
	}
	answer := o.Relation(typing)
	if answer.Err != nil {
		return nil, fmt.Errorf("%s", answer.Err.Message)
	}
	call.Out = answer.Out
	return call, nil
}

// Array makes the array.
func (x Tensor) Array() *value.Array {
	d, _ := value.ParseDtype(x.Dtype)
	return value.Of(x.Data, x.Shape...).Convert(d)
}

func of(a *value.Array) Tensor {
	return Tensor{a.Dtype.String(), a.Shape, value.Elems[float64](a.Convert(value.Float64))}
}

// differs returns how an array differs from x, by more than a tolerance.
func (x Tensor) differs(a *value.Array, tolerances map[value.Dtype]float64) error {
	got := of(a)
	if got.Dtype != x.Dtype || !slices.Equal(got.Shape, x.Shape) {
		return fmt.Errorf("%s %v, want %s %v", got.Dtype, got.Shape, x.Dtype, x.Shape)
	}
	tolerance := tolerances[a.Dtype]
	for i, want := range x.Data {
		if !(math.Abs(got.Data[i]-want) <= tolerance*max(math.Abs(want), 1e-1)) && got.Data[i] != want {
			return fmt.Errorf("element %d is %v, want %v", i, got.Data[i], want)
		}
	}
	return nil
}

func evaluate(t *testing.T, m op.Machine, call *op.KernelCall) []*value.Array {
	t.Helper()
	v, err := call.Op.Kernel(m, call)
	if err != nil {
		t.Fatal(err)
	}
	if tuple, ok := v.(*value.Tuple); ok {
		var arrays []*value.Array
		for _, e := range tuple.Elems {
			arrays = append(arrays, e.(*value.Array))
		}
		return arrays
	}
	return []*value.Array{v.(*value.Array)}
}

func typeOf(a *value.Array) types.Type {
	d, _ := types.ParseDtype(a.Dtype.String())
	t := &types.Tensor{Dtype: d}
	for _, n := range a.Shape {
		t.Shape = append(t.Shape, types.Const(int64(n)))
	}
	return t
}

func tensors(t types.Type) []types.Type {
	if tuple, ok := t.(*types.Tuple); ok {
		return tuple.Elems
	}
	return []types.Type{t}
}

// fits holds that an array has the type that the relation gives.
func fits(t types.Type, a *value.Array) error {
	want, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return fmt.Errorf("the relation gives %s", types.String(t))
	}
	same := want.Dtype.String() == a.Dtype.String() && len(want.Shape) == len(a.Shape)
	for k := 0; same && k < len(a.Shape); k++ {
		n, known := want.Shape[k].Const()
		same = !known || n == int64(a.Shape[k])
	}
	if !same {
		return fmt.Errorf("it is %s, and the relation gives %s", types.String(typeOf(a)), types.String(t))
	}
	return nil
}
