package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// annotatedCode is definitions over a list type, about 19 bytes a line.
func annotatedCode(lines int) string {
	var b strings.Builder
	b.WriteString("type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}\n")
	for i := 0; i < lines/10; i++ {
		fmt.Fprintf(&b, `def @sum%d(
  %%l: List[int32],
  %%z: int32
) -> int32 {
  match (%%l) {
    Nil => %%z,
    Cons(%%h, %%t) =>
      %%h + @sum%d(%%t, %%z)
  }
}
`, i, i)
	}
	return b.String()
}

// dumpedCode is a graph as an importer prints it.
func dumpedCode(lines int) string {
	var b strings.Builder
	b.WriteString("#[version = \"0.0.5\"]\ndef @main(%data: Tensor[(1, 3, 64, 64), float32]) {\n")
	for i := 0; i < lines; i++ {
		fmt.Fprintf(&b, "  %%%d = nn.conv2d(%%data, %%p%d, strides=[2, 2], padding=[1, 1, 1, 1], kernel_size=[3, 3]) /* ty=Tensor[(1, 24, 16, 16), float32] */;\n", i, i)
	}
	fmt.Fprintf(&b, "  %%%d\n}\n", lines-1)
	return b.String()
}

var benchTexts = []struct {
	name, text string
}{
	{"annotated", annotatedCode(100_000)},
	{"dump", dumpedCode(10_000)},
}

func BenchmarkLex(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				l := newLexer(c.text)
				for l.next().Kind != TokEOF {
				}
			}
		})
	}
}

func BenchmarkParseFile(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				f := ParseFile("a.frac", c.text)
				b.ReportMetric(float64(f.Len()), "items")
			}
		})
	}
}

func BenchmarkReparse(b *testing.B) {
	text := annotatedCode(100_000)
	f := ParseFile("a.frac", text)
	at := int32(strings.Index(text[len(text)/2:], "%h + ") + len(text)/2)
	b.ReportAllocs()
	for b.Loop() {
		f = Reparse(f, Edit{Span{at, at + 2}, "%q"})
	}
}
