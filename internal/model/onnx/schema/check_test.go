package schema

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// use makes a Use from the words "inputs > outputs > attributes": types
// without `tensor(…)`, `_` for an unknown and `-` for an omitted one;
// attributes as `name:type`.
func use(t *testing.T, text string) Use {
	t.Helper()
	parts := strings.Split(text+" > >", ">")
	values := func(part string) []string {
		var all []string
		for word := range strings.FieldsSeq(part) {
			switch {
			case word == "_":
				word = ""
			case word != Omitted && !strings.Contains(word, "("):
				word = "tensor(" + word + ")"
			}
			all = append(all, word)
		}
		return all
	}
	u := Use{Inputs: values(parts[0]), Outputs: values(parts[1])}
	for word := range strings.FieldsSeq(parts[2]) {
		name, kind, _ := strings.Cut(word, ":")
		for i, known := range attributeTypes {
			if kind == known {
				u.Attributes = append(u.Attributes, Given{name, AttributeType(i)})
			}
		}
	}
	return u
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		op      string
		version int64
		node    string
		want    string // code input/output/attribute: message; note
	}{
		{"Gather", 13, "float float > _", "dtype-mismatch 1/-1/: input 1 (`indices`) of `Gather` is tensor(float); it must be tensor(int32) or tensor(int64); insert a Cast to int64 before input 1"},
		{"Gather", 13, "float > _", "arity-mismatch -1/-1/: `Gather` has 2 inputs, and 1 is given; its inputs are `data` and `indices`"},
		{"Gather", 13, "float - > _", "arity-mismatch 1/-1/: input 1 (`indices`) of `Gather` is omitted, and the operator requires it; its type is tensor(int32) or tensor(int64)"},
		{"Gather", 13, "float int64 > _ > axes:int", "unknown-attribute -1/-1/axes: `Gather` has no attribute `axes`; did you mean `axis`?; "},
		{"Gather", 13, "float int64 > _ > axis:float", "attribute-value -1/-1/axis: `axis` of `Gather` is a float; it must be an int; "},
		{"Gather", 13, "float int64 > _ > axis:int axis:int", "attribute-value -1/-1/axis: `Gather` has the attribute `axis` twice; "},
		{"Gather", 13, "float int64 > _ _", "arity-mismatch -1/1/: `Gather` has 1 output, and 2 are given; its output is `output`"},
		{"Gather", 13, "float int64 >", "arity-mismatch -1/-1/: `Gather` has 1 output, and none is given; its output is `output`"},
		{"Gather", 13, "float int64 > -", "arity-mismatch -1/0/: output 0 (`output`) of `Gather` has no name, and the operator requires it; name the output, even if nothing reads it"},
		{"Gather", 13, "float int64 > int64", "dtype-mismatch -1/0/: output 0 (`output`) of `Gather` is declared as tensor(int64); it is tensor(float); it has the type of input 0 (`data`)"},
		{"Gather", 13, "_ int64 > float8e5m2", "dtype-mismatch -1/0/: output 0 (`output`) of `Gather` is declared as tensor(float8e5m2); it can only be a tensor of bool, int8 to int64, uint8 to uint64, float16, bfloat16, float, double, complex64, complex128 or string; "},
		{"Gather", 13, "_ _ > _ > axis:int", ""},
		{"Add", 14, "float int64 > _", "dtype-mismatch 1/-1/: input 1 (`B`) of `Add` is tensor(int64), and input 0 (`A`) is tensor(float); both must have the same type; insert a Cast to float before input 1"},
		{"Add", 13, "int8 int8 > _", "dtype-mismatch 0/-1/: input 0 (`A`) of `Add` is tensor(int8); it must be a tensor of int32, int64, uint32, uint64, float16, bfloat16, float or double; opset 14 allows it: import that or a later one"},
		{"Add", 14, "int64 float > _", "dtype-mismatch 1/-1/: input 1 (`B`) of `Add` is tensor(float), and input 0 (`A`) is tensor(int64); both must have the same type; insert a Cast to float before input 0"},
		{"Add", 14, "string float > _", "dtype-mismatch 0/-1/: input 0 (`A`) of `Add` is tensor(string); it must be a tensor of int8 to int64, uint8 to uint64, float16, bfloat16, float or double; "},
		{"Add", 14, "bool double > _", "dtype-mismatch 0/-1/: input 0 (`A`) of `Add` is tensor(bool); it must be a tensor of int8 to int64, uint8 to uint64, float16, bfloat16, float or double; insert a Cast to double before input 0"},
		{"Equal", 19, "string float > _", "dtype-mismatch 1/-1/: input 1 (`B`) of `Equal` is tensor(float), and input 0 (`A`) is tensor(string); both must have the same type; "},
		{"Add", 14, "string string > _", "dtype-mismatch 0/-1/: input 0 (`A`) of `Add` is tensor(string); it must be a tensor of int8 to int64, uint8 to uint64, float16, bfloat16, float or double; "},
		{"Add", 14, "seq(tensor(float)) float > _", "dtype-mismatch 0/-1/: input 0 (`A`) of `Add` is seq(tensor(float)); it must be a tensor of int8 to int64, uint8 to uint64, float16, bfloat16, float or double; SequenceAt gives one element of a sequence, ConcatFromSequence joins all"},
		{"Add", 7, "float float > _ > axis:int", "unknown-attribute -1/-1/axis: `Add` has no attribute `axis`; opset 7 removed it; remove the attribute"},
		{"Relu", 14, "float > _ > alpha:float", "unknown-attribute -1/-1/alpha: `Relu` has no attribute `alpha`; it has no attributes; remove this one"},
		{"Relu", 14, "float > _ > __runtime:float", ""},
		{"Squeeze", 13, "float > _ > axes:ints", "unknown-attribute -1/-1/axes: `Squeeze` has no attribute `axes`; give it as input 1, which it is since opset 13"},
		{"Squeeze", 11, "float int64 > _", "arity-mismatch 1/-1/: `Squeeze` has 1 input, and 2 are given; input 1 is `axes` since opset 13; import that or a later one, or use the attribute of this name"},
		{"Slice", 10, "float > _ > starts:ints ends:ints", "arity-mismatch -1/-1/: `Slice` has 3 to 5 inputs, and 1 is given; `starts` is input 1 since opset 10, no attribute any more"},
		{"MaxPool", 8, "float > _ > kernel_shape:ints ceil_mode:int", "unknown-attribute -1/-1/ceil_mode: `MaxPool` has no attribute `ceil_mode`; it came with opset 10; import that or a later one, or remove the attribute"},
		{"MaxPool", 12, "float > _ > strides:ints", "attribute-value -1/-1/kernel_shape: `MaxPool` needs the attribute `kernel_shape`; add `kernel_shape`, which is a list of ints"},
		{"BatchNormalization", 9, "float float float float float > _ _ _", "arity-mismatch -1/-1/: `BatchNormalization` has 1 or 5 outputs, and 3 are given; its outputs are `Y`, `mean` (optional), `var` (optional), `saved_mean` (optional) and `saved_var` (optional)"},
		{"BatchNormalization", 9, "float float float float float > _ _ _ _ _", ""},
		{"LayerNormalization", 17, "float float > _ > anything:graph", ""},
		{"Clip", 11, "float - float > _", ""},
		{"Clip", 11, "float - - - > _", "arity-mismatch 3/-1/: `Clip` has 1 to 3 inputs, and 4 are given; its inputs are `input`, `min` (optional) and `max` (optional)"},
		{"Concat", 13, "> _ > axis:int", "arity-mismatch -1/-1/: `Concat` has at least 1 input, and none is given; its input is `inputs` (any number)"},
		{"Concat", 13, "float _ float int64 > _ > axis:int", "dtype-mismatch 3/-1/: input 3 (`inputs`) of `Concat` is tensor(int64), and input 0 (`inputs`) is tensor(float); both must have the same type; insert a Cast to float before input 3"},
		{"Loop", 16, "int64 bool float int64 seq(tensor(float)) > _ _ > body:graph", ""},
		{"Loop", 16, "int64 float float > _ > body:graph", "dtype-mismatch 1/-1/: input 1 (`cond`) of `Loop` is tensor(float); it must be tensor(bool); insert a Cast to bool before input 1"},
		{"SequenceAt", 11, "float int64 > _", "dtype-mismatch 0/-1/: input 0 (`input_sequence`) of `SequenceAt` is tensor(float); it must be a sequence of tensors of bool, int8 to int64, uint8 to uint64, float16, float, double, complex64, complex128 or string; "},
		{"Cast", 13, "float > int64 > to:int", ""},
		{"Where", 16, "float float float > _", "dtype-mismatch 0/-1/: input 0 (`condition`) of `Where` is tensor(float); it must be tensor(bool); insert a Cast to bool before input 0"},
	} {
		got := ""
		for _, f := range find(t, c.op, c.version).Check(use(t, c.node)) {
			got += fmt.Sprintf("%s %d/%d/%s: %s; %s", f.Code, f.Input, f.Output, f.Attribute, f.Message, f.Note)
		}
		if got != c.want {
			t.Errorf("%s %d: %s\n%s\nwant\n%s", c.op, c.version, c.node, got, c.want)
		}
	}
}

