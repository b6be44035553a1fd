package typecheck

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Named arguments of a call that its operator refuses: each has a name that the operator has
// not, a value that the attribute does not take, or both, as `stride=2` of `nn.conv2d`. The
// call has one diagnostic for all of them, and its fix writes all of them: one of them alone
// makes no call that checks.

// A repair is what a named argument is meant to be.
type repair struct {
	node   syntax.NodeID
	attr   int        // of the operator
	values []op.Value // to try, the one that is written first
	kept   bool       // the first of them is the text that stands there
}

// attributeMeant is the attribute that a name means: its own, as other libraries call it, or
// misspelt; -1 for none.
func attributeMeant(o *op.Op, name string) int {
	if i := o.Attr(name); i >= 0 {
		return i
	}
	var names []string
	for _, a := range o.Attrs {
		names = append(names, a.Name)
	}
	if here := library.Attribute(name, names); here != "" {
		return o.Attr(here)
	}
	if near, ok := spelling.Nearest(name, names); ok {
		return o.Attr(near)
	}
	return -1
}

// repairOf is what a named argument is meant to be, false where that is not known.
func (c *checker) repairOf(o *op.Op, attrs op.Attrs, node syntax.NodeID, named op.Named) (repair, bool) {
	i := attributeMeant(o, named.Name)
	if i < 0 || o.Attrs[i].Name != named.Name && attrs.Given[i] || node == syntax.NoNode || c.Item.Kind(node) != syntax.NamedArg || named.Value.Kind == op.ExprValue {
		return repair{}, false
	}
	r := repair{node: node, attr: i}
	if library.Opposite(named.Name, o.Attrs[i].Name) {
		r.values = []op.Value{op.Boolean(named.Value.Int == 0)}
		return r, named.Value.Kind == op.BoolValue
	}
	if _, ok := o.Attrs[i].Takes(named.Value); ok {
		r.values, r.kept = append(r.values, named.Value), true
	}
	r.values = append(r.values, o.Meant(i, named.Value)...)
	return r, len(r.values) > 0
}

// repairAttributes proposes what the named arguments that an operator refuses are meant to
// be, where the call checks with all of them.
func (c *checker) repairAttributes(o *op.Op, attrs op.Attrs, errs []op.Error, ops *operands, args []types.Type) (syntax.Fix, bool) {
	var repairs []repair
	for i := range errs {
		at := slices.IndexFunc(ops.named, func(n op.Named) bool { return n.Name == errs[i].Attr })
		if errs[i].Missing != "" {
			continue
		}
		if at < 0 {
			return syntax.Fix{}, false
		}
		r, ok := c.repairOf(o, attrs, ops.places[errs[i].Attr], ops.named[at])
		if !ok || slices.ContainsFunc(repairs, func(other repair) bool { return other.attr == r.attr }) {
			return syntax.Fix{}, false
		}
		repairs = append(repairs, r)
	}
	return c.writeRepairs(c.newTrial(o, args), attrs, repairs)
}

// writeRepairs finds the values with which the call holds and writes them.
func (c *checker) writeRepairs(t *trial, attrs op.Attrs, repairs []repair) (fix syntax.Fix, ok bool) {
	texts, ok := c.repairTexts(t, attrs, repairs)
	if !ok {
		return fix, false
	}
	fix.Title = "write `" + strings.Join(texts, ", ") + "`"
	for i, r := range repairs {
		fix.Edits = append(fix.Edits, syntax.Edit{Span: c.Item.Span(r.node), NewText: texts[i]})
	}
	slices.SortFunc(fix.Edits, func(a, b syntax.Edit) int { return int(a.Span.Start - b.Span.Start) })
	return fix, true
}

