package types

import (
	"strings"
	"testing"
)

// TestMeet goes through a pattern of every form: variables are met from the left, and
// parts of another form, or none, are passed over.
func TestMeet(t *testing.T) {
	a, b := &Var{Name: "a"}, &Var{Name: "b"}
	vector := &Tensor{Dtype: Float32, Shape: []Dim{Const(3)}}
	pattern := &Tuple{Elems: []Type{&Func{In: []Type{a}, Out: b}, &Fractal{Elem: b}, &Ref{Elem: a}, vector, a, a}}
	met := &Tuple{Elems: []Type{&Func{In: []Type{vector}, Out: Scalar(Bool)}, &Fractal{Elem: vector}, vector, vector, nil, Scalar(Int32)}}
	var found []string
	Meet(pattern, met, func(v *Var, x Type) { found = append(found, v.Name+"="+String(x)) }, func(p, d Dim) { found = append(found, p.String()+"="+d.String()) })
	want := "a=Tensor[(3), float32] b=bool b=Tensor[(3), float32] 3=3 a=int32"
	if got := strings.Join(found, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestMeetIsBounded meets types that are 2^60 parts large.
func TestMeetIsBounded(t *testing.T) {
	var x Type = &Var{Name: "a"}
	for range 60 {
		x = &Tuple{Elems: []Type{x, x}}
	}
	calls := 0
	Meet(x, x, func(*Var, Type) { calls++ }, nil)
	if calls == 0 || calls > maxMeetings {
		t.Errorf("%d variables met", calls)
	}
}
