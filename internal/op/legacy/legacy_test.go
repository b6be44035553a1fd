package legacy_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/legacy"
	"github.com/fraccheck/fraccheck/internal/op/table"
)

// TestReadingsAreToday holds that each old form is read as a call that the operators of
// today have: its name, its attributes, as many operands, and that today's form is not
// read as old.
func TestReadingsAreToday(t *testing.T) {
	ops := table.Default()
	legacy.Each(func(name string, call *legacy.Call, r *legacy.Reading) {
		o := ops[r.Operator]
		if o == nil {
			t.Errorf("%s is read as %s, which is no operator", name, r.Operator)
			return
		}
		if n := len(r.Operands); r.Operands != nil && n > len(o.Params) {
			t.Errorf("%s: %d operands are read, and %s has %d", name, n, r.Operator, len(o.Params))
		}
		today := legacy.Call{Operator: r.Operator, Operands: len(o.Params)}
		for _, a := range r.Add {
			if o.Attr(a.Name) < 0 {
				t.Errorf("%s: %s has no attribute %s", name, r.Operator, a.Name)
			}
			today.Attrs = append(today.Attrs, op.Named{Name: a.Name, Value: a.Value.Value})
		}
		for _, a := range call.Attrs {
			moved := slices.ContainsFunc(r.Operands, func(p legacy.Operand) bool { return p.Attr == a.Name })
			if !slices.Contains(r.Drop, a.Name) && !moved {
				today.Attrs = append(today.Attrs, a)
			}
		}
		if again := legacy.Read(&today); again != nil && !r.Unwritable {
			t.Errorf("%s: what it is read as is old again", name)
		}
		if r.Today == "" {
			t.Errorf("%s does not say what is written today", name)
		}
	})
}

// TestOldNamesAreGone holds the names in the table against TVM's registry of today.
func TestOldNamesAreGone(t *testing.T) {
	data, err := os.ReadFile("../../../../shared/reference/relay-ops.json")
	if err != nil {
		t.Skip("TVM's registry is not here: ", err)
	}
	var registered []struct {
		Name  string
		Attrs [][2]string
	}
	if err := json.Unmarshal(data, &registered); err != nil {
		t.Fatal(err)
	}
	today := map[string]bool{}
	for _, o := range registered {
		today[o.Name] = true
	}
	legacy.Each(func(name string, _ *legacy.Call, r *legacy.Reading) {
		if r.Operator != name && today[name] && name != "reshape" {
			t.Errorf("%s is an operator of today and is read as %s", name, r.Operator)
		}
		if !today[r.Operator] && r.Operator != "vm.shape_func" {
			t.Errorf("%s is read as %s, which TVM does not have", name, r.Operator)
		}
	})
}
