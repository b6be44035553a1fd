package fill

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Calls of definitions, of function values and constructors, projections, and operators on
// FractalTensors are typed by the checker and run by the interpreter: each is the body of a definition
// that is added to the probe.

// calls are the forms of what is called besides operators with kernels.
func (l *library) calls() {
	l.projections()
	l.functions()
	if len(l.useful) > 0 {
		l.definitions()
		l.conditions()
	}
	l.sequences()
}

// snippet is a form with a body over %a0, %a1, …, typed by the checker for each combination of types and
// run by the interpreter.
func (l *library) snippet(name string, weight, arity int, body string, accept func(i int, k *kind) bool) *form {
	f := &form{name: name, weight: weight, arity: arity, accept: accept, checked: true}
	f.make = func(args []*kind) []*instance {
		in := make([]types.Type, len(args))
		for i, k := range args {
			in[i] = k.t
		}
		d, ok := l.probe.define(l.site, in, body)
		if !ok {
			return nil
		}
		return []*instance{{
			typ:   d.out,
			apply: func(w *worker, args []value.Value) (value.Value, error) { return d.call(args) },
			print: func(args []string) string { return fillIn(body, args) },
		}}
	}
	return f
}

// fillIn puts texts in the places of %a0, %a1, …, all at once: an argument may hold such names itself.
func fillIn(body string, args []string) string {
	for i := len(args) - 1; i >= 0; i-- {
		body = strings.ReplaceAll(body, fmt.Sprintf("%%a%d", i), "\x00"+fmt.Sprint(i)+"\x00")
	}
	for i, arg := range args {
		body = strings.ReplaceAll(body, "\x00"+fmt.Sprint(i)+"\x00", arg)
	}
	return body
}

// application is the text of a call with n arguments.
func application(callee string, from, n int) string {
	args := make([]string, n)
	for i := range args {
		args[i] = fmt.Sprintf("%%a%d", from+i)
	}
	return callee + "(" + strings.Join(args, ", ") + ")"
}

// projections are the parts of tuples, without the interpreter.
func (l *library) projections() {
	for i := range 4 {
		f := &form{name: fmt.Sprint(".", i), weight: 2, arity: 1}
		f.accept = func(_ int, k *kind) bool {
			t, ok := k.t.(*types.Tuple)
			return ok && i < len(t.Elems)
		}
		f.make = func(args []*kind) []*instance {
			return []*instance{{
				typ: args[0].t.(*types.Tuple).Elems[i],
				apply: func(_ *worker, args []value.Value) (value.Value, error) {
					t, ok := args[0].(*value.Tuple)
					if !ok {
						return nil, errLimit
					}
					return t.Elems[i], nil
				},
				print: func(args []string) string { return args[0] + "." + fmt.Sprint(i) },
			}}
		}
		l.add(f)
	}
}

// functions are the calls of variables that are functions.
func (l *library) functions() {
	arities := map[int]bool{}
	for _, in := range l.site.ins {
		if f, ok := in.(*types.Func); ok && len(f.In) <= 2 {
			arities[len(f.In)] = true
		}
	}
	for n := range 3 {
		if arities[n] {
			l.add(l.snippet("apply", 2, n+1, application("%a0", 1, n), func(i int, k *kind) bool {
				f, ok := k.t.(*types.Func)
				return ok == (i == 0) && (!ok || len(f.In) == n)
			}))
		}
	}
}

// definitions are the calls of what the file and the prelude define, and of constructors.
func (l *library) definitions() {
	var objects []*typecheck.Object
	for _, o := range l.probe.module.VisibleValues(0) {
		if o.Kind == typecheck.DefObject || o.Kind == typecheck.ConstructorObject {
			objects = append(objects, o)
		}
	}
	sort.Slice(objects, func(i, j int) bool { return objects[i].Name < objects[j].Name })
	reaching := l.probe.reaching()
	for _, o := range objects {
		if o.Cons != nil {
			if n := len(o.Cons.Fields); n > 0 && n <= 3 && l.constructs(o.Cons) {
				l.add(l.snippet(o.Name, 2, n, application(o.Name, 0, n), l.parameters(o.Cons.Fields)))
			}
			continue
		}
		f, ok := types.Head(o.Type).(*types.Func)
		if !ok || len(f.Where) > 0 || len(f.In) == 0 || len(f.In) > 3 || !l.useable(f) {
			continue
		}
		weight := 3
		if reaching[o.Name] {
			weight = 2
		}
		form := l.snippet(o.Name, weight, len(f.In), application(o.Name, 0, len(f.In)), l.parameters(f.In))
		form.recursive = reaching[o.Name]
		l.add(form)
		l.functionLeaf(o, f)
	}
}

