package normalform_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/golden"
	"github.com/fraccheck/fraccheck/internal/normalform"
)

// updating recognizes the flag -update: the expected parts of testdata/*.txtar are
// written anew.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// TestGolden reads archives of `name.frac` and its text in each form, `name.anf`,
// `name.gnf` and `name.bbnf`. What they show holds as for any program.
func TestGolden(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", updating(), func(t *testing.T, _, text string) (all []golden.Made) {
		m := checktest.ModuleIn("", text)
		for _, name := range normalform.FormNames() {
			form, _ := normalform.ParseForm(name)
			got, refused := convert(t, m, form)
			for _, r := range refused {
				got += fmt.Sprintf("# refused: %s\n", r)
			}
			all = append(all, golden.Made{Ending: name, Text: got})
		}
		holdMeaning(t, "", text)
		return all
	})
}
