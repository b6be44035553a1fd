package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// arity reports a call with too few or too many arguments, at the arguments
// that are too many or at the call.
func (c *checker) arity(n syntax.NodeID, f *types.Func, args []syntax.NodeID, name string) {
	if len(args) > len(f.In) && c.decimalComma(args) {
		return
	}
	o := c.info.Objects[c.Item.Call(n).Callee]
	if o != nil && (c.brokenConstructor(o) || brokenParameters(o)) {
		return
	}
	if len(args) > len(f.In) && c.closedEarly(args, len(args)-len(f.In)) {
		return
	}
	span := c.calleeSpan(n)
	if len(args) > len(f.In) {
		span = c.Item.Span(args[len(f.In)]).Cover(c.Item.Span(args[len(args)-1]))
	}
	what := "this function"
	if name != "" {
		what = "`" + name + "`"
	}
	d := syntax.Diagnostic{Code: codes.ArityMismatch, Span: span,
		Message: fmt.Sprintf("%s takes %s, and %s given", what, message.Count(len(f.In), "argument"), message.CountGiven(len(args))),
		Notes:   []string{fmt.Sprintf("Its type is `%s`.", types.Text(f))},
	}
	if o != nil {
		d.Related = c.declaredHere(o)
	}
	d.Suspects = c.aritySuspects(o, len(args))
	if len(args) > len(f.In) && len(f.In) > 0 {
		surplus := syntax.Span{Start: c.Item.Span(args[len(f.In)-1]).End, End: span.End}
		d.Fixes = []syntax.Fix{syntax.Replace("delete `"+c.Item.Text[span.Start:span.End]+"`", surplus, "")}
		d.Fixes[0].Confidence = codes.Sketch
	}
	c.Report(d)
}

// closedEarly reports an argument that is a call with as many arguments too few as the call around it
// has too many: its parenthesis is closed too early. That takes the place of what was reported of it.
func (c *checker) closedEarly(args []syntax.NodeID, surplus int) bool {
	for i, arg := range args[:len(args)-surplus] {
		if arg == syntax.NoNode || c.Item.Kind(arg) != syntax.Call {
			continue
		}
		inner := c.Item.Call(arg)
		o := c.m.value(c.Item.SourceText(inner.Callee), c.unit.block)
		if o == nil || o.Type == nil {
			continue
		}
		f, ok := types.Head(o.Type).(*types.Func)
		if !ok || len(f.In)-len(inner.Args) != surplus {
			continue
		}
		name := c.calleeSpan(arg)
		end, last := c.Item.Span(arg).End, c.Item.Span(args[i+surplus]).End
		d := syntax.Diagnostic{
			Code: codes.ArityMismatch, Severity: codes.Error, Span: name,
			Message: fmt.Sprintf("the call of `%s` ends too early: it lacks %s, and the call around it has as many too many", c.Item.Text[name.Start:name.End], message.Count(surplus, "argument")),
			Fixes: []syntax.Fix{{Title: "move the `)`", Edits: []syntax.Edit{
				{Span: syntax.Span{Start: end - 1, End: end}}, {Span: syntax.Span{Start: last, End: last}, NewText: ")"},
			}}},
		}
		reported := slices.IndexFunc(c.Diagnostics, func(d syntax.Diagnostic) bool { return d.Code == codes.ArityMismatch && d.Span == name })
		if reported < 0 {
			c.Report(d) // the call has no error of its own at this place then
		} else {
			c.Diagnostics[reported] = d
		}
		return true
	}
	return false
}

// brokenParameters reports whether the parameters of a definition could not be read.
func brokenParameters(o *typed.Object) bool {
	if o.Kind != typed.DefObject || o.Item == nil || len(o.Item.Errors) == 0 {
		return false
	}
	params := o.Item.Def(o.Item.Root).Params
	if params == syntax.NoNode {
		return true
	}
	span := o.Item.Span(params)
	return slices.ContainsFunc(o.Item.Mistakes(), func(d syntax.Diagnostic) bool {
		return span.Start <= d.Span.Start && d.Span.Start < span.End
	})
}

