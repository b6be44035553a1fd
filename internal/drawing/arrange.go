package drawing

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/steps"
)

// arrange puts the boxes of a frame into the order in which they are needed: each after what it
// needs, of that the longest path first. Copies of a layer are then rows of boxes that follow each
// other in the same order, however the text has them, which is what folding looks for.
//
// It is a depth-first order from the results backwards, as compilers order the operands of an
// expression by the registers that they need (Sethi and Ullman, 1970): the longest path first,
// since a short one (a shortcut around the layer) then comes directly before its user.
// O(boxes + wires), but for the sorting of what one box needs.
func arrange(m *steps.Meter, frame *Box) {
	if frame.Head().Class == Control && len(frame.In) > 0 {
		return // branches and clauses stand as in the text
	}
	o := &ordering{meter: m, own: map[*Box]int{}, kids: frame.Kids}
	for i, kid := range frame.Kids {
		kid.Walk(func(b *Box) { o.own[b] = i })
	}
	o.needs = make([][]int, len(frame.Kids))
	needed := make([]bool, len(frame.Kids))
	for i, kid := range frame.Kids {
		o.needs[i] = o.outside(kid, i)
		for _, n := range o.needs[i] {
			needed[n] = true
		}
	}
	o.state = make([]uint8, len(frame.Kids))
	o.height = make([]int, len(frame.Kids))
	for i := range frame.Kids {
		o.measure(i)
	}
	o.state = make([]uint8, len(frame.Kids))
	for i := range frame.Kids {
		if !needed[i] {
			o.follow(i)
		}
	}
	for i := range frame.Kids {
		o.follow(i) // on cycles
	}
	frame.Kids = o.sorted
}

// An ordering is a frame's boxes while they are put in order.
type ordering struct {
	meter  *steps.Meter
	kids   []*Box
	own    map[*Box]int // which kid a box is in
	needs  [][]int      // by kid, without itself
	height []int        // by kid: how many kids the longest path to it has
	state  []uint8      // by kid: 1 entered, 2 done
	sorted []*Box
}

// outside are the kids that one needs.
func (o *ordering) outside(kid *Box, self int) (found []int) {
	kid.Walk(func(b *Box) {
		for _, w := range b.In {
			o.meter.Spend(1 + len(found))
			if at, ok := o.own[w.From]; ok && at != self && !slices.Contains(found, at) {
				found = append(found, at)
			}
		}
	})
	return found
}

// measure finds the heights of a kid and of all that it needs.
func (o *ordering) measure(root int) {
	o.visit(root, o.needs, func(i int) {
		for _, n := range o.needs[i] {
			if o.state[n] == 2 {
				o.height[i] = max(o.height[i], o.height[n]+1)
			}
		}
	})
}

// follow sorts in a kid after all that it needs.
func (o *ordering) follow(root int) {
	o.visit(root, o.needs, func(i int) { o.sorted = append(o.sorted, o.kids[i]) })
}

// visit goes through what a kid needs, the highest first, and leaves each when all that
// it needs was left. The stack is its own, since paths are as long as the program.
func (o *ordering) visit(root int, needs [][]int, leave func(int)) {
	stack := []int{root}
	for len(stack) > 0 {
		o.meter.Spend(1 + len(needs[stack[len(stack)-1]]))
		i := stack[len(stack)-1]
		switch o.state[i] {
		case 0:
			o.state[i] = 1
			next := slices.Clone(needs[i])
			slices.SortStableFunc(next, func(a, b int) int { return cmp.Compare(o.height[b], o.height[a]) })
			slices.Reverse(next)
			for _, n := range next {
				if o.state[n] == 0 {
					stack = append(stack, n)
				}
			}
		case 1:
			o.state[i] = 2
			leave(i)
			stack = stack[:len(stack)-1]
		default:
			stack = stack[:len(stack)-1]
		}
	}
}
