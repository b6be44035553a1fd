package interp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// faults are programs that fail: what is said, and where, innermost first.
var faults = []struct {
	name, text string
	kind       FaultKind
	message    string
	path       string
}{
	{"division", "def @f(%x : int32) -> int32 { 10 / %x }\n@f(3 - 3)", ZeroFault, "division by zero: 10 / 0", "@f: /; : @f(3 - 3)"},
	{"division of wide integers", "def @f(%x : int64) -> int64 { 10i64 / %x }\n@f(0i64)", ZeroFault, "division by zero: 10i64 / 0i64", "@f: /; : @f(0i64)"},
	{"division of tensors", "divide(Constant([4, 2]), Constant([1, 0]))", ZeroFault, "division by zero", ": divide(Constant([4, 2]), Constant([1, 0]))"},
	{"remainder", "mod(7, 0)", ZeroFault, "division by zero: 7 / 0", ": mod(7, 0)"},
	{"index", "def @f(%i : int32) -> int32 { [4, 5, 6][%i] }\n@f(3)", RangeFault, "the index 3 is out of range: the length of a FractalTensor is 3", "@f: [4, 5, 6][%i]; : @f(3)"},
	{"negative index", "[4, 5, 6][-1]", RangeFault, "the index -1 is out of range: the length of a FractalTensor is 3", ": [4, 5, 6][-1]"},
	{"index of a tensor", "Constant([4, 5, 6])[7]", RangeFault, "the index 7 is out of range: the length of axis 0 is 3", ": Constant([4, 5, 6])[7]"},
	{"gather", "gather([1, 2], [0, 5])", RangeFault, "the index 5 is out of range: the length of a FractalTensor is 2", ": gather([1, 2], [0, 5])"},
	{"empty reduce", "reduce(add, slice([1], 0, 0))", RangeFault, "`reduce` of an empty FractalTensor needs an initial value", ": reduce(add, slice([1], 0, 0))"},
	{"empty scan", "scanl(fn(%s, %x) { %s + %x }, slice([1], 0, 0))", RangeFault, "`scanl` of an empty FractalTensor needs an initial value", ": scanl(fn(%s, %x) { %s + %x }, slice([1], 0, 0))"},
	{"empty first", "first(filter(fn(%x) { %x > 9 }, [1, 2]))", RangeFault, "`first` of an empty FractalTensor", ": first(filter(fn(%x) { %x > 9 }, [1, 2]))"},
	{"unequal zip", "def @f(%n : int32) { zip(arange(%n), arange(4)) }\n@f(3)", LengthFault, "`zip` needs FractalTensors of one length: argument 1 has 3 elements, and argument 2 has 4", "@f: zip(arange(%n), arange(4)); : @f(3)"},
	{"partial match", "def @f(%l : List[int32]) -> int32 { match?(%l) { case Cons(%x, _) { %x } } }\n@f(@f2())\ndef @f2() -> List[int32] { Nil() }", MatchFault, "no clause of this match fits Nil()", "@f: match?(%l) { case Cons(%x, _) { %x } }; : @f(@f2())"},
	{"partial match of several", "match?((3, Some(4))) { case (2, Some(%x)) { %x } }", MatchFault, "no clause of this match fits (3, Some(4))", ": match?((3, Some(4))) { case (2, Some(%x)) { %x } }"},
	{"shape", "def @f(%x : Tensor[(?), float32]) -> Tensor[(3), float32] { %x }\n@f(Constant([1f, 2f]))", ShapeFault, "", ""},
	{"shapes that do not broadcast", "def @f(%x : Tensor[(?), float32], %y : Tensor[(?), float32]) { %x + %y }\n@f(Constant([1f, 2f]), Constant([1f, 2f, 3f]))", ShapeFault, "(2,)", ""},
	{"overflow of a shape", "ones(shape=[3037000500, 3037000500], dtype=\"float32\")", ShapeFault, "integer overflow in shape (3037000500, 3037000500)", ": ones(shape=[3037000500, 3037000500], dtype=\"float32\")"},
	{"overflow of a tile", "tile(ones(shape=[65536, 65536], dtype=\"int8\"), reps=[65536, 65536])", ShapeFault, "integer overflow in shape", ""},
	{"cycle", "def @f(%n : int32) -> int32 { %0 = reduce(add, map(fn(%x) { %x + %0 }, arange(%n))); %0 + 1 }\n@f(3)", CycleFault, "", ""},
	{"no body", "@g : fn(int32) -> int32\ndef @f() { @g(1) }\n@f()", ProgramFault, "`@g` is declared without a body", "@f: @g(1); : @f()"},
	{"in a parallel function", "def @f(%x : int32) -> int32 { 10 / (%x - 700) }\nmap(fn(%x) { @f(%x) }, arange(2000))", ZeroFault, "division by zero: 10 / 0", "@f: /; : map(fn(%x) { @f(%x) }, arange(2000))"},
	{"nested parallel functions", "map(fn(%r) { map(fn(%x) { 6 / %x }, %r) }, [[1, 2], [3, 0], [0]])", ZeroFault, "division by zero: 6 / 0", ": /; : map(fn(%x) { 6 / %x }, %r); : map(fn(%r) { map(fn(%x) { 6 / %x }, %r) }, [[1, 2], [3, 0], [0]])"},
	{"an operation that nothing reads", "map(fn(%x) { let %_u = 7 / %x; %x }, arange(1023))", ZeroFault, "division by zero: 7 / 0", ": /; : map(fn(%x) { let %_u = 7 / %x; %x }, arange(1023))"},
	{"an operation that no predicate reads", "length(filter(fn(%x) { let %_u = 7 / (%x - 900); %x > 3 }, arange(1023)))", ZeroFault, "division by zero: 7 / 0", ""},
	{"an operation that no reduction reads", "reduce(fn(%a, %b) { let %_u = 7 / (%b - 4000); %a + %b }, arange(5000), 0)", ZeroFault, "division by zero: 7 / 0", ""},
	{"a part of a tuple that nothing reads", "map(fn(%x) { (7 / %x, %x).1 }, arange(1023))", ZeroFault, "division by zero: 7 / 0", ""},
	{"a tensor that nothing reads", "map(fn(%x) { let %_u = Constant([1, 2]) / (%x - 1000); %x }, arange(1023))", ZeroFault, "division by zero", ""},
	{"an operator without a kernel", "vision.yolo_reorg(zeros(shape=[1, 4, 2, 2], dtype=\"float32\"), stride=2)", ProgramFault, "`vision.yolo_reorg` cannot be run yet: it is typed, but has no kernel", ""},
	{"a closure", "let %k = 0; let %f = fn(%x) { %x / %k }; %f(4)", ZeroFault, "division by zero: 4 / 0", "%f: /; : %f(4)"},
	{"fused operators", "def @f(%t : Tensor[(2), int32]) { (%t / (%t - %t)) * (%t + 1) }\n@f(Constant([1, 2]))", ZeroFault, "division by zero", "@f: /; : @f(Constant([1, 2]))"},
	{"a reference", "let %r = ref(1); ref_write(%r, 0); 5 / ref_read(%r)", ZeroFault, "division by zero: 5 / 0", ": /"},
}

