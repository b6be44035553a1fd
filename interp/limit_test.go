package interp

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestLimits(t *testing.T) {
	tests := []struct {
		name, text string
		options    Options
		want       FaultKind
	}{
		{"steps", `def @f(%n : int32) -> int32 { @f(%n + 1) }
@f(0)`, Options{MaxSteps: 100_000}, StepFault},
		{"depth", `def @f(%n : int32) -> int32 { 1 + @f(%n + 1) }
@f(0)`, Options{MaxDepth: 100_000}, DepthFault},
		{"memory of recursion", `def @f(%n : int32) -> int32 { 1 + @f(%n + 1) }
@f(0)`, Options{MaxMemory: 64 << 20}, MemoryFault},
		{"memory of data", `def @f(%l : List[int32]) -> int32 { @f(Cons(1, %l)) }
@f(Nil())`, Options{MaxMemory: 64 << 20}, MemoryFault},
		{"a large tensor", `sum(tanh(ones(shape=[100000, 100000], dtype="float32")))`, Options{MaxMemory: 64 << 20}, MemoryFault},
		{"a large FractalTensor", `length(arange(2000000000))`, Options{MaxMemory: 64 << 20}, MemoryFault},
		{"steps in blocks", `reduce(add, map(fn(%x) { %x + 1 }, arange(1000000)))`, Options{MaxSteps: 100_000}, StepFault},
		{"nested Go calls", `def @f(%n : int32) -> int32 { first(map(fn(%x) { @f(%x + 1) + 1 }, [%n])) }
@f(0)`, Options{MaxMemory: 4 << 30}, DepthFault},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := evaluate(t, test.text, test.options)
			var f *Fault
			if !errors.As(err, &f) || f.Kind != test.want {
				t.Fatalf("gives %v, want a fault of kind %s", err, test.want)
			}
		})
	}
}

func TestFaultPositions(t *testing.T) {
	text := `def @inner(%x : int32) -> int32 { 10 / %x }
def @outer(%x : int32) -> int32 { 1 + @inner(%x - 1) }
map(fn(%x) { @outer(%x) + 1 }, [3, 1, 2, 1])
`
	for _, o := range []Options{{Sequential: true}, {Threads: 2}} {
		_, err := evaluate(t, text, o)
		var f *Fault
		if !errors.As(err, &f) || f.Kind != ZeroFault || f.Message != "division by zero: 10 / 0" {
			t.Fatalf("%v", err)
		}
		var places []string
		for _, c := range f.Path {
			item := c.Module.File().Items[c.Item]
			places = append(places, c.Name+": "+item.Text[c.Span.Start:c.Span.End])
		}
		want := "@inner: /; @outer: @inner(%x - 1); : @outer(%x); : map(fn(%x) { @outer(%x) + 1 }, [3, 1, 2, 1])"
		if got := strings.Join(places, "; "); got != want {
			t.Errorf("path %s, want %s", got, want)
		}
	}
}

// TestParallelLimit has many pieces run at once: all of them end when one finds that
// there is no more memory.
func TestParallelLimit(t *testing.T) {
	const limit = 64 << 20
	text := `map(fn(%x) { map(fn(%y) { %y + 1 }, %x) }, map(fn(%i) { arange(200000) }, arange(5000)))`
	_, err := evaluate(t, text, Options{MaxMemory: limit, Threads: 4})
	var f *Fault
	if !errors.As(err, &f) || f.Kind != MemoryFault {
		t.Fatalf("gives %v", err)
	}
	var used int64
	if _, err := fmt.Sscanf(f.Message, "out of memory: %d bytes are in use", &used); err != nil || used > 2*limit {
		t.Errorf("%s", f.Message)
	}
}
