package drawing

// Shorten makes a picture fit for a page: it folds copies of layers, stacks operators
// that only serve each other, and counts what is still too much. A picture that is small
// stays as it is.
func (p *Picture) Shorten() {
	for _, item := range p.Items {
		fold(p.Meter, item)
	}
	if p.size() > roomy {
		for _, item := range p.Items {
			stack(p.Meter, item)
		}
	}
	for _, item := range p.Items {
		summarize(p.Meter, item)
	}
	p.flatten()
	p.trim()
	p.number()
}

// Sizes of pictures, in boxes.
const (
	roomy    = 24   // where every operator has a box of its own
	crowded  = 70   // in one frame: what is more is counted
	pageful  = 240  // in all frames: the deepest ones are counted
	books    = 1500 // in all items: they are counted
	segments = 24   // that a crowded frame is cut into
)

// size counts the boxes that are no frames.
func (p *Picture) size() (count int) {
	p.Walk(func(b *Box) {
		p.Meter.Spend(1)
		if b.Form == Plain || b.Form == Summary {
			count++
		}
	})
	return count
}

// ends are all ends that a wire comes from.
func (w Wire) ends() []End {
	ends := []End{{w.From, w.Out}}
	for _, c := range w.Again {
		ends = append(ends, c.End)
	}
	return ends
}

// trim leaves out the ends that no wire leaves from.
func (p *Picture) trim() {
	used := map[*Box][]bool{}
	p.Walk(func(b *Box) {
		p.Meter.Spend(1 + len(b.In) + len(b.Outs))
		for _, w := range b.In {
			for _, e := range w.ends() {
				if used[e.Box] == nil {
					used[e.Box] = make([]bool, len(e.Box.Outs))
				}
				used[e.Box][e.Out] = true
			}
		}
	})
	moved := map[*Box][]int{}
	p.Walk(func(b *Box) {
		kept := b.Outs[:0:0]
		for i, o := range b.Outs {
			moved[b] = append(moved[b], len(kept))
			if used[b] != nil && used[b][i] {
				kept = append(kept, o)
			}
		}
		b.Outs = kept
	})
	p.Walk(func(b *Box) {
		for i, w := range b.In {
			b.In[i].Out = moved[w.From][w.Out]
			for k, e := range w.Again {
				w.Again[k].Out = moved[e.Box][e.Out]
			}
		}
	})
}