// repairTexts finds the values with which the call holds, and is how each argument is
// written then.
func (c *checker) repairTexts(t *trial, attrs op.Attrs, repairs []repair) (texts []string, ok bool) {
	chosen, ok := t.repaired(attrs, repairs)
	if !ok {
		return nil, false
	}
	given := slices.Clone(attrs.Given)
	for _, r := range repairs {
		given[r.attr] = true
	}
	for i, r := range repairs {
		text := r.values[chosen[i]].String()
		if r.kept && chosen[i] == 0 {
			text = c.Item.SourceText(c.Item.NamedArg(r.node).Value)
		}
		written := t.o.Attrs[r.attr].Name + "=" + text
		for _, other := range library.Implies(c.Item.SourceText(c.Item.NamedArg(r.node).Name), t.o.Attrs[r.attr].Name) {
			with := t.o.Attr(other.With)
			if at := t.o.Attr(other.Attr); at >= 0 && !given[at] && (other.With == "" || with >= 0 && given[with]) {
				written += ", " + other.Attr + "=" + cmp.Or(other.Value, text)
			}
		}
		texts = append(texts, written)
	}
	return texts, true
}

// repaired is the number of a value for each repair, the first that the call holds with.
func (t *trial) repaired(attrs op.Attrs, repairs []repair) ([]int, bool) {
	if len(repairs) == 0 {
		return nil, t.complete(attrs) && t.holds(attrs)
	}
	r := repairs[0]
	for i, v := range r.values {
		with, ok := attrs.With(r.attr, v)
		if !ok || t.left <= 0 {
			continue
		}
		if rest, ok := t.repaired(with, repairs[1:]); ok {
			return append([]int{i}, rest...), true
		}
	}
	return nil, false
}

// complete reports whether a call gives all that it must.
func (t *trial) complete(attrs op.Attrs) bool {
	for i, a := range t.o.Attrs {
		if a.Required && !attrs.Given[i] && (a.Python == nil || t.c.m.lenient) {
			return false
		}
	}
	return true
}

// refusedAttributes reports the named arguments of a call that its operator refuses, in one
// error at the first of them.
func (c *checker) refusedAttributes(n syntax.NodeID, o *op.Op, attrs op.Attrs, errs []op.Error, ops *operands, args []types.Type) {
	fix, repaired := c.repairAttributes(o, attrs, errs, ops, args)
	var d syntax.Diagnostic
	for i := range errs {
		if errs[i].Missing != "" {
			continue
		}
		if !repaired {
			c.attributeInstead(o, attrs, ops.named, &errs[i], args)
		}
		next := c.attributeDiagnostic(n, ops.places, &errs[i])
		if d.Code == "" {
			d = next
			continue
		}
		d.Notes = append(append(d.Notes, message.Sentence(next.Message)), next.Notes...)
		d.Fixes = mergeFixes(d.Fixes, next.Fixes)
	}
	if repaired {
		d.Fixes = []syntax.Fix{c.smallest(fix, d.Span)}
	}
	c.Report(d)
}

// smallest is a fix of one `name=value` that leaves the part as it is which was right. at is
// the other part.
func (c *checker) smallest(fix syntax.Fix, at syntax.Span) syntax.Fix {
	if len(fix.Edits) != 1 {
		return fix
	}
	edit := fix.Edits[0]
	written := c.Item.Text[edit.Span.Start:edit.Span.End]
	name, value, _ := strings.Cut(edit.NewText, "=")
	_, old, _ := strings.Cut(written, "=")
	switch {
	case at.Start > edit.Span.Start:
		return message.WriteFix(at, value)
	case strings.TrimSpace(old) == value:
		return message.WriteFix(at, name)
	}
	return fix
}

// mergeFixes makes one fix of those of two arguments.
func mergeFixes(first, second []syntax.Fix) []syntax.Fix {
	if len(first) != 1 || len(second) != 1 {
		return nil
	}
	both := syntax.Fix{Title: first[0].Title + ", " + second[0].Title, Edits: append(slices.Clone(first[0].Edits), second[0].Edits...)}
	both.Confidence = max(first[0].Confidence, second[0].Confidence)
	slices.SortFunc(both.Edits, func(a, b syntax.Edit) int { return int(a.Span.Start - b.Span.Start) })
	return []syntax.Fix{both}
}
