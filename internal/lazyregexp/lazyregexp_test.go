package lazyregexp

import "testing"

func TestNew(t *testing.T) {
	digits := New(`^[0-9]+$`)
	if !digits().MatchString("12") || digits().MatchString("x") {
		t.Error("the expression matches other texts than its own")
	}
	if first, second := digits(), digits(); first != second {
		t.Error("the expression is compiled at each call")
	}
}

// TestMalformed: a test binary stops at a malformed expression, used or not.
func TestMalformed(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a malformed expression is accepted")
		}
	}()
	New(`(`)
}
