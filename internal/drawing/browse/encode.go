package browse

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/page"
)

// What follows is the data of a page, as its script reads them (assets/model.js). Boxes are
// numbered as tree has them; lists are by box. A text is its index in Strings.

type pageData struct {
	Title   string                      `json:"title"`
	Colours map[page.Theme]page.Colours `json:"colours"`
	Views   []viewData                  `json:"views"`
	Marks   []markData                  `json:"marks,omitempty"`
}

type viewData struct {
	Name     string            `json:"name"`
	Notes    []string          `json:"notes"`
	Strings  []string          `json:"strings"`
	Classes  []string          `json:"classes"`
	Parent   []int32           `json:"parent"` // -1 of an item
	Form     []int             `json:"form"`
	Class    []int             `json:"class"`
	Head     []int             `json:"head"`
	Title    []int             `json:"title"`
	Text     []int             `json:"text"`  // in the program
	Place    []int             `json:"place"` // where that is
	Count    []int             `json:"count"` // of operators, in those that hold some
	Times    map[int]int       `json:"times"` // of copies
	Ins      [][]int32         `json:"ins"`   // box and output of each input
	Outs     [][]int           `json:"outs"`  // label and type of each output
	Args     [][]int           `json:"args"`
	Weights  [][]int           `json:"weights"` // indices in Tensors
	Costs    [4][]float64      `json:"costs"`   // multiply-adds, bytes, parameters, memory
	Formulas map[int][4]int    `json:"formulas"`
	Ends     [][2]int32        `json:"ends"`
	Frames   map[int]frameData `json:"frames"`
	Tensors  []tensorData      `json:"tensors"`
	Timeline timelineData      `json:"timeline"`
}

type frameData struct {
	Entries []int32 `json:"entries"` // ends
	Exits   []int32 `json:"exits"`
	Edges   []int32 `json:"edges"`  // from, to, end; nodes are entries, kids and exits
	Layers  [][]int `json:"layers"` // nodes, and after their numbers points that edges pass
	Tracks  [][]int `json:"tracks"` // by edge: its points; null where it has no place
}

type tensorData struct {
	Name      string     `json:"name"`
	Type      string     `json:"type"`
	Note      string     `json:"note,omitempty"`
	Counts    *[4]int    `json:"counts,omitempty"` // elements, zeros, NaNs, infinite
	Numbers   *[4]string `json:"numbers,omitempty"`
	Histogram []int      `json:"histogram,omitempty"`
}

type timelineData struct {
	Unit  string    `json:"unit"`
	Why   string    `json:"why,omitempty"`
	Boxes []int32   `json:"boxes"`
	Live  []float64 `json:"live"`
}

type markData struct {
	Change string   `json:"change"`
	Boxes  [2]int32 `json:"boxes"` // in the two views; -1 for none
	Text   string   `json:"text"`
}

// An encoder makes the data of a view.
type encoder struct {
	*View
	*lifter
	out     viewData
	strings map[string]int
	at      map[Key]int32 // the box of a node
	origins map[int]int32 // the outermost box of a model's node
}

func encode(v *View) *encoder {
	t := newTree(v.Picture)
	e := &encoder{View: v, lifter: t.lift(v.Picture.Meter), strings: map[string]int{}, at: map[Key]int32{}, origins: map[int]int32{}}
	e.out = viewData{
		Name: v.Name, Notes: append([]string{}, v.Notes...), Parent: t.parent, Times: map[int]int{}, Formulas: map[int][4]int{},
		Frames: map[int]frameData{}, Tensors: []tensorData{}, Ends: make([][2]int32, len(e.ends)),
	}
	for c := range drawing.Class(drawing.Classes) {
		e.out.Classes = append(e.out.Classes, c.String())
	}
	e.text("")
	for i, b := range t.boxes {
		e.Picture.Meter.Spend(1)
		e.box(i, b)
	}
	e.sum()
	for i, n := range e.ends {
		e.out.Ends[i] = [2]int32{n.box, n.out}
	}
	for i, f := range e.locals {
		if f != nil {
			e.out.Frames[i] = f.data()
		}
	}
	for _, w := range v.Weights {
		e.out.Tensors = append(e.out.Tensors, tensorOf(w))
	}
	e.timeline()
	return e
}

// text is the index of a text.
func (e *encoder) text(s string) int {
	i, ok := e.strings[s]
	if !ok {
		i = len(e.out.Strings)
		e.out.Strings = append(e.out.Strings, s)
		e.strings[s] = i
	}
	return i
}

