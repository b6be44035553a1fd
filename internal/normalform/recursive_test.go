package normalform_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/normalform"
)

// TestRecursiveGraphBinding: a graph binding of a function that calls itself becomes a
// `let`, and what was converted stays as it is.
func TestRecursiveGraphBinding(t *testing.T) {
	const text = "def @f(%n: int32) { %0 = fn(%k: int32) -> int32 { if (%k < 1) { 0 } else { %k + %0(%k - 1) } }; %0(%n) }\n"
	stable(t, text, "let %f1 = fn", "")
}

// TestUnusedGoes: unused values whose types stay open go, and a definition that is found to
// do nothing once it is converted leaves nothing for a second conversion.
func TestUnusedGoes(t *testing.T) {
	stable(t, "def @e() { let %x = Some(None); 1 }\n", "1", "Some")
	stable(t, "def @f() { ({ let %p = 3; fn(%v: bool) { True } })(True) }\ndef @g() { let %u = @f(); 7 }\n", "7", "@f()\n")
}

// stable converts a text to GNF and BBNF: the result has one text, has not another, and
// converting it again changes nothing.
func stable(t *testing.T, text, has, lacks string) {
	t.Helper()
	for _, form := range []normalform.Form{normalform.GNF, normalform.BBNF} {
		once, refused := convert(t, checktest.ModuleIn("", text), form)
		if len(refused) > 0 || !strings.Contains(once, has) || lacks != "" && strings.Contains(once, lacks) {
			t.Errorf("%v: %v\n%s", form, refused, once)
		}
		if again, _ := convert(t, checktest.ModuleIn("", once), form); again != once {
			t.Errorf("%v: converted again\n%s\nbecomes\n%s", form, once, again)
		}
	}
}
