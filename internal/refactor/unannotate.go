package refactor

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// offerRemovals offers to take an annotation away that says what is inferred
// anyway.
func (t *Target) offerRemovals() {
	s, ok := t.pointedSlot()
	if !ok || s.typ == syntax.NoNode {
		return
	}
	t.offer(Rewrite, "annotation.remove", "remove the annotation of "+t.titleOf(s), func() ([]syntax.Edit, error) {
		from := t.item().Span(s.front).End
		to := t.item().Span(s.typ).End
		switch {
		case t.tree.Commented(from, to):
			return nil, rewrite.Refusal("a comment would be lost")
		case t.inSignature(s) && t.usesInferred():
			return nil, rewrite.Refusal("other definitions without annotations need it")
		}
		return t.retyped([]syntax.Edit{{Span: syntax.Span{Start: from, End: to}}})
	})
}

// inSignature reports whether a slot is part of the definition's signature.
func (t *Target) inSignature(s slot) bool {
	item := t.item()
	return item.Kind(item.Root) == syntax.ItemDef && (s.owner == item.Root || t.tree.Parent(s.owner) == item.Def(item.Root).Params)
}

// usesInferred reports whether the definition uses one of its file whose signature
// is inferred too: then the two might have to be inferred together.
func (t *Target) usesInferred() bool {
	found := false
	t.item().Walk(t.item().Root, func(n syntax.NodeID) bool {
		o := t.tree.ObjectAt(n)
		if t.item().Kind(n) == syntax.Global && o != nil && o.Item != nil && o.Item != t.item() && !isSigned(o.Item) {
			found = true
		}
		return !found
	})
	return found
}

// isSigned reports whether item is a definition whose signature is written in full.
func isSigned(item *syntax.Item) bool {
	if item.Kind(item.Root) != syntax.ItemDef {
		return true
	}
	for _, p := range item.Kids(item.Def(item.Root).Params) {
		if item.Kind(p) == syntax.Param && (item.Param(p).Type == syntax.NoNode || strings.Contains(item.SourceText(item.Param(p).Type), "_")) {
			return false
		}
	}
	out := item.Def(item.Root).Result
	return out != syntax.NoNode && !strings.Contains(item.SourceText(out), "_")
}
