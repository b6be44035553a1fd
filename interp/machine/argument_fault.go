package machine

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A definition holds its arguments to the types of its parameters when it is called. Where
// one does not fit, the caller gave the wrong value: the fault is at the argument of the
// call, as that of a conversion is, and not in the text of the definition.

// atArgument gives the argument that a check failed for, when the machine is at the check
// of a parameter and was called by name; ok is false elsewhere.
//
// A call in tail position leaves no frame. The innermost frame is that of the call only
// where its callee is the function itself, and the function cannot have called itself
// again since, directly or through others.
func (m *machine) atArgument() (call Call, ok bool) {
	top := len(m.frames) - 1
	if top < m.firstFrame || m.fn == nil || m.fn.Outer != nil || m.fn.Part {
		return Call{}, false
	}
	item, param := m.fn.Item, callAt(m.fn, m.pc).Node
	i, count := parameterAt(item, param)
	if i < 0 {
		return Call{}, false
	}
	caller := m.funcs[m.frames[top].fn]
	call = callAt(caller, int(m.frames[top].pc))
	at := caller.Item
	if at == nil || call.Node == syntax.NoNode || at.Kind(call.Node) != syntax.Call {
		return Call{}, false
	}
	written := at.Call(call.Node)
	args := slices.DeleteFunc(slices.Clone(written.Args), func(arg syntax.NodeID) bool { return at.Kind(arg) == syntax.NamedArg })
	if at.Kind(written.Callee) != syntax.Global || at.SourceText(written.Callee) != m.fn.Name || len(args) != count || m.mayCallItself(m.fn) {
		return Call{}, false
	}
	call.Node = args[i]
	call.Span = at.Span(call.Node)
	return call, true
}

// parameterAt finds the parameter of a definition whose annotation a node is, and how many
// parameters there are; -1 where it is none.
func parameterAt(item *syntax.Item, n syntax.NodeID) (index, count int) {
	index = -1
	if item == nil || n == syntax.NoNode || item.Kind(item.Root) != syntax.ItemDef {
		return index, 0
	}
	list := item.Def(item.Root).Params
	if list == syntax.NoNode {
		return index, 0
	}
	for _, p := range item.Kids(list) {
		if item.Kind(p) != syntax.Param {
			continue
		}
		if item.Param(p).Type == n {
			index = count
		}
		count++
	}
	return index, count
}

// mayCallItself reports whether a call of a function may lead to another call of it.
func (m *machine) mayCallItself(f *code.Function) bool {
	seen := map[int]bool{}
	todo := []*code.Function{f}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if next.CallsUnknown {
			return true
		}
		for _, callee := range next.Calls {
			if callee == f.Index {
				return true
			}
			if !seen[callee] {
				seen[callee] = true
				todo = append(todo, m.funcs[callee])
			}
		}
	}
	return false
}
