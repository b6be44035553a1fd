package picture

import (
	"fmt"
	"runtime"
	"slices"

	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/browse"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// View is what a page shows of what Drawn lists, with its costs where sizes are as assumed. Of a
// model boxes are its nodes, and hold the operators that they consist of.
func View(s *workspace.Snapshot, path, name string, assumed *assume.Set) (*browse.View, error) {
	items, err := Drawn(s, path, name)
	if err != nil {
		return nil, err
	}
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	v := &browse.View{Name: file.Source.Name, Picture: drawing.Of(items...), Facts: map[browse.Key]browse.Facts{}}
	called := expandCalls(file, v.Picture, items)
	if m := file.Source.Model; m != nil {
		gatherNodes(v, m)
		v.Weights = weights(m)
		runtime.KeepAlive(m)
	}
	for _, b := range called {
		b.Head().Node = 0 // of another tree than the facts are of
	}
	v.Picture.Nest()
	return v, addCosts(v, s, path, items, assumed)
}

// gatherNodes makes the nodes of a model from the operators of its program.
func gatherNodes(v *browse.View, m *model.Program) {
	shown := map[int]bool{}
	v.Picture.Walk(func(b *drawing.Box) {
		if h := b.Head(); h.Node != 0 && len(h.Spans) > 0 && b.Form != drawing.Pill {
			if h.Origin = m.NodeAt(h.Spans[0].Start) + 1; h.Origin > 0 {
				shown[h.Origin] = true
			}
		}
	})
	v.Picture.Gather(
		func(b *drawing.Box) int { return b.Head().Origin - 1 },
		func(origin int, boxes []*drawing.Box) drawing.Step {
			first := boxes[0].Head()
			return drawing.Step{Class: mainClass(boxes), Origin: origin + 1, Place: first.Place, Spans: first.Spans}
		})
	v.Picture.Walk(func(b *drawing.Box) { b.Head().Place = "" }) // of a text that nobody wrote
	for _, item := range v.Picture.Items {
		nameNodes(item, 0, m)
		nameOutputs(item, m)
	}
	if left := len(m.Nodes) - len(shown); left > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("%d of the %d nodes of the model are not shown: they have no value at run time that an output needs.", left, len(m.Nodes)))
	}
}

// nameNodes calls the outermost box of a node as the model calls it.
func nameNodes(b *drawing.Box, around int, m *model.Program) {
	h := b.Head()
	if h.Origin > 0 && h.Origin != around {
		h.Name, h.Title = m.Nodes[h.Origin-1].Op, m.Nodes[h.Origin-1].Name
		around = h.Origin
	}
	if b.Form == drawing.Pill {
		for _, in := range m.Inputs {
			if in.Local == h.Name {
				h.Name = in.Name
			}
		}
	}
	for _, kid := range b.Kids {
		nameNodes(kid, around, m)
	}
}

// nameOutputs gives each output of a model a box, in the place of the tuple of all.
func nameOutputs(item *drawing.Box, m *model.Program) {
	at := slices.IndexFunc(item.Kids, func(b *drawing.Box) bool { return b.Form == drawing.Result })
	if at < 0 {
		return
	}
	result := item.Kids[at]
	wires := result.In
	if from := wires[0].From; len(m.Outputs) != 1 {
		if from.Head().Origin > 0 || from.Form != drawing.Plain || len(from.In) != len(m.Outputs) {
			return
		}
		wires = from.In
		item.Kids = slices.DeleteFunc(item.Kids, func(b *drawing.Box) bool { return b == from })
	}
	item.Kids = slices.DeleteFunc(item.Kids, func(b *drawing.Box) bool { return b == result })
	for i, w := range wires {
		item.Kids = append(item.Kids, &drawing.Box{Form: drawing.Result, In: []drawing.Wire{w}, Steps: []drawing.Step{{
			Class: drawing.Outcome, Name: m.Outputs[i].Name, Type: drawing.TypeText(m.Outputs[i].Type),
		}}})
	}
}

// mainClass is the class of a node of several operators: that of the one that matters most.
func mainClass(boxes []*drawing.Box) drawing.Class {
	for _, class := range []drawing.Class{drawing.Control, drawing.Parallel, drawing.Contraction, drawing.Call, drawing.Reduction, drawing.Elementwise, drawing.View} {
		if slices.ContainsFunc(boxes, func(b *drawing.Box) bool { return b.Head().Class == class }) {
			return class
		}
	}
	return boxes[0].Head().Class
}

// mostElements is how many elements of weights are read for their statistics.
const mostElements = 1 << 28

// weights are the constants of a model with their statistics.
func weights(m *model.Program) (all []browse.Weight) {
	left := int64(mostElements)
	for i := range m.Constants() {
		c := m.Constant(i)
		w := browse.Weight{Name: c.Name, Type: drawing.TypeText(c.Type)}
		n, _ := elements(c.Type)
		switch left -= n; {
		case left < 0:
			w.Note = fmt.Sprintf("Not read: the weights of the model have more than %d elements.", mostElements)
		default:
			if a, err := c.Load(); err != nil {
				w.Note = "Not read: " + err.Error()
			} else if a != nil {
				w.Statistics = browse.StatisticsOf(a)
			}
		}
		all = append(all, w)
	}
	return all
}

func elements(t types.Type) (int64, bool) {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return 0, false
	}
	return types.Product(tensor.Shape).Const()
}
