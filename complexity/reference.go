package complexity

import (
	"slices"

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
	w.mayFollow(p, p.effect)
	return w.unknown(p, w.typeOf(v), false)
}

// findEffects reports whether a call of a body may read or write references: whether it, or
// a definition that it names, or one that these name, does. Functions that are passed to
// it count as well.
func (a *Analysis) findEffects(in *instance) bool {
	found := in.object != nil && a.mayRefer(a.tree(in.object))
	in.functions(func(f value) { found = found || a.mayRefer(a.treeOf(f)) })
	return found
}

// functions calls f for the functions that a call of a body may call besides those that it
// names: what it is itself, what it captures, and what is in its arguments.
func (in *instance) functions(f func(value)) {
	if in.literal != nil {
		functions(in.literal, f)
	}
	for _, arg := range in.args {
		functions(arg, f)
	}
}

// Calls of functions that are passed in, of which only the cost is known, count as if they
// did not wait for each other: then S(f) is in a span as often as they depend on each other.
// If f reads or writes references they do wait. So a span is exact for all f only where every
// such call, and every other effect, is known to come after the one before it; else it holds
// if calls of f have no effects, and the bound has that as its condition.
//
// Of a path this is found on the way: called is the last of these moments, and the invariant is
// that they are a chain unless unordered is set. It is passed on from what is called, as
// reaches has it.

// mayFollow notes a moment at which references may be read or written: that of an operation on
// references, or of a call that may call what was passed in.
func (w *walk) mayFollow(p *path, m *solving.Moment) {
	if m == nil { // an operation that takes no time
		return
	}
	if p.called != nil && !m.Follows(p.called) && w.in != nil {
		w.in.unordered = true
	}
	p.called = m
}

// findPassed reports whether a call of a body may call a function of which only the cost is
// known.
func (in *instance) findPassed() bool {
	found := false
	in.functions(func(f value) {
		_, passed := f.(*callback)
		found = found || passed
	})
	return found
}

// reachesUnordered reports whether the span of an instance, or of what it calls, counts calls of
// functions that are passed in as if they did not wait for each other.
func (in *instance) reachesUnordered() bool {
	todo, met := []*instance{in}, map[*instance]bool{in: true}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if next.unordered {
			return true
		}
		for to := range next.reaches {
			if !met[to] {
				met[to] = true
				todo = append(todo, to)
			}
		}
	}
	return false
}

// enters notes that an instance calls another one, where that may call what was passed in.
func (in *instance) enters(to *instance) {
	if in == nil {
		return
	}
	in.ranged = in.ranged || to.ranged
	in.unfit = in.unfit || to.unfit && to.Done && !to.bounded()
	if !to.passed {
		return
	}
	if in.reaches == nil {
		in.reaches = map[*instance]bool{}
	}
	in.reaches[to] = true
}

// mayRefer reports whether a tree, or one of a definition that can be reached from it, names
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
	case *frames:
		f(v)
		functions(v.data, f)
		for _, m := range v.family.members {
			switch {
			case m.global != nil:
				f(m.global)
			case m.literal != nil:
				f(m.literal)
			}
		}
	case *global, *callback:
		f(v)
	case *tuple:
		for _, part := range v.parts {
			functions(part, f)
		}
	case *data:
		for _, held := range v.holds {
			functions(held, f)
		}
	case *choice:
		for _, one := range v.all {
			functions(one, f)
		}
	case *sequence:
		for _, item := range v.items {
			functions(item, f)
		}
	}
}

// maxWritten bounds the definitions in whose texts numbers are looked for.
const maxWritten = 64

// Written are the integers in the texts of a definition and of those that it reaches, small and
// not negative, each once: patterns and comparisons with them decide which path a run takes.
func (a *Analysis) Written(o *typecheck.Object) (numbers []int64) {
	first := a.tree(o)
	if first == nil {
		return nil
	}
	reached, met := []*typecheck.Info{first}, map[*typecheck.Info]bool{first: true}
	for i := 0; i < len(reached) && len(reached) <= maxWritten; i++ {
		found := mentionsOf(reached[i])
		for _, k := range found.numbers {
			if !slices.Contains(numbers, k) && len(numbers) < maxWritten {
				numbers = append(numbers, k)
			}
		}
		for _, o := range found.definitions {
			if to := a.tree(o); to != nil && !met[to] {
				met[to] = true
				reached = append(reached, to)
			}
		}
	}
	return numbers
}

// mentions are what an item names: functions on references, and definitions.
type mentions struct {
	references  bool
	definitions []*typecheck.Object
	numbers     []int64
}

type mentionsKey struct{}

func mentionsOf(info *typecheck.Info) *mentions {
	return info.Derived(mentionsKey{}, func() any {
		found, met := &mentions{}, map[*typecheck.Object]bool{}
		for n := range syntax.NodeID(info.Item.Len()) {
			o := info.Object(n)
			if k, ok := writtenInteger(info.Item, n); ok && k >= 0 && !slices.Contains(found.numbers, k) && len(found.numbers) < maxWritten {
				found.numbers = append(found.numbers, k)
			}
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

// reachesMore reports whether a body names more than so many others, itself or by what it
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
