package wire

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/reference"
)

// TestGoldens compares what is read in the models of testdata with what python3-onnx reads.
func TestGoldens(t *testing.T) {
	for _, name := range []string{"attributes", "tensors"} {
		want, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		compareLines(t, name, linesOf(t, "--model", filepath.Join("testdata", name+".onnx")), strings.Split(strings.TrimSuffix(string(want), "\n"), "\n"))
	}
}

// linesOf reads a file and dumps it.
func linesOf(t *testing.T, kind, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := &dump{}
	switch kind {
	case "--model":
		var m *Model
		if m, err = Decode(data); err == nil {
			d.model(m)
		}
	case "--tensor":
		var x *Tensor
		if x, err = ReadTensor(data); err == nil {
			d.tensor("tensor", x)
		}
	case "--sequence":
		var q *Sequence
		if q, err = ReadSequence(data); err == nil {
			d.sequence("sequence", q)
		}
	case "--optional":
		var o *Optional
		if o, err = ReadOptional(data); err == nil {
			d.optional("optional", o)
		}
	}
	if err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return d.lines
}

func compareLines(t *testing.T, name string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		var g, w string
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("%s, line %d: %q; python3-onnx has %q", name, i+1, g, w)
			return
		}
	}
}

const python, debian = "/usr/bin/python3", "/usr/share/libonnx-testdata/data"

// TestAgainstPython compares what is read in each file of Debian's libonnx-testdata, and in
// ONNX's light networks, with what python3-onnx reads there.
func TestAgainstPython(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	if err := exec.Command(python, "-c", "from onnx import TensorProto, helper, numpy_helper").Run(); err != nil {
		t.Skipf("%s cannot import onnx (Debian's python3-onnx): %v", python, err)
	}
	models, _ := filepath.Glob(filepath.Join(debian, "*", "*", "model.onnx"))
	if len(models) == 0 {
		t.Skipf("%s is not here (Debian's libonnx-testdata)", debian)
	}
	arguments := append(append([]string{"--model"}, models...), reference.Light(t)...)
	for kind, files := range dataFiles(t, models) {
		arguments = append(append(arguments, kind), files...)
	}
	for len(arguments) > 1 {
		// The length of a command line is limited.
		n := min(len(arguments), 1000)
		kind := comparePart(t, arguments[:n])
		arguments = append([]string{kind}, arguments[n:]...)
	}
}

// comparePart compares the files of a part of the arguments, and gives the kind of the last.
func comparePart(t *testing.T, arguments []string) (kind string) {
	t.Helper()
	out, err := exec.Command(python, append([]string{"testdata/dump.py"}, arguments...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for _, part := range bytes.Split(bytes.TrimSuffix(out[len("== "):], []byte("\n")), []byte("\n== ")) {
		name, lines, _ := strings.Cut(string(part), "\n")
		want[name] = strings.Split(lines, "\n")
	}
	for _, a := range arguments {
		if strings.HasPrefix(a, "--") {
			kind = a
			continue
		}
		if w := want[a]; len(w) == 1 && strings.HasPrefix(w[0], "error: ") {
			t.Logf("python3-onnx does not read %s: %s", a, w[0])
			continue
		}
		compareLines(t, a, linesOf(t, kind, a), want[a])
	}
	return kind
}

// dataFiles are the files of the inputs and outputs of models, by the kind of message that
// the model declares them to be.
func dataFiles(t *testing.T, models []string) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	for _, model := range models {
		data, err := os.ReadFile(model)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Decode(data)
		if err != nil {
			t.Errorf("%s: %v", model, err)
			continue
		}
		for side, vs := range map[string][]*ValueInfo{"input": m.Graph.Inputs, "output": m.Graph.Outputs} {
			for i, v := range vs {
				found, _ := filepath.Glob(filepath.Join(filepath.Dir(model), "test_data_set_*", side+"_"+index(i)[1:len(index(i))-1]+".pb"))
				kind := map[TypeKind]string{TensorType: "--tensor", SequenceType: "--sequence", OptionalType: "--optional"}[v.Type.Kind]
				files[kind] = append(files[kind], found...)
			}
		}
	}
	return files
}
