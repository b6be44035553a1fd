package trial

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// Link makes a program of a module and what it sees, in which operators on tensors cost
// what their entries say. A file that declares a name more than once, as the blocks of a
// document do, is none.
func Link(m *typecheck.Module) (*treewalk.Program, error) {
	l := &linker{sources: map[*typecheck.Module]*treewalk.Source{}, homes: map[*syntax.Item]home{}}
	main := l.source(m)
	if l.twice != "" {
		return nil, fmt.Errorf("`%s` is declared more than once in the file", l.twice)
	}
	p := treewalk.Link(main)
	p.Operators, p.Compute = l.cost, l.compute
	p.Canonical = func(name string) string {
		if entry := m.Ops()[name]; entry != nil {
			return entry.Canonical()
		}
		return name
	}
	return p, nil
}

type linker struct {
	sources map[*typecheck.Module]*treewalk.Source
	homes   map[*syntax.Item]home
	twice   string // a name that one file declares more than once
}

// A home is where an item stands.
type home struct {
	module *typecheck.Module
	index  int
}

// source makes that of a module. Files that import each other meet again.
func (l *linker) source(main *typecheck.Module) *treewalk.Source {
	for queue := []*typecheck.Module{main}; len(queue) > 0; queue = queue[1:] {
		if m := queue[0]; m != nil && l.sources[m] == nil {
			l.sources[m] = &treewalk.Source{File: m.File()}
			l.declare(m)
			queue = append(append(queue, m.Imports()...), m.Prelude())
		}
	}
	for m, s := range l.sources {
		for _, seen := range append(append([]*typecheck.Module{}, m.Imports()...), m.Prelude()) {
			if seen != nil {
				s.Sees = append(s.Sees, l.sources[seen])
			}
		}
	}
	return l.sources[main]
}

func (l *linker) declare(m *typecheck.Module) {
	names := map[string]bool{}
	for i, item := range m.File().Items {
		l.homes[item] = home{m, i}
		if o := m.Object(i); o != nil {
			if names[o.Name] && o.Kind == typecheck.DefObject {
				l.twice = o.Name
			}
			names[o.Name] = true
		}
	}
}

// cost is what a call of an operator costs by its entry.
func (l *linker) cost(item *syntax.Item, n syntax.NodeID, name string, args []treewalk.Value, result treewalk.Value) (c treewalk.OperatorCost, known bool) {
	call, ok := l.typed(item, n, name, args)
	if !ok {
		return c, false
	}
	if call.Out, ok = typeOf(result); !ok {
		return c, false
	}
	for _, figure := range []struct {
		of op.Figure
		to *int64
	}{{call.Op.Cost.Work, &c.Work}, {call.Op.Cost.Span, &c.Span}, {call.Op.Cost.Memory, &c.Memory}} {
		if *figure.to, ok = figure.of.Number(call); !ok {
			return c, false
		}
	}
	return c, true
}

// typed is the call at a node with the types of its arguments.
func (l *linker) typed(item *syntax.Item, n syntax.NodeID, name string, args []treewalk.Value) (*op.Call, bool) {
	call, ok := l.call(item, n, name, len(args))
	if !ok {
		return nil, false
	}
	for _, arg := range args {
		t, ok := typeOf(arg)
		if !ok {
			return nil, false
		}
		call.Args = append(call.Args, t)
	}
	return call, true
}

// call is the checked call at a node, without its arguments; where an operator stands as
// a function, it has no attributes. Arguments that are given by name have no place among
// the values: such calls are not known.
func (l *linker) call(item *syntax.Item, n syntax.NodeID, name string, args int) (*op.Call, bool) {
	at := l.homes[item]
	if at.module == nil {
		return nil, false
	}
	if a, ok := at.module.Check(at.index).Info.Application(n); ok {
		return &op.Call{Op: a.Op, Attrs: a.Attrs, Last: true}, len(a.Args) == args && a.Op.Canonical() == name
	}
	entry := at.module.Ops()[name]
	if entry == nil {
		return nil, false
	}
	attrs, faults := op.Bind(entry, nil)
	return &op.Call{Op: entry, Attrs: attrs, Last: true}, len(faults) == 0
}

// typeOf is the type of a value of tensors.
func typeOf(v treewalk.Value) (types.Type, bool) {
	switch v := v.(type) {
	case treewalk.Num:
		d, ok := types.ParseDtype(v.Dtype)
		return types.Scalar(d), ok
	case *treewalk.Tensor:
		d, ok := types.ParseDtype(v.Dtype)
		return &types.Tensor{Dtype: d, Shape: types.Consts(v.Shape)}, ok
	case *treewalk.Tuple:
		t := &types.Tuple{}
		for _, e := range v.Elems {
			part, ok := typeOf(e)
			if !ok {
				return nil, false
			}
			t.Elems = append(t.Elems, part)
		}
		return t, true
	}
	return nil, false
}
