package interp

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// section holds a matrix, the number 2, and bytes that are too few for their
// shape.
const section = `
#[metadata]
{"root": 1, "nodes": [
	{"type_key": ""},
	{"type_key": "Map", "keys": ["relay.Constant"], "data": [2]},
	{"type_key": "Array", "data": [3, 4, 5]},
	{"type_key": "relay.Constant", "attrs": {"data": "0"}},
	{"type_key": "relay.Constant", "attrs": {"data": "1"}},
	{"type_key": "relay.Constant", "attrs": {"data": "2"}}],
	"b64ndarrays": ["P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAgAAAAIgAQACAAAAAAAAAAIAAAAAAAAAEAAAAAAAAAAAAIA/AAAAQAAAQEAAAJBA",
		"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAAAAAAAgAQAEAAAAAAAAAAIAAAA=",
		"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAgAAAAIgAQADAAAAAAAAAAIAAAAAAAAAEAAAAAAAAAAAAIA/AAAAQAAAQEAAAIBA"]}
`

func TestConstantsOfSection(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"add(meta[relay.Constant][0], 1f)", "[[2.0, 3.0], [4.0, 5.5]]"},
		{"meta[relay.Constant][1] * 21", "42"},
		{"meta[relay.Constant][2]", "the metadata section holds no value for meta[relay.Constant][2]"},
		{"add(meta[relay.Constant][0] /* ty=Tensor[(3), float32] */, 1f)", "holds another type"},
	} {
		p := compiled(t, "#[version = \"0.0.5\"]\ndef @f() { "+test.body+" }\n"+section)
		v, _, err := p.Run(context.Background(), Entry{Name: "@f"}, nil, Options{})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = value.Text(v)
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%s gives %s, want %s", test.body, got, test.want)
		}
	}
}
