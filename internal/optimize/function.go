package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A renaming maps the parameters of one function literal to those of another, by class.
type renaming struct {
	to      map[id]id
	binders []int32 // the parameters of both
}

// renamed reports whether two classes have equal nodes once variables are renamed. What both share
// must depend on the parameters of neither: in fn(x) { … fn(v) { x } … } the inner function is not
// fn(x) { x }, though both bodies are the class of x.
func (t *terms) renamed(a, b id, r renaming, depth int) bool {
	a, b = t.Find(a), t.Find(b)
	if to, known := r.to[a]; known {
		return to == b
	}
	if a == b {
		return !slices.ContainsFunc(t.Data(a).free, func(x int32) bool { return slices.Contains(r.binders, x) })
	}
	if depth == 0 {
		return false
	}
	x, y := t.NodeOf(a), t.NodeOf(b)
	if x.Head != y.Head || len(x.Kids) != len(y.Kids) || t.head(x).kind == variable || len(t.head(x).clauses) > 0 {
		return false
	}
	for i := range x.Kids {
		if !t.renamed(x.Kids[i], y.Kids[i], r, depth-1) {
			return false
		}
	}
	return true
}

// sameLambda finds a function that differs from another one in the names of its parameters alone. It is
// incomplete: bodies are compared by one node of each class, and to a depth of 200.
func (t *terms) sameLambda(h *head, result id, typ types.Type) (id, bool) {
	compared := 0
	for i := len(t.heads) - 1; i >= 0 && compared < mostCompared; i-- {
		other := t.heads[i]
		if other.kind != lambda || other == h || !other.pure() || len(other.binders) != len(h.binders) {
			continue
		}
		compared++
		for _, c := range t.lambdas[other] {
			if !sameTypes(t.typeOf(c), typ) {
				continue
			}
			r := renaming{to: map[id]id{}}
			for k, b := range other.binders {
				r.to[t.Find(t.variable(h.binders[k]))] = t.Find(t.variable(b))
				r.binders = append(r.binders, b.id, h.binders[k].id)
			}
			if t.renamed(result, t.NodeOf(c).Kids[0], r, 200) {
				return c, true
			}
		}
	}
	return 0, false
}

// lambda adds a function literal. One that is equal but for the names of its parameters is the same
// class (α-equivalence): e-graphs with binders have no congruence of their own for that. Literals with
// entries are never joined.
func (t *terms) lambda(binders []*binder, entries []id, result id, typ types.Type) id {
	h := t.intern(head{kind: lambda, binders: binders, regions: []int{len(entries)}})
	if len(entries) == 0 {
		if c, ok := t.sameLambda(h, result, typ); ok {
			return c
		}
	}
	return t.insert(h, append(slices.Clone(entries), result), typ)
}

// mostCompared is how many functions are compared with a new one, the youngest first.
const mostCompared = 40

// callFunction applies the function of a class to arguments: β-reduction of a function literal,
//
//	(fn(x…) { e })(a…)  =  e[x := a…]
//
// or a call of a global. It is false where types differ or where the call may fail.
func (t *terms) callFunction(f id, args []id) (id, bool) {
	if h, body, ok := t.lambdaOf(f); ok {
		if len(h.binders) != len(args) {
			return 0, false
		}
		with := map[int32]id{}
		for i, b := range h.binders {
			if !sameTypes(b.typ, t.typeOf(args[i])) {
				return 0, false
			}
			with[b.id] = args[i]
		}
		return t.substitute(body, with), true
	}
	typ, ok := types.Head(t.typeOf(f)).(*types.Func)
	if !ok || len(typ.In) != len(args) || len(typ.Params)+len(typ.Where) > 0 {
		return 0, false
	}
	for i, a := range args {
		if !sameTypes(typ.In[i], t.typeOf(a)) {
			return 0, false
		}
	}
	for _, e := range t.Entries(f) {
		h := t.head(e.Node)
		if h.kind != global {
			continue
		}
		switch {
		case h.op != nil:
			return t.applyTo(h.op, h.attrs, 0, args)
		case h.object != nil && h.object.Kind == typecheck.ConstructorObject:
			return t.insert(t.intern(head{kind: construct, text: h.text, object: h.object}), args, resolved(typ.Out)), true
		case h.object != nil && h.object.Kind == typecheck.DefObject:
			return t.callDefinition(f, h.object, args, resolved(typ.Out))
		}
	}
	return 0, false
}

// callDefinition calls a definition that cannot fail and has no effect with such arguments.
func (t *terms) callDefinition(f id, o *typecheck.Object, args []id, out types.Type) (id, bool) {
	if !t.totalCall(o, args) || out == nil {
		return 0, false
	}
	return t.insert(t.intern(head{kind: call}), append([]id{f}, args...), out), true
}

// substitute gives a class with other values for some variables. It copies the nodes by which the class
// came into being, whose arguments are older than they are, so it ends also where classes are cyclic;
// and it copies only what depends on the variables.
//
// No variable is captured. Function literals are not recursive, so no literal is inside of itself, and a
// value that is substituted was made outside of the literal whose body is copied: what it depends on is
// bound around both. Copies of an inner literal share its variables, which is harmless for the same
// reason.
func (t *terms) substitute(c id, with map[int32]id) id {
	done := map[id]id{}
	var copied func(c id) id
	copied = func(c id) id {
		if to, known := done[c]; known {
			return to
		}
		depends := slices.ContainsFunc(t.Data(c).free, func(b int32) bool { _, ok := with[b]; return ok })
		if !depends {
			return c
		}
		n := t.NodeOf(c)
		h := t.head(n)
		if h.kind == variable {
			if to, ok := with[h.binders[0].id]; ok {
				done[c] = to
				return to
			}
			return c
		}
		kids := make([]id, len(n.Kids))
		for i, k := range n.Kids {
			kids[i] = copied(k)
		}
		var to id
		if h.kind == project {
			to = t.project(kids[0], h.index, t.typeOf(c))
		} else {
			to = t.insert(h, kids, t.typeOf(c))
		}
		done[c] = to
		return to
	}
	return copied(c)
}

// function makes a function literal of some parameter types whose body is made of its parameters, which
// are new variables. It is false for types that cannot be closed and where body fails.
func (t *terms) function(names []string, in []types.Type, body func(params []id) (id, bool)) (id, bool) {
	var binders []*binder
	var params []id
	for i, typ := range in {
		if typ == nil || closed(typ) == nil {
			return 0, false
		}
		b := t.newBinder(names[i], resolved(typ))
		b.text, b.withType = types.String(b.typ), t.writable(b.typ)
		binders = append(binders, b)
		params = append(params, t.variable(b))
	}
	result, ok := body(params)
	if !ok {
		return 0, false
	}
	f := &types.Func{Out: t.typeOf(result)}
	for _, b := range binders {
		f.In = append(f.In, b.typ)
	}
	return t.lambda(binders, nil, result, f), true
}
