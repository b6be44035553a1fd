package optimize

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An instantiation adds the right side of a rule, with classes in the place of its names, to the graph.
// locals are the variables that the right side itself binds.
type instantiation struct {
	*matching
	item   *syntax.Item
	locals map[string]id
}

// instantiate adds the replacement of a rule; false where it has no type, or might fail.
func (m *matching) instantiate(r *pattern.Rule) (id, bool) {
	f := &instantiation{m, r.With.Item, map[string]id{}}
	return f.expr(r.With.Node)
}

// expr adds an expression of the template.
func (f *instantiation) expr(n syntax.NodeID) (id, bool) {
	switch f.item.Kind(n) {
	case syntax.Paren:
		return f.expr(f.item.Inner(n))
	case syntax.Block:
		return f.block(n)
	case syntax.Name:
		return f.name(n)
	case syntax.Local:
		return f.local(n)
	case syntax.Int, syntax.Float, syntax.Bool:
		text := f.item.SourceText(n)
		t := typecheck.NumberType(text)
		if f.item.Kind(n) == syntax.Bool {
			t = types.Scalar(types.Bool)
		}
		return f.number(readLiteral(text, t))
	case syntax.Tuple, syntax.List:
		kids, ok := f.all(f.item.Kids(n))
		if !ok {
			return 0, false
		}
		if f.item.Kind(n) == syntax.Tuple {
			return f.tuple(kids), true
		}
		if len(kids) == 0 {
			return 0, false
		}
		return f.insert(f.intern(head{kind: list}), kids, &types.Fractal{Elem: f.typeOf(kids[0])}), true
	case syntax.Project:
		c, ok := f.expr(f.item.Inner(n))
		if !ok {
			return 0, false
		}
		return f.part(c, int(f.item.Node(n).Data))
	case syntax.Unary:
		u := f.item.Unary(n)
		c, ok := f.expr(u.Operand)
		for i := len(u.Operators) - 1; ok && i >= 0; i-- {
			c, ok = f.apply(op.Prefix[syntax.TokenKind(f.item.Node(u.Operators[i]).Data).String()], []id{c})
		}
		return c, ok
	case syntax.Binary:
		b := f.item.Binary(n)
		c, ok := f.expr(b.First)
		for i := 0; ok && i < b.Links(); i++ {
			operator, operand := b.Link(i)
			var right id
			if right, ok = f.expr(operand); ok {
				c, ok = f.apply(op.Infix[syntax.TokenKind(f.item.Node(operator).Data).String()], []id{c, right})
			}
		}
		return c, ok
	case syntax.Call:
		return f.call(n)
	case syntax.If:
		parts := f.item.If(n)
		kids, ok := f.all([]syntax.NodeID{parts.Cond, parts.Then, parts.Else})
		if !ok || !f.sameType(kids[1], kids[2]) {
			return 0, false
		}
		return f.insert(f.intern(head{kind: branch, regions: []int{0, 0}}), kids, f.typeOf(kids[1])), true
	}
	return 0, false
}

// all adds expressions, in order.
func (f *instantiation) all(nodes []syntax.NodeID) ([]id, bool) {
	var kids []id
	for _, n := range nodes {
		c, ok := f.expr(n)
		if !ok {
			return nil, false
		}
		kids = append(kids, c)
	}
	return kids, true
}

// block adds the result of `let` bindings: what is bound is a class, so that sharing comes by itself.
func (f *instantiation) block(n syntax.NodeID) (id, bool) {
	kids := f.item.Kids(n)
	if len(kids) == 0 {
		return 0, false
	}
	for _, s := range kids[:len(kids)-1] {
		if f.item.Kind(s) != syntax.Let {
			return 0, false
		}
		let := f.item.Let(s)
		c, ok := f.expr(let.Value)
		if !ok || f.item.Kind(let.Pattern) != syntax.PatVar {
			return 0, false
		}
		f.locals[f.item.SourceText(let.Pattern)] = c
	}
	return f.expr(kids[len(kids)-1])
}

// name is what a name of the pattern matched, or a constructor.
func (f *instantiation) name(n syntax.NodeID) (id, bool) {
	text := f.item.SourceText(n)
	if b, ok := f.lookup(text); ok {
		return b.class, true
	}
	return f.constructor(text, nil)
}

// constructor adds a value of a type of data that its fields determine.
func (f *instantiation) constructor(name string, fields []id) (id, bool) {
	o := f.module.Value(name, 0)
	if o == nil || o.Kind != typecheck.ConstructorObject {
		return 0, false
	}
	if len(fields) == 0 {
		return f.emptyOf(name)
	}
	s, ok := signatureOf(o.Cons.Sig)
	if !ok {
		return 0, false
	}
	out := s.apply(f.typesOf(fields))
	if out == nil {
		return 0, false
	}
	return f.insert(f.intern(head{kind: construct, text: name, object: o}), fields, out), true
}

