package raf_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/raf"
	"github.com/fraccheck/fraccheck/internal/op/table"
)

// TestPlacesAreToday holds that each operator is read as one that is in the table or that the
// package has, with attributes and operands that it has.
func TestPlacesAreToday(t *testing.T) {
	ops := table.Default()
	for _, name := range raf.Names() {
		entry, operands, attrs := raf.Places(name, ops)
		if entry == nil {
			t.Errorf("%s is read as no operator", name)
			continue
		}
		least, most := entry.Arity()
		if most >= 0 && operands > most || operands < least && entry.Name != "nn.layer_norm" {
			t.Errorf("%s has %d operands, and %s has %d to %d", name, operands, entry.Name, least, most)
		}
		for _, a := range attrs {
			if entry.Attr(a) < 0 {
				t.Errorf("%s: %s has no attribute %s", name, entry.Name, a)
			}
		}
	}
}

// TestDialects holds that a dialect is part of no name.
func TestDialects(t *testing.T) {
	ops := table.Default()
	x := raf.Arg{Value: op.Value{Kind: op.ExprValue}}
	for _, name := range []string{"raf.op.relu", "raf.op.cudnn.relu", "raf.op.tvm.relu", "mnm.op.relu"} {
		if r := raf.Read(name, []raf.Arg{x}, ops); r == nil || r.Op.Name != "nn.relu" {
			t.Errorf("%s is read as %v", name, r)
		}
	}
	for _, name := range []string{"relu", "raf.op.", "raf.op.nothing", "raf.relu"} {
		if raf.Known(name) {
			t.Errorf("%s is known", name)
		}
	}
}
