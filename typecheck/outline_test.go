package typecheck_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestOutlines: a definition without its body has the type that was inferred from it, what
// cannot be read again is told, and nobody sees a body.
func TestOutlines(t *testing.T) {
	const whole = "def @id(%x) { %x }\ndef @each(%f, %xs) { map(%f, %xs) }\ndef @add(%x, %y) { %x + %y }\n"
	const heads = "def @id(%x) { () }\ndef @each(%f, %xs) { () }\ndef @add(%x, %y) { () }\n"
	make := func(text string, outlines map[int]typecheck.Outline, asked func(int)) *typecheck.Module {
		return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("a.frac", text), Ops: table.Default(), Outlines: outlines, Asked: asked})
	}
	full := make(whole, nil, nil)
	outlines := map[int]typecheck.Outline{}
	for i := range 3 {
		w, ok := full.Written(i)
		if !ok || !full.Inferred(i) {
			t.Fatalf("the type of item %d is not written: %+v", i, w)
		}
		outlines[i] = typecheck.Outline{Type: w}
	}
	var asked []int
	m := make(heads, outlines, func(i int) { asked = append(asked, i) })
	for i := range 3 {
		if got, want := types.String(m.Object(i).Type), types.String(full.Object(i).Type); got != want {
			t.Errorf("item %d: %s, want %s", i, got, want)
		}
	}
	if len(m.Unread()) > 0 || len(asked) > 0 || m.Inferred(0) {
		t.Errorf("unread %d, asked %d", m.Unread(), asked)
	}
	if r := m.Check(1); len(r.Diagnostics) != 1 || len(asked) != 1 || asked[0] != 1 {
		t.Errorf("%v, asked %d", r.Diagnostics, asked)
	}
	for _, bad := range []typecheck.WrittenType{
		{Text: "int32"}, {Text: "fn(int32) -> Gone"}, {Text: "fn(int32, int32) -> int32"}, {Text: "fn<a>(a) -> a"}, {Text: "fn<a>(a) -> a", Marks: "x"},
		{Text: "fn(int32) -> int32", Marks: "n"}, {Text: "fn(", Marks: ""},
	} {
		m := make(heads, map[int]typecheck.Outline{0: {Type: bad}, 1: outlines[1], 2: outlines[2]}, nil)
		if unread := m.Unread(); len(unread) != 1 || unread[0] != 0 {
			t.Errorf("%+v is read: %s, unread %d", bad, types.String(m.Object(0).Type), unread)
		}
	}
}
