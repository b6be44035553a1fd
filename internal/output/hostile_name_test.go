package output

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestHostileNames holds that the name of a file neither ends a line nor speaks to the
// terminal.
func TestHostileNames(t *testing.T) {
	files := workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{"/a\n\x1b[31m.frac": "1\n"}}
	source, err := workspace.Open(workspace.Options{Files: files, Root: "/"}).Source("/a\n\x1b[31m.frac")
	if err != nil {
		t.Fatal(err)
	}
	f := workspace.Finding{Place: workspace.Place{Source: source}, Code: "undefined-name", Message: "m\x1b"}
	const masked = "a\uFFFD\uFFFD[31m.frac"
	if got := At(f.Place); got != masked+":1:1" {
		t.Errorf("a place is %q", got)
	}
	d := Diagnostic{Place: PlaceOf(f.Place), Severity: "error", Code: f.Code, Message: f.Message}
	if got, want := d.Annotation(), "::error file=a%0A\uFFFD[31m.frac,line=1,col=1,endLine=1,endColumn=1,title=undefined-name::m\uFFFD"; got != want {
		t.Errorf("an annotation is %q, want %q", got, want)
	}
	if got := patchName("a/" + source.Name); got != `"a/a\n\x1b[31m.frac"` {
		t.Errorf("a patch names it %s", got)
	}
}
