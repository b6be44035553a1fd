package metadata

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/types"
)

// text holds one device and the constant 2, as TVM prints them.
const text = `{"root": 1, "nodes": [
	{"type_key": ""},
	{"type_key": "Map", "keys": ["VirtualDevice", "relay.Constant"], "data": [2, 3]},
	{"type_key": "Array", "data": [4]}, {"type_key": "Array", "data": [5]},
	{"type_key": "VirtualDevice", "attrs": {"device_type_int": "1"}},
	{"type_key": "relay.Constant", "attrs": {"_checked_type_": "0", "data": "0", "span": "0"}}],
	"b64ndarrays": ["P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAAAAAAAgAQAEAAAAAAAAAAIAAAA="], "attrs": {}}`

func TestRead(t *testing.T) {
	s, problems := Read([]byte(text))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	two := s.Entry("relay.Constant", 0)
	if two == nil || !types.IsScalar(two.Type, types.Int32) || len(two.Value.List) != 1 || two.Value.List[0].Int != 2 {
		t.Errorf("the constant is %v", two)
	}
	if device := s.Entry("VirtualDevice", 0); device == nil || device.Type != nil || device.Class != "VirtualDevice" {
		t.Errorf("the device is %v", device)
	}
	if s.Entry("relay.Constant", 1) != nil {
		t.Error("there is a second constant")
	}
}

// stored is an array as TVM stores it, in base64.
func stored(code, bits uint8, shape []int64, data []byte) string {
	h := arrayHeader{Magic: arrayMagic, Device: 1, Rank: int32(len(shape)), Code: code, Bits: bits, Lanes: 1}
	blob, _ := binary.Append(nil, binary.LittleEndian, h)
	blob, _ = binary.Append(blob, binary.LittleEndian, shape)
	blob = binary.LittleEndian.AppendUint64(blob, uint64(len(data)))
	return base64.StdEncoding.EncodeToString(append(blob, data...))
}

// section is the text with another array and another text of the constant's node.
func section(constant, array string) string {
	changed := strings.Replace(text, `{"_checked_type_": "0", "data": "0", "span": "0"}`, constant, 1)
	return strings.Replace(changed, "P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAAAAAAAgAQAEAAAAAAAAAAIAAAA=", array, 1)
}

func TestDtypes(t *testing.T) {
	tests := []struct {
		code, bits uint8
		shape      []int64
		bytes      int
		want       string
	}{
		{0, 8, []int64{3}, 3, "Tensor[(3), int8]"}, {0, 16, nil, 2, "int16"}, {0, 64, []int64{2, 2}, 32, "Tensor[(2, 2), int64]"},
		{1, 1, []int64{5}, 5, "Tensor[(5), bool]"}, {1, 8, []int64{0, 4}, 0, "Tensor[(0, 4), uint8]"}, {6, 8, nil, 1, "bool"},
		{2, 16, []int64{4}, 8, "Tensor[(4), float16]"}, {2, 64, nil, 8, "float64"}, {4, 16, []int64{2}, 4, "Tensor[(2), bfloat16]"},
	}
	for _, test := range tests {
		s, problems := Read([]byte(section(`{"data": "0"}`, stored(test.code, test.bits, test.shape, make([]byte, test.bytes)))))
		if entry := s.Entry("relay.Constant", 0); len(problems) > 0 || entry == nil || types.String(entry.Type) != test.want {
			t.Errorf("%v: got %v (%v)", test, entry, problems)
		}
	}
}

