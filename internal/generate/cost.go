package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// What an operator costs is shown for a call of it on tensors whose extents are
// variables: the figures are what its entry says of this call, and no text of their own.

// A sample is a call by the shapes of its arguments, the last of which represents all
// that follow: extents between commas, "" for a scalar, tuples in parentheses.
type sample []string

// samples are tried in this order.
var samples = []sample{
	{"n,m"}, {"n,m", "n,k"}, {"n,m", "k,m"}, {"n,m", "m,k"}, {"n,m", "m"}, {"n,m", "k,m", ""}, {"n,m", ""}, {"", "n"}, {"n"}, {"n", ""}, {"n", "m"},
	{"n,c,h,w"}, {"n,c,h,w", "k,c,3,3"}, {"n,c,h,w", "c,k,3,3"}, {"n,c,h,w", "c"}, {"n,c,h,w", ""}, {"n,c,h,w", "k,4", "k"},
	{"n,c,w"}, {"n,c,w", "k,c,3"}, {"n,c,w", "c,k,3"}, {"b,n,k", "b,k,m"}, {"b,n,k", "b,m,k"},
	{"n,c,d,h,w"}, {"n,c,d,h,w", "k,c,3,3,3"}, {"n,c,d,h,w", "c,k,3,3,3"},
	{"(n,m)(n,m)"}, {"(n,m)(m,k)"}, {"(n)(m)"}, {"(n,m)(k)(k)"}, {"(n,m)(n,m)", "()()", "()()", ""},
	{"n,m", "2,k"}, {"n,m", "2,k", "k"}, {"n,m", "k,l"}, {"n,m", "n"}, {"n,m", "k"}, {"k,2", "k", ""}, {"k,2", "2"}, {"n,m", "m", "k"},
	{"n,c,h,w", "c,3,3"}, {"n,c,h,w", "n,2,k,l"}, {"n,2,3"}, {"n,m", "k,m", "k,m"}, {"n,c,h,w", "n,18,h,w", "k,c,3,3"}, {"n,c,h,w", "k,h,w,c"},
	{"n,m", "k", "k", "l"}, {"k", "k", "l"}, {"n,m,k", "n", "n,m", "", ""}, {"n,m,4", "n,c,m", ""}, {"n,m,4", "n,m,c"}, {"n,c,m", "n,b", "1,m,4"},
	{"10"}, {"n,1"}, {"n,c,h,w", "16,c,3,3", ""}, {"n,c,h,w", "c,16,3,3", ""}, {"n,c,h,w", "k,c,3,3", ""}, {"n,m", "k,m", ""}, {"b,n,k", "b,k,m", ""}, {"b,n,k", "b,m,k", ""}, {"n,c,h,w", "c,k,3,3", ""}, {"n,m", "k,m,2,2", ""}, {"10", ""}, {"10", "n,m"}, {"n,h,w,c", "k,3,3,c", "k,10", "0"}, {"n,c,h,w", "k,5"}, {"n,18,h,w", "n,36,h,w", "n,3"},
	{"n", "m,k"}, {"m", "n", ""}, {"n,m", "", "", "", ""}, {"n", "3"}, {"n,m", "2"}, {"2"}, {""},
}

// values are what attributes that must be given are, by name; several are tried.
var values = map[string][]op.Value{
	"axis":                {op.Int(1), op.Int(0), op.Ints(1)},
	"axes":                {{}, op.Ints(1, 0), op.Ints(0)},
	"dtype":               {op.Text("float32"), op.Text("int32")},
	"out_dtype":           {op.Text("float32"), op.Text("int32"), op.Text("int8")},
	"pool_size":           {op.Ints(2, 2), op.Ints(2), op.Ints(2, 2, 2)},
	"shape":               {sizesOf('n', 'm')},
	"units":               {{}},
	"src_layout":          {op.Text("NCHW")},
	"dst_layout":          {op.Text("NHWC")},
	"pad_width":           {pairs(2), pairs(4)},
	"paddings":            {pairs(2)},
	"crops":               {pairs(2)},
	"strides":             {op.Ints(2, 2)},
	"num_groups":          {op.Int(4)},
	"sample_ratio":        {op.Int(2)},
	"n_fft":               {op.Int(400)},
	"hop_length":          {op.Int(160)},
	"pack_type":           {op.Text("uint32")},
	"block_size":          {op.Int(2)},
	"equation":            {op.Text("ij,jk->ik")},
	"kernel_size":         {op.Ints(3, 3), op.Ints(3, 3, 3)},
	"channels":            {op.Int(16)},
	"newshape":            {op.Ints(-1)},
	"repeats":             {op.Int(2)},
	"reps":                {op.Ints(2, 1)},
	"output_size":         {op.Ints(1)},
	"tile_size":           {op.Int(4)},
	"out_shape":           {op.Ints(2, 3)},
	"size":                {op.Ints(64, 64), op.Ints(64), op.Ints(64, 64, 64)},
	"roi":                 {{Kind: op.ListValue, List: slices.Repeat([]op.Value{op.Float(0)}, 4)}, {Kind: op.ListValue, List: slices.Repeat([]op.Value{op.Float(0)}, 2)}, {Kind: op.ListValue, List: slices.Repeat([]op.Value{op.Float(0)}, 6)}},
	"target_shape":        {op.Ints(64, 64)},
	"crop_size":           {op.Ints(64, 64)},
	"pooled_size":         {op.Ints(7, 7)},
	"indices_or_sections": {op.Int(1)},
}

