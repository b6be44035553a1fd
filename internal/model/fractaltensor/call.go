package fractaltensor

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
	"github.com/fraccheck/fraccheck/internal/spelling"
)

// An arguments is the arguments of a call. What an operation reads of them is its signature: it has
// no other description, and an argument that it has not read is reported (scope.unread).
type arguments struct {
	call   *python.Call // nil for a call of a function on elements, which no text has
	values []*val
	named  map[string]*val
	read   map[string]bool // the names that were asked for
	reach  int             // how many positions were
}

// at returns an argument by position or name, nil where it is left out.
func (a *arguments) at(i int, name string) *val {
	if a.read == nil {
		a.read = map[string]bool{}
	}
	a.read[name] = true
	a.reach = max(a.reach, i+1)
	if i >= 0 && i < len(a.values) {
		return a.values[i]
	}
	return a.named[name]
}

// arguments translates those of a call, from the left.
func (s *scope) arguments(x *python.Call) *arguments {
	a := &arguments{call: x, named: map[string]*val{}}
	for _, arg := range x.Args {
		switch {
		case arg.Star == 1:
			a.values = append(a.values, s.spread(arg.X)...)
		case arg.Star == 2:
			s.fail(arg.X, codes.SyntaxError, "`**` is not read in a program of FractalTensors")
		case arg.Name != "":
			a.named[arg.Name] = s.expr(arg.X)
		default:
			a.values = append(a.values, s.expr(arg.X))
		}
	}
	return a
}

// call translates a call of an operation, a method, a builtin function, a NamedTuple, an imported
// operation or a function, in this order. A variable of the function hides each of them.
func (s *scope) call(x *python.Call) *val {
	if f, ok := x.F.(*python.Attribute); ok {
		n, isName := f.X.(*python.Name)
		if !isName || s.variable(n.ID) != nil || !isOperations(s.m, n.ID, 0) {
			return s.method(x, f)
		}
		return s.operation(x, f.Name, s.arguments(x))
	}
	if n, ok := x.F.(*python.Name); ok && s.variable(n.ID) == nil {
		if f, _ := s.r.function(s.m, n.ID); f == nil {
			if v := s.builtin(x, n.ID); v != nil {
				return v
			}
		}
		if c, home := s.r.class(s.m, n.ID); c != nil {
			return s.construct(x, s.r.classType(home, c))
		}
		if i, ok := s.m.imports[n.ID]; ok && i.from == nil {
			if _, known := operations[i.name]; known { // from kaleido.operations import map
				return s.operation(x, i.name, s.arguments(x))
			}
		}
	}
	f := s.expr(x.F)
	if f.fn == nil {
		return s.fail(x, codes.NotAFunction, "`"+s.r.source(s.m, x.F)+"` is called, and it is no function")
	}
	return s.apply(x, f.fn, s.arguments(x))
}

// builtin translates `len(x)` and conversions of known numbers; nil for other names. `len` of what is
// written out or a tuple is known.
func (s *scope) builtin(x *python.Call, name string) *val {
	switch name {
	case "len", "int", "float", "range", "print":
	default:
		return nil
	}
	a := s.arguments(x)
	v := a.at(0, "")
	if v == nil {
		return nil
	}
	switch {
	case name == "len" && v.items != nil:
		return &val{konst: int64(len(v.items))}
	case name == "len" && v.t.is(tupleType):
		return &val{konst: int64(len(v.t.fields))}
	case name == "len":
		return &val{t: integerType, c: text(s.span(x), "length(", s.value(x, v).c, ")")}
	}
	if k, ok := python.Float(v.konst); ok && name == "float" {
		return &val{konst: k}
	} else if n, ok := python.Int(v.konst); ok && name == "int" {
		return &val{konst: n}
	}
	return s.fail(x, codes.SyntaxError, "`"+name+"` is not read in a program of FractalTensors")
}

// construct is a call of a NamedTuple, a tuple of its fields in the order of the class.
func (s *scope) construct(x *python.Call, t *typ) *val {
	a := s.arguments(x)
	a.values = s.unstarred(a.values, len(t.fields))
	if n := len(a.values) + len(a.named); n > len(t.fields) {
		return s.fail(x, codes.ArityMismatch, fmt.Sprintf("`%s` has %d fields, and the call gives %d", t.class, len(t.fields), n))
	}
	items := make([]*val, len(t.fields))
	for i, name := range t.names {
		if items[i] = a.at(i, name); items[i] == nil {
			return s.fail(x, codes.ArityMismatch, "`"+t.class+"` has a field `"+name+"` that this call does not give")
		}
	}
	var parts []*code
	for _, item := range items {
		parts = append(parts, s.value(x, item).c)
	}
	return &val{t: t, c: text(s.span(x), "(", joined(python.Span{}, ", ", parts), ")")}
}

