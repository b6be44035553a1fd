package onnx

import (
	"regexp"
	"testing"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/types"
)

// constructs are what entries name besides operators.
var constructs = map[string]bool{
	"if": true, "match": true, "match?": true, "Constant(…)": true, "[e, e]": true, "[e]": true, "[]": true, "e[i]": true,
	"Some": true, "None": true,
}

// TestOperators holds that each operator of ONNX has an entry that says what it becomes or why
// it is refused, and that the names in it are those of operators.
func TestOperators(t *testing.T) {
	known, backquoted := map[string]bool{}, regexp.MustCompile("`([^`]*)`")
	for name := range table.Default() {
		known[name] = true
	}
	for _, o := range parallel.Ops() {
		known[o.Name] = true
	}
	all := Operators()
	if len(all) < 200 {
		t.Errorf("%d operators are listed", len(all))
	}
	for _, o := range all {
		if len(o.Versions) == 0 || (o.Becomes == "") == (o.Reason == "") || o.Reason == untranslated {
			t.Errorf("%s: versions %v, becomes %q, refused because %q", o.Name, o.Versions, o.Becomes, o.Reason)
		}
		for _, m := range backquoted.FindAllStringSubmatch(o.Becomes, -1) {
			if !known[m[1]] && !constructs[m[1]] {
				t.Errorf("%s becomes `%s`, which is no operator", o.Name, m[1])
			}
		}
	}
}

// TestOpaqueTypes holds that the result of a node of another domain has the type that the
// graph declares for it, also where it is an output, and `?` for a name that no input has.
func TestOpaqueTypes(t *testing.T) {
	declared := func(name, extent string) *wire.ValueInfo {
		return &wire.ValueInfo{Name: name, Type: &wire.Type{Kind: wire.TensorType, Elem: wire.Float, HasShape: true,
			Shape: []wire.Dim{{Kind: wire.DimParam, Param: extent}, {Kind: wire.DimValue, Value: 4}}}}
	}
	own := func(from, to string) *wire.Node {
		return &wire.Node{OpType: "Own", Domain: "com.example", Inputs: []string{from}, Outputs: []string{to}}
	}
	p := Read(&wire.Model{Opsets: []wire.Opset{{Version: 17}, {Domain: "com.example", Version: 1}}, Graph: &wire.Graph{
		Nodes:  []*wire.Node{own("x", "a"), own("a", "b"), own("b", "y")},
		Values: []*wire.ValueInfo{declared("a", "N"), declared("b", "K")},
		Inputs: []*wire.ValueInfo{declared("x", "N")}, Outputs: []*wire.ValueInfo{declared("y", "N")},
	}}, nil, table.Default(), nil)
	want := []string{"Tensor[(N, 4), float32]", "Tensor[(N, 4), float32]", "Tensor[(?, 4), float32]", "Tensor[(N, 4), float32]"}
	if len(p.Values) != len(want) {
		t.Fatalf("%d values: %v", len(p.Values), p.Values)
	}
	for i, v := range p.Values {
		if v.Type == nil || types.String(v.Type) != want[i] {
			t.Errorf("%s has the type %v, and %s is expected", v.Name, v.Type, want[i])
		}
	}
	if len(p.Findings) != 3 {
		t.Errorf("%d findings, 3 unknown operators are expected: %v", len(p.Findings), p.Findings)
	}
}
