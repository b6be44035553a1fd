package trial

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
)

// row is a FractalTensor of numbers.
func row(n int) treewalk.Value {
	s := &treewalk.Seq{}
	for range n {
		s.Elems = append(s.Elems, number(types.Int32, 1))
	}
	return s
}

// Sizes that have no recursive type after them, by name; those that nothing is known of
// have no value rather than a wrong one.
func TestSizes(t *testing.T) {
	rows, jagged := &form{kind: sequenceForm}, &types.Fractal{Elem: &types.Fractal{Elem: types.Scalar(types.Int32)}}
	pair := &types.Tuple{Elems: []types.Type{types.Scalar(types.Int32), types.Scalar(types.Int32)}}
	number0, number1 := number(types.Int32, 4), number(types.Int32, 9)
	r := &measurer{dims: map[string]int64{"n": 24}, params: []parameter{
		{"xs", jagged, rows, &treewalk.Seq{Elems: []treewalk.Value{row(3), row(0), row(7)}}},
		{"f", nil, &form{kind: functionForm}, treewalk.Function(treewalk.Cost{}, nil)},
		{"p", pair, &form{kind: tupleForm, parts: []*form{{}, {}}}, &treewalk.Tuple{Elems: []treewalk.Value{number0, number1}}},
	}}
	for name, want := range map[string]int64{
		"|xs|": 3, "|xs|_2": 10, "max|xs|_2": 7, "|xs|_3": -1, "f": callbackCost, "p.0": 4, "p.1": 9, "n": 24,
		"p.2": -1, "xs": -1, "|ys|": -1, "height(ys)": -1, "m": -1,
	} {
		got, err := r.size(name)
		if err != nil {
			got = -1
		}
		if got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
}

// A tree's height counts the constructors with fields below each other.
func TestHeight(t *testing.T) {
	tree := &form{kind: dataForm}
	tree.ways = []way{{"Leaf", nil}, {"Node", []*form{tree, tree}}}
	leaf := &treewalk.Data{Name: "Leaf"}
	node := func(l, r treewalk.Value) treewalk.Value {
		return &treewalk.Data{Name: "Node", Fields: []treewalk.Value{l, r}}
	}
	for want, v := range map[int64]treewalk.Value{0: leaf, 1: node(leaf, leaf), 3: node(node(leaf, node(leaf, leaf)), node(leaf, leaf))} {
		if got := height(parameter{form: tree, value: v}); got != want {
			t.Errorf("height %d, want %d", got, want)
		}
	}
}
