package fill

import (
	"context"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A sketch is a filling with holes of its own: a call of a function that takes functions, on
// variables in scope. `map(?, %xs)` is one. Its holes are searched as those of a program are, where the
// function has the variables of its parameters (A. Solar-Lezama, Program Synthesis by Sketching, 2008).

// mostSketches bounds the sketches of a hole.
const mostSketches = 16

// mostSketchHoles bounds the holes of a sketch.
const mostSketchHoles = 2

// sketchAhead is the weight that a sketch counts at most while its holes are searched. There are few
// sketches, and the terms of a hole of one are far fewer than all terms of the weight of the whole.
const sketchAhead = 4

// sketched are the searches for the sketches of a program with one hole: the program with the hole
// replaced by the sketch, whose holes have variables, valuations and banks of their own. A filling that is
// heavier than the terms that are being tried is put off until they are as heavy or the time is nearly over,
// unless the wanted values say as much as it does; information is theirs, in bits.
func (s *search) sketched(ctx context.Context, p *probe, information float64) (searches []*joint) {
	if len(s.holes) != 1 || len(p.sites) != 1 || len(p.examples) == 0 {
		return nil
	}
	hole := s.holes[0].Span
	before, behind := s.text[:hole.Start], s.text[hole.End:]
	for _, sketch := range p.sketches(p.sites[0]) {
		text := before + sketch.text + behind
		snapshot := s.Snapshot.With(map[string]string{s.Path: text})
		base, err := snapshot.Module(s.Path)
		if err != nil {
			continue
		}
		holes := Holes(base.File())
		inner, err := newProbe(base, s.Path, text, holes, make([]string, len(holes)), false)
		if err != nil {
			continue
		}
		ahead := sketch.weight - sketchAhead
		j := newJoint(ctx, inner, s.Workers, func(found []string, weight int) bool {
			whole := Substitute(text, holes, found)
			texts := []string{whole[len(before) : len(whole)-len(behind)]}
			if weight += sketch.weight; ahead > 0 && information < bitsOfWeight*float64(weight) {
				s.late = append(s.late, lateFilling{texts, weight})
				return false
			}
			return s.accept(ctx, texts)
		})
		j.weight = sketch.weight - max(ahead, 0)
		searches = append(searches, j)
	}
	return searches
}

// A sketch has the weight of its call and of the variables in it.
type sketch struct {
	text   string
	weight int
}

// sketches are those of a site, on the variables that are sequences or data.
func (p *probe) sketches(at *site) (found []sketch) {
	var fractals, all []string
	for i, v := range at.vars {
		if _, ok := at.ins[i].(*types.Fractal); ok {
			fractals = append(fractals, v.name)
		}
		all = append(all, v.name)
	}
	_, wantsFractal := at.wanted.(*types.Fractal)
	found = append(found, p.matches(at)...)
	found = append(found, fractalSketches(fractals, wantsFractal || at.open)...)
	if t, ok := at.wanted.(*types.Tensor); ok && len(t.Shape) > 0 {
		for _, s := range mapped(fractals) {
			found = append(found, sketch{"stack(" + s.text + ")", s.weight + 2}, sketch{"flatten(" + s.text + ")", s.weight + 3})
		}
	}
	for _, o := range p.combinators() {
		found = append(found, p.applications(at, all, o)...)
	}
	if len(found) > mostSketches {
		found = found[:mostSketches]
	}
	return found
}

// mostClauses bounds the clauses of a match that is a sketch: each has a hole.
const mostClauses = 3

// matches are matches on the variables that are data and were not matched yet, with a clause for each
// constructor whose body is a hole.
func (p *probe) matches(at *site) (found []sketch) {
	for i, v := range at.vars {
		adt, ok := at.ins[i].(*types.ADT)
		if !ok || v.matched || len(adt.Decl.Constructors) > mostClauses {
			continue
		}
		fresh := freshNames(at.vars, "abcdefghijklmnopqrstuvwxyz")
		var text strings.Builder
		text.WriteString("match (" + v.name + ") {")
		for _, k := range adt.Decl.Constructors {
			fields := make([]string, len(k.Fields))
			for n := range fields {
				fields[n] = fresh()
			}
			text.WriteString(" case " + k.Name + "(" + strings.Join(fields, ", ") + ") { ? }")
		}
		text.WriteString(" }")
		found = append(found, sketch{text.String(), sketchWeight + 1})
	}
	return found
}

// sketchWeight is the weight of a call in a sketch, without its operands.
const sketchWeight = 3

// fractalSketches are calls of the functions on FractalTensors that take a function.
func fractalSketches(names []string, wanted bool) (found []sketch) {
	for _, name := range names {
		if wanted {
			found = append(found, sketch{parallel.Filter + "(?, " + name + ")", sketchWeight + 1})
		}
		found = append(found, sketch{parallel.FoldLeft + "(?, " + name + ", ?)", sketchWeight + 1})
	}
	if wanted {
		found = append(found, mapped(names)...)
	}
	return found
}

// mapped are the maps over sequences, over their elements with indices, and over pairs of them.
func mapped(names []string) (found []sketch) {
	over := func(sequence string, weight int) {
		found = append(found, sketch{parallel.Map + "(?, " + sequence + ")", sketchWeight + weight})
	}
	for _, name := range names {
		over(name, 1)
		over("enumerate("+name+")", 3)
		for _, other := range names {
			if other != name {
				over("zip("+name+", "+other+")", 4)
			}
		}
	}
	return found
}

// combinators are the definitions in scope that take functions, and from which no hole is reached.
func (p *probe) combinators() (found []*typecheck.Object) {
	reaching := p.reaching()
	for _, o := range p.module.VisibleValues(0) {
		f, ok := types.Head(o.Type).(*types.Func)
		if !ok || o.Kind != typecheck.DefObject || reaching[o.Name] || len(f.Where) > 0 || len(f.In) > 3 {
			continue
		}
		for _, in := range f.In {
			if _, ok := types.Head(in).(*types.Func); ok {
				found = append(found, o)
				break
			}
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Name < found[j].Name })
	return found
}

// applications are the calls of a definition: data among its parameters are variables of their types, in
// all ways, and all else is a hole.
func (p *probe) applications(at *site, names []string, o *typecheck.Object) (found []sketch) {
	f := types.Head(o.Type).(*types.Func)
	if !headFits(at.wanted, f.Out) && !at.open {
		return nil
	}
	calls := []sketch{{o.Name + "(", sketchWeight}}
	for i, in := range f.In {
		var next []sketch
		comma := ", "
		if i == 0 {
			comma = ""
		}
		_, data := types.Head(in).(*types.ADT)
		for _, c := range calls {
			if !data {
				next = append(next, sketch{c.text + comma + "?", c.weight})
				continue
			}
			for k, name := range names {
				if headFits(at.ins[k], in) {
					next = append(next, sketch{c.text + comma + name, c.weight + 1})
				}
			}
		}
		calls = next
	}
	for _, c := range calls {
		if n := strings.Count(c.text, "?"); n <= mostSketchHoles && c.weight > sketchWeight {
			found = append(found, sketch{c.text + ")", c.weight})
		}
	}
	return found
}
