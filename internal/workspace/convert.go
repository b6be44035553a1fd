package workspace

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
)

// A Conversion is a file in a normal form.
type Conversion struct {
	Source *Source
	Text   string
	Kept   []Refused // definitions that stay as they are
	Order  []Finding // what the form leaves to the order of the text

	raw *rawForm // of which Text is the layout
}

// Changed reports whether the file was not in the form.
func (c *Conversion) Changed() bool { return c.Text != c.Source.Text }

// Edits are those of the source's text, in its order; none where it is as it was.
func (c *Conversion) Edits() []syntax.Edit {
	if !c.Changed() {
		return nil
	}
	return itemEdits(c.Source.File, c.Text)
}

// A Refused is a place and why what stands there has no such form.
type Refused struct {
	Place
	Message string
}

// Convert writes a file in a normal form. Items with errors, of which a configuration or a
// suppression may keep silent, stay as they are.
func (s *Snapshot) Convert(ctx context.Context, path string, form normalform.Form, style normalform.Style) (*Conversion, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	forms, err := s.itemForms(ctx, e, formKey{form, style})
	if err != nil {
		return nil, err
	}
	c := &Conversion{Source: e.source, raw: e.rawForm(forms)}
	c.Text = e.laidOutForm(formKey{form, style}, c.raw)
	for i, f := range forms {
		c.gather(e, i, f)
	}
	return c, nil
}

// gather records of an item what stays as it is, and what its order determines.
func (c *Conversion) gather(e *entry, i int, f *itemForm) {
	if f == nil {
		return
	}
	place := func(span syntax.Span) Place { return Place{e.source, e.source.Absolute(i, span)} }
	if f.refusal != nil {
		c.Kept = append(c.Kept, Refused{place(f.refusal.Span), f.refusal.Message})
		return
	}
	for _, o := range f.result.Order {
		c.Order = append(c.Order, orderFinding(place(o.First), place(o.Second)))
	}
}

// ConvertItem writes item i of a file in a normal form: the edits of its text, none
// where it is as it was. The error is a Refusal where it has no such form.
func (s *Snapshot) ConvertItem(ctx context.Context, path string, i int, form normalform.Form) ([]syntax.Edit, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	r, err := converted(e.formTarget(ctx, i), form, normalform.Nested)
	if ctx.Err() != nil {
		return nil, ctx.Err() // it may be why it was refused
	}
	if err != nil {
		return nil, err
	}
	return e.laidOut(i, r.Edit), ctx.Err()
}

// HasForm reports whether item i of a file is in a normal form. The error says why it
// can be in none.
func (s *Snapshot) HasForm(ctx context.Context, path string, i int, form normalform.Form) (bool, error) {
	e, err := s.linked(path)
	if err != nil {
		return false, err
	}
	t := e.formTarget(ctx, i)
	if err := convertible(t); err != nil {
		return false, err
	}
	return normalform.Check(t, form) == nil, ctx.Err()
}

func (e *entry) formTarget(ctx context.Context, i int) normalform.Target {
	r := e.result(i)
	return normalform.Target{Module: e.module, Index: i, Result: r, Unit: analysis.NewUnit(ctx, e.module, i, r, e.facts)}
}

// convertible refuses items that evaluate nothing and those with errors.
func convertible(t normalform.Target) error {
	switch {
	case !normalform.Convertible(t.Result.Item):
		return &normalform.Refusal{Message: "it evaluates nothing"}
	case t.Unit.Faulty():
		item := t.Result.Item
		return &normalform.Refusal{Span: item.Span(item.Root), Message: "it has errors"}
	}
	return nil
}

// converted writes an item in a normal form. The error is a Refusal.
func converted(t normalform.Target, form normalform.Form, style normalform.Style) (*normalform.Result, error) {
	if err := convertible(t); err != nil {
		return nil, err
	}
	return normalform.Convert(t, form, style)
}

