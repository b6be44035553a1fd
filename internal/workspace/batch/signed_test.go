package batch_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBodies: which files are checked after an edit in one that others import.
func TestBodies(t *testing.T) {
	const (
		count = "def @count(%r: ref(int32)) -> int32 { ref_read(%r) }\n"
		lib   = "def @one(%x: int32) -> int32 { %x + 1 }\n" + count
		use   = "import \"lib.frac\"\ndef @two(%x: int32) -> int32 { @one(@one(%x)) }\n"
		main  = "import \"use.frac\"\n@two(1)\n"
	)
	for name, c := range map[string]struct {
		before, after map[string]string
		checked       int
	}{
		"a comment":           {nil, map[string]string{"lib.frac": "# Numbers.\n\n" + lib}, 1},
		"a body":              {nil, map[string]string{"lib.frac": "def @one(%x: int32) -> int32 { 1 + %x }\n" + count}, 1},
		"a body in the midst": {nil, map[string]string{"use.frac": "import \"lib.frac\"\ndef @two(%x: int32) -> int32 { %x }\n"}, 1},
		"two bodies": {nil, map[string]string{
			"lib.frac": "def @one(%x: int32) -> int32 { 1 + %x }\n" + count, "use.frac": "import \"lib.frac\"\ndef @two(%x: int32) -> int32 { @one(%x) }\n"}, 2},
		"a name":    {nil, map[string]string{"lib.frac": "def @two_(%x: int32) { %x }\n" + lib}, 3},
		"an import": {nil, map[string]string{"use.frac": "def @two(%x: int32) -> int32 { %x }\n"}, 3},
		"an inferred type": {
			map[string]string{"lib.frac": "def @one(%x) { %x + 1 }\n"}, map[string]string{"lib.frac": "def @one(%x) { %x + 1f }\n"}, 3},
		"an inferred type that stays": {
			map[string]string{"lib.frac": "def @one(%x) { (%x, 1).0 }\n"}, map[string]string{"lib.frac": "def @one(%x) { (%x, 1, 2).0 }\n"}, 1},
		"an effect that nobody asks for": {nil, map[string]string{"lib.frac": "def @one(%x: int32) -> int32 { 7 / %x }\n" + count}, 1},
		"an effect": {
			map[string]string{"use.frac": "import \"lib.frac\"\ndef @two(%r: ref(int32)) -> int32 { @count(%r); 2 }\n", "main.frac": "import \"use.frac\"\n1\n"},
			map[string]string{"lib.frac": "def @one(%x: int32) -> int32 { %x + 1 }\ndef @count(%r: ref(int32)) -> int32 { ref_write(%r, 1); 1 }\n"}, 2},
		"a cost that a finding says": {
			map[string]string{"use.frac": "import \"lib.frac\"\ndef @two(%x: int32) -> int32 { (@one(%x) + 1) * @one(%x) }\n"},
			map[string]string{"lib.frac": "def @one(%x: int32) -> int32 { %x * 2 + %x * 3 + %x * 4 }\n" + count}, 2},
		"a contract": {
			map[string]string{"use.frac": "import \"lib.frac\"\n#[cost(work = \"2\")]\ndef @two(%x: int32) -> int32 { @one(%x) }\n"},
			map[string]string{"lib.frac": "def @one(%x: int32) -> int32 { %x + 1 + %x + 1 }\n" + count}, 2},
		"a contract that looks into a body":                      {observed("#[cost(work = \"1\")]\n", ""), looked, 2},
		"a contract of the configuration that looks into a body": {observed("", "[cost]\n\"@two\" = { work = \"1\" }\n"), looked, 2},
		"a place in another file": {
			map[string]string{"use.frac": "import \"lib.frac\"\ndef @two(%x: int32) -> int32 { @one(%x, 1) }\n"},
			map[string]string{"lib.frac": "\n\n" + lib}, 2},
		"a mistake that moves": {
			map[string]string{"lib.frac": "def @one(%x: int32) -> int32 { 1f }\n"}, map[string]string{"lib.frac": "\n\ndef @one(%x: int32) -> int32 { 1f }\n"}, 3},
		"a broken contract that moves": {
			map[string]string{"lib.frac": "#[cost(work = \"1\")]\ndef @one(%x: int32) -> int32 { if (%x == 0) { 0 } else { @one(%x - 1) } }\n"},
			map[string]string{"lib.frac": "\n\n#[cost(work = \"1\")]\ndef @one(%x: int32) -> int32 { if (%x == 0) { 0 } else { @one(%x - 1) } }\n"}, 3},
		"a circle that comes": {nil, map[string]string{"lib.frac": "import \"main.frac\"\n" + lib}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			root, dir := t.TempDir(), t.TempDir()
			texts := map[string]string{"lib.frac": lib, "use.frac": use, "main.frac": main}
			maps.Copy(texts, c.before)
			for round, checked := range []int{3, 0, c.checked, 0} {
				if round == 2 {
					maps.Copy(texts, c.after)
				}
				for name, text := range texts {
					put(filepath.Join(root, name), text)
				}
				paths := programs(t, root, ".")
				got, counts := inBatch(t, root, dir, 2, paths)
				if diff := cmp.Diff(whole(t, root, paths), got); diff != "" {
					t.Errorf("round %d: %s", round, diff)
				}
				if counts.Checked != checked || counts.Known != len(paths)-checked {
					t.Errorf("round %d: %+v, want %d checked", round, counts, checked)
				}
			}
		})
	}
}

