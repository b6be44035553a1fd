package vector

import (
	"flag"
	"math"
	"runtime"
	"sync"
	"testing"
)

var exhaustive = flag.Bool("exhaustive", false, "try all 2^32 numbers")

// elementaries are the functions with what they approximate and how far they may be off, in
// units in the last place.
var elementaries = []struct {
	name string
	one  func(float32) float32
	f    func(float64) float64
	ulps float64
}{
	{"exp", exp, math.Exp, 0.75},
	{"log", log, math.Log, 0.8},
	{"tanh", tanh, math.Tanh, 0.75},
	{"erf", erf, math.Erf, 1},
	{"sigmoid", sigmoid, func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, 0.51},
}

// TestElementaryErrors compares with float64's functions.
func TestElementaryErrors(t *testing.T) {
	step := uint64(4093)
	if *exhaustive {
		step = 1
	}
	for _, e := range elementaries {
		t.Run(e.name, func(t *testing.T) {
			cores := uint64(runtime.GOMAXPROCS(0))
			worst := make([]float64, cores)
			at := make([]float32, cores)
			var wait sync.WaitGroup
			for c := range cores {
				wait.Go(func() {
					for b := c * step; b < 1<<32; b += step * cores {
						x := math.Float32frombits(uint32(b))
						if u := ulps(e.one(x), e.f(float64(x))); !(u <= worst[c]) {
							worst[c], at[c] = u, x
						}
					}
				})
			}
			wait.Wait()
			for c := range worst {
				if !(worst[c] <= e.ulps) {
					t.Errorf("%s(%x) = %x, want %x: off by %.3f units", e.name, at[c], e.one(at[c]), e.f(float64(at[c])), worst[c])
				}
			}
			t.Logf("off by at most %.4f units in the last place", max(worst[0], worst[len(worst)-1]))
		})
	}
}

// ulps is the distance from an exact value in units in the last place of float32.
func ulps(got float32, want float64) float64 {
	if rounded := float32(want); rounded != rounded || rounded == 0 || math.IsInf(float64(rounded), 0) {
		if sameFloat32(got, rounded) {
			return 0
		}
	}
	_, exponent := math.Frexp(want)
	unit := math.Ldexp(1, max(exponent-24, -149))
	return math.Abs(float64(got)-want) / unit
}
