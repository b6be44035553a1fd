package metadata

import (
	"testing"

	"github.com/fraccheck/fraccheck/types"
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
	s, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	two, ok := s.Entry("relay.Constant", 0)
	if !ok || !types.IsScalar(two.Type, types.Int32) || len(two.Value.List) != 1 || two.Value.List[0].Int != 2 {
		t.Errorf("the constant is %v", two)
	}
	if device, ok := s.Entry("VirtualDevice", 0); !ok || device.Type != nil {
		t.Errorf("the device is %v (%v)", device, ok)
	}
	if _, ok := s.Entry("relay.Constant", 1); ok {
		t.Error("there is a second constant")
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{text, "", "{}", `{"root": -1}`, `{"root": 0, "nodes": [{"keys": ["a"], "data": [7]}]}`,
		`{"root": 0, "nodes": [{"keys": [], "data": [0]}]}`, `{"nodes": [{"keys": ["a"], "data": [0], "attrs": {"data": "0"}}], "b64ndarrays": ["P6G0"]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		Read([]byte(text))
		Arrays([]byte(text))
	})
}
