package fractaltensor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// A val is the value of an expression of Python: known, written out, a function, or computed (see the
// package comment). A val never changes once it is made; whoever needs another one copies it.
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

// A none is None, as the konst of a val: nil is a val without one.
type none struct{}

// A local is a function whose body is written where it is called: a lambda, a function within a
// function, an operation such as `ops.add` as an argument, or a function of the program, which becomes
// a definition for the types of the call.
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

// A scope translates one block: the body of a function, of a lambda or of a branch. Names are looked
// up from the inside out, as Python's are, but a block of its own begins with each branch, too, whose
// assignments are not seen after it: the statements after a branch are translated within it.
type scope struct {
	r        *reader
	m        *module
	d        *definition
	failures int         // of the reader, where the function began
	at       python.Span // the call of the program that leads to a function of another module
	outer    *scope
	vars     map[string]*val // the last assignment of each variable
	lines    []*code         // the `let`s of the block
}

// span is the place of a node in the program: of a node of an imported module, the call that leads
// there, because diagnostics have places in the program's text alone.
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

// inner is a block within the block, with lines of its own.
func (s *scope) inner() *scope {
	i := *s
	i.vars, i.lines = map[string]*val{}, nil
	i.outer = s
	return &i
}

// braces is the block as an expression: its lines, and a result.
func (s *scope) braces(result *val) *code {
	return text(python.Span{}, "{ ", joined(python.Span{}, " ", append(append([]*code{}, s.lines...), result.c)), " }")
}

// tuple is a tuple of values that is written out. Its size is that of its text: `y = (y, y)`, sixty
// times, is a tuple of 2^60 components that share all their parts.
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

// fresh is a name for a binding that no other binding of the definition has. The body of a function
// within it is written where it is called, where a variable of one of its free names may have been
// assigned again: with one name for each binding, substitution captures nothing. `z` in
//
//	def helper(y): z = y * y; return z + w
//	return helper(z)
//
// is %z of the parameters, and %z_2 in the body.
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

// variable finds a variable of a scope or of one around it. A function within a function sees the
// last assignment before its call, as a closure of Python does, and not before its definition.
func (s *scope) variable(name string) *val {
	for i := s; i != nil; i = i.outer {
		if v, ok := i.vars[name]; ok {
			return v
		}
	}
	return nil
}

// named makes a value that may be written several times: computed parts are bound by a `let` of the
// block.
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

// value writes a value as code. An integer is of int32 and a number with a point of float32, unless an
// operand gives another type (scope.fitted). x is the place of an error: what has no value in Frac,
// such as a string, becomes a hole.
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

// listed is a tuple or list of the program as a FractalTensor. Its elements have one type; where the
// types that are known differ, none is claimed, and the check reports elements that do not agree.
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
