package workspace_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/workspace"
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
