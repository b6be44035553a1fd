package types

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Equivalence of types by recursion over both. Quantified variables correspond by
// where they first occur (Correspond), so that `fn<a>(a) -> a` and `fn<b>(b) -> b` are
// equivalent (alpha-equivalence); the pairs are kept in two
// tables, and extents of the right side are rewritten in the left side's symbols.

// A Difference is the first place where two types are not equivalent.
type Difference struct {
	Path        string // from the root of both types to the first differing node
	What        string // what differs there: `depth`, `dtype`, `dimension 1`, …, or Kind
	Left, Right string // what each has there
}

// Kind is What of types that have nothing in common, such as a tuple and a function.
const Kind = "type"

// Equivalent decides type equivalence (language, section 3): structural but
// for ADTs, which are nominal; `?` equals only `?`. Where the types differ, it
// gives the first difference in their structure trees.
func Equivalent(a, b Type) (Difference, bool) { return EquivalentWithin(a, b, nil) }

// EquivalentWithin is Equivalent where a meter counts the pairs of types.
func EquivalentWithin(a, b Type, m *steps.Meter) (Difference, bool) {
	c := comparer{meter: m, vars: map[*Var]*Var{}}
	d, ok := c.compare(a, b)
	if !ok {
		slices.Reverse(c.path)
		d.Path = pathText(append(c.path, d.Path))
	}
	return d, ok
}

// Function types are compared up to the names of their variables (alpha
// equivalence): instead of renaming one side, a comparer remembers a bijection.
//
// A comparer holds how the quantified variables of two function types
// correspond: each on the left to the one on the right, and back for extents.
type comparer struct {
	meter   *steps.Meter
	depth   int
	path    []string // from a difference up to the root; gathered where there is one
	vars    map[*Var]*Var
	symbols map[*symbolic.Symbol]*symbolic.Symbol
	pairs   int              // how many have been compared
	same    map[[2]Type]bool // those that are equivalent, of many: types may share parts
}

func (c *comparer) compare(a, b Type) (Difference, bool) {
	a, b = Head(a), Head(b)
	if a == b && len(c.symbols) == 0 || c.same[[2]Type{a, b}] {
		return Difference{}, true
	}
	c.meter.Spend(1)
	if c.depth++; c.meter != nil && c.depth > MaxDepth {
		steps.Exhaust()
	}
	d, ok := c.compareHeads(a, b)
	c.depth--
	if c.pairs++; ok && c.pairs > manyVisits {
		if c.same == nil {
			c.same = map[[2]Type]bool{}
		}
		c.same[[2]Type{a, b}] = true
	}
	return d, ok
}

func (c *comparer) compareHeads(a, b Type) (Difference, bool) {
	if na, nb := node(a), node(b); na != nb {
		return Difference{"", Kind, na, nb}, false
	}
	switch a := a.(type) {
	case *Tensor:
		return c.tensors(a, b.(*Tensor))
	case *Fractal:
		return c.fractals(a, b.(*Fractal))
	case *ADT:
		return c.adts(a, b.(*ADT))
	case *Func:
		return c.functions(a, b.(*Func))
	case *Tuple:
		return c.lists("element", a.Elems, b.(*Tuple).Elems)
	case *Extent:
		if o := b.(*Extent); !a.Dim.Equal(c.renamed(o.Dim)) {
			return Difference{"", "size", a.Dim.String(), c.renamed(o.Dim).String()}, false
		}
	case *Ref:
		return c.below("content", a.Elem, b.(*Ref).Elem)
	case *Var:
		if o := b.(*Var); a != o && c.vars[a] != o {
			s := Strings(a, o)
			return Difference{"", "variable", s[0], c.leftName(o, s[1], s[0])}, false
		}
	}
	return Difference{}, true
}

// leftName names a variable of the right side in a place where the left side has the
// variable `left`: by the left side's variable that it corresponds to, and by its own name
// where that is another one, since both sides may use one name for different variables.
func (c *comparer) leftName(v *Var, name, left string) string {
	for l, r := range c.vars {
		if r == v && l.Name != "" && l.Name != name {
			return l.Name + " (which the second calls " + name + ")"
		}
	}
	if name == left {
		return "another " + name
	}
	return name
}

// node names the root of a type's structure tree.
func node(t Type) string {
	switch t := t.(type) {
	case *Tensor:
		if len(t.Shape) == 0 {
			return "atomic type"
		}
		return "Tensor"
	case *Fractal:
		return "FractalTensor"
	case *ADT:
		return "algebraic type"
	case *Func:
		return "function"
	case *Tuple:
		return fmt.Sprintf("tuple of %d", len(t.Elems))
	case *Extent:
		return "dimension"
	case *Ref:
		return "reference"
	case *Var:
		return "type variable"
	}
	return "unknown type"
}

func (c *comparer) tensors(a, b *Tensor) (Difference, bool) {
	if a.Dtype != b.Dtype {
		what := "dtype"
		if a.Dtype.Class == b.Dtype.Class {
			what = "bit width"
		}
		return Difference{"", what, a.Dtype.String(), b.Dtype.String()}, false
	}
	if len(a.Shape) != len(b.Shape) {
		return Difference{"shape", "rank", fmt.Sprint(len(a.Shape)), fmt.Sprint(len(b.Shape))}, false
	}
	for i := range a.Shape {
		if !a.Shape[i].Equal(c.renamed(b.Shape[i])) {
			return Difference{fmt.Sprintf("dimension %d", i), "size", a.Shape[i].String(), c.renamed(b.Shape[i]).String()}, false
		}
	}
	return Difference{}, true
}

