package onnx_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// The extent of a slice along an axis of unknown extent is the number of elements that a slice
// of the same places has, whatever the extent.
func TestExtentsOfSlices(t *testing.T) {
	places := []int64{0, 1, 2, 7, math.MaxInt64, math.MaxInt32, -1, -2, -7}
	for _, begin := range places {
		for _, end := range append(places, math.MinInt64) {
			for _, step := range []int64{1, 2} {
				ints := func(name string, k int64) *wire.Attribute {
					return &wire.Attribute{Name: name, Type: wire.IntsAttr, Ints: []int64{k}}
				}
				slice := node("y = Slice(x, starts, ends, axes, steps)")
				var nodes []*wire.Node
				for name, k := range map[string]int64{"starts": begin, "ends": end, "axes": 0, "steps": step} {
					nodes = append(nodes, node(name+" = Constant()", ints("value_ints", k)))
				}
				p, errors := read(&wire.Model{Opsets: hostileOpsets, Graph: graphOf(floats("N", 3), append(nodes, slice)...)})
				if len(errors) > 0 || len(p.Outputs) != 1 {
					t.Fatalf("[%d:%d:%d]: errors %v", begin, end, step, errors)
				}
				extent := p.Outputs[0].Type.(*types.Tensor).Shape[0]
				if extent.Loose() {
					continue
				}
				for n := range int64(12) {
					got, err := extent.Expr().Eval(func(*symbolic.Symbol) (int64, bool) { return n, true })
					if want := sliced(n, begin, end, step); err != nil || got != want {
						t.Errorf("x[%d:%d:%d] of %d elements has %s = %d elements, want %d", begin, end, step, n, extent, got, want)
						break
					}
				}
			}
		}
	}
}

// sliced counts the elements of a slice with a positive step.
func sliced(n, begin, end, step int64) (count int64) {
	place := func(k int64) int64 {
		if k < 0 {
			k += n
		}
		return max(0, min(k, n))
	}
	for i := place(begin); i < place(end); i += step {
		count++
	}
	return count
}

// Powers of extents are products in the text of a program.
func TestPowersOfExtents(t *testing.T) {
	p, errors := read(&wire.Model{Opsets: hostileOpsets, Graph: graphOf(floats("N", "N", "N"), node("y = Flatten(x)", &wire.Attribute{Name: "axis", Type: wire.IntAttr}))})
	if len(errors) > 0 || strings.Contains(p.Text, "^") || !strings.Contains(p.Text, "N*N*N") {
		t.Errorf("errors %v in\n%s", errors, p.Text)
	}
}

// Extents that become truth values are 1 as numbers.
func TestExtentsAsTruthValues(t *testing.T) {
	to := func(k int64) *wire.Attribute { return &wire.Attribute{Name: "to", Type: wire.IntAttr, I: k} }
	p, errors := read(&wire.Model{Opsets: hostileOpsets, Graph: graphOf(floats(5, 7), node("s = Shape(x)"),
		node("b = Cast(s)", to(9)), node("k = Cast(b)", to(7)), node("y = ConstantOfShape(k)"))})
	if len(errors) > 0 || len(p.Outputs) != 1 || types.String(p.Outputs[0].Type) != "Tensor[(1, 1), float32]" {
		t.Errorf("errors %v, outputs %v in\n%s", errors, p.Outputs, p.Text)
	}
}

// A value and an extent of one name are two variables of the program.
func TestValueOfAnExtentsName(t *testing.T) {
	nodes := []*wire.Node{node("k = Relu(x)"), node("s = Shape(k)"), node("z = ConstantOfShape(s)"), node("y = Add(k, z)")}
	p, errors := read(&wire.Model{Opsets: hostileOpsets, Graph: graphOf(floats("k", 3), nodes...)})
	if len(errors) > 0 || len(p.Outputs) != 1 {
		t.Fatalf("errors %v: %v", errors, p.Findings)
	}
	if got := p.TypeText(p.Outputs[0].Type); got != "Tensor[(k, 3), float32]" || strings.Contains(p.Text, "%k ") {
		t.Errorf("the output is %s in\n%s", got, p.Text)
	}
}

