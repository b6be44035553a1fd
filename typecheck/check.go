package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// Check checks item i. It may be called from several goroutines.
func (m *Module) Check(i int) *Result {
	if r := m.items[i].result; r != nil {
		return m.current(i, r)
	}
	c := m.newChecker()
	c.level = 2
	u := c.begin(i)
	root := u.item.Root
	switch u.item.Kind(root) {
	case syntax.ItemDef:
		if o := m.items[i].object; o != nil && u.signature != nil {
			c.definition(&types.Func{In: u.signature.in, Out: u.signature.out})
		}
	case syntax.ItemExpr:
		c.scope.open()
		c.patternMark = c.scope.mark()
		if body := u.item.Kid(root, 0); body != syntax.NoNode {
			c.info.Types[root] = c.expr(body, nil, reason{})
		}
	case syntax.ItemAssert:
		c.assertion(root)
	}
	c.finish(0)
	c.leftovers()
	return c.result()
}

// leftovers reports what is still undecided when a check ends.
func (c *checker) leftovers() {
	c.settleExtents()
	for _, k := range c.constraints {
		if k.done || k.unit.implicit != nil {
			continue
		}
		c.resume(k.unit)
		k.done = true
		if c.failed() {
			continue // it may follow from the error
		}
		if undecided(k) {
			c.ambiguous(k)
		} else {
			c.unsupported(k)
		}
	}
	for _, e := range c.empties {
		if v, ok := types.Head(e.elem).(*types.Var); ok && !v.Rigid {
			c.resume(e.unit)
			c.report(syntax.Diagnostic{
				Code: syntax.AmbiguousType, Span: c.item.Span(e.node),
				Message: "nothing tells the element type of this empty FractalTensor",
				Notes:   []string{"Annotate it: `let %xs : FractalTensor[Tensor[(3), float32]] = [];`."},
			})
		}
	}
}

// failed tells whether the current unit has an error.
func (c *checker) failed() bool {
	for _, d := range c.diagnostics {
		if d.Severity == syntax.Error {
			return true
		}
	}
	return len(c.item.Errors) > 0
}

// undecided tells whether a constraint waits for a variable that nothing will
// find, and not for a type parameter.
func undecided(k *constraint) (yes bool) {
	for _, arg := range k.args {
		types.Walk(arg, func(t types.Type) bool {
			v, ok := t.(*types.Var)
			yes = yes || ok && !v.Rigid
			return !yes
		})
	}
	return yes
}

// unsupported reports an operator on a type parameter of an inner function,
// which has no signature to keep the constraint in.
func (c *checker) unsupported(k *constraint) {
	args := make([]string, 0, len(k.args))
	for _, arg := range k.args {
		if arg != nil {
			args = append(args, "`"+types.Text(c.clean(arg))+"`")
		}
	}
	c.report(syntax.Diagnostic{
		Code: syntax.TypeMismatch, Span: c.item.Span(k.node),
		Message: fmt.Sprintf("%s cannot be applied to %s here", spoken(k.op), strings.Join(args, " and ")),
		Notes:   []string{"A type parameter is any type that a caller may choose, also one that this does not work on."},
	})
}

func (c *checker) ambiguous(k *constraint) {
	c.report(syntax.Diagnostic{
		Code: syntax.AmbiguousType, Span: c.item.Span(k.node),
		Message: fmt.Sprintf("nothing tells what %s is applied to", spoken(k.op)),
		Notes:   []string{"Annotate the variables that its arguments come from, as in `%x : Tensor[(3), float32]`."},
	})
}

// settleExtents reports equations between extents that have no answer.
func (c *checker) settleExtents() {
	if len(c.dimQueue) > 0 && !c.retryExtents() {
		c.errorf(c.item.Root, syntax.ShapeMismatch, "the shape variables in this definition have no common solution")
	}
}

// result completes the current unit.
func (c *checker) result() *Result {
	info := c.info
	cleaner := cleaner{c: c}
	for n, t := range info.Types {
		if t != nil {
			info.Types[n] = cleaner.clean(t)
		}
	}
	r := &Result{Info: info}
	c.comments(r)
	r.Diagnostics = append(append(r.Diagnostics, c.m.items[c.index].diagnostics...), c.diagnostics...)
	return r
}

// seen are the differences that the types side by side show well enough.
var seen = map[string]bool{"type": true, "name": true, "dtype": true, "bit width": true, "size": true}

// whereDifferent says where two types are not equivalent.
func whereDifferent(d types.Difference) string {
	if d.Path == "the whole type" {
		return fmt.Sprintf("The %s is %s in the first, and %s in the second.", d.What, d.Left, d.Right)
	}
	return fmt.Sprintf("%s: the %s is %s in the first, and %s in the second.", capital(d.Path), d.What, d.Left, d.Right)
}

// capital makes the first letter a capital.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// assertion checks `assert equiv(T, U)` and `assert !equiv(T, U)`.
func (c *checker) assertion(root syntax.NodeID) {
	left, right := c.item.Kid(root, 0), c.item.Kid(root, 1)
	if left == syntax.NoNode || right == syntax.NoNode {
		return
	}
	c.resolver.hole = nil
	a, b := c.resolver.resolve(left), c.resolver.resolve(right)
	if types.IsBad(a) || types.IsBad(b) {
		return
	}
	difference, equal := types.Equivalent(a, b)
	if equal != c.item.Flag(root, syntax.FlagNot) {
		return
	}
	d := syntax.Diagnostic{Code: syntax.NotEquivalent, Span: c.item.Span(root)}
	if equal {
		d.Message = fmt.Sprintf("`%s` and `%s` are equivalent, and this says that they are not", c.item.SourceText(left), c.item.SourceText(right))
	} else {
		d.Message = "these types are not equivalent"
		d.Notes = []string{aligned([2]string{"first", "second"}, types.CompareExactly(a, b))}
		if !seen[difference.What] {
			d.Notes = append(d.Notes, whereDifferent(difference))
		}
	}
	c.report(d)
}
