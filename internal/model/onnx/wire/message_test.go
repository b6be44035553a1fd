package wire

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// inGraph is a model whose graph has these fields.
func inGraph(graph []byte) []byte { return appendBytes(nil, 7, graph) }

// inNode is a model whose only node has these fields.
func inNode(node []byte) []byte { return inGraph(appendBytes(nil, 1, node)) }

// inAttribute is a model whose only node has one attribute with these fields.
func inAttribute(attribute []byte) []byte { return inNode(appendBytes(nil, 5, attribute)) }

// nested is a model of graphs in attributes of each other.
func nested(depth int) []byte {
	graph := []byte{}
	for range depth {
		graph = appendBytes(nil, 1, appendBytes(nil, 5, appendBytes(nil, 6, graph)))
	}
	return inGraph(graph)
}

// nestedType is an optional of optionals.
func nestedType(depth int) []byte {
	t := []byte{}
	for range depth {
		t = appendBytes(nil, 9, appendBytes(nil, 1, t))
	}
	return inGraph(appendBytes(nil, 11, appendBytes(nil, 2, t)))
}

func repeat(b []byte, n int) []byte { return []byte(strings.Repeat(string(b), n)) }

// TestErrors reads what is no model: the error says where it is and why.
func TestErrors(t *testing.T) {
	tag := protowire.AppendTag
	long := repeat([]byte{0xff}, 10)
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"a text", []byte("def @main() { 1 }"), "byte 1, in field 12: it is the end of a group (wire type 4); ONNX has none"},
		{"cut in a number", []byte{0x08, 0x80}, "byte 1, in ir_version: the file ends inside a number"},
		{"cut after a key", []byte{0x08}, "byte 1, in ir_version: the file ends inside a number"},
		{"a long number", append([]byte{0x08}, long...), "byte 1, in ir_version: a number takes more than 64 bits"},
		{"a length after the file", append(tag(nil, 7, protowire.BytesType), 0x7f, 1), "byte 1, in graph: its length is 127 bytes, and the file ends after 1"},
		{"the greatest length", append(tag(nil, 7, protowire.BytesType), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1), "byte 1, in graph: its length is 18446744073709551615 bytes, and the file ends after 0"},
		{"a length after the message", append(inGraph([]byte{0x0a, 0x05}), 0, 0, 0, 0, 0), "byte 3, in graph.node[0]: its length is 5 bytes, and the message around it ends after 0"},
		{"a number that leaves the message", append(inGraph([]byte{0x68}), 1), "byte 3, in graph.value_info: it is a number (wire type 0), where bytes with a length (wire type 2) is expected"},
		{"a cut number in a message", append(inAttribute([]byte{0x18}), 1), "byte 7, in graph.node[0].attribute[0].i: the message ends inside a number"},
		{"field 0", []byte{0x02, 0}, "byte 0: 0 is no number of a field"},
		{"a large field", append(protowire.AppendVarint(nil, 1<<40), 0), "byte 0: 137438953472 is no number of a field"},
		{"a group", tag(nil, 90, protowire.StartGroupType), "byte 2, in field 90: it is a group (wire type 3); ONNX has none"},
		{"wire type 6", []byte{0xff - 1, 0x01}, "in field 31: it is wire type 6, which does not exist; ONNX has none"},
		{"a graph as number", []byte{0x38, 1}, "byte 1, in graph: it is a number (wire type 0), where bytes with a length (wire type 2) is expected"},
		{"a node as number", inGraph([]byte{0x08, 1}), "in graph.node: it is a number (wire type 0)"},
		{"a name as number", inNode([]byte{0x18, 1}), "in graph.node[0].name: it is a number (wire type 0)"},
		{"inputs as numbers", inNode([]byte{0x08, 1}), "in graph.node[0].input: it is a number (wire type 0)"},
		{"a float as number", inAttribute([]byte{0x10, 1}), "in graph.node[0].attribute[0].f: it is a number (wire type 0), where 4 bytes (wire type 5) is expected"},
		{"a cut float", inAttribute([]byte{0x15, 1, 2}), "in graph.node[0].attribute[0].f: 2 bytes are left, and a number takes 4"},
		{"floats of 3 bytes", inAttribute(appendBytes(nil, 7, []byte{1, 2, 3})), "in graph.node[0].attribute[0].floats: it has 3 bytes, and each number takes 4"},
		{"an integer as 8 bytes", inAttribute(append(tag(nil, 3, protowire.Fixed64Type), 1, 2, 3, 4, 5, 6, 7, 8)), "in graph.node[0].attribute[0].i: it is 8 bytes (wire type 1)"},
		{"packed integers that are cut", inAttribute(appendBytes(nil, 8, []byte{1, 2, 0x80})), "in graph.node[0].attribute[0].ints[2]: the file ends inside a number"},
		{"elements of another wire type", inGraph(appendBytes(nil, 5, appendNumber(nil, 4, 1))), "in graph.initializer[0].float_data: it is a number (wire type 0), where 4 bytes (wire type 5) is expected"},
		{"the second of two nodes", inGraph(append(appendBytes(nil, 1, nil), appendBytes(nil, 1, []byte{0x22, 9})...)), "in graph.node[1].op_type: its length is 9 bytes"},
		{"deep graphs", nested(10_000), "it is inside 100 messages; ONNX's readers allow no more"},
		{"deep types", nestedType(10_000), "it is inside 100 messages"},
		{"many empty nodes", inGraph(repeat([]byte{0x0a, 0}, 6_000_000)), "what the file describes takes more than 512 MiB of memory"},
		{"many empty messages in turn", inGraph(repeat([]byte{0x0a, 0, 0x5a, 0, 0x2a, 0}, 3_000_000)), "what the file describes takes more than 512 MiB of memory"},
	}
	for _, test := range tests {
		m, err := Decode(test.data)
		var e *Error
		if m != nil || !errors.As(err, &e) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v; want %q", test.name, err, test.want)
		} else if e.Offset < 0 || e.Offset > int64(len(test.data)) {
			t.Errorf("%s: the offset %d is not in the file", test.name, e.Offset)
		}
	}
}

