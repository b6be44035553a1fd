package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/ranges"
	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/witness"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// narrowed is where the numbers of a definition would leave a dtype.
type narrowed struct {
	Operators int       `json:"operators"`         // that were asked
	Unknown   string    `json:"unknown,omitempty"` // why nothing is known; empty where it is
	Unrun     string    `json:"unrun,omitempty"`   // why nothing was run; empty where something was
	Leaves    []leaving `json:"leaves"`            // in the order of evaluation
	largest   float64   // of the dtype
}

// A leaving is a place at which numbers may leave the dtype.
type leaving struct {
	output.Place
	Operator string   `json:"operator,omitempty"` // empty for a literal or a parameter
	Binding  string   `json:"binding,omitempty"`  // the innermost that it is in
	Values   string   `json:"values"`             // in float32, of operands that the dtype holds
	Today    bool     `json:"today"`              // float32 may have no finite result, too
	Shown    string   `json:"shown,omitempty"`    // by what a run leaves the dtype here
	Witness  []string `json:"witness,omitempty"`
	Largest  float64  `json:"largest,omitempty"` // that a run had here, computed in float64
	start    syntax.Position
}

// entries are the items that no other definition of the file calls, and those that declare ranges: what is
// called from outside. Where definitions call each other in a cycle, the first one is.
func entries(m *typecheck.Module, items []int) (found []int) {
	calls := map[*typecheck.Object][]*typecheck.Object{}
	called := map[*typecheck.Object]bool{}
	for _, i := range items {
		o, item := m.Object(i), m.File().Item(i)
		info := m.Check(i).Info
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if item.Kind(n) != syntax.Global {
				continue
			}
			if callee := info.Object(n); callee != nil && callee != o {
				calls[o] = append(calls[o], callee)
				called[callee] = true
			}
		}
	}
	reached := map[*typecheck.Object]bool{}
	var reach func(o *typecheck.Object)
	reach = func(o *typecheck.Object) {
		if !reached[o] {
			reached[o] = true
			for _, callee := range calls[o] {
				reach(callee)
			}
		}
	}
	for _, i := range items {
		if !called[m.Object(i)] {
			reach(m.Object(i))
		}
	}
	for _, i := range items {
		o := m.Object(i)
		if called[o] && reached[o] && len(declared.Of(o.Item)) == 0 {
			continue
		}
		reach(o)
		found = append(found, i)
	}
	return found
}

// Options of a search: how many arguments are tried by chance, and how many numbers those of a call have.
const (
	narrowTrials   = 40
	narrowElements = 1 << 25
)

// narrow asks where the numbers of a definition would leave the dtype, and searches for arguments that
// show it.
func (c *rangesCommand) narrow(ctx context.Context, file *workspace.File, o *typecheck.Object, within map[string]declared.Range, arrays map[string]*value.Array) *narrowed {
	d, _ := value.ParseDtype(c.As)
	a := ranges.InDtype(file.Module, o, within, d)
	r := &narrowed{Operators: a.Judged, Leaves: []leaving{}, largest: interval.Largest(d)}
	if !a.Known {
		r.Unknown = "the analysis is too long"
		return r
	}
	if len(a.Leavings) == 0 {
		return r
	}
	report := witness.Search(ctx, shadow.NewIn(file.Module, d), o, witness.Options{
		Steps: c.MaxSteps, Trials: narrowTrials, Ranges: ranges.Tried(o, within, d), Given: arrays, Elements: narrowElements, AnyLength: true,
	})
	switch {
	case report.Unknown != nil:
		r.Unrun = report.Unknown.Error()
	case report.Runs == 0:
		r.Unrun = fmt.Sprintf("no run ends within %d steps; --max-steps allows more", c.MaxSteps/4)
	}
	shown := map[shadow.Site]witness.Finding{}
	for _, f := range report.Findings {
		if f.Infinite && f.Trouble != shadow.Lost {
			shown[f.Site] = f
		}
	}
	for _, l := range a.Leavings {
		place, binding := placeIn(file, l.Item, l.Node), bindingOf(l.Item, l.Node)
		if place.Source == nil { // in another file
			place, binding = placeIn(file, o.Item, o.Item.Declared()), l.Item.SourceText(l.Item.Declared())
		}
		x := leaving{Place: output.PlaceOf(place), Values: "unknown", Today: l.Today, Binding: binding}
		x.start, _ = place.Range()
		if l.Op != nil {
			x.Operator = l.Op.Name
		}
		if l.Bounded {
			x.Values = l.Bound.String()
		}
		if seen := report.Largest[l.Node]; l.Item == o.Item && (l.Bound.Contains(seen) || l.Bound.Contains(-seen)) {
			x.Largest = seen // after another place, runs come to more
		}
		if f, ok := shown[shadow.Site{Item: l.Item, Node: l.Node}]; ok {
			x.Witness = f.Texts
			switch {
			case f.Given && len(arrays) > 0:
				x.Shown, x.Witness = "the numbers of --input", nil
			case f.Texts == nil:
				x.Shown = "arguments that are too long to be written"
			default:
				x.Shown = o.Name + "(" + strings.Join(f.Texts, ", ") + ")"
			}
		}
		r.Leaves = append(r.Leaves, x)
	}
	return r
}

