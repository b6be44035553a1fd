package workspace

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// TestWithSeverities lays severities over configurations that are there, that
// are not, and that cannot be read.
func TestWithSeverities(t *testing.T) {
	s := openMemory(map[string]string{
		"a.frac":             "@gone()\n",
		"p/fraccheck.toml":   "ignore = [\"x\"]\n[severity]\nundefined-name = \"off\"\narity-mismatch = \"hint\"\n",
		"p/a.frac":           "@gone()\n",
		"bad/fraccheck.toml": "\n  severities\n",
		"bad/a.frac":         "@gone()\n",
	})
	for _, c := range []struct {
		path, severity, want string
	}{
		{"/a.frac", "", "error"}, {"/a.frac", "hint", "hint"}, {"/a.frac", "off", ""},
		{"/p/a.frac", "", ""}, {"/p/a.frac", "warning", "warning"}, {"/p/a.frac", "off", ""},
		{"/bad/a.frac", "hint", "bad/fraccheck.toml:2:3: expected `=` and a value after the key"},
	} {
		over := s
		if c.severity != "" {
			over = s.With(map[string]string{"/other.frac": ""}).WithSeverities(map[string]string{"undefined-name": c.severity})
		}
		for _, later := range []*Snapshot{over, over.With(map[string]string{c.path: "@gone()\n\n"}), over.Reload(c.path)} {
			if got := severityIn(later, c.path); got != c.want {
				t.Errorf("%s with %q is %q, want %q", c.path, c.severity, got, c.want)
			}
		}
		if got, want := severityIn(over.WithSeverities(nil), c.path), severityIn(s, c.path); got != want {
			t.Errorf("%s without severities again is %q, want %q", c.path, got, want)
		}
	}
	config, err := s.WithSeverities(map[string]string{"undefined-name": "hint"}).Config("/p/a.frac")
	if err != nil || len(config.Ignore) != 1 || config.Severity["arity-mismatch"].String() != "hint" {
		t.Errorf("the rest of the configuration is %+v, %v", config, err)
	}
}

// severityIn is that of a file's one finding.
func severityIn(s *Snapshot, path string) string {
	report, err := s.Check(context.Background(), []string{path})
	switch {
	case err != nil:
		return err.Error()
	case len(report.Findings) == 0:
		return ""
	}
	return report.Findings[0].Severity.String()
}

// TestAfresh checks a file in a snapshot of its own.
func TestAfresh(t *testing.T) {
	s := openMemory(map[string]string{
		"a.frac": "import \"b.frac\"\nimport \"none.frac\"\n@b(1)\n", "b.frac": "import \"c.frac\"\ndef @b() -> int32 { @c() }\n", "c.frac": "def @c() -> int32 { 1 }\n",
	}).With(map[string]string{"/c.frac": "def @c() -> float32 { 1f }\n"})
	want := check(t, s, "/a.frac", "/b.frac")
	if got := check(t, s.Throwaway(), "/a.frac", "/b.frac"); !slices.Equal(got, want) {
		t.Errorf("afresh there is %q, want %q", got, want)
	}
	depends, err := s.Throwaway().Dependencies("/a.frac")
	slices.Sort(depends)
	if got := slices.Compact(depends); err != nil || !slices.Equal(got, []string{"/a.frac", "/b.frac", "/c.frac", "/none.frac"}) {
		t.Errorf("/a.frac depends on %q, %v", got, err)
	}
	if _, err := s.Dependencies("/none.frac"); err == nil {
		t.Error("a file that is not there depends on something")
	}
}

// TestCheckSyntax leaves all but the parser's findings out.
func TestCheckSyntax(t *testing.T) {
	s := openMemory(map[string]string{
		"a.frac": "@gone()\n@f(\n", "fraccheck.toml": "[severity]\nunclosed-delimiter = \"hint\"\n",
	})
	report, err := s.CheckSyntax("/a.frac")
	if err != nil || len(report.Findings) != 1 || report.Findings[0].Severity.String() != "hint" {
		t.Errorf("there is %+v, %v", report, err)
	}
	if _, err := s.CheckSyntax("/none.frac"); err == nil {
		t.Error("a file that is not there has findings")
	}
}

func ignored(error) {}

// TestBrokenConfigBelow leaves out the files of a directory whose configuration
// has a mistake, those below it with one of their own not.
func TestBrokenConfigBelow(t *testing.T) {
	s := openMemory(map[string]string{
		"p/a.frac": "", "p/q/b.frac": "", "p/q/r/c.frac": "", "p/q/fraccheck.toml": "ignore = 1", "p/q/s/d.frac": "", "p/q/s/fraccheck.toml": "",
	})
	var heard []string
	got, err := s.Programs(context.Background(), "/p", func(err error) { heard = append(heard, err.Error()) })
	if want := []string{"/p/a.frac", "/p/q/s/d.frac"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("there are %q, %v", got, err)
	}
	if len(heard) != 2 || !strings.HasPrefix(heard[0], "p/q/fraccheck.toml:1:10: `ignore` is a list") || heard[1] != heard[0] {
		t.Errorf("it is heard of %q", heard)
	}
	if _, err := s.Match("/p", []string{"."}); err == nil {
		t.Error("the command line goes on")
	}
}

// TestPrograms lists what is there until its context ends.
func TestPrograms(t *testing.T) {
	s := openMemory(map[string]string{"p/a.frac": "", "p/.gitignore": "b.frac", "p/b.frac": "", "p/q/c.relay": "", "d.frac": ""})
	ctx, cancel := context.WithCancel(context.Background())
	for dir, want := range map[string][]string{"/p": {"/p/a.frac", "/p/q/c.relay"}, "/p/q": {"/p/q/c.relay"}} {
		if got, err := s.Programs(ctx, dir, ignored); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s has %q, %v", dir, got, err)
		}
	}
	if got, err := openMemory(map[string]string{"e/f.md": ""}).Programs(ctx, "/e", ignored); err != nil || got != nil {
		t.Errorf("a directory without programs has %q, %v", got, err)
	}
	cancel()
	if got, err := s.Programs(ctx, "/p", ignored); err == nil {
		t.Errorf("after the end there is %q", got)
	}
}
