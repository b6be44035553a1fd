package rangecheck

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/witness"
	"github.com/fraccheck/fraccheck/typecheck"
)

// fixes are the usual remedies of a finding, the one that changes least first. Each is held by running the
// changed definition on the witness: the result has to be finite there.
func (c *checker) fixes(f witness.Finding) (found []syntax.Fix) {
	if !f.Infinite || c.pass.Module.File().Size() > largestFixed {
		return nil
	}
	for _, remedy := range []func(witness.Finding) (syntax.Fix, bool){c.shifted, c.bounded} {
		if fix, ok := remedy(f); ok && c.holds(fix, f.Texts) {
			fix.Confidence = codes.Likely
			found = append(found, fix)
		}
	}
	return found
}

// largestFixed is the size of files in which remedies are tried, in bytes: each trial infers the types of
// the file.
const largestFixed = 64 << 10

// text is the text of an operand; ok is false where no expression stands for it alone.
func (c *checker) text(n syntax.NodeID) (text string, ok bool) {
	switch c.pass.Item.Kind(n) {
	case syntax.Operator, syntax.Segment, syntax.NamedArg:
		return "", false
	}
	return c.pass.Item.SourceText(n), true
}

// bounded bounds one operand of a function of corresponding elements, where the rest of its range gives
// finite results.
func (c *checker) bounded(f witness.Finding) (fix syntax.Fix, ok bool) {
	a, ok := c.pass.Info.Application(f.Node)
	if !ok {
		return fix, false
	}
	r, ok := c.analysis.Remedy(f.Node)
	if !ok || a.Op.Map == nil && a.Op.Kind != op.Broadcast || r.Arg >= len(a.Args) || a.Args[r.Arg] == syntax.NoNode {
		return fix, false
	}
	n := a.Args[r.Arg]
	text, ok := c.text(n)
	t, isTensor := types.Head(c.pass.Info.Type(n)).(*types.Tensor)
	if !ok || !isTensor {
		return fix, false
	}
	name, side, literal := op.Minimum, "at most", literalOf(r.Bound, t.Dtype)
	if r.Least {
		name, side = op.Maximum, "at least"
	}
	return syntax.Fix{
		Title: fmt.Sprintf("keep `%s` %s %s", excerpt.Line(text, longestOperand), side, literal),
		Edits: []syntax.Edit{{Span: c.pass.Item.Span(n), NewText: name + "(" + text + ", " + literal + ")"}},
	}, true
}

// longestOperand is the length beyond which an operand is shortened in a title.
const longestOperand = 30

// literalOf is a number as a literal of a dtype of floats.
func literalOf(x float64, d types.Dtype) string {
	text := strings.Replace(strconv.FormatFloat(x, 'g', -1, 64), "e-0", "e-", 1) + "f"
	if d != types.Float32 {
		text += strconv.Itoa(int(d.Bits))
	}
	return text
}

// shifted subtracts the maximum from the argument of exponentials that are divided by their own sum: the
// quotient is the same.
func (c *checker) shifted(f witness.Finding) (fix syntax.Fix, ok bool) {
	g := graph.Of(c.pass.Info)
	if at := g.At(f.Node); at == graph.None || !c.is(g, at, op.IsExponential) || len(g.Operands(at)) != 1 {
		return fix, false
	}
	first, _ := c.pass.Info.Application(f.Node)
	total := graph.None
	for v := range graph.Value(g.Len()) {
		if !c.is(g, v, op.IsExponential) {
			continue
		}
		if other, _ := c.pass.Info.Application(g.Node(v)); len(other.Args) != 1 || !c.alike(first.Args[0], other.Args[0]) {
			continue
		}
		own, ok := c.ownTotal(g, v)
		if !ok || own != graph.None && total != graph.None && own != total {
			return fix, false
		}
		if own != graph.None {
			total = own
		}
		a, _ := c.pass.Info.Application(g.Node(v))
		text, ok := c.text(a.Args[0])
		if !ok {
			return fix, false
		}
		fix.Edits = append(fix.Edits, syntax.Edit{Span: c.pass.Item.Span(a.Args[0]), NewText: text})
	}
	attrs, ok := c.writtenAttributes(g, total)
	if !ok {
		return fix, false
	}
	fix.Title = "subtract the maximum from `" + excerpt.Line(fix.Edits[0].NewText, longestOperand) + "`"
	for i := range fix.Edits {
		e := &fix.Edits[i]
		e.NewText = e.NewText + " - max(" + e.NewText + attrs + ")"
	}
	return fix, true
}