// TestVariants: facts that change there and back, with other texts around them, leave what
// rests on them known.
func TestVariants(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	put(filepath.Join(root, "use.frac"), "import \"lib.frac\"\ndef @two(%r: ref(int32)) -> int32 { @count(%r); 2 }\n")
	for round := range 3 {
		for _, body := range []string{"ref_read(%r)", "ref_write(%r, 1); 1", "7 / ref_read(%r)", "@count(%r)"} {
			put(filepath.Join(root, "lib.frac"), fmt.Sprintf("# %d\ndef @count(%%r: ref(int32)) -> int32 { %s }\n", round, body))
			paths := programs(t, root, ".")
			got, counts := inBatch(t, root, dir, 2, paths)
			if diff := cmp.Diff(whole(t, root, paths), got); diff != "" {
				t.Errorf("round %d, %s: %s", round, body, diff)
			}
			if checked := 2 - min(round, 1); counts.Checked != checked {
				t.Errorf("round %d, %s: %+v", round, body, counts)
			}
		}
	}
}

// observed are programs of which one has a contract, which its own text or a configuration
// says. What is said of it has a number that the facts of what it calls do not have; looked
// changes that number.
func observed(attribute, config string) map[string]string {
	return map[string]string{
		"lib.frac": "def @app(%f: fn(int32) -> int32, %x: int32) -> int32 { %f(%x) }\n",
		"use.frac": "import \"lib.frac\"\n" + attribute + "def @two(%l: List[int32]) -> int32 {\n" +
			"  match (%l) { Nil() => 0, Cons(%x, %r) => @app(fn(%y: int32) { %y + 1 }, %x) + @two(%r) }\n}\n",
		"main.frac":      "1\n",
		"fraccheck.toml": config,
	}
}

var looked = map[string]string{"lib.frac": "def @app(%f: fn(int32) -> int32, %x: int32) -> int32 { %f(%x) + 1 }\n"}

// TestLongChain: a change that goes up a chain of imports which is longer than files wait.
func TestLongChain(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	const length = 30
	for i := range length {
		text := ""
		if i > 0 {
			text = fmt.Sprintf("import \"f%d.frac\"\ndef @f%d(%%x) { @f%d(%%x) }\n", i-1, i, i-1)
		}
		put(filepath.Join(root, fmt.Sprintf("f%d.frac", i)), text)
	}
	paths := programs(t, root, ".")
	for _, c := range []struct {
		body    string
		checked int
	}{{"(%x, 1).0", length}, {"(%x, 2).0", 1}, {"(%x, 2)", length}, {"(%x, 3)", 1}, {"(%x, 1).0", 0}, {"%y", length}, {"(%x, 2)", 0}} {
		put(filepath.Join(root, "f0.frac"), "def @f0(%x) { "+c.body+" }\n")
		got, counts := inBatch(t, root, dir, 2, paths)
		if diff := cmp.Diff(whole(t, root, paths), got); diff != "" {
			t.Errorf("%s: %s", c.body, diff)
		}
		if counts.Checked != c.checked {
			t.Errorf("%s: %+v", c.body, counts)
		}
	}
}

// TestPromisedByConfiguration: that an imported file does not keep a contract of its
// configuration is an error in it, whoever asks.
func TestPromisedByConfiguration(t *testing.T) {
	root := t.TempDir()
	put(filepath.Join(root, "fraccheck.toml"), "[cost]\n\"@far\" = { work = \"1\" }\n")
	put(filepath.Join(root, "lib.frac"), "def @far(%x: int32) -> int32 { if (%x == 0) { 0 } else { @far(%x - 1) } }\n")
	put(filepath.Join(root, "main.frac"), "import \"lib.frac\"\n@far(1)\n")
	paths := programs(t, root, ".")
	want := whole(t, root, paths)
	if !strings.Contains(strings.Join(want, "\n"), "The error is at lib.frac:1:5: the work of `@far` is bounded by") {
		t.Errorf("%q", want)
	}
	got, _ := inBatch(t, root, t.TempDir(), 2, paths)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
