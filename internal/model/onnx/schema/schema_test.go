package schema

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func find(t testing.TB, op string, version int64) *Schema {
	t.Helper()
	s, err := Find("", op, version)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFindVersion(t *testing.T) {
	for _, c := range []struct {
		domain, op     string
		version, since int64
	}{
		{"", "Softmax", 1, 1}, {"", "Softmax", 10, 1}, {"", "Softmax", 11, 11}, {"", "Softmax", 13, 13}, {"", "Softmax", 99, 13},
		{"ai.onnx", "Add", 6, 6}, {"", "Add", 12, 7}, {"", "Scatter", 10, 9}, {"", "Upsample", 9, 9},
		{"ai.onnx.ml", "Scaler", 3, 1}, {"ai.onnx.preview.training", "Adam", 1, 1},
	} {
		s, err := Find(c.domain, c.op, c.version)
		if err != nil || s.Since != c.since || s.Op != c.op {
			t.Errorf("%s %d: %+v, %v; want the version of %d", c.op, c.version, s, err, c.since)
		}
	}
}

func TestFindErrors(t *testing.T) {
	for _, c := range []struct {
		domain, op string
		version    int64
		want       string
	}{
		{"", "Conv2D", 13, "ONNX has no operator `Conv2D`; did you mean `Conv`?"},
		{"", "Nonsensical", 13, "ONNX has no operator `Nonsensical`"},
		{"com.microsoft", "Gelu", 1, "the domain `com.microsoft` has no operator `Gelu`"},
		{"", "a\n\xff", 1, `ONNX has no operator "a\n\xff"`},
		{"", strings.Repeat("a", 1000), 1, "ONNX has no operator `" + strings.Repeat("a", 80) + "…`"},
		{"", "HardSwish", 11, "`HardSwish` came with opset 14, and the model imports 11; import opset 14 or a later one"},
		{"", "GroupNormalization", 17, "`GroupNormalization` came with opset 18, and the model imports 17; import opset 18 or a later one"},
		{"", "Scatter", 13, "`Scatter` was removed after opset 10, and the model imports 13; use `ScatterElements`"},
		{"", "Upsample", 10, "`Upsample` was removed after opset 9, and the model imports 10; use `Resize`"},
		{"ai.onnx.ml", "TreeEnsembleRegressor", 5, "`TreeEnsembleRegressor` was removed after opset 4 of ai.onnx.ml, and the model imports 5; use `TreeEnsemble`"},
	} {
		if _, err := Find(c.domain, c.op, c.version); err == nil || err.Error() != c.want {
			t.Errorf("%s %d:\n%v\nwant\n%v", c.op, c.version, err, c.want)
		}
	}
	_, err := Find("", "HardSwish", 11)
	if old, ok := errors.AsType[*TooOldError](err); !ok || old.Since != 14 || old.Version != 11 {
		t.Errorf("%#v", err)
	}
}

func TestDefaults(t *testing.T) {
	for _, c := range []struct {
		op        string
		version   int64
		attribute string
		want      Attribute
	}{
		{"Softmax", 12, "axis", Attribute{Type: IntAttr, HasDefault: true, Int: 1}},
		{"Softmax", 13, "axis", Attribute{Type: IntAttr, HasDefault: true, Int: -1}},
		{"BatchNormalization", 9, "epsilon", Attribute{Type: FloatAttr, HasDefault: true, Float: 1e-5}},
		{"BatchNormalization", 15, "training_mode", Attribute{Type: IntAttr, HasDefault: true}},
		{"BatchNormalization", 1, "consumed_inputs", Attribute{Type: IntsAttr, Required: true}},
		{"Dropout", 10, "ratio", Attribute{Type: FloatAttr, HasDefault: true, Float: 0.5}},
		{"Dropout", 13, "seed", Attribute{Type: IntAttr}},
		{"Pad", 10, "pads", Attribute{Type: IntsAttr, Required: true}},
		{"Pad", 11, "mode", Attribute{Type: StringAttr, HasDefault: true, Str: "constant"}},
		{"Resize", 11, "cubic_coeff_a", Attribute{Type: FloatAttr, HasDefault: true, Float: -0.75}},
		{"Resize", 13, "coordinate_transformation_mode", Attribute{Type: StringAttr, HasDefault: true, Str: "half_pixel"}},
		{"Clip", 6, "max", Attribute{Type: FloatAttr, HasDefault: true, Float: 3.4028234663852886e38}},
		{"Clip", 1, "max", Attribute{Type: FloatAttr}},
		{"Selu", 22, "alpha", Attribute{Type: FloatAttr, HasDefault: true, Float: 1.6732632}},
		{"Conv", 11, "group", Attribute{Type: IntAttr, HasDefault: true, Int: 1}},
		{"RNN", 14, "activations", Attribute{Type: StringsAttr, HasDefault: true, Strs: []string{"Tanh", "Tanh"}}},
		{"MeanVarianceNormalization", 13, "axes", Attribute{Type: IntsAttr, HasDefault: true, Ints: []int64{0, 2, 3}}},
		{"If", 13, "else_branch", Attribute{Type: GraphAttr, Required: true}},
	} {
		a := find(t, c.op, c.version).Attribute(c.attribute)
		if a == nil {
			t.Errorf("%s %d has no %s", c.op, c.version, c.attribute)
			continue
		}
		c.want.Name = c.attribute
		if !sameAttribute(*a, c.want) {
			t.Errorf("%s %d: %+v, want %+v", c.op, c.version, *a, c.want)
		}
	}
	for _, name := range []string{"min", "max", "", "Min"} {
		if a := find(t, "Clip", 11).Attribute(name); a != nil {
			t.Errorf("Clip of opset 11 has the attribute %+v", a)
		}
	}
}

func sameAttribute(a, b Attribute) bool {
	same := slices.Equal(a.Ints, b.Ints) && slices.Equal(a.Floats, b.Floats) && slices.Equal(a.Strs, b.Strs)
	a.Ints, a.Floats, a.Strs, b.Ints, b.Floats, b.Strs = nil, nil, nil, nil, nil, nil
	return same && a.Name == b.Name && a.Type == b.Type && a.Required == b.Required && a.HasDefault == b.HasDefault &&
		a.Int == b.Int && a.Float == b.Float && a.Str == b.Str
}

func TestFormals(t *testing.T) {
	concat := find(t, "Concat", 13)
	if concat.MinInputs != 1 || concat.MaxInputs != -1 || concat.Input(7) != &concat.Inputs[0] || concat.Output(1) != nil {
		t.Errorf("%+v", concat)
	}
	loop := find(t, "Loop", 13)
	if loop.MinInputs != 2 || loop.MaxInputs != -1 || loop.Inputs[0].Option != Optional || loop.Inputs[2].Homogeneous || loop.MinOutputs != 1 {
		t.Errorf("%+v", loop)
	}
	conv := find(t, "Conv", 11)
	if conv.MinInputs != 2 || conv.MaxInputs != 3 || conv.MinOutputs != 1 || conv.MaxOutputs != 1 || conv.Input(3) != nil {
		t.Errorf("%+v", conv)
	}
	norm := find(t, "BatchNormalization", 9)
	if norm.MinOutputs != 1 || norm.MaxOutputs != 5 || !slices.Equal(norm.outputCounts, []int{1, 5}) {
		t.Errorf("%+v", norm)
	}
	if gather := find(t, "Gather", 13); !slices.Equal(gather.Allowed(gather.Inputs[1]), []string{"tensor(int32)", "tensor(int64)"}) {
		t.Errorf("%+v", gather)
	}
	if reshape := find(t, "Reshape", 13); !slices.Equal(reshape.Allowed(reshape.Inputs[1]), []string{"tensor(int64)"}) {
		t.Errorf("%+v", reshape)
	}
}

// TestTable parses all lines of the table and checks what the rest relies on.
func TestTable(t *testing.T) {
	count := 0
	for name, d := range index().domains {
		for _, op := range Operators(name) {
			o := d.operators[op]
			if !slices.IsSorted(Versions(name, op)) {
				t.Errorf("%s: the versions %v are not sorted", op, Versions(name, op))
			}
			for i := range o.versions {
				checkSchema(t, o.schema(i))
				count++
			}
		}
	}
	if count < 600 || len(schemas) > 150_000 {
		t.Errorf("%d versions in %d bytes", count, len(schemas))
	}
	var previous string
	for line := range strings.Lines(schemas) {
		word, _, _ := strings.Cut(line, " ")
		switch {
		case word == "domain":
			previous = ""
		case word == "#" || word == "types":
		case word < previous:
			t.Errorf("%s follows %s", word, previous)
		default:
			previous = word
		}
	}
}

func checkSchema(t *testing.T, s *Schema) {
	t.Helper()
	if s.Deprecated {
		return
	}
	if !slices.IsSortedFunc(s.Attributes, func(a, b Attribute) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("%s %d: the attributes are not sorted", s.Op, s.Since)
	}
	if len(s.Outputs) == 0 {
		t.Errorf("%s %d has no outputs", s.Op, s.Since)
	}
	for _, f := range slices.Concat(s.Inputs, s.Outputs) {
		for _, allowed := range s.Allowed(f) {
			if !strings.HasSuffix(allowed, ")") {
				t.Errorf("%s %d: `%s` has the type %s", s.Op, s.Since, f.Name, allowed)
			}
		}
		if f.Name == "" || len(s.Allowed(f)) == 0 {
			t.Errorf("%s %d: %+v", s.Op, s.Since, f)
		}
	}
	for i, f := range s.Inputs {
		if f.Option == Variadic && i < len(s.Inputs)-1 {
			t.Errorf("%s %d: `%s` is not the last", s.Op, s.Since, f.Name)
		}
	}
}

func TestNewest(t *testing.T) {
	for domain, want := range map[string]int64{"": 28, "ai.onnx": 28, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "com.microsoft": 0} {
		if got := Newest(domain); got != want {
			t.Errorf("%q: %d, want %d", domain, got, want)
		}
	}
	if all := Operators(""); len(all) < 200 || !slices.IsSorted(all) || Operators("other") != nil {
		t.Errorf("%d operators", len(all))
	}
	if v := Versions("", "Softmax"); !slices.Equal(v, []int64{1, 11, 13}) || Versions("", "Nothing") != nil {
		t.Errorf("%v", v)
	}
}

func BenchmarkIndex(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		newTable(schemas)
	}
}

func BenchmarkFind(b *testing.B) {
	b.Run("cold", func(b *testing.B) {
		o := index().domains[""].operators["Resize"]
		b.ReportAllocs()
		for b.Loop() {
			o.versions[o.at(13)].parsed.Store(nil)
			if _, err := Find("", "Resize", 13); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("warm", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Find("", "Resize", 13); err != nil {
				b.Fatal(err)
			}
		}
	})
}
