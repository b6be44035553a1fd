package interp

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
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
			item := c.Module.File().Item(c.Item)
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

// TestWideWindows holds windows and lengths that no memory and no int32 has room for.
func TestWideWindows(t *testing.T) {
	long := "slices(broadcast_to(1f, shape=[4294967297, 1]))"
	for _, test := range []struct {
		text string
		want string // the value, or else the kind of the fault
	}{
		{"slide([1, 2, 3], window=4611686018427387905, dilation=4)", "[]"},
		{"slide([1, 2, 3], window=2, stride=9223372036854775807, dilation=2)", "[[1, 3]]"},
		{"slide([1, 2, 3], window=1, dilation=9223372036854775807)", "[[1], [2], [3]]"},
		{"slide(slice([1], 0, 0), window=1)", "[]"},
		{"window([1, 2, 3], window=4294967296, dilation=4294967296)", MemoryFault.String()},
		{"window([1, 2, 3], window=9223372036854775807)", MemoryFault.String()},
		{"shifted_slide([1, 2, 3], window=9223372036854775807)", MemoryFault.String()},
		{"length(" + long + ")", RangeFault.String()},
		{"first(enumerate(" + long + "))", RangeFault.String()},
		{"slices(zeros(shape=[4611686018427387904, 0], dtype=\"int8\"))", RangeFault.String()},
	} {
		for _, o := range []Options{{MaxMemory: 64 << 20}, {}} {
			v, err := evaluate(t, test.text, o)
			got := ""
			var f *Fault
			if errors.As(err, &f) {
				got = f.Kind.String()
			} else if err == nil {
				got = value.Text(v)
			}
			if got != test.want {
				t.Errorf("%s gives %s (%v), want %s", test.text, got, err, test.want)
			}
		}
	}
}

// TestViewsAreCharged holds that views which are laid out, picked again or cut in
// steps ask for the memory first, and that nothing is laid out to find out how a
// function can be run.
func TestViewsAreCharged(t *testing.T) {
	wide := `repeat(slices(zeros(shape=[1000, 1000], dtype="float32")), 1000)`
	for _, text := range []string{
		"length(map(fn(%x) { slide(%x, window=2) }, " + wide + "))",
		"flatten(map(fn(%x) { gather(%x, arange(1000)) }, " + wide + "))",
		"stack(gather(slices(broadcast_to(1f, shape=[10, 1000000])), map(fn(%i) { mod(%i, 10) }, arange(1000))))",
		"map(fn(%x) { stack(%x) }, window(arange(1000), window=1000000, fill=0))",
		"forall(fn(%x) { %x + 1f }, " + wide + ")",
		"filterall(fn(%x) { True }, map(fn(%x) { arange(100000) }, repeat([0], 1000)))",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := evaluate(t, text, Options{MaxMemory: 64 << 20})
		runtime.ReadMemStats(&after)
		var f *Fault
		if !errors.As(err, &f) || f.Kind != MemoryFault {
			t.Errorf("%s gives %v", text, err)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<30 {
			t.Errorf("%s takes %d MB in all", text, taken>>20)
		}
	}
}