// method translates `x.join(y)` and the like as operations whose first argument is x.
func (s *scope) method(x *python.Call, f *python.Attribute) *val {
	if k := limitOf(f); k != nil {
		return &val{konst: k}
	}
	switch f.Name {
	case "join", "last", "flatten", "stack", "split":
		a := s.arguments(x)
		a.values = append([]*val{s.expr(f.X)}, a.values...)
		return s.operation(x, f.Name, a)
	case "append", "extend", "insert":
		return s.fail(x, codes.FractalWrite, "a FractalTensor cannot be changed: `ops.join` makes a new one")
	}
	return s.fail(x, codes.UnknownOperator, "the method `"+f.Name+"` is not read: a program calls `kaleido.operations` and its own functions")
}

// local is a function within a function. Its defaults are evaluated here, as in Python, and not
// where it is called: a variable may be assigned again in between.
func (s *scope) local(x python.Expr, f *local) *val {
	f.params = named(f.params)
	f.defaults = make([]*val, len(f.params))
	for i, p := range f.params {
		if p.Star > 0 {
			return s.fail(x, codes.SyntaxError, "a function of a program has a fixed number of parameters, and `*"+p.Name+"` takes any")
		}
		if p.Default != nil {
			f.defaults[i] = s.named(s.expr(p.Default))
		}
	}
	return &val{fn: f}
}

// apply calls a function that is known. A lambda, or a function within a function, is β-reduced with
// arguments that are bound first:
//
//	⟦f(e)⟧ = let %v = ⟦e⟧; { ⟦body of f⟧ with x = %v }
//
// which evaluates e once and before the body, as Python does. The body's names are those of the
// place where f is defined. The depth ends a function that calls itself.
func (s *scope) apply(x python.Expr, f *local, a *arguments) *val {
	switch {
	case f.operation != "":
		return s.operation(x, f.operation, a)
	case f.global != nil:
		return s.global(x, f, a)
	}
	a.values = s.unstarred(a.values, len(f.params))
	values := make([]*val, len(f.params))
	given := 0
	for i, p := range f.params {
		if values[i] = a.at(i, p.Name); values[i] != nil {
			given++
		} else {
			values[i] = f.defaults[i]
		}
	}
	if given < len(a.values)+len(a.named) || slices.Contains(values, nil) {
		return s.fail(x, codes.ArityMismatch, fmt.Sprintf("the function has %d parameters, and the call gives %d arguments", len(f.params), len(a.values)+len(a.named)))
	}
	if s.r.depth >= maxDepth {
		return s.fail(x, codes.SyntaxError, "functions call each other too deep")
	}
	s.r.depth++
	defer func() { s.r.depth-- }()
	inner := f.scope.inner()
	for i, p := range f.params {
		inner.vars[p.Name] = s.named(values[i])
	}
	var v *val
	if f.x != nil {
		v = inner.value(f.x, inner.expr(f.x))
	} else {
		v = inner.block(f.body)
	}
	if len(inner.lines) == 0 {
		return v
	}
	return &val{loose: true, block: true, t: v.t, c: text(s.span(x), inner.braces(v))}
}

// global calls a function of the program, which is translated for the types of the arguments:
//
//	⟦f(a, k)⟧ = @f_τ,k(⟦a⟧, captured…)
//
// τ are the types of the arguments, and k those that are known numbers, names or None: they are none
// of the definition's parameters. Into a decorated function numbers are passed, as its annotations
// have them.
func (s *scope) global(x python.Expr, f *local, a *arguments) *val {
	params := f.global.Params
	a.values = s.unstarred(a.values, len(params))
	for _, v := range a.values {
		if v.bad && v.t == nil {
			return &val{c: text(s.span(x), "?"), atom: true, bad: true}
		}
	}
	args := make([]*val, 0, len(params))
	for i, p := range params {
		v := a.at(i, p.Name)
		if v == nil && p.Default != nil {
			if k := s.r.constant(f.home, p.Default, 0); k != nil {
				v = &val{konst: k}
			}
		}
		if v == nil {
			break
		}
		args = append(args, v)
	}
	for _, name := range slices.Sorted(maps.Keys(a.named)) {
		if !slices.Contains(paramNames(params), name) {
			s.fail(x, codes.ArityMismatch, "`"+f.global.Name+"` has no parameter `"+name+"`"+hint(name, paramNames(params)))
		}
	}
	if len(a.values) > len(params) {
		args = append(args, a.values[len(params):]...)
	}
	var parts []*code
	types, consts := make([]*typ, len(args)), map[int]any{}
	for i, v := range args {
		if v.fn != nil {
			return s.fail(x, codes.TypeMismatch, "a function is no argument of a function of the program")
		}
		if isSize(v.konst) && (!isDecorated(f.global) || v.konst != nil && !isNumber(v.konst)) && i < len(params) {
			consts[i] = v.konst
			continue
		}
		if i < len(params) && params[i].Annotation != nil {
			if t, _ := s.r.typeOf(f.home, params[i].Annotation, 0); t != nil {
				v = s.fitted(x, v, &val{t: t})
			}
		}
		v = s.value(x, v)
		parts, types[i] = append(parts, v.c), v.t
	}
	at := s.at
	if s.m.main {
		at = x.Range()
	}
	d := s.r.define(f.home, f.global, types, consts, at)
	if d == nil {
		return s.fail(x, codes.TooLarge, "the program has too many functions, or they call each other too deep")
	}
	for _, e := range d.extra {
		parts = append(parts, s.capture(x, e.key, e.name, e.t).c)
	}
	s.contradictions(x, f, a, types)
	c := text(s.span(x), text(python.Span{}, "@"+d.name), "(", joined(python.Span{}, ", ", parts), ")")
	return &val{t: d.result, c: c}
}