// Extents that a dtype does not have are not known after a conversion to it.
func TestExtentsInNarrowDtypes(t *testing.T) {
	to := func(k int64) *wire.Attribute { return &wire.Attribute{Name: "to", Type: wire.IntAttr, I: k} }
	for dtype, want := range map[int64]string{
		2: "Tensor[(?, ?, ?), float32]", // uint8
		1: "Tensor[(300, N, 7), float32]",
		6: "Tensor[(300, N, 7), float32]", // int32
	} {
		p, errors := read(&wire.Model{Opsets: hostileOpsets, Graph: graphOf(floats(300, "N", 7), node("s = Shape(x)"),
			node("b = Cast(s)", to(dtype)), node("k = Cast(b)", to(7)), node("y = ConstantOfShape(k)"))})
		if len(errors) > 0 || len(p.Outputs) != 1 || types.String(p.Outputs[0].Type) != want {
			t.Errorf("by dtype %d: errors %v, %s, want %s in\n%s", dtype, errors, types.String(p.Outputs[0].Type), want, p.Text)
		}
	}
}

// An extent that is taken of a shape in another dtype keeps that dtype.
func TestDtypeOfTakenExtents(t *testing.T) {
	to := &wire.Attribute{Name: "to", Type: wire.IntAttr, I: 1}
	at := &wire.Attribute{Name: "value_int", Type: wire.IntAttr, I: 0}
	p, errors := read(&wire.Model{Opsets: hostileOpsets, Graph: graphOf(floats(300, "N"), node("s = Shape(x)"),
		node("b = Cast(s)", to), node("k = Constant()", at), node("e = Gather(b, k)"), node("y = Mul(x, e)"))})
	if len(errors) > 0 || len(p.Outputs) != 1 || types.String(p.Outputs[0].Type) != "Tensor[(300, N), float32]" {
		t.Errorf("errors %v in\n%s", errors, p.Text)
	}
}

// What a node requires is reported where its graph is read twice, too.
func TestNeedsInsideOfBranches(t *testing.T) {
	branch := func() *wire.Graph {
		g := graphOf(nil, node("y = Squeeze(x)", &wire.Attribute{Name: "axes", Type: wire.IntsAttr, Ints: []int64{0}}))
		g.Inputs = nil
		return g
	}
	p, errors := read(&wire.Model{Opsets: []wire.Opset{{Version: 12}}, Graph: graphOf(floats("N", 3),
		node("k = Constant()", &wire.Attribute{Name: "value_int", Type: wire.IntAttr, I: 1}), node("c = Equal(k, k)"),
		node("y = If(c)", &wire.Attribute{Name: "then_branch", Type: wire.GraphAttr, G: branch()}, &wire.Attribute{Name: "else_branch", Type: wire.GraphAttr, G: branch()}))})
	if len(errors) > 0 || !strings.Contains(fmt.Sprint(p.Findings), "runs only where `N` is 1") {
		t.Errorf("errors %v, findings %v in\n%s", errors, p.Findings, p.Text)
	}
}

// A function is another definition for a tensor that an attribute refers to, and for more outputs.
func TestCallsOfOneFunction(t *testing.T) {
	tensor := func(x float32) *wire.Attribute {
		return &wire.Attribute{Name: "c", Type: wire.TensorAttr, T: wire.NewTensor("", value.FromScalar(value.F32(x)))}
	}
	inner := function("inner", node("k = Constant()", &wire.Attribute{Name: "value", Type: wire.TensorAttr, Ref: "c"}), node("b = Add(a, k)"))
	outer := function("outer", node("b = my.inner(a)", &wire.Attribute{Name: "c", Type: wire.TensorAttr, Ref: "c"}))
	p, errors := read(&wire.Model{Opsets: hostileOpsets, Functions: []*wire.Function{inner, outer},
		Graph: graphOf(floats(2), node("a = my.outer(x)", tensor(1.5)), node("b = my.outer(x)", tensor(2.5)), node("y = Add(a, b)"))})
	if len(errors) > 0 || !strings.Contains(p.Text, "1.5") || !strings.Contains(p.Text, "2.5") {
		t.Errorf("errors %v in\n%s", errors, p.Text)
	}
	pair := function("pair", node("b = Relu(a)"), node("c = Neg(a)"))
	pair.Outputs = []string{"b", "c"}
	p, errors = read(&wire.Model{Opsets: hostileOpsets, Functions: []*wire.Function{pair},
		Graph: graphOf(floats(2), node("a = my.pair(x)"), node("b, c = my.pair(x)"), node("d = Add(a, b)"), node("y = Add(d, c)"))})
	if len(errors) > 0 || len(p.Outputs) != 1 || types.String(p.Outputs[0].Type) != "Tensor[(2), float32]" {
		t.Errorf("errors %v in\n%s", errors, p.Text)
	}
}