// TestDeepest reads what is as deep as may be: 33 graphs are 99 messages besides the first.
func TestDeepest(t *testing.T) {
	if _, err := Decode(nested(33)); err != nil {
		t.Error(err)
	}
	if _, err := Decode(nested(34)); err == nil {
		t.Error("more than 100 messages inside each other are read")
	}
}

// TestForms reads one thing in several forms.
func TestForms(t *testing.T) {
	ints := func(ns ...int64) Attribute { return Attribute{Type: IntsAttr, Ints: ns, given: 1 << IntsAttr} }
	tests := []struct {
		name      string
		attribute []byte
		want      Attribute
	}{
		{"packed", appendBytes(nil, 8, []byte{1, 2, 0x80, 1}), ints(1, 2, 128)},
		{"one by one", []byte{0x40, 1, 0x40, 2, 0x40, 0x80, 1}, ints(1, 2, 128)},
		{"both", append(appendBytes(nil, 8, []byte{1, 2}), 0x40, 3, 0x40, 4), ints(1, 2, 3, 4)},
		{"between others", []byte{0x40, 1, 0x98, 6, 0, 0x40, 2}, ints(1, 2)},
		{"a negative one", appendNumber(nil, 8, 1<<64-1), ints(-1)},
		{"an empty list", appendBytes(nil, 8, nil), ints()},
		{"twice: the last is right", []byte{0x18, 1, 0x18, 2}, Attribute{Type: IntAttr, I: 2, given: 1 << IntAttr}},
		{"a long zero", []byte{0x18, 0x80, 0x80, 0}, Attribute{Type: IntAttr, given: 1 << IntAttr}},
		{"floats, packed and not", append(appendBytes(nil, 7, []byte{0, 0, 0x80, 0x3f}), 0x3d, 0, 0, 0, 0x40), Attribute{Type: FloatsAttr, Floats: []float32{1, 2}, given: 1 << FloatsAttr}},
		{"bytes that are no UTF-8", appendText(nil, 4, "\xff\x00"), Attribute{Type: StringAttr, S: "\xff\x00", given: 1 << StringAttr}},
		{"a name that is no UTF-8", appendText(nil, 1, "a\xffü"), Attribute{Name: `a\xffü`}},
		{"unknown fields", append(appendBytes(appendNumber(nil, 2003, 5), 500, []byte("xyz")), 0x18, 1), Attribute{Type: IntAttr, I: 1, given: 1 << IntAttr}},
		{"two fields and no type", []byte{0x18, 1, 0x15, 0, 0, 0, 0}, Attribute{I: 1, given: 1<<IntAttr | 1<<FloatAttr}},
		{"a type that the value does not have", []byte{0x18, 1, 0xa0, 1, 1}, Attribute{I: 1, Type: FloatAttr, given: 1 << IntAttr}},
	}
	for _, test := range tests {
		m, err := Decode(inAttribute(test.attribute))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got := *m.Graph.Nodes[0].Attributes[0]
		if len(got.Ints) == 0 {
			got.Ints = test.want.Ints
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v; want %+v", test.name, got, test.want)
		}
	}
}

