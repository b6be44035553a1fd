package trial

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Link makes a program of a module and what it sees, in which operators on tensors cost
// what their entries say. A file that declares a name more than once, as the blocks of a
// document do, is none.
func Link(m *typecheck.Module) (*treewalk.Program, error) {
	l := &linker{sources: map[*typecheck.Module]*treewalk.Source{}, homes: map[*syntax.Item]home{}, sections: map[*typecheck.Module]*metadata.Constants{}}
	main := l.source(m)
	if l.twice != "" {
		return nil, fmt.Errorf("`%s` is declared more than once in the file", l.twice)
	}
	p := treewalk.Link(main)
	p.Operators, p.Compute, p.Sort, p.Meta = l.cost, l.compute, l.sort, l.meta
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
	// sections are the metadata of modules, once they are needed.
	sections map[*typecheck.Module]*metadata.Constants
	twice    string // a name that one file declares more than once
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
	for i, item := range m.File().All() {
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
	for i := range call.Args {
		if i >= len(args) || args[i] == nil {
			call.Args[i] = nil
		} else if t, ok := typeOf(args[i]); ok {
			call.Args[i] = t
		} else if call.Args[i] == nil {
			return nil, false
		}
	}
	return call, true
}

// sort takes the call of an operator apart.
func (l *linker) sort(item *syntax.Item, n syntax.NodeID) (s treewalk.Sorted, ok bool) {
	at := l.homes[item]
	if at.module == nil {
		return s, false
	}
	a, ok := at.module.Check(at.index).Info.Application(n)
	if !ok {
		return s, false
	}
	valueOf := func(n syntax.NodeID) syntax.NodeID {
		if n != syntax.NoNode && item.Kind(n) == syntax.NamedArg {
			return item.NamedArg(n).Value
		}
		return n
	}
	for _, n := range a.Args {
		s.Args = append(s.Args, valueOf(n))
	}
	for _, n := range a.Extra {
		s.Extra = append(s.Extra, valueOf(n))
	}
	s.Tensors = a.Op.Kernel != nil
	if t, ok := types.Head(a.Result).(*types.Tensor); ok && (a.Op.Canonical() == parallel.Flatten || a.Op.Canonical() == parallel.Stack) && len(t.Shape) > 0 {
		empty := &treewalk.Tensor{Dtype: t.Dtype.String()}
		for _, d := range t.Shape {
			n, _ := d.Const()
			empty.Shape = append(empty.Shape, int(n))
		}
		if value.Product(empty.Shape) == 0 {
			s.Empty = empty
		}
	}
	s.Attrs, s.Computed = map[string]syntax.NodeID{}, map[int]syntax.NodeID{}
	for name, n := range a.Places {
		s.Attrs[name] = valueOf(n)
	}
	for i, v := range a.Attrs.Values {
		if v.Kind == op.ExprValue && i < len(a.Op.Attrs) {
			s.Computed[i] = valueOf(a.Places[a.Op.Attrs[i].Name])
		}
	}
	if canonical := a.Op.Canonical(); (canonical == parallel.Forall || canonical == parallel.Filterall) && len(s.Args) > 1 {
		info := at.module.Check(at.index).Info
		if f, ok := types.Head(info.Types[s.Args[0]]).(*types.Func); ok && len(f.In) > 0 {
			whole, _ := types.Depth(info.Types[s.Args[1]])
			part, _ := types.Depth(f.In[0])
			s.Level = max(whole-part, 1)
		}
	}
	return s, true
}

// meta is a constant of the metadata section.
func (l *linker) meta(item *syntax.Item, n syntax.NodeID) (treewalk.Value, bool) {
	at := l.homes[item]
	if at.module == nil {
		return nil, false
	}
	if l.sections[at.module] == nil {
		l.sections[at.module] = at.module.Constants()
	}
	a := l.sections[at.module].Value(item.SourceText(n))
	if a == nil {
		return nil, false
	}
	return treewalk.Of(value.Simplest(a)), true
}

// call is the checked call at a node; where an operator stands as a function, it has no
// attributes.
func (l *linker) call(item *syntax.Item, n syntax.NodeID, name string, args int) (*op.Call, bool) {
	at := l.homes[item]
	if at.module == nil {
		return nil, false
	}
	if a, ok := at.module.Check(at.index).Info.Application(n); ok {
		call := &op.Call{Op: a.Op, Attrs: a.Attrs, Last: true, Args: make([]types.Type, len(a.Args))}
		info := at.module.Check(at.index).Info
		for i, arg := range a.Args { // where the value does not have its type with it
			if arg != syntax.NoNode {
				call.Args[i] = info.Types[arg]
			}
		}
		return call, args <= len(a.Args) && a.Op.Canonical() == name
	}
	entry := at.module.Ops()[name]
	if entry == nil {
		return nil, false
	}
	attrs, faults := op.Bind(entry, nil)
	return &op.Call{Op: entry, Attrs: attrs, Last: true, Args: make([]types.Type, args)}, len(faults) == 0
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
