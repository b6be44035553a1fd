package interp

import (
	"context"
	"flag"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/value"
)

var (
	programs        = flag.Int("programs", 300/effort, "number of random programs")
	steppedPrograms = flag.Int("stepped-programs", 40/effort, "number of random programs that are run step by step")
	firstProgram    = flag.Uint64("firstprogram", 0, "the seed of the first one")
)

var uses = regexp.MustCompile(`let (%u\d+) =`)

// showing lets `@main` give all that it computes.
func showing(text string) string {
	at := strings.LastIndex(text, "def @main() -> int32 {")
	names := ""
	for _, m := range uses.FindAllStringSubmatch(text[at:], -1) {
		names += m[1] + ", "
	}
	body := strings.Replace(text[at:], "-> int32 ", "", 1)
	return text[:at] + strings.TrimSuffix(body, "  0\n}\n") + "  (" + names + ")\n}\n"
}

// Random well-typed programs give the same sequentially and on any number of
// threads, values and failures alike.
func TestRandomPrograms(t *testing.T) {
	values := 0
	for seed := range uint64(*programs) {
		made := progen.Make(seed)
		text := showing(made.Text)
		p := compiled(t, text)
		want := ""
		for i, o := range []Options{{Sequential: true}, {Threads: 1}, {Threads: 2}, {Threads: 8}} {
			o.MaxSteps, o.MaxMemory = 50_000_000, 1<<30
			v, _, err := p.Run(context.Background(), Entry{Name: "@main"}, nil, o)
			got := ""
			if err != nil {
				got = err.Error()
				if f, ok := err.(*Fault); !ok || f.Kind == InternalFault {
					t.Fatalf("seed %d: %v\n%s", seed, err, text)
				}
			} else {
				values++
				got = value.Text(v)
			}
			if i > 0 && got != want {
				t.Fatalf("seed %d, %+v: %s, want %s\n%s", seed, o, got, want, text)
			}
			want = got
		}
	}
	t.Logf("%d of %d runs gave a value", values, *programs*4)
}
