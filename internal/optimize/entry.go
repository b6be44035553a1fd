package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Entries are what may fail or has an effect. Their order stays, and no rule looks into them;
// but an entry may be replaced by another one that fails in the same cases and with the same
// fault, whose value is then a part of what the first one gave.

// element reports whether an operator gives one element of its first operand.
func element(name string) bool {
	return name == parallel.First || name == parallel.Last || name == parallel.Element.Name
}

// entries rewrites entries of the definition's body, which no rule matches. The law is
//
//	entry  e = first(map(f, xs))     becomes     entry  e' = first(xs),  and  e = f(e')
//
// for first, last, xs[i], @hd and @nth. Both fail exactly where xs has no such element, so the entry may
// be replaced at its position, if f cannot fail: otherwise f would be evaluated for one element where
// the text evaluates it for all, and the map would be an entry itself.
//
// Only entries of the body are rewritten. Those of inner regions are arguments of a node, and another
// node would have to be made for each.
func (r *rules) entries(t *terms, b *body) {
	for i := 0; i < len(b.entries); i++ {
		c := t.Find(b.entries[i])
		for _, e := range slices.Clone(t.Entries(c)) {
			if with, value, why, ok := t.elementFirst(e); ok && !slices.Contains(b.entries, with) {
				b.entries[i] = with
				t.Union(e.ID, value, t.reasonFor(why))
				t.Rebuild()
				break
			}
		}
	}
}

// elementFirst is the right side of the law of entries for the node e: the entry that replaces it, and
// the value of e by that of the new entry. An entry that is there already (in another region perhaps)
// is not used: each entry has one place.
func (t *terms) elementFirst(e egraph.Entry) (with, value id, why string, ok bool) {
	h := t.head(e.Node)
	if !h.partial || h.serial > 0 {
		return 0, 0, "", false
	}
	if h.kind == call {
		return t.listElementFirst(h, e)
	}
	if h.kind != operation || !element(h.op.Canonical()) {
		return 0, 0, "", false
	}
	for _, f := range t.Entries(e.Kids[0]) {
		g := t.head(f.Node)
		if g.kind != operation || g.partial || g.op.Canonical() != parallel.Map {
			continue
		}
		elem := elementType(t.typeOf(f.Kids[1]))
		if elem == nil {
			continue
		}
		kids := slices.Clone(e.Kids)
		kids[0] = f.Kids[1]
		if _, known := t.Lookup(node(h, kids)); known {
			continue // it is an entry already, maybe of another block
		}
		with = t.insert(h, kids, elem)
		if value, ok = t.callFunction(f.Kids[0], []id{with}); ok && t.sameType(value, e.ID) {
			return with, value, "element_of_map", true
		}
	}
	return 0, 0, "", false
}

// listElementFirst is elementFirst for @hd(@map(f, l)) and @nth(@map(f, l), i).
func (t *terms) listElementFirst(h *head, e egraph.Entry) (with, value id, why string, ok bool) {
	name, args, ok := t.prelude(e)
	if !ok || name != "@hd" && name != "@nth" {
		return 0, 0, "", false
	}
	for _, f := range t.Entries(args[0]) {
		inner, of, mapped := t.prelude(f)
		if !mapped || inner != "@map" || t.head(f.Node).partial {
			continue
		}
		list, isList := types.Head(t.typeOf(of[1])).(*types.ADT)
		if !isList || len(list.Args) != 1 {
			continue
		}
		elem := types.Head(list.Args[0])
		fn := &types.Func{In: append([]types.Type{t.typeOf(of[1])}, t.typesOf(args[1:])...), Out: elem}
		o := t.module.Value(name, 0)
		kids := append([]id{t.globalOf(o, fn), of[1]}, args[1:]...)
		if _, known := t.Lookup(node(h, kids)); known {
			continue
		}
		with = t.insert(h, kids, elem)
		if value, ok = t.callFunction(of[0], []id{with}); ok && t.sameType(value, e.ID) {
			return with, value, "element_of_map", true
		}
	}
	return 0, 0, "", false
}

// forced are the classes that are entries of a region. The node that is chosen for one of them is the
// partial one, even if the class has others: its evaluation, not only its value, is part of the
// definition. For all other classes only total nodes are chosen (scale.choices).
func (t *terms) forced(b *body) map[id]bool {
	all := map[id]bool{}
	for _, c := range b.entries {
		all[t.Find(c)] = true
	}
	t.Classes(func(c id) {
		for _, e := range t.Entries(c) {
			h := t.head(e.Node)
			for i, n := range h.regions {
				if n > 0 {
					entries, _ := h.region(e.Kids, i)
					for _, x := range entries {
						all[t.Find(x)] = true
					}
				}
			}
		}
	})
	return all
}
