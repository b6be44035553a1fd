package normalform

import (
	"context"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/syntax/format"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A FileResult is a file in another form.
type FileResult struct {
	Text     string
	Refusals []ItemRefusal // items that stay as they are
	Order    []ItemOrder   // what the form leaves to the order of the text
}

// An ItemOrder is a pair of places of an item.
type ItemOrder struct {
	Item int
	OrderPair
}

// An ItemRefusal says why an item stays as it is.
type ItemRefusal struct {
	Item int
	*Refusal
}

// File writes all items of a module in a form, and lays the text out. The module
// must have no errors. The error is that of the context.
func File(ctx context.Context, m *typecheck.Module, facts analysis.Reader, form Form, style Style) (FileResult, error) {
	var r FileResult
	done := make([]*Result, len(m.File().Items))
	for i, item := range m.File().Items {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if !Convertible(item) {
			continue
		}
		result := m.Check(i)
		converted, err := Convert(Target{m, i, result, analysis.NewUnit(ctx, m, i, result, facts)}, form, style)
		if err != nil {
			r.Refusals = append(r.Refusals, ItemRefusal{i, err.(*Refusal)})
			continue
		}
		done[i] = converted
		for _, p := range converted.Order {
			r.Order = append(r.Order, ItemOrder{i, p})
		}
	}
	r.Text = format.Text(m.File().Name, Replaced(m.File(), done))
	return r, ctx.Err()
}

// Replaced is the text of a file with conversions of its items in their places, nil
// of those that stay.
func Replaced(f *syntax.File, converted []*Result) string {
	var edits []syntax.Edit
	for i, r := range converted {
		if r != nil {
			edits = append(edits, syntax.Edit{Span: r.Edit.Span.Shift(f.Starts[i]), NewText: r.Edit.NewText})
		}
	}
	return syntax.ApplyEdits(f.Text, edits)
}
