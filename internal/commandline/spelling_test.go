package commandline

import (
	"strings"
	"testing"
)

func TestSpelledOut(t *testing.T) {
	tests := []struct{ args, want string }{
		{"", ""},
		{"test -run x -update a", "test --run x --update a"},
		{"test -run=x a", "test --run=x a"},
		{"test -- -run", "test -- -run"},
		{"check -run", "check -run"},
		{"run a.frac @f -3 -0.5 -@g(1) -inff", "run a.frac @f (-3) (-0.5) (-@g(1)) (-inff)"},
		{"run a.frac -o x.npy", "run a.frac -o x.npy"},
		{"run a.frac @f -- -3", "run a.frac @f -- -3"},
	}
	for _, tt := range tests {
		if got := strings.Join(Respell(strings.Fields(tt.args)), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.args, got, tt.want)
		}
	}
}
