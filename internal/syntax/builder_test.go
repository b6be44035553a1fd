package syntax

import (
	"strings"
	"sync"
	"testing"
)

// TestBuildersAreShared holds files that are parsed at once, with what others left, to
// the trees that they have by themselves.
func TestBuildersAreShared(t *testing.T) {
	texts := []string{sample, "def @f(%x) {\n  f(%x\n}\n", strings.Repeat(sample, 3), "%x × 2 « 'a", "let %a = (1, 2\n%a"}
	files := make([]*File, 40)
	var wg sync.WaitGroup
	for i := range files {
		wg.Go(func() { files[i] = ParseFile("a.frac", texts[i%len(texts)]) })
	}
	wg.Wait()
	for _, f := range files {
		fresh := builder{trees: &trees{}}
		var items []placed
		for at := 0; at < len(f.Text()); {
			items = append(items, fresh.item(f.Text()[at:], nil, false))
			at += len(items[len(items)-1].item.Text)
		}
		equalFiles(t, f, newFile(f.Name, f.Text(), items))
	}
}

// TestBuildersLetGo holds what waits for the next file to nothing of the last one.
func TestBuildersLetGo(t *testing.T) {
	b := builder{trees: &trees{}}
	b.item("def @f() { 1 × 2 « }", nil, false)
	b.done()
	if b.trees != nil || b.splitter.text+b.splitter.lexer.text+b.parser.text+b.parser.owner != "" {
		t.Error("a builder that waits holds its file")
	}
	for _, e := range b.parser.errors[:cap(b.parser.errors)] {
		if e.Message != "" || e.Fixes != nil {
			t.Errorf("a builder that waits holds %q", e.Message)
		}
	}
}
