package normalform_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/normalform"
)

var shown = regexp.MustCompile("(?s)```frac\n(def @(\\w+).*?)```")

// TestManual holds that each example of docs/normal-forms.md is what the form that it
// is named after makes of it.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("../../docs/normal-forms.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := shown.FindAllStringSubmatch(string(text), -1)
	if len(examples) != len(normalform.FormNames()) {
		t.Fatalf("%d examples", len(examples))
	}
	for _, e := range examples {
		form, ok := normalform.ParseForm(e[2])
		if !ok {
			t.Fatalf("@%s is no form", e[2])
		}
		if got, refused := convert(t, checktest.ModuleIn("", e[1]), form); got != e[1] || len(refused) > 0 {
			t.Errorf("%s: got\n%s%v", e[2], got, refused)
		}
	}
}
