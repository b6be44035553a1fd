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
			for _, p := range problems(m, false) {
				t.Error(p)
			}
		})
	}
}