// emptyOf finds a constructor without fields among the nodes: nothing else determines its type.
func (f *instantiation) emptyOf(name string) (id, bool) {
	found, ok := id(0), false
	for _, h := range f.heads {
		if h.kind == construct && h.text == name && h.of != "" {
			if c, known := f.Lookup(node(h, nil)); known {
				if ok {
					return 0, false // of two types
				}
				found, ok = c, true
			}
		}
	}
	return found, ok
}

// local is a variable of the template, and projections in its tail.
func (f *instantiation) local(n syntax.NodeID) (id, bool) {
	name, tail, _ := strings.Cut(f.item.SourceText(n), ".")
	c, ok := f.locals[name]
	if !ok || strings.Contains(name, "/") {
		return 0, false
	}
	for tail != "" {
		var digits string
		digits, tail, _ = strings.Cut(tail, ".")
		i, err := strconv.Atoi(digits)
		if err != nil {
			return 0, false
		}
		if c, ok = f.part(c, i); !ok {
			return 0, false
		}
	}
	return c, true
}

// call adds a call: of an operator, a definition, a constructor, a matched function; or the answer to a
// question about what was matched, as a literal.
func (f *instantiation) call(n syntax.NodeID) (id, bool) {
	call := f.item.Call(n)
	name := f.item.SourceText(call.Callee)
	if v, ok := f.asked(n); ok {
		switch v.Kind {
		case op.IntValue:
			return f.number(integer(types.Int32, v.Int))
		case op.FloatValue:
			return f.number(numberOf(types.Float32, v.Float))
		case op.BoolValue:
			return f.number(numberOf(types.Bool, float64(v.Int)))
		}
		return 0, false
	}
	switch f.item.Kind(call.Callee) {
	case syntax.Name:
		if _, hole := f.lookup(name); hole && f.ops[name] == nil {
			break
		}
		if o := f.ops[name]; o != nil {
			return f.operator(o, call.Args)
		}
		fields, ok := f.all(call.Args)
		if !ok {
			return 0, false
		}
		return f.constructor(name, fields)
	case syntax.Global:
		return f.definition(name, call.Args)
	}
	callee, ok := f.expr(call.Callee)
	if !ok {
		return 0, false
	}
	args, ok := f.all(call.Args)
	if !ok {
		return 0, false
	}
	return f.callFunction(callee, args)
}

// definition calls a definition that every program sees by this name.
func (f *instantiation) definition(name string, nodes []syntax.NodeID) (id, bool) {
	o, s, ok := f.preludeDefinition(name, len(nodes))
	if !ok {
		return 0, false
	}
	args, _, ok := f.arguments(&s, nodes)
	if !ok {
		return 0, false
	}
	return f.callAs(o, s, args)
}

// arguments adds arguments of a signature. Function literals come last: their parameters have no types in
// templates, and get them from the other arguments (map(fn(%v) { … }, xs) from xs).
func (f *instantiation) arguments(s *signature, nodes []syntax.NodeID) (args []id, in []types.Type, ok bool) {
	args, in = make([]id, len(nodes)), make([]types.Type, len(nodes))
	for _, literals := range []bool{false, true} {
		for i, n := range nodes {
			if (f.item.Kind(n) == syntax.Fn) != literals {
				continue
			}
			if literals {
				fn, isFunction := types.Head(s.in[i]).(*types.Func)
				if !isFunction {
					return nil, nil, false
				}
				args[i], ok = f.fn(n, fn.In)
			} else {
				args[i], ok = f.expr(n)
			}
			if !ok {
				return nil, nil, false
			}
			in[i] = f.typeOf(args[i])
			if in[i] == nil || !unify(s.in[i], in[i]) {
				return nil, nil, false
			}
		}
	}
	return args, in, true
}

// fn adds a function literal whose parameters have the types given.
func (f *instantiation) fn(n syntax.NodeID, in []types.Type) (id, bool) {
	fn := f.item.Fn(n)
	var names []string
	for _, p := range f.item.Kids(fn.Params) {
		if f.item.Kind(p) != syntax.Param {
			return 0, false
		}
		pattern := f.item.Param(p).Pattern
		if f.item.Kind(pattern) != syntax.PatVar {
			return 0, false
		}
		names = append(names, strings.TrimPrefix(f.item.SourceText(pattern), "%"))
	}
	if len(names) != len(in) {
		return 0, false
	}
	return f.function(names, in, func(params []id) (id, bool) {
		for i, p := range params {
			f.locals["%"+names[i]] = p
		}
		return f.expr(fn.Body)
	})
}

