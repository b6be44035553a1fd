package wire

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sameModel compares what was read, but for where in the file it was.
var sameModel = []cmp.Option{
	cmp.Exporter(func(reflect.Type) bool { return true }),
	cmpopts.IgnoreFields(segment{}, "start"), cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
}

// TestAppend writes what was read, and reads the same again: the models of testdata, Debian's
// libonnx-testdata where it is here, and ONNX's light networks.
func TestAppend(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.onnx"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no models in testdata: %v", err)
	}
	if testing.Short() {
		paths = append(paths, reference.Light(t)...)
	} else {
		found, _ := filepath.Glob(filepath.Join(debian, "*", "*", "model.onnx"))
		if len(found) == 0 {
			t.Logf("%s is not here (Debian's libonnx-testdata)", debian)
		}
		paths = append(append(paths, found...), reference.Light(t)...)
	}
	same := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		before, err := Decode(data)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		written, err := Append([]byte("front"), before)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		written = written[len("front"):]
		after, err := Decode(written)
		if err != nil {
			t.Errorf("%s, written: %v", path, err)
			continue
		}
		if diff := cmp.Diff(before, after, sameModel...); diff != "" {
			t.Errorf("%s (-read +written):\n%.2000s", path, diff)
		}
		if bytes.Equal(data, written) {
			same++
		}
	}
	t.Logf("%d models, %d of them byte for byte", len(paths), same)
}

// TestAppendBuilt writes a model that was not read: values that are zero or empty are there.
func TestAppendBuilt(t *testing.T) {
	tensor := &Type{Kind: TensorType, Elem: Float, HasShape: true}
	m := &Model{IRVersion: 8, Opsets: []Opset{{Version: 17}}, Graph: &Graph{
		Name: "g",
		Nodes: []*Node{{OpType: "Op", Inputs: []string{"x", "", "w"}, Outputs: []string{"y"}, Attributes: []*Attribute{
			{Name: "i", Type: IntAttr}, {Name: "n", Type: IntAttr, I: -1}, {Name: "f", Type: FloatAttr}, {Name: "s", Type: StringAttr},
			{Name: "ints", Type: IntsAttr, Ints: []int64{0, -1}}, {Name: "floats", Type: FloatsAttr, Floats: []float32{0, float32(math.Inf(1))}},
			{Name: "t", Type: TensorAttr, T: NewTensor("", value.Of([]int64{0, 7}, 2))},
			{Name: "g", Type: GraphAttr, G: &Graph{}},
			{Name: "tp", Type: TypeAttr, TP: &Type{Kind: SequenceType, Of: tensor}},
		}}},
		Initializers: []*Tensor{NewTensor("w", value.Of([]float32{1, 2}, 1, 2)), NewTensor("none", value.Of([]float32{}, 0))},
		Inputs: []*ValueInfo{{Name: "x", Type: &Type{Kind: TensorType, Elem: Float, HasShape: true,
			Shape: []Dim{{Kind: DimValue}, {Kind: DimParam, Param: "N"}, {Kind: DimUnknown}}}}},
		Outputs: []*ValueInfo{{Name: "y", Type: tensor}, {Name: "z", Type: &Type{Kind: OptionalType, Of: tensor}}, {Name: "u"}},
	}}
	written, err := Append(nil, m)
	if err != nil {
		t.Fatal(err)
	}
	after, err := Decode(written)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range after.Graph.Nodes[0].Attributes {
		if !a.Has(a.Type) {
			t.Errorf("the attribute %s has no %s", a.Name, a.Type)
		}
		m.Graph.Nodes[0].Attributes[i].given = a.given
	}
	if diff := cmp.Diff(m, after, sameModel...); diff != "" {
		t.Errorf("(-made +read):\n%s", diff)
	}
}