// TestMerge reads messages that are there twice: the second adds to the first.
func TestMerge(t *testing.T) {
	data := append(inNode(appendText(nil, 4, "Relu")), inNode(appendText(nil, 4, "Neg"))...)
	m, err := Decode(data)
	if err != nil || len(m.Graph.Nodes) != 2 || m.Graph.Nodes[1].OpType != "Neg" {
		t.Errorf("a graph in two parts: %v", err)
	}
	// Of the fields of a oneof the last is right.
	typ := append(appendBytes(nil, 1, appendNumber(nil, 1, 1)), appendBytes(nil, 4, nil)...)
	dim := appendText(appendNumber(nil, 1, 5), 2, "N")
	typed := appendBytes(appendBytes(nil, 4, nil), 1, appendBytes(appendNumber(nil, 1, 1), 2, appendBytes(nil, 1, dim)))
	m, err = Decode(inGraph(append(appendBytes(nil, 11, appendBytes(nil, 2, typ)), appendBytes(nil, 11, appendBytes(nil, 2, typed))...)))
	if err != nil {
		t.Fatal(err)
	}
	want := []Type{{Kind: SequenceType}, {Kind: TensorType, Elem: Float, HasShape: true, Shape: []Dim{{Param: "N", Kind: DimParam}}}}
	for i, w := range want {
		if got := *m.Graph.Inputs[i].Type; !reflect.DeepEqual(got, w) {
			t.Errorf("input %d: %+v; want %+v", i, got, w)
		}
	}
}

// TestCut reads each beginning of a model. Where that is one, its tensors can be checked.
func TestCut(t *testing.T) {
	for _, name := range []string{"attributes.onnx", "tensors.onnx"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		for n := range data {
			cut := data[:n:n]
			_, err := Decode(cut)
			var e *Error
			if err != nil && (!errors.As(err, &e) || e.Offset > int64(n)) {
				t.Errorf("%s, %d bytes: %v", name, n, err)
			}
			// The lengths of what is around it are right for fewer bytes, too.
			_ = readAll(cut)
		}
	}
}

// TestMillion reads a million nodes in memory that is in proportion to the file.
func TestMillion(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes 400 MB of memory")
	}
	data := inGraph(repeat(appendBytes(nil, 1, appendText(appendText(appendText(nil, 1, "x"), 2, "y"), 4, "Relu")), 1_000_000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m, err := Decode(data)
	runtime.ReadMemStats(&after)
	if err != nil || len(m.Graph.Nodes) != 1_000_000 || m.Graph.Nodes[999_999].OpType != "Relu" {
		t.Fatalf("%v", err)
	}
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 40*uint64(len(data)) {
		t.Errorf("%d bytes were allocated for a file of %d", taken, len(data))
	}
}

// FuzzDecode reads anything: it ends, and what it gives can be looked at.
func FuzzDecode(f *testing.F) {
	for _, name := range []string{"attributes.onnx", "tensors.onnx"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add(nested(40))
	f.Add(inGraph(repeat([]byte{0x0a, 0, 0x5a, 0, 0x2a, 0}, 10)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := readAll(data); err != nil && err.Error() == "" {
			t.Error("an error without a text")
		}
	})
}

// readAll reads data as each message that is a file, with the elements of all tensors.
func readAll(data []byte) error {
	d := &dump{}
	m, err := Decode(data)
	if err == nil {
		d.model(m)
	}
	if x, err := ReadTensor(data); err == nil {
		d.tensor("tensor", x)
		_, _ = x.Float32s(nil)
		_, _ = x.Codes(nil)
	}
	if q, err := ReadSequence(data); err == nil {
		d.sequence("sequence", q)
	}
	if o, err := ReadOptional(data); err == nil {
		d.optional("optional", o)
	}
	return err
}
