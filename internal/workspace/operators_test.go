package workspace

import (
	"slices"
	"strings"
	"testing"
)

// TestOperatorsChange edits declarations of operators under files that are read: what was
// found with those before is not kept, in the files below the configuration and in those
// that import them.
func TestOperatorsChange(t *testing.T) {
	const use = "def @f(%x: Tensor[(4), float32]) { nbu.swish(%x) }\n"
	s := openMemory(map[string]string{
		"p/fraccheck.toml": "[operators.\"nbu.swish\"]\ntype = \"fn<t>(t) -> t\"\n",
		"p/a.frac":         use,
		"b.frac":           "import \"p/a.frac\"\ndef @g(%x: Tensor[(4), float32]) -> Tensor[(4), float32] { @f(%x) }\n",
		"c.frac":           use,
	})
	const undefined = "there is no operator, constructor or variable `nbu.swish`"
	hold := func(step string, s *Snapshot, want map[string]string) {
		t.Helper()
		for _, path := range []string{"/p/a.frac", "/b.frac", "/c.frac"} {
			found := messages(reportOf(t, s, path).Findings)
			errs := slices.DeleteFunc(found, func(m string) bool { return strings.Contains(m, "nothing uses") })
			if want[path] == "" && len(errs) > 0 || want[path] != "" && (len(errs) != 1 || !strings.Contains(errs[0], want[path])) {
				t.Errorf("%s: %s has %q, want %q", step, path, errs, want[path])
			}
		}
	}
	hold("declared", s, map[string]string{"/c.frac": undefined})
	s = s.With(map[string]string{"/p/fraccheck.toml": "[operators.\"nbu.swish\"]\ntype = \"fn(Tensor[(4), float32]) -> Tensor[(2), float32]\"\n"})
	hold("another type", s, map[string]string{"/b.frac": "the result has another shape", "/c.frac": undefined})
	s = s.With(map[string]string{"/p/fraccheck.toml": "[severity]\nunused-binding = \"off\"\n"})
	hold("gone", s, map[string]string{"/p/a.frac": undefined, "/b.frac": "this file uses `@f` of the imported file, which has an error or depends on one", "/c.frac": undefined})
	s = s.With(map[string]string{"/p/fraccheck.toml": "", "/fraccheck.toml": "[operators]\n\"nbu.swish\" = { elementwise = true }\n"})
	hold("above, and nearer none", s, map[string]string{"/p/a.frac": undefined, "/b.frac": "this file uses `@f` of the imported file, which has an error or depends on one"})
}

func reportOf(t *testing.T, s *Snapshot, path string) *Report {
	t.Helper()
	report, err := s.Check(t.Context(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestRangesChange edits ranges of parameters under a file that is read: a search with those
// before is not kept.
func TestRangesChange(t *testing.T) {
	s := openMemory(map[string]string{
		"p/fraccheck.toml": "[ranges.\"*\"]\nx = \"1..2\"\n",
		"p/a.frac":         "def @f(%x: float32) -> float32 { log(%x) }\n",
	})
	for _, step := range []struct{ ranges, want string }{
		{"1..2", ""}, {"0..2", "`log` may have no finite result here"}, {"3..4", ""},
	} {
		s = s.With(map[string]string{"/p/fraccheck.toml": "[ranges.\"*.frac\"]\nx = \"" + step.ranges + "\"\n"})
		found := slices.DeleteFunc(messages(reportOf(t, s, "/p/a.frac").Findings), func(m string) bool { return !strings.Contains(m, "log") })
		if step.want == "" && len(found) > 0 || step.want != "" && (len(found) != 1 || !strings.Contains(found[0], step.want)) {
			t.Errorf("%s: found %q, want %q", step.ranges, found, step.want)
		}
	}
}
