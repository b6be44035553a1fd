package treewalk

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// What evaluations cost, worked out by hand from the rules.
var costs = []struct {
	body string
	want Cost // the tick of @main is added
}{
	{"7", Cost{}},
	{"-(-7) + 1 * 2", Cost{Work: 3, Span: 2}},
	{"(1 + 2) * (3 + 4)", Cost{Work: 3, Span: 2}},
	{"1 < 2 && 3 < 4", Cost{Work: 3, Span: 3}},
	{"2 < 1 && 3 < 4", Cost{Work: 2, Span: 2}},
	{"let %a = 1 + 2; let %b = 3 + 4; %a", Cost{Work: 2, Span: 1}},
	{"let %a = 1 + 2; let %b = %a + 4; %b", Cost{Work: 2, Span: 2}},
	{"let %a = 1 + 2; if (1 < 2) { %a + 1 } else { 0 }", Cost{Work: 4, Span: 3}},
	{"let %a = 1 + 2 + 3 + 4 + 5; if (1 < 2) { %a } else { 0 }", Cost{Work: 6, Span: 4}},
	{"(1, 2 + 3)", Cost{Work: 1, Span: 1, Memory: 16}},
	{"let %t = ((1, 2), 3); %t.0.1 + %t.1", Cost{Work: 4, Span: 3, Memory: 32}},
	{"Nil()", Cost{Work: 1, Span: 1}},
	{"Nil", Cost{}},
	{"Cons(1 + 1, Cons(2, Nil))", Cost{Work: 3, Span: 2, Memory: 48}},
	{"match (Cons(1 + 1, Nil)) { Nil => 0, Cons(%h, _) => %h + 1 }", Cost{Work: 4, Span: 4, Memory: 24}},
	{"let %f = fn(%n) { %n + 1 }; %f(1 + 1)", Cost{Work: 3, Span: 3, Memory: 8}},
	{"let %k = 1 + 2; let %f = fn(%n) { %n + %k }; %f(1)", Cost{Work: 3, Span: 3, Memory: 16}},
	{"let %k = 1; let %l = %k; let %f = fn(%n) { %n + %k + %l }; 0", Cost{Memory: 16}},
	{"let %k = 1; let %l = 2; let %f = fn(%n) { %n + %k + %l }; 0", Cost{Memory: 24}},
	{"let %k = 1; let %f = fn(%n) { if (%n < 1) { %k } else { %f(%n - %k) } }; %f(1)", Cost{Work: 7, Span: 7, Memory: 16}},
	{"let %f = fn(%n) { let %unused = %n + 1 + 1 + 1; %n }; %f(1)", Cost{Work: 4, Span: 4, Memory: 8}},
	{"@twice(3) + @twice(4)", Cost{Work: 5, Tick: 2, Span: 3}},
	{"@twice(@twice(3))", Cost{Work: 4, Tick: 2, Span: 4}},
	{"%0 = 1 + 2; %0 + %0", Cost{Work: 2, Span: 2}},
	{"%0 = 1 + 2; 5", Cost{}},
	{"%0 = 1 + 2; if (1 < 2) { %0 * 2 } else { 0 }", Cost{Work: 4, Span: 3}},
	{"let %r = ref(1); ref_write(%r, 2); ref_read(%r) + 1 * 2", Cost{Work: 5, Span: 4, Memory: 8}},
	{"let %r = ref(1); let %s = ref(2); ref_write(%r, 2); ref_read(%s)", Cost{Work: 4, Span: 3, Memory: 16}},
	{"[1, 2 + 3, 4][1]", Cost{Work: 3, Span: 3, Memory: 32}},
	{"map(fn(%x) { %x + 1 }, [1, 2, 3])", Cost{Work: 7, Span: 5, Memory: 32 + 8 + 32}},
	{"map(fn(%x) { (%x, %x) }, [1, 2])", Cost{Work: 3, Span: 3, Memory: 24 + 8 + 2*16 + 16 + 2*24}},
	{"map(negative, [1, 2, 3])", Cost{Work: 4, Span: 4, Memory: 64}},
	{"forall(fn(%x) { %x + 1 }, [[1, 2], [3]])", Cost{Work: 11, Span: 6, Memory: 24 + 24 + 16 + 8 + 24 + 24 + 16}},
	{"filter(fn(%x) { %x < 2 }, [1, 2, 3])", Cost{Work: 7, Span: 5, Memory: 32 + 8 + 16}},
	{"reduce(fn(%a, %b) { %a + %b }, [1, 2, 3, 4, 5], 0)", Cost{Work: 11, Span: 1 + 4*2, Memory: 48 + 8}},
	{"reduce(fn(%a, %b) { %a + %b }, [1, 2, 3, 4, 5])", Cost{Work: 9, Span: 1 + 3*2, Memory: 48 + 8}},
	{"scanl(fn(%a, %b) { %a + %b }, [1, 2, 3], 0)", Cost{Work: 7, Span: 1 + 3*2, Memory: 32 + 8 + 32}},
	{"foldr(fn(%a, %b) { %a + %b }, [1, 2, 3])", Cost{Work: 5, Span: 1 + 2*2, Memory: 32 + 8}},
	{"join([1, 2], [3])", Cost{Work: 5, Span: 2, Memory: 24 + 16 + 32}},
	{"zip([1, 2], [3, 4])", Cost{Work: 3, Span: 2, Memory: 48}},
	{"product([1, 2], [3, 4])", Cost{Work: 3, Span: 2, Memory: 48 + 16}},
	{"arange(3)", Cost{Work: 3, Span: 1, Memory: 32}},
}

