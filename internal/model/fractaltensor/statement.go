package fractaltensor

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// body translates the body of a function and writes its definition:
//
//	def @name(%p: T, …, %captured: T) -> T { let …; result }
//
// The types of parameters are those of the definition, the result's that of the annotation of a
// decorated function. What the function uses of its module comes as parameters at the end.
func (r *reader) body(m *module, f *python.Func, d *definition, at python.Span) {
	s := &scope{r: r, m: m, d: d, at: at, failures: r.failures, vars: map[string]*val{}}
	d.locals = map[string]bool{"_i": true, "_r": true, "_p": true, "_f": true, "_t": true} // operation.go binds these
	var params []*code
	for i, p := range f.Params {
		if p.Star > 0 {
			s.fail(p, codes.SyntaxError, "a function of a program has a fixed number of parameters, and `*"+p.Name+"` takes any")
			continue
		}
		if k, ok := d.consts[i]; ok {
			s.vars[p.Name] = &val{konst: k}
			continue
		}
		local := s.fresh(p.Name)
		c := text(s.span(p), local)
		if t := d.params[i]; t.known() {
			c.add(": ", t.String())
			if t.class == "" {
				d.annotations = append(d.annotations, annotated{c, c.parts})
			}
		}
		params = append(params, c)
		s.vars[p.Name] = &val{c: text(python.Span{}, local), atom: true, t: d.params[i]}
	}
	result := s.block(f.Body)
	if d.result == nil {
		d.result = result.t
	}
	name := f.NameSpan
	if !m.main {
		name = at
	}
	for _, e := range d.extra {
		params = append(params, text(python.Span{}, e.local+": "+e.t.String()))
	}
	head := text(python.Span{}, "def ", text(name, "@"+d.name), "(", joined(python.Span{}, ", ", params), ")")
	if isDecorated(f) && f.Result != nil && d.result.known() {
		head.add(" -> ", text(s.span(f.Result), d.result.String()))
	}
	whole := name
	if m.main {
		whole = f.Span
	}
	d.code = text(whole, head, " {\n", indented(s.lines), "  ", result.c, "\n}\n")
	if r.size = min(r.size+d.code.size, sizeLimit); r.size > maxSize {
		hole := s.tooLarge(f)
		d.code = text(whole, head, " {\n  ", hole.c, "\n}\n")
	}
}

// indented writes the lines of a body.
func indented(lines []*code) *code {
	c := &code{}
	for _, l := range lines {
		c.add("  ", l, "\n")
	}
	return c
}

// block translates statements up to the one that returns, to the value of the function. That of a
// function that returns nothing is `()`.
func (s *scope) block(body []python.Stmt) *val {
	for i, st := range body {
		switch st := st.(type) {
		case *python.Return:
			if st.X == nil {
				return &val{c: text(s.span(st), "()"), t: tupleOf()}
			}
			return s.value(st.X, s.expr(st.X))
		case *python.If:
			return s.branch(st, body[i+1:])
		default:
			s.statement(st)
		}
	}
	return &val{c: text(python.Span{}, "()"), t: tupleOf()}
}

// branch translates an `if` with the statements after it, its continuation k:
//
//	⟦if c: A else: B; k⟧ = ⟦A; k⟧ or ⟦B; k⟧              where c is known
//	⟦if c: A else: B; k⟧ = if (c) { ⟦A; k⟧ } else { ⟦B; k⟧ }
//
// So both branches return a value, whatever they assign, and no variable has two values. The text of
// k is written twice; n branches in a row are 2^n copies, which the bounds of reader.go end.
func (s *scope) branch(st *python.If, rest []python.Stmt) *val {
	test := s.expr(st.Test)
	if yes, known := test.truth(); known {
		if yes {
			return s.block(slices.Concat(st.Then, rest))
		}
		return s.block(slices.Concat(st.Else, rest))
	}
	return s.either(st, st.Test, test,
		func(s *scope) *val { return s.block(slices.Concat(st.Then, rest)) },
		func(s *scope) *val { return s.block(slices.Concat(st.Else, rest)) })
}

// either writes an `if` of Frac, whose branches are blocks of their own.
func (s *scope) either(whole, at python.Expr, test *val, then, other func(*scope) *val) *val {
	yes, no := s.inner(), s.inner()
	a, b := then(yes), other(no)
	return &val{loose: true, t: a.t, c: text(s.span(whole), "if (", s.value(at, test).c, ") ", yes.braces(a), " else ", no.braces(b))}
}

