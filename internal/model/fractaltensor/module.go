package fractaltensor

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/python"
)

// An Opener returns the text of a module that the program imports, by its path in components; false
// where there is none. dots is how many dots precede a relative import.
type Opener func(components []string, dots int) (text string, ok bool)

// A module is a text of Python: what its names denote, as far as that is known without running it.
type module struct {
	text       string
	main       bool // the program itself
	functions  map[string]*python.Func
	classes    map[string]*python.Class
	values     map[string]python.Expr // of the variables of the module, from the last assignment; nil for one that is computed
	imports    map[string]imported
	stars      []*module       // of `from m import *`, the last one first in force
	operations map[string]bool // the names of `kaleido.operations`, such as `ops`
	order      []*python.Func  // as they are written
}

// An imported is what a name of an import denotes: a name of another module, or with the name "" the
// module itself.
type imported struct {
	from *module // nil for one that is not read
	name string
	path string
}

// parse reads a module and what it imports. Errors of syntax are reported for the program alone: the
// statements of an imported module that can be read are enough.
func (r *reader) parse(source string, main bool) *module {
	m := &module{
		text: source, main: main, functions: map[string]*python.Func{}, classes: map[string]*python.Class{},
		values: map[string]python.Expr{}, imports: map[string]imported{}, operations: map[string]bool{},
	}
	statements, errors := python.Parse(source)
	if main {
		for _, e := range errors {
			r.note(codes.SyntaxError, codes.Error, e.Span, e.Message)
		}
	}
	r.declare(m, statements)
	return m
}

// declare records what the statements of a module define. The functions of an `if` are those of its
// first branch, and what belongs to `if __name__ == "__main__"` is a program's use of itself.
func (r *reader) declare(m *module, statements []python.Stmt) {
	for _, s := range statements {
		switch s := s.(type) {
		case *python.Func:
			s.Params = named(s.Params)
			m.functions[s.Name] = s
			m.order = append(m.order, s)
		case *python.Class:
			m.classes[s.Name] = s
		case *python.Import:
			r.imports(m, s)
		case *python.If:
			if lastName(compared(s.Test)) != "__name__" {
				r.declare(m, s.Then)
				m.assignments(s.Then, false)
				m.assignments(s.Else, false)
			}
		case *python.Try:
			r.declare(m, s.Body)
			for _, h := range s.Handlers {
				m.assignments(h.Body, false)
			}
		default:
			m.assignments([]python.Stmt{s}, true)
		}
	}
}

// named are parameters without the mark `*`, after which arguments are given by name alone.
func named(params []python.Param) []python.Param {
	return slices.DeleteFunc(slices.Clone(params), func(p python.Param) bool { return p.Star == 1 && p.Name == "" })
}

// assignments records what statements assign to variables of the module. sure reports whether they
// run once and for certain: a variable that a branch or a loop assigns is computed.
func (m *module) assignments(statements []python.Stmt, sure bool) {
	for _, s := range statements {
		switch s := s.(type) {
		case *python.Assign:
			for _, t := range s.Targets {
				m.assign(t, s.Value, sure)
			}
		case *python.AnnAssign:
			if s.Value != nil {
				m.assign(s.Target, s.Value, sure)
			}
		case *python.AugAssign:
			m.assign(s.Target, nil, false)
		case *python.If:
			m.assignments(s.Then, false)
			m.assignments(s.Else, false)
		case *python.For:
			m.assign(s.Target, nil, false)
			m.assignments(s.Body, false)
			m.assignments(s.Else, false)
		case *python.While:
			m.assignments(s.Body, false)
			m.assignments(s.Else, false)
		case *python.With:
			m.assignments(s.Body, false)
		case *python.Try:
			m.assignments(s.Body, false)
			for _, h := range s.Handlers {
				m.assignments(h.Body, false)
			}
		}
	}
}

// assign records the value of a target, or of each of several; nil for one that is computed.
func (m *module) assign(target, value python.Expr, sure bool) {
	switch t := target.(type) {
	case *python.Name:
		if m.values[t.ID] = value; !sure {
			m.values[t.ID] = nil
		}
	case *python.Starred:
		m.assign(t.X, nil, false)
	case *python.Sequence:
		v, ok := value.(*python.Sequence)
		ok = ok && len(v.Items) == len(t.Items) && !slices.ContainsFunc(append(v.Items[:len(v.Items):len(v.Items)], t.Items...), isStarred)
		for i, item := range t.Items {
			if ok {
				m.assign(item, v.Items[i], sure)
			} else {
				m.assign(item, nil, false)
			}
		}
	}
}

func isStarred(x python.Expr) bool {
	_, ok := x.(*python.Starred)
	return ok
}

func compared(x python.Expr) python.Expr {
	if c, ok := x.(*python.Compare); ok {
		return c.First
	}
	return x
}

// imports reads the modules of an import that are beside the program.
func (r *reader) imports(m *module, s *python.Import) {
	for _, n := range s.Names {
		path, name := n.Name, n.As
		if s.From != "" {
			path = s.From + "." + n.Name
		}
		if name == "" {
			name = n.Name
		}
		if strings.HasSuffix(path, "kaleido.operations") {
			m.operations[name] = true
			continue
		}
		if s.From == "" {
			m.imports[name] = imported{path: path}
			continue
		}
		from := r.module(s.From)
		switch {
		case n.Name == "*" && from != nil:
			m.stars = append(m.stars, from)
		case n.Name == "*":
		default:
			m.imports[name] = imported{from, n.Name, path}
		}
	}
}

