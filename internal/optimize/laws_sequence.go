package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// sequenceLaws are those of functions on FractalTensors and of lists (R. Bird, An Introduction to the
// Theory of Lists, 1987). Functions that may fail make the node an entry, which no law matches: then the
// number of calls and their order would show.
var sequenceLaws = []rule{
	{name: "pass_over_zip_of_maps", roots: []string{parallel.Map, parallel.FoldLeft, parallel.FoldRight, parallel.ScanLeft, parallel.ScanRight}, apply: passOverZip},
	{name: "fold_of_append", roots: []string{parallel.FoldLeft}, apply: foldOfAppend},
	{name: "list_fold_of_append", apply: listFoldOfAppend},
	{name: "reduction_with_neutral_start", roots: []string{parallel.Reduce, parallel.FoldLeft}, apply: reduceWithNeutral},
	{name: "reduction_of_map", roots: []string{parallel.Reduce}, apply: reduceOfMap},
	{name: "fold_as_reduction", roots: []string{parallel.FoldLeft, parallel.FoldRight}, apply: foldAsReduction},
	{name: "map_of_list", roots: []string{parallel.Map}, apply: mapOfList},
	{name: "join_of_list_and_list", roots: []string{parallel.Join}, apply: joinOfLists},
	{name: "two_foralls", roots: []string{parallel.Forall}, apply: twoForalls},
	{name: "length_of_list", roots: []string{parallel.Length}, apply: lengthOfList},
}

// passOverZip: map(f, zip(map(g, xs), map(h, xs))) → map(fn(v) { f((g(v), h(v))) }, xs), and of folds and
// scans as well, with the state in front. g or h may be missing.
func passOverZip(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	for _, z := range a.operations(e.Kids[1], parallel.Zip) {
		base, functions, ok := a.oneBase(z)
		if !ok {
			continue
		}
		elem := elementType(a.typeOf(base))
		if elem == nil {
			continue
		}
		// tupleOf is the element of the zip at which the FractalTensor has x.
		tupleOf := func(x id) (id, bool) {
			var all []id
			for _, f := range functions {
				c := x
				if f >= 0 {
					var ok bool
					if c, ok = a.callFunction(f, []id{x}); !ok {
						return 0, false
					}
				}
				all = append(all, c)
			}
			return a.tuple(all), true
		}
		var f id
		if h.op.Canonical() == parallel.Map {
			f, ok = a.function([]string{"v"}, []types.Type{elem}, func(params []id) (id, bool) {
				x, ok := tupleOf(params[0])
				if !ok {
					return 0, false
				}
				return a.callFunction(e.Kids[0], []id{x})
			})
		} else {
			fn, isFunction := types.Head(a.typeOf(e.Kids[0])).(*types.Func)
			if !isFunction || len(fn.In) != 2 || len(e.Kids) != 3 {
				continue
			}
			f, ok = a.function([]string{"s", "v"}, []types.Type{fn.In[0], elem}, func(params []id) (id, bool) {
				x, ok := tupleOf(params[1])
				if !ok {
					return 0, false
				}
				return a.callFunction(e.Kids[0], []id{params[0], x})
			})
		}
		if ok {
			a.equal(a.sequence(h.op.Name, a.typeOf(e.ID), append([]id{f, base}, e.Kids[2:]...)...))
		}
	}
}

// oneBase finds a FractalTensor of which all operands of a zip are maps, and the functions; -1 is the
// FractalTensor itself.
func (t *terms) oneBase(zip egraph.Entry) (base id, functions []id, ok bool) {
	candidates := []id{t.Find(zip.Kids[0])}
	for _, f := range t.operations(zip.Kids[0], parallel.Map) {
		candidates = append(candidates, t.Find(f.Kids[1]))
	}
	for _, base := range candidates {
		functions = nil
		for _, k := range zip.Kids {
			if t.Find(k) == base {
				functions = append(functions, -1)
				continue
			}
			for _, f := range t.operations(k, parallel.Map) {
				if t.Find(f.Kids[1]) == base {
					functions = append(functions, f.Kids[0])
					break
				}
			}
		}
		if len(functions) == len(zip.Kids) {
			return base, functions, true
		}
	}
	return 0, nil, false
}

// sequence applies a function on FractalTensors whose result has a type that is known. A forall goes
// down to the leaves, so that its result depends on the depth that the known type has.
func (t *terms) sequence(name string, typ types.Type, kids ...id) (id, bool) {
	o := t.ops[name]
	attrs, ok := attributes(o, nil)
	if !ok || !t.total(o, attrs, kids, typ) {
		return 0, false
	}
	if s, fits := schemeOf(o, attrs, len(kids)); !fits {
		return 0, false
	} else if out := s.apply(t.typesOf(kids)); out == nil && name != parallel.Forall || out != nil && !sameTypes(out, typ) {
		return 0, false // of a forall the depth decides
	}
	return t.insert(t.intern(head{kind: operation, op: o, attrs: attrs}), kids, typ), true
}

