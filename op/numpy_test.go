package op_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/op/table"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// TestNumPy holds every kernel against what NumPy computes (see
// tools/reference/operators.py), on one core and on several, whose results must
// be the same bit for bit; and the type that the relation gives against the
// result.
func TestNumPy(t *testing.T) {
	file, err := os.Open("testdata/numpy.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	operators, failures, n := table.Default(), map[string]int{}, 0
	for lines.Scan() {
		n++
		var call recorded
		decoder := json.NewDecoder(strings.NewReader(lines.Text()))
		decoder.UseNumber()
		if err := decoder.Decode(&call); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		problem := call.check(operators)
		if problem == "" {
			continue
		}
		if failures[call.Op]++; failures[call.Op] <= 3 {
			t.Errorf("line %d: %s %v: %s", n, call.Op, call.Attrs, problem)
		}
	}
	if err := lines.Err(); err != nil || n < 1000 {
		t.Errorf("%d calls were read: %v", n, err)
	}
}

// A recorded is one call, as the generator writes it.
type recorded struct {
	Op    string
	Args  []tensorText
	Attrs map[string]any
	Out   tensorText
}

// A tensorText reads a tensor or a tuple of them.
type tensorText struct{ value.Value }

func (t *tensorText) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		var elems []tensorText
		if err := json.Unmarshal(text, &elems); err != nil {
			return err
		}
		tuple := &value.Tuple{}
		for _, e := range elems {
			tuple.Elems = append(tuple.Elems, e.Value)
		}
		t.Value = tuple
		return nil
	}
	var dense struct {
		Dtype string
		Shape []int
		Data  []json.RawMessage
	}
	if err := json.Unmarshal(text, &dense); err != nil {
		return err
	}
	d, ok := value.ParseDtype(dense.Dtype)
	if !ok {
		return fmt.Errorf("dtype %s", dense.Dtype)
	}
	a := value.NewArray(d, dense.Shape)
	for i, text := range dense.Data {
		value.Store(a.Data, i, scalarText(d, strings.Trim(string(text), `"`)))
	}
	t.Value = value.Simplest(a)
	return nil
}

