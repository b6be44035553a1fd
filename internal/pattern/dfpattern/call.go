package dfpattern

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// allAttributes is the name of the argument `**call.attrs`, which gives an operator of a template all
// attributes of the call that was matched.
const allAttributes = "**"

// A call is the arguments of one.
type call struct {
	at    python.Expr
	args  []value
	named map[string]value
	env   *env
}

// arg is an argument by position or by name.
func (c *call) arg(i int, name string) (value, bool) {
	if i < len(c.args) {
		return c.args[i], true
	}
	v, ok := c.named[name]
	return v, ok
}

// call evaluates a call: the function, and then its arguments from the left.
func (ev *evaluator) call(x *python.Call, e *env) value {
	f := ev.eval(x.F, e)
	c := &call{at: x, named: map[string]value{}, env: e}
	for _, a := range x.Args {
		v := ev.eval(a.X, e)
		switch {
		case a.Star == 1:
			items, ok := itemsOf(v)
			if !ok {
				return ev.unknown(a.X, "what `%s` is is not known", ev.text(a.X))
			}
			c.args = append(c.args, items...)
		case a.Star == 2:
			if a, ok := v.(attrsOf); ok {
				c.named[allAttributes] = a
				continue
			}
			d, ok := v.(*dict)
			if !ok || d.unknown != nil {
				return ev.unknown(a.X, "what `%s` is is not known", ev.text(a.X))
			}
			for i, key := range d.keys {
				if name, ok := key.(string); ok {
					c.named[name] = d.values[i]
				}
			}
		case a.Name != "":
			c.named[a.Name] = v
		default:
			c.args = append(c.args, v)
		}
	}
	return ev.apply(x, f, c)
}

// apply calls a value.
func (ev *evaluator) apply(at python.Expr, f value, c *call) value {
	switch f := f.(type) {
	case *closure:
		return ev.invoke(at, f, c)
	case *builtin:
		return f.call(ev, c)
	case *class:
		return ev.construct(at, f, c)
	case *pattern.Pattern:
		return ev.patternCall(at, f, c)
	case symbol:
		return ev.symbolCall(at, f, c)
	case *unknown:
		return &unknown{span: at.Range(), why: f.why}
	}
	return ev.unknown(at, "`%s` calls %s", ev.text(at), describe(f))
}

// invoke binds the parameters of a function and evaluates its body. Arguments go to parameters as in
// Python: by position up to `*`, then by name, then the defaults. An argument too many or too few
// makes the result unknown. An exception leaves by ev.raised.
func (ev *evaluator) invoke(at python.Expr, f *closure, c *call) value {
	if ev.calls >= maxCalls {
		return ev.unknown(at, "functions call each other too deep")
	}
	e := &env{map[string]value{}, f.env}
	args := c.args
	if f.self != nil {
		args = append([]value{f.self}, args...)
	}
	used := map[string]bool{}
	position := 0
	afterStar := false
	for i, p := range f.params {
		named, given := c.named[p.Name]
		switch {
		case p.Star == 1:
			afterStar = true
			if p.Name != "" {
				e.vars[p.Name] = tuple(args[min(position, len(args)):]...)
				position = len(args)
			}
		case p.Star == 2:
			rest := &dict{depth: ev.depth}
			for _, name := range sortedKeys(c.named) {
				if !used[name] {
					rest.set(name, c.named[name])
				}
			}
			e.vars[p.Name] = rest
		case !afterStar && position < len(args):
			e.vars[p.Name] = args[position]
			position++
		case given:
			e.vars[p.Name] = named
		case p.Default != nil:
			e.vars[p.Name] = f.defaults[i]
		default:
			return ev.unknown(at, "`%s` gives no `%s`", ev.text(at), p.Name)
		}
		used[p.Name] = true
		if v, ok := e.vars[p.Name].(*pattern.Pattern); ok && ev.names[v] == "" && f.x == nil {
			ev.names[v] = p.Name
		}
	}
	if position < len(args) {
		return ev.unknown(at, "`%s` has too many arguments", ev.text(at))
	}
	ev.calls++
	defer func() { ev.calls-- }()
	if f.x != nil {
		return ev.eval(f.x, e)
	}
	v := ev.block(f.body, e, then{next: func(*env) value { return nil }})
	if r, ok := v.(raised); ok {
		ev.raised = true
		return &unknown{span: r.span, why: "an exception is raised"}
	}
	return v
}

