package workspace_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/signature"
)

// sealed is a file of signatures with some lines after the one that names the build.
func sealed(lines string) string {
	lines = "build \"test\"\n" + lines
	sum := sha256.Sum256([]byte(lines))
	return "fraccheck signatures 1\ndigest " + hex.EncodeToString(sum[:]) + "\n" + lines
}

const usesManyTypes = `import "a.frac"
def @use(%s) { match (%s) { Round(%x) => @apply(fn(%y: int32) { %y + 1 }, %x), Square(%x, _) => %x } }
def @pair(%p: Pair) { @linear(%p.0, %p.1, 1) }
def @drop(%r: ref(int32)) -> int32 { @counter(%r); @even(3); @spin(1); 2 }
def @loop(%xs: FractalTensor[int32], %r: ref(int32)) { @each(fn(%x: int32) { @counter(%r); %x }, %xs) }
def @again(%s: Shape[int32], %n: int32) -> int32 { match (@flip(%s)) { Round(%x) => @again(%s, %n - 1), Square(_, _) => @spin(%n) + @spin(%n) } }
`

// FuzzSigned: whatever is in a file of signatures, which has the digest that it should,
// is refused, or checked to the end without a crash.
func FuzzSigned(f *testing.F) {
	p := projectOf("a.frac", manyTypes, "b.frac", usesManyTypes)
	s := workspace.Open(workspace.Options{Root: signedRoot, Files: overlay(p.texts)})
	made, err := s.Signatures(context.Background(), []string{signedPath("a.frac"), signedPath("b.frac")})
	if err != nil {
		f.Fatal(err)
	}
	text := signature.Write("test", made[:1])
	_, lines, _ := strings.Cut(text, "build \"test\"\n")
	f.Add(lines)
	for _, change := range [][2]string{
		{"fn<", "fn<a, "}, {"int32", "Shape[int32]"}, {"lent \"", "lent \"0:1<;7; 9:"}, {"\"n", "\"I"}, {"effect \"", "effect \"7f 7f f"},
		{"(Shape", "(int32, Shape"}, {"type ", "fact parts \"900 ffff <\"\ntype "}, {"{ () }", "{ 1 }"}, {"\"figures\"", "\"lent\""},
	} {
		f.Add(strings.ReplaceAll(lines, change[0], change[1]))
	}
	f.Add("program \"a.frac\"\nwhole \"def @apply(%f, %x) { @even(1) } def @even(\"\n")
	f.Fuzz(func(t *testing.T, lines string) {
		file, err := signature.Read("s.sig", sealed(lines), "test")
		if err != nil {
			return
		}
		signed, err := workspace.NewSigned(signedRoot, []*signature.File{file})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "s.sig:") {
				t.Fatal(err)
			}
			return
		}
		own := overlay(map[string]string{"b.frac": usesManyTypes})
		report, err := workspace.Open(workspace.Options{Root: signedRoot, Files: own, Signed: signed}).Check(context.Background(), []string{signedPath("b.frac")})
		if err == nil && len(report.Crashes) > 0 {
			t.Fatalf("%s\n%s", report.Crashes[0].Value, report.Crashes[0].Stack)
		}
	})
}
