package metadata

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
)

// operators are two of the table's, as far as their attributes go: one whose class
// text must name, and one that has every form of attribute.
var operators = map[string]*op.Op{
	"cumsum": {Name: "cumsum", Attrs: []op.Attr{
		{Name: "axis", Type: op.IntAttr}, {Name: "dtype", Type: op.DtypeAttr}, {Name: "exclusive", Type: op.BoolAttr},
		{Name: op.TypeKey, Type: op.StringAttr, Allowed: []string{"relay.attrs.ScanopAttrs"}},
	}},
	"sum": {Name: "sum", Attrs: []op.Attr{
		{Name: "axis", Type: op.IntsAttr}, {Name: "keepdims", Type: op.BoolAttr, Default: op.Boolean(false)},
		{Name: "groups", Type: op.IntAttr, Default: op.Int(1)}, {Name: "epsilon", Type: op.FloatAttr, Default: op.Float(1e-5)},
		{Name: "layout", Type: op.StringAttr, Default: op.Text("NCHW")}, {Name: "mode", Type: op.StringAttr},
		{Name: "pads", Type: op.ListAttr}, {Name: "sections", Type: op.IntOrIntsAttr}, {Name: "device", Type: op.ExprAttr},
		{Name: "units", Type: op.IntAttr, Required: true}, {Name: "scale", Type: op.FloatsAttr},
	}},
}

const attributesText = `{"root": 1, "nodes": [
	{"type_key": ""},
	{"type_key": "Map", "keys": ["relay.attrs.ScanopAttrs", "relay.attrs.ReduceAttrs", "VirtualDevice"], "data": [2, 3, 4]},
	{"type_key": "Array", "data": [5]}, {"type_key": "Array", "data": [6, 7, 8, 9]}, {"type_key": "Array", "data": [10]},
	{"type_key": "relay.attrs.ScanopAttrs", "attrs": {"axis": "11", "dtype": "int64", "exclusive": "12"}},
	{"type_key": "relay.attrs.ReduceAttrs", "attrs": {"axis": "13", "keepdims": "1", "groups": "11", "epsilon": "0.001",
	  "layout": "NHWC", "mode": "15", "pads": "16", "sections": "17", "device": "10", "units": "0", "scale": "18"}},
	{"type_key": "relay.attrs.ReduceAttrs", "attrs": {"keepdims": "0", "groups": "1", "layout": "NCHW", "units": "14"}},
	{"type_key": "relay.attrs.ReduceAttrs", "attrs": {"axis": "99", "groups": "two", "scale": "3"}},
	{"type_key": "relay.attrs.ReduceAttrs", "attrs": {"direction": "1"}},
	{"type_key": "VirtualDevice", "attrs": {"device_type_int": "1"}},
	{"type_key": "IntImm", "attrs": {"dtype": "int32", "span": "0", "value": "-1"}},
	{"type_key": "IntImm", "attrs": {"dtype": "bool", "span": "0", "value": "1"}},
	{"type_key": "Array", "data": [11, 14, 19]},
	{"type_key": "IntImm", "attrs": {"dtype": "int64", "value": "4"}},
	{"type_key": "runtime.String", "repr_str": "constant"},
	{"type_key": "Array", "data": [13, 13]},
	{"type_key": "runtime.BoxInt", "repr_str": "3"},
	{"type_key": "Array", "data": [20, 14]},
	{"type_key": "tir.Any", "attrs": {"dtype": "int32"}},
	{"type_key": "FloatImm", "attrs": {"dtype": "float32", "value": "0.5"}}],
	"b64ndarrays": []}`

func TestAttributes(t *testing.T) {
	tests := []struct {
		kind  string
		i     int
		op    string
		want  string
		wrong []string
	}{
		{"relay.attrs.ScanopAttrs", 0, "cumsum", `attrs_type_key="relay.attrs.ScanopAttrs" axis=-1 dtype="int64" exclusive=True`, nil},
		{"relay.attrs.ReduceAttrs", 0, "sum", `axis=[-1, 4, ?] device=_ epsilon=0.001f groups=11 keepdims=True layout="NHWC" mode="constant" ` +
			`pads=[[-1, 4, ?], [-1, 4, ?]] scale=[0.5f, 4] sections=3 units=None`, nil},
		{"relay.attrs.ReduceAttrs", 1, "sum", `units=4`, nil},
		{"relay.attrs.ReduceAttrs", 2, "sum", "", []string{"`axis` cannot be read: it names node 99, and the section has 21", "`groups` cannot be read: it is `two`, and must be an integer"}},
		{"relay.attrs.ReduceAttrs", 3, "sum", "", []string{"has the attribute `direction`, and `sum` has none of that name"}},
		{"relay.attrs.ReduceAttrs", 0, "cumsum", "", []string{"the attributes of `cumsum` are of the class `relay.attrs.ScanopAttrs`"}},
		{"relay.attrs.ScanopAttrs", 0, "sum", "", []string{"has the attribute `dtype`, and `sum` has none"}},
		{"VirtualDevice", 0, "sum", "", []string{"an object of the class `VirtualDevice` has no attributes"}},
	}
	s, problems := Read([]byte(attributesText))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, test := range tests {
		named, err := s.Entry(test.kind, test.i).Attributes(operators[test.op])
		for _, w := range test.wrong {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%s %d of %s: got %v, want %q", test.kind, test.i, test.op, err, w)
			}
		}
		if len(test.wrong) > 0 {
			continue
		}
		if got := written(named); err != nil || got != test.want {
			t.Errorf("%s %d of %s: got %s (%v), want %s", test.kind, test.i, test.op, got, err, test.want)
		}
	}
}

func written(named []op.Named) string {
	texts := make([]string, len(named))
	for i, n := range named {
		texts[i] = n.Name + "=" + n.Value.String()
	}
	return strings.Join(texts, " ")
}

// TestSharedLists holds that lists of lists, which name each other, are read in a
// time that the length of the text decides, and refused where they represent more
// than an attribute could.
func TestSharedLists(t *testing.T) {
	nodes := []string{`{"type_key": ""}`, `{"type_key": "Map", "keys": ["relay.attrs.ReduceAttrs"], "data": [2]}`, `{"type_key": "Array", "data": [3, 4, 5]}`}
	for _, pads := range []string{"6", "7", "12"} {
		nodes = append(nodes, `{"type_key": "relay.attrs.ReduceAttrs", "attrs": {"pads": "`+pads+`", "units": "0"}}`)
	}
	nodes = append(nodes, `{"type_key": "Array", "data": [6]}`,
		`{"type_key": "Array", "data": [`+strings.Repeat("8, ", 999)+`8]}`, `{"type_key": "Array", "data": [`+strings.Repeat("9, ", 999)+`9]}`,
		`{"type_key": "IntImm", "attrs": {"value": "1"}}`, `{"type_key": "Array", "data": [11, 11]}`, `{"type_key": "Array", "data": [9, 9]}`,
		`{"type_key": "Array", "data": [10, 10]}`)
	s, problems := Read([]byte(`{"root": 1, "nodes": [` + strings.Join(nodes, ",\n") + `]}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for i, want := range []string{errTooDeep.Error(), errTooLong.Error(), ""} {
		_, err := s.Entry("relay.attrs.ReduceAttrs", i).Attributes(operators["sum"])
		if got := err != nil; got != (want != "") || got && !strings.Contains(err.Error(), want) {
			t.Errorf("list %d: got %v, want %q", i, err, want)
		}
	}
	if s["relay.attrs.ReduceAttrs"][2].Class != "relay.attrs.ReduceAttrs" {
		t.Error("the class is lost")
	}
}