// constructs reports whether a constructor makes values of a type in scope.
func (l *library) constructs(k *types.Constructor) bool {
	for key := range l.useful {
		if strings.HasPrefix(key, k.Of.Name) {
			return true
		}
	}
	return false
}

// useable reports whether a definition may be of use: its result is no function and no reference, and it
// is not the polymorphic identity.
func (l *library) useable(f *types.Func) bool {
	switch out := types.Head(f.Out).(type) {
	case *types.Func, *types.Ref:
		return false
	case *types.Var:
		return len(f.In) > 1 || types.Head(f.In[0]) != out
	}
	return true
}

// functionLeaf adds a definition as a value, where one of its type may be passed on.
func (l *library) functionLeaf(o *typecheck.Object, f *types.Func) {
	if len(f.Params) > 0 {
		return
	}
	wants := false
	for _, other := range l.site.ins {
		wants = wants || types.Key(other) == types.Key(f)
	}
	if !wants {
		return
	}
	d, ok := l.probe.define(l.site, nil, o.Name)
	if !ok {
		return
	}
	v, err := d.call(nil)
	if err != nil {
		return
	}
	l.bank.leafTerm(&term{
		text: o.Name, leaf: -1, value: v, typ: l.bank.kindOf(f), weight: 2,
		values: slices.Repeat([]value.Value{v}, len(l.bank.valuations)),
	})
}

// parameters is a quick test of arguments by the heads of the types of parameters.
func (l *library) parameters(in []types.Type) func(int, *kind) bool {
	return func(i int, k *kind) bool { return headFits(k.t, in[i]) }
}

// headFits reports whether a type may be that of a parameter, as far as the heads show. Free variables of
// the parameter's type are any type but a function.
func headFits(got, want types.Type) bool {
	got, want = types.Head(got), types.Head(want)
	switch want := want.(type) {
	case *types.Var:
		_, function := got.(*types.Func)
		return !function
	case *types.Tensor:
		g, ok := got.(*types.Tensor)
		return ok && g.Dtype == want.Dtype && len(g.Shape) == len(want.Shape)
	case *types.ADT:
		g, ok := got.(*types.ADT)
		if !ok || g.Decl.Name != want.Decl.Name {
			return false
		}
		for i := range want.Args {
			if !headFits(g.Args[i], want.Args[i]) {
				return false
			}
		}
		return true
	case *types.Func:
		g, ok := got.(*types.Func)
		return ok && len(g.In) == len(want.In)
	case *types.Fractal:
		g, ok := got.(*types.Fractal)
		return ok && headFits(g.Elem, want.Elem)
	case *types.Tuple:
		g, ok := got.(*types.Tuple)
		return ok && len(g.Elems) == len(want.Elems)
	}
	return true
}

// nullary adds the constructors without fields, at each type in scope.
func (l *library) nullary() {
	inScope := append([]types.Type{l.wanted}, l.site.ins...)
	done := map[string]bool{}
	for _, t := range inScope {
		types.Walk(t, func(t types.Type) bool {
			adt, ok := types.Head(t).(*types.ADT)
			if !ok || done[types.Key(adt)] {
				return true
			}
			done[types.Key(adt)] = true
			for _, k := range adt.Decl.Constructors {
				if len(k.Fields) > 0 {
					continue
				}
				v := &value.Data{Tag: k.Index, Name: k.Name}
				l.bank.leafTerm(&term{
					text: k.Name + "()", leaf: -1, value: v, typ: l.bank.kindOf(adt), weight: 1,
					values: slices.Repeat([]value.Value{value.Value(v)}, len(l.bank.valuations)),
				})
			}
			return true
		})
	}
}

