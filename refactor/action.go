package refactor

import (
	"errors"

	"github.com/fraccheck/fraccheck/syntax"
)

// A Kind is what an action is for, as the language server protocol spells it.
type Kind string

const (
	Rewrite Kind = "refactor.rewrite"
	Extract Kind = "refactor.extract"
	Inline  Kind = "refactor.inline"
)

// An Action is one change of a target.
type Action struct {
	ID      string // tells it from others of the same target
	Title   string
	Kind    Kind
	Refusal string // why it cannot be done; empty for one that can
	edits   func() ([]syntax.Edit, error)
}

// refusal is why edits are not made.
type refusal string

func (r refusal) Error() string { return string(r) }

// Edits are the changes of the item's text, in order; they neither overlap nor
// touch. The error is a sentence for the user.
func (a *Action) Edits() ([]syntax.Edit, error) {
	if a.Refusal != "" {
		return nil, errors.New(a.Refusal)
	}
	edits, err := a.edits()
	return merged(edits), err
}

// merged makes one edit of those that touch: editors do not agree on the order
// in which they make them.
func merged(edits []syntax.Edit) []syntax.Edit {
	var list []syntax.Edit
	for _, e := range sorted(edits) {
		if last := len(list) - 1; last >= 0 && list[last].Span.End == e.Span.Start {
			list[last].Span.End = e.Span.End
			list[last].NewText += e.NewText
			continue
		}
		list = append(list, e)
	}
	return list
}

// offers are the makers of actions, in the order in which they are shown.
var offers = []func(*Target){
	(*Target).offerClauses,
	(*Target).offerAnnotations,
	(*Target).offerRemovals,
	(*Target).offerReductions,
	(*Target).offerFolds,
	(*Target).offerExtraction,
	(*Target).offerInlining,
}

// eager is the length of items up to which an action is worked out before it is
// offered; of longer ones, when it is asked for.
const eager = 16 << 10

// Actions are what can be done with a target; with their reasons, also what was
// asked for and cannot be done. An item with syntax errors is left alone: what
// its tree leaves out would be lost.
func Actions(t Target) []Action {
	if len(t.item().Errors) > 0 || len(t.info().Types) == 0 || t.Result.Item.Root == syntax.NoNode {
		return nil
	}
	t.prepare()
	for _, offer := range offers {
		offer(&t)
	}
	return t.actions
}

// offer adds an action.
func (t *Target) offer(kind Kind, id, title string, edits func() ([]syntax.Edit, error)) {
	if t.Only != nil && !t.Only(kind) {
		return
	}
	a := Action{ID: id, Title: title, Kind: kind, edits: edits}
	if len(t.item().Text) <= eager {
		made, err := edits()
		if err != nil {
			a.Refusal = err.Error()
		}
		a.edits = func() ([]syntax.Edit, error) { return made, nil }
	}
	t.actions = append(t.actions, a)
}
