package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Values that messages propose for attributes. Each was tried with the call's arguments: the
// operator's relation takes the call with it, so that a user who writes what a note says has
// a call that checks.

// mostTrials bounds how often a relation is asked for one message.
const mostTrials = 600

// A trial is a call whose attributes are tried.
type trial struct {
	c     *checker
	o     *op.Op
	args  []types.Type
	known bool // all arguments have types without errors
	lax   bool // warnings are no matter
	left  int
}

func (c *checker) newTrial(o *op.Op, args []types.Type) *trial {
	t := &trial{c: c, o: o, known: o.Relation != nil, left: mostTrials}
	for _, arg := range args {
		if arg == nil {
			t.args = append(t.args, nil)
			continue
		}
		arg = c.ResolveVars(arg)
		t.known = t.known && !types.IsBad(arg)
		t.args = append(t.args, arg)
	}
	return t
}

// holds reports whether the relation takes a call with attributes, and warns of nothing.
func (t *trial) holds(attrs op.Attrs) bool {
	if t.left--; t.left < 0 || len(attrs.Unlisted()) > 0 {
		return false
	}
	if !t.known {
		return true // only the attribute's own type can be asked
	}
	answer := t.ask(attrs)
	return answer.Err == nil && (t.lax || len(answer.Warn) == 0) && !slices.ContainsFunc(answer.Equal, t.refutes)
}

func (t *trial) ask(attrs op.Attrs) op.Answer {
	return t.o.Relation(&op.Call{
		Op: t.o, Attrs: attrs, Args: t.args,
		Fresh: func() types.Type { return &types.Var{} }, FreshLeaf: func() types.Type { return &types.Var{Leaf: true} },
	})
}

// refutes reports whether an argument is known to differ from what a relation finds that it must be.
func (t *trial) refutes(eq op.Equation) bool {
	return eq.Arg < len(t.args) && t.args[eq.Arg] != nil && t.c.ContradictsExactly(eq.Type, t.args[eq.Arg])
}

// values finds values of some attributes, by index, with which the call holds: the first
// of each list that does with the first of the others. own are values to try first.
func (t *trial) values(attrs op.Attrs, missing []int, own map[int][]op.Value) ([]op.Value, bool) {
	if len(missing) == 0 {
		return nil, t.holds(attrs)
	}
	var first types.Type
	if len(t.args) > 0 {
		first = t.args[0]
	}
	i := missing[0]
	for _, v := range append(own[i], t.o.Examples(i, first)...) {
		with, ok := attrs.With(i, v)
		if !ok || t.left <= 0 {
			continue
		}
		if rest, ok := t.values(with, missing[1:], own); ok {
			return append([]op.Value{with.Values[i]}, rest...), true
		}
	}
	return nil, false
}

// missingAttributes reports the attributes that a call must give and does not, in one
// error, with values that the call takes.
func (c *checker) missingAttributes(n syntax.NodeID, o *op.Op, attrs op.Attrs, errs []op.Error, args []types.Type) {
	var missing []int
	var names []string
	for _, e := range errs {
		if e.Missing != "" {
			missing = append(missing, o.Attr(e.Missing))
			names = append(names, "`"+e.Missing+"`")
		}
	}
	d := syntax.Diagnostic{Code: codes.AttributeValue, Span: c.calleeSpan(n)}
	d.Message, _ = o.Needs(missing[0])
	if len(names) > 1 {
		d.Message = fmt.Sprintf("`%s` needs the attributes %s and %s", o.Name, strings.Join(names[:len(names)-1], ", "), names[len(names)-1])
	}
	t := c.newTrial(o, args)
	values, ok := t.values(attrs, missing, nil)
	if more := c.unfilled(attrs); !ok && len(more) > 0 {
		t.left = mostTrials
		if values, ok = t.values(attrs, append(slices.Clone(missing), more...), nil); ok {
			missing = append(missing, more...)
		}
	}
	if !ok && c.m.lenient {
		t.lax, t.left = true, mostTrials // what else is wrong is reported when this is given
		values, ok = t.values(attrs, missing, nil)
	}
	if ok {
		text := attributeText(o, missing, values)
		note := "add them, as in `" + text + "`"
		if len(missing) == 1 {
			note = "add it, as in `" + text + "`: " + o.Attrs[missing[0]].Doc
		}
		d.Notes = []string{message.Sentence(note)}
		c.offerAttributes(n, o, missing, text, &d)
	} else {
		for _, i := range missing {
			d.Notes = append(d.Notes, fmt.Sprintf("`%s` takes %s: %s.", o.Attrs[i].Name, o.Attrs[i].Type, o.Attrs[i].Doc))
		}
	}
	c.Report(d)
}

