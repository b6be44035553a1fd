package habits_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

const (
	head = "def @test(%a: int32, %b: int32, %x: float32, %y: float32, %p: bool, %q: bool, %o: Optional[int32], %l: List[int32], " +
		"%xs: FractalTensor[int32], %m: Tensor[(3, 3), float32], %r: ref(int32), %t: (int32, int32)) { "
	tail = " }"
	rest = "\ndef @g(%n: int32) -> int32 { %n }\n"
)

// program puts an example where it stands.
func program(h *habits.Habit, text string) string {
	if h.At == habits.Item || h.Whole {
		return text + rest
	}
	return head + text + tail + rest
}

// A finding is a diagnostic of an item that begins at an offset.
type finding struct {
	syntax.Diagnostic
	start int32
}

func check(text string) (found []finding) {
	m := checktest.Module("a.frac", text)
	for i, item := range m.File().All() {
		for _, d := range slices.Concat(item.Errors, m.Check(i).Diagnostics) {
			found = append(found, finding{d, m.File().Start(i)})
		}
	}
	return found
}

// TestExamples holds that a habit is one diagnostic, of the table's words, and that what its fix
// writes is a program without any.
func TestExamples(t *testing.T) {
	habits.Each(func(h *habits.Habit) {
		if h.Example == "" {
			return
		}
		text := program(h, h.Example)
		found := check(text)
		if len(found) != 1 {
			t.Errorf("%s\nwant one diagnostic, not %v", h.Example, found)
			return
		}
		d := found[0]
		for words := range strings.SplitSeq(h.Message, "$") {
			if words = strings.TrimLeft(words, "0123456789"); !strings.Contains(d.Message, words) {
				t.Errorf("%s\nsays %q, not %q", h.Example, d.Message, h.Message)
			}
		}
		if (len(d.Fixes) > 0) != (h.Meant != "") {
			t.Errorf("%s\nhas %d fixes, and means %q", h.Example, len(d.Fixes), h.Meant)
			return
		}
		if h.Meant == "" {
			return
		}
		got := text[:d.start] + syntax.ApplyEdits(text[d.start:], d.Fixes[0].Edits)
		if want := program(h, h.Meant); got != want {
			t.Errorf("%s\nthe fix gives %q,\nwant %q", h.Example, got, want)
		}
		if left := check(got); len(left) > 0 {
			t.Errorf("%s\nthe fix leaves %v", h.Example, left)
		}
	})
}

// TestSequences holds that each function of the prelude on lists shows that a sequence is a list.
func TestSequences(t *testing.T) {
	prelude, err := os.ReadFile("../../prelude/prelude.frac")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^def (@\w+)<.*List\[`).FindAllStringSubmatch(string(prelude), -1)
	for _, m := range found {
		if got := habits.SequenceOf("int32", m[1]+"(%l)").Head; got != "List" {
			t.Errorf("beside %s a sequence is a %s", m[1], got)
		}
	}
	if got := habits.SequenceOf("int32", "length(%l)").Head; got != "FractalTensor" || len(found) == 0 {
		t.Errorf("beside `length` a sequence is a %s", got)
	}
}