func scalarText(d value.Dtype, text string) value.Scalar {
	if d == value.Bool {
		return value.Truth(text == "true")
	}
	if d.IsFloat() {
		x, _ := strconv.ParseFloat(text, 64)
		return value.FromFloat(d, x)
	}
	if u, err := strconv.ParseUint(text, 10, 64); err == nil {
		return value.FromUint(d, u)
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	return value.FromInt(d, n)
}

func (r *recorded) check(operators op.Table) string {
	o := operators[r.Op]
	if o == nil || o.Kernel == nil {
		return "it has no kernel"
	}
	attrs, errs := op.Bind(o, r.named(o))
	if len(errs) > 0 {
		return errs[0].Message
	}
	c := &op.KernelCall{Op: o, Args: make([]value.Value, len(o.Params)), Attrs: attrs}
	typed := &op.Call{Op: o, Args: make([]types.Type, len(o.Params)), Attrs: attrs, Last: true}
	for i, arg := range r.Args {
		c.Args[i], typed.Args[i] = arg.Value, op.TypeOf(arg.Value)
	}
	answer := o.Relation(typed)
	if answer.Err != nil {
		return answer.Err.Message
	}
	c.Out = answer.Out
	return r.run(c)
}

func (r *recorded) run(c *op.KernelCall) string {
	got, err := c.Op.Kernel(&cores{n: 1}, c)
	if err != nil {
		return err.Error()
	}
	if problem := value.Difference(got, r.Out.Value, value.Tolerance{}); problem != "" {
		return problem
	}
	if want, has := types.String(c.Out), types.String(op.TypeOf(got)); want != has && !strings.Contains(want, "?") {
		return fmt.Sprintf("a value of type %s where the relation says %s", has, want)
	}
	again, err := c.Op.Kernel(&cores{n: 4}, c)
	if err != nil {
		return err.Error()
	}
	if !identical(got, again) {
		return "other cores give another result"
	}
	for i, arg := range c.Args {
		c.Args[i] = loose(arg)
	}
	views, err := c.Op.Kernel(&cores{n: 1}, c)
	if err != nil {
		return err.Error()
	}
	if !identical(got, views) {
		return "arguments that do not lie side by side give another result"
	}
	return ""
}

// loose is a tensor whose elements lie apart and backwards, the dimensions
// turned round; or a tuple of such.
func loose(v value.Value) value.Value {
	switch v := v.(type) {
	case *value.Tuple:
		tuple := &value.Tuple{}
		for _, elem := range v.Elems {
			tuple.Elems = append(tuple.Elems, loose(elem))
		}
		return tuple
	case *value.Array:
		rank := v.Rank()
		wide, axes := make([]int, rank), make([]int, rank)
		for i, n := range v.Shape {
			wide[rank-1-i], axes[i] = 2*n+1, rank-1-i
		}
		a := value.NewArray(v.Dtype, wide).Transpose(axes)
		for i, n := range v.Shape {
			a = a.Slice(i, 2*n, n, -2)
		}
		value.Assign(a, v)
		return a
	}
	return v
}

func identical(a, b value.Value) bool {
	if a, ok := a.(*value.Tuple); ok {
		for i, elem := range a.Elems {
			if !identical(elem, b.(*value.Tuple).Elems[i]) {
				return false
			}
		}
		return true
	}
	x, y := value.Dense(a).Flat(), value.Dense(b).Flat()
	for i := range value.Length(x) {
		if value.Load(value.Int8, x, i) != value.Load(value.Int8, y, i) {
			return false
		}
	}
	return true
}

// named are the attributes as Bind takes them; required ones that the call
// leaves to Python's defaults are None, and the class of attributes is named.
func (r *recorded) named(o *op.Op) []op.Named {
	var named []op.Named
	for _, a := range o.Attrs {
		v, given := r.Attrs[a.Name]
		switch {
		case given:
			named = append(named, op.Named{Name: a.Name, Value: attrValue(v)})
		case a.Required:
			named = append(named, op.Named{Name: a.Name})
		case a.Name == "attrs_type_key":
			named = append(named, op.Named{Name: a.Name, Value: op.Text(a.Allowed[0])})
		}
	}
	return named
}

func attrValue(v any) op.Value {
	switch v := v.(type) {
	case bool:
		return op.Boolean(v)
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return op.Int(n)
		}
		x, _ := v.Float64()
		return op.Float(x)
	case string:
		if v == "expr" {
			return op.Value{Kind: op.ExprValue}
		}
		return op.Text(v)
	case []any:
		list := op.Value{Kind: op.ListValue}
		for _, e := range v {
			list.List = append(list.List, attrValue(e))
		}
		return list
	}
	return op.Value{}
}

// cores is a Machine without limits.
type cores struct {
	n int
}

func (c *cores) Call(value.Value, ...value.Value) (value.Value, error) {
	return nil, fmt.Errorf("there are no functions here")
}

func (c *cores) Parallel(n, grain int, body func(from, to int) error) error {
	pieces := min(c.n, max(1, n/max(grain, 1)))
	if c.n > 1 && n > 1 {
		pieces = min(c.n, n) // more than a program would get
	}
	if pieces <= 1 {
		if n == 0 {
			return nil
		}
		return body(0, n)
	}
	errs := make(chan error, pieces)
	for i := range pieces {
		go func() { errs <- body(i*n/pieces, (i+1)*n/pieces) }()
	}
	var first error
	for range pieces {
		if err := <-errs; err != nil {
			first = err
		}
	}
	return first
}

func (c *cores) Charge(int64) error { return nil }

func (c *cores) Allocate(bytes int64) error {
	if bytes > math.MaxInt32 {
		return fmt.Errorf("out of memory")
	}
	return nil
}
