package raf_test

import (
	"slices"
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

// TestOptionalPlaces holds that what RAF may leave out is no operand.
func TestOptionalPlaces(t *testing.T) {
	ops := table.Default()
	x, tag := raf.Arg{Value: op.Value{Kind: op.ExprValue}}, raf.Arg{Value: op.Int(0)}
	for _, args := range [][]raf.Arg{{x}, {x, tag}} {
		if r := raf.Read("raf.op.stream_sync", args, ops); r == nil || len(r.Operands) != 1 || len(r.Attrs) != len(args)-1 {
			t.Errorf("stream_sync of %d arguments: %+v", len(args), r)
		}
	}
}

// TestComputed holds that a call whose axes are computed is read as one of which no attribute is
// known, and leaves the reading of other calls as it was.
func TestComputed(t *testing.T) {
	ops := table.Default()
	x, one, null := raf.Arg{Value: op.Value{Kind: op.ExprValue}}, raf.Arg{Value: op.Int(1)}, raf.Arg{Value: op.Value{Kind: op.ExprValue}, Null: true}
	for _, args := range [][]raf.Arg{{x, x, x, one}, {x, x, one, null}, {x, x, null}} {
		if r := raf.Read("raf.op.sum", args, ops); r == nil || r.Op.Name != "raf.op.sum" || len(r.Attrs) > 0 || slices.Contains(r.Operands, -1) {
			t.Errorf("%v is read as %+v", args, r)
		}
		if r := raf.Read("raf.op.sum", []raf.Arg{x, one, one, one}, ops); r == nil || r.Op.Name != "sum" || len(r.Operands) != 1 || len(r.Attrs) != 3 {
			t.Errorf("afterwards another call is read as %+v", r)
		}
	}
}

// TestComputedShape holds that a call with a computed shape leaves the reading of other calls as it was.
func TestComputedShape(t *testing.T) {
	ops := table.Default()
	x, shape := raf.Arg{Value: op.Value{Kind: op.ExprValue}}, raf.Arg{Value: op.Ints(2, 3)}
	if r := raf.Read("raf.op.reshape", []raf.Arg{x, x}, ops); r == nil || r.Op.Name != "dyn.reshape" || len(r.Operands) != 2 {
		t.Errorf("a computed shape is read as %+v", r)
	}
	if r := raf.Read("raf.op.reshape", []raf.Arg{x, shape}, ops); r == nil || r.Op.Name != "reshape" || len(r.Operands) != 1 || len(r.Attrs) != 1 {
		t.Errorf("afterwards another call is read as %+v", r)
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
