package declared_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"0..1": "0..1", "-1..1": "-1..1", " -1e-3 .. 2.5 ": "-0.001..2.5", "0..5000000000": "0..5e+09",
		"1..0": "", "0": "", "..1": "", "0..inf": "", "nan..1": "", "0..0x10": "", "0..1_0": "", "": "",
	} {
		r, err := declared.Parse(text)
		if got := r.String(); err == nil && got != want || err != nil && want != "" {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestOf(t *testing.T) {
	item := syntax.ParseFile("a.frac", "#[range(x = \"0..1\", y = \"2..3\",)]\n#[range(z = \"4..5\")]\ndef @f(%x: float32, %y: float32, %z: float32) { %x }\n").Item(0)
	got := declared.Of(item)
	if len(got) != 3 || got["y"] != (declared.Range{Least: 2, Most: 3}) || got["z"] != (declared.Range{Least: 4, Most: 5}) {
		t.Errorf("%v", got)
	}
}