// renamed gives an extent of the right side in the left side's variables.
func (c *comparer) renamed(d Dim) Dim {
	e, ok := d.Symbolic()
	if !ok || len(c.symbols) == 0 {
		return d
	}
	return MapDim(e, func(s *symbolic.Symbol) (Dim, bool) {
		left, ok := c.symbols[s]
		if !ok {
			return Dim{}, false
		}
		return DimOf(symbolic.Var(left)), true
	})
}

func (c *comparer) fractals(a, b *Fractal) (Difference, bool) {
	da, la := Depth(a)
	db, lb := Depth(b)
	if da != db {
		return Difference{"", "depth", fmt.Sprint(da), fmt.Sprint(db)}, false
	}
	d, ok := c.compare(la, lb)
	for range da {
		c.went(ok, "element")
	}
	return d, ok
}

func (c *comparer) adts(a, b *ADT) (Difference, bool) {
	if a.Decl != b.Decl {
		return Difference{"", "name", a.Decl.Name, b.Decl.Name}, false
	}
	return c.lists("argument", a.Args, b.Args)
}

func (c *comparer) functions(a, b *Func) (Difference, bool) {
	if len(a.Params) != len(b.Params) {
		return Difference{"", "number of type parameters", fmt.Sprint(len(a.Params)), fmt.Sprint(len(b.Params))}, false
	}
	params := Correspond(a, b)
	for i, p := range a.Params {
		switch q := params[i]; {
		case p.Var != nil && q.Var != nil:
			if known := c.vars[p.Var]; known != nil && known != q.Var {
				clear(c.same) // it was found where the variable represented another
			}
			c.vars[p.Var] = q.Var
		case p.Sym != nil && q.Sym != nil:
			if c.symbols == nil {
				c.symbols = map[*symbolic.Symbol]*symbolic.Symbol{}
			}
			if c.symbols[q.Sym] != p.Sym {
				clear(c.same)
			}
			c.symbols[q.Sym] = p.Sym
		}
	}
	if d, ok := c.lists("parameter", a.In, b.In); !ok {
		return d, false
	}
	if d, ok := c.below("result", a.Out, b.Out); !ok {
		return d, false
	}
	return c.requirements(a.Where, b.Where)
}

// requirements compares what two functions ask of their parameters. The order of
// relations says nothing.
func (c *comparer) requirements(as, bs []Constraint) (Difference, bool) {
	if len(as) != len(bs) {
		return Difference{"where", "number of requirements", fmt.Sprint(len(as)), fmt.Sprint(len(bs))}, false
	}
	waiting := map[string][]Constraint{}
	for _, b := range bs {
		waiting[b.Op+b.With] = append(waiting[b.Op+b.With], b)
	}
	for _, a := range as {
		same := slices.IndexFunc(waiting[a.Op+a.With], func(b Constraint) bool { return c.sameConstraint(a, b) })
		if same < 0 {
			return Difference{"where", "requirement", a.Op, unlike(a, bs)}, false
		}
		waiting[a.Op+a.With] = slices.Delete(waiting[a.Op+a.With], same, same+1)
	}
	return Difference{}, true
}

func (c *comparer) sameConstraint(a, b Constraint) bool {
	return slices.EqualFunc(append(slices.Clip(a.Args), a.Out), append(slices.Clip(b.Args), b.Out), func(a, b Type) bool {
		if a == nil || b == nil {
			return a == nil && b == nil
		}
		above := len(c.path)
		_, same := c.compare(a, b)
		c.path = c.path[:above]
		return same
	})
}

// unlike names what is in the place of a requirement that has no equal.
func unlike(a Constraint, bs []Constraint) string {
	for _, b := range bs {
		if b.Op == a.Op {
			return b.Op + " of other types"
		}
	}
	return "none"
}

func (c *comparer) lists(what string, as, bs []Type) (Difference, bool) {
	if len(as) != len(bs) {
		return Difference{"", "number of " + what + "s", fmt.Sprint(len(as)), fmt.Sprint(len(bs))}, false
	}
	for i := range as {
		if d, ok := c.compare(as[i], bs[i]); !ok {
			c.went(ok, fmt.Sprintf("%s %d", what, i+1))
			return d, false
		}
	}
	return Difference{}, true
}

// below compares parts of two types.
func (c *comparer) below(step string, a, b Type) (Difference, bool) {
	d, ok := c.compare(a, b)
	c.went(ok, step)
	return d, ok
}

// went notes a step on the way to a difference.
func (c *comparer) went(ok bool, step string) {
	if !ok {
		c.path = append(c.path, step)
	}
}

// maxPath is how many steps a path shows.
const maxPath = 24

// pathText writes the steps from the root to a difference; what is too long loses its
// middle.
func pathText(path []string) string {
	if path[len(path)-1] == "" {
		path = path[:len(path)-1]
	}
	if len(path) == 0 {
		return "the whole type"
	}
	if left := len(path) - maxPath; left > 0 {
		between := fmt.Sprintf("… (%d steps)", left)
		path = slices.Concat(path[:maxPath/2], []string{between}, path[len(path)-maxPath/2:])
	}
	return strings.Join(path, ", ")
}
