package normalform_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/normalform"
)

// TestHeldArgument holds that ANF checks an argument of a type with `?` before it
// evaluates the next one, and stays as it is.
func TestHeldArgument(t *testing.T) {
	m := checktest.ModuleIn("", `
def @g(%h: fn(Tensor[(2), float32], int32) -> int32, %t: Tensor[(?), float32], %c: ref(int32)) -> int32 {
  %h(%t + %t, 1 / ref_read(%c))
}
@g(fn(%t, %k) { %k }, Constant([1f, 2f]), ref(1))
@g(fn(%t, %k) { %k }, Constant([1f, 2f, 3f]), ref(0))
@g(fn(%t, %k) { %k }, Constant([1f, 2f]), ref(0))
`)
	text, refused := convert(t, m, normalform.ANF)
	if len(refused) > 0 || !strings.Contains(text, ": Tensor[(2), float32] = %v1;") {
		t.Fatal(text, refused)
	}
	after := checktest.ModuleIn("", text)
	want := []string{"1", "shape", "division by zero: 1 / 0"}
	for i, got := range outcomes(after) {
		if !strings.Contains(got, want[i]) {
			t.Errorf("%s, want %s", got, want[i])
		}
	}
	if again, _ := convert(t, after, normalform.ANF); again != text {
		t.Error(difference(text, again))
	}
}
