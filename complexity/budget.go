package complexity

import (
	"errors"
	"math/bits"

	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/steps"
)

// What a body comes to may be very large though each part of it is bounded: many ways, with
// many sizes, for which many systems are solved. So looking at a body counts steps, those
// of the bodies that it calls apart, and where they run out, the body has no bound. How
// many there are is the body's own matter: in which order definitions are asked for, and
// what was asked before, changes nothing, as long as something is left of the steps for all
// bodies. Then there are few for each: small definitions are bounded all the same.

// A step takes some tenths of a microsecond. Bodies that people write take some hundred to
// some ten thousand.
const (
	bodySteps = 500_000
	nodeSteps = 500
	// allSteps are those for all bodies, leastSteps what each has where they are used up, and
	// nestingWithout how deep bodies are gone into then.
	allSteps       = 10_000_000
	leastSteps     = 5_000
	nestingWithout = 4
)

// What the analyses of a file's items may take, each by itself, and how much one of them has
// at most; for those that are made only to say how much something matters, it is less.
const (
	fileSteps  = 200_000_000
	mostSteps  = 8_000_000
	briefFile  = 20_000_000
	briefSteps = 400_000
)

// allotted is what an item has of the steps of a file. Files of about as many items have the
// same, so that an edit seldom changes it.
func allotted(items, file, most int) int { return min(most, file>>bits.Len(uint(items))) }

// with gives the analysis so many steps for all bodies.
func (a *Analysis) with(left int) *Analysis {
	a.Left = left
	return a
}

func (a *Analysis) ended() bool { return a.whole.Ended() }

// budget is a meter for looking at a body.
func (a *Analysis) budget(in *instance) *steps.Meter {
	nodes := 0
	if g, _ := a.bodyOf(in); g != nil {
		nodes = g.Info.Item.Len()
	}
	return a.whole.Part(min(a.forBody+nodeSteps*nodes, max(a.Left/4, leastSteps)))
}

// limited does a part of what looking at an instance takes; where that is too much, it gives
// the instance up and is false.
func (a *Analysis) limited(in *instance, work func()) bool {
	joining, meter := len(a.joining), a.Meter
	err := steps.Run(work)
	if err == nil {
		return true
	}
	a.Meter = meter
	if !errors.Is(err, steps.ErrExhausted) {
		steps.Stop(err)
	}
	for _, together := range a.joining[joining:] {
		together.giveUp()
		together.Done = true
	}
	a.joining = a.joining[:joining]
	for at := len(a.stack) - 1; at >= 0 && a.stack[at].number >= in.number; at-- {
		a.stack[at].giveUp() // it was entered from in, and may call it
	}
	in.giveUp()
	return false
}

// giveUp leaves an instance without a bound of anything. Integers that it gives are no
// sizes.
func (in *instance) giveUp() {
	in.Lose(solving.Loss{Reason: solving.TooLarge})
	in.Paths, in.Failed, in.Sizes, in.gives = nil, nil, nil, nil
	in.outcomes, in.ended, in.doubles = nil, nil, nil
	in.Bounds = [solving.MetricCount]*solving.Cost{}
	in.home.following[in.key] = unknown
}
