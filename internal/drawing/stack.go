package drawing

import "github.com/fraccheck/fraccheck/internal/steps"

// stack makes one box of operators that only serve each other, in a frame and in those
// within it.
func stack(m *steps.Meter, frame *Box) {
	served := map[*Box]*Box{} // by box, the one that needs it; itself where there are several
	frame.Walk(func(b *Box) {
		m.Spend(1 + len(b.In))
		for _, w := range b.In {
			if to, known := served[w.From]; known && to != b || len(b.In) > 1 {
				served[w.From] = w.From
			} else {
				served[w.From] = b
			}
			for _, e := range w.Again {
				served[e.Box] = e.Box
			}
		}
	})
	frame.Walk(func(b *Box) {
		if b.Form.Holds() {
			b.Kids = stacked(b.Kids, served)
		}
	})
}

// stacked joins the kids of a frame. They stand behind what they need.
func stacked(kids []*Box, served map[*Box]*Box) (shown []*Box) {
	sibling := map[*Box]bool{}
	for _, kid := range kids {
		if kid.Form == Plain && len(kid.In) == 1 && sibling[kid.In[0].From] && served[kid.In[0].From] == kid {
			kid.absorb(kid.In[0])
			shown[len(shown)-1] = kid
		} else {
			shown = append(shown, kid)
		}
		clear(sibling)
		sibling[kid] = kid.Form == Plain
	}
	return shown
}

// absorb puts the steps of the one box that a box needs on top of its own.
func (b *Box) absorb(w Wire) {
	for i, a := range b.Head().Args {
		if a.Text == Wired {
			b.Head().Args[i].Text += w.From.Outs[w.Out].Label
		}
	}
	b.Steps = append(w.From.Steps[:len(w.From.Steps):len(w.From.Steps)], b.Steps...)
	b.In, b.value = w.From.In, w.From.value
}