// conditions is the form of `if`, for what is no tensor.
func (l *library) conditions() {
	f := l.snippet("if", 3, 3, "if (%a0) { %a1 } else { %a2 }", func(i int, k *kind) bool {
		scalar := k.tensor != nil && len(k.tensor.Shape) == 0
		if i == 0 {
			return scalar && k.tensor.Dtype == types.Bool
		}
		return scalar || k.tensor == nil
	})
	l.add(f)
}

// sequences are the operators on FractalTensors that take no function.
func (l *library) sequences() {
	names := []string{}
	for name, o := range l.probe.ops {
		if o.Name == name && o.SameAs == "" && (o.Scheme != nil && o.Kernel == nil || o.Fractal != nil) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	fractal := func(k *kind) bool { _, ok := k.t.(*types.Fractal); return ok }
	integer := func(k *kind) bool {
		return k.tensor != nil && len(k.tensor.Shape) == 0 && k.tensor.Dtype == types.Int32
	}
	inScope := slices.ContainsFunc(l.site.ins, func(t types.Type) bool { _, ok := t.(*types.Fractal); return ok })
	if _, ok := l.wanted.(*types.Fractal); ok {
		inScope = true
	}
	for _, name := range names {
		o := l.probe.ops[name]
		switch name {
		case "arange":
			l.add(l.indices(name, 2, "arange(%a0)", integer, func(a *value.Array) value.Value { return &value.Fractal{Elems: value.NewLeaves(a)} }))
			l.add(l.indices("stack(arange)", 3, "stack(arange(%a0))", integer, func(a *value.Array) value.Value { return a }))
		case "stack":
			l.add(l.snippet(name, 2, 1, "stack(%a0)", func(_ int, k *kind) bool { return fractal(k) }))
		case "enumerate", "first", "last", "length", "flatten", "depth", "zip", "join", "product":
			if inScope {
				n := 1
				if len(o.Params) > 1 {
					n = 2
				}
				l.add(l.snippet(name, 3, n, application(name, 0, n), func(_ int, k *kind) bool { return fractal(k) }))
			}
		case "map", "reduce", "scanl":
			if inScope {
				l.higherOrder(o)
			}
		}
	}
}

// higherOrder are the forms of an operator that takes a function, for each operator on numbers as the
// function. Others are found by sketches.
func (l *library) higherOrder(o *op.Op) {
	fractal := func(k *kind) bool { _, ok := k.t.(*types.Fractal); return ok }
	scalar := func(k *kind) bool { return k.tensor != nil && len(k.tensor.Shape) == 0 }
	switch o.Name {
	case "map":
		l.add(l.snippet("map", 4, 2, "map(fn(_) { %a0 }, %a1)", func(i int, k *kind) bool { return i == 0 && scalar(k) || i == 1 && fractal(k) }))
		for _, f := range []string{"abs", "negative"} {
			l.add(l.snippet("map", 4, 1, "map("+f+", %a0)", func(_ int, k *kind) bool { return fractal(k) }))
		}
	case "reduce", "scanl":
		for _, f := range []string{"add", "multiply", "maximum", "minimum"} {
			l.add(l.snippet(o.Name, 3, 2, o.Name+"("+f+", %a0, %a1)", func(i int, k *kind) bool {
				return i == 0 && fractal(k) || i == 1 && scalar(k)
			}))
		}
	}
}

// mostIndices bounds the sequences of indices.
const mostIndices = 1 << 12

// indices is a form of arange, whose argument says how much is made: what is large is refused.
func (l *library) indices(name string, weight int, body string, integer func(*kind) bool, as func(*value.Array) value.Value) *form {
	f := l.snippet(name, weight, 1, body, func(_ int, k *kind) bool { return integer(k) })
	typed := f.make
	f.make = func(args []*kind) []*instance {
		made := typed(args)
		for _, inst := range made {
			inst.apply = func(_ *worker, args []value.Value) (value.Value, error) {
				n, ok := args[0].(value.Scalar)
				if !ok || n.Int() < 0 || n.Int() > mostIndices {
					return nil, errLimit
				}
				indices := value.NewArray(value.Int32, []int{int(n.Int())})
				for i := range indices.Len() {
					value.Store(indices.Data, i, value.I32(int32(i)))
				}
				return as(indices), nil
			}
		}
		return made
	}
	return f
}