// alike reports whether two expressions are written alike and name the same variables.
func (c *checker) alike(a, b syntax.NodeID) bool {
	item := c.pass.Item
	if a == b || a == syntax.NoNode || b == syntax.NoNode {
		return a == b
	}
	kids, others := item.Kids(a), item.Kids(b)
	if item.Kind(a) != item.Kind(b) || len(kids) != len(others) || len(kids) == 0 && item.SourceText(a) != item.SourceText(b) ||
		c.pass.Info.Object(a) != c.pass.Info.Object(b) {
		return false
	}
	for i := range kids {
		if !c.alike(kids[i], others[i]) {
			return false
		}
	}
	return true
}

// ownTotal is the sum of a value that is used in quotients alone: as what is divided, or by its sum; None where
// the sum is not of it.
func (c *checker) ownTotal(g *graph.Graph, v graph.Value) (total graph.Value, ok bool) {
	total = graph.None
	for _, u := range g.Uses(v) {
		switch {
		case u.User == graph.None:
			return total, false
		case c.is(g, u.User, op.IsTotal):
			total = u.User
			for _, w := range g.Uses(total) {
				if w.User == graph.None || !c.is(g, w.User, op.IsQuotient) || w.Position != 1 {
					return total, false
				}
			}
		case !c.is(g, u.User, op.IsQuotient) || u.Position != 0:
			return total, false
		}
	}
	return total, true
}

// is reports whether a value is the result of an operator with a property.
func (c *checker) is(g *graph.Graph, v graph.Value, property op.Numbers) bool {
	n := g.Node(v)
	if n == syntax.NoNode {
		return false
	}
	a, ok := c.pass.Info.Application(n)
	return ok && a.Op.Numbers.Have(property)
}

// writtenAttributes are the attributes of a call, as they are written after its operand.
func (c *checker) writtenAttributes(g *graph.Graph, v graph.Value) (text string, ok bool) {
	if v == graph.None || c.pass.Item.Kind(g.Node(v)) != syntax.Call {
		return "", false
	}
	for _, arg := range c.pass.Item.Call(g.Node(v)).Args {
		if c.pass.Item.Kind(arg) == syntax.NamedArg {
			text += ", " + c.pass.Item.SourceText(arg)
		}
	}
	return text, true
}

// holds reports whether the definition has no error and the same type after a fix, and gives a finite
// result of the witness.
func (c *checker) holds(fix syntax.Fix, texts []string) bool {
	m := c.pass.Module
	i, ok := m.File().Index(c.pass.Item)
	if !ok {
		return false
	}
	text := m.File().Text()
	start := m.File().Start(i)
	changed := syntax.ParseFile(m.File().Name, text[:start]+syntax.ApplyEdits(c.pass.Item.Text, fix.Edits)+text[start+int32(len(c.pass.Item.Text)):])
	trial := typecheck.NewModule(typecheck.Config{
		File: changed, Imports: m.Imports(), Prelude: m.Prelude(), Ops: m.Ops(), Constants: m.Constants(),
	})
	if changed.Len() != m.File().Len() || len(changed.Item(i).Errors) > 0 {
		return false
	}
	for _, d := range trial.Check(i).Diagnostics {
		if d.Severity == codes.Error {
			return false
		}
	}
	_, before, _ := m.Signature(i)
	_, after, ok := trial.Signature(i)
	if !ok || types.String(before) != types.String(after) {
		return false
	}
	v, err := c.run(trial, texts)
	return err == nil && !unsound(v)
}
