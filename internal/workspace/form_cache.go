package workspace

import (
	"context"
	"errors"
	"sync"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
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
	beside  [2]*syntax.Item // above and below: where the new text ends depends on them
}

// A formCache keeps what a file's items are in normal forms.
type formCache struct {
	mu    sync.Mutex
	forms map[formKey]*fileForm
}

// A fileForm is what is known of a file in one form.
type fileForm struct {
	items []*itemForm // nil of what is not known; of an earlier text, to be verified
	text  *laidOut    // the latest that was made
	idle  int         // how many texts came since somebody asked
}

// maxIdle is for how many edits conversions are kept that nobody asks for.
const maxIdle = 64

// of is what is known in a form of a file of some items.
func (c *formCache) of(key formKey, items int) *fileForm {
	if c.forms == nil {
		c.forms = map[formKey]*fileForm{}
	}
	if c.forms[key] == nil {
		c.forms[key] = &fileForm{items: make([]*itemForm, items)}
	}
	return c.forms[key]
}

// inheritForms takes over what is known of the file's earlier text.
func (e *entry) inheritForms(earlier *formCache) {
	earlier.mu.Lock()
	defer earlier.mu.Unlock()
	for key, was := range earlier.forms {
		if was.idle >= maxIdle {
			continue
		}
		now := e.cache.forms.of(key, len(e.source.File.Items))
		now.text, now.idle = was.text, was.idle+1
		for i := range now.items {
			if j, ok := e.module.UnchangedFrom(i); ok {
				now.items[i] = was.items[j]
			}
		}
	}
}

// itemForms converts the items of a file; nil of those that evaluate nothing.
func (s *Snapshot) itemForms(ctx context.Context, e *entry, key formKey) ([]*itemForm, error) {
	forms := make([]*itemForm, len(e.source.File.Items))
	crashes := make([]itemCheck, len(forms))
	var all []int
	for i, item := range e.source.File.Items {
		if normalform.Convertible(item) {
			all = append(all, i)
		}
	}
	if err := s.each(ctx, len(all), func(ctx context.Context, at int) error {
		i := all[at]
		crashes[i].guard(e.source.File.Items[i], func() { forms[i] = e.itemForm(ctx, i, key) })
		return ctx.Err()
	}); err != nil {
		return nil, err
	}
	for i := range crashes {
		if c := crashes[i].crashes; len(c) > 0 {
			panic(c[0].Value + "\n" + c[0].Stack) // as if there were no threads
		}
	}
	return forms, nil
}

// itemForm is an item in a form, converted if need be. The item must be convertible.
func (e *entry) itemForm(ctx context.Context, i int, key formKey) *itemForm {
	found := e.knownForm(i, key)
	if found != nil && found.beside == e.beside(i) && e.facts.Hold(ctx, i, found.reads) {
		return found
	}
	t := e.formTarget(ctx, i)
	found = &itemForm{beside: e.beside(i)}
	r, err := converted(t, key.form, key.style)
	if !errors.As(err, &found.refusal) {
		found.result = &normalform.Result{Edit: r.Edit, Origins: r.Origins, Order: r.Order}
	}
	found.reads = facts.ReadsOf(t.Unit)
	if ctx.Err() == nil {
		e.keepForm(i, key, found)
	}
	return found
}

func (e *entry) knownForm(i int, key formKey) *itemForm {
	c := &e.cache.forms
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.of(key, len(e.source.File.Items))
	f.idle = 0
	return f.items[i]
}

func (e *entry) keepForm(i int, key formKey, found *itemForm) {
	c := &e.cache.forms
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of(key, len(e.source.File.Items)).items[i] = found
}

// beside are the items above and below one, nil where there is none.
func (e *entry) beside(i int) (found [2]*syntax.Item) {
	items := e.source.File.Items
	if i > 0 {
		found[0] = items[i-1]
	}
	if i+1 < len(items) {
		found[1] = items[i+1]
	}
	return found
}
