package report_test

import (
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