// module reads an imported module once; nil where it is not beside the program.
func (r *reader) module(path string) *module {
	if m, ok := r.modules[path]; ok {
		return m
	}
	r.modules[path] = nil
	dots := len(path) - len(strings.TrimLeft(path, "."))
	components := strings.Split(path[dots:], ".")
	if components[0] == "kaleido" || components[0] == "torch" || len(r.modules) > maxModules {
		return nil
	}
	source, ok := r.open(components, dots)
	if !ok {
		return nil
	}
	m := r.parse(source, false)
	r.modules[path] = m
	return m
}

// function finds a function by its name in a module, and the module that defines it: its body is
// read with the names of that one.
func (r *reader) function(m *module, name string) (*python.Func, *module) {
	f, home := find(m, name, func(m *module, name string) *python.Func { return m.functions[name] }, 0)
	return f, home
}

func (r *reader) class(m *module, name string) (*python.Class, *module) {
	return find(m, name, func(m *module, name string) *python.Class { return m.classes[name] }, 0)
}

// value finds the expression that a variable of a module was assigned, and the module.
func (r *reader) value(m *module, name string) (x python.Expr, home *module) {
	found, home := find(m, name, func(m *module, name string) *python.Expr {
		if x, ok := m.values[name]; ok {
			return &x
		}
		return nil
	}, 0)
	if found == nil {
		return nil, nil
	}
	return *found, home
}

// find looks a name up in a module, in what it imports by name, and in the modules of which it
// imports all, the last import first, as assignments do. Modules may import each other: the depth
// ends a cycle.
func find[T any](m *module, name string, get func(*module, string) *T, depth int) (*T, *module) {
	if m == nil || depth > maxModules {
		return nil, nil
	}
	if found := get(m, name); found != nil {
		return found, m
	}
	if i, ok := m.imports[name]; ok {
		return find(i.from, i.name, get, depth+1)
	}
	for i := len(m.stars) - 1; i >= 0; i-- {
		if found, home := find(m.stars[i], name, get, depth+1); found != nil {
			return found, home
		}
	}
	return nil, nil
}

// isOperations reports whether a name is the module `kaleido.operations`.
func isOperations(m *module, name string, depth int) bool {
	if m == nil || depth > maxModules {
		return false
	}
	return m.operations[name] || slices.ContainsFunc(m.stars, func(s *module) bool { return isOperations(s, name, depth+1) })
}

// constant evaluates a number of a module, such as a size; nil for another value. Numbers are those
// of package python: a result that is not exact as an int64 is not known.
func (r *reader) constant(m *module, x python.Expr, depth int) any {
	if r.steps++; depth > maxDepth || r.steps > maxSteps {
		return nil
	}
	switch x := x.(type) {
	case *python.Number:
		return numberOf(x.Text)
	case *python.String:
		return x.Value
	case *python.Name:
		switch x.ID {
		case "True", "False":
			return x.ID == "True"
		case "None":
			return none{}
		}
		if v, home := r.value(m, x.ID); v != nil {
			return r.constant(home, v, depth+1)
		}
	case *python.Unary:
		if v, ok := python.Negate(r.constant(m, x.X, depth+1)); ok && x.Op == "-" {
			return v
		}
	case *python.Binary:
		return arithmetic(x.Op, r.constant(m, x.X, depth+1), r.constant(m, x.Y, depth+1))
	case *python.Call:
		if lastName(x.F) == "int" && len(x.Args) == 1 {
			if n, ok := python.Int(r.constant(m, x.Args[0].X, depth+1)); ok {
				return n
			}
		}
	}
	return nil
}

// numberOf is the value of a literal; nil for an imaginary one.
func numberOf(literal string) any {
	literal = strings.ReplaceAll(literal, "_", "")
	if n, err := strconv.ParseInt(literal, 0, 64); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(literal, 64); err == nil {
		return f
	}
	return nil
}

// valueType is the type of a tensor, FractalTensor or NamedTuple that a module makes, from the
// constructor or the annotated function that it calls; nil for another value. A function that uses
// such a variable gets it as a parameter (scope.capture).
func (r *reader) valueType(m *module, x python.Expr, depth int) *typ {
	c, ok := x.(*python.Call)
	if !ok || depth > maxTypeDepth || len(c.Args) == 0 {
		return nil
	}
	switch name := lastName(c.F); name {
	case "Tensor", "TensorStorage":
		shape, ok := c.Args[0].X.(*python.Sequence)
		if !ok || len(c.Args) < 2 {
			return nil
		}
		t := tensorOf(dtypes[lastName(c.Args[1].X)])
		for _, item := range shape.Items {
			n, ok := r.constant(m, item, 0).(int64)
			if !ok || t.dtype == "" {
				return nil
			}
			t.dims = append(t.dims, strconv.FormatInt(n, 10))
		}
		return t
	case "FractalTensor", "FractalTensorStorage":
		if elem := r.valueType(m, c.Args[0].X, depth+1); elem != nil {
			return sequenceOf(elem)
		}
	default:
		if class, home := r.class(m, name); class != nil {
			return r.classType(home, class)
		}
		if f, home := r.function(m, name); f != nil && f.Result != nil {
			t, _ := r.typeOf(home, f.Result, 0)
			return t
		}
	}
	return nil
}

func (r *reader) source(m *module, x python.Expr) string {
	s := x.Range()
	if s.End > len(m.text) {
		return ""
	}
	return excerpt.Of(m.text[s.Start:s.End], 60)
}