// calleeSpan is the name of what is called, where an argument is missing.
func (c *checker) calleeSpan(n syntax.NodeID) syntax.Span {
	if c.Item.Kind(n) == syntax.Call {
		return c.Item.Span(c.Item.Call(n).Callee)
	}
	return c.Item.Span(n)
}

// declaredHere points to a declaration in the user's files.
func (c *checker) declaredHere(o *typed.Object) []syntax.Related {
	if o.Item == nil || c.m.config.Prelude != nil && c.m.config.Prelude.owns(o) {
		return nil
	}
	return []syntax.Related{{
		Place:   syntax.Place{Item: o.Item, Span: o.Item.Span(o.Node)},
		Message: fmt.Sprintf("`%s` is declared here", o.Name),
	}}
}

func (m *Module) owns(o *typed.Object) bool {
	return m.names.values.get(o.Name) == o || m.names.types.get(o.Name) == o
}

// attributesOnly says what an operator without arguments takes by name.
func attributesOnly(o *op.Op) string {
	if len(o.Attrs) == 0 {
		return ""
	}
	var names []string
	for _, a := range o.Attrs {
		names = append(names, a.Name+"=…")
	}
	return " but by name (`" + strings.Join(names, "`, `") + "`)"
}

func (c *checker) operatorArity(n syntax.NodeID, o *op.Op, out *operands, given int) {
	least, most := o.Arity()
	takes := message.Count(most, "argument")
	switch {
	case most < 0:
		takes = "at least " + message.Count(least, "argument")
	case least != most:
		takes = fmt.Sprintf("%d to %s", least, message.Count(most, "argument"))
	}
	names := make([]string, len(o.Params))
	for i, p := range o.Params {
		names[i] = p.Name
	}
	takes += " (`" + strings.Join(names, "`, `") + "`)"
	if len(names) == 0 {
		takes = "no arguments" + attributesOnly(o)
	}
	d := syntax.Diagnostic{Code: codes.ArityMismatch, Span: c.calleeSpan(n),
		Message: fmt.Sprintf("`%s` takes %s, and %s given", o.Name, takes, message.CountGiven(given))}
	if most >= 0 && given > most && c.decimalComma(out.nodes) {
		return
	}
	if most >= 0 && given > most && out.nodes[most] != syntax.NoNode {
		d.Span = c.Item.Span(out.nodes[most]).Cover(c.Item.Span(out.nodes[len(out.nodes)-1]))
		if o.Scheme != nil && most == 2 && o.Params[0].Name == "f" {
			d.Notes = append(d.Notes, fmt.Sprintf("A function of several sequences is given a sequence of tuples: `%s(fn((%%x, %%y)) { … }, zip(%%xs, %%ys))`.", o.Name))
		}
		c.surplusAdvice(o, out.nodes, out.named, &d)
		if len(d.Fixes) == 0 && len(out.named) == 0 {
			c.elementwiseAdvice(n, o, out.nodes, &d)
			c.nameInOrder(o, out.nodes, least, most, &d)
		}
	}
	c.Report(d)
}

// decimalComma reports a number with a comma in place of the decimal point, where it makes two
// arguments of one, and leaves out what was reported of its parts.
func (c *checker) decimalComma(args []syntax.NodeID) bool {
	for i, arg := range args {
		if i == 0 || arg == syntax.NoNode || args[i-1] == syntax.NoNode {
			continue
		}
		first, second := c.Item.Span(args[i-1]), c.Item.Span(arg)
		left, right := c.Item.Text[first.Start:first.End], c.Item.Text[second.Start:second.End]
		whole := left[len(strings.TrimRight(left, "0123456789")):]
		if c.Item.Kind(arg) != syntax.Int && c.Item.Kind(arg) != syntax.Float || second.Start != first.End+1 || whole == "" || strings.Contains(right, ".") {
			continue
		}
		at := syntax.Span{Start: first.End - int32(len(whole)), End: second.End}
		c.expr(args[i-1], nil, reason{}) // each place is reported once, so what is left out here stays out
		c.Diagnostics = slices.DeleteFunc(c.Diagnostics, func(d syntax.Diagnostic) bool { return first.Contains(d.Span.Start) && d.Span.End <= first.End })
		text := whole + "." + right
		fix := message.WriteFix(at, text)
		fix.Confidence = codes.Likely
		c.Report(syntax.Diagnostic{
			Code: codes.SyntaxError, Span: at,
			Message: "a decimal fraction is written with a point, and a comma separates arguments",
			Fixes:   []syntax.Fix{fix},
		})
		return true
	}
	return false
}

