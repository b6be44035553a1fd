package rewrite

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Finder gives what is found in item i of a module, of which the result of
// checking it is given. Checked is one; who has further checks runs them too.
type Finder func(m *typecheck.Module, i int, r *typecheck.Result) []syntax.Diagnostic

// Checked gives what parser and type checker find in an item.
func Checked(_ *typecheck.Module, _ int, r *typecheck.Result) []syntax.Diagnostic {
	return slices.Concat(r.Item.Mistakes(), r.Diagnostics)
}

// FewerErrors reports whether the edits take more errors away than they bring.
func (r *Revision) FewerErrors(find Finder) bool {
	return len(r.now.errors(r.New, find)) < len(r.errorsBefore(r.Old, find))
}

// NewErrors are the codes of which there are more errors than before, each as
// often as there are more, in the order of their names.
func (r *Revision) NewErrors(find Finder) []codes.Code {
	return without(r.now.errors(r.New, find), r.errorsBefore(r.Old, find))
}

// errorsBefore are the codes of the errors in items before the edits, sorted. In
// place nothing is said of what else a name may mean, and each use of one that
// nothing declares is an error: so an item that has errors is held against itself
// in place.
func (r *Revision) errorsBefore(items []int, find Finder) []codes.Code {
	found := r.was.errors(items, find)
	if !r.inPlace || len(found) == 0 {
		return found
	}
	again := r.was.inPlace(items[0])
	var all []int
	for k := range again.module.File().Len() {
		all = append(all, k)
	}
	return again.errors(all, find)
}

// errors are the codes of the errors in items, sorted.
func (s *side) errors(items []int, find Finder) []codes.Code {
	var found []codes.Code
	for _, i := range items {
		for _, d := range find(s.module, i, s.check(i)) {
			if d.Severity == codes.Error {
				found = append(found, d.Code)
			}
		}
	}
	slices.Sort(found)
	return found
}

// without is what is left of a sorted list when the elements of another one are
// taken out, once each.
func without(a, b []codes.Code) []codes.Code {
	var left []codes.Code
	for _, x := range a {
		i, found := slices.BinarySearch(b, x)
		b = b[i:]
		if found {
			b = b[1:]
		} else {
			left = append(left, x)
		}
	}
	return left
}

// Sound refuses edits by which any item of the text has a syntax error, a new one
// any error, or an edited one an error that it had not or another type.
func (r *Revision) Sound() error {
	edited := map[int]bool{}
	for _, p := range r.Pairs {
		edited[p.After] = true
	}
	for _, i := range r.New {
		if len(r.After.File().Item(i).Errors) > 0 || !edited[i] && len(r.now.errors([]int{i}, Checked)) > 0 {
			return NewError
		}
	}
	for _, p := range r.Pairs {
		before := r.errorsBefore([]int{p.Before}, Checked)
		if len(without(r.now.errors([]int{p.After}, Checked), before)) > 0 {
			return Mistyped
		}
	}
	if !r.SameTypes() {
		return OtherType
	}
	return nil
}

// SameTypes reports whether the edited items show others what they showed: the name
// and the type of a definition, the type of an expression, all of what declares a
// type or imports something.
func (r *Revision) SameTypes() bool {
	return !slices.ContainsFunc(r.Pairs, func(p Pair) bool { return !r.sameShown(p) })
}

func (r *Revision) sameShown(p Pair) bool {
	before, after := r.was.check(p.Before).Info, r.now.check(p.After).Info
	if !evaluates[rootKind(before.Item)] {
		return sameTree(before, after)
	}
	return r.was.shownName(p.Before) == r.now.shownName(p.After) &&
		SameType(r.was.shownType(p.Before), r.now.shownType(p.After))
}

// evaluates are the items that others see the type of and nothing else.
var evaluates = map[syntax.Kind]bool{
	syntax.ItemDef: true, syntax.ItemDecl: true, syntax.ItemExpr: true, syntax.ItemAssert: true, syntax.ItemEmpty: true,
}

func sameTree(before, after *typecheck.Info) bool {
	a, ok := OutlineOf(before, before.Item.Root)
	b, also := OutlineOf(after, after.Item.Root)
	return ok && also && a == b
}

// shownName is the name of a definition or declaration.
func (s *side) shownName(i int) string {
	name, _, _ := s.module.Signature(i)
	return name
}

