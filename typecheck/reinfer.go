package typecheck

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Which groups a revision infers again: those with a changed definition, those
// that name one whose type came out different (callees come first, so that this is
// known), and those that are put together in another way than before.

// compareNames finds the names of changed items that mean something else now,
// but for those that are still to be inferred.
func (r *revision) compareNames() {
	for i := r.was.from; i < r.was.to; i++ {
		if o := r.old.items.at(i).object; o != nil && r.names.values.get(o.Name) == nil {
			r.touched[o.Name] = true
			r.history.renamed = true
		}
	}
	for i := r.changed.from; i < r.changed.to; i++ {
		o := r.items.at(i).object
		switch {
		case o == nil:
		case r.old.names.values.get(o.Name) == nil:
			r.touched[o.Name] = true
			r.history.renamed = true
		case !r.items.at(i).open():
			r.compare(o)
		}
	}
}

// compare notes an object that does not show what it showed.
func (r *revision) compare(o *typed.Object) {
	if !sameInterface(r.old.names.values.get(o.Name), o) {
		r.touched[o.Name] = true
	}
}

// infer infers again what a change reaches, callees before callers.
func (r *revision) infer() {
	if !r.reachesInferred() || r.inferOnlyChanged() {
		return
	}
	mentioning := r.mentioning(r.touched)
	r.eachGroup(func(group []int) {
		for _, i := range group {
			if r.isChanged(i) || mentioning[i] || r.namesTouched(i) || r.outdated(i) || r.regrouped(i, group) {
				r.inferAgain(group)
				return
			}
		}
	})
}

// inferOnlyChanged infers the changed definitions alone, callees first, where each names what it
// named and needs no others to be inferred with; it reports whether that was all:
// nothing shows another type than before.
func (r *revision) inferOnlyChanged() bool {
	if len(r.touched) > 0 || r.history.renamed || r.was.to-r.was.from != r.changed.to-r.changed.from {
		return false
	}
	if r.items.have(pointingItem) {
		return false
	}
	shift := r.was.to - r.changed.to
	var open []int
	for i := r.changed.from; i < r.changed.to; i++ {
		if !r.items.at(i).open() {
			continue
		}
		if !sameNeeds(r.old.items.at(i+shift), r.items.at(i)) {
			return false
		}
		open = append(open, i)
	}
	r.groups(open, r.inferAgain)
	return len(r.touched) == 0
}

// sameNeeds reports whether a definition that was inferred by itself names the
// same definitions as before.
func sameNeeds(old, now *itemState) bool {
	return old.open() && old.object.Name == now.object.Name && len(old.inferred.group) == 1 &&
		slices.Equal(sortedSet(old.inferred.globals), sortedSet(now.inferred.globals))
}

func sortedSet(names []string) []string { return slices.Compact(slices.Sorted(slices.Values(names))) }

func (r *revision) isChanged(i int) bool { return i >= r.changed.from && i < r.changed.to }

// reachesInferred reports whether there is anything to infer.
func (r *revision) reachesInferred() bool {
	if r.items.have(openItem) && len(r.touched) > 0 || r.items.have(pointingItem) || r.history.renamed && r.items.have(reportedItem) {
		return true
	}
	for i := r.changed.from; i < r.changed.to; i++ {
		if r.items.at(i).open() {
			return true
		}
	}
	return false
}

// outdated reports whether what was found in an item may propose a name that is
// gone, or points to another item, which may be gone.
func (r *revision) outdated(i int) bool {
	traits := r.items.at(i).traits()
	return traits&pointingItem != 0 || r.history.renamed && traits&reportedItem != 0
}

func (r *revision) namesTouched(i int) bool {
	return r.items.at(i).open() && slices.ContainsFunc(r.items.at(i).inferred.globals, func(name string) bool { return r.touched[name] })
}

// regrouped reports whether a definition was inferred together with others than
// those of a group.
func (r *revision) regrouped(i int, group []int) bool {
	before := r.items.at(i).inferred.group
	if len(before) != len(group) {
		return true
	}
	return slices.ContainsFunc(group, func(j int) bool { return !slices.Contains(before, r.config.File.Item(j)) })
}

// inferAgain infers a group anew, with objects of its own: those before belong
// to modules that are in use.
func (r *revision) inferAgain(group []int) {
	for _, i := range group {
		if state := r.items.at(i); !r.isChanged(i) || state.known() && !r.carried(i) {
			r.redeclare(i)
		}
	}
	r.inferGroup(group)
	for _, i := range group {
		r.compareInferred(r.items.at(i).object)
	}
}

