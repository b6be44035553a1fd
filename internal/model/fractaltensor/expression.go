package fractaltensor

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// expr translates an expression. Each counts a step: a function within a function is translated again
// for each call, so that steps measure the text that is written.
func (s *scope) expr(x python.Expr) *val {
	if s.r.steps++; s.r.steps > maxSteps {
		return s.tooLarge(x)
	}
	switch x := x.(type) {
	case *python.Name:
		return s.name(x)
	case *python.Number:
		return s.number(x)
	case *python.String:
		return &val{konst: x.Value}
	case *python.Sequence:
		var items []*val
		for _, item := range x.Items {
			if star, ok := item.(*python.Starred); ok {
				items = append(items, s.spread(star.X)...)
			} else {
				items = append(items, s.expr(item))
			}
		}
		return s.tuple(x, items)
	case *python.Unary:
		return s.unary(x)
	case *python.Binary:
		if x.Op == "and" || x.Op == "or" {
			return s.logical(x)
		}
		return s.binary(x, x.Op, s.expr(x.X), s.expr(x.Y))
	case *python.Compare:
		return s.compare(x)
	case *python.Conditional:
		test := s.expr(x.Test)
		if yes, known := test.truth(); known {
			if yes {
				return s.expr(x.Then)
			}
			return s.expr(x.Else)
		}
		return s.either(x, x.Test, test,
			func(s *scope) *val { return s.value(x.Then, s.expr(x.Then)) },
			func(s *scope) *val { return s.value(x.Else, s.expr(x.Else)) })
	case *python.Lambda:
		return s.local(x, &local{params: x.Params, x: x.Body, scope: s})
	case *python.Attribute:
		return s.attribute(x)
	case *python.Subscript:
		return s.subscript(x)
	case *python.Call:
		return s.call(x)
	}
	return s.fail(x, codes.SyntaxError, "`"+s.r.source(s.m, x)+"` is not read in a program of FractalTensors")
}

// name resolves a name as Python does: variables of the function and of those around it, then the
// module's functions and variables, with those of imports. The text of a variable gets the place of this
// use, so that a diagnostic is shown here and not at the assignment.
func (s *scope) name(x *python.Name) *val {
	switch x.ID {
	case "True", "False":
		return &val{konst: x.ID == "True"}
	case "None":
		return &val{konst: none{}}
	}
	if v := s.variable(x.ID); v != nil {
		if v.c == nil {
			return v
		}
		w := *v
		w.c = text(s.span(x), v.c)
		return &w
	}
	if f, home := s.r.function(s.m, x.ID); f != nil {
		return &val{fn: &local{global: f, home: home}}
	}
	if v, home := s.r.value(s.m, x.ID); home != nil {
		if k := s.r.constant(home, v, 0); k != nil {
			return &val{konst: k}
		}
		if t := s.r.valueType(home, v, 0); t.known() {
			return s.capture(x, fmt.Sprintf("%p.%s", home, x.ID), x.ID, t)
		}
		return s.fail(x, codes.UndefinedName, "the value of `"+x.ID+"` is computed when the program runs: pass it as an argument")
	}
	return s.fail(x, codes.UndefinedName, "`"+x.ID+"` is not defined in this program or in a module beside it")
}

// capture makes a value of a module a parameter of the function that uses it, because definitions of
// Frac have no variables in common. Callers pass it on, and capture it themselves (scope.global). The
// key distinguishes values of one name in several modules.
func (s *scope) capture(x python.Expr, key, name string, t *typ) *val {
	i := slices.IndexFunc(s.d.extra, func(e *captured) bool { return e.key == key })
	if i < 0 {
		i = len(s.d.extra)
		s.d.extra = append(s.d.extra, &captured{key, name, s.fresh(name), t})
	}
	return &val{c: text(s.span(x), s.d.extra[i].local), atom: true, t: t}
}

func (s *scope) number(x *python.Number) *val {
	if k := numberOf(x.Text); k != nil {
		return &val{konst: k}
	}
	return s.fail(x, codes.SyntaxError, "`"+s.r.source(s.m, x)+"` is no number of a program")
}