// nameInOrder proposes names for the literals after the operands of a function on FractalTensors, whose
// calls are not tried. Where the operands that may be left out are literals too, the values are for the
// attributes that must be given, then for these operands, then for the other attributes.
func (c *checker) nameInOrder(o *op.Op, nodes []syntax.NodeID, least, most int, d *syntax.Diagnostic) {
	if o.Relation != nil || len(d.Notes) > 0 {
		return
	}
	from := most
	if least < most && !slices.ContainsFunc(nodes[least:], func(n syntax.NodeID) bool { return !c.isLiteralValue(n) }) {
		from = least
	}
	named := c.namedInOrder(o, nodes[from:], o.Params[from:most])
	if named == "" {
		return
	}
	d.Notes = append(d.Notes, fmt.Sprintf("Attributes are given by name: `%s`.", named))
	d.Fixes = []syntax.Fix{message.WriteFix(c.Item.Span(nodes[from]).Cover(d.Span), named)}
}

// namedInOrder are the values with the names of attributes and operands that take them, "" where
// some is of another kind or has no name left.
func (c *checker) namedInOrder(o *op.Op, values []syntax.NodeID, operands []op.Param) string {
	var required, others []op.Attr
	for _, a := range o.Attrs {
		if a.Required {
			required = append(required, a)
		} else {
			others = append(others, a)
		}
	}
	var named []string
	for i, n := range values {
		attrs, k := required, i
		if k >= len(required) && k < len(required)+len(operands) {
			named = append(named, operands[k-len(required)].Name+"="+c.Item.SourceText(n))
			continue
		}
		if k >= len(required) {
			attrs, k = others, k-len(required)-len(operands)
		}
		if k >= len(attrs) || !c.isLiteralValue(n) {
			return ""
		}
		if _, ok := attrs[k].Takes(c.attrValue(n)); !ok {
			return ""
		}
		named = append(named, attrs[k].Name+"="+c.Item.SourceText(n))
	}
	return strings.Join(named, ", ")
}

func (c *checker) notAFunction(n syntax.NodeID, t types.Type, name string) {
	callee := c.Item.Call(n).Callee
	what := "this"
	if name != "" {
		what = "`" + name + "`"
	}
	d := syntax.Diagnostic{Code: codes.NotAFunction, Span: c.Item.Span(callee),
		Message: fmt.Sprintf("%s is called, but it is no function: its type is `%s`", what, types.Text(c.ResolveVars(t)))}
	if o := c.m.config.Ops[c.Item.SourceText(callee)]; o != nil && !o.Internal && c.Item.Kind(callee) == syntax.Name {
		d.Notes = []string{fmt.Sprintf("The variable hides the operator `%s` here: rename the variable to call the operator.", o.Name)}
		c.Report(d)
		return
	}
	switch t := types.Head(t).(type) {
	case *types.Fractal:
		d.Notes = []string{"An element is read with brackets, as in `%xs[0]`."}
	case *types.Tensor:
		if len(t.Shape) > 0 {
			d.Notes = []string{"An element is read with brackets, as in `%x[0]`."}
		} else if c.Item.Kind(callee) == syntax.Paren {
			d.Notes = []string{"A product is written with `*`."}
		}
	case *types.Tuple:
		d.Notes = []string{"A part of a tuple is read with a dot, as in `%t.0`."}
	case *types.ADT:
		d.Notes = []string{"`match` takes a value of a data type apart."}
	}
	c.Report(d)
}

