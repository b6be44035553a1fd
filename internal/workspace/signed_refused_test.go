package workspace_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/signature"
)

func projectOf(texts ...string) *project {
	p := &project{name: "project", texts: map[string]string{}}
	for i := 0; i < len(texts); i += 2 {
		p.add(texts[i], texts[i+1])
	}
	return p
}

const manyTypes = `data Shape<a> { Round(a), Square(a, a) }
type Pair = (int32, int32)
type Handle
@given : fn(int32) -> Handle
def @flip<a>(%s: Shape[a]) -> Shape[a] { match (%s) { Square(%x, %y) => Square(%y, %x), %other => %other } }
def @apply(%f, %x) { %f(%f(%x)) }
def @linear(%x, %w, %b) { nn.relu(%x * %w + %b) }
def @each(%f, %xs) { map(%f, %xs) }
def @even(%n) { if (%n == 0) { True } else { @odd(%n - 1) } }
def @odd(%n) { if (%n == 0) { False } else { @even(%n - 1) } }
def @spin(%n: int32) -> int32 { @spin(%n) }
def @counter(%r: ref(int32)) { ref_write(%r, ref_read(%r) + 1) }
`

// TestSignatureProjects: what the pieces of programs do not have.
func TestSignatureProjects(t *testing.T) {
	for _, p := range []*project{
		projectOf("a.frac", manyTypes, "b.frac", `import "a.frac"
def @use(%s) { match (%s) { Round(%x) => @apply(fn(%y: int32) { %y + 1 }, %x) } }
def @wrong() { @flip(1) }
def @pair(%p: Pair) { @linear(%p.0, %p.1, 1f) }
def @few() { @even() }
def @missing(%x) { @evne(%x) }
def @drop(%r: ref(int32)) -> int32 { @counter(%r); @even(3); @spin(1); 2 }
def @loop(%xs: FractalTensor[int32], %r: ref(int32)) { map(fn(%x: int32) { @counter(%r); %x }, %xs) }
def @handles() { let %h = @given(1); @given(%h) }
`, "c.frac", `import "b.frac"
def @far(%s) { @use(%s) }
@far(1)
@flip(2)
`),
		// The type of @box is in no file that c.frac imports, nor one that b.frac does.
		projectOf("a.frac", "data Box { Box(int32) }\n", "b.frac", "import \"a.frac\"\ndef @box(%n) { Box(%n) }\n",
			"c.frac", "import \"b.frac\"\ndef @boxed(%n) { @box(%n + 1) }\ndef @both(%n) { (@boxed(%n), @box(%n)) }\n",
			"d.frac", "import \"c.frac\"\nimport \"a.frac\"\nmatch (@both(1)) { (Box(%x), Box(%y)) => %x + %y, _ => 0 }\n"),
		// Errors of all kinds in what is imported.
		projectOf("a.frac", "def @f(%x: int32) -> int32 { %y }\ndef @g( { 1 }\ndef @h(%x) { 1f + True }\n",
			"b.frac", "import \"a.frac\"\nimport \"gone.frac\"\ndef @f2() { @f(1f) + @gone() }\n",
			"c.frac", "import \"b.frac\"\nimport \"a.frac\"\n@f2() + @f(2) + @h(1)\n"),
		// An error that is none of types, and one that a configuration makes of a hint.
		projectOf("fraccheck.toml", "[severity]\nshadowed-binding = \"error\"\n", "a.frac", "def @f(%x) { let %x = 1; %x }\n",
			"b.frac", "import \"a.frac\"\n@f(2)\n", "c.frac", "import \"b.frac\"\n1\n"),
		// The same name in two files and in the prelude.
		projectOf("a.frac", "def @f(%x: int32) { %x }\ndef @map(%x: int32) { %x }\n", "b.frac", "def @f(%x: float32) { %x }\ndata List { Nope }\n",
			"c.frac", "import \"a.frac\"\nimport \"b.frac\"\n(@f(1), @f(1f), @map(1), Nope, @length(Nil))\n"),
		projectOf("a.relay", "#[version = \"0.0.5\"]\ndef @f<a>(%x: a, %y: a) -> a { add(%x, %y) }\n", "b.relay", "#[version = \"0.0.5\"]\nimport \"a.relay\"\ndef @main() { @f(True, ()) }\n"),
		projectOf("a.frac", "", "b.frac", "import \"a.frac\"\n-- nothing\n1\n"),
	} {
		if p.files[0] == config.FileName {
			p.files = p.files[1:]
		}
		p.hold(t)
	}
}

