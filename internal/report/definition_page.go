package report

import (
	"context"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/drawing"
	drawn "github.com/fraccheck/fraccheck/internal/drawing/page"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A definitionRow is a definition in the list of all.
type definitionRow struct {
	Name, Type string
	Work       string // how it grows; "" where that is not known
	At         string // the address of its part of a page
	File       string
	FileAt     string
	degree     int // of the work
}

// A definitionPage is some of a file's definitions.
type definitionPage struct {
	File, FileAt string
	Definitions  []definitionView
	Pager        pager
}

// A definitionView is a definition as a page shows it.
type definitionView struct {
	Name, ID, Type string
	Line           int
	LineAt         string
	Costs          []costView
	Sizes          []sizeView
	Unknown        template.HTML // why there is no bound
	UnknownAt      string
	Ends           string
	Measured       string
	Pictures       []pictureView
	Undrawn        string // why there is no graph
}

type costView struct{ Metric, Grows, Exact string }

type sizeView struct{ Name, Meaning string }

type pictureView struct {
	Address, Caption, Alternative string
}

// definitionPage is the address of page n of the definitions.
func (f *file) definitionPage(n int) string {
	if n == 0 {
		return "files/" + f.slug + "+d.html"
	}
	return "files/" + f.slug + "+d" + strconv.Itoa(n+1) + ".html"
}

// A defined is an item that defines something.
type defined struct {
	item int
	name string
	cost *cost.Cost // nil of a type
	typ  string
}

// writeDefinitions writes the pages of what the file defines.
func (f *file) writeDefinitions(ctx context.Context) error {
	all, err := f.defined()
	if err != nil || len(all) == 0 {
		return err
	}
	count := pages(len(all), definitionsPerPage)
	for n := range count {
		at := f.definitionPage(n)
		view := definitionPage{File: f.name(), FileAt: f.page(0), Pager: pager{Page: n, Pages: count, At: f.definitionPage}}
		for i, d := range part(all, n, definitionsPerPage) {
			if err := ctx.Err(); err != nil {
				return err
			}
			one, err := f.definitionView(ctx, d, n*definitionsPerPage+i < drawnPerFile)
			if err != nil {
				return err
			}
			view.Definitions = append(view.Definitions, one)
			f.list(d, at+"#"+one.ID)
		}
		if err := f.site.write(at, "definitions.html", page{Title: "Definitions of " + f.name(), Section: "definitions", Body: view}); err != nil {
			return err
		}
	}
	return nil
}

// defined lists what the file defines; nothing of a file that is no program or cannot be
// read.
func (f *file) defined() (all []defined, err error) {
	if !f.source.Parsed || sourcefile.IsRules(f.source.Path) {
		return nil, nil
	}
	module, err := f.site.Snapshot.Module(f.source.Path)
	if sourcefile.IsUnreadable(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	costs, err := cost.All(f.site.Snapshot, f.source.Path, nil, complexity.Work, complexity.Span, complexity.Memory)
	if err != nil {
		return nil, err
	}
	for i := range f.source.File.Len() {
		o := module.Object(i)
		switch {
		case o == nil:
		case o.Kind == typecheck.TypeObject && o.Decl != nil:
			all = append(all, defined{item: i, name: o.Decl.Name, typ: "a type"})
		case o.Kind == typecheck.DefObject:
			all = append(all, defined{item: i, name: o.Name, cost: costOf(costs, i), typ: types.String(o.Type)})
		}
	}
	return all, nil
}

func costOf(costs []cost.Cost, item int) *cost.Cost {
	i, ok := slices.BinarySearchFunc(costs, item, func(c cost.Cost, item int) int { return c.Item - item })
	if !ok {
		return nil
	}
	return &costs[i]
}

// list adds a definition to the lists of all, and to the search.
func (f *file) list(d defined, at string) {
	row := definitionRow{Name: short(d.name, charactersTyped), Type: short(d.typ, charactersTyped), At: at, File: f.name(), FileAt: f.page(0)}
	if d.cost != nil && d.cost.Bounded(complexity.Work) {
		row.Work = short(d.cost.Theta(complexity.Work), charactersTyped)
		for _, degree := range maps.All(d.cost.Degrees(complexity.Work)) {
			row.degree += degree
		}
	}
	f.definitions = append(f.definitions, row)
	f.index(entry{definitionEntry, row.Name, row.Type, at, f.name()})
}

func (f *file) definitionView(ctx context.Context, d defined, draw bool) (definitionView, error) {
	start, _ := f.itemPlace(d.item).Range()
	v := definitionView{
		Name: short(d.name, charactersTyped), Type: short(d.typ, charactersShown), ID: "d" + strconv.Itoa(d.item+1),
		Line: start.Line, LineAt: f.at(start.Line),
	}
	if d.cost != nil {
		f.addCosts(&v, d.cost)
	}
	if !draw {
		v.Undrawn = fmt.Sprintf("Of a file, %d definitions are drawn; `fraccheck show` draws this one.", drawnPerFile)
		return v, nil
	}
	if err := f.addPictures(&v, d); err != nil || d.cost == nil || f.site.Measure == nil {
		return v, err
	}
	return v, f.addMeasured(ctx, &v, d)
}

// itemPlace is where an item's name stands.
func (f *file) itemPlace(i int) workspace.Place {
	item := f.source.File.Item(i)
	return workspace.Place{Source: f.source, Span: f.source.Absolute(i, item.Span(item.Declared()))}
}

// costNames are the metrics of a cost table.
var costNames = []struct {
	name   string
	metric complexity.Metric
	unit   string
}{{"work", complexity.Work, ""}, {"span", complexity.Span, ""}, {"memory", complexity.Memory, " bytes"}}

func (f *file) addCosts(v *definitionView, c *cost.Cost) {
	for _, m := range costNames {
		if text := c.Text(m.metric); text != "" {
			bound := short(text, charactersTyped) + m.unit
			if condition := c.Condition(m.metric); condition != "" {
				bound += ", " + condition
			}
			v.Costs = append(v.Costs, costView{m.name, "O(" + short(c.Theta(m.metric), charactersTyped) + ")", bound})
		}
	}
	if len(v.Costs) < len(costNames) {
		lost := lostOf(c)
		v.Unknown = prose(short(lost.String(), charactersShown))
		if place := c.PlaceOf(lost); place != nil {
			v.UnknownAt = f.site.link(*place)
		}
	}
	if len(v.Costs) > 0 {
		for i, name := range c.Sizes {
			v.Sizes = append(v.Sizes, sizeView{visible(name), visible(c.Meanings[i])})
		}
	} else if c.Ends.Explains() {
		v.Ends = visible(c.Ends.Text())
	}
}

func (f *file) addPictures(v *definitionView, d defined) error {
	graph, trees, err := picture.PicturesOf(f.site.Snapshot, f.source.Path, d.item)
	if err != nil {
		return err
	}
	if graph == nil && d.cost != nil {
		v.Undrawn = "It has errors, so that there is nothing to draw."
	}
	if graph != nil {
		picture := drawing.Of(*graph)
		picture.Shorten()
		svg, err := drawn.SVG(picture, drawn.Auto)
		if err != nil || len(svg) > bytesPerPicture {
			v.Undrawn = "Its dataflow graph is too large to be drawn."
		} else if err := f.addPicture(v, d, "graph", svg, "Dataflow"); err != nil {
			return err
		}
	}
	if len(trees) == 0 {
		return nil
	}
	return f.addPicture(v, d, "types", drawn.TreesSVG(trees, drawn.Auto), "Types")
}

func (f *file) addMeasured(ctx context.Context, v *definitionView, d defined) error {
	m := f.site.Measure(ctx, d.cost)
	v.Measured = short(strings.TrimRight(m.Text, "\n"), charactersShown)
	if len(m.Plot) == 0 {
		return nil
	}
	return f.addPicture(v, d, "cost", m.Plot, "Measured and derived cost")
}

// addPicture writes a picture, unless it is too large.
func (f *file) addPicture(v *definitionView, d defined, kind string, svg []byte, caption string) error {
	if len(svg) > bytesPerPicture {
		return nil
	}
	address := fmt.Sprintf("pictures/%s+%d-%s.svg", f.slug, d.item+1, kind)
	v.Pictures = append(v.Pictures, pictureView{address, caption, caption + " of " + short(d.name, charactersTyped)})
	return f.site.folder.writeText(address, string(svg))
}

// lostOf is why the first metric without a bound has none.
func lostOf(c *cost.Cost) *complexity.Loss {
	for _, m := range costNames {
		if !c.Bounded(m.metric) {
			return c.Lost(m.metric)
		}
	}
	return nil
}
