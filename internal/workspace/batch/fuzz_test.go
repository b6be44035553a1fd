package batch

import (
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// FuzzResult takes whatever a cache may hold for a result: it is refused, or its places
// can be shown.
func FuzzResult(f *testing.F) {
	f.Add([]byte(`{"Findings":[{"Start":0,"End":3,"Item":0,"Code":"type-mismatch","Severity":0,"Message":"m"}]}`))
	f.Add([]byte(`{"Hints":[{"Start":5,"End":-3,"Severity":3,"Related":[{"f":"b.frac","Start":99999999,"End":2,"Message":"m"}],"Fixes":[{"Title":"t","Edits":[{"Start":1,"End":2,"New":"x"}]}]}]}`))
	f.Add([]byte(`{"Findings":[{"f":"../../etc/passwd","Start":0,"End":3,"Severity":9}]}`))
	const text = "def @f() { 1 }\n"
	f.Fuzz(func(t *testing.T, entry []byte) {
		root := t.TempDir()
		path := filepath.Join(root, "a.frac")
		b := &batch{Options: Options{Snapshot: workspace.Open(workspace.Options{Formats: readers.All, Root: root})},
			sources: map[string]*workspace.Source{path: sourcefile.TextOf(path, "a.frac", text)}}
		r, err := decode(entry)
		if err != nil || !r.fits(len(text)) || !b.reads(r) {
			return
		}
		findings, err := b.placed(path, r.Findings)
		if err != nil {
			return
		}
		for _, found := range findings {
			start, end := found.Range()
			if start.Line < 1 || end.Offset > len(text) || start.Offset > end.Offset {
				t.Errorf("it is at %v to %v", start, end)
			}
		}
	})
}
