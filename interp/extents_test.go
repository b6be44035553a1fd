package interp

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

const extentDefinitions = `
data Box<n> { B : (Tensor[(n), float32], int32) -> Box }
data Tree<n> {
  Leaf : (Tensor[(n + 1), float32]) -> Tree
  Node : (Tree[n], Tree[n]) -> Tree
}
def @any(%x: Tensor[(?), float32]) -> Tensor[(?), float32] { %x }
def @tail<n>(%x: Tensor[(n + 1), float32]) -> Tensor[(n), float32] { @any(strided_slice(%x, begin=[1], end=[1000], strides=[1], axes=[0])) }
def @both<n, m>(%x: Tensor[(n + m), float32], %y: Tensor[(n - m), float32]) { (full(0f, shape=(n,)), full(0f, shape=(m,))) }
def @half<n>(%x: Tensor[(2*n), float32]) { full(0f, shape=(n,)) }
def @factor<n, m>(%x: Tensor[(n*m), float32], %y: Tensor[(n), float32]) { full(0f, shape=(m,)) }
def @open<n, m>(%x: Tensor[(n*m), float32]) -> Tensor[(m), float32] { @any(%x) }
def @whole<n, m>(%x: Tensor[(n*m), float32]) -> Tensor[(n*m), float32] { @any(%x) }
def @unused<n, m>(%x: Tensor[(n*m), float32]) { 1 }
def @box<n>(%b: Box[n]) { full(0f, shape=(n,)) }
def @list<n>(%l: List[Tensor[(n), float32]]) { full(0f, shape=(n,)) }
def @tree<n>(%t: Tree[n]) { full(0f, shape=(n,)) }
def @cell<n>(%r: ref(Tensor[(n + 2), float32])) { full(0f, shape=(n,)) }
def @sequence<n>(%xs: FractalTensor[Tensor[(3*n), float32]]) { full(0f, shape=(n,)) }
def @pair<n>(%p: (int32, Tensor[(n + 1), float32])) { full(0f, shape=(n,)) }
def @inner<n>(%x: Tensor[(n + 1), float32]) { let %f = fn(%y: Tensor[(n), float32]) -> Tensor[(n), float32] { @any(%y) }; %f(full(0f, shape=(n,))) }
def @square<n>(%x: Tensor[(n*n), float32]) { full(0f, shape=(n,)) }
def @none<n>(%k: int32) -> Tensor[(n), float32] { @any(Constant([1f])) }
def @of_tail() { @tail(@any(Constant([1f, 2f]))) }
def @of_box() { @box(B(@any(Constant([1f, 2f])), 1)) }
def @of_half() { @half(@any(Constant([1f, 2f, 3f]))) }
def @passes<n>(%f: fn(Tensor[(n), float32]) -> Tensor[(n + 1), float32], %x: Tensor[(n), float32]) -> Tensor[(n + 1), float32] { %f(%x) }
`

