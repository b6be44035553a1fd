package types

import "testing"

// doubled is a tuple of a type twice, and so on: a graph of n tuples that is a tree of
// 2^n leaves.
func doubled(n int, leaf Type) Type {
	for range n {
		leaf = &Tuple{[]Type{leaf, leaf}}
	}
	return leaf
}

// Types that share parts are compared by these, not by all that the text of them would
// have.
func TestEquivalentShared(t *testing.T) {
	a, b := doubled(60, tensor(Int32)), doubled(60, tensor(Int32))
	c := comparer{vars: map[*Var]*Var{}}
	if _, ok := c.compare(a, b); !ok || c.pairs > 4*manyVisits {
		t.Errorf("%v after %d pairs", ok, c.pairs)
	}
	if _, ok := Equivalent(a, a); !ok {
		t.Error("a type is not equivalent to itself")
	}
	d, ok := Equivalent(&Tuple{[]Type{a, tensor(Int32)}}, &Tuple{[]Type{b, tensor(Float32)}})
	if ok || d.Path != "element 2" {
		t.Errorf("got %v, %v", d, ok)
	}
}

// What was found of a variable does not hold where it represents another.
func TestEquivalentRebound(t *testing.T) {
	x, y, z := &Var{Name: "x"}, &Var{Name: "y"}, &Var{Name: "z"}
	generic := func(v *Var, of Type) Type { return &Func{Params: []Param{{Name: v.Name, Var: v}}, Out: of} }
	part, other := doubled(12, x), doubled(12, y)
	left := &Tuple{[]Type{generic(x, part), generic(x, part)}}
	if _, ok := Equivalent(left, &Tuple{[]Type{generic(y, other), generic(z, other)}}); ok {
		t.Error("a variable corresponds to one that is free")
	}
	if _, ok := Equivalent(left, &Tuple{[]Type{generic(y, other), generic(z, doubled(12, z))}}); !ok {
		t.Error("types that differ by the names of variables are not equivalent")
	}
}

// The difference names the variables of both sides so that they differ.
func TestEquivalentVariableNames(t *testing.T) {
	function := func(params []*Var, in []Type, out Type) *Func {
		f := &Func{In: in, Out: out}
		for _, v := range params {
			f.Params = append(f.Params, Param{Name: v.Name, Var: v})
		}
		return f
	}
	a, b, c, d := &Var{Name: "a"}, &Var{Name: "b"}, &Var{Name: "a"}, &Var{Name: "b"}
	left := function([]*Var{a, b}, []Type{a, b}, a)
	if got, ok := Equivalent(left, function([]*Var{d, c}, []Type{c, d}, c)); !ok {
		t.Errorf("the order of type parameters makes a difference: %v", got)
	}
	got, ok := Equivalent(left, function([]*Var{d, c}, []Type{d, c}, c))
	if want := (Difference{"result", "variable", "a", "b (which the second calls a)"}); ok || got != want {
		t.Errorf("got %v, %v, want %v", got, ok, want)
	}
	if got, ok := Equivalent(left, function([]*Var{c, d}, []Type{c, d}, d)); ok || got.Left == got.Right {
		t.Errorf("got %v, %v", got, ok)
	}
}