// operator applies an operator to the arguments of a call in a template. Attributes are those that it
// writes, and after them those that attrs(c) passes on.
func (f *instantiation) operator(o *op.Op, nodes []syntax.NodeID) (id, bool) {
	var named []op.Named
	var positional []syntax.NodeID
	var attrs *op.Attrs
	for _, n := range nodes {
		switch f.item.Kind(n) {
		case syntax.NamedArg:
			a := f.item.NamedArg(n)
			v, ok := f.attribute(a.Value)
			if !ok {
				return 0, false
			}
			named = append(named, op.Named{Name: f.item.SourceText(a.Name), Value: v})
		case syntax.Call:
			if of, ok := f.passed(n); ok {
				attrs = &of
				continue
			}
			positional = append(positional, n)
		default:
			positional = append(positional, n)
		}
	}
	// Attributes that the template writes come after those that are passed on, and replace them.
	if attrs != nil {
		for i, a := range attrs.Op.Attrs {
			if attrs.Given[i] && o.Attr(a.Name) >= 0 {
				named = append([]op.Named{{Name: a.Name, Value: attrs.Values[i]}}, named...)
			}
		}
	}
	if o.Scheme != nil {
		bound, ok := attributes(o, named)
		if !ok {
			return 0, false
		}
		s, ok := schemeOf(o, bound, len(positional))
		if !ok {
			return 0, false
		}
		args, _, ok := f.arguments(&s, positional)
		if !ok {
			return 0, false
		}
		return f.applyTo(o, bound, 0, args)
	}
	args, ok := f.all(positional)
	if !ok {
		return 0, false
	}
	return f.apply(o.Name, args, named...)
}

// passed reads `attrs(c)`.
func (f *instantiation) passed(n syntax.NodeID) (op.Attrs, bool) {
	call := f.item.Call(n)
	if f.item.SourceText(call.Callee) != "attrs" || len(call.Args) != 1 {
		return op.Attrs{}, false
	}
	b, ok := f.lookup(f.item.SourceText(call.Args[0]))
	if !ok || b.node.ID < 0 {
		return op.Attrs{}, false
	}
	h := f.head(b.node.Node)
	return h.attrs, h.kind == operation
}

// attribute reads the value of an attribute in a template.
func (f *instantiation) attribute(n syntax.NodeID) (v op.Value, ok bool) {
	text := f.item.SourceText(n)
	switch f.item.Kind(n) {
	case syntax.Paren:
		return f.attribute(f.item.Inner(n))
	case syntax.Int:
		x, err := strconv.ParseInt(text, 10, 64)
		return op.Int(x), err == nil
	case syntax.Float:
		x, err := strconv.ParseFloat(strings.TrimRight(text, "f"), 64)
		return op.Float(x), err == nil
	case syntax.Bool:
		return op.Boolean(text == "True"), true
	case syntax.String:
		return op.Text(strings.Trim(text, `"`)), true
	case syntax.Name:
		return op.Value{}, text == "None"
	case syntax.List, syntax.Tuple:
		v.Kind = op.ListValue
		for _, k := range f.item.Kids(n) {
			x, ok := f.attribute(k)
			if !ok {
				return v, false
			}
			v.List = append(v.List, x)
		}
		return v, true
	case syntax.Unary:
		u := f.item.Unary(n)
		x, ok := f.attribute(u.Operand)
		if x.Kind == op.FloatValue {
			return op.Float(-x.Float), ok
		}
		return op.Int(-x.Int), ok && x.Kind == op.IntValue
	case syntax.Index, syntax.Call:
		return f.asked(n)
	}
	return v, false
}

// asked answers a question of a template: `attr(c, "axis")`, `shape(x)[0]`.
func (f *instantiation) asked(n syntax.NodeID) (v op.Value, ok bool) {
	if f.item.Kind(n) == syntax.Index {
		x := f.item.Index(n)
		list, ok := f.asked(x.Sequence)
		i, err := strconv.Atoi(f.item.SourceText(x.At))
		if !ok || err != nil || i >= len(list.List) || i < 0 {
			return v, false
		}
		return list.List[i], list.List[i].Kind != op.ExprValue
	}
	if f.item.Kind(n) != syntax.Call {
		return v, false
	}
	call := f.item.Call(n)
	name := f.item.SourceText(call.Callee)
	switch name {
	case "value", "attr", "shape", "dtype", "rank", "size":
	default:
		return v, false
	}
	if len(call.Args) == 0 {
		return v, false
	}
	hole := f.item.SourceText(call.Args[0])
	if _, known := f.lookup(hole); !known {
		return v, false
	}
	text := ""
	if len(call.Args) > 1 {
		text = strings.Trim(f.item.SourceText(call.Args[1]), `"`)
	}
	v = f.question(name, hole, text)
	return v, v.Kind != op.ExprValue
}
