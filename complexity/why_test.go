package complexity_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
)

const sorts = `
def @append(%x: List[int32], %y: List[int32]) -> List[int32] {
  match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @append(%t, %y)) }
}
def @reverse(%x: List[int32]) -> List[int32] {
  match (%x) { Nil => Nil, Cons(%h, %t) => @append(@reverse(%t), Cons(%h, Nil)) }
}
def @both(%x: List[int32]) -> List[int32] { @reverse(@append(%x, %x)) }
def @each(%x: List[List[int32]]) -> List[List[int32]] { @map(fn(%l: List[int32]) { @reverse(%l) }, %x) }
def @net<n, m>(%x: Tensor[(n, m), float32], %y: Tensor[(m), float32]) { let %z = nn.relu(%y); (nn.relu(%x), %z) }
def @rows(%xs: FractalTensor[int32], %l: List[int32]) { map(fn(%x) { %x + @length(%l) }, %xs) }
def @two(%x: int32) -> int32 { %x + 2 }
`

// TestWhy holds the calls to which bounds owe their leading terms.
func TestWhy(t *testing.T) {
	m := module(t, sorts)
	a := analysisOf(m)
	want := map[string]string{
		"@append":  "loop @append(%t, %y)",
		"@reverse": "loop @reverse(%t); @append(@reverse(%t), Cons(%h, Nil)); loop @append(%t, %y)",
		"@both":    "@reverse(@append(%x, %x)); loop @reverse(%t); @append(@reverse(%t), Cons(%h, Nil)); loop @append(%t, %y)",
		"@net":     "operator nn.relu(%x)",
		"@rows":    "operator map(fn(%x) { %x + @length(%l) }, %xs)",
		"@two":     "",
	}
	for i := range m.Items() {
		o := m.Object(i)
		if o == nil {
			continue
		}
		expected, ok := want[o.Name]
		if !ok {
			continue
		}
		delete(want, o.Name)
		b := a.Of(o)
		var got []string
		for _, s := range b.Why(complexity.Work) {
			text := s.Item.SourceText(s.Node)
			if s.Loops {
				text = "loop " + text
			}
			if s.Operator {
				text = "operator " + text
			}
			got = append(got, text)
		}
		if text := strings.Join(got, "; "); text != expected {
			t.Errorf("%s: got %s, want %s", o.Name, text, expected)
		}
	}
	if len(want) > 0 {
		t.Errorf("there are no %v", want)
	}
}

// TestUntil holds that an analysis whose time is over bounds nothing.
func TestUntil(t *testing.T) {
	m := module(t, sorts)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for i := range m.Items() {
		if o := m.Object(i); o != nil {
			if b := analysisOf(m).Until(ctx).Of(o); b.Bounded(complexity.Work) || b.Loss.Reason != complexity.Stopped {
				t.Errorf("%s is bounded by %s, or %v", o.Name, b.Text(complexity.Work), b.Loss)
			}
		}
	}
}
