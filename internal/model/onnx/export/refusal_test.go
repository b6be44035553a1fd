package export_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/golden"
	"github.com/fraccheck/fraccheck/internal/model/onnx/export"
)

// TestRefusals holds where a program is refused, and why.
func TestRefusals(t *testing.T) {
	for _, test := range []struct{ text, at, why string }{
		{"def @main(%x: Tensor[(2), float32]) { let %y = %x + 1f; fast_exp(%y) }", "fast_exp(%y)", "`fast_exp` is not exported"},
		{"def @main(%x: Tensor[(2), int32]) { mean(%x) }", "mean(%x)", "the mean of integers"},
		{"def @main(%f: fn(int32) -> int32) { %f(1) }", "%f", "ONNX has no type for `fn(int32) -> int32`"},
		{"def @main(%x: int32) { let %r = ref(%x); ref_read(%r) }", "ref", "references"},
		{"def @main(%x: List[int32]) { %x }", "%x", "ONNX has no type for `List[int32]`"},
		{"def @f(%n: int32) -> int32 { if (%n < 2) { 1 } else { %n * @f(%n - 1) } }\ndef @main(%n: int32) { @f(%n) }", "@f(%n)", "a function that calls itself"},
		{"def @main(%x: FractalTensor[FractalTensor[Tensor[(2), float32]]]) { %x }", "%x", "ONNX has no type"},
		{"def @f(%n: int32) -> int32 { if (%n < 2) { 1 } else { @g(%n - 1) + @g(%n - 2) } }\ndef @g(%n: int32) -> int32 { if (%n < 3) { 2 } else { @f(%n - 1) + @f(%n - 2) } }\ndef @main(%n: int32) { @f(%n) }", "if", "nested more than"},
		{"def @main(%x: Tensor[(2), float64]) { nn.leaky_relu(%x, alpha=0.1) }", "nn.leaky_relu", "keeps it as a float32"},
		{"def @main(%x: Tensor[(2), bool], %y: Tensor[(2), bool]) { %x - %y }", "-", "ONNX cannot express this call: input 0 (`A`) of `Sub`"},
		{"def @main(%x: Tensor[(2), float32]) { nn.mirror_pad(%x, pad_width=[[1, 1]]) }", "nn.mirror_pad", "ONNX cannot pad by the mode"},
		{"def @main(%x: Tensor[(1, 4, 2), float32]) { nn.lrn(%x, axis=2) }", "nn.lrn", "over channels on axis 1"},
		{"def @main<N>(%x: Tensor[(2 * N), float32]) { zeros(shape=[N], dtype=\"float32\") }", "zeros", "the size variable `N` is the extent of no input by itself"},
	} {
		path := filepath.Join(t.TempDir(), "p.frac")
		if err := os.WriteFile(path, []byte(test.text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		o := open(t, path)
		_, err := export.Definition(o.module, "@main")
		refusal := (*export.Refusal)(nil)
		if !errors.As(err, &refusal) {
			t.Errorf("%s: it is exported, or fails otherwise: %v", test.text, err)
			continue
		}
		item := o.module.File().Item(refusal.Item)
		at := item.Text[refusal.Span.Start:refusal.Span.End]
		if !strings.HasPrefix(at, test.at) || !strings.Contains(refusal.Message, test.why) {
			t.Errorf("%s\nrefused at %q: %s", test.text, at, refusal.Message)
		}
	}
}

var update = flag.Bool("update", false, "write the archives anew")

// TestGolden holds the text of exported models.
func TestGolden(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, name, text string) []golden.Made {
		path := filepath.Join(t.TempDir(), name+".frac")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := export.Definition(open(t, path).module, "@main")
		if err != nil {
			t.Fatal(err)
		}
		return []golden.Made{{Ending: "onnx", Text: dump(m)}}
	})
}
