package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A builtin is one of the functions on references: `ref`, `ref_read`, `ref_write`.
type builtin struct{ name string }

func (v *builtin) typ() types.Type { return nil }

// onReference counts a function on references. What a reference holds is not known.
// Reads and writes wait for each other, whichever references they are of.
func (w *walk) onReference(p *path, v graph.Value, f *builtin) value {
	p.Costs[solving.Work]++
	after := w.waits(p, v)
	if f.name == "ref" {
		p.Costs[solving.Memory] += words(1)
		p.ready[v] = p.Then(solving.Moment{Cost: 1}, after...)
		return w.unknown(p, w.typeOf(v), false)
	}
	p.ready[v] = p.Then(solving.Moment{Cost: 1}, append(after, p.effect)...)
	p.effect = p.ready[v]
	return w.unknown(p, w.typeOf(v), false)
}

// findEffects tells whether a call of a body may read or write references: whether it, or
// a definition that it names, or one that these name, does. Functions that are passed to
// it count as well.
func (a *Analysis) findEffects(in *instance) bool {
	found := false
	if in.literal != nil {
		found = a.mayRefer(in.literal.graph.Info)
	} else {
		found = a.mayRefer(a.tree(in.object))
	}
	for _, arg := range in.args {
		functions(arg, func(f value) { found = found || a.mayRefer(a.treeOf(f)) })
	}
	return found
}

// mayRefer tells whether a tree, or one of a definition that can be reached from it, names
// functions on references. The answer is found for all that is reached at once, and each
// tree is gone through once.
func (a *Analysis) mayRefer(info *typecheck.Info) bool {
	if info == nil {
		return false
	}
	if known, met := a.refers[info]; met {
		return known
	}
	reached, callers, refer := []*typecheck.Info{info}, map[*typecheck.Info][]*typecheck.Info{}, []*typecheck.Info{}
	a.refers[info] = false
	for i := 0; i < len(reached); i++ {
		from := reached[i]
		found := mentionsOf(from)
		if found.references {
			refer = append(refer, from)
		}
		for _, o := range found.definitions {
			to := a.tree(o)
			if to == nil {
				continue
			}
			callers[to] = append(callers[to], from)
			if known, met := a.refers[to]; !met {
				a.refers[to] = false
				reached = append(reached, to)
			} else if known {
				refer = append(refer, from)
			}
		}
	}
	for len(refer) > 0 {
		last := refer[len(refer)-1]
		refer = refer[:len(refer)-1]
		if !a.refers[last] {
			a.refers[last] = true
			refer = append(refer, callers[last]...)
		}
	}
	return a.refers[info]
}

// treeOf is the tree in which a function's body stands.
func (a *Analysis) treeOf(f value) *typecheck.Info {
	switch f := f.(type) {
	case *closure:
		return f.graph.Info
	case *global:
		if f.object.Kind == typecheck.DefObject {
			return a.tree(f.object)
		}
	}
	return nil
}

// functions calls f for the functions in a value.
func functions(v value, f func(value)) {
	switch v := v.(type) {
	case *closure:
		f(v)
		for _, seen := range v.seen {
			functions(seen, f)
		}
	case *global:
		f(v)
	case *tuple:
		for _, part := range v.parts {
			functions(part, f)
		}
	}
}

// mentions are what an item names: functions on references, and definitions.
type mentions struct {
	references  bool
	definitions []*typecheck.Object
}

type mentionsKey struct{}

func mentionsOf(info *typecheck.Info) *mentions {
	return info.Derived(mentionsKey{}, func() any {
		found, met := &mentions{}, map[*typecheck.Object]bool{}
		for n := range syntax.NodeID(info.Item.Len()) {
			o := info.Object(n)
			switch {
			case o != nil && o.Kind == typecheck.DefObject && !met[o]:
				met[o] = true
				found.definitions = append(found.definitions, o)
			case o == nil && info.Item.Kind(n) == syntax.Name && typecheck.IsBuiltin(info.Item.SourceText(n)):
				found.references = true
			}
		}
		return found
	}).(*mentions)
}

// reachesMore tells whether a body names more than so many others, itself or by what it
// names.
func (a *Analysis) reachesMore(info *typecheck.Info, most int) bool {
	reached, met := []*typecheck.Info{info}, map[*typecheck.Info]bool{info: true}
	for i := 0; i < len(reached) && len(reached) <= most+1; i++ {
		for _, o := range mentionsOf(reached[i]).definitions {
			if to := a.tree(o); to != nil && !met[to] {
				met[to] = true
				reached = append(reached, to)
			}
		}
	}
	return len(reached) > most+1
}
