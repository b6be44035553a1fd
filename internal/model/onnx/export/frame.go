package export

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A frame is a call of a function: the values of its blocks, each once. outer is the static link, to the
// frame in which the function literal was evaluated, and caller the dynamic one, for refusals.
type frame struct {
	x      *exporter
	at     place
	graph  *graph.Graph
	root   graph.Block   // the block of the function
	outer  *frame        // in which the function literal is written; nil of a definition
	caller *frame        // nil of the entry
	call   syntax.NodeID // in the caller
	depth  int
	by     types.Substitution // of what the function quantifies over
	values map[graph.Value]*Value
	scopes map[graph.Block]*scope
	labels map[graph.Value]string
	unit   *unit // of the model that the call is written in
}

// owner is the frame of the function that a value is written in: the one of outer whose block is around the
// value's. A literal reads variables of the functions around it.
func (f *frame) owner(v graph.Value) *frame {
	b := f.graph.Block(v)
	for o := f; o != nil; o = o.outer {
		for at := b; ; at = f.graph.Blocks()[at].Around {
			if at == o.root {
				return o
			}
			if at == graph.Body {
				break
			}
		}
	}
	return f
}

// names are the names of variables, by what they are bound to.
func (f *frame) names() map[graph.Value]string {
	if f.labels != nil {
		return f.labels
	}
	if f.outer != nil {
		return f.outer.names()
	}
	f.labels = map[graph.Value]string{}
	info := f.graph.Info
	for _, b := range info.Index().Binders() {
		v := f.graph.At(b)
		if name := strings.TrimPrefix(info.Object(b).Name, "%"); v != graph.None && f.labels[v] == "" && !strings.HasPrefix(name, "_") {
			f.labels[v] = name
		}
	}
	return f.labels
}

// parameters are the parameters of the function of a block, None for one that nothing names.
func (f *frame) parameters(b graph.Block, n int) []graph.Value {
	ps := make([]graph.Value, n)
	for i := range ps {
		ps[i] = graph.None
	}
	for _, v := range f.graph.Written(b) {
		if i := f.graph.Index(v); f.graph.Kind(v) == graph.Parameter && i >= 0 && i < n {
			ps[i] = v
		}
	}
	return ps
}

// block evaluates the values of a block in their order and gives its result. Values that nothing uses are
// left out.
func (f *frame) block(b graph.Block) *Value {
	f.scopes[b] = f.x.scope
	for _, v := range f.graph.Written(b) {
		switch f.graph.Kind(v) {
		case graph.Operation, graph.Call, graph.If, graph.Match:
			if len(f.graph.Uses(v)) > 0 {
				f.eval(v)
			}
		}
	}
	return f.eval(f.result(b))
}

// result is the value that a block gives.
func (f *frame) result(b graph.Block) graph.Value {
	info := f.graph.Blocks()[b]
	if info.Opener != graph.None {
		for _, o := range f.graph.Operands(info.Opener) {
			if o.Block == b && o.Value != graph.None {
				return o.Value
			}
		}
	}
	for v := graph.Value(f.graph.Len()) - 1; v >= 0; v-- {
		for _, u := range f.graph.Uses(v) {
			if u.User == graph.None && u.Position == graph.Result && u.Block == b {
				return v
			}
		}
	}
	f.x.refuse("this has no result")
	return graph.None
}

// pending marks values that are being evaluated.
var pending = &Value{}

// eval evaluates a value where it is written, once: its nodes go into the scope of its block, which is open
// as long as anything in it is evaluated. What a value needs may be evaluated before its turn in the
// order of the text; it has no effects.
func (f *frame) eval(v graph.Value) *Value {
	o, x := f.owner(v), f.x
	if !f.graph.Kind(v).Constant() {
		x.within(o)
	} else if o.unit != x.unit {
		return f.compute(v)
	}
	if have := o.values[v]; have != nil {
		if have == pending {
			x.refuse("this value is computed from itself")
		}
		return have
	}
	frame, at, scope := x.frame, x.at, x.scope
	defer func() { x.frame, x.at, x.scope = frame, at, scope }()
	x.frame, x.at = o, f.graph.Node(v)
	if s := o.scopes[f.graph.Block(v)]; s != nil {
		x.scope = s
	}
	o.values[v] = pending
	got := o.compute(v)
	o.values[v] = got
	if name := f.names()[v]; name != "" {
		x.called(got, name)
	}
	return got
}

// operand evaluates what is at a position of the operands; nil where nothing is given.
func (f *frame) operand(o graph.Operand) *Value {
	if o.Value == graph.None {
		return nil
	}
	return f.eval(o.Value)
}

func (f *frame) operands(v graph.Value) (all []*Value) {
	for _, o := range f.graph.Operands(v) {
		all = append(all, f.operand(o))
	}
	return all
}

