package interp

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A metamorphosis writes an expression in two ways: by polymorphic definitions, which
// learn from their callers alone what they work on, and with their bodies in place.
type metamorphosis struct {
	rand *rand.Rand
}

const polymorphic = `
def @each(%x, %xs) { map(fn(%_i) { %x }, %xs) }
def @states(%x, %xs) { scanl(fn(%s, %_i) { %s }, %xs, %x) }
def @back(%x, %xs) { scanr(fn(%s, %_i) { %s }, %xs, %x) }
def @hand(%x, %xs, %f) { %f(map(fn(%_i) { %x }, %xs)) }
def @rows(%x, %xss) { map(fn(%xs) { map(fn(%_i) { %x }, %xs) }, %xss) }
`

// element is an expression that a FractalTensor may hold.
func (m *metamorphosis) element(depth int) (called, inline string) {
	if depth == 0 || m.rand.IntN(3) == 0 {
		text := []string{"1", "2i64", "Constant([1f, 2f])", "arange(2)", "(3, 4u8)"}[m.rand.IntN(5)]
		return text, text
	}
	if m.rand.IntN(2) == 0 {
		return m.form(depth - 1)
	}
	a, b := m.element(depth - 1)
	c, d := m.element(depth - 1)
	return "(" + a + ", " + c + ")", "(" + b + ", " + d + ")"
}

// form is a parallel function of few elements, often of none.
func (m *metamorphosis) form(depth int) (called, inline string) {
	x, y := m.element(depth)
	xs := fmt.Sprintf("arange(%d)", max(m.rand.IntN(4)-1, 0))
	switch m.rand.IntN(5) {
	case 0:
		return "@states(" + x + ", " + xs + ")", "scanl(fn(%s, %_i) { %s }, " + xs + ", " + y + ")"
	case 1:
		return "@back(" + x + ", " + xs + ")", "scanr(fn(%s, %_i) { %s }, " + xs + ", " + y + ")"
	case 2:
		return "@hand(" + x + ", " + xs + ", fn(%h) { %h })", "map(fn(%_i) { " + y + " }, " + xs + ")"
	case 3:
		rows := "map(fn(%n) { arange(%n) }, " + []string{"[0, 1]", "[0, 0]", "arange(0)", "[2, 0]"}[m.rand.IntN(4)] + ")"
		return "@rows(" + x + ", " + rows + ")", "map(fn(%xs) { map(fn(%_i) { " + y + " }, %xs) }, " + rows + ")"
	}
	return "@each(" + x + ", " + xs + ")", "map(fn(%_i) { " + y + " }, " + xs + ")"
}

// What a definition gives of no elements is what its body gives in its place, whatever
// the caller makes of it.
func TestDefinitionsOfNoElements(t *testing.T) {
	compared := 0
	for seed := range uint64(400) {
		m := &metamorphosis{rand: rand.New(rand.NewPCG(seed, 1))}
		called, inline := m.form(2)
		around := []string{"%s", "Some(%s)", "(%s, 1)", "map(fn(%%_k) { %s }, [1, 2])", "{ let %%y = %s; %%y }"}[m.rand.IntN(5)]
		called, inline = fmt.Sprintf(around, called), fmt.Sprintf(around, inline)
		if len(module(polymorphic+inline+"\n").Check(len(strings.Split(strings.TrimSpace(polymorphic), "\n"))).Diagnostics) > 0 {
			continue // arange(2) beside a tuple, as leaves of unequal depth
		}
		compared++
		for _, o := range []Options{{Sequential: true}, {Threads: 2}} {
			got, err := evaluate(t, polymorphic+called+"\n", o)
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, called, err)
			}
			want, err := evaluate(t, polymorphic+inline+"\n", o)
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, inline, err)
			}
			if value.Text(got) != value.Text(want) {
				t.Fatalf("seed %d: %s gives %s, and %s gives %s", seed, called, value.Text(got), inline, value.Text(want))
			}
		}
	}
	if compared < 200 {
		t.Errorf("only %d programs have a type", compared)
	}
}
