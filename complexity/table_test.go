package complexity_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/op/table"
	"github.com/fraccheck/fraccheck/prelude"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

func TestTable(t *testing.T) {
	ops := table.Default()
	pre := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})
	for _, c := range []struct{ text, tick string }{
		{`def @append(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @append(%t, %y)) } }`, "n + 1"},
		{`def @rev(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => %y, Cons(%h, %t) => @rev(%t, Cons(%h, %y)) } }`, "n + 1"},
		{`def @append(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @append(%t, %y)) } }
def @reverse(%x: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => @append(@reverse(%t), Cons(%h, Nil)) } }`, "n^2/2 + 3*n/2 + 1"},
		{`def @insert(%v: int32, %x: List[int32]) -> List[int32] { match (%x) { Nil => Cons(%v, Nil), Cons(%h, %t) => if (%v < %h) { Cons(%v, %x) } else { Cons(%h, @insert(%v, %t)) } } }
def @sort(%x: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => @insert(%h, @sort(%t)) } }`, "n^2/2 + 3*n/2 + 1"},
		{`def @append(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @append(%t, %y)) } }
def @split(%v: int32, %x: List[int32]) -> (List[int32], List[int32]) { match (%x) { Nil => (Nil, Nil), Cons(%h, %t) => { let (%a, %b) = @split(%v, %t); if (%h < %v) { (Cons(%h, %a), %b) } else { (%a, Cons(%h, %b)) } } } }
def @quick(%x: List[int32]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => { let (%a, %b) = @split(%h, %t); @append(@quick(%a), Cons(%h, @quick(%b))) } } }`, "n^2 + 3*n + 1"},
		{`def @size(%t: Tree[int32]) -> int32 { match (%t) { Rose(%x, %l) => 1 + @sizes(%l) } }
def @sizes(%l: List[Tree[int32]]) -> int32 { match (%l) { Nil => 0, Cons(%h, %t) => @size(%h) + @sizes(%t) } }`, ""},
		{`def @fact(%n: int32) -> int32 { if (%n == 0) { 1 } else { @fact(%n - 1) } }`, "n + 1"},
		{`def @m<a, b>(%f: fn(a) -> b, %l: List[a]) -> List[b] { match (%l) { Nil => Nil, Cons(%h, %t) => Cons(%f(%h), @m(%f, %t)) } }
def @g(%l: List[int32]) -> List[int32] { @m(fn(%x: int32) { %x + 1 }, %l) }`, "n + 2"},
		{`def @append(%x: List[int32], %y: List[int32]) -> List[int32] { match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @append(%t, %y)) } }
def @concatl(%x: List[List[int32]]) -> List[int32] { match (%x) { Nil => Nil, Cons(%h, %t) => @append(%h, @concatl(%t)) } }`, "2*n + m + 1"},
	} {
		m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("t.frac", c.text), Prelude: pre, Ops: ops})
		a := complexity.New(ops, func(o *typecheck.Object) *typecheck.Info {
			if home, i := m.Owner(o); home != nil {
				return home.Check(i).Info
			}
			return nil
		})
		var last *typecheck.Object
		for i := range m.Items() {
			if r := m.Check(i); len(r.Diagnostics) > 0 {
				t.Errorf("%v", r.Diagnostics[0].Message)
			}
			last = m.Object(i)
		}
		b := a.Of(last)
		got := ""
		if p := b.Costs[complexity.Tick]; p != nil {
			got = complexity.Text(p, []string{"n", "m", "k", "j"})
		} else if b.Loss != nil {
			t.Logf("loss %d", b.Loss.Reason)
		}
		if got != c.tick {
			t.Errorf("%s\n got %q, want %q", c.text, got, c.tick)
		}
	}
}