// unstarred spreads a FractalTensor over the parameters that are left: `f(a, *xs)` of a function with
// three parameters is f(a, xs[0], xs[1]). A run with fewer elements faults; one with more differs from
// Python, which raises an exception.
func (s *scope) unstarred(values []*val, params int) []*val {
	for i, v := range values {
		if !v.star {
			continue
		}
		all := slices.Clone(values[:i])
		for j := range params - len(values) + 1 {
			all = append(all, &val{t: v.t.elem, atom: true, c: text(v.c.span, v.c, fmt.Sprintf("[%d]", j))})
		}
		return append(all, values[i+1:]...)
	}
	return values
}

// isSize reports whether an argument is a number of elements, a name or None, for each of which a
// function is translated by itself.
func isSize(k any) bool {
	switch k.(type) {
	case int64, string, none:
		return true
	}
	return false
}

func isNumber(k any) bool {
	_, ok := python.Float(k)
	return ok
}

// contradictions counts arguments that do not fit annotations, and warns of annotations that Kaleido
// does not look at and that do not fit what a call gives. The count decides whether the annotations of
// the caller are the wrong ones (reader.attempt).
func (s *scope) contradictions(x python.Expr, f *local, a *arguments, types []*typ) {
	for i, p := range f.global.Params {
		if i >= len(types) || p.Annotation == nil {
			continue
		}
		if t, _ := s.r.typeOf(f.home, p.Annotation, 0); t != nil && !types[i].fits(t) {
			at := x
			if len(a.call.Args) == len(types) {
				at = a.call.Args[i].X
			}
			s.r.contradict(s, at, fmt.Sprintf("`%s` of `%s` is `%s`, and this call gives `%s`", p.Name, f.global.Name, t, types[i]))
			if isDecorated(f.global) { // its annotations are its types, and the check reports what contradicts them
				continue
			}
			s.r.warn(s.m, at.Range(), fmt.Sprintf("the annotation of `%s` in `%s` is `%s`, and this call gives `%s`; the function is read for what the call gives", p.Name, f.global.Name, t, types[i]))
		}
	}
}

func paramNames(params []python.Param) []string {
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	return names
}

// function writes a function value for arguments of some types, as an operand of `map` and the
// like, and returns the type of its result: `fn(%x) { ⟦body⟧ }`, with new variables that are called as
// the parameters in Python. An operation or a function of the program is η-expanded, `ops.add` to
// fn(%s, %x) { %s + %x }: the first of two parameters is the state of a fold.
func (s *scope) function(x python.Expr, f *val, args ...*typ) (*code, *typ) {
	if f == nil || f.fn == nil {
		v := s.fail(x, codes.NotAFunction, "an operation on elements takes a function")
		return v.c, nil
	}
	inner := s.inner()
	a := &arguments{named: map[string]*val{}}
	if c, ok := x.(*python.Call); ok {
		a.call = c
	}
	var params []*code
	for i, t := range args {
		name := "x"
		if i == 0 && len(args) == 2 {
			name = "s"
		}
		at := python.Span{}
		if i < len(f.fn.params) && f.fn.params[i].Name != "" {
			name = f.fn.params[i].Name
			if s.m.main && f.fn.scope != nil && f.fn.scope.m.main {
				at = f.fn.params[i].Span
			}
		}
		local := s.fresh(name)
		params = append(params, text(at, local))
		a.values = append(a.values, &val{c: text(at, local), atom: true, t: t})
	}
	span := s.span(x)
	if f.c != nil {
		span = f.c.span
	}
	if n := len(f.fn.params); n > 0 && (n < len(args) || slices.Contains(f.fn.defaults[len(args):], nil)) {
		v := s.fail(x, codes.ArityMismatch, fmt.Sprintf("the function takes %d arguments, and this operation gives it %d", n, len(args)))
		return v.c, nil
	}
	v := inner.value(x, inner.apply(x, f.fn, a))
	body := inner.braces(v)
	if v.block && len(inner.lines) == 0 {
		body = v.c
	}
	return text(span, "fn(", joined(python.Span{}, ", ", params), ") ", body), v.t
}

// hint suggests a name that is spelt alike.
func hint(name string, names []string) string {
	if near, ok := spelling.Nearest(name, names); ok {
		return ": `" + near + "` is spelt alike"
	}
	return ""
}
