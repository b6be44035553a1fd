package refactor

import (
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
)

// offerRemovals offers to take an annotation away that says what is inferred
// anyway.
func (t *Target) offerRemovals() {
	s, ok := t.pointedSlot()
	if !ok || s.typ == syntax.NoNode {
		return
	}
	t.offer(Rewrite, "annotation.remove", "remove the annotation of "+t.called(s), func() ([]syntax.Edit, error) {
		from := t.item().Span(s.front).End
		to := t.item().Span(s.typ).End
		switch {
		case t.commented(from, to):
			return nil, refusal("a comment would be lost")
		case t.signs(s) && t.recursive():
			return nil, refusal("other definitions without annotations need it")
		}
		return t.retyped([]syntax.Edit{{Span: syntax.Span{Start: from, End: to}}})
	})
}

// signs tells whether a slot is part of the definition's signature.
func (t *Target) signs(s slot) bool {
	item := t.item()
	return item.Kind(item.Root) == syntax.ItemDef && (s.owner == item.Root || t.parents[s.owner] == item.Kid(item.Root, 2))
}

// recursive tells whether the definition uses one of its file whose signature
// is inferred too: then the two might have to be inferred together.
func (t *Target) recursive() bool {
	found := false
	t.item().Walk(t.item().Root, func(n syntax.NodeID) bool {
		o := t.object(n)
		if t.item().Kind(n) == syntax.Global && o != nil && o.Item != nil && o.Item != t.item() && !signed(o.Item) {
			found = true
		}
		return !found
	})
	return found
}

// signed tells of a definition whose signature is written in full.
func signed(item *syntax.Item) bool {
	if item.Kind(item.Root) != syntax.ItemDef {
		return true
	}
	for _, p := range item.Kids(item.Kid(item.Root, 2)) {
		if item.Kind(p) == syntax.Param && (item.Kid(p, 1) == syntax.NoNode || strings.Contains(item.SourceText(item.Kid(p, 1)), "_")) {
			return false
		}
	}
	out := item.Kid(item.Root, 3)
	return out != syntax.NoNode && !strings.Contains(item.SourceText(out), "_")
}