// sizesOf are variables as a list, pairs n pairs of one before and one after.
func sizesOf(names ...byte) op.Value {
	v := op.Value{Kind: op.ListValue}
	for _, c := range names {
		v.List = append(v.List, op.Value{Kind: op.DimValue, Dim: types.DimOf(symbolic.Var(sizeNamed[c]))})
	}
	return v
}

func pairs(n int) op.Value {
	return op.Value{Kind: op.ListValue, List: slices.Repeat([]op.Value{op.Ints(1, 1)}, n)}
}

// dtypes are those of the arguments, the last for all that follow.
var sampleDtypes = [][]types.Dtype{
	{types.Float32}, {types.Float32, types.Int64}, {types.Int64}, {types.Int32}, {types.Int8}, {types.Int64, types.Float32},
	{types.Float32, types.Int32, types.Float32}, {types.Float32, types.Float32, types.Int32}, {types.Int8, types.Float32, types.Int32},
	{types.Int8, types.Int8, types.Int32, types.Int32, types.Float32}, {types.Float32, types.Float32, types.Int32, types.Int32}, {types.Uint64, types.Float32}, {types.Uint64}, {types.Uint8}, {types.Uint64, types.Float64},
	{types.Int8, types.Float32, types.Int32, types.Float32, types.Int32}, {types.Int8, types.Int8, types.Float32, types.Int32, types.Float32, types.Int32, types.Float32, types.Int32},
	{types.Int8, types.Int8, types.Int32, types.Int32, types.Float32, types.Float32},
}

// costLine is the line of the manual about an operator's cost; "" where its entry says
// nothing, or no sample is one of its calls.
func costLine(o *op.Op) string {
	c := sampleCall(o)
	if c == nil {
		return ""
	}
	figures := []string{"work " + c.figure(o.Cost.Work), "span " + c.figure(o.Cost.Span), "memory " + c.figure(o.Cost.Memory) + " bytes"}
	if e := o.Cost.MultiplyAdds.Of(&c.Call); e != nil {
		figures = append(figures, "multiply-adds "+e.String())
	}
	most := ""
	if o.Cost.Bound {
		most = "at most "
	}
	return fmt.Sprintf("Cost of `%s`: %s%s.", c.text, most, strings.Join(figures, ", "))
}

// A called is a sample with the text of its call.
type called struct {
	op.Call
	text string
}

func (c *called) figure(f op.Figure) string { return f.Of(&c.Call).String() }

// sampleCall is the first sample that the operator's relation takes and whose cost is
// known, of those with a shape for each argument before the others.
func sampleCall(o *op.Op) *called {
	if o.Relation == nil || o.Cost.Work == nil {
		return nil
	}
	least, _ := o.Arity()
	for _, whole := range []bool{true, false} {
		for _, s := range samples {
			if (len(s) == least) != whole {
				continue
			}
			if c := s.tried(o); c != nil {
				return c
			}
		}
	}
	return nil
}

func (s sample) tried(o *op.Op) *called {
	for _, dtypes := range sampleDtypes {
		for try := range 4 {
			if c := s.call(o, dtypes, try); c != nil {
				return c
			}
		}
	}
	return nil
}

