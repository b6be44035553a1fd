package convert

import (
	"context"
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/linediff"
)

// A Conversion is a file in a normal form.
type Conversion struct {
	Source *workspace.Source
	Text   string
	Kept   []Refused           // definitions that stay as they are
	Order  []workspace.Finding // what the form leaves to the order of the text

	raw *rawForm // of which Text is the layout
}

// Changed reports whether the file was not in the form.
func (c *Conversion) Changed() bool { return c.Text != c.Source.Text() }

// Edits are those of the source's text, in its order; none where it is as it was.
func (c *Conversion) Edits() []syntax.Edit {
	if !c.Changed() {
		return nil
	}
	return linediff.Items(c.Source.File, c.Text)
}

// A Refused is a place and why what is there has no such form.
type Refused struct {
	workspace.Place
	Message string
}

// File writes a file in a normal form. Items with errors, of which a configuration or a
// suppression may keep silent, stay as they are.
func File(ctx context.Context, s *workspace.Snapshot, path string, form normalform.Form, style normalform.Style) (*Conversion, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	forms, err := itemForms(ctx, s, file, formKey{form, style})
	if err != nil {
		return nil, err
	}
	c := &Conversion{Source: file.Source, raw: newRawForm(file, forms)}
	c.Text = laidOutForm(file, formKey{form, style}, c.raw)
	for i, f := range forms {
		c.gather(file, i, f)
	}
	return c, nil
}

// gather records of an item what stays as it is, and what its order determines.
func (c *Conversion) gather(file *workspace.File, i int, f *itemForm) {
	if f == nil {
		return
	}
	place := func(span syntax.Span) workspace.Place {
		return workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, span)}
	}
	if f.refusal != nil {
		c.Kept = append(c.Kept, Refused{place(f.refusal.Span), f.refusal.Message})
		return
	}
	for _, o := range f.result.Order {
		c.Order = append(c.Order, orderFinding(place(o.First), place(o.Second)))
	}
}

// Item writes item i of a file in a normal form: the edits of its text, none
// where it is as it was. The error is a Refusal where it has no such form.
func Item(ctx context.Context, s *workspace.Snapshot, path string, i int, form normalform.Form) ([]syntax.Edit, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	r, err := converted(formTarget(ctx, file, i), form, normalform.Nested)
	if ctx.Err() != nil {
		return nil, ctx.Err() // it may be why it was refused
	}
	if err != nil {
		return nil, err
	}
	return itemLaidOut(file, i, r.Edit), ctx.Err()
}

// HasForm reports whether item i of a file is in a normal form. The error says why it
// can be in none.
func HasForm(ctx context.Context, s *workspace.Snapshot, path string, i int, form normalform.Form) (bool, error) {
	file, err := s.File(path)
	if err != nil {
		return false, err
	}
	t := formTarget(ctx, file, i)
	if err := convertible(t); err != nil {
		return false, err
	}
	return normalform.Check(t, form) == nil, ctx.Err()
}

func formTarget(ctx context.Context, file *workspace.File, i int) normalform.Target {
	r := file.Result(i)
	return normalform.Target{Module: file.Module, Index: i, Result: r, Unit: analysis.NewUnit(ctx, file.Module, i, r, file.Facts)}
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

// itemLaidOut returns the edits of an item's text that make a change and lay out what it
// leaves.
func itemLaidOut(file *workspace.File, i int, change syntax.Edit) []syntax.Edit {
	items := file.Source.File
	start := items.Start(i)
	whole := syntax.Edit{Span: change.Span.Shift(start), NewText: change.NewText}
	after := syntax.ParseFile(items.Name, syntax.ApplyEdits(items.Text(), []syntax.Edit{whole}))
	if after.Len() != items.Len() {
		return []syntax.Edit{change}
	}
	own := syntax.Span{Start: start, End: start + int32(len(after.Item(i).Text))}
	layout := format.Edits(after, format.Options{Within: []syntax.Span{own}})
	after = syntax.ParseFile(items.Name, syntax.ApplyEdits(after.Text(), layout))
	if after.Len() != items.Len() {
		return []syntax.Edit{change}
	}
	if before := items.Item(i).Text; before != after.Item(i).Text {
		return []syntax.Edit{linediff.Edit(before, after.Item(i).Text)}
	}
	return nil
}

// orderFinding reports effects at two places of the source.
func orderFinding(first, second workspace.Place) workspace.Finding {
	code := codes.EffectOrder
	start, _ := first.Range()
	return workspace.Finding{
		Place: second, Code: code, Severity: code.DefaultSeverity(),
		Message: fmt.Sprintf("in this form only the order of the text says that this effect comes after the one at %d:%d", start.Line, start.Column),
		Related: []workspace.Related{{Place: first, Message: "the one that comes first"}, {Place: second, Message: "the one that comes second"}},
	}
}

// FormBreach is the first place of a file that keeps it from being in a normal form;
// nil where it is in the form. Items with errors are in none.
func FormBreach(ctx context.Context, s *workspace.Snapshot, path string, form normalform.Form) (*Refused, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	for i, item := range file.Source.File.All() {
		if !normalform.Convertible(item) {
			continue
		}
		if b := breach(formTarget(ctx, file, i), form); b != nil {
			return &Refused{workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, b.Span)}, b.Message}, ctx.Err()
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
