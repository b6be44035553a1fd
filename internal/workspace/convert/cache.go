package convert

import (
	"context"
	"errors"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A formKey says what a file is converted to.
type formKey struct {
	form  normalform.Form
	style normalform.Style
}

// An itemForm is an item in a normal form, or why it has none, with what that rests
// on.
type itemForm struct {
	result  *normalform.Result
	refusal *normalform.Refusal
	reads   facts.Reads
	around  [2]*syntax.Item // the items above and below: where the new text ends depends on them
}

// itemForms converts the items of a file; nil of those that evaluate nothing.
func itemForms(ctx context.Context, s *workspace.Snapshot, file *workspace.File, key formKey) ([]*itemForm, error) {
	forms := make([]*itemForm, file.Source.File.Len())
	crashes := make([]*workspace.Crash, len(forms))
	var all []int
	for i, item := range file.Source.File.All() {
		if normalform.Convertible(item) {
			all = append(all, i)
		}
	}
	if err := s.Each(ctx, len(all), func(ctx context.Context, at int) error {
		i := all[at]
		crashes[i] = workspace.Guard(file.Source.File.Item(i), func() { forms[i] = formOf(ctx, file, i, key) })
		return ctx.Err()
	}); err != nil {
		return nil, err
	}
	for _, c := range crashes {
		if c != nil {
			panic(c.Value + "\n" + c.Stack) // as if there were no threads
		}
	}
	return forms, nil
}

// formOf returns an item in a form, converted if need be. The item must be convertible.
func formOf(ctx context.Context, file *workspace.File, i int, key formKey) *itemForm {
	around := around(file, i)
	found, _ := file.Memo().Item(key, i).(*itemForm)
	if found != nil && found.around == around && file.Facts.Hold(ctx, i, found.reads) {
		return found
	}
	t := formTarget(ctx, file, i)
	found = &itemForm{around: around}
	r, err := converted(t, key.form, key.style)
	if !errors.As(err, &found.refusal) {
		found.result = &normalform.Result{Edit: r.Edit, Origins: r.Origins, Order: r.Order}
	}
	found.reads = facts.ReadsOf(t.Unit)
	if ctx.Err() == nil {
		file.Memo().KeepItem(key, i, found)
	}
	return found
}

// around are the items above and below one, nil where there is none.
func around(file *workspace.File, i int) (found [2]*syntax.Item) {
	items := file.Source.File.List()
	if i > 0 {
		found[0] = items[i-1]
	}
	if i+1 < len(items) {
		found[1] = items[i+1]
	}
	return found
}