// laidOut are the edits of an item's text that make a change and lay out what it
// leaves.
func (e *entry) laidOut(i int, change syntax.Edit) []syntax.Edit {
	file := e.source.File
	start := file.Starts[i]
	whole := syntax.Edit{Span: change.Span.Shift(start), NewText: change.NewText}
	after := syntax.ParseFile(file.Name, syntax.ApplyEdits(file.Text, []syntax.Edit{whole}))
	if len(after.Items) != len(file.Items) {
		return []syntax.Edit{change}
	}
	own := syntax.Span{Start: start, End: start + int32(len(after.Items[i].Text))}
	layout := format.Edits(after, format.Options{Within: []syntax.Span{own}})
	after = syntax.ParseFile(file.Name, syntax.ApplyEdits(after.Text, layout))
	if len(after.Items) != len(file.Items) {
		return []syntax.Edit{change}
	}
	if before := file.Items[i].Text; before != after.Items[i].Text {
		return []syntax.Edit{lineEdit(before, after.Items[i].Text)}
	}
	return nil
}

// orderFinding reports effects at two places of the source.
func orderFinding(first, second Place) Finding {
	code := codes.EffectOrder
	start, _ := first.Range()
	return Finding{
		Place: second, Code: code, Severity: code.DefaultSeverity(),
		Message: fmt.Sprintf("in this form only the order of the text says that this effect comes behind the one at %d:%d", start.Line, start.Column),
		Related: []Related{{first, "the one that comes first"}, {second, "the one that comes second"}},
	}
}

// itemEdits are what changes from a file to another text of as many items.
func itemEdits(before *syntax.File, text string) []syntax.Edit {
	after := syntax.ParseFile(before.Name, text)
	if len(after.Items) != len(before.Items) {
		return []syntax.Edit{{Span: syntax.Span{End: int32(len(before.Text))}, NewText: text}}
	}
	var edits []syntax.Edit
	for i, item := range before.Items {
		if item.Text != after.Items[i].Text {
			for _, e := range lineEdits(item.Text, after.Items[i].Text) {
				edits = append(edits, syntax.Edit{Span: e.Span.Shift(before.Starts[i]), NewText: e.NewText})
			}
		}
	}
	return edits
}

// lineEdit is the change between two texts, without the lines that both begin and end
// with.
func lineEdit(before, after string) syntax.Edit {
	start, end := 0, 0
	for n := strings.IndexByte(before[start:], '\n') + 1; n > 0 && strings.HasPrefix(after[start:], before[start:start+n]); n = strings.IndexByte(before[start:], '\n') + 1 {
		start += n
	}
	for {
		rest := before[start : len(before)-end]
		n := len(rest) - strings.LastIndexByte(strings.TrimSuffix(rest, "\n"), '\n') - 1
		if n <= 0 || len(after)-end-n < start || !strings.HasSuffix(after[start:len(after)-end], rest[len(rest)-n:]) {
			break
		}
		end += n
	}
	return syntax.Edit{Span: syntax.Span{Start: int32(start), End: int32(len(before) - end)}, NewText: after[start : len(after)-end]}
}

// FormBreach is the first place of a file that keeps it from being in a normal form;
// nil where it is in the form. Items with errors are in none.
func (s *Snapshot) FormBreach(ctx context.Context, path string, form normalform.Form) (*Refused, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	for i, item := range e.source.File.Items {
		if !normalform.Convertible(item) {
			continue
		}
		if b := breach(e.formTarget(ctx, i), form); b != nil {
			return &Refused{Place{e.source, e.source.Absolute(i, b.Span)}, b.Message}, ctx.Err()
		}
	}
	return nil, ctx.Err()
}

func breach(t normalform.Target, form normalform.Form) *normalform.Breach {
	if refusal := (*normalform.Refusal)(nil); errors.As(convertible(t), &refusal) {
		return refusal
	}
	return normalform.Check(t, form)
}