// placeIn is the place of a node of an item of the file; of a call, that of what is called. It has no source
// where the item is of another file.
func placeIn(file *workspace.File, item *syntax.Item, n syntax.NodeID) workspace.Place {
	i, ok := file.Source.File.Index(item)
	if !ok {
		return workspace.Place{}
	}
	if item.Kind(n) == syntax.Call {
		if callee := item.Call(n).Callee; callee != syntax.NoNode {
			n = callee
		}
	}
	return workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, item.Span(n))}
}

// bindingOf is the name of the innermost binding that a node is in.
func bindingOf(item *syntax.Item, n syntax.NodeID) string {
	at, name, length := item.Span(n), "", int32(math.MaxInt32)
	for k := syntax.NodeID(1); int(k) < item.Len(); k++ {
		pattern := bound(item, k)
		if pattern == syntax.NoNode {
			continue
		}
		of := syntax.NoNode
		if item.Kind(k) == syntax.Let {
			of = item.Let(k).Value
		} else {
			of = item.Graph(k).Value
		}
		if of == syntax.NoNode {
			continue
		}
		if s := item.Span(of); s.Start <= at.Start && at.End <= s.End && s.End-s.Start < length {
			name, length = item.SourceText(pattern), s.End-s.Start
		}
	}
	return name
}

// longestShown is the length beyond which a call is shortened in text.
const longestShown = 100

// print writes what is known as text.
func (r *narrowed) print(w *bytes.Buffer, name, dtype string) {
	name = console.Printable(name)
	switch {
	case r.Unknown != "":
		fmt.Fprintf(w, "%s as %s : unknown, %s\n", name, dtype, r.Unknown)
		return
	case len(r.Leaves) == 0:
		fmt.Fprintf(w, "%s as %s : all numbers stay inside, of %s\n", name, dtype, console.Count(r.Operators, "operator", "operators"))
		return
	}
	fmt.Fprintf(w, "%s as %s : numbers may leave it at %s, of %s\n", name, dtype, console.Count(len(r.Leaves), "place", "places"), console.Count(r.Operators, "operator", "operators"))
	if first := r.first(); first != nil {
		fmt.Fprintf(w, "  first shown by a run: %s\n", first.where())
	} else if r.Unrun != "" {
		fmt.Fprintf(w, "  nothing was run: %s\n", console.Printable(r.Unrun))
	}
	for _, l := range r.Leaves {
		fmt.Fprintf(w, "  %s : %s", l.where(), l.Values)
		if l.Today {
			w.WriteString(", in float32 too")
		}
		if l.Shown != "" {
			fmt.Fprintf(w, "; shown by %s", console.Printable(excerpt.Line(l.Shown, longestShown)))
		} else if l.Largest > 0 {
			fmt.Fprintf(w, "; runs came to %s", strconv.FormatFloat(l.Largest, 'g', 4, 64))
		}
		w.WriteString("\n")
	}
}

// first is the first place that a run shows, which is not so in float32 if there is one; nil where there
// is none.
func (r *narrowed) first() (found *leaving) {
	for i := range r.Leaves {
		l := &r.Leaves[i]
		if l.Shown != "" && (found == nil || found.Today && !l.Today) {
			found = l
		}
	}
	return found
}

// where is the place, the operator and the binding of a leaving.
func (l *leaving) where() string {
	text := fmt.Sprintf("%d:%d", l.start.Line, l.start.Column)
	if l.Operator != "" {
		text += " " + console.Printable(l.Operator)
	}
	if l.Binding != "" {
		text += " in " + console.Printable(l.Binding)
	}
	return text
}
