package normalform_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/normalform"
)

// TestTypeCommentOnce converts expressions with a type comment after them: it is not written
// twice after one.
func TestTypeCommentOnce(t *testing.T) {
	for _, text := range []string{"1 + 2 /* ty=int32 */\n", "(1 + 2) /* ty=int32 */\n", "(1, 2).0 /* ty=int32 */\n", "negative(1) /* ty=int32 */\n"} {
		for _, name := range []string{"gnf", "bbnf"} {
			form, _ := normalform.ParseForm(name)
			converted, refused := convert(t, checktest.ModuleIn("", text), form)
			if len(refused) > 0 || strings.Count(converted, "ty=int32") != 1 {
				t.Errorf("%s of %q: %q, refused: %q", name, text, converted, refused)
			}
		}
	}
}
