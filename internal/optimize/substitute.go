package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// callFunction applies the function of a class to arguments: the body of a function literal
// with the arguments in place of its parameters, or a call. It is false where that may fail.
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
			return t.put(t.intern(head{kind: construct, text: h.text, object: h.object}), args, resolved(typ.Out)), true
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
	return t.put(t.intern(head{kind: call}), append([]id{f}, args...), out), true
}

// totalCall reports whether calling a definition with such arguments cannot fail and has no
// effect.
func (t *terms) totalCall(o *typecheck.Object, args []id) bool {
	s := t.called(o)
	if s.Calls != 0 {
		for _, a := range args {
			if _, function := types.Head(t.typeOf(a)).(*types.Func); function && !t.totalFunction(a) {
				return false
			}
		}
		s.Calls = 0
	}
	return s.Pure() && s.Total()
}

// substitute gives a class with other values for some variables. It copies the nodes by which
// the class came into being, whose arguments are older than they are.
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
			to = t.put(h, kids, t.typeOf(c))
		}
		done[c] = to
		return to
	}
	return copied(c)
}

// function makes a function literal of some parameter types whose body is made of its
// parameters.
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