// Size variables have the values that the arguments determine: by equations of all
// arguments together, and by what data, references and FractalTensors hold.
func TestSizesFollowFromArguments(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"@tail(Constant([1f, 2f, 3f]))", "[2.0, 3.0]"},
		{"@tail(@any(Constant([1f])))", "[]"},
		{"@of_tail()", "[2.0]"},
		{"@of_box()", "[0.0, 0.0]"},
		{"@of_half()", "[1.0, 2.0, 3.0] has the shape (3), which no sizes make Tensor[(2*n), float32]"},
		{"@both(Constant([1f, 2f, 3f]), Constant([1f]))", "(Constant([0.0, 0.0]), Constant([0.0]))"},
		{"@both(@any(Constant([1f, 2f, 3f])), @any(Constant([1f])))", "(Constant([0.0, 0.0]), Constant([0.0]))"},
		{"@both(@any(Constant([1f, 2f, 3f])), @any(Constant([1f, 2f])))", "no natural numbers m and n fit the arguments: m + n is 3 by Tensor[(m + n), float32], and n - m is 2 by Tensor[(n - m), float32]"},
		{"@half(@any(Constant([1f, 2f])))", "[0.0]"},
		{"@half(@any(Constant([1f, 2f, 3f])))", "[1.0, 2.0, 3.0] has the shape (3), which no sizes make Tensor[(2*n), float32]"},
		{"@factor(@any(Constant([1f, 2f, 3f, 4f])), @any(Constant([1f, 2f])))", "[0.0, 0.0]"},
		{"@factor(@any(Constant([1f, 2f, 3f])), @any(Constant([1f, 2f])))", "no natural number m fits the arguments: m*n is 3 by Tensor[(m*n), float32], where n is 2"},
		{"@open(@any(Constant([1f, 2f])))", "the arguments do not determine the extent m (all that is known is that m*n is 2), so that [1.0, 2.0] cannot be compared with Tensor[(m), float32]"},
		{"@open(@any(Constant([1f])))", "[1.0]"}, // m*n is 1
		{"@whole(@any(Constant([1f, 2f])))", "[1.0, 2.0]"},
		{"@unused(@any(Constant([1f, 2f])))", "1"},
		{"@box(B(@any(Constant([1f, 2f])), 1))", "[0.0, 0.0]"},
		{"@list(Cons(@any(Constant([1f, 2f])), Nil))", "[0.0, 0.0]"},
		{"@list(Nil)", "the arguments do not determine the extent n"},
		{"@tree(Node(Node(Leaf(Constant([1f, 2f])), Leaf(Constant([1f, 2f]))), Leaf(Constant([1f, 2f]))))", "[0.0]"},
		{"@cell(ref(Constant([1f, 2f, 3f])))", "[0.0]"},
		{"@sequence([Constant([1f, 2f, 3f])])", "[0.0]"},
		{"@sequence([])", "the arguments do not determine the extent n"},
		{"@pair((1, Constant([1f, 2f])))", "[0.0]"},
		{"@inner(Constant([1f, 2f]))", "[0.0]"},
		{"@square(@any(Constant([1f, 2f, 3f, 4f])))", "[0.0, 0.0]"},
		{"@none(1)", "the arguments do not determine the extent n, so that [1.0] cannot be compared with Tensor[(n), float32]"},
		{"@passes(fn(%a: Tensor[(?), float32]) { @any(Constant([1f, 2f])) }, Constant([5f]))", "[1.0, 2.0]"},
		{"@passes(fn(%a: Tensor[(?), float32]) { @any(%a) }, Constant([5f]))", "this tensor has the shape (1), and (n + 1) is declared, where n is 1"},
	} {
		p := compiled(t, extentDefinitions+c.expr+"\n")
		v, _, err := p.Run(t.Context(), Entry{Item: p.Entries()[0]}, nil, Options{})
		got := ""
		if f, ok := err.(*Fault); ok {
			got = f.Message
			if f.Kind != ShapeFault {
				t.Errorf("%s: a fault of kind %v", c.expr, f.Kind)
			}
		} else if err != nil {
			t.Fatal(err)
		} else {
			got = value.Text(v)
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.expr, got, c.want)
		}
	}
}

