package dfpattern

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/python"
)

// eval evaluates an expression. Each counts a step.
func (ev *evaluator) eval(x python.Expr, e *env) value {
	if !ev.step() {
		return ev.unknown(x, "the evaluation takes too many steps")
	}
	switch x := x.(type) {
	case *python.Name:
		return ev.variable(x, e)
	case *python.Number:
		return ev.number(x)
	case *python.String:
		return ev.bounded(x, ev.string(x, e))
	case *python.Sequence:
		return ev.bounded(x, ev.sequence(x, e))
	case *python.Dict:
		return ev.bounded(x, ev.dict(x, e))
	case *python.Attribute:
		return ev.attribute(x, ev.eval(x.X, e), x.Name)
	case *python.Subscript:
		return ev.subscript(x, ev.eval(x.X, e), e)
	case *python.Call:
		return ev.bounded(x, ev.call(x, e))
	case *python.Unary:
		return ev.unary(x, ev.eval(x.X, e))
	case *python.Binary:
		if x.Op == "and" || x.Op == "or" {
			return ev.logical(x, e)
		}
		return ev.bounded(x, ev.binary(x, x.Op, ev.eval(x.X, e), ev.eval(x.Y, e)))
	case *python.Compare:
		return ev.comparison(x, e)
	case *python.Conditional:
		test := ev.truth(x.Test, ev.eval(x.Test, e))
		if known, yes := decided(test); known {
			if yes {
				return ev.eval(x.Then, e)
			}
			return ev.eval(x.Else, e)
		}
		ev.depth++
		yes := ev.way(x.Then, e)
		no := ev.way(x.Else, e)
		ev.depth--
		return ev.merge(x.Test, test, yes, no)
	case *python.Lambda:
		return &closure{name: "lambda", span: x.Span, params: x.Params, defaults: ev.defaults(x.Params, e), x: x.Body, env: e}
	case *python.Comprehension:
		return ev.bounded(x, ev.comprehension(x, e))
	case *python.NamedExpr:
		v := ev.eval(x.Value, e)
		ev.assign(x.Target, v, e)
		return v
	case *python.Starred:
		return ev.eval(x.X, e)
	}
	return ev.unknown(x, "`%s` is not evaluated", ev.text(x))
}

// way evaluates one of two expressions of which it is not known which is evaluated.
func (ev *evaluator) way(x python.Expr, e *env) value {
	v := ev.eval(x, e)
	if ev.raised {
		v, ev.raised = raised{x.Range()}, false
	}
	return v
}

// variable is the value of a name: of the function and those around it, then of Python. Any other is
// from an import that names all (`from m import *`), and a symbol.
func (ev *evaluator) variable(x *python.Name, e *env) value {
	switch x.ID {
	case "True":
		return true
	case "False":
		return false
	case "None":
		return nil
	}
	if v, ok := e.lookup(x.ID); ok {
		return v
	}
	if b, ok := builtins[x.ID]; ok {
		return &builtin{x.ID, nil, b}
	}
	return symbol(x.ID)
}

func (ev *evaluator) number(x *python.Number) value {
	text := strings.ReplaceAll(x.Text, "_", "")
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return f
	}
	return ev.unknown(x, "`%s` is not evaluated", excerptOf(x.Text))
}

// string evaluates a literal. An f-string has a text where its fields have, and no formats.
func (ev *evaluator) string(x *python.String, e *env) value {
	if x.Parts == nil {
		return x.Value
	}
	var b strings.Builder
	for _, p := range x.Parts {
		if p.X == nil {
			b.WriteString(p.Text)
			continue
		}
		text, ok := display(ev.eval(p.X, e))
		if !ok || p.Format != "" {
			return ev.unknown(x, "the text of `%s` is not known", ev.text(x))
		}
		b.WriteString(text)
	}
	return b.String()
}

func (ev *evaluator) sequence(x *python.Sequence, e *env) value {
	l := &list{kind: x.Kind, depth: ev.depth}
	for _, item := range x.Items {
		v := ev.eval(item, e)
		if _, starred := item.(*python.Starred); !starred {
			l.items = append(l.items, v)
			continue
		}
		items, ok := itemsOf(v)
		if !ok {
			return ev.unknown(item, "what `%s` is is not known", ev.text(item))
		}
		l.items = append(l.items, items...)
	}
	return ev.set(x, l)
}

// set leaves equal items out of a set. Of values of the match it is not known which are equal.
func (ev *evaluator) set(at python.Expr, l *list) value {
	if l.kind != python.SetKind {
		return l
	}
	if len(l.items) > maxSet || slices.ContainsFunc(l.items, isUnknown) || slices.ContainsFunc(l.items, isCondition) || hasConditions(l) {
		return ev.unknown(at, "which items `%s` has is not known", ev.text(at))
	}
	l.items = distinct(l.items)
	return l
}

func (ev *evaluator) dict(x *python.Dict, e *env) value {
	d := &dict{depth: ev.depth}
	for i, key := range x.Keys {
		v := ev.eval(x.Values[i], e)
		if key != nil {
			k := ev.eval(key, e)
			if isUnknown(k) || isCondition(k) {
				return ev.unknown(x, "what `%s` is is not known", ev.text(key))
			}
			d.set(k, v)
			continue
		}
		other, ok := v.(*dict)
		if !ok || other.unknown != nil {
			return ev.unknown(x, "what `%s` is is not known", ev.text(x.Values[i]))
		}
		for j, k := range other.keys {
			d.set(k, other.values[j])
		}
	}
	return d
}

// comprehension evaluates the clauses from the left. The result is unknown where an iterable or a
// condition is.
func (ev *evaluator) comprehension(x *python.Comprehension, e *env) value {
	inner := &env{map[string]value{}, e}
	l, d := &list{kind: x.Kind, depth: ev.depth}, &dict{depth: ev.depth}
	if x.Kind == python.TupleKind {
		l.kind = python.ListKind
	}
	var clause func(i int) *unknown
	clause = func(i int) *unknown {
		if i == len(x.Clauses) {
			v := ev.eval(x.Item, inner)
			if x.Key != nil {
				d.set(ev.eval(x.Key, inner), v)
			}
			l.items = append(l.items, v)
			return nil
		}
		items, ok := itemsOf(ev.eval(x.Clauses[i].Iter, inner))
		if !ok {
			return ev.unknown(x.Clauses[i].Iter, "what `%s` is is not known", ev.text(x.Clauses[i].Iter))
		}
		for _, item := range items {
			ev.assign(x.Clauses[i].Target, item, inner)
			keep := truthConstant(true)
			for _, test := range x.Clauses[i].Tests {
				keep = both(keep, ev.truth(test, ev.eval(test, inner)))
			}
			known, yes := decided(keep)
			if !known {
				return ev.unknown(x, "which items `%s` has is not known", ev.text(x))
			}
			if yes {
				if u := clause(i + 1); u != nil {
					return u
				}
			}
		}
		return nil
	}
	if u := clause(0); u != nil {
		return u
	}
	if x.Kind == python.DictKind {
		return d
	}
	return ev.set(x, l)
}
