package dfpattern

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/python"
)

// symbolCall evaluates a call of what the program imports: functions of TVM's patterns, some of Python's
// library, constants and types of Relay, operators in a callback. Any other is unknown, and an unknown
// argument is the reason.
func (ev *evaluator) symbolCall(at python.Expr, f symbol, c *call) value {
	name := lastComponent(string(f))
	if maker, ok := patternMakers[name]; ok {
		return maker(ev, c)
	}
	switch name {
	case "register_pattern_table":
		return ev.registerTable(c)
	case "rewrite":
		return ev.rewriteCall(c)
	case "partial":
		return partial(c)
	case "reduce":
		return reduce(ev, c)
	case "TensorType":
		return ev.tensorType(c)
	case "int32", "int64":
		if v, ok := c.arg(0, ""); ok {
			if n, ok := v.(int64); ok {
				return n
			}
		}
	case "__init__":
		ev.initialize(c)
		return nil
	case "get":
		if v, ok := c.arg(0, ""); ok {
			if id, isText := v.(string); isText && strings.Contains(strings.ToLower(string(f)), "op.get") {
				return operatorMark + id
			}
		}
	case "Any":
		return f + "()"
	case "const", "var", "Var":
		if v := ev.literal(name, c); v != nil {
			return v
		}
	}
	if g, ok := mathFunctions[name]; ok && strings.HasPrefix(string(f), "math.") && len(c.args) == 1 {
		if x, ok := numberOf(c.args[0]); ok {
			return g(x)
		}
	}
	if v := ev.templateCall(string(f), c); v != nil {
		return v
	}
	for _, a := range c.args {
		if u, ok := a.(*unknown); ok {
			return u
		}
	}
	return ev.unknown(at, "`%s` is not evaluated", ev.text(at))
}

// initialize reads what a class passes on to DFPatternCallback.
func (ev *evaluator) initialize(c *call) {
	if v, ok := c.env.lookup("self"); ok {
		if o, isObject := v.(*instance); isObject {
			o.once = o.once || c.named["rewrite_once"] == true
		}
	}
}

// partial is functools.partial: a function with some arguments given.
func partial(c *call) value {
	if len(c.args) == 0 {
		return nil
	}
	f, first := c.args[0], c.args[1:]
	return &builtin{"partial", f, func(ev *evaluator, rest *call) value {
		all := &call{at: rest.at, env: rest.env, named: map[string]value{}}
		all.args = append(append(all.args, first...), rest.args...)
		for name, v := range c.named {
			all.named[name] = v
		}
		for name, v := range rest.named {
			all.named[name] = v
		}
		return ev.apply(rest.at, f, all)
	}}
}

// reduce is functools.reduce: f(…f(f(a, b), c)…) from the left.
func reduce(ev *evaluator, c *call) value {
	if len(c.args) < 2 {
		return ev.notEvaluated(c)
	}
	all, ok := itemsOf(c.args[1])
	if len(c.args) > 2 {
		all = append([]value{c.args[2]}, all...)
	}
	if !ok || len(all) == 0 {
		return ev.notEvaluated(c)
	}
	total := all[0]
	for _, v := range all[1:] {
		total = ev.apply(c.at, c.args[0], &call{at: c.at, args: []value{total, v}, env: c.env})
	}
	return total
}

// tensorType evaluates `relay.TensorType(shape, dtype)`, of float32 without a dtype as in TVM.
func (ev *evaluator) tensorType(c *call) value {
	shape, _ := c.arg(0, "shape")
	dtype, given := c.arg(1, "dtype")
	if !given {
		dtype = "float32"
	}
	s, ok := shapeOf(shape)
	name, isName := dtype.(string)
	if !ok || !isName {
		return ev.notEvaluated(c)
	}
	return typeText("Tensor[" + s.String() + ", " + name + "]")
}

// literal evaluates `relay.const(v, dtype)` and `relay.var(name)`.
func (ev *evaluator) literal(name string, c *call) value {
	v, _ := c.arg(0, "")
	if name != "const" {
		if id, ok := v.(string); ok {
			return program{"%" + id, levelTail}
		}
		return nil
	}
	dtype, _ := c.arg(1, "dtype")
	d, _ := dtype.(string)
	text := literalText(v, d)
	if text == "" {
		return nil
	}
	level := levelTail
	if strings.HasPrefix(text, "-") {
		level = levelUnary
	}
	return program{text, level}
}

// literalText is a number as the language writes it; "" for one that cannot be written. Relay's
// dtypes of numbers without one are float32, int32 and bool.
func literalText(v value, dtype string) string {
	if b, ok := v.(bool); ok {
		if dtype != "" && dtype != "bool" {
			return ""
		}
		if b {
			return "True"
		}
		return "False"
	}
	x, ok := numberOf(v)
	if !ok {
		return ""
	}
	if _, whole := v.(int64); dtype == "" {
		if dtype = "float32"; whole {
			dtype = "int32"
		}
	}
	kind := strings.TrimRight(dtype, "0123456789")
	bits := dtype[len(kind):]
	n, isInt := v.(int64)
	switch {
	case kind == "float" && dtype == "float32":
		return strconv.FormatFloat(x, 'g', -1, 32) + "f"
	case kind == "float":
		return strconv.FormatFloat(x, 'g', -1, 64) + "f" + bits
	case (kind == "int" || kind == "uint") && isInt && dtype == "int32":
		return strconv.FormatInt(n, 10)
	case (kind == "int" || kind == "uint") && isInt:
		return strconv.FormatInt(n, 10) + kind[:len(kind)-2] + bits
	}
	return ""
}