func (e *encoder) box(i int, b *drawing.Box) {
	o, s := &e.out, b.Head()
	key := Key{int(e.item[i]), s.Node}
	if s.Node != 0 {
		e.at[key] = int32(i)
	}
	if _, known := e.origins[s.Origin]; s.Origin > 0 && !known {
		e.origins[s.Origin] = int32(i)
	}
	o.Form, o.Class = append(o.Form, int(b.Form)), append(o.Class, int(s.Class))
	o.Head, o.Title = append(o.Head, e.text(s.Name)), append(o.Title, e.text(s.Title))
	o.Text, o.Place = append(o.Text, e.text(s.Tip)), append(o.Place, e.text(s.Place))
	if b.Form == drawing.Copies {
		o.Times[i] = b.Times
	}
	ins, outs, args, weights := []int32{}, []int{}, []int{}, []int{}
	for _, w := range b.In {
		ins = append(ins, e.boxed[w.From], int32(w.Out))
	}
	for _, out := range b.Outs {
		outs = append(outs, e.text(out.Label), e.text(out.Type))
	}
	for _, a := range s.Args {
		switch {
		case a.Constant > 0:
			weights = append(weights, a.Constant-1)
		case a.Text != drawing.Wired && a.Text != drawing.Function:
			args = append(args, e.text(a.Text))
		}
	}
	o.Ins, o.Outs, o.Args, o.Weights = append(o.Ins, ins), append(o.Outs, outs), append(o.Args, args), append(o.Weights, weights)
	f := e.factsOf(int32(i))
	for k, n := range [4]float64{f.MultiplyAdds.Number, f.Bytes.Number, f.Parameters.Number, f.Memory} {
		o.Costs[k] = append(o.Costs[k], n)
	}
	formulas := [4]int{e.text(f.MultiplyAdds.Formula), e.text(f.Bytes.Formula), e.text(f.Parameters.Formula)}
	if formulas != [4]int{} {
		o.Formulas[i] = formulas
	}
	o.Count = append(o.Count, 0)
	if !b.Form.Holds() && b.Form != drawing.Pill && b.Form != drawing.Result {
		o.Count[i] = 1
	}
}

// sum adds what boxes cost and how many operators they are to those that they lie in, unless
// their own figures have that already. Memory is the greatest one: not all results are there at a
// time.
func (e *encoder) sum() {
	for i := len(e.boxes) - 1; i >= 0; i-- {
		p := e.parent[i]
		if p < 0 {
			continue
		}
		e.out.Count[p] += e.out.Count[i]
		e.out.Costs[3][p] = math.Max(e.out.Costs[3][p], e.out.Costs[3][i])
		if e.factsOf(p).Whole {
			continue
		}
		for k := range 3 {
			e.out.Costs[k][p] += e.out.Costs[k][i]
		}
	}
}

// factsOf are those of a box; a frame without a node in the program has none.
func (e *encoder) factsOf(box int32) Facts {
	node := e.boxes[box].Head().Node
	if node == 0 && e.parent[box] >= 0 {
		return Facts{}
	}
	return e.Facts[Key{int(e.item[box]), node}]
}

func (f *local) data() frameData {
	d := frameData{
		Entries: append([]int32{}, f.entries...), Exits: append([]int32{}, f.exits...), Edges: []int32{},
		Layers: f.order.Layers, Tracks: make([][]int, len(f.edges)),
	}
	if d.Layers == nil {
		d.Layers = [][]int{}
	}
	for i, e := range f.edges {
		d.Edges = append(d.Edges, e.from, e.to, e.end)
		if !f.order.Apart[i] {
			d.Tracks[i] = append([]int{}, f.order.Tracks[i]...)
		}
	}
	return d
}

func (e *encoder) timeline() {
	t := &e.out.Timeline
	*t = timelineData{Unit: e.Memory.Unit, Why: e.Memory.Why, Boxes: []int32{}, Live: []float64{}}
	for _, m := range e.Memory.Moments {
		if box, ok := e.at[m.Of]; ok {
			t.Boxes, t.Live = append(t.Boxes, box), append(t.Live, m.Live)
		}
	}
}

// marksOf are the marks of a comparison at the boxes of its views.
func marksOf(marks []Mark, before, now *encoder) (all []markData) {
	box := func(e *encoder, origin int) int32 {
		if at, ok := e.origins[origin+1]; ok && origin >= 0 {
			return at
		}
		return -1
	}
	for _, m := range marks {
		all = append(all, markData{m.Change.String(), [2]int32{box(before, m.Old), box(now, m.New)}, m.Text})
	}
	return all
}