func (c *checker) refuseNamed(n syntax.NodeID, args []syntax.NodeID) {
	first := syntax.NoNode
	for _, arg := range args {
		if c.Item.Kind(arg) != syntax.NamedArg {
			continue
		}
		if c.Item.SourceText(c.Item.NamedArg(arg).Name) == "attrs_type_key" {
			return
		}
		if first == syntax.NoNode {
			first = arg
		}
	}
	d := syntax.Diagnostic{Code: codes.UnknownAttribute, Span: c.Item.Span(first),
		Message: "only operators take arguments by name; those of a function go by position"}
	d.Fixes = c.positionFix(n, args)
	c.Report(d)
}

// positionFix gives the arguments of a function by position: those with the name of a
// parameter in its place. It is nil where a name is of no parameter, or a parameter has no
// argument or two.
func (c *checker) positionFix(n syntax.NodeID, args []syntax.NodeID) []syntax.Fix {
	params := c.parametersOf(c.info.Objects[c.Item.Call(n).Callee])
	if len(args) == 1 && len(params) == 1 {
		params[0] = c.Item.SourceText(c.Item.NamedArg(args[0]).Name)
	}
	if len(params) != len(args) {
		return nil
	}
	texts, at := make([]string, len(args)), 0
	for i, arg := range args {
		text := c.Item.SourceText(arg)
		if c.Item.Kind(arg) != syntax.NamedArg {
			at = i
		} else if parts := c.Item.NamedArg(arg); parts.Value == syntax.NoNode {
			return nil
		} else {
			at, text = slices.Index(params, strings.TrimPrefix(c.Item.SourceText(parts.Name), "%")), c.Item.SourceText(parts.Value)
		}
		if at < 0 || texts[at] != "" {
			return nil
		}
		texts[at] = text
	}
	fix := syntax.Fix{Title: "leave the names out"}
	if len(args) == 1 {
		fix.Title = "leave the name out"
	}
	for i, arg := range args {
		if texts[i] != c.Item.SourceText(arg) {
			fix.Edits = append(fix.Edits, syntax.Edit{Span: c.Item.Span(arg), NewText: texts[i]})
		}
	}
	return []syntax.Fix{fix}
}

// parametersOf are the names of a definition's parameters without their `%`; nil where they
// are not known.
func (c *checker) parametersOf(o *typed.Object) (names []string) {
	if o == nil || o.Kind != typed.DefObject || o.Item == nil || o.Item.Kind(o.Item.Root) != syntax.ItemDef {
		return nil
	}
	list := o.Item.Def(o.Item.Root).Params
	if list == syntax.NoNode {
		return nil
	}
	for _, p := range o.Item.Kids(list) {
		name := o.Item.SourceText(p)
		if kids := o.Item.Kids(p); len(kids) > 0 {
			name = o.Item.SourceText(kids[0])
		}
		names = append(names, strings.TrimPrefix(name, "%"))
	}
	return names
}

// elementwiseAdvice proposes the operator of two operands for a reduction that is called
// with two, as in `max(%x, 0f)`. It says nothing where that operator refuses them.
func (c *checker) elementwiseAdvice(n syntax.NodeID, o *op.Op, nodes []syntax.NodeID, d *syntax.Diagnostic) {
	meant := c.m.config.Ops[library.Elementwise(o.Name)]
	if meant == nil || meant.Relation == nil || len(nodes) != 2 || len(d.Notes) > 0 {
		return
	}
	args := make([]types.Type, len(nodes))
	for i, node := range nodes {
		args[i] = c.ResolveVars(c.expr(node, nil, reason{}))
	}
	trial := c.newTrial(meant, args)
	if !trial.known || !trial.holds(typed.NoAttrs(meant)) {
		return
	}
	d.Notes = append(d.Notes, fmt.Sprintf("`%s` reduces one tensor; `%s` combines two, element by element.", o.Name, meant.Name))
	fix := message.WriteFix(c.calleeSpan(n), meant.Name)
	fix.Confidence = codes.Likely
	d.Fixes = []syntax.Fix{fix}
}
