package fractaltensor

import (
	"fmt"
	"slices"
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
	defaults  []*val        // by parameter; nil for one without
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
	if v.atom || v.konst != nil || v.fn != nil {
		return v
	}
	if v.items != nil {
		return s.eachNamed(v, "v")
	}
	return s.bind(v, "v", v.c.span)
}

// bind binds a value by a `let` to a new variable that is called like name. at is the place of the
// variable in Python.
func (s *scope) bind(v *val, name string, at python.Span) *val {
	local := s.fresh(name)
	s.lines = append(s.lines, text(at, "let ", text(at, local), " = ", v.c, ";"))
	return &val{c: text(python.Span{}, local), atom: true, t: v.t}
}

// eachNamed binds the components of a tuple or list that are computed, so that it stays written out.
func (s *scope) eachNamed(v *val, name string) *val {
	w := *v
	w.items = slices.Clone(v.items)
	for i, item := range v.items {
		switch {
		case item.items != nil:
			w.items[i] = s.eachNamed(item, name)
		case !item.atom && item.konst == nil && item.fn == nil:
			w.items[i] = s.bind(item, name, item.c.span)
		}
	}
	return &w
}

// value writes a value as code. x is the place of an error: what has no value in Frac, such as a
// string, becomes a hole.
func (s *scope) value(x python.Expr, v *val) *val {
	if v.c != nil {
		return v
	}
	w := *v
	switch k := v.konst.(type) {
	case int64:
		w.c, w.t = text(python.Span{}, fmt.Sprint(k)), integerType
	case float64:
		return s.float(x, k, "float32")
	case bool:
		w.c, w.t = text(python.Span{}, map[bool]string{true: "True", false: "False"}[k]), tensorOf("bool")
	case none: // as the result of a `return` without a value
		w.c, w.t = text(python.Span{}, "()"), tupleOf()
	case string:
		return s.fail(x, codes.TypeMismatch, "a string is no value of a program: values are numbers, tensors, FractalTensors and tuples")
	case *typ:
		return s.fail(x, codes.TypeMismatch, "a type is no value of a program: values are numbers, tensors, FractalTensors and tuples")
	default:
		if v.items == nil {
			return s.fail(x, codes.TypeMismatch, "a function is no value of a program: it is called, or an argument of an operation such as `ops.map`")
		}
		parts := make([]*code, len(v.items))
		fields := make([]*typ, len(v.items))
		for i, item := range v.items {
			p := s.value(x, item)
			parts[i], fields[i] = p.c, p.t
		}
		w.c, w.t = text(python.Span{}, "(", joined(python.Span{}, ", ", parts), ")"), tupleOf(fields...)
		if len(parts) == 1 {
			w.c = text(python.Span{}, "(", parts[0], ",)")
		}
	}
	return &w
}

// listed is a tuple or list of the program as a FractalTensor.
func (s *scope) listed(x python.Expr, v *val) *val {
	parts := make([]*code, len(v.items))
	var t *typ
	for i, item := range v.items {
		p := s.value(x, item)
		if parts[i] = p.c; i == 0 {
			t = p.t
		} else if p.t.String() != t.String() {
			t = nil
		}
	}
	return &val{t: sequenceOf(t), c: text(python.Span{}, "[", joined(python.Span{}, ", ", parts), "]")}
}