// statement translates a statement that neither returns nor branches. What has no effect in a program
// without state, such as `pass`, is left out.
func (s *scope) statement(st python.Stmt) {
	switch st := st.(type) {
	case *python.Assign:
		v := s.expr(st.Value)
		if len(st.Targets) > 1 {
			v = s.named(v)
		}
		for _, t := range st.Targets {
			s.assign(t, v)
		}
	case *python.AnnAssign:
		if st.Value != nil {
			s.assign(st.Target, s.expr(st.Value))
		}
	case *python.AugAssign:
		if _, ok := st.Target.(*python.Name); !ok {
			s.unassignable(st.Target)
			return
		}
		s.assign(st.Target, s.binary(st, st.Op, s.expr(st.Target), s.expr(st.Value)))
	case *python.ExprStmt:
		if _, ok := st.X.(*python.String); !ok {
			s.lines = append(s.lines, text(s.span(st), "let _ = ", s.value(st.X, s.expr(st.X)).c, ";"))
		}
	case *python.Func:
		s.vars[st.Name] = s.local(st, &local{params: st.Params, body: st.Body, scope: s})
	case *python.Simple:
		switch st.Keyword {
		case "raise", "del", "global", "nonlocal":
			s.fail(st, codes.SyntaxError, "`"+st.Keyword+"` has no meaning in a program of FractalTensors")
		}
	case *python.For, *python.While:
		s.fail(st, codes.SyntaxError, "a loop in a program is `ops.map`, `ops.scan`, `ops.fold` or `ops.reduce`")
	case *python.Import:
	default:
		s.fail(st, codes.SyntaxError, "this statement is not read in a program of FractalTensors")
	}
}

// assign gives a target its value: a computed one by a `let`, a written one by a `let` of each
// computed component. What is known without a run gets none.
func (s *scope) assign(target python.Expr, v *val) {
	switch t := target.(type) {
	case *python.Name:
		switch {
		case v.konst != nil || v.fn != nil:
			s.vars[t.ID] = v
		case v.items != nil:
			s.vars[t.ID] = s.eachNamed(v, t.ID)
		default:
			s.vars[t.ID] = s.bind(v, t.ID, s.span(t))
		}
	case *python.Sequence:
		s.unpack(t, v)
	default:
		s.unassignable(target)
	}
}

// unassignable reports a target that no value of a program has: values never change.
func (s *scope) unassignable(target python.Expr) {
	if _, ok := target.(*python.Subscript); ok {
		s.fail(target, codes.FractalWrite, "an element of a FractalTensor or a tensor cannot be written: they are values that operations compute")
		return
	}
	s.fail(target, codes.SyntaxError, "a program assigns to variables alone")
}

// unpack assigns the components of a tuple: of one that is written out each by itself, of another by a
// `let` with a pattern. In `a, b = b, a` the components are the values before the assignment,
// because a new binding has a new name.
func (s *scope) unpack(targets *python.Sequence, v *val) {
	if v.items != nil && len(v.items) == len(targets.Items) {
		for i, t := range targets.Items {
			s.assign(t, v.items[i])
		}
		return
	}
	v = s.value(targets, v)
	s.lines = append(s.lines, text(s.span(targets), "let ", s.pattern(targets, v.t), " = ", v.c, ";"))
}

// pattern is a pattern of new variables, whose types are those of a tuple's components.
func (s *scope) pattern(target python.Expr, t *typ) *code {
	switch x := target.(type) {
	case *python.Name:
		if x.ID == "_" {
			return text(s.span(x), "_")
		}
		local := s.fresh(x.ID)
		s.vars[x.ID] = &val{c: text(python.Span{}, local), atom: true, t: t}
		return text(s.span(x), local)
	case *python.Sequence:
		parts := make([]*code, len(x.Items))
		for i, item := range x.Items {
			var field *typ
			if t.is(tupleType) && len(t.fields) == len(x.Items) {
				field = t.fields[i]
			}
			parts[i] = s.pattern(item, field)
		}
		return text(s.span(x), "(", joined(python.Span{}, ", ", parts), ")")
	}
	s.fail(target, codes.SyntaxError, "a program assigns to variables alone")
	return text(s.span(target), "_")
}