// TestProblems holds what is said of broken sections, and of which text.
func TestProblems(t *testing.T) {
	const constant = `{"data": "0"}`
	four := []byte{2, 0, 0, 0}
	tests := []struct{ name, text, at, want string }{
		{"no JSON", `{"root": 1, "nodes": [` + "\n" + `  {"type_key": nil}]}`, "i", "no JSON text: invalid character 'i'"},
		{"cut off", text[:200], text[199:200], "unexpected end of JSON input"},
		{"another form", `[1]`, `[`, "`{` is expected here"},
		{"a word for a number", `{"root": 0, "nodes": [{"type_key": "", "data": ["x"]}]}`, "{", "a string is found here for `"},
		{"no root", `{"root": 3, "nodes": [{}]}`, `{`, "names node 3 of 1"},
		{"a root that is no map", `{"root": 0, "nodes": [{"type_key": "Array"}]}`, `{"type_key": "Array"}`, "must be of the kind `Map`, and is `Array`"},
		{"keys without values", `{"root": 0, "nodes": [{"type_key": "Map", "keys": ["a", "b"], "data": [0]}]}`, `{"type_key"`, "2 keys and 1 values"},
		{"a node that is missing", strings.Replace(text, "[5]", "[9]", 1), `{"type_key": "Array", "data": [9]}`, "names node 9, and the section has 6"},
		{"no array", section(`{"data": "7"}`, "P6G0"), `{"type_key": "relay.Constant"`, "number \"7\" of `b64ndarrays`, which has 1"},
		{"no base64", section(constant, "P6G%"), `{"type_key": "relay.Constant"`, "no base64"},
		{"base64 cut off", section(constant, "P6G0lvB"), `{"type_key": "relay.Constant"`, "no base64"},
		{"another beginning", section(constant, "AAAA"), `{"type_key": "relay.Constant"`, "does not begin as TVM's arrays do"},
		{"too few bytes", section(constant, stored(0, 32, []int64{2}, four)), `{"type_key": "relay.Constant"`, "shape (2) and dtype int32, and holds 4 bytes"},
		{"a negative extent", section(constant, stored(0, 32, []int64{-1}, four)), `{"type_key": "relay.Constant"`, "holds 4 bytes"},
		{"extents that overflow", section(constant, stored(0, 32, []int64{1 << 40, 1 << 40}, four)), `{"type_key": "relay.Constant"`, "holds 4 bytes"},
		{"a dtype of handles", section(constant, stored(3, 64, nil, make([]byte, 8))), `{"type_key": "relay.Constant"`, "a dtype that is not known (code 3"},
	}
	for _, test := range tests {
		_, problems := Read([]byte(test.text))
		if len(problems) != 1 || !strings.Contains(problems[0].Message, test.want) || !strings.HasPrefix(test.text[problems[0].At.Start:], test.at) {
			t.Errorf("%s: got %v, want %q at %q", test.name, problems, test.want, test.at)
		}
		if values := Arrays([]byte(test.text)); len(values["relay.Constant"]) > 0 && values["relay.Constant"][0] != nil {
			t.Errorf("%s: the constant has a value", test.name)
		}
	}
}

// TestHostile reads texts that are deep, long, or name one thing from many places,
// with allocations that their length alone bounds.
func TestHostile(t *testing.T) {
	many := strings.Repeat("5, ", 200_000) + "5"
	constants := strings.Replace(section(`{"data": "0"}`, stored(0, 8, []int64{1 << 16}, make([]byte, 1<<16))), `"data": [5]`, `"data": [`+many+`]`, 1)
	texts := map[string]string{
		"deep lists":              strings.Repeat("[", 1<<20),
		"deep objects":            strings.Repeat(`{"root":`, 1<<18),
		"deep nodes":              `{"root": 0, "nodes": ` + strings.Repeat("[", 1<<20),
		"many names of one array": constants,
		"many nodes":              `{"root": 0, "nodes": [` + strings.Repeat(`{"type_key": "x"},`, 1<<16) + `{}]}`,
	}
	for name, text := range texts {
		_, problems := Read([]byte(text))
		allocations := testing.AllocsPerRun(1, func() {
			Read([]byte(text))
			Arrays([]byte(text))
		})
		if t.Logf("%s: %.0f allocations for %d bytes", name, allocations, len(text)); allocations > float64(len(text)) {
			t.Errorf("%s: %.0f allocations for %d bytes", name, allocations, len(text))
		}
		if len(problems) == 0 && name != "many names of one array" {
			t.Errorf("%s: no problem is reported", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{text, "", "{}", `{"root": -1}`, `{"root": 0, "nodes": [{"keys": ["a"], "data": [7]}]}`, attributesText,
		`{"root": 0, "nodes": [{"keys": [], "data": [0]}]}`, `{"nodes": [{"keys": ["a"], "data": [0], "attrs": {"data": "0"}}], "b64ndarrays": ["P6G0"]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, problems := Read([]byte(text))
		for _, p := range problems {
			if p.At.Start < 0 || p.At.End < p.At.Start || p.At.End > len(text) {
				t.Errorf("the place of %q is %v in a text of %d bytes", p.Message, p.At, len(text))
			}
		}
		for _, entries := range s {
			for _, e := range entries {
				for _, o := range []string{"sum", "cumsum"} {
					if named, err := e.Attributes(operators[o]); err == nil {
						_ = fmt.Sprint(named)
					}
				}
			}
		}
		Arrays([]byte(text))
	})
}
