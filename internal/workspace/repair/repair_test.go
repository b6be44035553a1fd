package repair_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/repair"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// open is a workspace of texts.
func open(texts map[string]string) (*workspace.Snapshot, repair.Workspace) {
	s := workspace.Open(workspace.Options{Root: "/"}).With(texts)
	finder := &reference.Finder{
		Snapshot: s, Check: func(source *workspace.Source, i int) (*typecheck.Result, error) { return s.Result(source.Path, i) },
		Prelude: func() *workspace.Source { return sourcefile.New("/prelude.frac", "prelude.frac", "") },
		Programs: func() (paths []string) {
			for path := range texts {
				paths = append(paths, path)
			}
			return paths
		},
	}
	return s, repair.Workspace{Finder: finder, Outlines: &reference.Outlines{}}
}

// errorsOf are the errors of a file.
func errorsOf(t *testing.T, s *workspace.Snapshot, path string) (found []workspace.Finding) {
	report, err := s.Check(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if f.Severity == codes.Error {
			found = append(found, f)
		}
	}
	return found
}

// TestSplitPrograms takes the last definition of random programs into a file of its own:
// imports give it back the type that it had.
func TestSplitPrograms(t *testing.T) {
	imported := 0
	for seed := range uint64(12) {
		whole := progen.Make(seed).Text
		file := syntax.ParseFile("whole.frac", whole)
		last := file.Len() - 1
		at := file.Start(last) + file.Item(last).Span(file.Item(last).Root).Start
		texts := map[string]string{"/parts/lib.frac": whole[:at], "/main.frac": whole[at:]}
		s, w := open(texts)
		found := errorsOf(t, s, "/main.frac")
		if len(found) == 0 {
			continue // it needs no other one
		}
		fixes := w.Of(context.Background(), &found[0])
		if found[0].Code != codes.UndefinedName || len(fixes) == 0 || !strings.HasPrefix(fixes[0].Title, "import `") {
			t.Errorf("seed %d: %s has the fixes %v", seed, found[0].Message, fixes)
			continue
		}
		imported++
		mended := sourcefile.ApplyEdits(texts["/main.frac"], fixes[0].Edits)
		after := s.With(map[string]string{"/main.frac": mended, "/whole.frac": whole})
		if left := errorsOf(t, after, "/main.frac"); len(left) > 0 {
			t.Errorf("seed %d: after the import there is %s\n%s", seed, left[0].Message, mended)
		}
		if had, has := lastSignature(t, after, "/whole.frac"), lastSignature(t, after, "/main.frac"); had != has {
			t.Errorf("seed %d: the type was %s and is %s", seed, had, has)
		}
	}
	if imported == 0 {
		t.Error("no program needed an import")
	}
	t.Logf("%d programs needed an import", imported)
}

func lastSignature(t *testing.T, s *workspace.Snapshot, path string) string {
	m, err := s.Module(path)
	if err != nil {
		t.Fatal(err)
	}
	_, signature, _ := m.Signature(m.Items() - 1)
	if signature == nil {
		return ""
	}
	return types.String(signature)
}

// TestImportPlaces writes imports into all sorts of beginnings.
func TestImportPlaces(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"@gone()\n", "import \"lib.frac\"\n\n@gone()\n"},
		{"\ufeff@gone()\r\n", "\ufeffimport \"lib.frac\"\r\n\r\n@gone()\r\n"},
		{"# About.\n\n# Says.\n@gone()", "# About.\n\nimport \"lib.frac\"\n\n# Says.\n@gone()"},
		{"#[version = \"0.0.5\"]\n@gone()", "#[version = \"0.0.5\"]\nimport \"lib.frac\"\n@gone()"},
		{"import \"a.frac\" # a\n@gone()", "import \"a.frac\" # a\nimport \"lib.frac\"\n@gone()"},
		{"/* a */ @gone()", "/* a */ import \"lib.frac\"\n\n@gone()"},
	} {
		s, w := open(map[string]string{"/main.frac": c.text, "/a.frac": "1\n", "/lib.frac": "def @gone() -> int32 { 1 }\n"})
		got := ""
		for _, f := range errorsOf(t, s, "/main.frac") {
			for _, fix := range w.Of(context.Background(), &f) {
				if strings.HasPrefix(fix.Title, "import") {
					got = sourcefile.ApplyEdits(c.text, fix.Edits)
				}
			}
		}
		if got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}

// TestRefused are names that cannot be imported without harm.
func TestRefused(t *testing.T) {
	for name, texts := range map[string]map[string]string{
		"circle":  {"/main.frac": "def @a() -> int32 { @gone() }\n", "/lib.frac": "import \"main.frac\"\ndef @gone() -> int32 { 1 }\n"},
		"clash":   {"/main.frac": "def @a() -> int32 { @gone() }\n", "/lib.frac": "def @gone() -> int32 { 1 }\ndef @a() -> int32 { 2 }\n"},
		"prelude": {"/main.frac": "def @a() -> int32 { @gone() }\n", "/lib.frac": "def @gone() -> int32 { 1 }\ndef @map() -> int32 { 2 }\n"},
		"quotes":  {"/main.frac": "def @a() -> int32 { @gone() }\n", "/a\"b.frac": "def @gone() -> int32 { 1 }\n"},
		"type":    {"/main.frac": "def @a(%x : int32) -> bool { @gone(%x) }\n", "/lib.frac": "def @gone() -> int32 { 1 }\n"},
	} {
		s, w := open(texts)
		for _, f := range errorsOf(t, s, "/main.frac") {
			for _, fix := range w.Of(context.Background(), &f) {
				if strings.HasPrefix(fix.Title, "import") {
					t.Errorf("%s: %s is offered", name, fix.Title)
				}
			}
		}
	}
}
