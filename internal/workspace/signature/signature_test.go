package signature_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/workspace/signature"
)

func programs() []*signature.Program {
	whole := "def @f( {\n\xff\n"
	return []*signature.Program{
		{Name: "a.frac", Imports: []signature.Import{
			{Written: "b.frac", Name: "lib/b.frac", Digest: strings.Repeat("0a", 32)},
			{Written: "gone.frac", Fault: "cannot import \"gone.frac\""},
		}, Errors: []signature.Error{{Name: "c.frac", Line: 3, Column: 7, Message: "`x`\nis not"}, {Name: "a.frac", Line: 9, Column: 1, Message: "no"}}, Broken: map[string]int{"@f": 1, "@g": 0}, Items: []signature.Item{
			{Text: "import \"b.frac\""},
			{Text: "import \"gone.frac\""},
			{Text: "def @f(%x) { () }", Outline: true, Type: "fn<a>(a) -> a", Marks: "i", Facts: []signature.Fact{{"effect", "0 0 0"}, {"lent", ""}}},
		}},
		{Name: "b.frac", Errors: []signature.Error{{Name: "b.frac", Line: 1, Column: 9, Message: "left open"}}, Whole: &whole},
		{Name: "c.frac", Unread: "cannot read c.frac: it is a directory"},
		{Name: "d\n.frac"},
	}
}

// withoutLines are programs as they were before they were written.
func withoutLines(all []*signature.Program) []*signature.Program {
	for _, p := range all {
		p.Line = 0
		for i := range p.Items {
			p.Items[i].Line = 0
		}
	}
	return all
}

// TestLossless: what is written is read, whatever its order was.
func TestLossless(t *testing.T) {
	want := programs()
	text := signature.Write("build 1", []*signature.Program{want[2], want[0], want[3], want[1]})
	file, err := signature.Read("s.sig", text, "build 1")
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range file.Programs {
		if p.Digest() != want[i].Digest() {
			t.Errorf("%s has another digest", p.Name)
		}
	}
	if diff := cmp.Diff(want, withoutLines(file.Programs)); diff != "" {
		t.Error(diff)
	}
	if again := signature.Write("build 1", file.Programs); again != text {
		t.Error(cmp.Diff(text, again))
	}
}

// TestRefused: what is no file of signatures is refused, with the line. The digests of the
// cases are made right, so that their lines are read.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"import \"a\" \"a\" " + strings.Repeat("00", 32) + "\n": "s.sig:4: no program is named above this line",
		"prog \"a.frac\"\n":                                     "s.sig:4: no line begins like this",
		"program a.frac\n":                                      "s.sig:4: a text in quotes is missing",
		"program `a.frac`\n":                                    "s.sig:4: a text in quotes is missing",
		"program \"a.frac\" \n":                                 "s.sig:4: unexpected text at the end of this line",
		"program \"a\\u0041.frac\"\n":                           "s.sig:4: a text is not written as fraccheck writes it",
		"program \"\"\n":                                        "is no path of a program",
		"program \"a/../b.frac\"\n":                             "is no path of a program",
		"program \"..\"\n":                                      "is no path of a program",
		"program \"a.frac\"\nprogram \"a.frac\"\n":              "s.sig:5: the program a.frac is listed above already",
		"program \"a.frac\"\ntype \"int32\" \"\"\n":             "s.sig:5: no definition precedes this line",
		"program \"a.frac\"\nitem \"x\"\ntype \"int32\" \"\"\n": "s.sig:6: a type is not expected here",
		"program \"a.frac\"\nitem \"x\"\nwhole \"\"\n":          "s.sig:6: this belongs above the line before it",
		"program \"a.frac\"\nwhole \"\"\nitem \"x\"\n":          "s.sig:6: a program whose text is here has no items besides",
		"program \"a.frac\"\nwhole \"\"\nwhole \"\"\n":          "s.sig:6: a program has one text",
		"program \"a.frac\"\nerror \"a\" 0 1 \"\"\n":            "s.sig:5: a line or column is missing",
		"program \"a.frac\"\nerror \"a\" 01 1 \"\"\n":           "s.sig:5: a line or column is missing",
		"program \"a.frac\"\nimport \"a\" \"a\" 00\n":           "s.sig:5: a digest is 64 hexadecimal digits",
		"program \"a.frac\"\nno-import \"a\" \"\"\n":            "s.sig:5: it is not said why there is no import",
		"program \"a.frac\"\nunread \"x\"\nitem \"x\"\n":        "s.sig:6: of a program that cannot be read nothing else is known",
		"\n": "s.sig:4: no line begins like this",
	} {
		_, err := signature.Read("s.sig", signature.Sealed("b", text), "b")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	good := signature.Write("b", programs())
	for at := range good {
		torn := good[:at]
		if _, err := signature.Read("s.sig", torn, "b"); err == nil || !strings.HasPrefix(err.Error(), "s.sig:") {
			t.Fatalf("%q: %v", torn, err)
		}
		flipped := good[:at] + string(rune(good[at]^1)) + good[at+1:]
		if _, err := signature.Read("s.sig", flipped, "b"); err == nil {
			t.Fatalf("%q is read", flipped)
		}
	}
	if _, err := signature.Read("s.sig", good, "c"); err == nil || !strings.Contains(err.Error(), "another build") {
		t.Error(err)
	}
}

// FuzzRead: whatever is read is what would be written.
func FuzzRead(f *testing.F) {
	f.Add(signature.Write("b", programs()))
	f.Fuzz(func(t *testing.T, text string) {
		if _, body, ok := strings.Cut(text, "build \"b\"\n"); ok {
			text = signature.Sealed("b", body)
		}
		file, err := signature.Read("s.sig", text, "b")
		if err != nil {
			return
		}
		again := signature.Write("b", file.Programs)
		other, err := signature.Read("s.sig", again, "b")
		if err != nil {
			t.Fatalf("%v: %q", err, again)
		}
		if signature.Write("b", other.Programs) != again {
			t.Fatalf("%q", again)
		}
	})
}
