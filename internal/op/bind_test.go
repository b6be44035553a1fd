package op_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// TestBind binds attributes of an operator and holds the code, the attribute
// and a part of the text of each error.
func TestBind(t *testing.T) {
	list := func(v ...op.Value) op.Value { return op.Value{Kind: op.ListValue, List: v} }
	tests := []struct {
		op    string
		given []op.Named
		want  []string // code, attribute, part of message or note; three for each error
	}{
		{"sum", nil, nil},
		{"sum", []op.Named{{Name: "axis", Value: op.Ints(0)}, {Name: "keepdims", Value: op.Int(1)}}, nil},
		{"sum", []op.Named{{Name: "axis", Value: op.Value{}}}, nil},
		{"sum", []op.Named{{Name: "axis", Value: op.Int(0)}}, []string{"attribute-value", "axis", "takes a list of integers, not an integer"}},
		{"sum", []op.Named{{Name: "axis", Value: list(op.Float(0.5))}}, []string{"attribute-value", "axis", "a list of integers"}},
		{"sum", []op.Named{{Name: "keepdims", Value: op.Value{}}}, []string{"attribute-value", "keepdims", "not `None`"}},
		{"sum", []op.Named{{Name: "keepdim", Value: op.Boolean(true)}}, []string{"unknown-attribute", "keepdim", "did you mean `keepdims`?"}},
		{"sum", []op.Named{{Name: "Axis", Value: op.Ints(0)}}, []string{"unknown-attribute", "Axis", "did you mean `axis`?"}},
		{"add", []op.Named{{Name: "axis", Value: op.Int(0)}}, []string{"unknown-attribute", "axis", "has no attributes"}},
		{"transpose", nil, []string{"attribute-value", "", "needs the attribute `axes`"}},
		{"transpose", []op.Named{{Name: "axes", Value: op.Value{}}}, nil},
		{"clip", []op.Named{{Name: "a_min", Value: op.Int(0)}, {Name: "a_max", Value: op.Float(6)}}, nil},
		{"expand_dims", []op.Named{{Name: "axis", Value: op.Boolean(true)}}, nil},
		{"expand_dims", []op.Named{{Name: "axis", Value: op.Float(1)}}, []string{"attribute-value", "axis", "an integer"}},
		{"arange", []op.Named{
			{Name: "start", Value: op.Float(0)}, {Name: "stop", Value: op.Value{Kind: op.ExprValue}},
			{Name: "step", Value: op.Value{Kind: op.MetaValue}}, {Name: "dtype", Value: op.Text("float32")},
		}, []string{"attribute-value", "start", "takes a variable or another expression that is no literal, not a number"}},
		{"cast", []op.Named{{Name: "dtype", Value: op.Text("flaot32")}}, []string{"attribute-value", "dtype", "there is no \"flaot32\""}},
		{"topk", []op.Named{{Name: "k", Value: op.Int(1)}, {Name: "ret_type", Value: op.Text("all")}}, []string{"attribute-value", "ret_type", "`both`, `values`, `indices`"}},
		{"cumsum", []op.Named{{Name: "axis", Value: op.Int(0)}}, []string{"attribute-value", "axis", "attrs_type_key=\"relay.attrs.ScanopAttrs\""}},
		// Of an attribute written twice only the last one counts.
		{"sum", []op.Named{{Name: "axis", Value: op.Int(0)}, {Name: "axis", Value: op.Ints(0)}}, nil},
		{"reshape", []op.Named{{Name: "newshape", Value: list(op.Value{Kind: op.DimValue, Dim: types.Any}, op.Int(-1))}}, nil},
	}
	ops := byName()
	for _, test := range tests {
		_, errs := op.Bind(ops[test.op], test.given)
		if len(errs)*3 != len(test.want) {
			t.Errorf("%s %v: got errors %v, want %q", test.op, test.given, errs, test.want)
			continue
		}
		for i, e := range errs {
			text := e.Message + " " + strings.Join(e.Notes, " ")
			if want := test.want[3*i:]; e.Code != want[0] || e.Attr != want[1] || !strings.Contains(text, want[2]) {
				t.Errorf("%s: got %s at %q: %s, want %q", test.op, e.Code, e.Attr, text, want[:3])
			}
		}
	}
}

func TestBindFillsDefaults(t *testing.T) {
	attrs, _ := op.Bind(byName()["topk"], []op.Named{{Name: "k", Value: op.Int(3)}})
	if axis, ok := attrs.Int("axis"); !ok || axis != -1 || attrs.IsGiven("axis") {
		t.Errorf("axis is %d (%v), want its default -1", axis, ok)
	}
	if k, ok := attrs.Int("k"); !ok || k != 3 || !attrs.IsGiven("k") {
		t.Errorf("k is %d (%v), want 3", k, ok)
	}
	if attrs.Has("dtype") || attrs.Dtype("dtype") != types.NoDtype {
		t.Error("dtype has a value")
	}
}

func byName() op.Table {
	table := op.Table{}
	for _, o := range arrayOps() {
		table[o.Name] = o
	}
	return table
}
