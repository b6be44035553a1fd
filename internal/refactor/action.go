package refactor

import (
	"errors"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
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
	ID      string // distinguishes it from others of the same target
	Title   string
	Kind    Kind
	Refusal string // why it cannot be done; empty for one that can
	edits   func() ([]syntax.Edit, error)
}

// Edits are the changes of the item's text, in order; they neither overlap nor
// touch. The error is a sentence for the user.
func (a *Action) Edits() ([]syntax.Edit, error) {
	if a.Refusal != "" {
		return nil, errors.New(a.Refusal)
	}
	edits, err := a.edits()
	return rewrite.Merged(edits), err
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

// eagerBytes is the length of items up to which an action is worked out before it is
// offered; of longer ones, when it is asked for.
const eagerBytes = 16 << 10

// Actions are what can be done with a target; with their reasons, also what was
// asked for and cannot be done. An item with syntax errors is left alone: what
// its tree leaves out would be lost.
func Actions(t Target) []Action {
	if len(t.item().Errors) > 0 || len(t.info().Types) == 0 || t.Result.Item.Root == syntax.NoNode {
		return nil
	}
	t.prepare()
	for _, offer := range offers {
		if t.Context.Err() != nil {
			break
		}
		offer(&t)
	}
	return t.actions
}

// offer adds an action.
func (t *Target) offer(kind Kind, id, title string, edits func() ([]syntax.Edit, error)) {
	if t.Only != nil && !t.Only(kind) || t.Context.Err() != nil {
		return
	}
	a := Action{ID: id, Title: title, Kind: kind, edits: edits}
	if len(t.item().Text) <= eagerBytes {
		made, err := edits()
		if err != nil {
			a.Refusal = err.Error()
		}
		a.edits = func() ([]syntax.Edit, error) { return made, nil }
	}
	t.actions = append(t.actions, a)
}