// The fault of an argument is at the argument, where the call can still be seen: a function
// that calls itself may have replaced the call that its caller has written.
func TestFaultIsAtTheArgument(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"@same(@any(Constant([1f])), @any(Constant([1f, 2f])))", "@any(Constant([1f, 2f]))"},
		{"@three(@any(Constant([1f])))", "@any(Constant([1f]))"},
		{"(1, @three(@any(Constant([1f]))))", "@any(Constant([1f]))"},
		{"@outer(@any(Constant([1f])))", "%x"},
		{"@pair((1, @any(Constant([1f]))))", "(1, @any(Constant([1f])))"},
		{"@again(3, @any(Constant([1f, 2f, 3f])))", "Tensor[(3), float32]"},
		{"map(@three, [@any(Constant([1f]))])", "Tensor[(3), float32]"},
	} {
		p := compiled(t, `
def @any(%x: Tensor[(?), float32]) -> Tensor[(?), float32] { %x }
def @three(%x: Tensor[(3), float32]) { %x }
def @same<n>(%x: Tensor[(n), float32], %y: Tensor[(n), float32]) { 1 }
def @pair(%p: (int32, Tensor[(3), float32])) { 1 }
def @outer(%x: Tensor[(?), float32]) { (@three(%x), 1) }
def @again(%i: int32, %x: Tensor[(3), float32]) -> int32 { if (%i == 0) { 1 } else { @again(%i - 1, @any(Constant([1f]))) } }
`+c.expr+"\n")
		_, _, err := p.Run(t.Context(), Entry{Item: p.Entries()[0]}, nil, Options{})
		f, ok := err.(*Fault)
		if !ok || f.Kind != ShapeFault {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		at := f.Path[0]
		if got := at.Module.File().Item(at.Item).SourceText(at.Node); got != c.want {
			t.Errorf("%s: the fault is at %q, and not at %q", c.expr, got, c.want)
		}
	}
}

// TestSizesAgainstAllAssignments runs definitions whose parameters have random extents on
// arguments of random shapes, and holds what the run finds to all small assignments.
func TestSizesAgainstAllAssignments(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 34))
	values, faults := 0, 0
	for range 150 {
		// Each extent is a + b*n + c*m.
		var rows [][3]int
		var params, args []string
		planted := [2]int{r.IntN(4), r.IntN(4)}
		for i := range 1 + r.IntN(3) {
			row := [3]int{r.IntN(4), r.IntN(4) - 1, r.IntN(4) - 1}
			real := row[0] + row[1]*planted[0] + row[2]*planted[1] + r.IntN(6)/5
			if row[1] == 0 && row[2] == 0 || real < 0 {
				continue
			}
			rows = append(rows, [3]int{row[0] - real, row[1], row[2]})
			params = append(params, fmt.Sprintf("%%x%d: Tensor[(%d + %d*n + %d*m), float32]", i, row[0], row[1], row[2]))
			args = append(args, fmt.Sprintf("@any(Constant([%s]))", strings.TrimSuffix(strings.Repeat("1f, ", real), ", ")))
			if real == 0 {
				args[len(args)-1] = "@any(strided_slice(Constant([1f]), begin=[1], end=[1], strides=[1], axes=[0]))"
			}
		}
		if len(rows) == 0 {
			continue
		}
		found := map[int]bool{}
		for n := range 60 {
			for m := range 60 {
				fits := true
				for _, row := range rows {
					fits = fits && row[0]+row[1]*n+row[2]*m == 0
				}
				if fits {
					found[n] = true
				}
			}
		}
		text := "def @any(%x: Tensor[(?), float32]) -> Tensor[(?), float32] { %x }\n" +
			"def @f<n, m>(" + strings.Join(params, ", ") + ") { full(0f, shape=(n,)) }\n" +
			"@f(" + strings.Join(args, ", ") + ")\n"
		p := compiled(t, text)
		v, _, err := p.Run(t.Context(), Entry{Item: p.Entries()[0]}, nil, Options{})
		if err != nil {
			faults++
			// Only one value in reach, and no fault for it, is what the run must not miss;
			// beyond 60 there may be others.
			if len(found) == 1 && strings.Contains(err.Error(), "fit") {
				t.Errorf("%v, and n may be %v\n%s", err, found, text)
			}
			continue
		}
		values++
		if n := v.(*value.Array).Shape[0]; len(found) != 1 || !found[n] {
			t.Errorf("n is %d, and may be %v\n%s", n, found, text)
		}
	}
	if values < 20 || faults < 20 {
		t.Errorf("%d values and %d faults", values, faults)
	}
}
