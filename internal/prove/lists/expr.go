// Package lists proves rules about sequences, lists and functions on them. A FractalTensor is a
// list here: Nil and Cons.
//
// A rule goes in (Prove); an error says what is missing for a proof. convert.go makes both sides
// expressions (this file), which are normalized by the recursive definitions of the functions and by
// laws that follow from them (laws.go), used as rewrite rules from left to right. Sides with one normal
// form are equal. Otherwise induct.go splits cases of the conditions of `if` and proves the equation by
// induction over a list, with the hypothesis as one more law.
//
// An equation says nothing of faults. That the right side calls no function of the rule with arguments
// that the left side does not call it with, and so has a value where the left side has one, is tried
// (run.go): both sides run on lists of symbols of up to mostLength elements, in all branches. The
// functions that have laws here call the functions that they are passed in the same way at each
// element, so that what differs shows on two. This last step is a test and no proof; the rest is a
// proof from the definitions in laws.go.
package lists

import (
	"slices"
	"sort"
	"strconv"
	"strings"
)

// A kind says what an expression is. The comment gives its args.
type kind uint8

const (
	variable kind = iota // ()
	built                // (x…)   constructor name
	tuple                // (x…)
	lambda               // (body) params
	apply                // (f x…) of what is no lambda
	call                 // (x…)   function name
	choice               // (c t e)
	constant             // ()     name is its text
	project              // (x)    name is the index
	failure              // ()     no value
)

// An expr is a term. It does not change once it is made. Functions are closed by names of parameters
// that depend on how many functions are inside (canonical), so that equal ones have equal texts.
type expr struct {
	kind   kind
	name   string
	args   []*expr
	params []string
	text   string
}

func newExpr(k kind, name string, args ...*expr) *expr {
	e := &expr{kind: k, name: name, args: args}
	e.text = e.write()
	return e
}

func newLambda(params []string, body *expr) *expr {
	e := &expr{kind: lambda, params: params, args: []*expr{body}}
	e.text = e.write()
	return e
}

// key is equal for equal expressions, whatever the parameters of functions are called.
func (e *expr) key() string { return e.text }

func (e *expr) write() string {
	var parts []string
	for _, a := range e.args {
		parts = append(parts, a.text)
	}
	inner := "(" + strings.Join(parts, ",") + ")"
	switch e.kind {
	case variable:
		return "%" + e.name
	case constant:
		return "#" + e.name
	case lambda:
		return "\\" + strings.Join(e.params, ",") + "." + parts[0]
	case apply:
		return "@" + inner
	case built:
		return "'" + e.name + inner
	case project:
		return inner + "." + e.name
	case choice:
		return "if" + inner
	case failure:
		return "fail"
	case tuple:
		return inner
	}
	return e.name + inner
}

func (e *expr) mentions(name string) bool {
	if e.kind == variable {
		return e.name == name
	}
	return slices.ContainsFunc(e.args, func(a *expr) bool { return a.mentions(name) })
}

// depth is how many functions are inside each other.
func (e *expr) depth() int {
	d := 0
	for _, a := range e.args {
		d = max(d, a.depth())
	}
	if e.kind == lambda {
		d++
	}
	return d
}

// A normalizer rewrites expressions by laws.
type normalizer struct {
	laws    map[string][]law
	more    []law // hypotheses
	steps   int
	exact   bool
	decided map[string]bool // conditions that were assumed
}

// A law rewrites an expression that left matches to right. Its variables begin with `?`; one that
// is there twice matches equal expressions.
type law struct {
	left, right *expr
	keep        string // a variable that must be in what is rewritten; "" for none
}

type tooLong struct{}

func (n *normalizer) spend() {
	if n.steps--; n.steps < 0 {
		panic(tooLong{})
	}
}

