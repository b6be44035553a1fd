package fractaltensor

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// A val is a value of the translated program.
type val struct {
	c          *code
	atom       bool // the text may stand in several places: it is a variable or a component of one
	loose      bool // as an operand it stands in parentheses
	block      bool // the text is a block in braces
	star       bool // a FractalTensor in the place of `*xs`, of which it is not known how many there are
	bad        bool // what was said is in the place of this
	t          *typ
	konst      any    // int64, float64, string or bool, of a value that is known; none for None
	items      []*val // of a tuple or list that is written out
	components int    // of items, with what is in them
	fn         *local // of a lambda, a function within a function or a bound operation
}

type none struct{}

// A local is a function of the program whose parameters have no types yet.
type local struct {
	params    []python.Param
	x         python.Expr   // of a lambda
	body      []python.Stmt // of a function
	scope     *scope        // where it was written
	operation string        // of `ops.add`
	global    *python.Func
	home      *module
}

// A scope translates the body of one function.
type scope struct {
	r        *reader
	m        *module
	d        *definition
	failures int         // of the reader, where the function began
	at       python.Span // the call that leads to a function of another module
	outer    *scope
	vars     map[string]*val
	lines    []*code // of the block that is written
}

// span is the place in the program of a node.
func (s *scope) span(x python.Expr) python.Span {
	if s.m.main {
		return x.Range()
	}
	return s.at
}

// fail reports what is not translated. A hole stands in its place.
func (s *scope) fail(x python.Expr, code codes.Code, message string) *val {
	at := s.span(x)
	if !s.m.main {
		message = "in an imported function: " + message
	}
	s.r.failures++
	s.r.note(code, codes.Error, at, message)
	return &val{c: text(at, "?"), atom: true, bad: true}
}

func (s *scope) tooLarge(x python.Expr) *val {
	return s.fail(x, codes.TooLarge, "the program is too large: functions within functions are written out where they are called")
}

// inner is a block within the block.
func (s *scope) inner() *scope {
	i := *s
	i.vars, i.lines = map[string]*val{}, nil
	i.outer = s
	return &i
}

func (s *scope) braces(result *val) *code {
	return text(python.Span{}, "{ ", joined(python.Span{}, " ", append(append([]*code{}, s.lines...), result.c)), " }")
}

// allAtoms needs no memory of what it saw, because a tuple has at most maxComponents.
func allAtoms(items []*val) bool {
	for _, v := range items {
		if !v.atom && v.konst == nil && (v.items == nil || !allAtoms(v.items)) {
			return false
		}
	}
	return true
}

// tuple is a tuple of values that is written out.
func (s *scope) tuple(x python.Expr, items []*val) *val {
	v := &val{items: append([]*val{}, items...), components: 1}
	for _, item := range items {
		v.components += max(item.components, 1)
	}
	if v.components > maxComponents {
		return s.fail(x, codes.TooLarge, fmt.Sprintf("the tuple has more than %d components, with those of the tuples in it: keep fewer in one", maxComponents))
	}
	return v
}

// fresh is a name for a binding that no other in the function has: the body of a function within it
// is written where it is called, and may not meet another variable of one of its names.
func (s *scope) fresh(name string) string {
	if name == "_" {
		name = "_x"
	}
	base := strings.TrimPrefix(localName(name), "%")
	local := base
	for i := 2; s.d.locals[local]; i++ {
		local = fmt.Sprintf("%s_%d", base, i)
	}
	s.d.locals[local] = true
	return "%" + local
}

// variable finds a variable of a scope or of one around it.
func (s *scope) variable(name string) *val {
	for i := s; i != nil; i = i.outer {
		if v, ok := i.vars[name]; ok {
			return v
		}
	}
	return nil
}

// named makes an atom of a value, by a `let` if need be.
func (s *scope) named(v *val) *val {
	if v.atom || v.konst != nil || v.items != nil {
		return v
	}
	name := s.fresh("v")
	s.lines = append(s.lines, text(python.Span{}, "let ", name, " = ", v.c, ";"))
	return &val{c: text(v.c.span, name), atom: true, t: v.t}
}

// value is a value as code.
func (s *scope) value(v *val) *val {
	if v.c != nil {
		return v
	}
	w := *v
	switch k := v.konst.(type) {
	case int64:
		w.c, w.t = text(python.Span{}, fmt.Sprint(k)), integerType
	case float64:
		w.c, w.t = text(python.Span{}, floatText(k)), tensorOf("float32")
	case bool:
		w.c, w.t = text(python.Span{}, map[bool]string{true: "True", false: "False"}[k]), tensorOf("bool")
	default:
		if v.items == nil {
			w.c = text(python.Span{}, "?")
			break
		}
		var parts []*code
		var fields []*typ
		for _, item := range v.items {
			p := s.value(item)
			parts = append(parts, p.c)
			fields = append(fields, p.t)
		}
		w.c, w.t = text(python.Span{}, "(", joined(python.Span{}, ", ", parts), ")"), tupleOf(fields...)
		if len(parts) == 1 {
			w.c = text(python.Span{}, "(", parts[0], ",)")
		}
	}
	return &w
}

// listed is a tuple or list of the program as a FractalTensor.
func (s *scope) listed(v *val) *val {
	var parts []*code
	var t *typ
	for _, item := range v.items {
		p := s.value(item)
		parts, t = append(parts, p.c), p.t
	}
	return &val{t: sequenceOf(t), c: text(python.Span{}, "[", joined(python.Span{}, ", ", parts), "]")}
}
