package parallel

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A solver is as much of inference as one call needs.
type solver struct {
	next    int32
	pending []op.Pending
	fault   *op.Error
}

func (s *solver) fresh() types.Type {
	s.next++
	return &types.Var{ID: s.next}
}

func (s *solver) fail(message string) {
	if s.fault == nil {
		s.fault = &op.Error{Code: "unify", Message: message}
	}
}

// call gives the result's type of a call, or its first error.
func call(o *op.Op, named []op.Named, args ...types.Type) (string, *op.Error) {
	s := &solver{next: 100}
	attrs, errs := op.Bind(o, named)
	if len(errs) > 0 {
		return "", &errs[0]
	}
	c := &op.Call{Op: o, Args: args, Attrs: attrs, Fresh: s.fresh, FreshLeaf: s.fresh}
	out := s.fresh()
	if o.Scheme == nil {
		s.pending = []op.Pending{{Op: o, Args: args, Attrs: attrs, Out: out}}
	} else {
		i := o.Scheme(len(args), c)
		if len(i.In) != len(args) {
			s.fail("arity")
		}
		for k := range min(len(args), len(i.In)) {
			s.unify(args[k], i.In[k])
		}
		out, s.pending = i.Out, i.More
	}
	s.solve()
	return types.String(out), s.fault
}

// solve asks each relation until none says anything new, then once more as
// the last time.
func (s *solver) solve() {
	for _, last := range []bool{false, true} {
		for progress := true; progress && s.fault == nil; {
			progress = s.round(last)
		}
	}
	if len(s.pending) > 0 && s.fault == nil {
		s.fail("undecided: " + s.pending[0].Op.Name)
	}
}

func (s *solver) round(last bool) (progress bool) {
	todo := s.pending
	s.pending = nil
	for _, p := range todo {
		a := p.Op.Relation(&op.Call{Op: p.Op, Args: p.Args, Attrs: p.Attrs, Out: p.Out, Last: last, Fresh: s.fresh, FreshLeaf: s.fresh})
		switch {
		case a.Err != nil:
			s.fault = a.Err
			return false
		case a.Waits:
			s.pending = append(s.pending, p)
			continue
		}
		progress = true
		for _, e := range a.Equal {
			s.unify(p.Args[e.Arg], e.Type)
		}
		s.pending = append(s.pending, a.More...)
		s.unify(p.Out, a.Out)
	}
	return progress
}

func (s *solver) unify(a, b types.Type) {
	a, b = types.Head(a), types.Head(b)
	if v, ok := b.(*types.Var); ok && a != b && !v.Rigid {
		v.Link = a
		return
	}
	if v, ok := a.(*types.Var); ok && a != b && !v.Rigid {
		v.Link = b
		return
	}
	if a != b {
		s.parts(a, b)
	}
}

func (s *solver) parts(a, b types.Type) {
	x, y := partsOf(a), partsOf(b)
	if len(x) == 0 && len(y) == 0 {
		if _, same := types.Equivalent(a, b); !same {
			s.fail(types.String(a) + " is not " + types.String(b))
		}
		return
	}
	if len(x) != len(y) {
		s.fail(types.String(a) + " is not " + types.String(b))
		return
	}
	for i := range x {
		s.unify(x[i], y[i])
	}
}

// partsOf are the types directly inside one.
func partsOf(t types.Type) (parts []types.Type) {
	types.Walk(t, func(part types.Type) bool {
		if part == t {
			return true
		}
		parts = append(parts, part)
		return false
	})
	return parts
}

func find(t *testing.T, name string) *op.Op {
	for _, o := range append(Ops(), Range, Element) {
		if o.Name == name {
			return o
		}
	}
	t.Fatalf("no %s", name)
	return nil
}