// foldOfAppend: foldl(fn(s, v) { join(s, [e(v)]) }, xs, []) → map(fn(v) { e(v) }, xs). Joining copies the
// state each time, n²/2 elements in all.
func foldOfAppend(a *application, e egraph.Entry) {
	if len(e.Kids) != 3 || !a.isEmpty(e.Kids[2]) {
		return
	}
	h, body, ok := a.lambdaOf(e.Kids[0])
	if !ok || len(h.binders) != 2 {
		return
	}
	state := a.Find(a.variable(h.binders[0]))
	for _, f := range a.operations(body, parallel.Join) {
		if len(f.Kids) != 2 || a.Find(f.Kids[0]) != state {
			continue
		}
		for _, l := range a.Entries(f.Kids[1]) {
			if g := a.head(l.Node); g.kind != list || g.partial || len(l.Kids) != 1 || a.dependsOn(l.Kids[0], h.binders[0]) {
				continue
			}
			g, ok := a.function([]string{h.binders[1].name}, []types.Type{h.binders[1].typ}, func(params []id) (id, bool) {
				return a.substitute(l.Kids[0], map[int32]id{h.binders[1].id: params[0]}), true
			})
			if ok {
				a.equal(a.sequence(parallel.Map, a.typeOf(e.ID), g, e.Kids[1]))
			}
		}
	}
}

// listFoldOfAppend: @foldr(fn(v, s) { Cons(e(v), s) }, Nil, l) → @map(fn(v) { e(v) }, l), and of @foldl
// with @concat(s, Cons(e(v), Nil)).
func listFoldOfAppend(a *application, e egraph.Entry) {
	name, args, ok := a.prelude(e)
	if !ok || a.head(e.Node).partial || name != "@foldl" && name != "@foldr" || len(args) != 3 {
		return
	}
	if !a.isConstructor(args[1], "Nil") {
		return
	}
	h, body, ok := a.lambdaOf(args[0])
	if !ok || len(h.binders) != 2 {
		return
	}
	state, element := h.binders[0], h.binders[1]
	if name == "@foldr" {
		state, element = element, state
	}
	var made []id
	for _, f := range slices.Clone(a.Entries(body)) {
		g := a.head(f.Node)
		switch {
		case g.partial:
		case name == "@foldr" && g.kind == construct && g.text == "Cons" && a.Find(f.Kids[1]) == a.Find(a.variable(state)):
			made = append(made, f.Kids[0])
		case name == "@foldl" && g.kind == call:
			inner, of, ok := a.prelude(f)
			if ok && inner == "@concat" && a.Find(of[0]) == a.Find(a.variable(state)) {
				for _, l := range a.Entries(of[1]) {
					if c := a.head(l.Node); c.kind == construct && c.text == "Cons" && a.isConstructor(l.Kids[1], "Nil") {
						made = append(made, l.Kids[0])
					}
				}
			}
		}
	}
	for _, x := range made {
		if a.dependsOn(x, state) {
			continue
		}
		f, ok := a.function([]string{element.name}, []types.Type{element.typ}, func(params []id) (id, bool) {
			return a.substitute(x, map[int32]id{element.id: params[0]}), true
		})
		if ok {
			a.equal(a.callPrelude("@map", []id{f, args[2]}))
		}
	}
}

// prelude reads the call of a definition of the prelude.
func (t *terms) prelude(e egraph.Entry) (name string, args []id, ok bool) {
	h := t.head(e.Node)
	if h.kind != call {
		return "", nil, false
	}
	for _, f := range t.Entries(e.Kids[0]) {
		g := t.head(f.Node)
		if g.kind == global && g.object != nil {
			if m, _ := t.module.Owner(g.object); m != nil && m == t.module.Prelude() {
				return g.text, e.Kids[1:], true
			}
		}
	}
	return "", nil, false
}

// isConstructor reports whether a class is a constructor without fields.
func (t *terms) isConstructor(c id, name string) bool {
	for _, e := range t.Entries(c) {
		if h := t.head(e.Node); h.kind == construct && len(e.Kids) == 0 && h.text == name {
			return true
		}
	}
	return false
}

// callPrelude calls a definition of the prelude that cannot fail.
func (t *terms) callPrelude(name string, args []id) (id, bool) {
	o, s, ok := t.preludeDefinition(name, len(args))
	if !ok {
		return 0, false
	}
	return t.callAs(o, s, args)
}

