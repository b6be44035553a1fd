package normalform_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/normalform"
)

func TestTry(t *testing.T) {
	path := os.Getenv("TRY")
	if path == "" {
		t.Skip()
	}
	text, _ := os.ReadFile(path)
	m := checktest.Module("t.frac", string(text))
	for _, name := range normalform.FormNames() {
		form, _ := normalform.ParseForm(name)
		r, err := normalform.File(context.Background(), m, facts.Of(m), form, normalform.Nested)
		fmt.Println("=====", name, err)
		for _, f := range r.Refusals {
			fmt.Println("REFUSED", f.Item, f.Refusal)
		}
		fmt.Println(r.Text)
	}
}
