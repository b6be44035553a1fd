package complexity_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
)

// TestPassedResults holds that what a body gives has no bound where it may be a function that was
// passed to it, alone, in a tuple, in a list, in data, or under a function literal.
func TestPassedResults(t *testing.T) {
	const program = `
def @each(%l: List[int32], %f: fn(int32) -> int32) -> List[int32] { match (%l) { Nil => Nil, Cons(%h, %t) => Cons(%f(%h), @each(%t, %f)) } }
def @either(%b: bool, %g: fn(int32) -> int32) -> fn(int32) -> int32 { if (%b) { %g } else { fn(%x: int32) -> int32 { %x } } }
def @first(%l: List[fn(int32) -> int32]) -> fn(int32) -> int32 { match (%l) { Nil => fn(%x: int32) -> int32 { %x }, Cons(%h, _) => %h } }
def @part(%p: (fn(int32) -> int32, bool)) -> fn(int32) -> int32 { if (%p.1) { %p.0 } else { fn(%x: int32) -> int32 { %x } } }
def @pair(%b: bool, %g: fn(int32) -> int32) -> (fn(int32) -> int32, int32) { if (%b) { (%g, 1) } else { (fn(%x: int32) -> int32 { %x }, 2) } }
def @compose(%n: int32, %g: fn(int32) -> int32) -> fn(int32) -> int32 { if (%n > 0) { let %k = @compose(%n - 1, %g); fn(%x: int32) -> int32 { %k(%x) + 1 } } else { %g } }
def @open1(%b: bool, %g: fn(int32) -> int32) -> int32 { @either(%b, %g)(1) }
def @open2(%b: bool, %g: fn(int32) -> int32, %l: List[int32]) -> List[int32] { @each(%l, @either(%b, %g)) }
def @open3(%l: List[fn(int32) -> int32]) -> int32 { @first(%l)(1) }
def @open4(%p: (fn(int32) -> int32, bool)) -> int32 { @part(%p)(1) }
def @open5(%b: bool, %g: fn(int32) -> int32) -> int32 { @pair(%b, %g).0(1) }
def @open6(%n: int32, %g: fn(int32) -> int32) -> int32 { @compose(%n, %g)(1) }
`
	m := module(t, program)
	a, seen := analysisOf(m), 0
	for _, o := range definitions(m) {
		b := a.Of(o)
		if o.Name[:5] != "@open" {
			continue
		}
		seen++
		if b.Bounded(complexity.Work) {
			t.Errorf("%s has a bound of its work", o.Name)
		}
	}
	if seen != 6 {
		t.Errorf("%d definitions were looked at", seen)
	}
}