// shownType is the type of an item as others see it: its signature, or the type
// of the expression; nil of items that have none.
func (s *side) shownType(i int) types.Type {
	if _, t, ok := s.module.Signature(i); ok {
		return t
	}
	r := s.check(i)
	if body := r.Item.Body(); body != syntax.NoNode && int(body) < len(r.Types) {
		return r.Types[body]
	}
	return nil
}

// SameType reports whether two types are one; those that hold undecided variables
// are compared as they print.
func SameType(a, b types.Type) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if _, ok := types.Equivalent(a, b); ok {
		return true
	}
	return types.Key(a) == types.Key(b) || slices.Equal(unorderedText(a), unorderedText(b))
}

// unorderedText is a type as it prints without its constraints, and then those, in
// an order that does not depend on theirs.
func unorderedText(t types.Type) []string {
	f, ok := t.(*types.Func)
	if !ok {
		return []string{types.Key(t)}
	}
	parts := []types.Type{&types.Func{Params: f.Params, In: f.In, Out: f.Out}}
	for _, c := range f.Where {
		parts = append(parts, &types.Tuple{Elems: append(slices.Clone(c.Args), c.Out)})
	}
	texts := types.Keys(parts...)
	for i, c := range f.Where {
		texts[i+1] = c.Op + c.With + texts[i+1]
	}
	slices.Sort(texts[1:])
	return texts
}

// ReadsAs refuses edits that leave a text which is not read as the item's tree
// with the changes that an outline says. Parts are outlines that must stand
// somewhere in the text, such as the body of a new definition. It is for
// revisions with one pair.
func (r *Revision) ReadsAs(want Outline, parts ...string) error {
	p := r.Pairs[0]
	before, after := r.was.check(p.Before).Info, r.now.check(p.After).Info
	meant, ok := want.Of(before, before.Item.Root)
	is, also := Outline{Numbered: want.Numbered}.Of(after, after.Item.Root)
	if !ok || !also || meant != is {
		return OtherMeaning
	}
	return r.Holds(parts...)
}

// Holds refuses edits that leave a text in which some outline does not stand.
func (r *Revision) Holds(parts ...string) error {
	if len(parts) == 0 {
		return nil
	}
	var all strings.Builder
	for _, i := range r.New {
		text, ok := OutlineOf(r.now.check(i).Info, r.After.File().Item(i).Root)
		if !ok {
			return OtherMeaning
		}
		all.WriteString(text)
	}
	for _, part := range parts {
		if !strings.Contains(all.String(), part) {
			return OtherMeaning
		}
	}
	return nil
}

// SameButAnnotations refuses edits that change more than annotations: without
// those, the edited items read as they did, and all their nodes have the types
// that they had.
func (r *Revision) SameButAnnotations() error {
	for _, p := range r.Pairs {
		before, after := r.was.check(p.Before).Info, r.now.check(p.After).Info
		if err := sameButAnnotations(before, after); err != nil {
			return err
		}
	}
	return nil
}

func sameButAnnotations(before, after *typecheck.Info) error {
	old, now := annotations(before.Item), annotations(after.Item)
	a, ok := Outline{Skip: old}.Of(before, before.Item.Root)
	b, also := Outline{Skip: now}.Of(after, after.Item.Root)
	if !ok || !also || a != b {
		return OtherMeaning
	}
	if !slices.Equal(types.Keys(typesOf(before, old)...), types.Keys(typesOf(after, now)...)) {
		return OtherTypes
	}
	return nil
}

// annotations are the nodes of an item that say types of what has one without
// them too, and the type parameters and constraints that those mention.
func annotations(item *syntax.Item) map[syntax.NodeID]bool {
	found := map[syntax.NodeID]bool{}
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		switch item.Kind(n) {
		case syntax.Let:
			found[item.Let(n).Type] = true
		case syntax.Param:
			found[item.Param(n).Type] = true
		case syntax.Fn:
			found[item.Fn(n).Result] = true
		case syntax.ItemDef:
			def := item.Def(n)
			found[def.TypeParams], found[def.Result], found[def.Where] = true, true, true
		}
		return true
	})
	delete(found, syntax.NoNode)
	return found
}

// typesOf lists the types of a tree's nodes in the order of the text, without
// those of some nodes and what is under them.
func typesOf(info *typecheck.Info, skip map[syntax.NodeID]bool) []types.Type {
	var found []types.Type
	info.Item.Walk(info.Item.Root, func(n syntax.NodeID) bool {
		if skip[n] {
			return false
		}
		if int(n) < len(info.Types) && info.Types[n] != nil {
			found = append(found, info.Types[n])
		}
		return true
	})
	return found
}
