package workspace

import (
	"context"
	"strings"
	"testing"
)

// TestForeignCost holds what is said of costs of imported definitions: of one whose cost is
// a number that number counts, in definitions of the file too; of another, how it grows.
func TestForeignCost(t *testing.T) {
	lib := "def @one(%x: int32) -> int32 { %x }\n" +
		"def @sum(%l: List[int32]) -> int32 { match (%l) { Nil => 0, Cons(%h, %t) => %h + @sum(%t) } }\n"
	for _, c := range []struct{ call, own, want string }{
		{"@one(%x)", "", ""},
		{"@own(%x)", "def @own(%x: int32) -> int32 { @one(%x) }\n", ""},
		{"@sum(%l)", "", "a call of `@sum`, which takes O(|l|)"},
	} {
		main := "import \"lib.frac\"\n" + c.own +
			"def @main(%x: int32, %l: List[int32]) -> int32 { " + c.call + " * 2 + " + c.call + " }\n"
		s := openProject(map[string]string{"/lib.frac": lib, "/main.frac": main})
		report, err := s.Check(context.Background(), []string{local("/main.frac")})
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, f := range report.Findings {
			found = append(found, f.Message+" "+strings.Join(f.Notes, " "))
		}
		got := strings.Join(found, "\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.call, got, c.want)
		}
	}
}