// preludeDefinition is a definition of the prelude with its signature; false where a definition of the
// program has the name.
func (t *terms) preludeDefinition(name string, params int) (o *typecheck.Object, s signature, ok bool) {
	o = t.module.Value(name, 0)
	if o == nil || o.Kind != typecheck.DefObject {
		return nil, s, false
	}
	if m, _ := t.module.Owner(o); m != t.module.Prelude() {
		return nil, s, false
	}
	s, ok = signatureOf(o.Type)
	return o, s, ok && len(s.in) == params
}

// callAs calls a definition that cannot fail, at the instance of its signature that fits the arguments.
func (t *terms) callAs(o *typecheck.Object, s signature, args []id) (id, bool) {
	in := t.typesOf(args)
	out := s.apply(in)
	if out == nil {
		return 0, false
	}
	return t.callDefinition(t.globalOf(o, &types.Func{In: in, Out: out}), o, args, out)
}

// globalOf is a definition as a value of a type: a node for each type at which it is used.
func (t *terms) globalOf(o *typecheck.Object, typ types.Type) id {
	return t.insert(t.intern(head{kind: global, text: o.Name, object: o, of: types.Key(typ)}), nil, typ)
}

// operatorOf is the operator that a function of two parameters applies to them in order.
func (t *terms) operatorOf(f id) (*op.Op, bool) {
	if h, body, ok := t.lambdaOf(f); ok && len(h.binders) == 2 {
		for _, e := range t.Entries(body) {
			g := t.head(e.Node)
			if isMap(g, 2) && len(e.Kids) == 2 && t.Find(e.Kids[0]) == t.Find(t.variable(h.binders[0])) && t.Find(e.Kids[1]) == t.Find(t.variable(h.binders[1])) {
				return g.op, true
			}
		}
		return nil, false
	}
	for _, e := range t.Entries(f) {
		if g := t.head(e.Node); g.kind == global && g.op != nil && isMap(&head{kind: operation, op: g.op}, 2) {
			return g.op, true
		}
	}
	return nil, false
}

// reduceWithNeutral: reduce(⊕, join(xs, ys), e) → reduce(⊕, xs, e) ⊕ reduce(⊕, ys, e), where ⊕ is an
// associative operator and e its identity; else e would count twice.
func reduceWithNeutral(a *application, e egraph.Entry) {
	if len(e.Kids) != 3 {
		return
	}
	o, ok := a.operatorOf(e.Kids[0])
	if !ok {
		return
	}
	class := op.ClassOf(a.typeOf(e.ID))
	n := o.Laws.Identity
	if (n.Exact|n.Rounded)&class == 0 || n.Side != op.BothSides || !a.isElement(e.Kids[2], n.Element) || (o.Laws.Associative.Exact|o.Laws.Associative.Rounded)&class == 0 {
		return
	}
	h := a.head(e.Node)
	attrs, _ := attributes(o, nil)
	for _, f := range a.operations(e.Kids[1], parallel.Join) {
		var parts []id
		for _, k := range f.Kids {
			c, ok := a.applyTo(h.op, h.attrs, 0, []id{e.Kids[0], k, e.Kids[2]})
			if !ok {
				return
			}
			parts = append(parts, c)
		}
		c := parts[0]
		for _, p := range parts[1:] {
			if c, ok = a.applyTo(o, attrs, 0, []id{c, p}); !ok {
				return
			}
		}
		a.equal(c, true)
	}
}

// reduceOfMap: reduce(f, map(g, xs), s) → foldl(fn(s, v) { f(s, g(v)) }, xs, s). A fold is one of the
// bracketings that reduce permits.
func reduceOfMap(a *application, e egraph.Entry) {
	if len(e.Kids) != 3 {
		return
	}
	for _, f := range a.operations(e.Kids[1], parallel.Map) {
		elem := elementType(a.typeOf(f.Kids[1]))
		g, ok := a.function([]string{"s", "v"}, []types.Type{a.typeOf(e.ID), elem}, func(params []id) (id, bool) {
			x, ok := a.callFunction(f.Kids[0], params[1:])
			if !ok {
				return 0, false
			}
			return a.callFunction(e.Kids[0], []id{params[0], x})
		})
		if ok {
			a.equal(a.sequence(parallel.FoldLeft, a.typeOf(e.ID), g, f.Kids[1], e.Kids[2]))
		}
	}
}

