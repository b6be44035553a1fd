package matcher_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
)

// A cutter makes a pattern of a part of a program, and says less than that has.
type cutter struct {
	rand    *rand.Rand
	program *randomProgram
	names   map[*expr]string
	fresh   int
	within  []*pattern.Pattern // recursive patterns around
	left    int
}

func newCutter(r *rand.Rand, p *randomProgram) *cutter {
	return &cutter{rand: r, program: p, names: map[*expr]string{}, left: 14}
}

func (c *cutter) one(of int) bool { return c.rand.IntN(of) == 0 }

func (c *cutter) pattern() *pattern.Pattern {
	var computed []*expr
	for _, e := range c.program.all {
		if e.form != variableForm && e.form != literalForm {
			computed = append(computed, e)
		}
	}
	e := computed[c.rand.IntN(len(computed))]
	if c.one(2) {
		e = c.program.result
	}
	if c.one(6) {
		return c.dominates(e)
	}
	if c.one(8) {
		return c.recursion(e)
	}
	return c.cut(e, 1+c.rand.IntN(4))
}

// cut is a pattern that an expression matches, nearly always.
func (c *cutter) cut(e *expr, depth int) *pattern.Pattern {
	c.left--
	p := c.exact(e, depth)
	switch c.rand.IntN(22) {
	case 0:
		p = c.other().Or(p)
	case 1:
		p = p.Or(c.other())
	case 2:
		p = p.And(pattern.Any())
	case 3:
		p = pattern.Contains(p)
	case 4, 5, 6:
		p = p.As(c.name(e))
	case 7:
		if e.form != variableForm && c.left > 0 {
			p = c.dominates(e)
		}
	case 8:
		if c.left > 0 {
			p = c.recursion(e)
		}
	case 9:
		if len(c.within) > 0 {
			p = c.within[c.rand.IntN(len(c.within))].Or(p)
		}
	}
	return p
}

// name is a name for an expression: mostly always the same.
func (c *cutter) name(e *expr) string {
	if c.one(8) {
		return []string{"a", "b", "c"}[c.rand.IntN(3)]
	}
	if c.names[e] == "" || c.one(5) {
		c.names[e] = string(rune('a' + c.fresh%8))
		c.fresh++
	}
	return c.names[e]
}

func (c *cutter) exact(e *expr, depth int) *pattern.Pattern {
	if depth == 0 || c.left < 0 || c.one(12) {
		switch c.rand.IntN(6) {
		case 0:
			return pattern.Any()
		case 1:
			if v := e.variable + e.name; e.form == variableForm || e.bound == byLet {
				return pattern.IsVar([]string{"", v}[c.rand.IntN(2)]).As(c.name(e))
			}
		}
		return pattern.Var(c.name(e))
	}
	switch e.form {
	case variableForm:
		return pattern.IsVar([]string{"", e.name, "x"}[c.rand.IntN(3)])
	case literalForm:
		if c.one(2) {
			return pattern.IsConstant()
		}
		return pattern.IsValue(op.Int(int64(e.name[0]-'0')), "")
	case tupleForm:
		if c.one(5) {
			return pattern.IsTupleAny()
		}
		return pattern.IsTuple(c.cut(e.args[0], depth-1), c.cut(e.args[1], depth-1))
	case projectForm:
		index := e.index
		if c.one(4) {
			index = pattern.AnyIndex
		}
		return pattern.IsTupleGetItem(c.cut(e.args[0], depth-1), index)
	}
	return c.call(e, depth)
}

func (c *cutter) call(e *expr, depth int) *pattern.Pattern {
	callee := c.operator(e.name)
	if c.one(12) {
		return callee.CallAny()
	}
	var args []*pattern.Pattern
	for _, a := range e.args {
		args = append(args, c.cut(a, depth-1))
	}
	if len(args) == 2 && c.one(4) {
		slices.Reverse(args)
	}
	if c.one(3) {
		if grouped := c.grouped(e, depth); grouped != nil {
			return grouped
		}
	}
	return callee.Call(args...)
}

