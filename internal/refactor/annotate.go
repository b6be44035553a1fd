package refactor

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Annotations. A slot is a place where a type may stand. Its inferred type is
// written in the names that the definition declares; edits are given out only if
// all else reads as it did and every node keeps its type, so that an annotation
// never says less or more than what was inferred.

// A slot is where an annotation can stand: after a pattern, or after the
// parameters of a function.
type slot struct {
	owner  syntax.NodeID // Let, Param, Fn or ItemDef
	typ    syntax.NodeID // the annotation; NoNode where there is none
	front  syntax.NodeID // what it follows
	of     types.Type
	result bool
}

// slots are the places of annotations in a tree, in the order of its nodes.
func (t *Target) slots() []slot {
	var found []slot
	t.item().Walk(t.item().Root, func(n syntax.NodeID) bool {
		if s, ok := t.slot(n); ok {
			found = append(found, s)
		}
		return true
	})
	return found
}

func (t *Target) slot(n syntax.NodeID) (slot, bool) {
	item := t.item()
	switch item.Kind(n) {
	case syntax.Let, syntax.Param:
		p, typ := item.Param(n).Pattern, item.Param(n).Type
		if item.Kind(n) == syntax.Let {
			p, typ = item.Let(n).Pattern, item.Let(n).Type
		}
		if item.Kind(n) == syntax.Let && item.Let(n).Value == syntax.NoNode || item.Kind(p) == syntax.PatTyped {
			return slot{}, false
		}
		return slot{owner: n, typ: typ, front: p, of: t.tree.TypeAt(p)}, p != syntax.NoNode
	case syntax.Fn:
		fn := item.Fn(n)
		return t.resultSlot(n, fn.Params, fn.Result, fn.Body)
	case syntax.ItemDef:
		def := item.Def(n)
		return t.resultSlot(n, def.Params, def.Result, def.Body)
	}
	return slot{}, false
}

func (t *Target) resultSlot(n, params, typ, body syntax.NodeID) (slot, bool) {
	if params == syntax.NoNode || body == syntax.NoNode {
		return slot{}, false
	}
	s := slot{owner: n, typ: typ, front: params, of: t.tree.TypeAt(body), result: true}
	if f, ok := t.tree.TypeAt(n).(*types.Func); ok && t.item().Kind(n) == syntax.Fn {
		s.of = f.Out
	} else if t.item().Kind(n) == syntax.ItemDef {
		if _, sig, ok := t.Module.Signature(t.Index); ok {
			if f, ok := types.Head(sig).(*types.Func); ok {
				s.of = f.Out
			}
		}
	}
	return s, true
}

// titleOf is what a slot belongs to, for titles.
func (t *Target) titleOf(s slot) string {
	switch {
	case s.result && t.item().Kind(s.owner) == syntax.ItemDef:
		return "the result of `" + t.item().SourceText(t.item().Def(s.owner).Name) + "`"
	case s.result:
		return "the function's result"
	}
	return "`" + t.item().SourceText(s.front) + "`"
}

// pointedSlot is the slot at the cursor: in its pattern, or in the head of its
// function.
func (t *Target) pointedSlot() (slot, bool) {
	for i := len(t.path) - 1; i >= 0; i-- {
		s, ok := t.slot(t.path[i])
		if !ok {
			continue
		}
		start := t.item().Span(s.owner).Start
		return s, t.pointsInto(start, t.headEnd(s))
	}
	return slot{}, false
}

// headEnd is where the head of a slot's owner ends: its annotation included,
// what is bound not.
func (t *Target) headEnd(s slot) int32 {
	if s.typ != syntax.NoNode {
		return t.item().Span(s.typ).End
	}
	return t.item().Span(s.front).End
}

// offerAnnotations offers to write a type that is inferred, and all of them.
func (t *Target) offerAnnotations() {
	s, ok := t.pointedSlot()
	if ok && s.typ == syntax.NoNode {
		t.offer(Rewrite, "annotate.one", "annotate "+t.titleOf(s), func() ([]syntax.Edit, error) { return t.annotate([]slot{s}) })
	}
	if !ok || !t.inHead() {
		return
	}
	var open []slot
	for _, s := range t.slots() {
		if s.typ == syntax.NoNode {
			open = append(open, s)
		}
	}
	if len(open) > 1 {
		t.offer(Rewrite, "annotate.all", "annotate all of `"+t.item().SourceText(t.item().Declared())+"`", func() ([]syntax.Edit, error) { return t.annotateAll(open) })
	}
}

