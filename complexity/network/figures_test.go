package network_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/network"
)

// TestFigures holds figures that are worked out by hand: multiply-adds, bytes moved,
// parameters, bytes of values live at once, inputs. `!` stands for an upper bound.
func TestFigures(t *testing.T) {
	for _, c := range []struct{ name, program, macs, bytes, params, peak, inputs string }{
		{"a dense layer", `def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(5, 3), float32]) { nn.dense(%x, %w, units=5) }`,
			"30", "124", "15", "64", "%x"},
		{"half precision", `def @main(%x: Tensor[(2, 3), float16], %w: Tensor[(5, 3), float16]) { nn.dense(%x, %w, units=5) }`,
			"30", "62", "15", "32", "%x"},
		{"a batch of any size", `def @main<n>(%x: Tensor[(n, 3), float32], %w: Tensor[(5, 3), float32]) { nn.dense(%x, %w, units=5) }`,
			"15*n", "32*n + 60", "15", "32*n", "%x"},
		{"a `let` is computed, a graph binding that nothing uses is not",
			`def @main(%x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) { let %y = nn.dense(%x, %w, units=4); %0 = nn.dense(%x, %w, units=4); %x }`,
			"16", "96", "16", "32", "%x"},
		{"a binding that is used twice is computed once",
			`def @main(%x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) { %0 = nn.dense(%x, %w, units=4); add(%0, %0) }`,
			"16", "144", "16", "32", "%x"},
		{"the dearest branch", `def @main(%c: bool, %x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) {
			if (%c) { nn.dense(%x, %w, units=4) } else { nn.dense(nn.dense(%x, %w, units=4), %w, units=4) } }`,
			"32", "192", "16", "49!", "%c, %x"},
		{"a binding of one branch", `def @main(%c: bool, %x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) {
			%0 = nn.dense(%x, %w, units=4); if (%c) { %0 } else { nn.dense(%x, %w, units=4) } }`,
			"16", "96", "16", "33", "%c, %x"},
		{"branches of which none is known to be the dearest",
			`def @main<n, m>(%c: bool, %x: Tensor[(n, 4), float32], %y: Tensor[(m, 4), float32], %w: Tensor[(1, 4), float32]) {
			if (%c) { sum(nn.dense(%x, %w, units=1)) } else { sum(nn.dense(%y, %w, units=1)) } }`,
			"4*max(m, n)", "4*max(6*m + 5, 6*n + 5)", "4", "max(16*m + 16*n + 5, 16*m + 20*n + 5, 20*m + 16*n + 5)!", "%c, %x, %y"},
		{"clauses", `data Which { Left(Tensor[(1, 4), float32]), Right }
			def @main(%a: Which, %x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) { match (%a) { Left(%y) => nn.dense(%y, %w, units=4), Right => nn.relu(%x) } }`,
			"16", "96", "16", "unknown: the size of `Which` is not known", "%a, %x"},
		{"a local function, called twice", `def @main(%x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) {
			let %f = fn (%y: Tensor[(1, 4), float32]) -> Tensor[(1, 4), float32] { nn.dense(%y, %w, units=4) }; %f(%f(%x)) }`,
			"32", "192", "16", "32", "%x"},
		{"a function on the spot", `def @main(%x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) {
			fn (%y: Tensor[(1, 4), float32], %v: Tensor[(4, 4), float32]) { nn.relu(nn.dense(%y, %v, units=4)) }(%x, %w) }`,
			"16", "128", "16", "48!", "%x"},
		{"a function that is one kernel", `def @main(%x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) {
			fn (%y: Tensor[(1, 4), float32], %v: Tensor[(4, 4), float32], Primitive=1) { nn.relu(nn.dense(%y, %v, units=4)) }(%x, %w) }`,
			"16", "96", "16", "32", "%x"},
		{"a definition for two shapes", `def @f<n>(%x: Tensor[(n, 4), float32], %w: Tensor[(4, 4), float32]) -> Tensor[(n, 4), float32] { nn.dense(%x, %w, units=4) }
			def @main(%x: Tensor[(1, 4), float32], %y: Tensor[(3, 4), float32], %w: Tensor[(4, 4), float32]) { (@f(%x, %w), @f(%y, %w), @f(%x, %w)) }`,
			"80", "352", "16", "112", "%x, %y"},
		{"a definition without types", `def @f(%x, %w) { nn.dense(%x, %w, units=None) }
			def @main(%x: Tensor[(3, 4), float32], %w: Tensor[(5, 4), float32]) { @f(%x, %w) }`,
			"60", "188", "20", "108", "%x"},
		{"recursion", `def @main(%n: int32, %x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) -> Tensor[(1, 4), float32] {
			if (%n == 0) { %x } else { @main(%n - 1, nn.dense(%x, %w, units=4), %w) } }`,
			"unknown: it calls itself", "unknown: it calls itself", "16", "unknown: it calls itself", "%n, %x"},
		{"recursion without layers", `def @main(%n: int32) -> int32 { if (%n == 0) { 0 } else { @main(%n - 1) } }`,
			"0", "unknown: it calls itself", "0", "unknown: it calls itself", "%n"},
		{"a local function that calls itself", `def @main(%n: int32, %x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) {
			let %f = fn (%k: int32, %y: Tensor[(1, 4), float32]) -> Tensor[(1, 4), float32] { if (%k == 0) { %y } else { %f(%k - 1, nn.dense(%y, %w, units=4)) } }; %f(%n, %x) }`,
			"unknown: it calls itself", "unknown: it calls itself", "16", "unknown: it calls itself", "%n, %x"},
		{"a function that is not known", `def @main(%f: fn(Tensor[(2), float32]) -> Tensor[(2), float32], %x: Tensor[(2), float32]) { %f(%x) }`,
			"unknown: which function is called here is not known", "unknown: which function is called here is not known", "0", "unknown: which function is called here is not known", "%f, %x"},
		{"a function for each element", `def @main(%xs: FractalTensor[Tensor[(1, 4), float32]], %w: Tensor[(4, 4), float32]) { map(fn (%x) { nn.dense(%x, %w, units=4) }, %xs) }`,
			"unknown: how often this calls its function is not known", "unknown: the size of `FractalTensor[Tensor[(1, 4), float32]]` is not known", "16", "unknown: the size of `FractalTensor[Tensor[(1, 4), float32]]` is not known", "%xs"},
		{"a function without layers for each element", `def @main(%xs: FractalTensor[Tensor[(1, 4), float32]]) { map(fn (%x) { nn.relu(%x) }, %xs) }`,
			"0", "unknown: the size of `FractalTensor[Tensor[(1, 4), float32]]` is not known", "0", "unknown: the size of `FractalTensor[Tensor[(1, 4), float32]]` is not known", "%xs"},
		{"an extent that is not known", `def @main(%x: Tensor[(?, 3), float32], %w: Tensor[(5, 3), float32]) { nn.dense(%x, %w, units=5) }`,
			"unknown: the size of `Tensor[(?, 3), float32]` is not known", "unknown: the size of `Tensor[(?, 5), float32]` is not known", "15", "unknown: the size of `Tensor[(?, 3), float32]` is not known", "%x"},
		{"a constant that is used twice", `def @main(%x: Tensor[(1, 4), float32]) {
			%0 = nn.dense(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 4), float32] */, units=4);
			nn.dense(%0, meta[relay.Constant][0] /* ty=Tensor[(4, 4), float32] */, units=4) + 1f }`,
			"32", "228", "16", "32", "%x"},
		{"a written constant", `def @main(%x: Tensor[(1, 2), float32]) { add(%x, Constant([[1, 2]], float32)) }`,
			"0", "24", "2", "16", "%x"},
		{"data is no weight", `def @main(%x: Tensor[(3, 4), float32]) { nn.dense(%x, %x, units=3) }`,
			"36", "132", "0", "84", "%x"},
		{"a bias that is added", `def @main(%x: Tensor[(3, 4), float32], %w: Tensor[(4, 4), float32], %b: Tensor[(4), float32], %y: Tensor[(3, 4), float32]) {
			add(add(nn.dense(%x, %w, units=4), %b), %y) }`,
			"48", "416", "20", "144", "%x, %y"},
		{"weights that are turned, converted and passed on", `def @f(%x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float32]) { nn.dense(%x, %w, units=4) }
			def @main(%x: Tensor[(1, 4), float32], %w: Tensor[(4, 4), float16], %p: (Tensor[(4, 4), float32], Tensor[(2), int32])) {
			let %v = transpose(cast(%w, dtype="float32"), axes=[1, 0]); @f(@f(%x, %v), %p.0) }`,
			"32", "288", "32", "104", "%x, %p"},
		{"views move nothing", `def @main(%x: Tensor[(2, 6), float32]) { nn.relu(expand_dims(reshape(%x, newshape=[3, 4]), axis=0)) }`,
			"0", "96", "0", "96", "%x"},
		{"a reshape that may copy", `def @main(%x: Tensor[(2, 6), float32]) { nn.relu(reshape(transpose(%x, axes=[1, 0]), newshape=[3, 4])) }`,
			"0", "192", "0", "96", "%x"},
		{"a reshape of what a caller may have transposed", `def @f(%x: Tensor[(6, 2), float32]) { reshape(%x, newshape=[3, 4]) }
			def @main(%x: Tensor[(2, 6), float32]) { @f(transpose(%x, axes=[1, 0])) }`,
			"0", "96", "0", "96", "%x"},
		{"a part of a pair", `def @main(%x: Tensor[(1, 8), float32]) { let %p = split(%x, indices_or_sections=2, axis=1); nn.relu(nn.relu(nn.relu(%p.0))) }`,
			"0", "160", "0", "64", "%x"},
		{"no arithmetic", `def @main(%x: Tensor[(1, 8), float32]) { %x }`, "0", "0", "0", "32", "%x"},
	} {
		r := report(t, c.program, "@main")
		var names []string
		for _, in := range r.Inputs {
			names = append(names, in.Name)
		}
		peak := text(r.Peak.Figure)
		if r.Peak.Why == nil && !r.Peak.Exact {
			peak += "!"
		}
		got := []string{text(r.Totals[network.MultiplyAdds]), text(r.Totals[network.Bytes]), text(r.Totals[network.Parameters]), peak, strings.Join(names, ", ")}
		for i, want := range []string{c.macs, c.bytes, c.params, c.peak, c.inputs} {
			if got[i] != want {
				t.Errorf("%s: %s: %s, not %s", c.name, []string{"multiply-adds", "bytes", "parameters", "peak", "inputs"}[i], got[i], want)
			}
		}
	}
}

