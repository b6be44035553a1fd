package onnx

import (
	"regexp"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/op/table"
)

// constructs are what entries name besides operators.
var constructs = map[string]bool{
	"if": true, "match": true, "match?": true, "Constant(…)": true, "[e, e]": true, "[e]": true, "[]": true, "e[i]": true,
	"Some": true, "None": true,
}

// TestOperators holds that each operator of ONNX has an entry that says what it becomes or why
// it is refused, and that the names in it are those of operators.
func TestOperators(t *testing.T) {
	known, backquoted := map[string]bool{}, regexp.MustCompile("`([^`]*)`")
	for name := range table.Default() {
		known[name] = true
	}
	for _, o := range parallel.Ops() {
		known[o.Name] = true
	}
	all := Operators()
	if len(all) < 200 {
		t.Errorf("%d operators are listed", len(all))
	}
	for _, o := range all {
		if len(o.Versions) == 0 || (o.Becomes == "") == (o.Reason == "") || o.Reason == untranslated {
			t.Errorf("%s: versions %v, becomes %q, refused because %q", o.Name, o.Versions, o.Becomes, o.Reason)
		}
		for _, m := range backquoted.FindAllStringSubmatch(o.Becomes, -1) {
			if !known[m[1]] && !constructs[m[1]] {
				t.Errorf("%s becomes `%s`, which is no operator", o.Name, m[1])
			}
		}
	}
}