// grouped writes a product and a quotient in the other grouping.
func (c *cutter) grouped(e *expr, depth int) *pattern.Pattern {
	times, over := c.operator(op.Multiply), c.operator(op.Divide)
	l, r := e.args[0], e.args[len(e.args)-1]
	switch {
	case e.name == op.Divide && l.form == applyForm && l.name == op.Multiply:
		a, b := c.cut(l.args[0], depth-1), c.cut(l.args[1], depth-1)
		if c.one(2) {
			a, b = b, a
		}
		return times.Call(a, over.Call(b, c.cut(r, depth-1)))
	case e.name == op.Multiply && r.form == applyForm && r.name == op.Divide:
		return over.Call(times.Call(c.cut(l, depth-1), c.cut(r.args[0], depth-1)), c.cut(r.args[1], depth-1))
	}
	return nil
}

func (c *cutter) operator(name string) *pattern.Pattern {
	if checktest.Ops()[name] == nil {
		return pattern.Any()
	}
	switch c.rand.IntN(14) {
	case 0:
		return pattern.Any()
	case 1:
		return pattern.IsOp(name).Or(pattern.IsOp("exp"))
	case 2:
		return pattern.IsOfKind(checktest.Ops()[name].Kind)
	case 3:
		return pattern.Var("f")
	case 4:
		return pattern.IsOp(binaryNames[c.rand.IntN(len(binaryNames))])
	}
	return pattern.IsOp(name)
}

// other is a pattern of some expression, small.
func (c *cutter) other() *pattern.Pattern {
	return c.cut(c.program.all[c.rand.IntN(len(c.program.all))], c.rand.IntN(2))
}

// dominates has the expression as child, and what lies after it as parent.
func (c *cutter) dominates(e *expr) *pattern.Pattern {
	parent := e
	for range 1 + c.rand.IntN(3) {
		if len(parent.args) > 0 {
			parent = parent.args[c.rand.IntN(len(parent.args))]
		}
	}
	path := pattern.Any().CallAny()
	switch c.rand.IntN(5) {
	case 0:
		path = pattern.IsOfKind(op.Elementwise).CallAny().Or(pattern.IsOfKind(op.Broadcast).CallAny())
	case 1:
		path = pattern.Any().Call(pattern.Any(), pattern.Var("p")).Or(pattern.Any().Call(pattern.Any()))
	case 2:
		path = pattern.Any()
	case 3:
		path = pattern.Any().CallAny().As("q").Or(pattern.Any())
	}
	return pattern.Dominate(c.cut(parent, c.rand.IntN(2)), path, c.cut(e, c.rand.IntN(3)))
}

// recursion goes down a way of operands.
func (c *cutter) recursion(e *expr) *pattern.Pattern {
	return pattern.Recursion("r", func(self *pattern.Pattern) *pattern.Pattern {
		c.within = append(c.within, self)
		defer func() { c.within = c.within[:len(c.within)-1] }()
		end := c.other()
		if c.one(2) {
			end = pattern.IsVar("")
		}
		step := pattern.Any().Call(self, c.leaf()).Or(pattern.Any().Call(self))
		if c.one(3) {
			step = pattern.Any().Call(c.leaf(), self).Or(c.operator(e.name).Call(self))
		}
		if c.one(4) {
			return end.Or(step)
		}
		return step.Or(end)
	})
}

func (c *cutter) leaf() *pattern.Pattern {
	return []*pattern.Pattern{pattern.Any(), pattern.Var("s"), pattern.Var("t"), pattern.IsVar("").As("u")}[c.rand.IntN(4)]
}

