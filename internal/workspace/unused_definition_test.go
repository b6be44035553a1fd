package workspace_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// unusedIn are the lines at which a file of some texts has unused definitions.
func unusedIn(t *testing.T, texts map[string]string, path string) map[int]string {
	t.Helper()
	s := workspace.Open(workspace.Options{Root: "/u", Files: workspace.Overlay{Files: workspace.Disk{}, Texts: texts}})
	var paths []string
	for path := range texts {
		paths = append(paths, path)
	}
	report, err := s.Check(context.Background(), paths)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[int]string{}
	for _, f := range report.Findings {
		start, _ := f.Range()
		switch {
		case f.Code == codes.UnusedSuppression:
			t.Error(f.Message)
		case f.Source.Path == path && f.Code == codes.UnusedDefinition:
			lines[start.Line] = f.Message
		}
	}
	return lines
}

func TestUnusedDefinitions(t *testing.T) {
	data, err := os.ReadFile("testdata/unused_definitions.frac")
	if err != nil {
		t.Fatal(err)
	}
	found := unusedIn(t, map[string]string{"/u/main.frac": string(data)}, "/u/main.frac")
	for i, line := range strings.Split(string(data), "\n") {
		_, want, expected := strings.Cut(line, "#! ")
		got, ok := found[i+1]
		if ok != expected || !strings.Contains(got, want) {
			t.Errorf("line %d: got %q, want %q", i+1, got, want)
		}
	}
}

// TestUsersNotSeen holds that nothing is said where who uses a definition cannot be known.
func TestUsersNotSeen(t *testing.T) {
	const lib = "def @f(%x) { %x }\ndef @g(%x) { %x }\n"
	for name, texts := range map[string]map[string]string{
		"library":  {"/u/lib.frac": lib},
		"imported": {"/u/lib.frac": lib + "@f(1)\n", "/u/main.frac": "import \"lib.frac\"\n@g(1)\n"},
		"faulty":   {"/u/lib.frac": lib + "@f(1) + @gg(2)\n"},
		"printed":  {"/u/lib.frac": "#[version = \"0.0.5\"]\n" + lib + "@f(1)\n"},
		"by main":  {"/u/lib.frac": "@f(1)\n" + lib + "@main()\ndef @main() { @g(1) }\n"},
	} {
		if found := unusedIn(t, texts, "/u/lib.frac"); len(found) > 0 {
			t.Errorf("%s: %v", name, found)
		}
	}
	if found := unusedIn(t, map[string]string{"/u/lib.frac": lib + "@f(1)\n"}, "/u/lib.frac"); len(found) != 1 {
		t.Errorf("%v, want that `@g` is unused", found)
	}
}

// TestUsersReadBefore holds that what was read before does not count: a file that is
// imported by one that the editor holds is imported from the first question on, and no
// longer when that file lets go of it.
func TestUsersReadBefore(t *testing.T) {
	const lib, user = "/u/lib.frac", "/u/user.frac"
	s := workspace.Open(workspace.Options{Root: "/u"}).With(map[string]string{lib: "1f\ndef @f(%x) { %x }\n", user: "import \"lib.frac\"\n@f(1)\n"})
	for _, step := range []struct {
		text, ask string // the user's text; "" as it is
		want      int
	}{
		{"", lib, 0}, {"", user, 0}, {"", lib, 0},
		{"1\n", lib, 1}, {"", user, 0}, {"", lib, 1},
		{"import \"lib.frac\"\n1\n", lib, 0},
	} {
		if step.text != "" {
			s = s.With(map[string]string{user: step.text})
		}
		report, err := s.Check(context.Background(), []string{step.ask})
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Findings) != step.want {
			t.Errorf("%+v: found %v", step, report.Findings)
		}
	}
	if s = s.Without(user); s.Imported(lib) {
		t.Error("a file that the editor closed imports another")
	}
}

// TestUsersOnDisk holds that files on disk that were only read in passing do not
// count, and that those do which are asked for together with a file, or seen by them.
func TestUsersOnDisk(t *testing.T) {
	dir := t.TempDir()
	texts := map[string]string{"lib.frac": "@f(1)\ndef @f(%x) { %x }\ndef @g(%x) { %x }\n", "middle.frac": "import \"lib.frac\"\n", "user.frac": "import \"middle.frac\"\n1\n"}
	paths := map[string]string{}
	for name, text := range texts {
		paths[name] = filepath.Join(dir, name)
		if err := os.WriteFile(paths[name], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := workspace.Open(workspace.Options{Root: dir})
	for _, step := range []struct {
		ask  []string
		want int
	}{{[]string{"lib.frac"}, 1}, {[]string{"user.frac"}, 0}, {[]string{"lib.frac"}, 1}, {[]string{"lib.frac", "user.frac"}, 0}} {
		var asked []string
		for _, name := range step.ask {
			asked = append(asked, paths[name])
		}
		report, err := s.Check(context.Background(), asked)
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Findings) != step.want {
			t.Errorf("%v: found %v", step.ask, report.Findings)
		}
	}
}
