package typecheck

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// After an edit the module of the file's former text is revised: all items that
// are the same values as before (package syntax keeps the unchanged ones) keep
// what is known of them. The invariant, held by tests on random edits: a revised
// module answers every question as a new one of the same text would. What a
// definition shows to others is its kind, its parameters' names and its type; as
// long as these stay, nothing outside of it is looked at again (the "cutoff" of
// build systems, Mokhov, Mitchell and Peyton Jones 2018). Which definitions are
// inferred again is decided in reinfer.go.

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
func revise(ctx context.Context, old *Module, config Config) *Module {
	if old == nil || !seeTheSame(&old.config, &config) {
		return nil
	}
	r := &revision{old: old, touched: map[string]bool{}}
	for k, imported := range config.Imports {
		changed, ok := imported.history.since(old.config.Imports[k].history.self)
		if !ok {
			return nil
		}
		maps.Copy(r.touched, changed)
	}
	seesOthers := len(r.touched) > 0
	r.was, r.changed = difference(old.config.File, config.File)
	if !selfContained(old.config.File, r.was) || !selfContained(config.File, r.changed) || r.clashes(config.File) {
		return nil
	}
	r.begin(config)
	r.making = ctx
	r.history.renamed = seesOthers
	r.declareChanged()
	r.infer()
	r.finish()
	return r.Module
}

// seeTheSame reports whether two files see the same things beside themselves.
func seeTheSame(old, config *Config) bool {
	return old.Outlines == nil && config.Outlines == nil && baseSteps(old.File.Len()) == baseSteps(config.File.Len()) && old.Prelude == config.Prelude && sameOperators(old.Ops, config.Ops) && old.Implicit == config.Implicit && old.Partial == config.Partial &&
		old.Block == nil && config.Block == nil && len(old.Imports) == len(config.Imports) &&
		!slices.Contains(old.Imports, nil) && !slices.Contains(config.Imports, nil)
}

// sameOperators reports whether two tables have the same entries.
func sameOperators(a, b op.Table) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer() || maps.Equal(a, b)
}

// difference is what two files do not share at their start and their end.
func difference(old, file *syntax.File) (was, changed span) {
	start, end := syntax.Diff(old, file)
	return span{start, old.Len() - end}, span{start, file.Len() - end}
}

// alone are the items that declare no types, bring in nothing, and say nothing
// of the whole file.
var alone = map[syntax.Kind]bool{
	syntax.ItemEmpty: true, syntax.ItemDef: true, syntax.ItemDecl: true,
	syntax.ItemExpr: true, syntax.ItemAssert: true, syntax.ItemBad: true,
}

func selfContained(file *syntax.File, s span) bool {
	for _, item := range file.Range(s.from, s.to) {
		if !alone[item.Kind(item.Root)] {
			return false
		}
	}
	return true
}

// declaredName are the items whose name others use.
func declaredName(item *syntax.Item) (name string, ok bool) {
	if kind := item.Kind(item.Root); kind != syntax.ItemDef && kind != syntax.ItemDecl {
		return "", false
	}
	n := item.Declared()
	if n == syntax.NoNode || item.Kind(n) == syntax.BadNode {
		return "", false
	}
	return item.SourceText(n), true
}

// clashes reports whether a changed name is declared more than once, before or
// after: then it depends on the order of the file what it stands for.
func (r *revision) clashes(file *syntax.File) bool {
	own := map[string]bool{}
	for i := r.was.from; i < r.was.to; i++ {
		if o := r.old.items.at(i).object; o != nil {
			if r.old.repeated[o.Name] {
				return true
			}
			own[o.Name] = true
		}
	}
	seen := map[string]bool{}
	for _, item := range file.Range(r.changed.from, r.changed.to) {
		name, ok := declaredName(item)
		if !ok {
			continue
		}
		if seen[name] || r.old.names.values.get(name) != nil && !own[name] {
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
		config: config, checkers: checkersOf(&config), identity: &identity{}, blocks: old.blocks, repeated: old.repeated,
		names:   names{values: old.names.values.revised(), types: old.names.types},
		lenient: old.lenient, legacy: old.legacy, section: old.section, misnamed: old.misnamed,
		holes: old.holes, shadows: old.shadows,
	}
	m.spelled = m.spelledNames()
	m.elsewhere = sync.OnceValue(func() map[string]bool { return boundElsewhere(config.File.All()) })
	m.items = old.items.revised(r.was, r.changed)
	r.Module = m
}

// declareChanged declares the changed items and resolves their signatures.
func (r *revision) declareChanged() {
	for i := r.was.from; i < r.was.to; i++ {
		if o := r.old.items.at(i).object; o != nil {
			r.names.values.remove(o.Name)
		}
	}
	for i := r.changed.from; i < r.changed.to; i++ {
		r.declare(i, r.config.File.Item(i))
		r.resolveSignature(i)
		r.markInferred(i)
	}
	r.compareNames()
	r.compareLoopFunctions()
}

// compareLoopFunctions notes the functions in TIR that come or go: a use of one is not
// reported, since its definition is, and without one it is the use of an undefined name.
func (r *revision) compareLoopFunctions() {
	was := boundElsewhere(r.old.config.File.Range(r.was.from, r.was.to))
	now := boundElsewhere(r.config.File.Range(r.changed.from, r.changed.to))
	for _, pair := range [][2]map[string]bool{{was, now}, {now, was}} {
		for name := range pair[0] {
			if !pair[1][name] {
				r.touched[name] = true
			}
		}
	}
}

// finish notes which items stand.
func (r *revision) finish() {
	edit := &Edit{From: r.was.from, WasTo: r.was.to, To: r.changed.to, Unsettled: map[int]bool{}, Renamed: r.history.renamed}
	for _, i := range r.items.again() {
		edit.Unsettled[i] = true
	}
	for i := range r.mentioning(r.touched) {
		if !r.isChanged(i) {
			edit.Unsettled[i] = true
		}
	}
	r.history = r.old.history.after(r.touched)
	r.history.edit = edit
}
