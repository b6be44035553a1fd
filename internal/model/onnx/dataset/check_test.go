package dataset

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/value"
	"google.golang.org/protobuf/encoding/protowire"
)

// field appends bytes as a field of a message.
func field(b []byte, number protowire.Number, v string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, number, protowire.BytesType), v)
}

// number appends an integer as a field of a message.
func number(b []byte, at protowire.Number, v int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, at, protowire.VarintType), uint64(v))
}

// tensorType is the TypeProto of a tensor.
func tensorType(t wire.DataType) string {
	return string(field(nil, 1, string(number(nil, 1, int(t)))))
}

// sequenceOf and optionalOf are the TypeProtos of others around a type.
func sequenceOf(t string) string { return string(field(nil, 4, string(field(nil, 1, t)))) }
func optionalOf(t string) string { return string(field(nil, 9, string(field(nil, 1, t)))) }

// model is a model without nodes that has an input x and an output y of these types.
func model(input, output string) string {
	graph := field(nil, 11, string(field(field(nil, 1, "x"), 2, input)))
	graph = field(graph, 12, string(field(field(nil, 1, "y"), 2, output)))
	return string(field(number(nil, 1, 8), 7, string(graph)))
}

func tensor(a *value.Array) string { return string(wire.AppendTensor(nil, a, "")) }

// sequence is a SequenceProto of tensors.
func sequence(tensors ...string) string {
	b := number(nil, 2, int(wire.TensorData))
	for _, t := range tensors {
		b = field(b, 3, t)
	}
	return string(b)
}