// normal is the normal form of an expression, from the inside out. A part that fails makes the whole
// fail, but for the branches of a choice: arguments are evaluated before a call.
func (n *normalizer) normal(e *expr) *expr {
	n.spend()
	switch e.kind {
	case variable, constant, failure:
		return e
	case lambda:
		return n.canonical(e.params, n.normal(e.args[0]))
	}
	args := make([]*expr, len(e.args))
	for i, a := range e.args {
		if args[i] = n.normal(a); args[i].kind == failure && !(e.kind == choice && i > 0) {
			return args[i]
		}
	}
	return n.made(e.kind, e.name, args)
}

// canonical names the parameters of a function by how many functions are inside it, and reduces
// \x.f(x) to f.
func (n *normalizer) canonical(params []string, body *expr) *expr {
	level := body.depth()
	names := map[string]*expr{}
	var own []string
	for i, p := range params {
		own = append(own, "λ"+strconv.Itoa(level)+"."+strconv.Itoa(i))
		names[p] = newExpr(variable, own[i])
	}
	body = substitute(body, names)
	// A function that only applies another one is that one.
	if body.kind == apply && len(body.args) == len(own)+1 {
		same := !slices.ContainsFunc(own, body.args[0].mentions)
		for i, p := range own {
			same = same && body.args[i+1].kind == variable && body.args[i+1].name == p
		}
		if same {
			return body.args[0]
		}
	}
	return newLambda(own, body)
}

// made is the normal form of a node whose parts are normal.
func (n *normalizer) made(k kind, name string, args []*expr) *expr {
	switch k {
	case apply:
		f := args[0]
		if f.kind == choice {
			return n.made(choice, "", []*expr{f.args[0], n.made(apply, "", append([]*expr{f.args[1]}, args[1:]...)), n.made(apply, "", append([]*expr{f.args[2]}, args[1:]...))})
		}
		if f.kind == lambda && len(f.params) == len(args)-1 {
			names := map[string]*expr{}
			for i, p := range f.params {
				names[p] = args[i+1]
			}
			return n.normal(substitute(f.args[0], names))
		}
	case project:
		if args[0].kind == tuple {
			if i, err := strconv.Atoi(name); err == nil && i < len(args[0].args) {
				return args[0].args[i]
			}
		}
	case choice:
		return n.chosen(args)
	case call:
		return n.called(name, args)
	}
	return n.hypothesized(newExpr(k, name, args...))
}

func isTruth(e *expr, text string) bool { return e.kind == constant && e.name == text }

func (n *normalizer) chosen(args []*expr) *expr {
	c := args[0]
	if v, known := n.decided[c.key()]; known {
		c = newExpr(constant, map[bool]string{true: "True", false: "False"}[v])
	}
	switch {
	case isTruth(c, "True"):
		return args[1]
	case isTruth(c, "False"):
		return args[2]
	case args[1].key() == args[2].key():
		return args[1]
	case isTruth(args[1], "True") && isTruth(args[2], "False"):
		return c
	case c.kind == choice:
		// if (if a b c) d e = if a (if b d e) (if c d e)
		return n.chosen([]*expr{c.args[0], n.chosen([]*expr{c.args[1], args[1], args[2]}), n.chosen([]*expr{c.args[2], args[1], args[2]})})
	}
	return newExpr(choice, "", c, args[1], args[2])
}

// called applies the first law that fits; those of operators on numbers are in order.go.
func (n *normalizer) called(name string, args []*expr) *expr {
	e := n.ordered(name, args)
	if e.kind != call {
		return e
	}
	for _, l := range n.laws[e.name] {
		bound := map[string]*expr{}
		if match(l.left, e, bound) {
			n.spend()
			return n.normal(substitute(l.right, bound))
		}
	}
	return n.hypothesized(e)
}

func (n *normalizer) hypothesized(e *expr) *expr {
	for _, l := range n.more {
		bound := map[string]*expr{}
		if (l.keep == "" || e.mentions(l.keep)) && match(l.left, e, bound) {
			if r := substitute(l.right, bound); r.key() != e.key() {
				n.spend()
				return n.normal(r)
			}
		}
	}
	return e
}

