package recurrence

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// TestTightness holds that most bounds grow no faster than what they bound, as far
// as two values far apart tell: a factor of log(n) between them would nearly double.
func TestTightness(t *testing.T) {
	tight, all := 0, 0
	for seed := range uint64(*recurrences / 2) {
		m := maker{rand.New(rand.NewPCG(seed, 2))}
		kind := []int{0, 1, 2, 3, 4, 6}[m.IntN(6)]
		r := m.recurrenceOf(kind)
		e, err := r.Solve()
		if err != nil {
			continue
		}
		near, far := int64(60), int64(1200)
		switch kind {
		case 1, 6:
			near, far = 10, 60
		case 3:
			near, far = 60, 240
		}
		x := worst{r: r, params: map[*symbolic.Symbol]int64{names["m"]: 3, names["k"]: 2}}
		low, high := ratio(t, x.at(near), e, x.value(near)), ratio(t, x.at(far), e, x.value(far))
		if math.IsNaN(low) || math.IsNaN(high) {
			continue
		}
		if all++; high <= 1.3*low {
			tight++
		} else if testing.Verbose() {
			t.Logf("%s: %s is %.3g times T, then %.3g times", show(r), e, low, high)
		}
	}
	t.Logf("%d of %d", tight, all)
	if tight*10 < all*9 {
		t.Errorf("only %d of %d bounds are tight", tight, all)
	}
}

func ratio(t *testing.T, w float64, e *symbolic.Expr, value func(*symbolic.Symbol) (int64, bool)) float64 {
	t.Helper()
	v, err := e.Enclose(value)
	if err != nil || v.High < w*(1-1e-9) {
		t.Errorf("%s is %v, %v, less than %v", e, v, err, w)
	}
	if w == 0 || math.IsInf(w, 1) || v.Width() > v.Low/100 {
		return math.NaN()
	}
	return v.Low / w
}