// TestLayersAddUp holds that the layers of a metric are the total, of all networks.
func TestLayersAddUp(t *testing.T) {
	for _, p := range networks() {
		r := report(t, p.text, "@main")
		for m, total := range r.Totals {
			sum := int64(0)
			for _, l := range r.Layers(network.Metric(m)) {
				sum += number(t, l.Figure)
			}
			if want := number(t, total); sum != want {
				t.Errorf("%s: metric %d: layers add up to %d, not %d", p.name, m, sum, want)
			}
		}
	}
}

// TestDeepNetworks holds that depth costs memory alone.
func TestDeepNetworks(t *testing.T) {
	const depth = 3000
	var calls strings.Builder
	for i := range depth {
		fmt.Fprintf(&calls, "def @f%d(%%x: Tensor[(1, 2), float32]) -> Tensor[(1, 2), float32] { nn.relu(@f%d(%%x)) }\n", i+1, i)
	}
	relu := "def @f0(%x: Tensor[(1, 2), float32]) -> Tensor[(1, 2), float32] { nn.relu(%x) }\n"
	head := "(%x: Tensor[(1, 2), float32], %c: bool) -> Tensor[(1, 2), float32] { "
	var tuples strings.Builder
	for i := range depth {
		fmt.Fprintf(&tuples, "  let %%t%d = (nn.relu(%%x), %%t%d);\n", i+1, i)
	}
	for name, program := range map[string]string{
		"definitions":    relu + calls.String() + "def @main" + head + fmt.Sprintf("@f%d(%%x) }", depth),
		"pairs of pairs": "def @main(%x: Tensor[(1, 2), float32]) { let %t0 = %x;\n" + pairs(60) + "  nn.relu(%x); nn.relu(%t60" + strings.Repeat(".0", 60) + ") }",
		"bindings":       "def @main" + head + "let %y0 = %x; " + chainOf(depth) + " }",
		"tuples":         "def @main" + head + "let %t0 = %x;\n" + tuples.String() + fmt.Sprintf("  %%t%d.0 }", depth),
	} {
		r := report(t, program, "@main")
		if got := number(t, r.Totals[network.Bytes]); got < 32 {
			t.Errorf("%s: %d bytes are moved", name, got)
		}
	}
}

func chainOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "let %%y%d = if (%%c) { nn.relu(%%y%d) } else { %%y%[2]d };\n", i+1, i)
	}
	return b.String() + fmt.Sprintf("%%y%d", n)
}

// pairs bind n pairs, each of the one before it twice.
func pairs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  let %%t%d = (%%t%d, %%t%[2]d);\n", i+1, i)
	}
	return b.String()
}
