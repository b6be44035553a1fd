package progen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// MakeSound gives a program of the parts of the language whose types are inferred: open
// operators, requirements that wait or are declared, recursion with some annotations,
// sizes, references, functions as values, polymorphic data. Definitions use the same few
// names for variables, so that a Mutator may put the expressions of one into another.
// `@main` gives what all uses give.
func MakeSound(seed uint64) string {
	g := &generator{rand: rand.New(rand.NewPCG(seed, 5))}
	for range 1 + g.rand.IntN(2) {
		g.data()
	}
	var items, uses []string
	for _, d := range g.datas {
		items = append(items, d.String())
	}
	for range 3 + g.rand.IntN(5) {
		s := pick(g, specimens)
		renamed := strings.NewReplacer("@f", g.fresh("@f"), "@g", g.fresh("@g"), "Box", g.fresh("Box"), "Two", g.fresh("Two"))
		items = append(items, renamed.Replace(s.item))
		for range 1 + g.rand.IntN(2) {
			uses = append(uses, g.filled(renamed.Replace(pick(g, s.uses))))
		}
	}
	for range 2 {
		t := g.typ(2, nil)
		uses = append(uses, g.expr(t, 3))
	}
	g.rand.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	var b strings.Builder
	b.WriteString(strings.Join(items, "\n\n") + "\n\ndef @main() {\n")
	var names []string
	for i, u := range uses {
		names = append(names, fmt.Sprintf("%%u%d", i))
		fmt.Fprintf(&b, "  let %%u%d = %s;\n", i, u)
	}
	return b.String() + "  (" + strings.Join(names, ", ") + ",)\n}\n"
}

// filled puts expressions in the place of holes: `$i` an int32, `$x` a FractalTensor of
// them, `$t` a tensor of 2 × 3 floats, `$v` one of 3 floats, `$1` and `$2` any values, the
// same type for each `$1`.
func (g *generator) filled(use string) string {
	one, two := g.typ(1, nil), g.typ(1, nil)
	var b strings.Builder
	for {
		before, hole, found := strings.Cut(use, "$")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		use = hole[1:]
		switch hole[0] {
		case 'i':
			b.WriteString(g.expr(intType, 1))
		case 'x':
			fmt.Fprintf(&b, "[%s, %s]", g.expr(intType, 1), g.expr(intType, 0))
		case 't':
			b.WriteString(g.expr(tensor("2", "3"), 1))
		case 'v':
			b.WriteString(g.expr(tensor("3"), 1))
		case '1':
			b.WriteString(g.expr(one, 1))
		case '2':
			b.WriteString(g.expr(two, 1))
		}
	}
}

// A specimen is definitions and how they may be used.
type specimen struct {
	item string
	uses []string
}

