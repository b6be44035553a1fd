package report_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/report"
)

// TestGraphOfModel holds that the page of a model leads to the page of its graph, and that of a
// program to none.
func TestGraphOfModel(t *testing.T) {
	model, err := os.ReadFile("../../examples/models/decoder.onnx")
	if err != nil {
		t.Fatal(err)
	}
	dir, _ := makeReport(t, map[string]string{"decoder.onnx": string(model), "one.frac": "def @one() { 1 }\n"}, func(*report.Options) {})
	b := browse(t, dir)
	const graph = "files/p-decoder.onnx+graph.html"
	if !strings.Contains(b.files["files/p-decoder.onnx.html"], `href="../files/p-decoder.onnx&#43;graph.html"`) {
		t.Error("the page of the model has no link to its graph")
	}
	if text := b.files[graph]; !strings.Contains(text, `<script type="application/json" id="data">`) || !strings.Contains(text, "/mask/If") {
		t.Error("the graph of the model has no data")
	}
	if strings.Contains(b.files["files/p-one.frac.html"], "+graph.html") {
		t.Error("the page of a program has a link to the graph of a model")
	}
}

// TestComparedModel holds that a model that differs from what it was leads to a page of both, and
// that files that do not differ are left out.
func TestComparedModel(t *testing.T) {
	model, err := os.ReadFile("../../examples/models/decoder.onnx")
	if err != nil {
		t.Fatal(err)
	}
	dir, _ := makeReport(t, map[string]string{"decoder.onnx": string(model), "one.frac": "def @one() { 1 }\n"}, func(o *report.Options) {
		o.Base = "main"
		o.Compare = func(_ context.Context, path string) (*report.Compared, error) {
			if !strings.HasSuffix(path, ".onnx") {
				return nil, nil
			}
			return &report.Compared{Summary: "1 difference", Text: "a <node>", Page: []byte("<title>both</title>")}, nil
		}
	})
	b := browse(t, dir)
	for name, want := range map[string]string{
		"index.html":                         `<td>1 difference</td>`,
		"files/p-decoder.onnx.html":          `href="../files/p-decoder.onnx&#43;compared.html"`,
		"files/p-decoder.onnx+compared.html": "both",
	} {
		if !strings.Contains(b.files[name], want) {
			t.Errorf("%s has no %s", name, want)
		}
	}
	if !strings.Contains(b.files["files/p-decoder.onnx.html"], "a &lt;node&gt;") || strings.Contains(b.files["files/p-one.frac.html"], "Compared") {
		t.Error("the comparison is not where it belongs")
	}
}