// owners finds for each name the innermost recursive pattern, or dominator with the
// name in its path, outside of which it does not stand.
func owners(root *pattern.Pattern) map[string]*pattern.Pattern {
	mentions := func(root *pattern.Pattern) map[string]int {
		count := map[string]int{}
		var walk func(p *pattern.Pattern, around []*pattern.Pattern)
		walk = func(p *pattern.Pattern, around []*pattern.Pattern) {
			if slices.Contains(around, p) {
				return
			}
			if p.Kind == pattern.Variable || p.Kind == pattern.Capture {
				count[p.Name]++
			}
			for _, part := range p.Parts {
				walk(part, append(slices.Clone(around), p))
			}
		}
		walk(root, nil)
		return count
	}
	all, found := mentions(root), map[string]*pattern.Pattern{}
	var walk func(p *pattern.Pattern, around []*pattern.Pattern)
	walk = func(p *pattern.Pattern, around []*pattern.Pattern) {
		if slices.Contains(around, p) {
			return
		}
		inside := p
		if p.Kind == pattern.Dominates {
			inside = p.Parts[1]
		}
		if p.Kind == pattern.Dominates || p.Kind == pattern.Recursive {
			for name, n := range mentions(inside) {
				if n == all[name] {
					found[name] = p
				}
			}
		}
		for _, part := range p.Parts {
			walk(part, append(slices.Clone(around), p))
		}
	}
	walk(root, nil)
	return found
}

// show writes a pattern for people.
func show(p *pattern.Pattern, around []*pattern.Pattern) string {
	if slices.Contains(around, p) {
		return "r" + fmt.Sprint(slices.Index(around, p))
	}
	around = append(slices.Clone(around), p)
	var parts []string
	for _, part := range p.Parts {
		parts = append(parts, show(part, around))
	}
	list := strings.Join(parts, ", ")
	switch p.Kind {
	case pattern.Wildcard:
		return "_"
	case pattern.Variable:
		return p.Name
	case pattern.Capture:
		return "(" + p.Name + " = " + list + ")"
	case pattern.Call:
		if p.Open {
			return list + "(...)"
		}
		return parts[0] + "(" + strings.Join(parts[1:], ", ") + ")"
	case pattern.Or:
		return "(" + strings.Join(parts, " | ") + ")"
	case pattern.And:
		return "(" + strings.Join(parts, " & ") + ")"
	case pattern.Operator:
		return p.Name
	case pattern.Local:
		return fmt.Sprintf("is_var(%q)", p.Name)
	case pattern.Constant:
		return fmt.Sprint(p.Value.Int)
	case pattern.AnyConstant:
		return "is_constant()"
	case pattern.OfKind:
		return fmt.Sprintf("kind(%q)", p.Operation)
	case pattern.Tuple:
		return "is_tuple(" + list + ")"
	case pattern.Projection:
		return fmt.Sprintf("is_tuple_get_item(%s, %d)", list, p.Index)
	case pattern.Dominates:
		return "dominates(" + list + ")"
	case pattern.AnyDepth:
		return "any_depth(" + list + ")"
	case pattern.Recursive:
		return fmt.Sprintf("(rec r%d: %s)", len(around)-1, list)
	}
	return fmt.Sprintf("?%d", p.Kind)
}

// consumesNothing recognizes a recursion that comes back to itself at the same place.
func consumesNothing(root *pattern.Pattern) bool {
	found := false
	pattern.Walk(root, func(p *pattern.Pattern) {
		if p.Kind == pattern.Recursive {
			met := map[*pattern.Pattern]bool{}
			rest := []*pattern.Pattern{p.Parts[0]}
			for len(rest) > 0 {
				q := rest[len(rest)-1]
				rest = rest[:len(rest)-1]
				found = found || q == p
				if met[q] {
					continue
				}
				met[q] = true
				switch q.Kind {
				case pattern.Or, pattern.And, pattern.Capture, pattern.Recursive, pattern.AnyDepth:
					rest = append(rest, q.Parts...)
				case pattern.Dominates:
					rest = append(rest, q.Parts[2])
				}
			}
		}
	})
	return found
}