var specimens = []specimen{
	// Without annotations.
	{"def @f(%x, %y) { (%y, %x) }", []string{"@f($1, $2)", "@f(@f($1, $2), $1)"}},
	{"def @f(%x, %y, %z) { %x * %y + %z }", []string{"@f($i, $i, $i)", "@f($t, 2f, $v)", "@f($v, $t, 1f)"}},
	{"def @f(%x) { %x.0 }", []string{"@f(($1, $2))", "@f(($1, $2, $1))", "@f(@f((($1, 3), $2)))"}},
	{"def @f(%x, %y) { %x[%y] }", []string{"@f($x, 0)", "@f($t, 1)", "@f(@f([$x, $x], 1), 0)"}},
	{"def @f(%f, %x) { %f(%f(%x)) }", []string{"@f(fn(%y) { %y + 1 }, $i)", "@f(negative, $t)", "@f(fn(%y) { Cons($i, %y) }, Nil)"}},
	{"def @f(%f, %g) { fn(%x) { %f(%g(%x)) } }", []string{"@f(Some, fn(%y) { (%y, $1) })($2)", "@f(negative, exp)($v)", "@f(@id, @id)($1)"}},
	{"def @f(%f, %x) { map(%f, %x) }", []string{"@f(fn(%y) { (%y, %y) }, $x)", "@f(fn(%y) { %y * 2 }, $x)", "@f(fn(%y) { [%y, $i] }, $x)", "@f(fn((%y, %z)) { (%z, %y) }, zip($x, $x))"}},
	{"def @f(%f, %x, %y) { scanl(%f, %x, %y) }", []string{"@f(add, $x, $i)", "@f(fn((%s, %p), %y) { (%s + %y, %p * %y) }, $x, (0, 1))"}},
	{"def @f(%f, %x, %y) { foldl(%f, %x, %y) }", []string{"@f(fn(%l, %y) { Cons(%y, %l) }, $x, Nil)", "@f(fn(%s, %y) { (%y, %s.0) }, $x, ($i, $i))", "@f(add, $x, $i)"}},
	{"def @f(%x) { sum(%x, axis=[0]) }", []string{"@f($t)", "@f($v)"}},
	{"def @f(%x, %y) { concatenate((%x, %y), axis=0) }", []string{"@f($t, $t)", "@f($v, $v)"}},
	{"def @f(%x, %y) { let %z = %x + %y; let %f = fn(%w) { %z * %w }; (%f(%x), %f(%y)) }", []string{"@f($i, $i)", "@f($v, $v)", "@f($t, $v)"}},
	// Recursion with some annotations.
	{"def @f(%n: int32, %x, %y) { if (%n < 1) { %x } else { @g(%n - 1, %y, %x) } }\n\ndef @g(%n, %x, %y) { if (%n < 1) { %y } else { @f(%n - 1, %x, %y) } }", []string{"@f(3, $1, $1)", "@g(2, $1, $1)"}},
	{"def @f<a>(%n: int32, %x: a) -> List[a] { if (%n < 1) { Nil } else { Cons(%x, @g(%n - 1, %x)) } }\n\ndef @g(%n, %x) { @f(%n, %x) }", []string{"@f(3, $1)", "@g(2, $1)"}},
	{"def @f<a>(%n: int32, %x: a) -> int32 { if (%n < 1) { 0 } else { 1 + @f(%n - 1, (%x, %x)) } }", []string{"@f(3, $1)"}},
	{"def @f(%l) { match (%l) { Cons(%x, %y) => 1 + @f(%y), Nil => 0 } }", []string{"@f(Cons($1, Cons($1, Nil)))", "@f(Nil)"}},
	{"def @f(%f, %l) { match (%l) { Cons(%x, %y) => Cons(%f(%x), @f(%f, %y)), Nil => Nil } }", []string{"@f(fn(%z) { (%z, $2) }, Cons($1, Nil))", "@f(Some, Cons($1, Nil))"}},
	{"def @f(%n: int32) { let %g = fn(%k, %x) { if (%k < 1) { %x } else { %g(%k - 1, (%x.1, %x.0)) } }; (%g(%n, (True, False)), %g(%n, (1, 2))) }", []string{"@f(3)"}},
	// Declared requirements.
	{"def @f<a>(%x: a, %y: a) -> a where add(a, a) = a { %x + %y }", []string{"@f($i, $i)", "@f($t, $t)"}},
	{"def @f<a, b>(%x: a, %y: b) -> b where multiply(a, b) = b, add(b, b) = b { let %z = %x * %y; %z + %y }", []string{"@f(2f, $t)", "@f($v, $t)", "@f($i, $i)"}},
	{"def @f<a, b, c>(%f: fn(a) -> b, %x: FractalTensor[a]) -> c where stack(b) = c { map(%f, %x) }", []string{"@f(fn(%y) { (%y, %y) }, $x)", "@f(fn(%y) { %y * 2 }, $x)"}},
	// Sizes.
	{"def @f<n, m>(%x: Tensor[(n), float32], %y: Tensor[(m), float32]) -> Tensor[(n + m), float32] { concatenate((%x, %y), axis=0) }\n\ndef @g<n>(%x: Tensor[(n), float32]) -> Tensor[(2 * n), float32] { @f(%x, %x) }", []string{"@f($v, $v)", "@g($v)", "@g(@g($v))", "@g(@f($v, @g($v)))"}},
	{"def @f<n>(%n: int32, %x: Tensor[(n), float32]) -> Tensor[(?), float32] { if (%n < 1) { %x } else { @f(%n - 1, concatenate((%x, %x), axis=0)) } }", []string{"@f(2, $v)"}},
	{"def @f<n>(%x: Tensor[(n, 3), float32]) { let %f = fn(%y: Tensor[(n, 3), float32]) { %x + %y }; let %g = fn<m>(%y: Tensor[(m), float32]) -> Tensor[(m), float32] { %y * 2f }; (%f(%x), %g(%x[0])) }", []string{"@f($t)"}},
	{"def @f<n>(%x: Tensor[(n, 3), float32], %y: Tensor[(3, n), float32]) -> Tensor[(n, n), float32] { matmul(%x, %y) }", []string{"@f($t, transpose($t, axes=[1, 0]))"}},
	{"def @f(%x: Tensor[(?), float32], %y: Tensor[(3), float32]) { let %z: Tensor[(3), float32] = %x; %z + %y }", []string{"@f($v, $v)"}},
	{"def @f<n>(%x: FractalTensor[Tensor[(n), float32]]) -> Tensor[(n), float32] { reduce(fn(%y, %z) { %y + %z }, %x, %x[0]) }", []string{"@f([$v, $v])"}},
	{"type Box<n> { Two(Tensor[(n), float32]) }\n\ndef @f<n>(%x: Box[n], %y: Box[n]) -> Box[n] { match ((%x, %y)) { (Two(%z), Two(%w)) => Two(%z + %w) } }", []string{"@f(Two($v), Two($v))"}},
	// References.
	{"def @f(%x) { let %r = ref(%x); let %f = fn(%y) { ref_write(%r, %y); ref_read(%r) }; (%f(%x), ref_read(%r), %r) }", []string{"@f($1)"}},
	{"def @f(%x) { let %r = ref(Nil); ref_write(%r, Cons(%x, ref_read(%r))); ref_read(%r) }", []string{"@f($1)", "@f(fn(%y) { %y })"}},
	{"def @f<a>(%r: ref(a), %x: a) -> a { let %y = ref_read(%r); ref_write(%r, %x); %y }", []string{"{ let %r = ref($1); (@f(%r, $1), ref_read(%r)) }"}},
	{"def @f() { let %r = ref(fn(%x) { %x }); let %g = ref_read(%r); %g }", []string{"@f()($1)"}},
	{"def @f() { let %r = ref(Nil); let %f = fn(%x) { ref_write(%r, Cons(%x, Nil)); ref_read(%r) }; %f }", []string{"@f()($1)"}},
	// Graph bindings.
	{"def @f(%x, %y) { %0 = (%x, %y); %1 = fn(%z) { (%z, %0) }; (%1(%x), %0.1) }", []string{"@f($1, $2)"}},
	{"def @f(%x) { %0 = ref(%x); %1 = ref_read(%0); ref_write(%0, %x); (%1, ref_read(%0)) }", []string{"@f($1)"}},
	// Functions as values, of a higher rank as well.
	{"def @f(%f: fn<a>(a) -> a) { (%f(1), %f(True)) }", []string{"@f(@id)", "@f(fn(%x) { %x })", "@f(fn(%x) { { let %y = %x; %y } })"}},
	{"def @f(%x) { let %f = fn(%y) { (%y, %x) }; (%f(1), %f(True), %f(%f(2f))) }", []string{"@f($1)"}},
	{"def @f(%f, %x, %y) { (%f(%x), %f(%y)) }", []string{"@f(@id, $1, $1)", "@f(Some, $1, $1)", "@f(fn(%z) { %z.1 }, (1, $1), (2, $1))"}},
	{"def @f(%x) { let %f = Cons; let %g = Nil; (%f(%x, %g), %f(1, %g)) }", []string{"@f($1)"}},
	// Data.
	{"type Box<a> { Box(a), Two(a, a) }\n\ndef @f<a>(%x: Box[a]) -> a { match (%x) { Box(%y) => %y, Two(%y, %z) => %z } }", []string{"@f(Box($1))", "@f(Two($1, $1))"}},
	{"type Box<a> { Box(a), Two(Box[(a, a)]) }\n\ndef @f<a>(%x: Box[a]) -> int32 { match (%x) { Box(_) => 1, Two(%y) => 2 * @f(%y) } }", []string{"@f(Box($1))", "@f(Two(Box(($1, $1))))", "@f(Two(Two(Box((($1, $1), ($1, $1))))))"}},
	{"type Box<a, b> { Box(fn(a) -> b), Two(ref(b)) }\n\ndef @f(%x, %y) { match (%x) { Box(%f) => %f(%y), Two(%r) => ref_read(%r) } }", []string{"@f(Box(fn(%y) { (%y, 1) }), $1)", "@f(Two(ref($1)), $2)"}},
	{"type Box<a> { Box(int32), Two(List[a]) }\n\ndef @f(%x) { match (%x) { Box(_) => Nil, Two(%l) => %l } }", []string{"@f(Two(Cons($1, Nil)))", "@f(Box(1))"}},
	{"def @f(%x) { match (%x) { (0, Some(%y)) => %y, (_, Some(%y)) => %y + 1, (%y, None) => %y } }", []string{"@f((0, Some($i)))", "@f(($i, None))"}},
	// Parallel functions of tuples.
	{"def @f(%x) { map(fn((%y, %z)) { (%y + %z, (%z, %y)) }, zip(%x, %x)) }", []string{"@f($x)", "@f([$v, $v])"}},
	{"def @f(%x) { filter(fn((%y, %z)) { %y < %z }, enumerate(%x)) }", []string{"@f($x)", "@f([5, 7])"}},
	{"def @f(%x, %y) { let (%z, %w) = product(%x, %y); map(fn((%y, %z)) { reduce(add, map(fn((%x, %w)) { %x * %w }, zip(%y, %z))) }, zip(%z, %w)) }", []string{"@f($x, $x)"}},
	{"def @f(%f, %g, %x: FractalTensor[FractalTensor[int32]]) { %f(%g, %x) }", []string{"@f(forall, fn(%y) { (%y, 1) }, [$x, $x])", "@f(map, fn(%y) { %y[0] }, [$x])", "@f(filterall, fn(%y) { %y > 1 }, [$x])"}},
	{"def @f(%x: FractalTensor[FractalTensor[int32]]) { forall(fn(%y) { (%y, %y + 1) }, %x) }", []string{"@f([$x, $x])", "@f([$x])"}},
	// Requirements that belong to what is around a function.
	{"def @f(%x) { let %f = fn(%y) { (%x.0, %y) }; (%f(1), %f(True)) }", []string{"@f(($1, $2))"}},
	{"def @f(%x, %y) { let %f = fn(%z) { %x[%y] + %z }; (%f(1), %f(2)) }", []string{"@f($x, 0)"}},
	{"def @f(%x) { let %f = fn(%y) { let %g = fn(%z) { (%x + %y, %z) }; (%g(1), %g(True)) }; (%f(%x), %f(%x)) }", []string{"@f($i)", "@f($v)"}},
	{"def @f(%x) { let %r = ref(fn(%y) { %y + %y }); let %f = ref_read(%r); (%f(%x), ref_read(%r)(%x)) }", []string{"@f($i)", "@f($v)"}},
	{"def @f(%x) { %0 = fn(%y) { (%x, %y) }; let %f = fn(%z) { %0(%z) }; (%f(%x), %0(%x)) }", []string{"@f($1)"}},
	{"def @f(%x, %y) { let %f = fn(%z) { let %g = fn(%w) { (%z, %w, %x) }; %g }; (%f(%x)(%y), %f(%y)(%x), %f(1)(True)) }", []string{"@f($1, $2)"}},
	{"def @f(%n, %x) { if (%n < 1) { %x } else { @g(%n - 1, %x + %x) } }\n\ndef @g(%n: int32, %x) { @f(%n, %x * %x) }", []string{"@f(2, $i)", "@g(2, $v)"}},
	{"def @f<a>(%n: int32, %x: a) -> a where add(a, a) = a { if (%n < 1) { %x } else { @g(%n - 1, %x + %x) } }\n\ndef @g(%n, %x) { @f(%n, %x) }", []string{"@f(2, $i)", "@g(2, $v)"}},
	{"def @f(%f: fn<a>(a) -> a where add(a, a) = a) { (%f(1), %f(2f)) }", []string{"@f(fn(%x) { %x + %x })", "@f(@id)"}},
	{"type Box { Box(fn<a>(a) -> a), Two }\n\ndef @f(%x: Box) { match (%x) { Box(%f) => (%f(1), %f(True)), Two => (2, False) } }", []string{"@f(Box(@id))", "@f(Box(fn(%x) { %x }))", "@f(Two)"}},
	// Sizes that are worked out.
	{"def @f<n>(%x: Tensor[(2 * n), float32]) -> Tensor[(n, 2), float32] { reshape(%x, newshape=[-1, 2]) }", []string{"@f(concatenate(($v, $v), axis=0))", "@f(ones(shape=[4], dtype=\"float32\"))"}},
	{"def @f<n>(%x: Tensor[(n, n), float32]) -> Tensor[(n), float32] { sum(%x, axis=[0]) }", []string{"@f(matmul($t, transpose($t, axes=[1, 0])))"}},
	{"def @f<n>(%x: Tensor[(n), float32], %y: Tensor[(n), float32]) -> Tensor[(n), float32] { %x + %y }\n\ndef @g(%x: Tensor[(?), float32], %y) { @f(%x, %y) }", []string{"@f($v, $v)", "@g($v, $v)"}},
	{"def @f<n>(%x: Tensor[(n), float32]) { let %r = ref(%x); let %f = fn<m>(%y: Tensor[(m), float32]) { (%y, ref_read(%r)) }; let %g = fn(%y: Tensor[(n), float32]) { ref_write(%r, %y); ref_read(%r) }; (%f(%x), %g(%x)) }", []string{"@f($v)"}},
	{"def @f<n>(%x: FractalTensor[Tensor[(n), float32]], %f: fn(Tensor[(n), float32]) -> Tensor[(n), float32]) { map(%f, %x) }", []string{"@f([$v, $v], negative)", "@f([$v], fn(%y) { %y * 2f })"}},
	{"def @f<n, m>(%x: Tensor[(n, m), float32]) -> Tensor[(m, n), float32] { transpose(%x, axes=[1, 0]) }\n\ndef @g(%f, %x) { %f(%f(%x)) }", []string{"@f($t)", "@g(fn(%x) { @f(@f(%x)) }, $t)", "@f(@f($t))"}},
	{"def @f(%x) { let %r: ref(Tensor[(3), float32]) = ref(%x); ref_write(%r, %x + %x); ref_read(%r) }", []string{"@f($v)"}},
	{"type Box<a, n> { Box(a, Tensor[(n), float32]), Two(List[Tensor[(n), float32]]) }\n\ndef @f(%x) { match (%x) { Box(%y, %z) => Cons(%z, Nil), Two(%l) => %l } }", []string{"@f(Box($1, $v))"}},
	{"def @f(%x) { let %y = %x[0]; let %z = %y + %y; (%z, %x) }", []string{"@f($t)", "@f($x)", "@f([$v, $v])"}},
	{"def @f(%x) { expand_dims(%x, axis=0) + %x }", []string{"@f($v)", "@f($t)"}},
	// Results of parallel functions.
	{"def @f<a, b>(%f: fn(a) -> b, %x: FractalTensor[a]) -> FractalTensor[b] where stack(b) = FractalTensor[b] { map(%f, %x) }", []string{"@f(fn(%y) { (%y, %y) }, $x)", "@f(fn(%y) { [%y] }, $x)", "@f(fn(%y) { %y + 1 }, $x)"}},
	{"def @f<a, b>(%f: fn(b, a) -> b, %x: FractalTensor[a], %y: b) -> b { foldl(%f, %x, %y) }", []string{"@f(fn(%s, %y) { (%y, %s.0) }, $x, (1, 2))", "@f(fn(%l, %y) { Cons(%y, %l) }, $x, Nil)"}},
	{"def @f(%x) { let (%y, %z) = map(fn(%y) { (%y, (%y + 1, %y)) }, %x); (%z, zip(%y, %z.0)) }", []string{"@f($x)", "@f([$i])"}},
	{"def @f(%x) { let %f = fn(%y) { map(fn(%z) { (%z, %y) }, %x) }; (%f(1), %f(2)) }", []string{"@f($x)", "@f([$v])"}},
	{"def @f(%x) { foldl(fn(%s, %y) { %s + %y }, %x) }", []string{"@f($x)", "@f([$v, $v])", "@f([$x, $x])"}},
	{"def @f(%x) { map(fn(%y) { map(fn(%z) { %z * %z }, %y) }, %x) }", []string{"@f([$x, $x])", "@f([[$v], [$v, $v]])"}},
	{"def @f(%x) { scanr(fn((%s, %t), (%y, %z)) { (%s + %y, %t - %z) }, zip(%x, %x), (0, 0)) }", []string{"@f($x)"}},
	{"def @f(%x, %y) { join(%x, filter(fn(%z) { True }, %y)) }", []string{"@f($x, $x)", "@f([$v], [$v])", "@f(zip($x, $x), enumerate($x))"}},
	{"def @f(%x) { (first(%x), last(%x), slice(%x, 0, 1), gather(%x, [0, 0])) }", []string{"@f($x)", "@f([$v])", "@f([$x])", "@f(zip($x, $x))"}},
	{"def @f(%x) { slide(%x, window=2) }", []string{"@f($x)", "@f([$v, $v])", "map(fn(%y) { reduce(add, %y) }, @f($x))"}},
}
