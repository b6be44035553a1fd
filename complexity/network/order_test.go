package network_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A trial is a random program with what the test knows of its tensors: rows of floats.
type trial struct {
	*rand.Rand
	body    strings.Builder
	weights string
	size    []int64 // by tensor; number 0 is the input
	maker   []int   // by tensor: the call, -1 for the input
	name    []string
	reads   [][]int // by call: tensors
}

func randomTrial(r *rand.Rand, calls int) *trial {
	t := &trial{Rand: r, size: []int64{8 * 4}, maker: []int{-1}, name: []string{"%x"}}
	for c := range calls {
		t.call(c)
	}
	return t
}

// call adds a call: a dense layer, a concatenation, or a split into two tensors.
func (t *trial) call(c int) {
	a, b := t.IntN(len(t.name)), t.IntN(len(t.name))
	switch t.IntN(4) {
	case 0:
		t.bind(c, []int{a, b}, fmt.Sprintf("concatenate((%s, %s), axis=1)", t.name[a], t.name[b]), t.size[a]+t.size[b])
	case 1:
		if t.size[a]%8 == 0 {
			t.bind(c, []int{a}, fmt.Sprintf("split(%s, indices_or_sections=2, axis=1)", t.name[a]), t.size[a]/2, t.size[a]/2)
			return
		}
		fallthrough
	default:
		units := 2 * (1 + t.Int64N(12))
		weight := fmt.Sprintf("%%w%d", c)
		t.weights += fmt.Sprintf(", %s: Tensor[(%d, %d), float32]", weight, units, t.size[a]/4)
		t.bind(c, []int{a}, fmt.Sprintf("nn.dense(%s, %s, units=%d)", t.name[a], weight, units), 4*units)
	}
}

func (t *trial) bind(c int, reads []int, call string, sizes ...int64) {
	fmt.Fprintf(&t.body, "  let %%%c = %s;\n", 'a'+c, call)
	t.reads = append(t.reads, reads)
	for i, size := range sizes {
		name := fmt.Sprintf("%%%c", 'a'+c)
		if len(sizes) > 1 {
			name += fmt.Sprintf(".%d", i)
		}
		t.name, t.size, t.maker = append(t.name, name), append(t.size, size), append(t.maker, c)
	}
}

// least tries every order of the calls: done are those that were made.
func (t *trial) least(done int, known map[int]int64) int64 {
	if done == 1<<len(t.reads)-1 {
		return 0
	}
	if most, ok := known[done]; ok {
		return most
	}
	best := int64(-1)
	for c := range t.reads {
		if done>>c&1 != 0 || !t.ready(c, done) {
			continue
		}
		made := int64(0)
		for n, by := range t.maker {
			if by == c {
				made += t.size[n]
			}
		}
		most := max(t.live(done)+made, t.least(done|1<<c, known))
		if best < 0 || most < best {
			best = most
		}
	}
	known[done] = best
	return best
}

func (t *trial) ready(c, done int) bool {
	for _, n := range t.reads[c] {
		if by := t.maker[n]; by >= 0 && done>>by&1 == 0 {
			return false
		}
	}
	return true
}

// live is what is there after some calls: what was made and is still read, and the last
// tensor, which is the result.
func (t *trial) live(done int) (sum int64) {
	for n, by := range t.maker {
		if by >= 0 && done>>by&1 == 0 {
			continue
		}
		needed := n == len(t.name)-1
		for c, reads := range t.reads {
			for _, m := range reads {
				needed = needed || m == n && done>>c&1 == 0
			}
		}
		if needed {
			sum += t.size[n]
		}
	}
	return sum
}

// TestLeastMemory compares with all orders of small programs.
func TestLeastMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	saved := 0
	for range 300 {
		trial := randomTrial(r, 3+r.IntN(7))
		program := fmt.Sprintf("def @main(%%x: Tensor[(1, 8), float32]%s) {\n%s  %s\n}\n", trial.weights, trial.body.String(), trial.name[len(trial.name)-1])
		report := report(t, program, "@main")
		want := max(trial.least(0, map[int]int64{}), trial.size[0])
		if got := text(report.Peak.Figure); got != fmt.Sprint(want) || !report.Peak.Exact {
			t.Fatalf("%s bytes (exact: %v), not %d, for\n%s", got, report.Peak.Exact, want, program)
		}
		if inText := inOrderOfText(trial); inText > want {
			saved++
		}
	}
	if saved < 20 {
		t.Errorf("in %d programs alone another order than that of the text is the best", saved)
	}
}

// inOrderOfText is what the calls need as they stand.
func inOrderOfText(t *trial) (most int64) {
	for c := range t.reads {
		made := int64(0)
		for n, by := range t.maker {
			if by == c {
				made += t.size[n]
			}
		}
		most = max(most, t.live(1<<c-1)+made)
	}
	return most
}