// redeclare makes an item's object and signature anew.
func (r *revision) redeclare(i int) {
	old := r.items.at(i)
	o := &typed.Object{Kind: old.object.Kind, Name: old.object.Name, Item: old.object.Item, Node: old.object.Node}
	r.items.own[i] = &itemState{object: o, inferred: &inferred{globals: old.inferred.globals}}
	if r.names.values.get(o.Name) == old.object {
		r.names.values.set(o.Name, o)
	} else {
		r.items.at(i).redeclare(o, r.names.values.get(o.Name))
	}
	r.resolveSignature(i)
}

func (r *revision) compareInferred(o *typed.Object) {
	if before := r.old.names.values.get(o.Name); before != nil && r.names.values.get(o.Name) == o {
		r.compare(o)
	}
}

// sameInterface reports whether a definition shows others what another one showed: its
// kind, its parameters' names and its type.
func sameInterface(a, b *typed.Object) bool {
	return a.Kind == b.Kind && parameterText(a) == parameterText(b) && sameScheme(a.Type, b.Type)
}

func parameterText(o *typed.Object) string {
	if list := o.Item.Def(o.Item.Root).Params; o.Kind == typed.DefObject && list != syntax.NoNode {
		return o.Item.SourceText(list)
	}
	return ""
}

// sameScheme compares types as they are printed. What is not decided prints
// alike and need not be so.
func sameScheme(a, b types.Type) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return decided(a) && decided(b) && sameLeaves(a, b) && types.Key(a) == types.Key(b)
}

// decided reports whether t is a type without errors and without variables but parameters.
func decided(t types.Type) bool {
	ok := true
	types.Walk(t, func(t types.Type) bool {
		v, variable := t.(*types.Var)
		ok = ok && !types.IsBad(t) && !(variable && !v.Rigid)
		return ok
	})
	return ok
}

// sameLeaves compares which parameters stand for leaves of a FractalTensor
// alone, which is not printed.
func sameLeaves(a, b types.Type) bool {
	f, isFunc := a.(*types.Func)
	g, alike := b.(*types.Func)
	if !isFunc || !alike {
		return isFunc == alike
	}
	return slices.EqualFunc(f.Params, g.Params, func(p, q types.Param) bool {
		return (p.Var != nil && p.Var.Leaf) == (q.Var != nil && q.Var.Leaf)
	})
}

// fewNames is how many names are looked for in the text, one by one.
const fewNames = 8

// mentioning are the items that hold one of some globals.
func (r *revision) mentioning(touched map[string]bool) map[int]bool {
	found := map[int]bool{}
	if len(touched) > fewNames {
		for i, item := range r.config.File.All() {
			if mentions(item, touched) {
				found[i] = true
			}
		}
		return found
	}
	for name := range touched {
		r.searchText(name, found)
	}
	return found
}

// searchText finds the items whose text holds a name.
func (r *revision) searchText(name string, found map[int]bool) {
	file := r.config.File
	for at := 0; ; {
		next := strings.Index(file.Text()[at:], name)
		if next < 0 {
			return
		}
		at += next
		if i := file.ItemAt(int32(at)); i >= 0 {
			found[i] = true
		}
		at += len(name)
	}
}

func mentions(item *syntax.Item, touched map[string]bool) bool {
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) == syntax.Global && touched[item.SourceText(n)] {
			return true
		}
	}
	return false
}

// carried reports whether what was inferred of an item is of an earlier module.
func (m *Module) carried(i int) bool {
	state := m.items.at(i)
	return state.known() && state.inferred.by != m.identity
}

// current is a result of an earlier module with the objects of this one.
func (m *Module) current(i int, r *typed.Result) *typed.Result {
	if !m.carried(i) {
		return r
	}
	var objects []*typed.Object
	for n, o := range r.Objects {
		now := m.successor(o, i)
		if now == o {
			continue
		}
		if objects == nil {
			objects = slices.Clone(r.Objects)
		}
		objects[n] = now
	}
	if objects == nil {
		return r
	}
	next := *r
	next.Info = r.WithObjects(objects)
	return &next
}

// successor is what a global's name stands for now.
func (m *Module) successor(o *typed.Object, i int) *typed.Object {
	if o == nil || o.Kind != typed.DefObject && o.Kind != typed.DeclaredObject {
		return o
	}
	if o.Item == m.config.File.Item(i) {
		return m.items.at(i).object
	}
	if now := m.value(o.Name, m.block(i)); now != nil {
		return now
	}
	return o
}
