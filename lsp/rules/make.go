package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Depths are how deep a made pattern goes, the first of them that matches counts: what
// lies deeper is a variable.
//
// The size is bounded by mostParts besides.
var Depths = []int{12, 6, 3, 2, 1}

// Make generalizes one expression to a rule that matches it: subtrees below depth and all that
// patterns cannot express become variables, equal variables of the program equal variables of
// the rule, so that `%x * %x` gives `x * x` and not `x * y`. The result is checked by parsing
// it; whether it matches is for the caller to ask, deepest pattern first (Depths).
//
// Make is the text of a rule of a name that matches an expression: its operators and
// literals stay, its variables and what has no pattern become variables of the rule. It
// is "" where nothing but a variable or a literal would be left, or where the text is no rule.
func Make(info *typecheck.Info, n syntax.NodeID, name string, depth int) string {
	m := &maker{info: info, item: info.Item, names: map[*typecheck.Object]string{}, taken: map[string]bool{}}
	match := m.pattern(n, depth)
	switch k := m.item.Kind(m.item.Unparen(n)); {
	case m.parts == 0, k == syntax.Int, k == syntax.Float, k == syntax.Bool: // it would match too much
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "find %s {\n", name)
	if len(m.vars) > 0 {
		fmt.Fprintf(&b, "  var %s\n", strings.Join(m.vars, ", "))
	}
	fmt.Fprintf(&b, "  match %s\n}\n", match)
	f := rulefile.Parse("", b.String())
	if len(f.Rules) != 1 || errorsIn(f) > 0 {
		return ""
	}
	return rulefile.Format(b.String())
}

// A maker writes the pattern of an expression.
type maker struct {
	info  *typecheck.Info
	item  *syntax.Item
	names map[*typecheck.Object]string // of variables of the program
	taken map[string]bool
	vars  []string // in the order of first use
	parts int      // of the pattern, without variables
}

// mostParts bounds the size of what is made.
const mostParts = 300

var makers map[syntax.Kind]func(m *maker, n syntax.NodeID, depth int) string

func init() {
	literal := func(m *maker, n syntax.NodeID, _ int) string { return m.item.SourceText(n) }
	makers = map[syntax.Kind]func(*maker, syntax.NodeID, int) string{
		syntax.Int: literal, syntax.Float: literal, syntax.Bool: literal,
		syntax.Call: (*maker).call, syntax.Binary: (*maker).binary, syntax.Unary: (*maker).unary,
		syntax.Tuple: (*maker).tuple, syntax.If: (*maker).choice,
	}
}

// pattern is what matches a node; a variable where there is no text for it, or where it
// lies too deep.
func (m *maker) pattern(n syntax.NodeID, depth int) string {
	for m.item.Kind(n) == syntax.Paren {
		n = m.item.Inner(n)
	}
	make := makers[m.item.Kind(n)]
	if make == nil || depth == 0 || m.parts >= mostParts {
		return m.variable(n)
	}
	m.parts++
	return make(m, n, depth-1)
}

// variable is a variable of the rule: one for each of the program's, and a new one for
// other expressions.
//
// A variable of the program that occurs twice must be the same expression in a match, so it gets one
// variable of the rule. Other expressions get a new one each, although two of them may be equal text:
// that would ask for equality that the user did not write.
func (m *maker) variable(n syntax.NodeID) string {
	var o *typecheck.Object
	base := "e"
	if m.item.Kind(n) == syntax.Local {
		o, base = m.info.Object(n), m.item.SourceText(n)
		if name := m.names[o]; o != nil && name != "" {
			return name
		}
	}
	name := m.free(base)
	if o != nil {
		m.names[o] = name
	}
	m.vars = append(m.vars, name)
	return name
}

// free is a name like another that means nothing else in a rule.
//
// The name is made of the letters of the old one, so that the rule is readable, and gets a number until
// it means nothing in rules and is not taken.
func (m *maker) free(base string) string {
	base = strings.Map(func(c rune) rune {
		if c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' {
			return c
		}
		return -1
	}, base)
	if base == "" || base[0] <= '9' {
		base = "v" + base
	}
	base = strings.ToLower(base[:1]) + base[1:]
	name := base
	for i := 2; m.taken[name] || means(name); i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	m.taken[name] = true
	return name
}

