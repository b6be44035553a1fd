package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
)

// TestJobsDoNotShow holds that each format of check gives the same bytes whatever the
// number of threads, and so does a baseline.
func TestJobsDoNotShow(t *testing.T) {
	dir := t.TempDir()
	for name, text := range manyFiles() {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	field, _ := reflect.TypeFor[checkCommand]().FieldByName("Format")
	for format := range strings.SplitSeq(field.Tag.Get("enum"), ",") {
		want := checkedWith(t, dir, format, 1)
		if len(want) < 300 {
			t.Errorf("%s: only %q", format, want)
		}
		for _, jobs := range []int{2, 7} {
			if got := checkedWith(t, dir, format, jobs); got != want {
				t.Errorf("%s with %d threads: got\n%s\nwant\n%s", format, jobs, got, want)
			}
		}
	}
}

// checkedWith is what a check in this process prints, and the baseline that it writes.
func checkedWith(t *testing.T, dir, format string, jobs int) string {
	t.Helper()
	env := &environment{Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}, dir: dir, subprocess: &subprocess{}}
	args := []string{"--format=" + format, "--hints", fmt.Sprintf("--jobs=%d", jobs), "."}
	if status := env.run(args); status != statusFound {
		t.Fatal(status, env.Stderr)
	}
	printed := env.Stdout.String()
	path := filepath.Join(t.TempDir(), "known.json")
	env.run(append([]string{"--write-baseline=" + path}, args...))
	known, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return printed + string(known)
}

// manyFiles are programs with findings of many kinds that import one another.
func manyFiles() map[string]string {
	files := map[string]string{"fraccheck.toml": "rules = [\"lint.fracrule\"]\n[cost]\n\"@g3\" = { work = \"1\" }\n",
		"lint.fracrule": "lint zero { doc \"Zero changes nothing.\" var x match x + 0 warn \"{x} + 0 is {x}\" }\n"}
	for i := range 14 {
		var text strings.Builder
		if i > 0 {
			fmt.Fprintf(&text, "import \"f%02d.frac\"\n", i/2)
		}
		fmt.Fprintf(&text, "def @f%d(%%l: List[int32]) -> int32 { match (%%l) { Cons(%%h, _) => %%h + 0 } }\n", i)
		for j := range 12 {
			fmt.Fprintf(&text, "def @g%d_%d(%%x: int32) { let %%y = %%x; %%gone + @f%d(Nil) + %d }\n", i, j, i/2, j%3)
		}
		fmt.Fprintf(&text, "def @g%d(%%x: int32) -> bool { %%x + 1 }\n", i)
		files[fmt.Sprintf("f%02d.frac", i)] = text.String()
	}
	return files
}
