package drawing_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// items are all definitions and expressions of a program, whatever is wrong with it.
func items(t testing.TB, name, text string) (found []drawing.Item) {
	t.Helper()
	path := "/" + name
	s := workspace.Open(workspace.Options{
		Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: text}}, Root: "/",
	})
	m, err := s.Module(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, item := range m.File().All() {
		switch item.Kind(item.Root) {
		case syntax.ItemDef, syntax.ItemExpr:
			name, _, _ := m.Signature(i)
			found = append(found, drawing.Item{Name: name, Graph: graph.Of(m.Check(i).Info)})
		}
	}
	return found
}

// sound holds what is true of every picture: wires lead from ends of boxes in it, and
// only frames hold others.
func sound(t testing.TB, p *drawing.Picture) {
	t.Helper()
	in := map[*drawing.Box]bool{}
	ids := map[int]bool{}
	p.Walk(func(b *drawing.Box) {
		in[b], ids[b.ID] = true, true
		if len(b.Steps) == 0 || len(b.Kids) > 0 && !b.Form.Holds() {
			t.Errorf("box %d: %v of %d steps with %d boxes in it", b.ID, b.Form, len(b.Steps), len(b.Kids))
		}
		if b.Form == drawing.Repeat && b.Times < 2 {
			t.Errorf("box %d is repeated %d times", b.ID, b.Times)
		}
	})
	if len(in) != len(ids) {
		t.Errorf("%d boxes have %d numbers", len(in), len(ids))
	}
	p.Walk(func(b *drawing.Box) {
		for _, w := range b.In {
			for _, e := range append([]drawing.Carry{{End: drawing.End{Box: w.From, Out: w.Out}, Of: b}}, w.Again...) {
				if !in[e.Of] || !in[e.Box] || e.Out < 0 || e.Out >= len(e.Box.Outs) {
					t.Errorf("box %d has a wire from no end: %v", b.ID, e)
				}
			}
		}
	})
}