func TestCosts(t *testing.T) {
	for _, test := range costs {
		text := "type List { Nil, Cons((int32, List)) }\ndef @twice(%x) { %x + %x }\ndef @main() { " + test.body + " }\n"
		r := New(syntax.ParseFile("cost.frac", text)).Run("@main", 10_000)
		want := test.want
		want.Tick++
		if r.Fault != nil || r.Uncounted != nil {
			t.Errorf("%s: %+v, %+v", test.body, r.Fault, r.Uncounted)
		} else if r.Cost != want {
			t.Errorf("%s: %+v, want %+v", test.body, r.Cost, want)
		}
	}
}

// An operator on tensors costs what the options say; without that the run says which
// it was.
func TestOperatorCosts(t *testing.T) {
	p := New(syntax.ParseFile("cost.frac", "def @main() { Constant([1f, 2f]) + 1f }"))
	if r := p.Run("@main", 100); r.Uncounted == nil || r.Cost.Tick != 1 {
		t.Errorf("%+v", r)
	}
	p.Operators = func(_ *syntax.Item, _ syntax.NodeID, name string, args []Value, result Value) (OperatorCost, bool) {
		return OperatorCost{int64(len(result.(*Tensor).Data)), 1, 8}, name == "add" && len(args) == 2
	}
	if r := p.Run("@main", 100); r.Uncounted != nil || (r.Cost != Cost{Work: 2, Tick: 1, Span: 1, Memory: 8}) {
		t.Errorf("%+v", r)
	}
}

// A call counts its body, and callbacks what they are said to cost.
func TestCallCosts(t *testing.T) {
	f := syntax.ParseFile("cost.frac", "def @f(%f, %x) { %f(%f(%x)) }")
	p := New(f)
	callback := Function(Cost{Work: 10, Span: 5, Memory: 3}, func(args []Value) Value { return args[0] })
	r := p.Call(f.Item(0), []Value{callback, integer(1)}, Limits{Steps: 100})
	if want := (Cost{Work: 22, Tick: 1, Span: 12, Memory: 6}); r.Fault != nil || r.Cost != want {
		t.Errorf("%+v, want %+v", r, want)
	}
	if r := p.Call(f.Item(0), []Value{callback, integer(1)}, Limits{Steps: 3}); r.Fault == nil || r.Fault.Kind != Limited {
		t.Errorf("%+v", r)
	}
}

// Names of a file come first in that file alone.
func TestSources(t *testing.T) {
	library := &Source{File: syntax.ParseFile("library.frac", "def @one() { 1 }\ndef @two() { @one() + @one() }")}
	main := &Source{File: syntax.ParseFile("main.frac", "def @one() { 10 }\ndef @main() { @one() + @two() }"), Sees: []*Source{library}}
	if r := Link(main).Run("@main", 100); r.Fault != nil || Text(r.Value) != "int32(12)" {
		t.Errorf("%+v", r)
	}
}