// call binds the sample and types it; nil where it is no call of the operator, the
// relation warns of it, or something of its cost is not known. Attributes that must be
// given take their values in order, from try on.
func (s sample) call(o *op.Op, dtypes []types.Dtype, try int) *called {
	least, most := o.Arity()
	if len(s) > max(least, 1) && most >= 0 || least == 0 && s[0] != "" {
		return nil
	}
	attrs, errs := op.Bind(o, given(o, try))
	if len(errs) > 0 {
		return nil
	}
	c := &called{Call: op.Call{Op: o, Attrs: attrs, Last: true}}
	for i := range least {
		c.Args = append(c.Args, argument(s[min(i, len(s)-1)], dtypes[min(i, len(dtypes)-1)]))
	}
	for len(c.Args) < len(o.Params) && o.Params[len(c.Args)].Optional {
		c.Args = append(c.Args, nil)
	}
	if !c.typed() {
		return nil
	}
	c.text = o.Name + "(" + strings.TrimPrefix(shapesText(c.Args[:least])+attrs.String(), ", ") + ")"
	return c
}

// given are the attributes of a try: the first leaves out all that may be left out but
// those without which a call means nothing; others take the values in their order.
func given(o *op.Op, try int) (named []op.Named) {
	for _, a := range o.Attrs {
		of, unset, nth := values[a.Name], a.Default.Kind == op.NoneValue, try-1
		if a.Name == "out_dtype" { // mostly that of the data
			nth--
		}
		switch {
		case len(of) > 0 && (a.Required || needed[a.Name] || unset && nth >= 0):
			named = append(named, op.Named{Name: a.Name, Value: of[max(0, nth)%len(of)]})
		case a.Name == op.TypeKey && try > 0:
			named = append(named, op.Named{Name: a.Name, Value: op.Text(a.Allowed[0])})
		case a.Required:
			named = append(named, op.Named{Name: a.Name, Value: anyValue(a)})
		}
	}
	return named
}

// needed are attributes whose defaults make no call, or one that does nothing.
var needed = map[string]bool{"output_size": true, "num_groups": true, "sample_ratio": true, "n_fft": true, "hop_length": true}

// typed asks the relation, and whether all that is shown is known.
func (c *called) typed() bool {
	answer := c.Op.Relation(&c.Call)
	if answer.Err != nil || answer.Waits || len(answer.Warn) > 0 || types.IsBad(answer.Out) {
		return false
	}
	for _, e := range answer.Equal {
		if types.String(e.Type) != types.String(c.Args[e.Arg]) {
			return false
		}
	}
	c.Out = answer.Out
	for _, f := range []op.Figure{c.Op.Cost.Work, c.Op.Cost.Span, c.Op.Cost.Memory} {
		if f.Of(&c.Call) == nil {
			return false
		}
	}
	return true
}

// anyValue is a value of an attribute's type.
func anyValue(a op.Attr) op.Value {
	switch a.Type {
	case op.IntAttr, op.IntOrIntsAttr, op.BoolAttr:
		return op.Int(1)
	case op.FloatAttr:
		return op.Float(2)
	case op.StringAttr:
		if len(a.Allowed) > 0 {
			return op.Text(a.Allowed[0])
		}
	case op.IntsAttr:
		return op.Ints(1, 1)
	case op.ExprAttr:
		return op.Value{Kind: op.ExprValue}
	}
	return op.Value{}
}

// argument reads a shape, or a tuple of them.
func argument(text string, d types.Dtype) types.Type {
	if !strings.HasPrefix(text, "(") {
		return op.TensorOf(d, extentsOf(text)...)
	}
	tuple := &types.Tuple{}
	for _, part := range strings.Split(strings.Trim(text, "()"), ")(") {
		tuple.Elems = append(tuple.Elems, op.TensorOf(d, extentsOf(part)...))
	}
	return tuple
}

func extentsOf(text string) (shape []types.Dim) {
	if text == "" {
		return nil
	}
	for _, name := range strings.Split(text, ",") {
		var n int64
		if _, err := fmt.Sscan(name, &n); err == nil {
			shape = append(shape, types.Const(n))
		} else {
			shape = append(shape, types.DimOf(symbolic.Var(sizeNamed[name[0]])))
		}
	}
	return shape
}

// sizeNamed are the variables, by their letters.
var sizeNamed = func() (of [128]*symbolic.Symbol) {
	for c := byte('a'); c <= 'z'; c++ {
		of[c] = symbolic.NewSymbol(string(c), uint32(c))
	}
	return of
}()

// shapesText is what the arguments of a call are, by their shapes.
func shapesText(args []types.Type) string {
	var texts []string
	for _, t := range args {
		texts = append(texts, shapeText(t))
	}
	return strings.Join(texts, ", ")
}

func shapeText(t types.Type) string {
	switch t := t.(type) {
	case *types.Tensor:
		return types.ShapeString(t.Shape)
	case *types.Tuple:
		return "(" + shapesText(t.Elems) + ")"
	}
	return types.String(t)
}