// write makes a folder of files and gives its path.
func write(t *testing.T, contents map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range contents {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// same gives the inputs as the outputs.
func same(context.Context, *Test, *wire.Model) (Run, error) {
	return func(_ context.Context, inputs []Value) (outputs []value.Value, _ error) {
		for _, v := range inputs {
			outputs = append(outputs, v.Value)
		}
		return outputs, nil
	}, nil
}

// TestCheck checks tests of the identity.
func TestCheck(t *testing.T) {
	float, two := tensorType(wire.Float), tensor(value.Of([]float32{1, 2}, 2))
	three, ints := tensor(value.Of([]float32{1, 3}, 2)), tensor(value.Of([]int32{1, 2}, 2))
	bits := tensor(value.Of([]uint16{0x3f80, 0x4000}, 2))
	const in, out = "test_data_set_0/input_0.pb", "test_data_set_0/output_0.pb"
	data := func(m, input, output string) map[string]string {
		return map[string]string{"model.onnx": m, in: input, out: output}
	}
	tests := []struct {
		name    string
		files   map[string]string
		prepare Prepare
		outcome Outcome
		reason  string
	}{
		{"equal", data(model(float, float), two, two), same, Passed, ""},
		{"another element", data(model(float, float), two, three), same, Failed, `output "y" (test_data_set_0/output_0.pb): element [1]: 2 is found, and 3 is expected`},
		{"the second set", map[string]string{"model.onnx": model(float, float), in: two, out: two, "test_data_set_1/input_0.pb": two, "test_data_set_1/output_0.pb": three}, same, Failed, "test_data_set_1/output_0.pb"},
		{"two outputs", map[string]string{"model.onnx": model(float, float), in: two, out: two, "test_data_set_0/output_1.pb": two}, same, Failed, "test_data_set_0/output_1.pb: the model has 1 outputs"},
		{"no output", map[string]string{"model.onnx": model(float, float), in: two}, same, Refused, "test_data_set_0: there is no output_0.pb"},
		{"no input", map[string]string{"model.onnx": model(float, float), out: two}, same, Failed, "0 outputs are found, and 1 are expected"},
		{"no data", map[string]string{"model.onnx": model(float, float)}, same, Refused, "there is no folder test_data_set_0"},
		{"no model", data("no model", two, two), same, Failed, "model.onnx: byte"},
		{"an empty model", data("", two, two), same, Failed, "model.onnx: it has no graph"},
		{"no tensor", data(model(float, float), "no tensor", two), same, Failed, "test_data_set_0/input_0.pb: byte"},
		{"a short tensor", data(model(float, float), two, two[:len(two)-1]), same, Failed, "test_data_set_0/output_0.pb: byte"},
		{"of another type", data(model(float, float), two, ints), same, Refused, "test_data_set_0/output_0.pb: its elements are of int32, and the model declares float32"},
		{"no type", data(model("", ""), two, two), same, Refused, "it is of no type, which the language does not have"},
		{"bits of bfloat16", data(model(tensorType(wire.Bfloat16), tensorType(wire.Bfloat16)), bits, tensor(value.Of([]float32{1, 2}, 2).Convert(value.Bfloat16))), same, Passed, ""},
		{"an output of such bits", data(model(tensorType(wire.Bfloat16), tensorType(wire.Bfloat16)), bits, bits), same, Refused, "its elements are of uint16, and the model declares bfloat16"},
		{"strings", data(model(tensorType(wire.String), float), string(number(nil, 2, int(wire.String))), two), same, Refused, "its elements are of string, which the language does not have"},
		{"4 bits", data(model(tensorType(wire.Int4), float), string(number(nil, 2, int(wire.Int4))), two), same, Refused, "its elements are of int4"},
		{"sequences", data(model(sequenceOf(float), sequenceOf(float)), sequence(two, three), sequence(two, three)), same, Passed, ""},
		{"other sequences", data(model(sequenceOf(float), sequenceOf(float)), sequence(two, three), sequence(two, two)), same, Failed, "item 1, element [1]: 3 is found, and 2 is expected"},
		{"empty sequences", data(model(sequenceOf(float), sequenceOf(float)), sequence(), sequence()), same, Passed, ""},
		{"sequences of several shapes", data(model(sequenceOf(float), float), sequence(two, tensor(value.Of([]float32{1}, 1))), two), same, Refused, "test_data_set_0/input_0.pb: the elements of a FractalTensor are of one kind and shape"},
		{"some", data(model(optionalOf(float), optionalOf(float)), string(field(nil, 3, two)), string(field(nil, 3, two))), same, Passed, ""},
		{"none", data(model(optionalOf(float), optionalOf(float)), "", ""), same, Passed, ""},
		{"some and none", data(model(optionalOf(float), optionalOf(float)), string(field(nil, 3, two)), ""), same, Failed, "Some is found, and None is expected"},
		{"a sequence in an optional", data(model(optionalOf(sequenceOf(float)), optionalOf(sequenceOf(float))), string(field(nil, 5, sequence(two))), string(field(nil, 5, sequence(two)))), same, Passed, ""},
		{"an optional of what is not declared", data(model(optionalOf(float), float), string(field(nil, 5, sequence(two))), two), same, Refused, "it is a sequence, and the model declares tensor type"},
		{"a refusal", data(model(float, float), two, two), func(context.Context, *Test, *wire.Model) (Run, error) { return nil, Refuse("no %s", "Conv") }, Refused, "no Conv"},
		{"an error", data(model(float, float), two, two), func(context.Context, *Test, *wire.Model) (Run, error) { return nil, errors.New("no Conv") }, Failed, "no Conv"},
		{"a fault", data(model(float, float), two, two), func(context.Context, *Test, *wire.Model) (Run, error) {
			return func(context.Context, []Value) ([]value.Value, error) { return nil, errors.New("a fault") }, nil
		}, Failed, "a fault"},
	}
	for _, test := range tests {
		found, err := Find(write(t, test.files))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %d tests, %v", test.name, len(found), err)
		}
		r := Check(context.Background(), &found[0], test.prepare)
		if r.Outcome != test.outcome || !strings.Contains(r.Reason, test.reason) || (r.Reason == "") != (test.reason == "") {
			t.Errorf("%s: %+v; want %s, %q", test.name, r, test.outcome, test.reason)
		}
	}
}

// TestFind finds tests in folders, below them, and through links.
func TestFind(t *testing.T) {
	dir := write(t, map[string]string{
		"b/model.onnx": "", "b/inner/model.onnx": "", "a/test_data_set_0/input_0.pb": "",
		"kind/c/model.onnx": "", "kind/c/test_data_set_10/x": "", "kind/c/test_data_set_9/x": "", "kind/c/test_data_set_x/x": "",
		"1/2/3/model.onnx": "", "1/2/3x/4/model.onnx": "", "file": "",
	})
	if err := errors.Join(os.Symlink(dir, filepath.Join(dir, "kind", "cycle")), os.Symlink("../b", filepath.Join(dir, "kind", "d"))); err != nil {
		t.Skip(err)
	}
	names := func(dir string) (all []string) {
		tests, err := Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range tests {
			all = append(all, test.Name+" "+strings.Join(test.Sets, ","))
		}
		return all
	}
	want := []string{"1/2/3 ", "b ", "kind/c test_data_set_9,test_data_set_10,test_data_set_x", "kind/cycle/b ", "kind/d "}
	if got := names(dir); !slices.Equal(got, want) {
		t.Errorf("%q; want %q", got, want)
	}
	if got := names(filepath.Join(dir, "b")); !slices.Equal(got, []string{"b "}) {
		t.Errorf("a folder that is a test: %q", got)
	}
	if _, err := Find(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// TestDebian reads all the data of Debian's libonnx-testdata, and gives what is expected as
// what was found: all of it agrees with itself, and only what the language does not have is
// refused.
func TestDebian(t *testing.T) {
	const data = "/usr/share/libonnx-testdata/data"
	tests, err := Find(data)
	if err != nil {
		t.Skipf("%v (Debian's libonnx-testdata)", err)
	}
	refused := map[string]int{}
	for _, test := range tests {
		expected := func(_ context.Context, x *Test, m *wire.Model) (Run, error) {
			set, err := x.Read(x.Sets[0], m.Graph)
			return func(context.Context, []Value) (outputs []value.Value, _ error) {
				for _, v := range set.Outputs {
					outputs = append(outputs, v.Value)
				}
				return outputs, nil
			}, err
		}
		switch r := Check(context.Background(), &test, expected); r.Outcome {
		case Failed:
			t.Errorf("%s: %s", r.Name, r.Reason)
		case Refused:
			_, reason, _ := strings.Cut(r.Reason, ": ")
			refused[reason]++
			t.Logf("%s: %s", r.Name, r.Reason)
		}
	}
	if len(tests) < 1000 {
		t.Errorf("%d tests are found", len(tests))
	}
	for reason := range refused {
		if !strings.Contains(reason, "string") && !strings.Contains(reason, "uint16, and the model declares bfloat16") && !strings.Contains(reason, "one kind and shape") {
			t.Errorf("%d tests are refused: %s", refused[reason], reason)
		}
	}
}
