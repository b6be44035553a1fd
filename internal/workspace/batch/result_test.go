package batch

import "testing"

// TestExactData: numbers in the data of findings are read as they are written, beyond what
// floating-point numbers hold.
func TestExactData(t *testing.T) {
	for _, text := range []string{
		`{"Findings":[{"Start":1,"End":2,"Item":0,"Code":"c","Severity":1,"Message":"m","Data":{"big":9007199254740993,"deep":[{"tiny":1e-400}],"huge":1e+400,"none":null}}]}`,
		`{"Hints":[{"Start":1,"End":2,"Item":0,"Code":"c","Severity":4,"Message":"m"}]}`,
		`{}`,
	} {
		r, err := decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, lossless := r.encode(); string(got) != text || !lossless {
			t.Errorf("%s becomes %s", text, got)
		}
	}
	for _, text := range []string{``, `{`, `{} {}`, `{"Findings":[{"Data":{"n":1]}]}`, `{"Findings":[{"Data":[1]}]}`, `{"Findings":[{"Data":1}]}`} {
		if _, err := decode([]byte(text)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