// TestCheckIsLinear runs a node with a million inputs and attributes; a check that
// compared each with all others would not end.
func TestCheckIsLinear(t *testing.T) {
	u := Use{Outputs: []string{""}, Attributes: []Given{{"axis", IntAttr}}}
	for i := range 1_000_000 {
		u.Inputs = append(u.Inputs, "")
		u.Attributes = append(u.Attributes, Given{fmt.Sprintf("__%d", i), FloatAttr})
	}
	if all := find(t, "Concat", 13).Check(u); all != nil {
		t.Error(all)
	}
}

// TestCheckAnything checks random nodes of all operators: whatever a file has, the
// answer is at most one fault, with a message and a place inside the node.
func TestCheckAnything(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	types := []string{"", Omitted, "tensor(float)", "tensor(int64)", "tensor(string)", "seq(tensor(float))", "optional(tensor(bool))", "x"}
	names := []string{"axis", "axes", "to", "__x", "", "kernel_shape", "\xff", "body"}
	values := func() []string {
		all := make([]string, random.IntN(9))
		for i := range all {
			all[i] = types[random.IntN(len(types))]
		}
		return all
	}
	for name := range index().domains {
		for _, op := range Operators(name) {
			for range 200 {
				s, err := Find(name, op, random.Int64N(30))
				if err != nil {
					continue
				}
				u := Use{Inputs: values(), Outputs: values()}
				for range random.IntN(4) {
					u.Attributes = append(u.Attributes, Given{names[random.IntN(len(names))], AttributeType(random.IntN(17) - 1)})
				}
				all := s.Check(u)
				if len(all) > 1 || len(all) == 1 && (all[0].Message == "" || all[0].Input >= len(u.Inputs) || all[0].Output >= len(u.Outputs)) {
					t.Errorf("%s %d: %+v: %+v", op, s.Since, u, all)
				}
			}
		}
	}
}

// TestDescribe reads the description of each formal of the table.
func TestDescribe(t *testing.T) {
	for name, d := range index().domains {
		for _, op := range Operators(name) {
			o := d.operators[op]
			for i := range o.versions {
				s := o.schema(i)
				for _, f := range slices.Concat(s.Inputs, s.Outputs) {
					if text := s.describe(f); len(text) > 400 || strings.Contains(text, " of ,") {
						t.Errorf("%s %d: `%s` is %s", op, s.Since, f.Name, text)
					}
				}
			}
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	s := find(b, "Conv", 11)
	u := Use{Inputs: []string{"tensor(float)", "tensor(float)", "tensor(float)"}, Outputs: []string{""},
		Attributes: []Given{{"strides", IntsAttr}, {"pads", IntsAttr}, {"group", IntAttr}, {"kernel_shape", IntsAttr}, {"dilations", IntsAttr}}}
	b.ReportAllocs()
	for b.Loop() {
		s.Check(u)
	}
}
