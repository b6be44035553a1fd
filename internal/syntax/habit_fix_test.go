package syntax

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// TestHabitFixConfidence holds that a spelling of other languages is only safe to
// mend where it has one reading.
func TestHabitFixConfidence(t *testing.T) {
	for text, want := range map[string]codes.Confidence{
		"%a and %b": codes.Safe,
		"%a <> %b":  codes.Safe,
		"if (%a) { 1 } elif (%b) { 2 } else { 3 }": codes.Safe,
		"pub fn @f() { 1 }":                        codes.Safe,
		"%a is %b":                                 codes.Unsaid,
		"not %a == %b":                             codes.Unsaid,
		"var %a = 1; %a":                           codes.Unsaid,
	} {
		errors := ParseFile("test.frac", text).Item(0).Errors
		if len(errors) != 1 || len(errors[0].Fixes) != 1 || errors[0].Fixes[0].Confidence != want {
			t.Errorf("%s: got %+v, want one fix that is %s", text, errors, want)
		}
	}
}
