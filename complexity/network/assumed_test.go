package network_test

import (
	"slices"
	"testing"
)

// TestAssumed holds figures under assumptions: multiply-adds, bytes moved, bytes of values live
// at once.
func TestAssumed(t *testing.T) {
	const weights = `%w: Tensor[(5, 3), float32]`
	branches := `def @main<n, m>(%c: bool, %x: Tensor[(n, 4), float32], %y: Tensor[(m, 4), float32], %w: Tensor[(1, 4), float32]) {
		if (%c) { sum(nn.dense(%x, %w, units=1)) } else { sum(nn.dense(%y, %w, units=1)) } }`
	for _, c := range []struct {
		name, program string
		assumed       []string
		macs, bytes   string
		peak          string
	}{
		{"an extent with a name", `def @main<n>(%x: Tensor[(n, 3), float32], ` + weights + `) { nn.dense(%x, %w, units=5) }`,
			[]string{"n = 2"}, "30", "124", "64"},
		{"one in terms of another one", `def @main<n, m>(%x: Tensor[(n, m, 3), float32], ` + weights + `) { nn.dense(%x, %w, units=5) }`,
			[]string{"n = 2*m"}, "30*m^2", "64*m^2 + 60", "64*m^2"},
		{"an extent that is not known", `def @main(%x: Tensor[(?, 3), float32], ` + weights + `) { nn.dense(%x, %w, units=5) }`,
			[]string{"?=2"}, "30", "124", "64"},
		{"extents that follow from it", `def @main(%x: Tensor[(?, 6), float32], ` + weights + `) {
			let %y = concatenate((%x, %x), axis=0); nn.dense(reshape(%y, newshape=[-1, 3]), %w, units=5) }`,
			[]string{"?=2"}, "120", "508", "256"},
		{"parts of a tuple that follow from it", `def @main(%x: Tensor[(?, 3), float32], ` + weights + `) {
			let %p = (concatenate((%x, %x), axis=0), %x); nn.dense(%p.0, %w, units=5) }`,
			[]string{"?=2"}, "60", "284", "128"},
		{"a definition that is called", `def @f<n>(%x: Tensor[(n, 3), float32], ` + weights + `) -> Tensor[(n, 5), float32] { nn.dense(%x, %w, units=5) }
			def @main<k>(%x: Tensor[(k, 3), float32], ` + weights + `) { @f(concatenate((%x, %x), axis=0), %w) }`,
			[]string{"k=1", "n=7"}, "30", "172", "64"},
		{"a relation", branches, []string{"n >= m"}, "4*n", "24*n + 20", "16*m + 20*n + 5"},
		{"values of both branches", branches, []string{"n = 1, m = 2"}, "8", "68", "61"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := report(t, c.program, "@main", c.assumed...)
			for i, want := range []string{c.macs, c.bytes} {
				if got := text(r.Totals[i]); got != want {
					t.Errorf("figure %d is %s, not %s", i, got, want)
				}
			}
			if got := text(r.Peak.Figure); got != c.peak {
				t.Errorf("the peak is %s, not %s", got, c.peak)
			}
		})
	}
	r := report(t, branches, "@main", "n = 1")
	if names := r.Names(); !slices.Equal(names, []string{"m", "n"}) {
		t.Errorf("names %v", names)
	}
}
