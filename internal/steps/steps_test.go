package steps

import (
	"context"
	"errors"
	"testing"
)

func spend(m *Meter, times, n int) (spent int, err error) {
	err = Run(func() {
		for range times {
			m.Spend(n)
			spent += n
		}
	})
	return spent, err
}

func TestMeter(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	if spent, err := spend(New(ctx, 10), 20, 1); spent != 10 || !errors.Is(err, ErrExhausted) {
		t.Errorf("%d steps of 10 were made: %v", spent, err)
	}
	if spent, err := spend(nil, 20, 1); spent != 20 || err != nil {
		t.Errorf("%d steps of 20 were made without a meter: %v", spent, err)
	}
	cancel()
	if spent, err := spend(New(ctx, 1<<30), 1<<20, 1); spent > lookEvery || !errors.Is(err, context.Canceled) {
		t.Errorf("%d steps after the context ended: %v", spent, err)
	}
}

// TestPart holds that steps of a part are steps of the whole, and that a part may be over
// before the whole is.
func TestPart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	whole := New(ctx, 10)
	if spent, err := spend(whole.Part(4), 20, 1); spent != 4 || !errors.Is(err, ErrExhausted) {
		t.Errorf("%d steps of a part of 4 were made: %v", spent, err)
	}
	if spent, err := spend(whole.Part(20), 20, 1); spent != 6 || !errors.Is(err, ErrExhausted) {
		t.Errorf("%d steps of the 6 that are left were made: %v", spent, err)
	}
	part := New(ctx, 1<<30).Part(1 << 30)
	if cancel(); !part.Ended() {
		t.Error("a part does not hear that the context has ended")
	}
	if spent, err := spend(part, 1<<20, 1); spent > lookEvery || !errors.Is(err, context.Canceled) {
		t.Errorf("%d steps after the context ended: %v", spent, err)
	}
}

// TestRun holds that what is no stop goes on, and that a part may be stopped by itself.
func TestRun(t *testing.T) {
	defer func() {
		if r := recover(); r != "other" {
			t.Errorf("recovered %v", r)
		}
	}()
	if err := Run(func() {
		if err := Run(Exhaust); err != nil {
			Stop(err)
		}
	}); !errors.Is(err, ErrExhausted) {
		t.Error(err)
	}
	Run(func() { panic("other") })
}
