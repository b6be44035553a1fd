package nn_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/image"
	"github.com/fraccheck/fraccheck/internal/op/nn"
	"github.com/fraccheck/fraccheck/internal/op/qnn"
	"github.com/fraccheck/fraccheck/internal/reference"
)

// An entry is an operator as TVM registers it.
type entry struct {
	Name   string
	Inputs int
	Args   [][2]string
	Attrs  [][2]string
	Kind   any
}

func entries(t *testing.T) map[string]entry {
	var list []entry
	if err := json.Unmarshal(reference.Registry(t), &list); err != nil {
		t.Fatal(err)
	}
	byName := map[string]entry{}
	for _, e := range list {
		byName[e.Name] = e
	}
	return byName
}

// ours are the operators that TVM does not have.
var ours = map[string]bool{
	"image.resize_nd": true, "nn.max_pool1d_indices": true, "nn.max_pool2d_indices": true, "nn.max_pool3d_indices": true,
	"nn.modulated_deformable_conv2d": true,
}

func TestEntriesAreTVMs(t *testing.T) {
	all := entries(t)
	for _, o := range slices.Concat(nn.Ops(), qnn.Ops(), image.Ops()) {
		e, ok := all[o.Name]
		if ok == ours[o.Name] {
			t.Errorf("TVM has %s: %v", o.Name, ok)
		}
		if !ok {
			continue
		}
		compareEntry(t, o, e)
		delete(all, o.Name)
	}
	for name := range all {
		if strings.HasPrefix(name, "nn.") || strings.HasPrefix(name, "qnn.") || strings.HasPrefix(name, "image.") {
			t.Logf("missing: %s", name)
		}
	}
}

func compareEntry(t *testing.T, o *op.Op, e entry) {
	var params, attrs []string
	for _, p := range o.Params {
		params = append(params, p.Name)
	}
	for _, a := range o.Attrs {
		if a.Name != "attrs_type_key" && (o.Name != "nn.contrib_dense_pack" || a.Name != "weight_layout") { // which TVM registers with the class of nn.dense
			attrs = append(attrs, a.Name)
		}
	}
	var wantParams, wantAttrs []string
	for _, a := range e.Args[:e.Inputs] {
		wantParams = append(wantParams, a[0])
	}
	for _, a := range e.Attrs {
		wantAttrs = append(wantAttrs, a[0])
		checkDefault(t, o, a[0], a[1])
	}
	if !slices.Equal(params, wantParams) {
		t.Errorf("%s has the parameters %v, want %v", o.Name, params, wantParams)
	}
	if len(e.Attrs) > 0 && !slices.Equal(attrs, wantAttrs) {
		t.Errorf("%s has the attributes %v, want %v", o.Name, attrs, wantAttrs)
	}
	if kind, ok := e.Kind.(string); ok && kind != o.Kind.String() {
		t.Errorf("%s is %s, want %s", o.Name, o.Kind, kind)
	}
	if o.Doc == "" || o.Rule == "" {
		t.Errorf("%s has no Doc or no Rule", o.Name)
	}
}

func checkDefault(t *testing.T, o *op.Op, attr, described string) {
	i := o.Attr(attr)
	if i < 0 {
		return
	}
	a := o.Attrs[i]
	_, def, has := strings.Cut(described, "default=")
	if a.Required == has {
		t.Errorf("%s: %s is required: %v, TVM: %s", o.Name, attr, a.Required, described)
	}
	def = strings.TrimSuffix(strings.TrimPrefix(def, "("), ")")
	switch {
	case !has, def == "nullptr", def == "void":
		if a.Default.Kind != op.NoneValue {
			t.Errorf("%s: %s has a default, TVM: %s", o.Name, attr, described)
		}
	default:
		if want := atomOrList(def, a); !equalValues(want, a.Default) {
			t.Errorf("%s: the default of %s is %+v, TVM: %s", o.Name, attr, a.Default, described)
		}
	}
}

func atomOrList(text string, a op.Attr) op.Value {
	switch a.Type {
	case op.StringAttr:
		return op.Text(text)
	case op.FloatAttr:
		return atom(text + "f")
	case op.BoolAttr:
		return op.Boolean(text == "1")
	}
	r := &reader{text: text + " "}
	return r.value()
}

func equalValues(a, b op.Value) bool {
	if a.Kind != b.Kind || a.Int != b.Int || a.Float != b.Float || a.Str != b.Str || len(a.List) != len(b.List) {
		return false
	}
	for i := range a.List {
		if !equalValues(a.List[i], b.List[i]) {
			return false
		}
	}
	return true
}