// ordered brings sums and products into one order: they are commutative, and associative where
// rounding does not count. Numbers are added up as int32, at the end. Other commutative functions have
// their operands in order.
func (n *normalizer) ordered(name string, args []*expr) *expr {
	if name != "add" && name != "multiply" || len(args) != 2 {
		if (name == "maximum" || name == "minimum" || name == "equal" || name == "logical_or" || name == "logical_and") && len(args) == 2 && args[1].key() < args[0].key() {
			args = []*expr{args[1], args[0]}
		}
		return newExpr(call, name, args...)
	}
	var operands []*expr
	for _, a := range args {
		if a.kind == call && a.name == name && !n.exact {
			operands = append(operands, flat(name, a)...)
		} else {
			operands = append(operands, a)
		}
	}
	if n.exact {
		sort.Slice(operands, func(i, j int) bool { return operands[i].key() < operands[j].key() })
		return newExpr(call, name, operands...)
	}
	whole, rest := int64(0), operands[:0:0]
	if name == "multiply" {
		whole = 1
	}
	numbers := 0
	for _, o := range operands {
		v, err := strconv.ParseInt(o.name, 10, 32)
		switch {
		case o.kind != constant || err != nil:
			rest = append(rest, o)
			continue
		case name == "add":
			whole = int64(int32(whole + v))
		default:
			whole = int64(int32(whole * v))
		}
		numbers++
	}
	sort.Slice(rest, func(i, j int) bool { return rest[i].key() < rest[j].key() })
	neutral := name == "add" && whole == 0 || name == "multiply" && whole == 1
	if numbers > 0 && !neutral || len(rest) == 0 {
		rest = append(rest, newExpr(constant, strconv.FormatInt(whole, 10)))
	}
	sum := rest[len(rest)-1]
	for i := len(rest) - 2; i >= 0; i-- {
		sum = newExpr(call, name, rest[i], sum)
	}
	return sum
}

func flat(name string, e *expr) []*expr {
	if e.kind == call && e.name == name {
		return append(flat(name, e.args[0]), flat(name, e.args[1])...)
	}
	return []*expr{e}
}

// substitute puts expressions in the place of variables. A parameter of a function whose name an
// inserted expression mentions is renamed, so that none is captured.
func substitute(e *expr, names map[string]*expr) *expr {
	if e.kind == variable {
		if v := names[e.name]; v != nil {
			return v
		}
		return e
	}
	if len(e.args) == 0 {
		return e
	}
	inner := names
	params := e.params
	if e.kind == lambda {
		// Parameters get names that nothing in the substitution has.
		inner = map[string]*expr{}
		for k, v := range names {
			inner[k] = v
		}
		params = nil
		for _, p := range e.params {
			own := p
			for slices.ContainsFunc(valuesOf(names), func(v *expr) bool { return v.mentions(own) }) {
				own += "'"
			}
			inner[p] = newExpr(variable, own)
			params = append(params, own)
		}
	}
	args := make([]*expr, len(e.args))
	same := true
	for i, a := range e.args {
		args[i] = substitute(a, inner)
		same = same && args[i] == a
	}
	if same && e.kind != lambda {
		return e
	}
	if e.kind == lambda {
		return newLambda(params, args[0])
	}
	return newExpr(e.kind, e.name, args...)
}

func valuesOf(names map[string]*expr) []*expr {
	var all []*expr
	for _, v := range names {
		all = append(all, v)
	}
	return all
}

// match matches an expression with the left side of a law, and binds the law's variables. Functions
// match equal functions alone: there is no matching under a parameter.
func match(p, e *expr, bound map[string]*expr) bool {
	if p.kind == variable && strings.HasPrefix(p.name, "?") {
		if known := bound[p.name]; known != nil {
			return known.key() == e.key()
		}
		bound[p.name] = e
		return true
	}
	if p.kind == lambda {
		return e.kind == lambda && p.key() == e.key()
	}
	if p.kind != e.kind || p.name != e.name || len(p.args) != len(e.args) {
		return false
	}
	for i := range p.args {
		if !match(p.args[i], e.args[i], bound) {
			return false
		}
	}
	return true
}
