package drawing

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/steps"
)

// summarize cuts frames with too many boxes into segments, each a box that counts its operators.
// Segments are stretches of the frame's order, so that wires between them lead onward: what a
// segment needs is in itself or in one before it.
func summarize(m *steps.Meter, frame *Box) {
	for _, kid := range frame.Kids {
		if kid.Form.Holds() {
			summarize(m, kid)
		}
	}
	var given, rest, results []*Box
	for _, kid := range frame.Kids {
		switch {
		case kid.Form == Result:
			results = append(results, kid)
		case kid.Form == Pill && len(kid.In) == 0:
			given = append(given, kid)
		default:
			rest = append(rest, kid)
		}
	}
	if len(rest) <= crowded {
		return
	}
	into := map[*Box]*Box{}
	kids := given
	for at := 0; at < segments; at++ {
		part := rest[at*len(rest)/segments : (at+1)*len(rest)/segments]
		kids = append(kids, summaryOf(part, into))
		m.Spend(len(part))
	}
	frame.Kids = append(kids, results...)
	frame.Walk(func(b *Box) { b.redirect(m, into) })
}

// summaryOf represents boxes.
func summaryOf(boxes []*Box, into map[*Box]*Box) *Box {
	s := &Box{Form: Summary, Steps: []Step{{Class: Several, Name: "…"}}, Outs: []Out{{}}}
	count := map[string]int{}
	classes := map[string]Class{}
	for i, b := range boxes {
		if i == 0 {
			s.value = b.value
			s.Head().Place, s.Head().Tip = b.Head().Place, b.Head().Tip
		}
		s.Operators += b.Count()
		b.Walk(func(inner *Box) {
			into[inner] = s
			for _, step := range inner.Steps {
				s.Head().Spans = append(s.Head().Spans, step.Spans...)
			}
			s.In = append(s.In, inner.In...)
			if inner.operator {
				for _, step := range inner.Steps {
					count[step.Name]++
					classes[step.Name] = step.Class
				}
			}
		})
	}
	s.list(count, classes)
	return s
}

// listed is how many names of operators a summary has.
const listed = 3

// list names the operators that a summary has most of.
func (b *Box) list(count map[string]int, classes map[string]Class) {
	var names []string
	for name := range count {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Or(cmp.Compare(count[y], count[x]), cmp.Compare(x, y)) })
	for _, name := range names[:min(len(names), listed)] {
		b.Steps = append(b.Steps, Step{Class: classes[name], Name: name, Args: []Arg{{Text: "× " + number(count[name])}}})
	}
}

// redirect lets wires come from the summaries of the boxes that they came from.
func (b *Box) redirect(m *steps.Meter, into map[*Box]*Box) {
	var wires []Wire
	for _, w := range b.In {
		m.Spend(1 + len(wires))
		if s := into[w.From]; s != nil {
			w.From, w.Out = s, 0
		}
		var again []Carry
		for _, c := range w.Again {
			if s := into[c.Box]; s != nil {
				c.End = End{s, 0}
			}
			again = append(again, c)
		}
		w.Again = again
		if b.Form == Summary {
			w.Operand, w.Again = 0, nil
		}
		if w.From != b && !(b.Form == Summary && slices.ContainsFunc(wires, func(o Wire) bool { return o.From == w.From && o.Out == w.Out })) {
			wires = append(wires, w)
		}
	}
	b.In = wires
}

// flatten makes summaries of the deepest frames while there are more boxes than fit on a
// page, and of whole items while there are many more.
func (p *Picture) flatten() {
	for depth := p.deepest(); depth > 1 && p.size() > pageful || depth == 1 && p.size() > books; depth-- {
		into := map[*Box]*Box{}
		for _, item := range p.Items {
			p.Meter.Spend(1)
			item.flattenAt(depth-1, into)
		}
		p.Walk(func(b *Box) { b.redirect(p.Meter, into) })
	}
}

// deepest is how many frames stand in each other at most.
func (p *Picture) deepest() (most int) {
	var below func(b *Box, depth int)
	below = func(b *Box, depth int) {
		if b.Form.Holds() {
			most = max(most, depth)
		}
		for _, kid := range b.Kids {
			below(kid, depth+1)
		}
	}
	for _, item := range p.Items {
		below(item, 1)
	}
	return most
}

// flattenAt makes summaries of the frames that stand so deep below a box.
func (b *Box) flattenAt(depth int, into map[*Box]*Box) {
	if depth > 0 {
		for _, kid := range b.Kids {
			if kid.Form.Holds() {
				kid.flattenAt(depth-1, into)
			}
		}
		return
	}
	below := b.Kids
	s := summaryOf(below, into)
	b.In = append(b.In, s.In...)
	b.Form, b.Kids, b.Operators = Summary, nil, b.Count()
	for _, kid := range below {
		kid.Walk(func(inner *Box) { into[inner] = b })
	}
	b.Steps = append(b.Steps, s.Steps[1:]...)
	b.Head().Spans = append(b.Head().Spans, s.Head().Spans...)
	if len(b.Outs) == 0 {
		b.Outs = []Out{{}}
	}
}
