package table

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/reference"
)

// A registered operator is one as TVM registers it.
type registered struct {
	Name   string
	Inputs int
	Args   [][2]string
	Attrs  [][2]string // name, then type and default: "int, default=1"
	Kind   any         // a number where none is registered
}

func readRegistry(t *testing.T) []registered {
	t.Helper()
	var list []registered
	if err := json.Unmarshal(reference.Registry(t), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// renamed lists parameters with another name than TVM's: an attribute of the
// operator has that one, and a literal would be taken for both.
var renamed = map[string]string{"vision.get_valid_counts score_threshold": "threshold"}

// TestRegistered holds names, parameters, attributes, what may be left out and
// kinds against TVM's.
func TestRegistered(t *testing.T) {
	table := op.Table{}
	for _, o := range relay() {
		table[o.Name] = o
	}
	for _, want := range readRegistry(t) {
		o, ok := table[want.Name]
		if !ok {
			t.Errorf("the table lacks %s", want.Name)
			continue
		}
		compareParams(t, o, want)
		compareAttrs(t, o, want)
		if kind, known := want.Kind.(string); known && kind != o.Kind.String() {
			t.Errorf("%s is %s, want %s", o.Name, o.Kind, kind)
		}
	}
}

func compareParams(t *testing.T, o *op.Op, want registered) {
	var names, wanted []string
	for _, p := range o.Params {
		names = append(names, p.Name)
	}
	for _, a := range want.Args[:min(max(want.Inputs, 0), len(want.Args))] {
		name := a[0]
		if other, ok := renamed[want.Name+" "+name]; ok {
			name = other
		}
		wanted = append(wanted, name)
	}
	if !slices.Equal(names, wanted) {
		t.Errorf("%s has the parameters %v, want %v", o.Name, names, wanted)
	}
}

func compareAttrs(t *testing.T, o *op.Op, want registered) {
	for _, described := range want.Attrs {
		i := o.Attr(described[0])
		if i < 0 {
			t.Errorf("%s lacks the attribute %s", o.Name, described[0])
			continue
		}
		a := o.Attrs[i]
		_, value, has := strings.Cut(described[1], "default=")
		if a.Required == has {
			t.Errorf("%s: %s is required: %v, TVM has %q", o.Name, a.Name, a.Required, described[1])
		}
		if has && !sameDefault(a.Default, value) {
			t.Errorf("%s: the default of %s is %v, TVM has %q", o.Name, a.Name, a.Default, described[1])
		}
	}
}

// noValue are the defaults that represent an attribute without a value.
var noValue = []string{"(nullptr)", "void", "{}", "VirtualDevice(?)"}

// sameDefault compares a default with TVM's text of it; of lists, whether there
// is one.
func sameDefault(v op.Value, text string) bool {
	switch v.Kind {
	case op.NoneValue:
		return slices.Contains(noValue, text)
	case op.StringValue:
		return v.Str == text
	case op.ListValue:
		return strings.HasPrefix(text, "[")
	}
	x, err := strconv.ParseFloat(text, 64)
	return err == nil && x == v.Float+float64(v.Int)
}