// foldAsReduction: foldl(fn(s, v) { s ⊕ e(v) }, xs, s) → reduce(⊕, map(e, xs), s), where ⊕ is associative
// and commutative and e does not depend on the state; of foldr as well. Only the span becomes less.
func foldAsReduction(a *application, e egraph.Entry) {
	h, body, ok := a.lambdaOf(e.Kids[0])
	if !ok || len(e.Kids) != 3 || len(h.binders) != 2 {
		return
	}
	state, element := h.binders[0], h.binders[1]
	class := op.ClassOf(a.typeOf(e.ID))
	for _, f := range a.Entries(body) {
		g := a.head(f.Node)
		if !isMap(g, 2) || len(f.Kids) != 2 || a.Find(f.Kids[0]) != a.Find(a.variable(state)) || a.dependsOn(f.Kids[1], state) {
			continue
		}
		if l := g.op.Laws; (l.Associative.Exact|l.Associative.Rounded)&class == 0 || (l.Commutative.Exact|l.Commutative.Rounded)&class == 0 || !a.sameType(f.Kids[1], e.ID) {
			continue
		}
		xs := e.Kids[1]
		if a.Find(f.Kids[1]) != a.Find(a.variable(element)) {
			each, ok := a.function([]string{element.name}, []types.Type{element.typ}, func(params []id) (id, bool) {
				return a.substitute(f.Kids[1], map[int32]id{element.id: params[0]}), true
			})
			if !ok {
				continue
			}
			if xs, ok = a.sequence(parallel.Map, &types.Fractal{Elem: a.typeOf(e.ID)}, each, xs); !ok {
				continue
			}
		}
		t := a.typeOf(e.ID)
		both, ok := a.function([]string{"a", "b"}, []types.Type{t, t}, func(params []id) (id, bool) {
			return a.applyTo(g.op, g.attrs, 0, params)
		})
		if ok {
			a.equal(a.sequence(parallel.Reduce, t, both, xs, e.Kids[2]))
		}
	}
}

// twoForalls: forall(f, forall(g, xs)) → forall(fn(v) { f(g(v)) }, xs), where both work on leaves.
func twoForalls(a *application, e egraph.Entry) {
	for _, f := range a.operations(e.Kids[1], parallel.Forall) {
		outer, ok := types.Head(a.typeOf(e.Kids[0])).(*types.Func)
		inner, both := types.Head(a.typeOf(f.Kids[0])).(*types.Func)
		if !ok || !both || len(outer.In) != 1 || len(inner.In) != 1 || !sameTypes(inner.Out, outer.In[0]) || !leaf(inner.In[0]) || !leaf(outer.In[0]) {
			continue
		}
		g, ok := a.function([]string{"v"}, inner.In, func(params []id) (id, bool) {
			x, ok := a.callFunction(f.Kids[0], params)
			if !ok {
				return 0, false
			}
			return a.callFunction(e.Kids[0], []id{x})
		})
		if ok {
			a.equal(a.sequence(parallel.Forall, a.typeOf(e.ID), g, f.Kids[1]))
		}
	}
}

// leaf reports whether t is the type of a tensor, which a FractalTensor ends in.
func leaf(t types.Type) bool {
	_, tensor := types.Head(t).(*types.Tensor)
	return tensor
}

// mapOfList: map(f, [x, y, …]) → [f(x), f(y), …], of at most 8 elements.
func mapOfList(a *application, e egraph.Entry) {
	for _, l := range a.Entries(e.Kids[1]) {
		if h := a.head(l.Node); h.kind != list || h.partial || len(l.Kids) == 0 || len(l.Kids) > 8 {
			continue
		}
		var all []id
		for _, k := range l.Kids {
			x, ok := a.callFunction(e.Kids[0], []id{k})
			if !ok {
				return
			}
			all = append(all, x)
		}
		if t, ok := types.Head(a.typeOf(e.ID)).(*types.Fractal); ok && sameTypes(t.Elem, a.typeOf(all[0])) {
			a.equal(a.insert(a.intern(head{kind: list}), all, a.typeOf(e.ID)), true)
		}
	}
}

// joinOfLists: join([x…], [y…]) → [x…, y…].
func joinOfLists(a *application, e egraph.Entry) {
	var all []id
	for _, k := range e.Kids {
		found := false
		for _, l := range a.Entries(k) {
			if h := a.head(l.Node); h.kind == list && !h.partial {
				all, found = append(all, l.Kids...), true
				break
			}
		}
		if !found {
			return
		}
	}
	if len(all) > 0 {
		a.equal(a.insert(a.intern(head{kind: list}), all, a.typeOf(e.ID)), true)
	}
}

// lengthOfList: length([x, y, …]) → the number of elements, and length(xs) → length(ys) where ys is
// known to be as long.
func lengthOfList(a *application, e egraph.Entry) {
	for _, l := range a.Entries(e.Kids[0]) {
		if h := a.head(l.Node); h.kind == list && !h.partial {
			a.equal(a.scalar(types.Int32, float64(len(l.Kids))))
			return
		}
	}
	// What is as long is as good.
	if base := a.lengthOf(e.Kids[0]); base != a.Find(e.Kids[0]) {
		a.equal(a.apply(parallel.Length, []id{base}))
	}
}