// inHead reports whether the cursor is in the head of the definition.
func (t *Target) inHead() bool {
	item := t.item()
	body := item.Body()
	return item.Kind(item.Root) == syntax.ItemDef && body != syntax.NoNode && t.pointsInto(item.Span(item.Root).Start, item.Span(body).Start)
}

// annotate writes the types of slots.
func (t *Target) annotate(slots []slot) ([]syntax.Edit, error) {
	var edits []syntax.Edit
	for _, s := range slots {
		text, ok := t.tree.Spelled(s.of)
		if !ok {
			return nil, rewrite.Refusal("the type of " + t.titleOf(s) + " cannot be written here")
		}
		edits = append(edits, t.annotation(s, text))
	}
	return t.written(edits)
}

// longestTypes is how many bytes of types are written beyond as many as the item has:
// longer ones nobody reads, and they may be very long.
const longestTypes = 16 << 10

// written are edits that write types, if these are not too long.
func (t *Target) written(edits []syntax.Edit) ([]syntax.Edit, error) {
	left := longestTypes + len(t.item().Text)
	for _, e := range edits {
		if left -= len(e.NewText); left < 0 {
			return nil, rewrite.Refusal("the types are too long to be written")
		}
	}
	return t.retyped(edits)
}

// annotation is the edit that writes a type.
func (t *Target) annotation(s slot, text string) syntax.Edit {
	mark := ": "
	if s.result {
		mark = " -> "
	}
	end := t.item().Span(s.front).End
	return syntax.Edit{Span: syntax.Span{Start: end, End: end}, NewText: mark + text}
}

// annotateAll writes all types of a definition that can be written, with the
// type parameters that its signature needs.
func (t *Target) annotateAll(open []slot) ([]syntax.Edit, error) {
	_, sig, ok := t.Module.Signature(t.Index)
	f, function := types.Head(sig).(*types.Func)
	if !ok || !function {
		return nil, rewrite.Refusal("the type of the definition is not known")
	}
	names, texts, declares := t.slotTexts(f, open)
	var edits []syntax.Edit
	for i, s := range open {
		if texts[i] != "" {
			edits = append(edits, t.annotation(s, texts[i]))
		}
	}
	if declares {
		name := t.item().Span(t.item().Declared()).End
		edits = append([]syntax.Edit{{Span: syntax.Span{Start: name, End: name}, NewText: "<" + strings.Join(names, ", ") + ">"}}, edits...)
	}
	if len(edits) == 0 {
		return nil, rewrite.Refusal("none of its types can be written")
	}
	return t.written(edits)
}

// slotTexts writes the types of slots in the names of the signature's variables, the
// result's with the signature's constraints; declares reports that the names are
// not declared yet.
func (t *Target) slotTexts(f *types.Func, open []slot) (names, texts []string, declares bool) {
	declared := t.tree.TypeParams()
	var all []types.Type
	for i, p := range f.Params {
		if p.Var != nil {
			all = append(all, p.Var)
		}
		declares = declares || i >= len(declared)
	}
	vars := len(all)
	all = append(all, t.slotTypes(f, open)...)
	printed := types.Strings(append(all, f)...)
	_, where, constrained := strings.Cut(printed[len(all)], " where ")
	allowed, known := map[string]bool{}, variablesOf(f)
	next := 0
	for _, p := range f.Params {
		name := p.Name
		if p.Var != nil {
			name = printed[next]
			next++
		}
		names = append(names, name)
		allowed[name] = true
	}
	for i := range open {
		text, ok := rewrite.SpelledText(printed[vars+i])
		if !ok || !rewrite.IsSpellable(all[vars+i], func(v *types.Var) bool { return known[v] }) {
			text = ""
		} else if constrained && open[i].owner == t.item().Root {
			text += " where " + where
		}
		texts = append(texts, text)
	}
	return names, texts, declares && len(declared) == 0
}

// slotTypes gives the types of slots: of the definition's own from its signature.
func (t *Target) slotTypes(f *types.Func, open []slot) []types.Type {
	item := t.item()
	var own []syntax.NodeID
	for _, p := range item.Kids(item.Def(item.Root).Params) {
		if item.Kind(p) == syntax.Param {
			own = append(own, p)
		}
	}
	list := make([]types.Type, len(open))
	for i, s := range open {
		list[i] = s.of
		for k, p := range own {
			if p == s.owner && k < len(f.In) {
				list[i] = f.In[k]
			}
		}
		if list[i] == nil {
			list[i] = types.ErrorType
		}
	}
	return list
}

// variablesOf are the type variables of a signature: types in these can be written.
func variablesOf(f *types.Func) map[*types.Var]bool {
	known := map[*types.Var]bool{}
	for _, p := range f.Params {
		if p.Var != nil {
			known[p.Var] = true
		}
	}
	return known
}
