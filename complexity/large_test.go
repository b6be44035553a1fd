package complexity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/typecheck"
)

const append1 = "def @app(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @app(%t, %y)) } }\n"

// numbered writes a text for each number below n.
func numbered(n int, text func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(text(i))
	}
	return b.String()
}

// larger are texts whose values, types, conditions, paths or linear programs are
// many times as large.
var larger = map[string]string{
	"lets": append1 + "def @f(%a0: List[int32]) -> int32 { " +
		numbered(3000, func(i int) string { return fmt.Sprintf("let %%a%d = @app(%%a%d, %%a0);\n", i+1, i) }) + "0 }",
	"ifs": "def @f(%x: int32) -> int32 { " +
		numbered(1000, func(i int) string { return fmt.Sprintf("let %%a%d = if (%%x > %d) { 1 } else { 2 };\n", i, i) }) + "0 }",
	"conditions": "def @f(%n: int32) -> int32 { let %a0 = %n != 3; " +
		numbered(60, func(i int) string {
			return fmt.Sprintf("let %%a%d = logical_or(%%a%d, logical_and(%%n != %d, %%a%d));\n", i+1, i, i, i)
		}) + "if (%a60) { 0 } else { 1 } }",
	"types": "data P[a, b] { P1(a, b) }\ndef @g<a>(%x: a) -> int32 { 0 }\ndef @f(%t0: int32) -> int32 { " +
		numbered(40, func(i int) string { return fmt.Sprintf("let %%t%d = P1(%%t%d, %%t%d);\n", i+1, i, i) }) + "@g(%t40) }",
	"nested matches": "def @f(%x: List[int32]) -> int32 { " + strings.Repeat("match (%x) { Nil => 1, Cons(_, %x) => ", 1500) + "2" + strings.Repeat(" }", 1500) + " }",
	"constructors": "data D { " + numbered(3000, func(i int) string { return fmt.Sprintf("C%d(int32), ", i) }) + "}\ndef @f(%x: D) -> int32 { match (%x) { " +
		numbered(3000, func(i int) string { return fmt.Sprintf("C%d(_) => 1, ", i) }) + "} }",
	"growing": "data N[a] { N0, N1(a, N[(a, a, a)]) }\ndef @f<a>(%n: N[a]) -> int32 { match (%n) { N0 => 0, N1(_, %r) => @f(%r) } }",
	"aliases": "type T0 = int32\n" + numbered(60, func(i int) string { return fmt.Sprintf("type T%d = (T%d, T%d)\n", i+1, i, i) }) +
		"def @f(%x: T60) -> T60 { %x }",
	"tuples": "def @g<a>(%x: a) -> int32 { 0 }\ndef @f(%t0: int32) -> int32 { " +
		numbered(40, func(i int) string { return fmt.Sprintf("let %%t%d = (%%t%d, %%t%d);\n", i+1, i, i) }) + "@g(%t40) }",
	"doubled": append1 + "def @sq(%x: List[int32], %y: List[int32]) -> List[List[int32]] { match (%x) { Nil => Nil, Cons(_, %t) => Cons(@app(%y, %y), @sq(%t, %y)) } }\n" +
		"def @f(%a0: List[int32]) -> List[List[int32]] { " +
		numbered(40, func(i int) string { return fmt.Sprintf("let %%a%d = @app(%%a%d, %%a%d);\n", i+1, i, i) }) + "@sq(%a40, %a0) }",
	"towers": "data Bin { Leaf, Node(Bin, Bin) }\ndef @g0(%t: Bin) -> Bin { match (%t) { Leaf => Leaf, Node(%l, _) => { let %a = @g0(%l); Node(%a, %a) } } }\n" +
		numbered(40, func(i int) string {
			return fmt.Sprintf("def @g%d(%%t: Bin) -> Bin { @g%d(@g%d(%%t)) }\n", i+1, i, i)
		}),
	"capturing": "def @f(%x: List[int32], %h: fn(List[int32]) -> List[int32]) -> List[int32] { match (%x) { Nil => %h(%x), Cons(_, %t) => @f(%t, fn(%y: List[int32]) -> List[int32] { match (%x) { Nil => %h(%y), Cons(_, %u) => %h(%u) } }) } }\n" +
		"def @g(%x: List[int32]) -> List[int32] { @f(%x, fn(%y: List[int32]) -> List[int32] { %y }) }",
	"group": numbered(200, func(i int) string {
		return fmt.Sprintf("def @f%d(%%x: List[int32], %%y: List[int32]) -> List[int32] { match (%%x) { Nil => %%y, Cons(_, %%t) => @f%d(@f%d(%%t, %%y), %%y) } }\n", i, (i+1)%200, (i+7)%200)
	}),
	"nested maps": "def @f(%x0: FractalTensor[int32]) -> int32 { " +
		numbered(60, func(i int) string { return fmt.Sprintf("foldl(fn(%%s%d, %%y%d) { ", i, i) }) + "1" +
		numbered(60, func(int) string { return " }, %x0, 0)" }) + " }",
	"maps in a row": "def @f(%x0: FractalTensor[FractalTensor[int32]]) -> FractalTensor[FractalTensor[int32]] { " +
		numbered(150, func(i int) string {
			return fmt.Sprintf("let %%x%d = map(fn(%%r) { join(%%r, first(%%x%d)) }, %%x%d);\n", i+1, i, i)
		}) + "%x150 }",
	"products": "def @f(%x0: FractalTensor[int32]) -> int32 { " +
		numbered(100, func(i int) string { return fmt.Sprintf("let %%y%d = product(%%x0, %%x0).0;\n", i) }) +
		"foldl(fn(%s, %r) { %s + length(%r) }, %y99, 0) }",
	"depths": "def @f(%x: " + strings.Repeat("FractalTensor[", 60) + "int32" + strings.Repeat("]", 60) + ") -> int32 { length(%x) }",
	"shapes": "def @g<n>(%x: Tensor[(n), float32]) -> Tensor[(n), float32] { %x + %x }\ndef @f(" +
		numbered(300, func(i int) string { return fmt.Sprintf("%%x%d: Tensor[(%d), float32], ", i, i+1) }) + "%k: int32) -> int32 { " +
		numbered(300, func(i int) string { return fmt.Sprintf("let %%y%d = @g(%%x%d);\n", i, i) }) + "%k }",
	"extents": "def @f<" + numbered(200, func(i int) string { return fmt.Sprintf("n%d, ", i) }) + "n>(" +
		numbered(200, func(i int) string { return fmt.Sprintf("%%x%d: Tensor[(n%d, n), float32], ", i, i) }) + "%k: int32) -> int32 { " +
		numbered(200, func(i int) string { return fmt.Sprintf("let %%y%d = %%x%d + %%x%d;\n", i, i, i) }) + "%k }",
	"polynomials": "def @f<n, m, k, l>(%x0: Tensor[(n, m, k, l), float32]) -> Tensor[(?), float32] { " +
		numbered(12, func(i int) string {
			return fmt.Sprintf("let %%x%d = concatenate((%%x%d, %%x%d + %%x%d), axis=%d);\n", i+1, i, i, i, i%4)
		}) + "reshape(%x12, newshape=[-1]) }",
	"parameters": "def @f(" + numbered(2000, func(i int) string { return fmt.Sprintf("%%n%d: Tensor[(3, 4), float32], ", i) }) + "%k: int32) -> int32 { %k }",
	"sizes": "def @f(%n: int32" + numbered(400, func(i int) string { return fmt.Sprintf(", %%n%d: int32", i) }) +
		") -> int32 { if (%n <= 0) { 0 } else { @f(%n - 1" + numbered(400, func(i int) string { return fmt.Sprintf(", %%n%d", i) }) + ") } }",
}

