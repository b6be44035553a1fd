package drawing_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/drawing"
)

// TestUnfolded makes nets of layers at random, and holds that a folded picture says what
// the whole one says: the copies of every Repeat are made again and wired as the picture
// has it, and the two graphs must be the same but for names.
func TestUnfolded(t *testing.T) {
	const seeds = 300
	folded := 0
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			text := randomNet(seed)
			whole := drawing.Of(items(t, "net.frac", text)...)
			short := drawing.Of(items(t, "net.frac", text)...)
			drawing.Fold(short)
			sound(t, short)
			if short.Boxes() < whole.Boxes() {
				folded++
			}
			want, got := unfold(whole.Items[0]), unfold(short.Items[0])
			if want != got {
				t.Errorf("%s\nis folded to\n%s\nwhich is\n%s\nnot\n%s", text, dump(short), got, want)
			}
		})
	}
	if folded < seeds/4 {
		t.Errorf("only %d nets were folded", folded)
	}
}

// randomNet is a net of layers, of which some are alike, some take other values than the
// others, and some are needed elsewhere.
func randomNet(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 5))
	n := &netWriter{r: r}
	n.text.WriteString("def @f(%x: int32, %y: int32, %z: int32) -> int32 {\n")
	carried := []string{"%x", "%y"}[:1+r.IntN(2)]
	for range 1 + r.IntN(3) {
		unit := n.unit(len(carried))
		for range 1 + r.IntN(7) {
			carried = n.layer(unit, carried)
		}
	}
	result := strings.Join(carried, " + ")
	for range r.IntN(3) {
		result += " - " + n.all[r.IntN(len(n.all))]
	}
	if r.IntN(2) == 0 && len(n.each) > 0 {
		result += " * (" + strings.Join(n.each, " * ") + ")"
	}
	return n.text.String() + result + "\n}\n"
}

type netWriter struct {
	r    *rand.Rand
	text strings.Builder
	all  []string
	each []string
}

// A step takes two values by number: below 0 what is carried, -9 for %z, else an earlier
// step.
type netStep struct {
	op   string
	a, b int
}

func (n *netWriter) unit(carried int) (unit []netStep) {
	for i := range 2 + n.r.IntN(6) {
		pick := func() int {
			switch n.r.IntN(5) {
			case 0:
				return -9
			case 1:
				return -1 - n.r.IntN(carried)
			}
			if i == 0 {
				return -1 - n.r.IntN(carried)
			}
			return n.r.IntN(i)
		}
		unit = append(unit, netStep{[]string{"+", "-", "*", "if"}[n.r.IntN(4)], pick(), pick()})
	}
	return unit
}

func (n *netWriter) layer(unit []netStep, carried []string) []string {
	var names []string
	value := func(i int) string {
		switch {
		case i == -9:
			return "%z"
		case i < 0:
			return carried[-1-i]
		}
		return names[i]
	}
	for i, s := range unit {
		if n.r.IntN(60) == 0 {
			s.a = -9 // a layer of its own
		}
		if i == len(unit)-1 && s.a == -9 && s.b == -9 {
			s.a = -1
		}
		name := fmt.Sprintf("%%v%d", len(n.all))
		if s.op == "if" {
			fmt.Fprintf(&n.text, "let %s = if (%s > 0) { %s * %%z } else { %s };\n", name, value(s.a), value(s.b), value(s.a))
		} else {
			fmt.Fprintf(&n.text, "let %s = %s %s %s;\n", name, value(s.a), s.op, value(s.b))
		}
		names, n.all = append(names, name), append(n.all, name)
	}
	n.each = append(n.each, names[0])
	next := slices.Clone(carried)
	for i := range next {
		next[i] = names[len(names)-1-i%len(names)]
	}
	return next
}

// unfold writes the graph of an item: each operator with what its wires come from, and how
// often that is computed.
func unfold(item *drawing.Box) string {
	u := &unfolder{made: map[string]int{}}
	u.frame(item, nil)
	return strings.Join(u.terms(), "\n")
}

// An unfolder names what comes out of each copy of each box.
type unfolder struct {
	made map[string]int // values by what they are, so that names do not depend on order
	env  []scope
}

// A scope is a copy of what lies in a frame.
type scope struct {
	frame  *drawing.Box
	values map[*drawing.Box]string
	before map[*drawing.Box]string // of the copy before, nil in the first one
	each   map[*drawing.Box][]string
}

func (u *unfolder) frame(b *drawing.Box, before map[*drawing.Box]string) scope {
	s := scope{frame: b, values: map[*drawing.Box]string{}, before: before, each: map[*drawing.Box][]string{}}
	u.env = append(u.env, s)
	for _, kid := range b.Kids {
		u.kid(kid, s)
	}
	u.env = u.env[:len(u.env)-1]
	return s
}

// kid writes a box, or all copies of a Repeat. What is needed of those is that of the
// last one, or of each.
func (u *unfolder) kid(kid *drawing.Box, s scope) {
	if kid.Form != drawing.Repeat {
		s.values[kid] = u.value(kid)
		return
	}
	var before map[*drawing.Box]string
	for range kid.Times {
		made := u.frame(kid, before)
		before = made.values
		for b, v := range made.values {
			s.values[b] = v
			if inner := made.each[b]; inner != nil {
				s.each[b] = append(s.each[b], inner...)
			} else {
				s.each[b] = append(s.each[b], v)
			}
		}
	}
}

// value is the name of what a box gives: a number for each different term. That of a
// frame is described by what it gives.
func (u *unfolder) value(b *drawing.Box) string {
	var operands []string
	for _, w := range b.In {
		operands = append(operands, u.taken(w)...)
	}
	if b.Form == drawing.Frame {
		made := u.frame(b, nil)
		for _, kid := range b.Kids {
			if kid.Form == drawing.Result || kid.Form == drawing.Frame && len(kid.In) == 0 {
				operands = append(operands, made.values[kid])
			}
		}
	}
	term := b.Head().Name + "(" + strings.Join(operands, ", ") + ")"
	if b.Form == drawing.Pill {
		return term
	}
	u.made[term]++
	return fmt.Sprintf("#%x", hash(term))
}

// terms are all terms with how often they are computed, in a fixed order.
func (u *unfolder) terms() (all []string) {
	for term, n := range u.made {
		all = append(all, fmt.Sprintf("%d × #%x = %s", n, hash(term), term))
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(a, b) })
	return all
}

func hash(text string) (h uint64) {
	h = 14695981039346656037
	for _, c := range []byte(text) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// taken is what a wire brings: in a later copy of a Repeat what the copy before gave.
func (u *unfolder) taken(w drawing.Wire) []string {
	for i := len(u.env) - 1; i >= 0; i-- {
		s := u.env[i]
		if s.before != nil {
			for _, e := range w.Again {
				if v, own := s.before[e.Box]; own && e.Of == s.frame {
					return []string{v}
				}
			}
		}
		if v, own := s.values[w.From]; own {
			if w.From.Outs[w.Out].Each {
				return s.each[w.From]
			}
			return []string{v}
		}
	}
	return []string{"nothing"}
}
