// Package formtest writes the programs of tests in normal forms, item by item as
// internal/workspace/convert does.
package formtest

import (
	"context"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Result is a program in another form.
type Result struct {
	Text     string // laid out
	Refusals []Refusal
}

// A Refusal says why an item stays as it is.
type Refusal struct {
	Item int
	*normalform.Refusal
}

// File writes all items of a module in a form. The module must have no errors. The error is
// that of the context.
func File(ctx context.Context, m *typecheck.Module, form normalform.Form, style normalform.Style) (Result, error) {
	file, reader := m.File(), facts.Of(m)
	var edits []syntax.Edit
	var all Result
	for i, item := range file.All() {
		if !normalform.Convertible(item) {
			continue
		}
		checked := m.Check(i)
		t := normalform.Target{Module: m, Index: i, Result: checked, Unit: analysis.NewUnit(ctx, m, i, checked, reader)}
		r, err := normalform.Convert(t, form, style)
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		if err != nil {
			all.Refusals = append(all.Refusals, Refusal{i, err.(*normalform.Refusal)})
			continue
		}
		edits = append(edits, syntax.Edit{Span: r.Edit.Span.Shift(file.Start(i)), NewText: r.Edit.NewText})
	}
	all.Text = format.Text(file.Name, syntax.ApplyEdits(file.Text(), edits))
	return all, nil
}