// TestLarge looks at texts that must neither crash the analysis nor keep it busy: the
// time limit of the tests is what fails.
func TestLarge(t *testing.T) {
	for name, text := range larger {
		t.Run(name, func(t *testing.T) {
			m := module(t, text)
			a := analysisOf(m)
			for i := range m.Items() {
				if o := m.Object(i); o != nil && o.Kind == typecheck.DefObject {
					if b := a.Of(o); !b.Bounded(complexity.Work) && b.Loss.String() == "" {
						t.Errorf("%s has neither a bound nor a reason", o.Name)
					}
				}
			}
		})
	}
}

// TestLargeNumbers holds that what costs a number is known exactly, however large it is:
// in a chain, each definition costs twice what the one before costs, and its own work.
func TestLargeNumbers(t *testing.T) {
	const n = 200
	m := module(t, "def @f0(%x: int32) -> int32 { %x }\n"+numbered(n, func(i int) string {
		return fmt.Sprintf("def @f%d(%%x: int32) -> int32 { @f%d(%%x) + @f%d(%%x) }\n", i+1, i, i)
	}))
	a := analysisOf(m)
	work := func(i int) *symbolic.Expr { return a.Of(m.Object(i)).Expr(complexity.Work) }
	own := func(i int) string { return work(i).Sub(work(i - 1).Mul(symbolic.Int(2))).String() }
	for i := range n {
		if got := own(i + 1); got != own(1) || got == "0" {
			t.Errorf("@f%d has %s operations of its own, not %s", i+1, got, own(1))
		}
	}
}
