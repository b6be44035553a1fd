package lsp_test

import (
	"strings"
	"testing"
)

// TestStepsDocument reads the steps to cheaper forms of a program's definitions.
func TestStepsDocument(t *testing.T) {
	const doc = "untitled:steps.frac"
	w := executor(t, workerOf("serves"))
	w.open(doc, 1, "def @f<n>(%a: Tensor[(n, n), float32], %v: Tensor[(n, 1), float32]) -> Tensor[(n, 1), float32] { nn.matmul(nn.matmul(%a, %a), %v) }\n")
	var content struct{ Text string }
	read := func() string {
		t.Helper()
		decode(t, w.result("workspace/textDocumentContent", map[string]any{"uri": "fraccheck:/cheaper/untitled%3Asteps.frac"}), &content)
		return content.Text
	}
	text := read()
	for _, want := range []string{"# @f: work ", "# The text\ndef @f", "# 1. ", "product_from_the_right", "matmul(%a, matmul(%a, %v))"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	w.edit(doc, 2, change{nil, "def @g(%x: int32) -> int32 { %x + 1 }\n"})
	if text := read(); !strings.HasPrefix(text, "# No form was found") || !strings.Contains(text, "# @g: ") {
		t.Errorf("of a program without a cheaper form there is\n%s", text)
	}
}
