package shadow_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/witness"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestInterpreterAgrees runs definitions of random programs in both evaluators: tensors in the
// program's dtypes are the same.
func TestInterpreterAgrees(t *testing.T) {
	compared := 0
	for seed := range uint64(120) {
		for _, text := range []string{progen.Make(seed).Text, progen.MakeSound(seed)} {
			m := checktest.Module("test.frac", text)
			p, err := interp.Compile(m, nil)
			if err != nil {
				continue
			}
			for i := range m.File().All() {
				o := m.Object(i)
				if o == nil || o.Kind != typecheck.DefObject || len(m.Check(i).Diagnostics) > 0 {
					continue
				}
				for _, args := range witness.Samples(o, nil, 4) {
					given, ok := plain(args)
					if !ok {
						continue
					}
					r, err := shadow.New(m).Run(context.Background(), o, args, shadow.Limits{Steps: 500_000, Depth: 200}, shadow.Observer{})
					if err != nil {
						continue
					}
					want, _, err := p.Run(context.Background(), interp.Entry{Name: o.Name}, given, interp.Options{Sequential: true, MaxSteps: 1_000_000, MaxDepth: 5000})
					if err != nil {
						continue // a shape that is declared is not looked at here
					}
					tensor, ok := r.Value.(*shadow.Tensor)
					if !ok {
						continue
					}
					compared++
					if d := value.Difference(value.Simplest(tensor.Program), want, value.Tolerance{}); d != "" {
						t.Errorf("%s: %s, in\n%s", o.Name, d, text)
						return
					}
				}
			}
		}
	}
	if compared < 50 {
		t.Errorf("only %d results were compared", compared)
	}
}

// plain are arguments of tensors as the interpreter takes them.
func plain(args []shadow.Value) (out []value.Value, ok bool) {
	for _, a := range args {
		t, ok := a.(*shadow.Tensor)
		if !ok {
			return nil, false
		}
		out = append(out, value.Simplest(t.Program))
	}
	return out, true
}

// TestEvents holds where the first trouble is found, and that what is hidden is none.
func TestEvents(t *testing.T) {
	for _, c := range []struct{ body, at, want string }{
		{"exp(%x) / exp(%x)", "exp(%x) /", "overflow"},
		{"log(%x - %x)", "log", "undefined"},
		{"1f / (%x - %x)", "/", "undefined"},
		{"exp(exp(%x / 20f))", "exp(exp", "overflow"},
		{"1f / (1f + exp(%x / 2f))", "", ""},
		{"where(%x > 0f, %x, log(negative(%x)))", "", ""},
		{"(%x + 1e10) - 1e10", "- 1e10", "lost"},
		{"inff + %x", "", ""},
	} {
		text := "def @f(%x: float32) -> float32 { " + c.body + " }\n"
		m := checktest.Module("test.frac", text)
		r, err := shadow.New(m).Run(context.Background(), m.Object(0), []shadow.Value{shadow.Input(value.FromScalar(value.F32(100)))}, shadow.Limits{Steps: 10_000, Depth: 10}, shadow.Observer{})
		if err != nil {
			t.Fatal(c.body, err)
		}
		found, _ := shadow.Failures(r.Value)
		if len(found) == 0 {
			if c.want != "" {
				t.Errorf("%s: nothing found", c.body)
			}
			continue
		}
		got := [...]string{"overflow", "undefined", "lost"}[found[0].Trouble]
		at := strings.Index(text, c.at)
		if got != c.want || int(found[0].Span().Start) != at {
			t.Errorf("%s: %s at %d, want %s at %d", c.body, got, found[0].Span().Start, c.want, at)
		}
	}
}

// TestLimits holds that an evaluation without end is ended.
func TestLimits(t *testing.T) {
	m := checktest.Module("test.frac", "def @f(%n: int32) -> int32 { @f(%n + 1) }\n")
	_, err := shadow.New(m).Run(context.Background(), m.Object(0), []shadow.Value{shadow.Scalar(value.I32(1))}, shadow.Limits{Steps: 1 << 40, Depth: 1000}, shadow.Observer{})
	if !errors.Is(err, shadow.ErrLimit) {
		t.Error(err)
	}
}
