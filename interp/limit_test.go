package interp

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
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

func TestCancellation(t *testing.T) {
	for _, text := range []string{
		"def @f(%n : int32) -> int32 { @f(%n + 1) }\n@f(0)",
		"def @f(%n : int32) -> int32 { 1 + @f(%n + 1) }\n@f(0)",
		"def @f(%n : int32) -> int32 { @f(reduce(fn(%a, %b) { %a + %b }, map(fn(%x) { %x + 1 }, arange(100000)))) }\n@f(0)",
		"def @f(%x : Tensor[(300, 300), float32]) -> Tensor[(300, 300), float32] { @f(tanh(%x * %x + 1f)) }\n@f(Constant(1, (300, 300), float32))",
	} {
		p := compile(t, text)
		ctx, cancel := context.WithCancel(context.Background())
		var stopped time.Time
		time.AfterFunc(30*time.Millisecond, func() { stopped = time.Now(); cancel() })
		_, _, err := p.Run(ctx, Entry{Item: p.Entries()[0]}, nil, Options{})
		late := time.Since(stopped)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", text, err)
		}
		if late > 500*time.Millisecond {
			t.Errorf("%s: ended %v after it was cancelled", text, late)
		}
		t.Log(late)
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