// means reports whether a word has a meaning in rules.
func means(name string) bool {
	is := func(e rulefile.Entry) bool { return e.Name == name }
	return !isName(name) || pattern.Ops()[name] != nil || typecheck.IsBuiltin(name) || clauseWords()[name] || programWords[name] ||
		slices.ContainsFunc(rulefile.Forms(), is) || slices.ContainsFunc(rulefile.Questions(), is) || name == "attrs" || name == "true" || name == "false"
}

func (m *maker) list(all []syntax.NodeID, depth int) string {
	var texts []string
	for _, n := range all {
		texts = append(texts, m.pattern(n, depth))
	}
	return strings.Join(texts, ", ")
}

func (m *maker) tuple(n syntax.NodeID, depth int) string {
	kids := m.item.Kids(n)
	if len(kids) == 1 {
		return "is_tuple(" + m.list(kids, depth) + ")"
	}
	return "(" + m.list(kids, depth) + ")"
}

// The branches of an `if` are blocks with bindings, which patterns do not have: they become variables.
func (m *maker) choice(n syntax.NodeID, depth int) string {
	c := m.item.If(n)
	if c.Else == syntax.NoNode {
		m.parts--
		return m.variable(n)
	}
	return "is_if(" + m.pattern(c.Cond, depth) + ", " + m.variable(c.Then) + ", " + m.variable(c.Else) + ")"
}

func (m *maker) unary(n syntax.NodeID, depth int) string {
	u := m.item.Unary(n)
	if len(u.Operators) != 1 {
		m.parts--
		return m.variable(n)
	}
	return "(" + m.item.SourceText(u.Operators[0]) + m.pattern(u.Operand, depth) + ")"
}

// binary writes a chain of operators of one strength, from the left.
//
// A chain `a - b + c` is one node with links in the tree and nests to the left in patterns.
func (m *maker) binary(n syntax.NodeID, depth int) string {
	b := m.item.Binary(n)
	text := m.pattern(b.First, depth)
	for i := range b.Links() {
		operator, operand := b.Link(i)
		text = "(" + text + " " + m.item.SourceText(operator) + " " + m.pattern(operand, depth) + ")"
	}
	return text
}

// call writes the call of an operator with the attributes that are written, or that of a
// definition.
//
// Attributes are kept only where they are written: a rule with all defaults would match less than the
// user sees.
func (m *maker) call(n syntax.NodeID, depth int) string {
	c := m.item.Call(n)
	understood := m.info.OperatorCall(n)
	if understood == nil || len(understood.Extra) > 0 {
		if m.item.Kind(c.Callee) == syntax.Global && !slices.ContainsFunc(c.Args, func(a syntax.NodeID) bool { return m.item.Kind(a) == syntax.NamedArg }) {
			return m.item.SourceText(c.Callee) + "(" + m.list(c.Args, depth) + ")"
		}
		m.parts--
		return m.variable(n)
	}
	var texts []string
	for _, a := range understood.Args {
		if a != syntax.NoNode {
			texts = append(texts, m.pattern(a, depth))
		}
	}
	for _, a := range understood.Op.Attrs {
		if at, ok := understood.Places[a.Name]; ok && at != syntax.NoNode && isLiteral(m.item, at) {
			texts = append(texts, a.Name+"="+m.item.SourceText(at))
		}
	}
	return understood.Op.Name + "(" + strings.Join(texts, ", ") + ")"
}

// isLiteral reports whether a pattern can have a value of an attribute.
func isLiteral(item *syntax.Item, n syntax.NodeID) bool {
	switch item.Kind(n) {
	case syntax.Int, syntax.Float, syntax.Bool, syntax.String:
		return true
	case syntax.List, syntax.Tuple:
		return !slices.ContainsFunc(item.Kids(n), func(k syntax.NodeID) bool { return !isLiteral(item, k) })
	}
	return false
}
