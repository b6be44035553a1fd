package interp

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Values from outside do not hold the tags of their first fields.
func TestHeadsOfValuesFromOutside(t *testing.T) {
	p := compiled(t, `data Color { Red : () -> Color  Green : () -> Color  Black : () -> Color }
data Box { Empty : () -> Box  Full : (Color[], int32) -> Box }
def @f(%b : Box[]) -> int32 { match(%b) { case Full(Green(), %n) { %n } case Full(Black(), %n) { -%n } case _ { 0 } } }`)
	for i, want := range []string{"0", "7", "-7"} {
		color := &value.Data{Name: []string{"Red", "Green", "Black"}[i], Tag: i}
		box := &value.Data{Name: "Full", Tag: 1, Fields: []value.Value{color, value.FromInt(value.Int32, 7)}}
		if got := result(t, p, "@f", []value.Value{box}, Options{}); got != want {
			t.Errorf("%s gives %s, want %s", value.Text(box), got, want)
		}
	}
}
