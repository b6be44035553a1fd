package optimize

import (
	"context"
	"flag"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/normalform/formtest"
	"github.com/fraccheck/fraccheck/internal/outcome"
	"github.com/fraccheck/fraccheck/internal/progen"
)

var programs = flag.Int("programs", 4, "number of random programs of each kind that are optimized")

// randomKinds make random programs that run.
var randomKinds = map[string]func(seed uint64) string{
	"plain":  func(seed uint64) string { return progen.Make(seed).Text + "\n@main()\n" },
	"dense":  func(seed uint64) string { return inANF(progen.MakeDense(seed) + "\n@main()\n") },
	"fault":  func(seed uint64) string { return progen.MakeFaults(seed) + "\n@main()\n" },
	"sound":  func(seed uint64) string { return progen.MakeSound(seed) + "\n@main()\n" },
	"late":   progen.MakeLate,
	"marked": func(seed uint64) string { return progen.MakeMarked(seed, false) },
	"pure":   func(seed uint64) string { return progen.MakeMarked(seed, true) },
	"effect": func(seed uint64) string {
		text, drivers := progen.MakeEffects(seed)
		for _, d := range drivers {
			text += d[0] + "()\n" + d[1] + "()\n"
		}
		return text
	},
}

// inANF is a program without graph bindings.
func inANF(text string) string {
	m := checktest.Module("test.frac", text)
	r, err := formtest.File(context.Background(), m, normalform.ANF, normalform.Nested)
	if err != nil {
		return text
	}
	return r.Text
}

// TestRandomPrograms optimizes random programs and takes what was chosen without the checks that
// come after: values, failures and effects stay the same.
func TestRandomPrograms(t *testing.T) {
	for kind, generate := range randomKinds {
		t.Run(kind, func(t *testing.T) {
			changed, reasons := 0, map[string]int{}
			for seed := range uint64(*programs) {
				text := generate(seed)
				m := checktest.Module("test.frac", text)
				ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
				r, err := Module(ctx, m, Options{Metric: Work, unchecked: true})
				stop()
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range r.Changes {
					if c.Changed {
						changed++
					} else {
						reasons[c.Reason]++
					}
				}
				want, got := outcome.Of(m), outcome.Of(checktest.Module("test.frac", r.Text))
				if !slices.EqualFunc(got, want, near) {
					t.Errorf("seed %d gives\n%s\nwant\n%s\n--- from\n%s\n--- to\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"), text, r.Text)
				}
			}
			t.Logf("%d definitions changed; left: %v", changed, reasons)
			if changed == 0 {
				t.Error("no definition changed")
			}
		})
	}
}

var floatNumber = regexp.MustCompile(`-?(\d+\.\d*(e[-+]?\d+)?|inf|nan)f?\d*`)

// near reports whether two outcomes are equal but for the rounding of floats; NaN and infinities are
// set aside.
func near(a, b string) bool {
	if outcome.Alike([]string{a}, []string{b}) {
		return true
	}
	if floatNumber.ReplaceAllString(a, "#") != floatNumber.ReplaceAllString(b, "#") {
		return false
	}
	x, y := floatNumber.FindAllString(a, -1), floatNumber.FindAllString(b, -1)
	most := 0.0
	for _, s := range append(slices.Clone(x), y...) {
		if v, err := strconv.ParseFloat(strings.TrimRight(s, "f"), 64); err == nil && !math.IsInf(v, 0) {
			most = max(most, math.Abs(v))
		}
	}
	for i := range x {
		v, err := strconv.ParseFloat(strings.TrimRight(x[i], "f"), 64)
		w, err2 := strconv.ParseFloat(strings.TrimRight(y[i], "f"), 64)
		if err != nil || err2 != nil || math.IsNaN(v) || math.IsNaN(w) || math.IsInf(v, 0) || math.IsInf(w, 0) {
			continue
		}
		if math.Abs(v-w) > 1e-3*max(math.Abs(v), math.Abs(w))+1e-4*most {
			return false
		}
	}
	return true
}