func TestFaults(t *testing.T) {
	for _, test := range faults {
		t.Run(test.name, func(t *testing.T) {
			for _, o := range []Options{{Sequential: true}, {Threads: 2}, {Threads: 8}} {
				f := faultOf(t, test.text, o)
				if f == nil {
					continue
				}
				if f.Kind != test.kind || !strings.Contains(f.Message, test.message) {
					t.Errorf("%+v: %s: %s", o, f.Kind, f.Message)
				}
				if got := pathOf(f); got != test.path && test.path != "" || len(f.Path) == 0 {
					t.Errorf("%+v: the path is\n%s, want\n%s", o, got, test.path)
				}
			}
		})
	}
}

func faultOf(t *testing.T, text string, o Options) *Fault {
	t.Helper()
	p := compiled(t, text)
	v, _, err := p.Run(context.Background(), Entry{Item: p.Entries()[0]}, nil, o)
	var f *Fault
	if !errors.As(err, &f) {
		t.Errorf("%+v: gives %v and %v, want a fault", o, v, err)
		return nil
	}
	if v != nil {
		t.Errorf("%+v: a value beside a fault", o)
	}
	return f
}

func pathOf(f *Fault) string {
	var places []string
	for _, c := range f.Path {
		item := c.Module.File().Item(c.Item)
		places = append(places, c.Name+": "+item.Text[c.Span.Start:c.Span.End])
	}
	return strings.Join(places, "; ")
}

