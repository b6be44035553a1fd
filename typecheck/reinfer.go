package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Which groups a revision infers again: those with a changed definition, those
// that name one whose type came out different (callees come first, so that this is
// known), and those that are put together in another way than before.

// compareNames finds the names of changed items that mean something else now,
// but for those that are still to be inferred.
func (r *revision) compareNames() {
	for i := r.was.from; i < r.was.to; i++ {
		if o := r.old.items[i].object; o != nil && r.names.values[o.Name] == nil {
			r.touched[o.Name] = true
			r.history.renamed = true
		}
	}
	for i := r.changed.from; i < r.changed.to; i++ {
		o := r.items[i].object
		switch {
		case o == nil:
		case r.old.names.values[o.Name] == nil:
			r.touched[o.Name] = true
			r.history.renamed = true
		case !r.items[i].open():
			r.compare(o)
		}
	}
}

// compare notes an object that does not show what it showed.
func (r *revision) compare(o *typed.Object) {
	if !sameInterface(r.old.names.values[o.Name], o) {
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

// inferOnlyChanged infers the changed definitions alone, where each names what it
// named and needs no others to be inferred with; it reports whether that was all:
// nothing shows another type than before.
func (r *revision) inferOnlyChanged() bool {
	if len(r.touched) > 0 || r.history.renamed || r.was.to-r.was.from != r.changed.to-r.changed.from {
		return false
	}
	shift := r.was.to - r.changed.to
	for i := range r.items {
		if r.items[i].open() && (r.outdated(i) || r.isChanged(i) && !sameNeeds(&r.old.items[i+shift], &r.items[i])) {
			return false
		}
	}
	for i := r.changed.from; i < r.changed.to; i++ {
		if r.items[i].open() {
			r.inferAgain([]int{i})
		}
	}
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
	for i := range r.items {
		if r.items[i].open() && (len(r.touched) > 0 || r.isChanged(i) || r.outdated(i)) {
			return true
		}
	}
	return false
}

// outdated reports whether what was found in an item may propose a name that is
// gone, or points to another item, which may be gone.
func (r *revision) outdated(i int) bool {
	if !r.items[i].known() {
		return false
	}
	return len(r.items[i].found().again) > 0 || slices.ContainsFunc(r.items[i].inferred.result.Diagnostics, func(d syntax.Diagnostic) bool {
		return r.history.renamed || slices.ContainsFunc(d.Related, func(related syntax.Related) bool { return related.Place.Item != nil })
	})
}

func (r *revision) namesTouched(i int) bool {
	return r.items[i].open() && slices.ContainsFunc(r.items[i].inferred.globals, func(name string) bool { return r.touched[name] })
}

// regrouped reports whether a definition was inferred together with others than
// those of a group.
func (r *revision) regrouped(i int, group []int) bool {
	before := r.items[i].inferred.group
	if len(before) != len(group) {
		return true
	}
	return slices.ContainsFunc(group, func(j int) bool { return !slices.Contains(before, r.config.File.Items[j]) })
}

// inferAgain infers a group anew, with objects of its own: those before belong
// to modules that are in use.
func (r *revision) inferAgain(group []int) {
	for _, i := range group {
		if state := &r.items[i]; !r.isChanged(i) || state.known() && !state.carried {
			r.redeclare(i)
		}
	}
	r.inferGroup(group)
	for _, i := range group {
		r.compareInferred(r.items[i].object)
	}
}

// redeclare makes an item's object and signature anew.
func (r *revision) redeclare(i int) {
	old := r.items[i]
	o := &typed.Object{Kind: old.object.Kind, Name: old.object.Name, Item: old.object.Item, Node: old.object.Node}
	r.items[i] = itemState{object: o, inferred: &inferred{globals: old.inferred.globals}}
	if r.names.values[o.Name] == old.object {
		r.names.values[o.Name] = o
	} else {
		r.items[i].redeclare(o, r.names.values[o.Name])
	}
	r.resolveSignature(i)
}

func (r *revision) compareInferred(o *typed.Object) {
	if before := r.old.names.values[o.Name]; before != nil && r.names.values[o.Name] == o {
		r.compare(o)
	}
}
