package normalform_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/normalform"
)

func TestTry(t *testing.T) {
	path := os.Getenv("TRY")
	if path == "" {
		t.Skip()
	}
	text, _ := os.ReadFile(path)
	if os.Getenv("SEED") != "" {
		var seed uint64
		fmt.Sscan(os.Getenv("SEED"), &seed)
		text = []byte(progen.Make(seed).Text)
		if path == "sound" {
			text = []byte(progen.MakeSound(seed))
		}
	}
	m := checktest.Module("t.frac", string(text))
	for _, name := range normalform.FormNames() {
		if f := os.Getenv("FORM"); f != "" && f != name {
			continue
		}
		form, _ := normalform.ParseForm(name)
		r, err := normalform.File(context.Background(), m, facts.Of(m), form, normalform.Nested)
		fmt.Println("=====", name, err)
		for _, f := range r.Refusals {
			fmt.Println("REFUSED", f.Item, f.Refusal, m.File().Items[f.Item].Text)
			os.WriteFile("/tmp/debug.frac"+fmt.Sprint(f.Item), []byte("def @main() "+normalform.Debug), 0o644)
		}
		if len(r.Refusals) == 0 {
			_ = 0
		}
	}
}