// construct makes an object of a class: its `__init__` assigns the fields.
func (ev *evaluator) construct(at python.Expr, c *class, args *call) value {
	o := &instance{class: c, fields: map[string]value{}, depth: ev.depth, span: at.Range()}
	if f, ok := c.find("__init__").(*closure); ok {
		if u, ok := ev.invoke(at, bound(f, o), args).(*unknown); ok {
			return u
		}
	}
	return o
}

func bound(f *closure, self value) *closure {
	method := *f
	method.self = self
	return &method
}

// find is an attribute of a class or of one that it is derived from, depth first. Python's order of
// several bases differs only where one class is a base on two ways.
func (c *class) find(name string) value {
	if v, ok := c.env.vars[name]; ok {
		return v
	}
	for _, b := range c.bases {
		if b, ok := b.(*class); ok && b != c {
			if v := b.find(name); v != nil {
				return v
			}
		}
	}
	return nil
}

// isCallback reports whether a class is derived from DFPatternCallback.
func (c *class) isCallback(depth int) bool {
	for _, b := range c.bases {
		switch b := b.(type) {
		case symbol:
			if lastComponent(string(b)) == "DFPatternCallback" {
				return true
			}
		case *class:
			if depth < maxCalls && b.isCallback(depth+1) {
				return true
			}
		}
	}
	return false
}

// attribute evaluates `v.name`. A method that is not known of a list or dict may change it, and makes it
// unknown.
func (ev *evaluator) attribute(at python.Expr, v value, name string) value {
	switch v := v.(type) {
	case symbol:
		if v == "math" {
			if n, ok := mathConstants[name]; ok {
				return n
			}
		}
		return v + symbol("."+name)
	case *instance:
		if field, ok := v.fields[name]; ok {
			return field
		}
		if f, ok := v.class.find(name).(*closure); ok {
			return bound(f, v)
		}
		if found := v.class.find(name); found != nil {
			return found
		}
		if name == "rewrite" && v.class.isCallback(0) {
			return &builtin{name, nil, func(ev *evaluator, c *call) value {
				ev.rec.rewrite(ev, v, c.at.Range())
				return ev.unknown(c.at, "the result of a rewrite is not evaluated")
			}}
		}
		return ev.unknown(at, "the object has no `%s` that is known", name)
	case *class:
		if found := v.find(name); found != nil {
			return found
		}
	case *pattern.Pattern:
		return ev.patternAttribute(at, v, name)
	case string, *list, *dict:
		if m, ok := methods[name]; ok {
			return &builtin{name, nil, func(ev *evaluator, c *call) value { return m(ev, c, v) }}
		}
		return &builtin{name, nil, func(ev *evaluator, c *call) value {
			if !readers[name] {
				spoil(v, ev.notEvaluated(c))
			}
			return ev.notEvaluated(c)
		}}
	case matched:
		return ev.matchedAttribute(at, v.p, name)
	case opOf:
		if name == "name" {
			if own, ok := ev.operatorName(v.p); ok {
				return own
			}
		}
	case attrsOf:
		return ev.attrsAttribute(at, v.p, name)
	case typeOf:
		return ev.typeAttribute(at, v.p, name)
	case *pattern.Condition:
		switch name { // `.data.numpy().item()` of a constant, and `.value` of an extent
		case "numpy", "asnumpy", "item":
			return &builtin{name, nil, func(*evaluator, *call) value { return v }}
		case "value":
			return v
		}
	case *unknown:
		return &unknown{span: at.Range(), why: v.why}
	}
	return ev.unknown(at, "`%s` is not evaluated", ev.text(at))
}

func lastComponent(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

func firstComponent(path string) string {
	first, _, _ := strings.Cut(path, ".")
	return first
}
