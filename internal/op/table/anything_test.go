package table

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// TestRelationsTakeAnything asks every relation about calls that make no
// sense: it must answer, and not refuse without saying which part is at fault.
func TestRelationsTakeAnything(t *testing.T) {
	r := &thrower{rand.New(rand.NewPCG(1, 2))}
	for _, o := range relay() {
		if o.Relation == nil {
			continue
		}
		for range 300 {
			c := r.call(o)
			if problem := answerTo(c); problem != "" {
				t.Errorf("%s%s of %v: %s", o.Name, c.Attrs, types.Strings(c.Args...), problem)
				break
			}
		}
	}
}

func answerTo(c *op.Call) (problem string) {
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprint("panic: ", r)
		}
	}()
	a := c.Op.Relation(c)
	switch {
	case a.Waits && (a.Wait < 0 || a.Wait >= len(c.Args)):
		return fmt.Sprint("waits for argument ", a.Wait)
	case a.Err != nil && (a.Err.Code == "" || a.Err.Message == ""):
		return "an error that says nothing"
	case a.Err == nil && !a.Waits && a.Out == nil:
		return "neither a type, nor an error, nor an argument to wait for"
	}
	return ""
}

// A thrower makes types and attributes by chance.
type thrower struct{ *rand.Rand }

func pick[T any](r *thrower, of ...T) T { return of[r.IntN(len(of))] }

func (r *thrower) call(o *op.Op) *op.Call {
	c := &op.Call{Op: o, Fresh: fresh, FreshLeaf: fresh, Last: r.IntN(2) == 0}
	least, most := o.Arity()
	if most < 0 {
		most = least + 2
	}
	for range least + r.IntN(most-least+1) {
		c.Args = append(c.Args, r.typ(2))
	}
	for len(c.Args) < len(o.Params) && o.Params[len(c.Args)].Optional {
		c.Args = append(c.Args, nil)
	}
	c.Attrs = r.attrs(o)
	return c
}

// attrs binds values until all are taken.
func (r *thrower) attrs(o *op.Op) op.Attrs {
	for {
		var named []op.Named
		for _, a := range o.Attrs {
			if a.Required || r.IntN(3) == 0 {
				named = append(named, op.Named{Name: a.Name, Value: r.value(&a)})
			}
		}
		if attrs, errs := op.Bind(o, named); len(errs) == 0 {
			return attrs
		}
	}
}

var texts = map[op.AttrType][]string{
	op.StringAttr: {"", "NCHW", "NHWC", "NCHW4c", "OIHW", "zz", "end", "size"},
	op.DtypeAttr:  {"", "float32", "int64", "int8", "float32x4"},
}

func (r *thrower) value(a *op.Attr) op.Value {
	if a.Default.Kind == op.NoneValue && r.IntN(8) == 0 {
		return op.Value{}
	}
	switch a.Type {
	case op.StringAttr, op.DtypeAttr:
		if a.Allowed != nil {
			return op.Text(pick(r, a.Allowed...))
		}
		return op.Text(pick(r, texts[a.Type]...))
	case op.FloatAttr:
		return op.Float(pick(r, -1, 0, 0.5, 3, 1e300))
	case op.IntsAttr, op.FloatsAttr, op.ListAttr:
		return r.list(a.Type)
	case op.IntOrIntsAttr, op.AnyAttr:
		return pick(r, r.number(), r.list(op.IntsAttr))
	case op.ExprAttr:
		return op.Value{Kind: pick(r, op.ExprValue, op.MetaValue)}
	}
	return r.number()
}

func (r *thrower) list(of op.AttrType) op.Value {
	v := op.Value{Kind: op.ListValue}
	for range r.IntN(6) {
		e := r.number()
		if of == op.ListAttr && r.IntN(2) == 0 {
			e = op.Ints(1, 2)
		}
		v.List = append(v.List, e)
	}
	return v
}

func (r *thrower) number() op.Value {
	if r.IntN(8) == 0 {
		return op.Value{Kind: op.DimValue, Dim: types.DimOf(symbolic.Var(symbol))}
	}
	return op.Int(pick[int64](r, -1<<40, -3, -2, -1, 0, 1, 1, 2, 3, 4, 7, 1<<40))
}

var symbol = symbolic.NewSymbol("n", 0)

func (r *thrower) typ(depth int) types.Type {
	switch n := r.IntN(20); {
	case n == 0:
		return &types.Var{}
	case n == 1:
		return types.ErrorType
	case n == 2:
		return &types.Fractal{Elem: types.Scalar(types.Int32)}
	case n == 3:
		return &types.ADT{Decl: &types.Decl{Name: "Storage"}}
	case n == 4 && depth > 0:
		return &types.Func{In: []types.Type{r.typ(depth - 1)}, Out: r.typ(depth - 1)}
	case n <= 7 && depth > 0:
		tuple := &types.Tuple{}
		for range r.IntN(4) {
			tuple.Elems = append(tuple.Elems, r.typ(depth-1))
		}
		return tuple
	}
	return r.tensor()
}

var dtypes = []types.Dtype{types.Float32, types.Float32, types.Float32, types.Int32, types.Int64, types.Uint8, types.Int8, types.Uint64, types.Bool, types.NoDtype}

func (r *thrower) tensor() types.Type {
	t := &types.Tensor{Dtype: pick(r, dtypes...)}
	for range r.IntN(6) {
		d, ok := r.number().AsDim()
		if n := r.IntN(6); n == 0 || !ok {
			d = types.Any
		} else if n == 1 {
			d = types.Unknown
		}
		t.Shape = append(t.Shape, d)
	}
	return t
}