// compute evaluates a value of the frame itself.
func (f *frame) compute(v graph.Value) *Value {
	g, x := f.graph, f.x
	switch g.Kind(v) {
	case graph.Literal:
		return f.literal(v)
	case graph.Name:
		return f.named(g.Info.Object(g.Node(v)))
	case graph.Self:
		o := g.Info.Object(g.Node(v))
		return &Value{Type: f.typeOf(v), fn: f.selfOf(g.At(o.Node))}
	case graph.Function:
		return &Value{Type: f.typeOf(v), fn: &function{frame: f, block: g.Operands(v)[0].Block}}
	case graph.Operation:
		return f.operation(v)
	case graph.Construct:
		o := g.Info.Object(g.Info.Item.Call(g.Node(v)).Callee)
		if o == nil || o.Cons == nil {
			break
		}
		return &Value{Type: f.typeOf(v), cons: o.Cons, field: f.operands(v)}
	case graph.Call:
		all := f.operands(v)
		return x.apply(f, all[0], all[1:])
	case graph.Tuple:
		t := tuple(f.operands(v)...)
		if t.parts == nil {
			t.parts = []*Value{}
		}
		return t
	case graph.List:
		return f.list(v)
	case graph.Project:
		return f.part(f.operands(v)[0], g.Index(v))
	case graph.Field:
		return f.fieldOf(f.operands(v)[0], g.Index(v))
	case graph.If, graph.Match:
		return f.choice(v, f.whole())
	case graph.Free:
		x.refuse("this variable is not bound")
	case graph.Read:
		x.refuse("a variable that is given new values cannot be written")
	}
	x.refuse("this has no counterpart in ONNX")
	return nil
}

// selfOf is the function that a variable is bound to inside of it.
func (f *frame) selfOf(v graph.Value) *function {
	o := f.owner(v)
	return &function{frame: o, block: f.graph.Operands(v)[0].Block}
}

// named is a global, a constructor or an operator as a value.
func (f *frame) named(o *typecheck.Object) *Value {
	switch {
	case o == nil:
		f.x.refuse("this has no counterpart in ONNX: references cannot be written")
	case o.Kind == typecheck.DefObject:
		return &Value{Type: o.Type, fn: &function{global: o}}
	case o.Cons != nil && len(o.Cons.Fields) == 0:
		return &Value{Type: o.Type, cons: o.Cons}
	case o.Cons != nil:
		return &Value{Type: o.Type, fn: &function{cons: o.Cons}}
	case o.Kind == typecheck.OperatorObject && f.x.module.Ops()[o.Op] != nil:
		return &Value{fn: &function{operator: f.x.module.Ops()[o.Op]}}
	case o.Kind == typecheck.DeclaredObject:
		f.x.refuse("`%s` is declared and not defined", o.Name)
	}
	f.x.refuse("this name has no counterpart in ONNX")
	return nil
}

// part is a component of a tuple.
func (f *frame) part(v *Value, i int) *Value {
	if v.parts == nil || i < 0 || i >= len(v.parts) {
		f.x.refuse("this is no part of a tuple that is known")
	}
	return v.parts[i]
}

// fieldOf is a field of a constructor that is known, or the element of an optional.
func (f *frame) fieldOf(v *Value, i int) *Value {
	if v.cons != nil && i < len(v.field) {
		return v.field[i]
	}
	if of := elementOf(v.Type); of != nil && v.name != "" {
		return f.x.op("OptionalGetElement", of, v)
	}
	f.x.refuse("ONNX has no values of the data type `%s`", types.String(v.Type))
	return nil
}

// operation writes a call of an operator.
func (f *frame) operation(v graph.Value) *Value {
	a, ok := f.graph.Info.Application(f.graph.Node(v))
	if !ok {
		f.x.refuse("this call is not understood")
	}
	if isLogical(a.Op.Name) {
		if lazy := f.lazy(v, a.Op.Name); lazy != nil {
			return lazy
		}
	}
	in := f.operands(v)
	extra := in[min(len(a.Args), len(in)):]
	alone := false
	if os := f.graph.Operands(v); len(os) > 0 && os[0].Value != graph.None {
		alone = len(f.graph.Uses(os[0].Value)) == 1
	}
	return f.x.call(f, a.Op, a.Attrs, in[:len(in)-len(extra)], extra, f.typeOf(v), alone)
}

// typeOf is the type of a value with what the function quantifies over replaced; nil where it is
// not known.
func (f *frame) typeOf(v graph.Value) types.Type { return f.applied(f.graph.Type(v)) }

// applied replaces what the functions around quantify over.
func (f *frame) applied(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	for o := f; o != nil; o = o.outer {
		if len(o.by.Params) > 0 {
			t = o.by.Apply(t)
		}
	}
	return t
}

// dim replaces the size variables of an extent.
func (f *frame) dim(d types.Dim) types.Dim {
	for o := f; o != nil; o = o.outer {
		if len(o.by.Params) > 0 {
			d = o.by.Dim(d)
		}
	}
	return d
}

// known reports whether a type has no variables.
func known(t types.Type) bool {
	ok := t != nil
	if ok {
		types.Walk(t, func(t types.Type) bool {
			switch t := types.Head(t).(type) {
			case *types.Var:
				ok = false
			case *types.Bad:
				ok = false
			case *types.Tensor:
				ok = ok && !slices.ContainsFunc(t.Shape, types.Dim.IsUnknown)
			}
			return ok
		})
	}
	return ok
}

// related asks an operator's relation for the type of a call.
func related(o *op.Op, attrs op.Attrs, in []*Value) types.Type {
	if o.Relation == nil {
		return nil
	}
	q := &op.Call{Op: o, Args: make([]types.Type, max(len(in), len(o.Params))), Attrs: attrs, Last: true}
	q.Fresh = func() types.Type { return types.ErrorType }
	q.FreshLeaf = q.Fresh
	for i, v := range in {
		if v != nil {
			q.Args[i] = v.Type
		}
	}
	if _, most := o.Arity(); most < 0 {
		q.Args = q.Args[:len(in)]
	}
	answer := o.Relation(q)
	if answer.Err != nil || answer.Waits {
		return nil
	}
	return answer.Out
}
