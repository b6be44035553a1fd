package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/value"
)

func list(n int) value.Value {
	var v value.Value = &value.Data{Tag: 0, Name: "Nil"}
	for i := n; i > 0; i-- {
		v = &value.Data{Tag: 1, Name: "Cons", Fields: []value.Value{value.I32(int32(i)), v}}
	}
	return v
}

func fractal(t testing.TB, elems ...value.Value) *value.Fractal {
	f, err := value.NewFractal(elems)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func ints(n int) *value.Fractal { return &value.Fractal{Elems: value.NewLeaves(value.Iota(n))} }

func TestShort(t *testing.T) {
	nan := float32(math.NaN())
	wide := value.Of(make([]float32, 100), 10, 10)
	wide.Data.([]float32)[7], wide.Data.([]float32)[8] = 9.25, nan
	leaf := &value.Data{Name: "Leaf"}
	var tree value.Value = leaf
	for range 100 {
		tree = &value.Data{Name: "Node", Fields: []value.Value{tree, value.I32(7), tree}}
	}
	for _, tt := range []struct {
		v    value.Value
		want string
	}{
		{value.I32(3), "3"},
		{value.F32(0.5), "0.5"},
		{value.Of([]int32{1, 2}, 2), "[1, 2]"},
		{wide, "Tensor[(10, 10), float32] 0 … 9.25, 1 NaN"},
		{value.FromScalar(value.I64(5)).Broadcast([]int{1 << 20, 1 << 20}), "Tensor[(1048576, 1048576), int64] 5"},
		{value.Zeros(value.Float32, 0, 300, 70), "[]"},
		{ints(100), "[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, … 92 more]"},
		{list(2), "Cons(1, Cons(2, Nil()))"},
		{list(100), "List[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, … 87 more]"},
		{&value.Tuple{Elems: []value.Value{ints(100), list(100), value.I32(1)}}, "([0i64, 1i64, 2i64, 3i64, 4i64, 5i64, … 94 more], … 2 more)"},
		{tree, "Node(Node(Node(…, 7, Node(… 3 more)), … 2 more), … 2 more)"},
		{value.Unit, "()"},
	} {
		got := Short(context.Background(), tt.v)
		if n := utf8.RuneCountInString(got); got != tt.want || n > ShortLength {
			t.Errorf("%s (%d)\nwant %s", got, n, tt.want)
		}
	}
}

// at is a part of a value as it is written for editors.
func at(t testing.TB, s *Subject, v View) string {
	t.Helper()
	n, err := s.Node(context.Background(), v)
	if err != nil {
		return "error: " + err.Error()
	}
	text, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestNode(t *testing.T) {
	odd := value.Of([]float32{float32(math.NaN()), float32(math.Inf(-1)), 1, 3}, 2, 2)
	for _, tt := range []struct {
		v    value.Value
		view View
		want string
	}{
		{value.Truth(true), View{}, `{"kind":"scalar","type":"bool","text":"True","dtype":"bool"}`},
		{odd, View{}, `"stats":{"count":4,"min":"1.0","max":"3.0","mean":"2","nan":1,"inf":1},"window":{"offset":[0,0],"rows":2,"columns":2,"cells":[["nan","-inf"],["1.0","3.0"]],"heat":[[null,null],[0,1]]}`},
		{odd, View{Offset: []int{1, 1}, Size: []int{9, 9}}, `"window":{"offset":[1,1],"rows":1,"columns":1,"cells":[["3.0"]],"heat":[[1]]}`},
		{odd, View{Offset: []int{2, 0}}, "error: dimension 0 of the tensor has 2 elements, and number 2 was asked for"},
		{odd, View{Offset: []int{-1, 0}}, "error: dimension 0"},
		{odd, View{Offset: []int{1}}, "error: the tensor has 2 dimensions, and `offset` has 1 numbers"},
		{odd, View{Size: []int{-1, 2}}, "error: a window of -1 by 2"},
		{odd, View{Size: []int{1}}, "error: `size` of a tensor"},
		{odd, View{Path: []int{0}}, "error: the value has no part [0]"},
		{value.Wrap(value.Float16, []uint16{0x3c00, 0x7e00}, []int{2}), View{}, `"cells":[["1.0","nan"]]`},
		{value.Of([]int64{math.MinInt64, math.MaxInt64}, 2), View{}, `"min":"-9223372036854775808","max":"9223372036854775807"`},
		{value.Of([]bool{true, false}, 2), View{}, `"type":"Tensor[(2), bool]"`},
		{value.Of([]bool{true, false}, 2), View{}, `"cells":[["True","False"]],"heat":[[1,0]]`},
		{value.Zeros(value.Float32, 0, 3), View{}, `"stats":{"count":0,"min":null,"max":null,"mean":null,"nan":0,"inf":0},"window":{"offset":[0,0],"rows":0,"columns":3,"cells":[],"heat":[]}`},
		{fractal(t, ints(2), ints(3)), View{}, `"kind":"fractal","type":"","text":"[[0i64, 1i64], [0i64, 1i64, 2i64]]","length":2,"children":[{"label":"[0]"`},
		{fractal(t, ints(2), ints(3)), View{Path: []int{1}, Offset: []int{1}}, `"window":{"offset":[1],"rows":1,"columns":2,"cells":[["1","2"]]`},
		{list(1000), View{Path: []int{999}}, `"text":"1000"`},
		{list(1000), View{Offset: []int{998}}, `"length":1000,"children":[{"label":"[998]","node":{"kind":"scalar","type":"int32","text":"999","dtype":"int32"}},{"label":"[999]"`},
		{list(1000), View{Offset: []int{1001}}, "error: there are 1000 children"},
		{list(1000), View{Path: []int{-1}}, "error: the value has no part [-1]"},
		{list(1000), View{Offset: []int{1, 2}}, "error: of this part"},
		{list(0), View{}, `{"kind":"list","type":"","text":"Nil()","name":"Nil","length":0}`},
		{&value.Tuple{Elems: []value.Value{value.I32(1)}}, View{}, `"kind":"tuple","type":"","text":"(1,)","length":1,"children":[{"label":".0"`},
		{&value.Data{Name: "Cons", Fields: []value.Value{value.I32(1), value.I32(2)}}, View{}, `"kind":"data"`},
		{&value.Cell{Elem: value.I32(1)}, View{}, `"kind":"reference","type":"","text":"ref(1)","length":1,"children":[{"label":"content"`},
	} {
		if got := at(t, &Subject{Value: tt.v}, tt.view); !strings.Contains(got, tt.want) {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
}

// TestLargeValues holds that nodes of values of any size, depth and sharing are small.
func TestLargeValues(t *testing.T) {
	var shared value.Value = ints(1000)
	for range 60 {
		shared = &value.Tuple{Elems: []value.Value{shared, shared}}
	}
	var deep value.Value = value.Unit
	for range 1_000_000 {
		deep = &value.Data{Name: "Box", Fields: []value.Value{deep}}
	}
	around := &value.Cell{}
	around.Elem = &value.Tuple{Elems: []value.Value{around, around}}
	repeated := value.FromScalar(value.F32(1)).Broadcast([]int{1 << 20, 1 << 20, 1 << 20})
	for name, v := range map[string]value.Value{"shared": shared, "deep": deep, "around": around, "long": list(1_000_000), "repeated": repeated} {
		s := &Subject{Value: v, Expected: v}
		if got := at(t, s, View{}); len(got) > 1<<18 || strings.HasPrefix(got, "error") {
			t.Errorf("%s: %d bytes %.200s", name, len(got), got)
		}
	}
	if got := at(t, &Subject{Value: list(1_000_000)}, View{Offset: []int{999_999}}); !strings.Contains(got, `"text":"1000000"`) {
		t.Error(got)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (&Subject{Value: value.Zeros(value.Float32, 10)}).Node(ctx, View{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestComparison(t *testing.T) {
	pair := func(a, b value.Value) value.Value { return &value.Tuple{Elems: []value.Value{a, b}} }
	for _, tt := range []struct {
		got, want value.Value
		shown     []string
		not       string
	}{
		{value.I32(1), value.I32(1), nil, "differs"},
		{value.I32(1), value.I32(2), []string{`"differs":true,"expected":"2"`}, ""},
		{pair(value.I32(1), value.I32(2)), pair(value.I32(1), value.I32(3)),
			[]string{`"kind":"tuple","type":"","text":"(1, 2)","length":2,"children":[{"label":".0","node":{"kind":"scalar","type":"int32","text":"1","dtype":"int32"}}`, `"text":"2","dtype":"int32","differs":true,"expected":"3"`}, `"expected":"(`},
		{value.Of([]float32{1, 2}, 2), value.Of([]float32{1, 2.5}, 2), []string{`"differs":[[false,true]]`}, `"expected"`},
		{value.Of([]float32{1, 2}, 2), value.Of([]float32{1, 2, 3}, 3), []string{`"expected":"[1.0, 2.0, 3.0]"`}, `"differs":[[`},
		{list(3), list(2), []string{`"expected":"Cons(1, Cons(2, Nil()))"`, `"text":"3","dtype":"int32","differs":true,"expected":"nothing"`}, ""},
		{value.F32(float32(math.NaN())), value.F32(float32(math.NaN())), nil, "differs"},
	} {
		got := at(t, &Subject{Value: tt.got, Expected: tt.want}, View{})
		for _, want := range tt.shown {
			if !strings.Contains(got, want) {
				t.Errorf("%s\nwant %s", got, want)
			}
		}
		if tt.not != "" && strings.Contains(got, tt.not) {
			t.Errorf("%s\nholds %s", got, tt.not)
		}
	}
}