// attributeText is how a call gives attributes.
func attributeText(o *op.Op, at []int, values []op.Value) string {
	texts := make([]string, len(at))
	for i, k := range at {
		texts[i] = o.Attrs[k].Name + "=" + values[i].String()
	}
	return strings.Join(texts, ", ")
}

// offerAttributes offers to write attributes after the arguments of a call. Those that
// Python's functions fill in have the value that is meant; others are examples.
func (c *checker) offerAttributes(n syntax.NodeID, o *op.Op, at []int, text string, d *syntax.Diagnostic) {
	args := c.Item.Call(n).Args
	if c.Item.Kind(n) != syntax.Call || len(args) == 0 && c.Item.Span(n).Len() == 0 {
		return
	}
	end := c.Item.Span(n).End - 1
	if end < 0 || c.Item.Text[end] != ')' {
		return
	}
	if len(args) > 0 {
		end, text = c.Item.Span(args[len(args)-1]).End, ", "+text
	}
	fix := syntax.Replace("add `"+strings.TrimPrefix(text, ", ")+"`", syntax.Span{Start: end, End: end}, text)
	for _, i := range at {
		if o.Attrs[i].Python == nil {
			fix.Confidence = codes.Sketch
		}
	}
	d.Fixes = append(d.Fixes, fix)
}

// attributeInstead finds what a value that an attribute does not take is meant to be, where
// the call takes it: `[3, 3]` for 3.
func (c *checker) attributeInstead(o *op.Op, attrs op.Attrs, named []op.Named, e *op.Error, args []types.Type) {
	i := o.Attr(e.Attr)
	if i < 0 || codes.Code(e.Code) != codes.AttributeValue || e.Missing != "" {
		return
	}
	for _, given := range named {
		if given.Name != e.Attr {
			continue
		}
		t, meant := c.newTrial(o, args), o.Meant(i, given.Value)
		for _, v := range meant {
			if with, ok := attrs.With(i, v); ok && t.holds(with) {
				e.Instead = v.String()
				return
			}
		}
		if len(meant) > 0 {
			e.Instead = "" // no call takes it
		}
		if values, ok := t.values(attrs, []int{i}, nil); ok && e.Instead == "" && given.Value.Kind != op.ExprValue {
			e.Notes = append(e.Notes, fmt.Sprintf("it is given as in `%s`: %s", attributeText(o, []int{i}, values), o.Attrs[i].Doc))
		}
	}
}

// lackingAttribute offers to give an attribute at which a relation's error or warning lies
// and which the call does not give.
func (c *checker) lackingAttribute(k *infer.Constraint, e *op.Error, d *syntax.Diagnostic) {
	i := k.Op.Attr(e.Attr)
	if k.Op.Internal || c.Item.Kind(k.Node) != syntax.Call || k.Attrs.Op != k.Op {
		return
	}
	if e.Attr == "" || i < 0 || len(k.Attrs.Given) <= i || k.Attrs.Given[i] {
		c.lackingPython(k, d)
		return
	}
	if values, ok := c.newTrial(k.Op, k.Args).values(k.Attrs, []int{i}, nil); ok {
		text := attributeText(k.Op, []int{i}, values)
		d.Notes = []string{message.Sentence("give it, as in `" + text + "`: " + k.Op.Attrs[i].Doc)}
		c.offerAttributes(k.Node, k.Op, []int{i}, text, d)
	}
}

// unfilled are the attributes, by index, that a call in TVM's text leaves out, that it need
// not give, and that TVM's Python function would have filled in.
func (c *checker) unfilled(attrs op.Attrs) (found []int) {
	for i, given := range attrs.Given {
		if a := attrs.Op.Attrs[i]; c.m.lenient && !given && !a.Required && a.Python != nil {
			found = append(found, i)
		}
	}
	return found
}

// lackingPython offers the attributes that TVM's Python function fills in and its text has
// to write, where the call holds with them.
func (c *checker) lackingPython(k *infer.Constraint, d *syntax.Diagnostic) {
	attrs, lacking := k.Attrs, c.unfilled(k.Attrs)
	var values []op.Value
	for _, i := range lacking {
		attrs, _ = attrs.With(i, *k.Op.Attrs[i].Python)
		values = append(values, *k.Op.Attrs[i].Python)
	}
	if len(lacking) > 0 && c.newTrial(k.Op, k.Args).holds(attrs) {
		text := attributeText(k.Op, lacking, values)
		d.Notes = append(d.Notes, message.Sentence("TVM's Python function fills in `"+text+"`, and its text has to write it"))
		c.offerAttributes(k.Node, k.Op, lacking, text, d)
	}
}
