package export

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck/literal"
)

const int64Dtype = value.Int64

// literal is a number, a truth value, `()`, `Constant(…)` or `meta[…][…]` as a constant.
func (f *frame) literal(v graph.Value) *Value {
	n, item := f.graph.Node(v), f.graph.Info.Item
	t := f.typeOf(v)
	switch item.Kind(n) {
	case syntax.Int, syntax.Float, syntax.Bool, syntax.Segment:
		text := strings.TrimPrefix(item.NumberText(n), "/")
		tensor, ok := types.Head(t).(*types.Tensor)
		if !ok {
			tensor, _ = literal.Type(text).(*types.Tensor)
		}
		if s, ok := f.scalar(n, text, tensor.Dtype); ok {
			return constant(value.FromScalar(s))
		}
	case syntax.Meta:
		a, err := f.x.section(f.at).Read(item.SourceText(n))
		if err != nil {
			f.x.refuse("the value of %s cannot be read: %v", item.SourceText(n), err)
		}
		if a != nil {
			return constant(a)
		}
		f.x.refuse("the metadata section has no value for %s", item.SourceText(n))
	case syntax.Call:
		if tensor, ok := types.Head(t).(*types.Tensor); ok {
			return f.dense(item.Call(n).Args, tensor)
		}
	case syntax.Tuple:
		if len(item.Kids(n)) == 0 {
			return &Value{Type: types.Unit, parts: []*Value{}}
		}
	}
	f.x.refuse("the constant `%s` cannot be written", item.SourceText(n))
	return nil
}

// section has the constants of the file in which a definition stands.
func (x *exporter) section(at place) interface {
	Read(text string) (*value.Array, error)
} {
	if x.sections[at.module] == nil {
		x.sections[at.module] = at.module.Constants()
	}
	return x.sections[at.module]
}

func (f *frame) scalar(n syntax.NodeID, text string, t types.Dtype) (value.Scalar, bool) {
	d, ok := model.DtypeOf(t)
	if !ok {
		return value.Scalar{}, false
	}
	if f.graph.Info.Item.Kind(n) == syntax.Bool {
		truth := int64(0)
		if strings.EqualFold(text, "true") {
			truth = 1
		}
		return value.FromInt(value.Bool, truth), true
	}
	return literal.Scalar(text, d)
}

// dense is `Constant([[…], …], dtype)` as an array.
func (f *frame) dense(args []syntax.NodeID, t *types.Tensor) *Value {
	d, ok := model.DtypeOf(t.Dtype)
	shape := make([]int, len(t.Shape))
	for i, dim := range t.Shape {
		n, known := dim.Const()
		ok = ok && known
		shape[i] = int(n)
	}
	if !ok || len(args) == 0 {
		f.x.refuse("a constant of type `%s` cannot be written", types.String(t))
	}
	a, at := value.NewArray(d, shape), 0
	f.fill(args[0], a, &at)
	if at == 1 && a.Len() != 1 {
		return constant(value.FromScalar(value.Load(a.Dtype, a.Data, 0)).Broadcast(shape))
	}
	if at != a.Len() {
		f.x.refuse("a constant of type `%s` with %d elements cannot be written", types.String(t), at)
	}
	return constant(a)
}

// fill stores the elements of nested brackets in their order.
func (f *frame) fill(n syntax.NodeID, a *value.Array, at *int) {
	item := f.graph.Info.Item
	if item.Kind(n) == syntax.List {
		for _, kid := range item.Kids(n) {
			f.fill(kid, a, at)
		}
		return
	}
	if k := item.Kind(n); k != syntax.Int && k != syntax.Float && k != syntax.Bool || *at >= a.Len() {
		f.x.refuse("a constant whose elements are computed is not exported")
	}
	text := item.NumberText(n)
	tensor, ok := types.Head(f.graph.Info.Type(n)).(*types.Tensor)
	if !ok {
		tensor, _ = literal.Type(text).(*types.Tensor)
	}
	s, ok := f.scalar(n, text, tensor.Dtype)
	if !ok {
		f.x.refuse("the number `%s` cannot be written", text)
	}
	value.Store(a.Data, *at, s.Convert(a.Dtype))
	*at++
}
