package normalform_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
)

// mended are programs whose conversions were wrong.
var mended = map[string]string{
	// The function in %0 is written once in each branch that reads %0 first, and %1
	// is a value of its own in each.
	"graph binding in a copied function": `
def @f(%c: bool, %xs: FractalTensor[int32], %d: int32) -> int32 {
  %0 = map(fn(%e: int32) { %1 = %e * %e; %1 + %1 / %d }, %xs)[0];
  if (%c) { %0 + %0 } else { if (%d > 7) { %0 - 1 } else { 3 } }
}
@f(True, [3, 4], 2)
@f(False, [3, 4], 9)
@f(False, [3, 4], 0)
`,
	"division in the tail of a variable": `
def @f(%x: int32) -> int32 { let %y = %x * %x; %y/3 + %x/2 }
@f(7)
`,
	"projection of a variable whose name ends in a number": `
def @f(%x: int32) -> int32 { let %ox/2 = (%x, %x + 1); (%ox/2).0 * (%ox/2).1 }
@f(7)
`,
	"named argument that a function takes by way of a variable": `
def @f(%xs: FractalTensor[int32], %k: int32) { map(fn(%e, %w) { %e * %w + 10 / %k }, %xs, w=%k + 1) }
@f([1, 2], 3)
@f([1, 2], 0)
`,
	"sign of a number in parentheses": `
def @f(%x: int32) -> int32 { let %y = -(2); %y * %y + %x }
@f(7)
`,
	"annotation that an unused cell needs": `
def @f(%x: int32) -> int32 { let %l: ref(List[int32]) = ref(Nil()); %x }
@f(7)
`,
	"types that differ in the order of constraints": `
def @f(%x, %y) { let %a = %x + %y; let %b = %x * %y; (%b, %a) }
@f(3, 4)
`,
	"unused branches with a binding that needs its annotation": `
def @f(%c: bool) -> int32 { (if (%c) { let %e: FractalTensor[int32] = []; 2 } else { 4 }); 7 }
@f(True)
`,
	"graph binding that keeps statistics": `
def @f(%x: Tensor[(2, 2), float32], %m: Tensor[(2), float32], %v: Tensor[(2), float32]) {
  %0 = %m;
  %0;
  let %b = batch_norm(%x, running_mean=%m, running_var=%v);
  %b + %m + %0
}
@f(Constant([[1f, 2f], [3f, 5f]]), Constant([1f, 2f]), Constant([1f, 4f]))
`,
	"product that the division in the tail of a variable divides": `
def @f(%x: int32, %t: (int32, int32)) -> int32 { 25 * %x/3 + -%t.0/2 - - - %x/2 * %t.1/%x * 2 + 100 / %x/2 }
@f(5, (7, 9))
`,
	"product before a division by what may fail": `
def @f(%x: int32, %y: int32) -> int32 { %0 = 6 / %y; 7 / %y * %x/%0 }
@f(5, 3)
@f(5, 0)
`,
	"graph binding of a match that fits nothing": `
def @f(%l: List[int32], %d: int32) -> int32 { %0 = 6 / %d; match? (%l) { Cons(%h, Nil) => %0 + %h, Nil => %0 } }
@f(Nil(), 2)
@f(Cons(1, Cons(2, Nil())), 0)
@f(Nil(), 0)
`,
	"graph binding of the only clause": `
def @f(%p: (int32, int32), %l: List[int32]) -> int32 {
  match (%p) { case (%a, %b) { %0 = map(fn(%e: int32) { %e / %a }, [3, %b]); match (%l) { Cons(%h, _) => %0[0] + %h, Nil() => %0[1] } } }
}
@f((1, 2), Nil())
@f((0, 2), Cons(1, Nil()))
`,
	"function that calls itself in a function that reads it first": `
def @f(%n: int32) -> int32 {
  %0 = { let %rec = fn(%i: int32) -> int32 { if (%i <= 0) { 1 } else { %rec(%i - 1) } }; %rec(%n) };
  (fn(%c: bool) -> int32 { if (%c) { let %a = 1 / %n; %0 } else { %0 + 1 } })(%n > 2)
}
@f(3)
@f(0)
`,
	"polymorphic function of a graph binding that a function reads first": `
def @f(%n: int32) -> int32 {
  %0 = { let %l: ref(List[int32]) = ref(Nil()); let %id = fn(%p) { %p }; ((%id(4 / %n), %id((3, 0)).0), 3) };
  (fn(%q: (int32, int32)) { %0 })((4, 3)).0.0
}
@f(3)
@f(0)
`,
	"pattern that needs what its own value binds": `
def @f(%n: int32) -> int32 {
  let One(%a, (%b, _)) = One(%0, (%n, %n));
  %0 = %a * 2;
  %n
}
data One { One: (int32, (int32, int32)) -> One }
`,
	"unused values in layers": `
def @f(%n: int32) -> int32 {
  let %a: FractalTensor[Tensor[(?), int32]] = [Constant([1, 2])];
  let %b = (fn(%p: (int32, int32)) { %p.0 })((%n, %n));
  let %c = map(fn(%e: int32) { %b; %e }, [1, 2]);
  let %d = (fn(%p: int32) { let %u = %c; %p })(%n);
  %n
}
@f(3)
`,
	"values that what is forced has computed": `
def @f(%m: (FractalTensor[int32], int32)) {
  %0 = %m.0[0];
  %0;
  %1 = ((%0, 3), 4).1;
  %2 = if (%m.1 > 2) { %3 = (%1, %1).1; (fn(%l) { (%3, 0) })((%1, 3)) } else { (%1, %1) };
  %4 = %2.1;
  if (%m.1 > 5) { (%2.0, %4) } else { (3, %4) }
}
@f(([1, 2], 3))
`,
	"unused value of statistics": `
def @f(%x: Tensor[(2, 2), float32], %m: Tensor[(2), float32], %v: Tensor[(2), float32]) {
  let %a = fn(%t: Tensor[(2), float32]) { %t + %m }(%v);
  let %b = batch_norm(%x, running_mean=%m, running_var=%v);
  %b + %m
}
@f(Constant([[1f, 2f], [3f, 5f]]), Constant([1f, 2f]), Constant([1f, 4f]))
`,
}

// TestMended converts each.
func TestMended(t *testing.T) {
	for name, text := range mended {
		t.Run(name, func(t *testing.T) {
			m := checktest.ModuleIn("", text)
			if errs := errorsOf(m); len(errs) > 0 {
				t.Fatal(errs)
			}
			for _, p := range problems(m, false) {
				t.Error(p)
			}
		})
	}
}
