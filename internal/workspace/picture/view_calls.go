package picture

import (
	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// What is drawn of called definitions: calls in calls, and boxes of all.
const (
	deepestCall = 8
	mostCalled  = 50_000
)

// An expansion draws definitions in the boxes that call them.
type expansion struct {
	file  *workspace.File
	items map[string]int // by name of a definition
	boxes int
	inner []*drawing.Box // what was drawn
}

// expandCalls puts what a definition of the file computes into each box that calls it, but for
// calls within calls that are too deep, recursive ones, and those that would be too many boxes. It
// returns what it drew: none of that is in the tree of the picture's items.
func expandCalls(file *workspace.File, p *drawing.Picture, items []drawing.Item) []*drawing.Box {
	e := &expansion{file: file, items: map[string]int{}}
	for i := range file.Source.File.Len() {
		if o := file.Module.Object(i); o != nil && workspace.SoundTree(file.Module, o) != nil {
			e.items[o.Name] = i
		}
	}
	for i, frame := range p.Items {
		e.expand(frame, []string{items[i].Name})
	}
	return e.inner
}

func (e *expansion) expand(b *drawing.Box, path []string) {
	for _, kid := range b.Kids {
		e.expand(kid, path)
	}
	h := b.Head()
	i, ok := e.items[h.Name]
	if !ok || h.Class != drawing.Call || b.Form != drawing.Plain || len(path) > deepestCall || e.boxes > mostCalled {
		return
	}
	for _, name := range path {
		if name == h.Name {
			return
		}
	}
	called := drawing.Of(drawn(e.file, i)).Items[0]
	for _, kid := range called.Kids {
		kid.Walk(func(inner *drawing.Box) {
			e.inner = append(e.inner, inner)
			e.boxes++
		})
	}
	b.Form, b.Kids = drawing.Frame, called.Kids
	for _, kid := range b.Kids {
		e.expand(kid, append(path[:len(path):len(path)], h.Name))
	}
}
