package convert

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// folded folds a program, and checks the result.
func folded(t *testing.T, text string) (string, bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.frac")
	s := workspace.Open(workspace.Options{Root: filepath.Dir(path)}).With(map[string]string{path: text})
	got, ok, err := foldedText(s, path)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		return text, false
	}
	if same, err := sameDefinition(t.Context(), s, path, text, got); err != nil || !same {
		t.Fatalf("the folded program is another (%v):\n%s", err, got)
	}
	return got, true
}

// repeated writes a definition with a statement list n times, in which # is the number of the time
// and ^ the one before.
func repeated(head, list, result string, n int) string {
	var b strings.Builder
	b.WriteString(head + " {\n")
	for i := range n {
		b.WriteString(strings.NewReplacer("#", string(rune('b'+i)), "^", string(rune('a'+i))).Replace(list))
	}
	return b.String() + result + "\n}\n"
}

func TestFoldRepeats(t *testing.T) {
	const chain = "  let %h# = matmul(%x^, %w);\n  let %r# = nn.relu(%h#);\n  let %t# = tanh(%r#);\n  let %x# = add(%x^, %t#);\n"
	tests := []struct {
		name, text string
		calls      int // of the first block
		has        []string
	}{
		{"a chain", repeated("def @main(%xa: Tensor[(2, 2), float32], %w: Tensor[(2, 2), float32])", chain, "  %xe", 4), 4,
			[]string{"let %xe = @block(%xd, %w);", "def @block(%", "-> Tensor[(2, 2), float32] {"}},
		{"too few", repeated("def @main(%xa: Tensor[(2, 2), float32], %w: Tensor[(2, 2), float32])", chain, "  %xc", 1), 0, nil},
		{"several results", repeated("def @main(%xa: Tensor[(2, 2), float32], %w: Tensor[(2, 2), float32])", chain, "  (%xe, %rb, %rd)", 4), 4,
			[]string{"let (%rb, %xb) = @block(%xa, %w);", "let (_, %xc) = @block(%xb, %w);", "let (%rd, %xd) = @block"}},
		{"sizes", repeated("def @main<n>(%xa: Tensor[(n, 2), float32], %w: Tensor[(2, 2), float32])",
			"  let %h# = matmul(%x^, %w);\n  let %r# = reshape(%h#, newshape=[n, 2]);\n  let %t# = tanh(%r#);\n  let %x# = add(%x^, %t#);\n", "  %xe", 4), 4,
			[]string{"def @block<n>(%"}},
		{"a size that no argument has alone", repeated("def @main<n>(%xa: Tensor[(2 * n, 2), float32], %s: Tensor[(n), float32], %w: Tensor[(2, 2), float32])", chain, "  %xe", 4), 0, nil},
		{"constants where they are used", repeated("def @main(%xa: Tensor[(2), float32])",
			"  let %h# = add(%x^, meta[relay.Constant][0] /* ty=Tensor[(2), float32] */);\n  let %r# = nn.relu(%h#);\n  let %x# = tanh(%r#);\n", "  %xe", 4), 4,
			[]string{"@block(%xd, meta[relay.Constant][0] /* ty=Tensor[(2), float32] */);", "%constant: Tensor[(2), float32]"}},
		{"functions inside", repeated("def @main(%xa: FractalTensor[Tensor[(2), float32]])",
			"  let %h# = map(fn(%e#) { nn.relu(%e#) }, %x^);\n  let %r# = map(fn(%f#) { tanh(%f#) }, %h#);\n  let %x# = map(fn(%g#) { negative(%g#) }, %r#);\n", "  %xe", 4), 4, nil},
		{"names that a parameter has", repeated("def @main(%xa: Tensor[(2, 2), float32], %w: Tensor[(2, 2), float32], %block: Tensor[(2, 2), float32])", chain, "  add(%xe, %block)", 4) +
			"\ndef @block(%x: int32) { %x }\n", 0, []string{"@block_2(%xd, %w)"}},
	}
	for _, tt := range tests {
		got, ok := folded(t, tt.text)
		if calls := strings.Count(got, "= @block("); calls != tt.calls || ok != (tt.calls > 0 || tt.has != nil) {
			t.Errorf("%s: %d calls, want %d:\n%s", tt.name, calls, tt.calls, got)
		}
		for _, want := range tt.has {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", tt.name, want, got)
			}
		}
	}
}

func TestTidied(t *testing.T) {
	const text = "// The graph.\ndef @main(%x: int32) {\n  let %y = %x;\n  let %z = %y;\n  let (%a, %b) = (%z + 1, %y);\n  let %c: int64 = %a;\n" +
		"  let %d = if (%x > 0) {\n    let %e = %c;\n    %e\n  } else {\n    %c\n  };\n  %d\n}\n"
	const want = "// The graph.\ndef @main(%x: int32) {\n  let (%a, _) = (%x + 1, %x);\n  let %c: int64 = %a;\n" +
		"  let %d = if (%x > 0) {\n    %c\n  } else {\n    %c\n  };\n  %d\n}\n"
	if got := tidied(text); got != want {
		t.Errorf("got %s", got)
	}
}
