package matcher_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
)

// section has a vector of two, then the scalar 2 of int32.
const section = `
#[metadata]
{"root": 1, "nodes": [
	{"type_key": ""},
	{"type_key": "Map", "keys": ["relay.Constant"], "data": [2]},
	{"type_key": "Array", "data": [3, 4]},
	{"type_key": "relay.Constant", "attrs": {"data": "0"}},
	{"type_key": "relay.Constant", "attrs": {"data": "1"}}],
	"b64ndarrays": ["P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAgAAAAIgAQACAAAAAAAAAAIAAAAAAAAAEAAAAAAAAAAAAIA/AAAAQAAAQEAAAJBA",
		"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAAAAAAAgAQAEAAAAAAAAAAIAAAA="]}
`

func TestMetadata(t *testing.T) {
	const text = `#[version = "0.0.5"]
def @main(%x: int32) -> (int32, Tensor[(2, 2), float32]) { (%x + meta[relay.Constant][1], tanh(meta[relay.Constant][0])) }
` + section
	add := func(p *pattern.Pattern) *pattern.Pattern { return pattern.IsOp(op.Add).Call(pattern.Any(), p) }
	for _, c := range []struct {
		p    *pattern.Pattern
		want string
	}{
		{add(pattern.IsValue(op.Int(2), "")), "p %x + meta[relay.Constant][1]\n"},
		{add(pattern.IsValue(op.Int(2), "int32")), "p %x + meta[relay.Constant][1]\n"},
		{add(pattern.IsValue(op.Int(2), "float32")), ""},
		{add(pattern.IsValue(op.Int(3), "")), ""},
		{pattern.IsOp("tanh").Call(pattern.IsConstant()), "p tanh(meta[relay.Constant][0])\n"},
		{pattern.IsOp("tanh").Call(pattern.IsValue(op.Int(1), "")), ""},
	} {
		if got := found(text, rule(c.p)); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