// hostile are programs that ask for more than there is. Each ends soon, with a
// value or with a fault of its kind.
var hostile = []struct {
	name, text string
	kinds      string // of faults that may come; "" where it gives a value
}{
	{"a matrix of 10 GB that nothing reads", "length(slices(ones(shape=[50000, 50000], dtype=\"float32\")))", ""},
	{"a matrix of 10 GB", "tanh(ones(shape=[50000, 50000], dtype=\"float32\"))", "memory-limit"},
	{"a product of 10 GB", "matmul(ones(shape=[50000, 1], dtype=\"float32\"), ones(shape=[1, 50000], dtype=\"float32\"))", "step-limit"},
	{"closures in closures", "def @f(%n : int32, %g : fn(int32) -> int32) -> fn(int32) -> int32 { if (%n == 0) { %g } else { @f(%n - 1, fn(%x) { %g(%x) + 1 }) } }\n@f(1000000, fn(%x) { %x })(0)", ""},
	{"deep recursion", "def @f(%n : int32) -> int32 { 1 + @f(%n + 1) }\n@f(0)", "memory-limit"},
	{"recursion through a closure", "def @f(%g : fn(int32) -> int32) -> int32 { 1 + @f(fn(%x) { %g(%x) }) }\n@f(fn(%x) { %x })", "memory-limit"},
	{"recursion through graph bindings", "def @f(%n : int32) -> int32 { %0 = @f(%n + 1); %0 + 1 }\n@f(0)", "memory-limit depth-limit"},
	{"recursion in a match", "def @f(%l : List[int32]) -> int32 { match(@f(Cons(1, %l))) { case 0 { 1 } case _ { 2 } } }\n@f(Nil())", "memory-limit"},
	{"deep parallel functions", "def @f(%n : int32) -> int32 { if (%n == 0) { 0 } else { first(map(fn(%x) { @f(%x - 1) + 1 }, [%n])) } }\n@f(99000)", ""},
	{"deeper parallel functions", "def @f(%n : int32) -> int32 { if (%n == 0) { 0 } else { first(map(fn(%x) { @f(%x - 1) + 1 }, [%n])) } }\n@f(200000)", "depth-limit"},
	{"deep reductions", "def @f(%n : int32) -> int32 { if (%n == 0) { 0 } else { reduce(fn(%a, %b) { @f(%b - 1) + %a }, [1, %n]) } }\n@f(200000)", "depth-limit"},
	{"deep scans", "def @f(%n : int32) -> int32 { if (%n == 0) { 0 } else { last(scanl(fn(%s, %x) { @f(%x - 1) + %s }, [%n], 0)) } }\n@f(200000)", "depth-limit"},
	{"deep filters", "def @f(%n : int32) -> bool { if (%n == 0) { True } else { length(filter(fn(%x) { @f(%x - 1) }, [%n])) > 0 } }\n@f(200000)", "depth-limit"},
	{"parallel functions that branch", "def @f(%n : int32) -> int32 { reduce(add, map(fn(%x) { @f(%x + 1) }, [%n, %n])) }\n@f(0)", "depth-limit step-limit memory-limit"},
	{"a cyclic reference", "data Link { Stop : () -> Link  Next : (ref(Link[])) -> Link }\nlet %r = ref(Stop()); ref_write(%r, Next(%r)); %r", ""},
	{"a tensor that doubles", "def @f(%x : Tensor[(?), float32], %n : int32) -> Tensor[(?), float32] { if (%n == 0) { %x } else { @f(concatenate((%x, %x), axis=0), %n - 1) } }\n@f(Constant([1f]), 70)", "memory-limit step-limit"},
	{"a FractalTensor that doubles", "def @f(%x : FractalTensor[int32], %n : int32) -> FractalTensor[int32] { if (%n == 0) { %x } else { @f(join(%x, %x), %n - 1) } }\n@f([1], 70)", "memory-limit step-limit"},
	{"rows of rows", "length(repeat(repeat([1], 2000000000), 2000000000))", "memory-limit"},
	{"a pair of pairs", "length(product(arange(100000), arange(100000)).0)", "memory-limit"},
	{"windows", "length(slide(arange(1000000), window=900000))", ""},
	{"a list without end", "def @f(%l : List[int32]) -> List[int32] { @f(Cons(1, %l)) }\n@f(Nil())", "memory-limit"},
	{"a loop without end", "def @f(%n : int32) -> int32 { @f(%n) }\n@f(0)", "step-limit"},
	{"a literal that is deep", deepTuple(3000), "error"},
	{"a full tensor of nothing", "ones(shape=[0, 9000000000000000000], dtype=\"float32\")", ""},
}

func deepTuple(n int) string { return strings.Repeat("(", n) + "1" + strings.Repeat(", 2)", n) }

func TestHostilePrograms(t *testing.T) {
	if testing.Short() || underRace {
		t.Skip("skipped: it fills memory to its limits")
	}
	for _, test := range hostile {
		t.Run(test.name, func(t *testing.T) {
			for _, o := range []Options{{Sequential: true}, {Threads: 8}} {
				o.MaxMemory, o.MaxSteps = 96<<20, 12_000_000
				p := compiled(t, test.text)
				v, _, err := p.Run(context.Background(), Entry{Item: p.Entries()[0]}, nil, o)
				var f *Fault
				switch {
				case err == nil:
					_ = fmt.Sprint(v)
					if test.kinds != "" {
						t.Errorf("%+v: gives a value, want %s", o, test.kinds)
					}
				case !errors.As(err, &f):
					t.Errorf("%+v: %v", o, err)
				case test.kinds == "" || !strings.Contains(test.kinds, f.Kind.String()):
					t.Errorf("%+v: %s: %.200s", o, f.Kind, err)
				}
			}
		})
	}
}
