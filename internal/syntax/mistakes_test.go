package syntax

import (
	"reflect"
	"strings"
	"testing"
)

// TestMistakes holds that the errors of items in a file of very many are those that each
// has by itself, whether the item keeps them or not.
func TestMistakes(t *testing.T) {
	file := ParseFile("a.frac", strings.Repeat("def f(x):\n#[inline]\ndef @g( { 1 }\ndef @h() { 1 }\n", 1500))
	forgot := 0
	for _, item := range file.All() {
		alone := ParseItem(item.Text)
		if got := item.Mistakes(); !reflect.DeepEqual(got, alone.Errors) {
			t.Fatalf("%q: %v, alone %v", item.Text, got, alone.Errors)
		}
		if !reflect.DeepEqual(item.Attributes, alone.Attributes) || (len(item.Errors) > 0) != (len(alone.Errors) > 0) {
			t.Fatalf("%q is not the item that it is alone", item.Text)
		}
		if len(item.Errors) > 0 && &item.Errors[0] == &dropped[0] {
			forgot++
		}
	}
	if forgot == 0 {
		t.Error("all errors are kept")
	}
}
