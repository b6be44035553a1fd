package rulefile

import (
	"fmt"
	"sync"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A form is a pattern that is written as a call of a word.
type form struct {
	usage       string
	doc         string // what it matches
	least, most int    // how many operands; -1: any number
	behind      bool   // it may be written after its first operand, `p.optional(q)`, or, where it has none, after what it is asked of
	read        func(r *reader, c *formCall) *pattern.Pattern
}

// A formCall is one use of a form.
type formCall struct {
	name  string
	at    syntax.Span // of the name
	items []*item
	of    *pattern.Pattern // before the point; nil
	span  syntax.Span
}

var forms map[string]*form

func init() {
	forms = map[string]*form{
		"is_expr":           {"is_expr(nn.relu(%x))", "an expression that is equal to this one", 1, 1, false, (*reader).isExpr},
		"is_var":            {"is_var()` or `is_var(\"x\")", "a variable, or one of this name", 0, 1, false, (*reader).isVar},
		"is_constant":       {"is_constant()", "a literal, `Constant(…)`, metadata", 0, 0, false, (*reader).isConstant},
		"is_op":             {"is_op(\"nn.relu\")", "the operator itself", 1, 1, false, (*reader).isOp},
		"is_tuple":          {"is_tuple(p, q)", "a tuple of these; `is_tuple(...)`: of any number", 0, -1, false, (*reader).isTuple},
		"is_tuple_get_item": {"is_tuple_get_item(p, 0)", "a component of a tuple; without a number, any", 1, 2, true, (*reader).isTupleGetItem},
		"function":          {"function([p, q], body)", "a function with these parameters; `function(..., body)`: with any", 2, 2, false, (*reader).function},
		"is_if":             {"is_if(condition, then, else)", "an `if`", 3, 3, false, (*reader).isIf},
		"is_let":            {"is_let(variable, value, body)", "a `let`", 3, 3, false, (*reader).isLet},
		"is_match":          {"is_match(p, [P => q])", "a match with exactly these clauses; `is_match(p, ...)`: with any", 2, 2, false, (*reader).isMatch},
		"is_constructor":    {"is_constructor(\"Cons\")", "the constructor itself", 1, 1, false, (*reader).isConstructorForm},
		"has_type":          {"has_type(Tensor[(2, ?), float32])", "an expression of this type; `?` is any extent", 1, 1, true, (*reader).hasType},
		"has_dtype":         {"has_dtype(\"float32\")", "a tensor of this element type", 1, 1, true, (*reader).hasDtype},
		"has_shape":         {"has_shape((1, ?, 28))", "a tensor of this shape: `?` is any extent, `...` any further ones", 1, 1, true, (*reader).hasShape},
		"has_attr":          {"has_attr(data_layout = \"NHWC\")", "a call, function or operator with these attributes; a default counts as written", 0, -1, true, (*reader).hasAttr},
		"kind":              {"kind(\"elemwise\")", "an operator of this kind", 1, 1, false, (*reader).kindForm},
		"optional":          {"optional(p, nn.relu(it))", "the first pattern, or the second, in which `it` is the first", 2, 2, true, (*reader).optional},
		"dominates":         {"dominates(parent, path, child)", "the third pattern, where every way back to the first goes through the second, and nothing outside uses what lies between", 3, 3, false, (*reader).dominates},
		"any_depth":         {"any_depth(p)", "an expression that is or contains one that the pattern matches", 1, 1, true, (*reader).anyDepth},
	}
}

// kindWords are words for calls of all operators of a kind.
var kindWords = map[string]op.Kind{
	"is_elemwise": op.Elementwise, "is_broadcast": op.Broadcast,
	"is_injective": op.Injective, "is_reduction": op.CommReduce,
}

// kindNames are the kinds of operators.
var kindNames = []string{"elemwise", "broadcast", "injective", "comm_reduce", "out_elemwise_fusable", "opaque"}

var kinds = sync.OnceValue(func() map[string]op.Kind {
	found := map[string]op.Kind{}
	for k := op.Opaque; k < op.TupleKind; k++ {
		found[k.String()] = k
	}
	return found
})

// form reads a form.
func (r *reader) form(f *form, c *formCall) *pattern.Pattern {
	if n := len(c.items); n < f.least || f.most >= 0 && n > f.most {
		r.report(c.span, fmt.Sprintf("`%s` takes %s, and here %s", c.name, operands(f), areOf(n)), "it is written `"+f.usage+"`")
		return pattern.Any()
	}
	p := f.read(r, c)
	if p.Span == (syntax.Span{}) {
		p.Span = c.span
	}
	return p
}

func operands(f *form) string {
	switch {
	case f.most < 0:
		return "any number of operands"
	case f.least < f.most:
		return fmt.Sprintf("%d or %s", f.least, count(f.most, "operand"))
	}
	return count(f.least, "operand")
}

// method reads `p.form(…)`.
func (r *reader) method(p *pattern.Pattern, m *method, span syntax.Span) *pattern.Pattern {
	at := at(m.Pos, m.Name)
	f := forms[m.Name]
	if f == nil && p.Kind == pattern.Global {
		r.report(span, fmt.Sprintf("`@%s.%s` is written without `@`: a name with a dot is an operator's", p.Name, m.Name))
		return pattern.Any()
	}
	if f == nil || !f.behind {
		r.noMethod(m.Name, at, f)
		return pattern.Any()
	}
	r.word(at, FormWord, nil)
	c := &formCall{name: m.Name, at: at, items: m.Operands.List, of: p, span: span}
	if asks[m.Name] {
		return withSpan(p.And(r.form(f, c)), span)
	}
	c.items = append([]*item{nil}, c.items...)
	return r.form(f, c)
}

// asks are the forms that say something of what precedes their point.
var asks = map[string]bool{"has_type": true, "has_dtype": true, "has_shape": true, "has_attr": true}

// behindNames are the forms that may follow a pattern.
var behindNames = []string{"has_type", "has_dtype", "has_shape", "has_attr", "optional", "any_depth", "is_tuple_get_item"}

func (r *reader) noMethod(name string, at syntax.Span, f *form) {
	if f != nil {
		r.report(at, fmt.Sprintf("`%s` cannot be written after a pattern", name), "write `"+f.usage+"`")
		return
	}
	d := r.report(at, fmt.Sprintf("`%s` cannot be written after a pattern", short(name)), "these can: "+quoted(behindNames))
	suggest(d, name, spelling.Near(name, behindNames))
}
