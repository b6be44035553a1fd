package dfpattern

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// A value is what a Python expression evaluates to: nil (None), bool, int64, float64, string, a
// *pattern.Pattern, a *pattern.Condition (a scalar, list or truth value that depends on the match),
// or one of the types below. Pointers are objects with an identity, as in Python; the others are
// compared by their contents.
type value any

type (
	// A list is a list, a tuple or a set.
	list struct {
		items []value
		kind  python.SequenceKind
		// depth is the number of undecided branches around the place that made it. It is
		// unknown after a change in a deeper one.
		depth   int
		unknown *unknown
	}
	// A dict has its keys in the order of insertion; depth and unknown are as those of a list.
	dict struct {
		keys, values []value
		depth        int
		unknown      *unknown
	}
	// A closure is a function or a lambda.
	closure struct {
		name     string
		span     python.Span
		params   []python.Param
		defaults []value
		body     []python.Stmt
		x        python.Expr // of a lambda
		env      *env
		self     value // of a method
	}
	// A builtin is a function that is evaluated here.
	builtin struct {
		name string
		of   value // of `partial`: the function
		call func(ev *evaluator, c *call) value
	}
	// A class has its methods and variables in env.
	class struct {
		name  string
		bases []value
		env   *env
	}
	// An instance is an object of a class of the file.
	instance struct {
		class  *class
		fields map[string]value
		depth  int // as that of a list: a field that is assigned in a deeper branch is unknown
		span   python.Span
		once   bool // a callback that rewrites each place once
	}
	// A symbol is the path of something that the program imports: `relay.op.nn.relu`. Attributes of a
	// symbol are symbols, and so are names that nothing defines.
	symbol string
	// An unknown is a value that cannot be evaluated, and why.
	unknown struct {
		span    python.Span
		why     string
		pattern bool // the value would be a pattern
	}
	// A matched is the expression that a pattern matches.
	matched struct{ p *pattern.Pattern }
	// An attrsOf is the attributes of a matched call, a typeOf the type of a matched expression,
	// an opOf what a matched call calls, a nodeMap the map from patterns to expressions.
	attrsOf struct{ p *pattern.Pattern }
	typeOf  struct{ p *pattern.Pattern }
	opOf    struct{ p *pattern.Pattern }
	nodeMap struct{}
	// A program is an expression of the rule language, with the marks of patterns (mark) in
	// place of names; level says how tight it binds.
	program struct {
		text  string
		level int
	}
	// A typeText is a type of the rule language.
	typeText string
	// A truthOnly is a value of which it is known when it is true, and not which one it is: that of
	// `attrs.axis or 1`.
	truthOnly struct{ truth *pattern.Condition }
	// A branch is a value that depends on a condition, in a callback alone: each becomes a rule.
	branch struct {
		test        *pattern.Condition
		then, other value
	}
)

// An env is the variables of a function, a class or the module, and the env around it. Functions share
// the envs around them with their closures, and assign only in their own.
type env struct {
	vars  map[string]value
	outer *env
}

func (e *env) lookup(name string) (value, bool) {
	for ; e != nil; e = e.outer {
		if v, ok := e.vars[name]; ok {
			return v, true
		}
	}
	return nil, false
}

// clone copies the variables of a function for one of two ways. Those around the function are shared:
// it cannot assign them, except by `nonlocal`, which forgets them.
func (e *env) clone() *env {
	c := &env{map[string]value{}, e.outer}
	for name, v := range e.vars {
		c.vars[name] = v
	}
	return c
}

func tuple(items ...value) *list { return &list{items: items, kind: python.TupleKind} }

func (d *dict) find(key value) int {
	return slices.IndexFunc(d.keys, func(k value) bool { return same(k, key) })
}

func (d *dict) set(key, v value) {
	if i := d.find(key); i >= 0 {
		d.values[i] = v
		return
	}
	d.keys, d.values = append(d.keys, key), append(d.values, v)
}