// signed checks the last file of a project by the signatures that the others have.
func (p *project) signed(t *testing.T) (signatures []*signature.Program, found []string, err error) {
	t.Helper()
	last := p.files[len(p.files)-1]
	for _, name := range p.files[:len(p.files)-1] {
		_, made, err := p.found(t, name)
		if err != nil {
			t.Fatal(err)
		}
		signatures = append(signatures, made)
	}
	found, _, err = p.foundBy(t, last, signatures)
	return signatures, found, err
}

// TestBodiesAreAskedFor: what looks into the bodies of other files is refused, in words.
func TestBodiesAreAskedFor(t *testing.T) {
	lib := "def @double(%x: int32) -> int32 { %x + %x }\n"
	use := "import \"lib.frac\"\ndef @four(%x: int32) -> int32 { @double(@double(%x)) }\n"
	for name, p := range map[string]*project{
		"a contract":                    projectOf("lib.frac", lib, "a.frac", "import \"lib.frac\"\n#[cost(work = \"1\")]\ndef @four(%x: int32) -> int32 { @double(@double(%x)) }\n"),
		"a contract of a configuration": projectOf("fraccheck.toml", "[cost]\n\"@four\" = { work = \"1\" }\n", "lib.frac", lib, "a.frac", use),
		"a lint rule that looks into calls": projectOf("fraccheck.toml", "rules = [\"r.fracrule\"]\n", "r.fracrule", "lint mapped {\n  doc \"Maps.\"\n  var xs, y\n  match map(function([y], y + y), xs)\n  warn \"a map\"\n}\n", "lib.frac", lib,
			"a.frac", "import \"lib.frac\"\ndef @all(%xs: FractalTensor[int32]) { map(@double, %xs) }\n"),
	} {
		for len(p.files) > 2 {
			p.files = p.files[1:]
		}
		_, found, err := p.signed(t)
		if err == nil || !strings.Contains(err.Error(), "looks into the body of `@double` of lib.frac, of which only a signature is here") {
			t.Errorf("%s: %v %q", name, err, found)
		}
	}
}

// TestStaleSignatures: signatures that do not belong together, or are not all there, are
// refused.
func TestStaleSignatures(t *testing.T) {
	p := projectOf("a.frac", "def @f(%x: int32) { %x }\n", "b.frac", "import \"a.frac\"\ndef @g() { @f(1) }\n", "c.frac", "import \"b.frac\"\n@g()\n")
	old, _, err := p.signed(t)
	if err != nil {
		t.Fatal(err)
	}
	p.texts["a.frac"] = "def @f(%x: float32) { %x }\n"
	fresh, _, err := p.signed(t)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, programs []*signature.Program) error {
		file, err := signature.Read("s.sig", signature.Write("test", programs), "test")
		if err != nil {
			return err
		}
		signed, err := workspace.NewSigned(signedRoot, []*signature.File{file})
		if err != nil {
			return err
		}
		_, err = workspace.Open(workspace.Options{Root: signedRoot, Files: overlay(p.texts), Signed: signed}).Check(context.Background(), []string{signedPath(name)})
		return err
	}
	for _, c := range []struct {
		what, file string
		programs   []*signature.Program
		want       string
	}{
		{"all fresh", "c.frac", fresh, ""},
		{"a stale import", "c.frac", []*signature.Program{fresh[0], old[1]}, "the signature of b.frac was made when a.frac had another signature than the one in s.sig; have both written again"},
		{"one is missing", "c.frac", fresh[1:], "b.frac imports a.frac, whose signature is in none of the files"},
		{"one that is checked", "b.frac", fresh, "b.frac is to be checked, and here is its signature"},
		{"an import that is checked", "a.frac", fresh[1:], ""},
	} {
		err := check(c.file, c.programs)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// TestSignedCycle: a program that its import was made to import is a circle.
func TestSignedCycle(t *testing.T) {
	p := projectOf("a.frac", "def @f() { 1 }\n", "b.frac", "import \"a.frac\"\ndef @g() { @f() }\n")
	_, b, err := p.found(t, "b.frac")
	if err != nil {
		t.Fatal(err)
	}
	p.texts["a.frac"] = "import \"b.frac\"\ndef @f() { 1 }\n"
	want, _, err := p.found(t, "a.frac")
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := p.foundBy(t, "a.frac", []*signature.Program{b})
	if err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") || !strings.Contains(got[0], "imports must not form a cycle") {
		t.Errorf("%v\n%q\n%q", err, got, want)
	}
}

// TestSignedPlaces: places in a program of which there is a signature are named by its file.
func TestSignedPlaces(t *testing.T) {
	p := projectOf("a.frac", "\n\ndef @f(%x: int32) { %x }\n", "b.frac", "import \"a.frac\"\n@f(1, 2)\n")
	_, found, err := p.signed(t)
	if err != nil || len(found) < 1 || !strings.Contains(found[0], "(in a.frac)") {
		t.Errorf("%v %q", err, found)
	}
}
