package typecheck

import (
	"maps"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// A revision makes a module from that of an earlier text of the file. What a
// definition shows to others is its signature; as long as that stays, a change
// of its body reaches nothing else.
type revision struct {
	*Module
	old     *Module
	changed span
	was     span
	touched map[string]bool // globals that stand for something else now
}

// A span is the range of items from one index up to another.
type span struct{ from, to int }

// revise gives the module of a file's new text, or nil where the change is of
// more than definitions and expressions: all types depend on how types are
// declared.
func revise(old *Module, config Config) *Module {
	if old == nil || !comparable(&old.config, &config) {
		return nil
	}
	r := &revision{old: old, touched: map[string]bool{}}
	for k, imported := range config.Imports {
		changed, ok := imported.lineage.since(old.config.Imports[k].lineage.self)
		if !ok {
			return nil
		}
		maps.Copy(r.touched, changed)
	}
	seesOthers := len(r.touched) > 0
	r.was, r.changed = difference(old.config.File.Items, config.File.Items)
	if !selfContained(old.config.File.Items, r.was) || !selfContained(config.File.Items, r.changed) || r.clashes(config.File.Items) {
		return nil
	}
	r.begin(config)
	r.lineage.renamed = seesOthers
	r.declareChanged()
	r.infer()
	r.finish()
	return r.Module
}

// comparable tells whether two files see the same things beside themselves.
func comparable(old, config *Config) bool {
	return old.Prelude == config.Prelude && old.Implicit == config.Implicit && old.Partial == config.Partial &&
		old.Block == nil && config.Block == nil && len(old.Imports) == len(config.Imports) &&
		!slices.Contains(old.Imports, nil) && !slices.Contains(config.Imports, nil)
}

// difference is what two files do not share at their start and their end.
func difference(old, items []*syntax.Item) (was, changed span) {
	start, end := 0, 0
	shortest := min(len(old), len(items))
	for start < shortest && old[start] == items[start] {
		start++
	}
	for end < shortest-start && old[len(old)-1-end] == items[len(items)-1-end] {
		end++
	}
	return span{start, len(old) - end}, span{start, len(items) - end}
}

// alone are the items that declare no types, bring in nothing, and say nothing
// of the whole file.
var alone = map[syntax.Kind]bool{
	syntax.ItemEmpty: true, syntax.ItemDef: true, syntax.ItemDecl: true,
	syntax.ItemExpr: true, syntax.ItemAssert: true, syntax.ItemBad: true,
}

func selfContained(items []*syntax.Item, s span) bool {
	return !slices.ContainsFunc(items[s.from:s.to], func(item *syntax.Item) bool { return !alone[item.Kind(item.Root)] })
}

// declares are the items whose name others use.
func declares(item *syntax.Item) (name string, ok bool) {
	if kind := item.Kind(item.Root); kind != syntax.ItemDef && kind != syntax.ItemDecl {
		return "", false
	}
	n := item.Kid(item.Root, 0)
	if n == syntax.NoNode || item.Kind(n) == syntax.BadNode {
		return "", false
	}
	return item.SourceText(n), true
}

// clashes tells whether a changed name is declared more than once, before or
// after: then it depends on the order of the file what it stands for.
func (r *revision) clashes(items []*syntax.Item) bool {
	own := map[string]bool{}
	for i := r.was.from; i < r.was.to; i++ {
		if o := r.old.items[i].object; o != nil {
			if r.old.repeated[o.Name] {
				return true
			}
			own[o.Name] = true
		}
	}
	seen := map[string]bool{}
	for _, item := range items[r.changed.from:r.changed.to] {
		name, ok := declares(item)
		if !ok {
			continue
		}
		if seen[name] || r.old.names.values[name] != nil && !own[name] {
			return true
		}
		seen[name] = true
	}
	return false
}

// begin takes over what stays.
func (r *revision) begin(config Config) {
	old := r.old
	m := &Module{
		config: config, blocks: old.blocks, repeated: old.repeated,
		names:   names{values: maps.Clone(old.names.values), types: old.names.types},
		lenient: old.lenient, legacy: old.legacy, section: old.section,
		holes: old.holes, shadows: old.shadows,
	}
	m.items = make([]itemState, len(config.File.Items))
	copy(m.items, old.items[:r.was.from])
	copy(m.items[r.changed.to:], old.items[r.was.to:])
	for i := range m.items {
		m.items[i].carried = m.items[i].result != nil
	}
	r.Module = m
}

// declareChanged declares the changed items and resolves their signatures.
func (r *revision) declareChanged() {
	for i := r.was.from; i < r.was.to; i++ {
		if o := r.old.items[i].object; o != nil {
			delete(r.names.values, o.Name)
		}
	}
	for i := r.changed.from; i < r.changed.to; i++ {
		r.declare(i, r.config.File.Items[i])
		r.resolveSignature(i)
		r.opens(i)
	}
	r.compareNames()
}

// compareNames finds the names of changed items that mean something else now,
// but for those that are still to be inferred.
func (r *revision) compareNames() {
	for i := r.was.from; i < r.was.to; i++ {
		if o := r.old.items[i].object; o != nil && r.names.values[o.Name] == nil {
			r.touched[o.Name] = true
			r.lineage.renamed = true
		}
	}
	for i := r.changed.from; i < r.changed.to; i++ {
		o := r.items[i].object
		switch {
		case o == nil:
		case r.old.names.values[o.Name] == nil:
			r.touched[o.Name] = true
			r.lineage.renamed = true
		case !r.items[i].open:
			r.compare(o)
		}
	}
}

// compare notes an object that does not show what it showed.
func (r *revision) compare(o *Object) {
	if !sameFace(r.old.names.values[o.Name], o) {
		r.touched[o.Name] = true
	}
}

// infer infers again what a change reaches, callees before callers.
func (r *revision) infer() {
	if !r.reachesOpen() || r.staysInside() {
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

// staysInside infers the changed definitions alone, where each names what it
// named and needs no others to be inferred with; it tells whether that was all:
// nothing shows another type than before.
func (r *revision) staysInside() bool {
	if len(r.touched) > 0 || r.lineage.renamed || r.was.to-r.was.from != r.changed.to-r.changed.from {
		return false
	}
	shift := r.was.to - r.changed.to
	for i := range r.items {
		if r.items[i].open && (r.outdated(i) || r.isChanged(i) && !sameNeeds(&r.old.items[i+shift], &r.items[i])) {
			return false
		}
	}
	for i := r.changed.from; i < r.changed.to; i++ {
		if r.items[i].open {
			r.inferAgain([]int{i})
		}
	}
	return len(r.touched) == 0
}

// sameNeeds tells whether a definition that was inferred by itself names the
// same definitions as before.
func sameNeeds(old, now *itemState) bool {
	return old.open && old.object.Name == now.object.Name && len(old.group) == 1 &&
		slices.Equal(distinct(old.globals), distinct(now.globals))
}

func distinct(names []string) []string { return slices.Compact(slices.Sorted(slices.Values(names))) }

func (r *revision) isChanged(i int) bool { return i >= r.changed.from && i < r.changed.to }

// reachesOpen tells whether there is anything to infer.
func (r *revision) reachesOpen() bool {
	for i := range r.items {
		if r.items[i].open && (len(r.touched) > 0 || r.isChanged(i) || r.outdated(i)) {
			return true
		}
	}
	return false
}

// outdated tells whether what was found in an item may propose a name that is
// gone, or points to another item, which may be gone.
func (r *revision) outdated(i int) bool {
	if r.items[i].result == nil {
		return false
	}
	return slices.ContainsFunc(r.items[i].result.Diagnostics, func(d syntax.Diagnostic) bool {
		return r.lineage.renamed || slices.ContainsFunc(d.Related, func(related syntax.Related) bool { return related.Place.Item != nil })
	})
}

func (r *revision) namesTouched(i int) bool {
	return slices.ContainsFunc(r.items[i].globals, func(name string) bool { return r.touched[name] })
}

// regrouped tells whether a definition was inferred together with others than
// those of a group.
func (r *revision) regrouped(i int, group []int) bool {
	if len(r.items[i].group) != len(group) {
		return true
	}
	return slices.ContainsFunc(group, func(j int) bool { return !slices.Contains(r.items[i].group, r.config.File.Items[j]) })
}

// inferAgain infers a group anew, with objects of its own: those before belong
// to modules that are in use.
func (r *revision) inferAgain(group []int) {
	for _, i := range group {
		if state := &r.items[i]; !r.isChanged(i) || state.result != nil && !state.carried {
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
	o := &Object{Kind: old.object.Kind, Name: old.object.Name, Item: old.object.Item, Node: old.object.Node}
	r.items[i] = itemState{object: o, open: true, globals: old.globals}
	if r.names.values[o.Name] == old.object {
		r.names.values[o.Name] = o
	} else {
		r.items[i].diagnostics = append(r.items[i].diagnostics, duplicate(o, r.names.values[o.Name]))
	}
	r.resolveSignature(i)
}

func (r *revision) compareInferred(o *Object) {
	if before := r.old.names.values[o.Name]; before != nil && r.names.values[o.Name] == o {
		r.compare(o)
	}
}

// finish notes which items stand.
func (r *revision) finish() {
	origin := make([]int32, len(r.items))
	shift := r.was.to - r.changed.to
	for i := range origin {
		switch {
		case r.isChanged(i):
			origin[i] = -1
		case i >= r.changed.to:
			origin[i] = int32(i + shift)
		default:
			origin[i] = int32(i)
		}
		if r.items[i].open && !r.items[i].carried {
			origin[i] = -1
		}
	}
	for i := range r.mentioning(r.touched) {
		origin[i] = -1
	}
	renamed := r.lineage.renamed
	r.lineage = r.old.lineage.after(r.touched)
	r.lineage.origin, r.lineage.renamed = origin, renamed
}

// fewNames is how many names are looked for in the text, one by one.
const fewNames = 8

// mentioning are the items that hold one of some globals.
func (r *revision) mentioning(touched map[string]bool) map[int]bool {
	found := map[int]bool{}
	if len(touched) > fewNames {
		for i, item := range r.config.File.Items {
			if mentions(item, touched) {
				found[i] = true
			}
		}
		return found
	}
	for name := range touched {
		r.searched(name, found)
	}
	return found
}

// searched finds the items whose text holds a name.
func (r *revision) searched(name string, found map[int]bool) {
	file := r.config.File
	for at := 0; ; {
		next := strings.Index(file.Text[at:], name)
		if next < 0 {
			return
		}
		at += next
		i, ok := slices.BinarySearch(file.Starts, int32(at))
		if !ok {
			i--
		}
		if i >= 0 {
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

// sameFace tells whether a definition shows others what another one showed: its
// kind, its parameters' names and its type.
func sameFace(a, b *Object) bool {
	return a.Kind == b.Kind && parameterText(a) == parameterText(b) && sameScheme(a.Type, b.Type)
}

func parameterText(o *Object) string {
	if list := o.Item.Kid(o.Item.Root, 2); o.Kind == DefObject && list != syntax.NoNode {
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
	return decided(a) && decided(b) && sameLeaves(a, b) && types.String(a) == types.String(b)
}

// decided tells of a type without errors and without variables but parameters.
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

// current is a result of an earlier module with the objects of this one.
func (m *Module) current(i int, r *Result) *Result {
	if !m.items[i].carried {
		return r
	}
	var objects []*Object
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
	info, next := *r.Info, *r
	info.Objects, next.Info = objects, &info
	return &next
}

// successor is what a global's name stands for now.
func (m *Module) successor(o *Object, i int) *Object {
	if o == nil || o.Kind != DefObject && o.Kind != DeclaredObject {
		return o
	}
	if o.Item == m.config.File.Items[i] {
		return m.items[i].object
	}
	if now := m.value(o.Name, m.block(i)); now != nil {
		return now
	}
	return o
}