// same reports whether two known values are equal as `==` has it: numbers by value, lists by items, and
// objects to themselves alone. Matched expressions are the same if their patterns are.
func same(a, b value) bool {
	switch a := a.(type) {
	case *list:
		other, ok := b.(*list)
		return ok && a.unknown == nil && other.unknown == nil && a.kind == other.kind && slices.EqualFunc(a.items, other.items, same)
	case matched:
		other, ok := b.(matched)
		return ok && a.p == other.p
	case program:
		other, ok := b.(program)
		return ok && a == other
	case *dict, *pattern.Condition:
		return a == b
	}
	if order, ok := python.Order(a, b); ok {
		return order == 0
	}
	return a == b
}

// distinct are items without those that are equal to an earlier one, as in a set.
func distinct(items []value) []value {
	var all []value
	for _, v := range items {
		if !slices.ContainsFunc(all, func(other value) bool { return same(v, other) }) {
			all = append(all, v)
		}
	}
	return all
}

// numberOf returns a number or a bool as a float.
func numberOf(v value) (float64, bool) {
	if b, ok := v.(bool); ok {
		if b {
			return 1, true
		}
		return 0, true
	}
	return python.Float(v)
}

// constantOf is a known value as one of an attribute; false for a value that no attribute has.
func constantOf(v value) (op.Value, bool) {
	switch v := v.(type) {
	case nil:
		return op.Value{}, true
	case bool:
		return op.Boolean(v), true
	case int64:
		return op.Int(v), true
	case float64:
		return op.Float(v), true
	case string:
		return op.Text(v), true
	case *list:
		all := op.Value{Kind: op.ListValue}
		for _, item := range v.items {
			c, ok := constantOf(item)
			if !ok {
				return op.Value{}, false
			}
			all.List = append(all.List, c)
		}
		return all, v.unknown == nil
	}
	return op.Value{}, false
}

// display writes a value as `str` does; false for one that is not known.
func display(v value) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "None", true
	case bool:
		if v {
			return "True", true
		}
		return "False", true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".en") {
			text += ".0"
		}
		return text, true
	case string:
		return v, true
	case *list:
		texts := make([]string, len(v.items))
		for i, item := range v.items {
			text, ok := display(item)
			if _, quoted := item.(string); quoted {
				text = "'" + text + "'"
			}
			if texts[i] = text; !ok {
				return "", false
			}
		}
		if v.kind == python.TupleKind {
			return "(" + strings.Join(texts, ", ") + ")", v.unknown == nil
		}
		return "[" + strings.Join(texts, ", ") + "]", v.unknown == nil
	}
	return "", false
}

// describe says what a value is, for a message.
func describe(v value) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case *list:
		return "a list"
	case *pattern.Pattern:
		return "a pattern"
	case *pattern.Condition:
		return "a value of the match"
	case *closure, *builtin:
		return "a function"
	case symbol:
		return "`" + string(v) + "`"
	case *unknown:
		return v.why
	case string:
		return strconv.Quote(v)
	case matched, program:
		return "an expression"
	case truthOnly:
		return "a value that depends on the match"
	}
	if text, ok := display(v); ok {
		return text
	}
	return fmt.Sprintf("a value of Python (%T)", v)
}

// weight counts the values in lists and dicts, as often as they occur, up to one more than most: values
// share their parts, and a list may contain itself.
func weight(v value, most int) int {
	var parts [][]value
	switch v := v.(type) {
	case *list:
		parts = [][]value{v.items}
	case *dict:
		parts = [][]value{v.keys, v.values}
	}
	n := 1
	for _, part := range parts {
		for _, item := range part {
			if n > most {
				return n
			}
			n += weight(item, most-n)
		}
	}
	return n
}

// bounded is a value, or unknown where it is too large to be written.
func (ev *evaluator) bounded(at python.Expr, v value) value {
	if s, ok := v.(string); ok && len(s) > maxText || weight(v, maxItems) > maxItems {
		return ev.tooLarge(at)
	}
	return v
}

func (ev *evaluator) tooLarge(at python.Expr) *unknown {
	return ev.unknown(at, "`%s` is too large a value", ev.text(at))
}
