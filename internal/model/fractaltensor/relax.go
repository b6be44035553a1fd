package fractaltensor

import (
	"maps"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/python"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// maxChecks bounds how often a program is checked to find annotations that contradict it. Each check
// takes as long as the program is.
const maxChecks = 40

// An annotated is a parameter with its annotation, whose code can be cut to its first part, the name.
type annotated struct {
	c     *code
	parts []any
}

// A fault is an error of the program, by its place in Python: two texts of the program are compared by
// it, whose own places differ.
type fault struct {
	code     codes.Code
	from, to int32
}

// relax drops the annotations of functions without the decorator where that removes errors and
// makes no other: Kaleido ignores them, so that the program is right and they are not.
// The types are inferred then, and the errors become warnings. Where an error only moves to a
// caller, it is one of the body, and the annotations stay.
//
// It is a greedy descent. The measure is the set of faults, by code and place: a definition is
// dropped if the faults become a proper subset (fewer, and none at a new place), which is repeated
// until no single definition helps, or maxChecks checks are made. So an error is never traded for
// another one, and two annotations that only help together stay, as errors.
func (r *reader) relax() *model.Translation {
	t := r.assemble()
	faults, suspects := r.faults(t)
	for checks := 1; len(faults) > 0 && checks < maxChecks; {
		dropped := false
		for _, d := range suspects {
			if d.decorated || d.relaxed || len(d.annotations) == 0 || checks >= maxChecks {
				continue
			}
			d.drop()
			checks++
			tried := r.assemble()
			left, next := r.faults(tried)
			if len(left) >= len(faults) || !within(left, faults) {
				d.restore()
				continue
			}
			for f, message := range faults {
				if _, remains := left[f]; !remains {
					r.note(f.code, codes.Warning, python.Span{Start: int(f.from), End: int(f.to)}, message+"; the annotations of `"+r.python[d.name]+"` say so, which Kaleido ignores: its types are inferred")
				}
			}
			t, faults, suspects, dropped = r.assemble(), left, next, true
			break
		}
		if !dropped {
			break
		}
	}
	return t
}

func within(a, b map[fault]string) bool {
	for f := range a {
		if _, ok := b[f]; !ok {
			return false
		}
	}
	return true
}

func (d *definition) drop() {
	d.relaxed = true
	for _, a := range d.annotations {
		a.c.parts = a.parts[:1]
	}
}

func (d *definition) restore() {
	d.relaxed = false
	for _, a := range d.annotations {
		a.c.parts = a.parts
	}
}

// faults are the errors of a program with their messages, and the definitions that they are in or
// refer to: the ones whose annotations may be wrong. Item i of the program is r.written[i].
func (r *reader) faults(t *model.Translation) (map[fault]string, []*definition) {
	found := map[fault]string{}
	concerned := map[int]bool{}
	file := syntax.ParseFile("", t.Text)
	m := typecheck.NewModule(typecheck.Config{File: file, Ops: operators()})
	for i := range min(file.Len(), len(r.written)) {
		start := file.Start(i)
		for _, d := range m.Check(i).Diagnostics {
			if d.Severity != codes.Error {
				continue
			}
			from, to := t.At(d.Span.Start+start, d.Span.End+start)
			found[fault{d.Code, from, to}] = t.InText(d.Message)
			concerned[i] = true
			for _, related := range d.Related {
				if related.Place.Item == nil {
					continue
				}
				if j, ok := file.Index(related.Place.Item); ok {
					concerned[j] = true
				}
			}
		}
	}
	var suspects []*definition
	for i, d := range r.written {
		if concerned[i] {
			suspects = append(suspects, d)
		}
	}
	return found, suspects
}

// assemble writes the program and its map.
func (r *reader) assemble() *model.Translation {
	var b strings.Builder
	t := &model.Translation{Names: maps.Clone(r.python)}
	for i, d := range r.written {
		if i > 0 {
			b.WriteString("\n")
		}
		d.code.write(&b, &t.Spans)
	}
	t.Text = b.String()
	sortSpans(t.Spans)
	return t
}
