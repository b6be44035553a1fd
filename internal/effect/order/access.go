package order

import (
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An access is a step that reads or changes something.
type access struct {
	step  int32
	node  syntax.NodeID
	to    target
	write bool
}

// A target is what an access reads or changes. A cell that this function makes is identified by
// the value that makes it; any other cell by the type of its content, because two of one type may
// be the same cell; a variable by its declaration.
type target struct {
	made     graph.Value
	elem     string
	variable *typecheck.Object
}

// access records what evaluating a value reads or changes besides its operands. Calls of unknown
// functions are not recorded.
func (w *walk) access(v graph.Value, s int32) {
	n := w.Node(v)
	if w.item.Kind(n) != syntax.Call {
		return
	}
	own := w.does.Own(n)
	if own.Does&effect.Opaque != 0 || own.Calls != 0 {
		return
	}
	if own.Does&effect.Rebinds != 0 {
		w.rebound(n, s)
	}
	if own.Does&(effect.Reads|effect.Writes) == 0 {
		return
	}
	if operand, ok := w.accessed(v, own); ok {
		w.accesses = append(w.accesses, access{s, n, w.cell(operand), own.Does&effect.Writes != 0})
	}
}

// accessed returns the operand whose cell a call reads or changes: the first operand of `ref_read`
// and `ref_write`; of a definition that makes no cell, its only operand through which it can reach
// one.
func (w *walk) accessed(v graph.Value, own effect.Summary) (only graph.Operand, ok bool) {
	call := w.item.Call(w.Node(v))
	if w.builtin(v) {
		for _, o := range w.Operands(v) {
			if len(call.Args) > 0 && o.Node == call.Args[0] {
				return o, o.Value != graph.None && isRef(w.Info.Type(o.Node))
			}
		}
		return only, false
	}
	o := w.Info.Object(w.item.Unparen(call.Callee))
	if o == nil || o.Kind != typecheck.DefObject || own.Does&effect.Makes != 0 {
		return only, false
	}
	for _, arg := range w.Operands(v) {
		switch t := w.Info.Type(arg.Node); {
		case arg.Node == call.Callee || isTensor(t):
		case ok || !isRef(t) || arg.Value == graph.None:
			return only, false
		default:
			only, ok = arg, true
		}
	}
	return only, ok
}

func isTensor(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := types.Head(t).(*types.Tensor)
	return ok
}

// builtin reports whether v is a call of `ref`, `ref_read` or `ref_write`.
func (w *walk) builtin(v graph.Value) bool {
	callee := w.item.Unparen(w.item.Call(w.Node(v)).Callee)
	return w.item.Kind(callee) == syntax.Name && w.Info.Object(callee) == nil
}

// cell returns the target of a reference.
func (w *walk) cell(o graph.Operand) target {
	v := o.Value
	if w.item.Kind(w.Node(v)) == syntax.Call && w.builtin(v) && w.does.Own(w.Node(v)).Does == effect.Makes {
		return target{made: v}
	}
	return target{made: graph.None, elem: types.Key(types.Head(w.Info.Type(o.Node)))}
}

// rebound records the variables to which an operator gives new values.
func (w *walk) rebound(n syntax.NodeID, s int32) {
	call := w.Info.OperatorCall(n)
	if call == nil || call.Op.Rebinding == nil {
		return
	}
	for _, p := range call.Op.Rebinding.Params {
		if p < len(call.Args) {
			if o := w.variable(w.item.Unparen(call.Args[p])); o != nil {
				w.accesses = append(w.accesses, access{s, n, target{variable: o}, true})
			}
		}
	}
}

// maxPairs limits the pairs of one function, and pairBudget the steps that are visited to find them.
const (
	maxPairs   = 100
	pairBudget = 1 << 20
)

// pairs compares each access with the latest write to its target, and each write with the reads
// since then.
func (w *walk) pairs() []Pair {
	var found []Pair
	wrote := map[target]access{}
	read := map[target][]access{}
	budget := pairBudget
	hold := func(a, b access) {
		if len(found) < maxPairs && w.textual(a.step, b.step, &budget) {
			found = append(found, Pair{a.node, b.node})
		}
	}
	for _, b := range w.accesses {
		if a, ok := wrote[b.to]; ok {
			hold(a, b)
		}
		if !b.write {
			read[b.to] = append(read[b.to], b)
			continue
		}
		for _, a := range read[b.to] {
			hold(a, b)
		}
		wrote[b.to], read[b.to] = b, nil
	}
	return found
}

// textual reports whether steps a and b lie below different operands of one value, and nothing that
// is evaluated for b reads the operand that contains a, or a part of it that ends after a. The two
// steps climb to their lowest common parent, the deeper one first.
func (w *walk) textual(a, b int32, budget *int) bool {
	inA, inB := a, b
	for w.steps[inA].parent != w.steps[inB].parent {
		if *budget--; *budget < 0 || inA == 0 || inB == 0 {
			return false
		}
		if w.steps[inA].depth >= w.steps[inB].depth {
			inA = w.steps[inA].parent
		} else {
			inB = w.steps[inB].parent
		}
		if inA == inB {
			return false // one is computed from the other
		}
	}
	if inA == inB || w.steps[inA].parent < 0 || !w.steps[w.steps[inA].parent].siblings {
		return false
	}
	for s := inB; s <= w.steps[inB].last && (w.steps[s].end <= w.steps[b].end || s <= b); s++ {
		if *budget--; *budget < 0 || w.readsFrom(w.steps[s].reads, inA, w.steps[a].end) {
			return false
		}
	}
	return true
}

// readsFrom reports whether v was evaluated below a step and ended at or after end. Projections and
// fields that have no step count as the value that they select from.
func (w *walk) readsFrom(v graph.Value, below, end int32) bool {
	for v != graph.None && (w.Kind(v) == graph.Project || w.Kind(v) == graph.Field) {
		if _, evaluated := w.at[v]; evaluated {
			break
		}
		v = w.Operands(v)[0].Value
	}
	s, ok := w.at[v]
	return ok && below <= s && s <= w.steps[below].last && w.steps[s].end >= end
}
