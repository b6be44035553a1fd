package effect_test

import (
	"context"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

var ops = sync.OnceValue(table.Default)

var preludeModule = sync.OnceValue(func() *typecheck.Module {
	return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops()})
})

func module(text string) *typecheck.Module {
	return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: preludeModule(), Ops: ops()})
}

// summaries are the facts of all definitions of a program, by name.
func summaries(t *testing.T, text string) map[string]effect.Summary {
	t.Helper()
	m := module(text)
	store := facts.Of(m)
	found := map[string]effect.Summary{}
	for i := range m.Items() {
		o := m.Object(i)
		for _, d := range m.Check(i).Diagnostics {
			t.Logf("%s: %s", d.Code, d.Message)
		}
		if o != nil && o.Kind == typecheck.DefObject {
			found[o.Name] = effect.OfDefinition(context.Background(), store, o)
		}
	}
	return found
}

// TestDefinitions are facts of the definition that comes last.
func TestDefinitions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`def @f(%x: int32) -> int32 { %x + 1 }`, "nothing"},
		{`def @f(%x: int32) -> int32 { 7 / %x }`, "fails on division"},
		{`def @f(%x: int32) -> int32 { %x / 2 }`, "nothing"},
		{`def @f(%x: int32) -> int32 { %x/2 }`, "fails on division"},
		{`def @f(%x: float32) -> float32 { %x/2f / %x }`, "nothing"},
		{`def @f(%x: Tensor[(3), float32], %y: Tensor[(3), float32]) { %x + nn.relu(%y) }`, "nothing"},
		{`def @f(%x: Tensor[(?), float32], %y: Tensor[(3), float32]) { %x + %y }`, "fails on shape"},
		{`def @f<n>(%x: Tensor[(n), float32], %y: Tensor[(n), float32]) { %x + %y }`, "nothing"},
		{`def @g<n>(%x: Tensor[(n), float32], %y: Tensor[(n), float32]) { 1 }
		  def @f(%x: Tensor[(?), float32]) { let %y = %x; @g(%y, %y) }`, "fails on shape"},
		{`def @f(%x: Tensor[(3), int32]) { %x[2] }`, "nothing"},
		{`def @f(%x: Tensor[(3), int32]) { %x[3] }`, "fails on index"},
		{`def @f(%x: FractalTensor[int32]) { %x[0] }`, "fails on index"},
		{`def @f(%r: ref(int32)) { ref_read(%r) }`, "reads"},
		{`def @f(%r: ref(int32)) { ref_write(%r, ref_read(ref(1))) }`, "makes, reads, writes"},
		{`def @f(%l: List[int32]) -> int32 { match? (%l) { Cons(%h, _) => %h } }`, "fails on match"},
		{`def @f(%l: List[int32]) -> int32 { match (%l) { Cons(%h, _) => %h } }`, "fails on match"},
		{`def @f(%l: List[int32]) -> int32 { match (%l) { Cons(%h, _) => %h, Nil => 0 } }`, "nothing"},
		{`def @f(%n: int32) -> int32 { if (%n == 0) { 0 } else { @f(%n - 1) } }`, "recurs"},
		{`def @f(%n: int32) -> int32 { if (%n == 0) { 0 } else { @f(%n - 2) } }`, "recurs, diverges"},
		{`def @f(%i: int32, %n: int32) -> int32 { if (%i < %n) { @f(%i + 2, %n) } else { 0 } }`, "recurs, diverges"},
		{`def @g(%l: List[int32]) -> int32 { match (%l) { Nil => 0, Cons(%h, %t) => %h + @f(%t) } }
		  def @f(%l: List[int32]) -> int32 { @g(%l) }`, "recurs"},
		{`def @f(%l: List[int32], %g: fn(int32) -> int32) -> int32 { match (%l) { Nil => 0, Cons(%h, %t) => %g(%h) + @f(%t, %g) } }`, "recurs, calls parameter 1"},
		{`def @even(%n: int32) -> bool { if (%n == 0) { True } else { @f(%n - 1) } }
		  def @f(%n: int32) -> bool { if (7 / %n == 0) { False } else { @even(%n - 1) } }`, "recurs, diverges, fails on division"},
		{`def @f(%g: fn(int32) -> int32, %x: int32) -> int32 { %g(%g(%x)) }`, "calls parameter 0"},
		{`def @g(%x: int32, %g: fn(int32) -> int32) -> int32 { %g(%x) }
		  def @f(%x: int32) -> int32 { @g(%x, fn(%y: int32) { %y + 1 }) }`, "nothing"},
		{`def @g(%x: int32, %g: fn(int32) -> int32) -> int32 { %g(%x) }
		  def @f(%x: int32) -> int32 { @g(%x, fn(%y: int32) { 1 / %y }) }`, "fails on division"},
		{`def @g(%x: int32, %g: fn(int32) -> int32) -> int32 { %g(%x) }
		  def @f(%h: fn(int32) -> int32) -> int32 { @g(1, %h) }`, "calls parameter 0"},
		{`def @f(%xs: FractalTensor[int32], %g: fn(int32) -> int32) { map(%g, %xs) }`, "calls parameter 1"},
		{`def @f(%xs: FractalTensor[int32]) { map(fn(%x) { %x * 2 }, %xs) }`, "nothing"},
		{`def @f(%xs: FractalTensor[int32], %r: ref(int32)) { map(fn(%x) { %x * ref_read(%r) }, %xs) }`, "reads"},
		{`def @f(%xs: FractalTensor[int32]) { reduce(add, %xs, 0) }`, "nothing"},
		{`def @f(%xs: FractalTensor[int32]) { reduce(add, %xs) }`, "fails on index"},
		{`def @f(%xs: FractalTensor[int32], %ys: FractalTensor[int32]) { zip(%xs, %ys) }`, "fails on length"},
		{`data Box { Box : (fn(int32) -> int32) -> Box }
		  def @f(%b: Box) -> int32 { match (%b) { Box(%g) => %g(1) } }`, "anything"},
		{`def @f(%x: int32) { let %loop = fn(%n: int32) -> int32 { %loop(%n) }; %loop(%x) }`, "recurs, diverges"},
		{`def @f(%x: int32) { let %loop = fn(%n: int32) -> int32 { %loop(%n) }; %x }`, "nothing"},
		{`def @f(%x: int32) { let %g = fn(%n: int32) { %n / %x }; let %h = %g; %h(1) }`, "fails on division"},
		{`def @f(%x: int32) { %0 = 1 / %x; %1 = %0 + 1; %1 }`, "fails on division"},
		{`def @f(%x: int32) { %0 = 1 / %x; %1 = %0 + 1; %x }`, "nothing"},
		{`def @f(%x: int32) { %0 = 1 / %x; if (%x > 0) { %0 } else { 0 } }`, "fails on division"},
		{`def @f(%p: (int32, int32)) { let (%a, %b) = %p; %a + %b }`, "nothing"},
		{`@g : fn(int32) -> int32
		  def @f(%x: int32) { @g(%x) }`, "anything"},
		{`def @f(%x: int32) { let %g = @compose(fn(%a: int32) { %a }, fn(%a: int32) { %a }); %x }`, "nothing"},
		{`def @f(%x: int32) { let %g = @compose(fn(%a: int32) { %a }, fn(%a: int32) { %a }); %g(%x) }`, "anything"},
		{`def @f(%x: int32) { Constant([[1, 2], [3, 4]]) }`, "nothing"},
		{`def @f(%x: Tensor[(2, 3), float32]) { nn.l2_normalize(%x, eps=1f, axis=[1]) }`, "fails on match or index or division or shape or length or cycle or other"},
		{`def @f<n>(%x: Tensor[(2, n), float32]) { sum(%x, axis=[1]) }`, "nothing"},
		{`def @f(%x: Tensor[(2, 3), float32]) { max(%x, axis=[1]) }`, "nothing"},
		{`def @f<n>(%x: Tensor[(2, n), float32]) { max(%x, axis=[1]) }`, "fails on index"},
		{`def @f(%x: Tensor[(2, 3), float32]) { nn.softmax(nn.relu(%x)) }`, "nothing"},
		{`def @f<n>(%x: Tensor[(2, n), float32]) { transpose(%x, axes=[1, 0]) }`, "nothing"},
		{`def @f(%x: Tensor[(2, 3), float32]) { reshape(%x, newshape=[3, 2]) }`, "nothing"},
		{`def @f(%x: Tensor[(?), float32]) { reshape(%x, newshape=[3, 2]) }`, "fails on shape"},
		{`def @f<n>(%x: Tensor[(n), float32]) { reshape(%x, newshape=[2, -1]) }`, "fails on shape"},
		{`def @f(%x: Tensor[(2, 3), float32], %y: Tensor[(4, 3), float32]) { nn.dense(%x, %y, units=None) }`, "nothing"},
		{`def @f(%x: int32) -> int32 { %x + True }`, "anything"},
	} {
		m := module(c.text)
		last := ""
		for i := range m.Items() {
			if o := m.Object(i); o != nil && o.Kind == typecheck.DefObject {
				last = o.Name
			}
		}
		if got := summaries(t, c.text)[last].String(); got != c.want {
			t.Errorf("%s\n  does %s, want %s", c.text, got, c.want)
		}
	}
}
