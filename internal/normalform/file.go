package normalform

import (
	"context"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
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
func File(ctx context.Context, m *typecheck.Module, reader analysis.Reader, form Form, style Style) (FileResult, error) {
	c := &fileConversion{form, style, m, make([]*Result, m.Items()), make([]*Refusal, m.Items()), false}
	for now, n := m, 0; now != nil && n < maxRounds; n++ {
		if err := c.round(ctx, now, reader); err != nil {
			return FileResult{}, err
		}
		if now = c.next(now); now != nil {
			reader = facts.Of(now)
		}
	}
	return c.result(), nil
}

// A fileConversion is what has become of the items of a file.
type fileConversion struct {
	form     Form
	style    Style
	module   *typecheck.Module
	results  []*Result // by item, nil of those that stay as they are
	refusals []*Refusal
	unstable bool // the latest round wrote something that another one may change
}

// round converts the items that are not settled as they are now.
func (c *fileConversion) round(ctx context.Context, now *typecheck.Module, reader analysis.Reader) error {
	c.unstable = false
	for i, item := range now.File().All() {
		if err := ctx.Err(); err != nil {
			return err
		}
		before := c.results[i]
		if !Convertible(item) || c.refusals[i] != nil || before != nil && before.settled {
			continue
		}
		checked := now.Check(i)
		at := Target{now, i, checked, analysis.NewUnit(ctx, now, i, checked, reader)}.first()
		if before != nil {
			at.from = before.Edit.Span.Start
		}
		r, _, err := at.round(before, c.form, c.style)
		if err != nil {
			c.refusals[i] = err.(*Refusal)
			continue
		}
		c.unstable = c.unstable || r != before && !r.settled
		c.results[i] = r
	}
	return nil
}

// next is the module after a round; nil where nothing can change, or its text is
// not read as the items that were written.
func (c *fileConversion) next(now *typecheck.Module) *typecheck.Module {
	if !c.unstable {
		return nil
	}
	file := syntax.ParseFile(now.File().Name, Replaced(c.module.File(), c.results))
	if file.Len() != len(c.results) {
		return nil
	}
	for i, r := range c.results {
		if r != nil && syntax.ApplyEdits(c.module.File().Item(i).Text, []syntax.Edit{r.Edit}) != file.Item(i).Text {
			return nil
		}
	}
	return now.With(file)
}

func (c *fileConversion) result() FileResult {
	all := FileResult{Text: format.Text(c.module.File().Name, Replaced(c.module.File(), c.results))}
	for i, r := range c.results {
		if c.refusals[i] != nil {
			all.Refusals = append(all.Refusals, ItemRefusal{i, c.refusals[i]})
		}
		if r != nil {
			for _, p := range r.Order {
				all.Order = append(all.Order, ItemOrder{i, p})
			}
		}
	}
	return all
}

// Replaced is the text of a file with conversions of its items in their places, nil
// of those that stay.
func Replaced(f *syntax.File, converted []*Result) string {
	var edits []syntax.Edit
	for i, r := range converted {
		if r != nil {
			edits = append(edits, syntax.Edit{Span: r.Edit.Span.Shift(f.Start(i)), NewText: r.Edit.NewText})
		}
	}
	return syntax.ApplyEdits(f.Text(), edits)
}
