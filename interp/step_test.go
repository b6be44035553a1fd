package interp

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A looker looks at everything that it can at some of the points of a run.
type looker struct {
	every, points, looked, frames, values, failed int
	left                                          int // how often it looks yet, in this run
}

func (l *looker) Reached(s *Stop) {
	if l.points++; l.points%l.every == 0 && l.left > 0 {
		l.left--
		l.look(s)
	}
}

func (l *looker) Failed(s *Stop, f *Fault) {
	l.failed++
	l.look(s)
}

func (l *looker) look(s *Stop) {
	l.looked++
	frames := s.Frames(0, 30)
	if want := min(30, s.Depth()); len(frames) != want {
		panic(fmt.Sprintf("%d frames, want %d", len(frames), want))
	}
	for _, f := range frames {
		l.frames++
		for _, local := range f.Locals() {
			l.visit(local.Value, 3)
		}
	}
	l.visit(s.Value(), 3)
}

func (l *looker) visit(v View, depth int) {
	if !v.IsSet() || depth == 0 {
		return
	}
	l.values++
	v.Leaf()
	for i := range min(v.Len(), 3) {
		l.visit(v.Part(i), depth-1)
	}
}

// stepped returns where a run of code that is compiled for stepping, looked at on the way,
// differs from a sequential run: in the value, or in the fault, its message and its path.
func stepped(p, q *Program, name string, l *looker) string {
	limits := Options{Sequential: true, MaxSteps: 100_000, MaxMemory: 1 << 30}
	want, _, wantErr := p.Run(context.Background(), Entry{Name: name}, nil, limits)
	limits.Debugger, l.left = l, 300
	got, _, err := q.Run(context.Background(), Entry{Name: name}, nil, limits)
	var f, g *Fault
	errors.As(wantErr, &f)
	errors.As(err, &g)
	if f != nil && (f.Kind == StepFault || f.Kind == MemoryFault) || g != nil && g.Kind == StepFault {
		return "" // the two count steps differently
	}
	if (f != nil) != (g != nil) {
		return fmt.Sprintf("ends with %v, want %v", err, wantErr)
	}
	if f != nil {
		if f.Kind != g.Kind || f.Message != g.Message || fmt.Sprint(f.Path) != fmt.Sprint(g.Path) {
			return fmt.Sprintf("fails with %v %v, want %v %v", g, g.Path, f, f.Path)
		}
		return ""
	}
	if err != nil || wantErr != nil {
		return fmt.Sprintf("ends with %v, want %v", err, wantErr)
	}
	if a, b := value.Text(got), value.Text(want); a != b {
		return fmt.Sprintf("gives %.300s, want %.300s", a, b)
	}
	return ""
}

// Random programs come to the same when they are compiled for stepping and looked at on
// the way, to the bit and to the place of the fault.
func TestSteppedPrograms(t *testing.T) {
	l := &looker{every: 7}
	for seed := *firstProgram; seed < *firstProgram+uint64(*steppedPrograms); seed++ {
		effects, drivers := progen.MakeEffects(seed)
		texts := map[string][]string{
			progen.MakeFaults(seed): {"@main"}, showing(progen.Make(seed).Text): {"@main"}, progen.MakeDense(seed): {"@main"}, effects: nil,
		}
		for _, names := range drivers {
			texts[effects] = append(texts[effects], names[:]...)
		}
		for text, names := range texts {
			m := module(text)
			if rejected(m) {
				continue
			}
			p, err := Compile(m, nil)
			q, err2 := Step(m, nil)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			for _, name := range names {
				if why := stepped(p, q, name, l); why != "" {
					t.Errorf("seed %d: %s %s\n%s", seed, name, why, text)
				}
			}
		}
	}
	t.Logf("%+v", *l)
	if n := *steppedPrograms; n >= 40 && (l.looked < n || l.failed < n/10 || l.values < l.frames) {
		t.Errorf("too little was looked at: %+v", *l)
	}
}
