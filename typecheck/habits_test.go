package typecheck_test

import (
	"cmp"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
)

// A call as another library writes it is one error, and its fix writes the call that is meant;
// "" stands for no fix.
func TestForeignCalls(t *testing.T) {
	const behind = "def @g(%a: float32, %b: float32) -> float32 { %a }\n"
	for call, want := range map[string]string{
		"torch.cat((%x, %x), dim=1)":                         "concatenate((%x, %x), axis=1)",
		"np.stack([%x, %x], axis=0)":                         "stack((%x, %x), axis=0)",
		"concatenate([%x, %x], axis=0)":                      "concatenate((%x, %x), axis=0)",
		"torch.unsqueeze(%x, 0)":                             "expand_dims(%x, axis=0)",
		"%x.sum(dim=1)":                                      "sum(%x, axis=[1])",
		"%x.view(12)":                                        "reshape(%x, newshape=[12])",
		"%x.transpose(0, 1)":                                 "", // other libraries mean other things
		"%x.astype(float16)":                                 "cast(%x, dtype=\"float16\")",
		"%x.to(torch.float16)":                               "cast(%x, dtype=\"float16\")",
		"float(%n)":                                          "cast(%n, dtype=\"float32\")",
		"np.einsum(\"ij,jk->ik\", %x, %e)":                   "einsum((%x, %e), equation=\"ij,jk->ik\")",
		"torch.einsum(\"ij->ji\", %x)":                       "einsum((%x,), equation=\"ij->ji\")",
		"np.pad(%x, ((1, 1), (0, 2)))":                       "nn.pad(%x, 0f, pad_width=[[1, 1], [0, 2]])",
		"np.pad(%x, 1)":                                      "nn.pad(%x, 0f, pad_width=[[1, 1], [1, 1]])",
		"F.pad(%x, (1, 2))":                                  "nn.pad(%x, 0f, pad_width=[[0, 0], [1, 2]])",
		"foldl(0, fn(%a: int32, %b: int32) { %a + %b }, %s)": "foldl(fn(%a: int32, %b: int32) { %a + %b }, %s, 0)",
		"foldl(%s, 0, fn(%a: int32, %b: int32) { %a + %b })": "foldl(fn(%a: int32, %b: int32) { %a + %b }, %s, 0)",
		"torch.sort(%x, descending=True)":                    "sort(%x, is_ascend=False)",
		"sort(%x, descending=False)":                         "sort(%x, is_ascend=True)",
		"F.max_pool2d(%i, kernel_size=2)":                    "nn.max_pool2d(%i, pool_size=[2, 2], strides=[2, 2])",
		"nn.avg_pool2d(%i, kernel_size=2, padding=1)":        "nn.avg_pool2d(%i, pool_size=[2, 2], strides=[2, 2], count_include_pad=True, padding=[1])",
		"np.round(%x)":                                       "round_even(%x)",
		"np.mod(%n, %n)":                                     "floor_mod(%n, %n)",
		"sum(%x, axes=1)":                                    "sum(%x, axis=[1])",
		"transpose(%x, axis=[1, 0])":                         "transpose(%x, axes=[1, 0])",
		"flip(%x, axis=0)":                                   "",
		"len(%l)":                                            "@length(%l)",
		"nn.max_pool2d(%i, kernel_size=2, stride=2)":         "nn.max_pool2d(%i, pool_size=[2, 2], strides=[2, 2])",
		"nn.max_pool2d(%i, pool_size=2, strides=2)":          "nn.max_pool2d(%i, pool_size=[2, 2], strides=[2, 2])",
		"nn.conv2d(%i, %w, stride=2)":                        "nn.conv2d(%i, %w, strides=[2, 2])",
		"clip(%x, min=0f, max=6f)":                           "clip(%x, a_min=0f, a_max=6f)",
		"clip(%x, a_min = 0f, a_mx = 6f)":                    "clip(%x, a_min = 0f, a_max = 6f)",
		"strided_slice(%x, begin=0, end=1)":                  "strided_slice(%x, begin=[0], end=[1])",
		"sum(%x, axis = 1)":                                  "sum(%x, axis = [1])",
		"sum(%x, dim=1, axis=[0])":                           "", // the axis is given
		"arange(0, 10, 2)":                                   "arange(0, 10, 2, dtype=\"int32\")",
		"arange(0, 10, 1, dtype=\"float32\")":                "arange(0f, 10f, 1f, dtype=\"float32\")",
		"%p[1]":                                              "%p.1",
		"@g(1f, b=2f)":                                       "@g(1f, 2f)",
		"@g(b=2f, a=1f)":                                     "@g(1f, 2f)",
		"@g(1f, c=2f)":                                       "",
		"nn.dense(%i, %d)":                                   "nn.dense(nn.batch_flatten(%i), %d)",
	} {
		text := "def @f(%x: Tensor[(4, 3), float32], %n: int32, %l: List[int32], %p: (int32, int32), %i: Tensor[(1, 3, 2, 2), float32], %w: Tensor[(4, 3, 1, 1), float32], %d: Tensor[(5, 12), float32], %e: Tensor[(3, 2), float32], %s: FractalTensor[int32]) { " + call + " }\n" + behind
		found := findings(text)
		if len(found) != 1 {
			t.Errorf("%s: want one error, not %v", call, found)
			continue
		}
		got := ""
		if want != "" && len(found[0].Fixes) > 0 {
			got = strings.TrimSuffix(syntax.ApplyEdits(text, found[0].Fixes[0].Edits), " }\n"+behind)
			got = got[strings.Index(got, ") { ")+len(") { "):]
		}
		if got != want {
			t.Errorf("%s: the fix gives %q, want %q", call, got, want)
		}
	}
}

// A `where` after a definition, as Haskell has it, has the only error: what it binds is not
// reported as undefined.
func TestWhereBehindDefinition(t *testing.T) {
	for _, text := range []string{
		"def @f(%x: float32) -> float32 { %y + 1f } where %y = %x * 2f\n",
		"def @f(%x: float32) -> float32 { y + 1f }\n  where\n    y = %x * 2f\n    z = 3f\ndef @g() { 1 }\n",
	} {
		if found := findings(text); len(found) != 1 || !strings.Contains(found[0].Message, "`where`") {
			t.Errorf("%s\n%v", text, found)
		}
	}
}

// What another library computes and the operator of its name does not is no fix that anybody applies
// unseen.
func TestOtherMeaningIsASketch(t *testing.T) {
	for _, call := range []string{
		"np.mean(%n)", "np.sqrt(%n)", "%n.mean()", "torch.div(%n, %n)", "%n % %n", "%n mod %n", "F.leaky_relu(%x)", "tf.nn.max_pool2d(%i, ksize=2, strides=2)",
	} {
		found := findings("def @f(%x: Tensor[(4, 3), float32], %n: Tensor[(4), int32], %i: Tensor[(1, 8, 8, 3), float32]) { " + call + " }\n")
		if len(found) != 1 || len(found[0].Fixes) > 0 && found[0].Fixes[0].Confidence != codes.Sketch {
			t.Errorf("%s: %v", call, found)
		}
	}
}

// quoted are the texts that a sentence quotes.
var quoted = regexp.MustCompile("`([^`]+)`")

// What is proposed for a name of another library checks, with variables of types that it is for.
func TestProposalsCheck(t *testing.T) {
	const params = "%x: Tensor[(4, 4), float32], %y: Tensor[(4, 4), float32], %a: Tensor[(4, 4), float32], %b: Tensor[(4), float32], %c: Tensor[(4, 4), bool]" +
		", %i: Tensor[(4), int32], %mask: Tensor[(4, 4), bool], %t: float32, %d: float32, %value: float32, %w: Tensor[(4, 4), float32], %diagonal: Tensor[(4), float32]" +
		", %q: Tensor[(2, 3, 4), float32], %k: Tensor[(2, 5, 4), float32], %table: Tensor[(9, 4), float32], %indices: Tensor[(4), int32], %r: ref(Tensor[(4, 4), float32])" +
		", %xs: FractalTensor[Tensor[(4, 4), float32]], %ys: FractalTensor[Tensor[(4, 4), float32]], %l: List[int32], %m: List[int32], %o: Optional[int32], %rest: List[Tensor[(4, 4), float32]]"
	vectors := map[string]string{"addmv": "%v: Tensor[(4), float32]"}
	bits := regexp.MustCompile("bitwise_")
	library.Each(func(name string, n library.Name) {
		for _, part := range quoted.FindAllStringSubmatch(n.Say, -1) {
			text, given := part[1], params+", "+cmp.Or(vectors[name], "%v: Tensor[(2, 5, 6), float32]")
			if !strings.Contains(text, "(") || strings.Contains(text, "…") || strings.HasPrefix(text, "def ") {
				continue
			}
			if bits.MatchString(text) {
				given = "%x: Tensor[(4), int32], %y: Tensor[(4), int32]"
			}
			for _, d := range findings("def @f(" + given + ") { " + text + " }\n") {
				if d.Severity == codes.Error {
					t.Errorf("%s: `%s`: %s", name, text, d.Message)
				}
			}
		}
	})
}

// One mistake in what a call is given is one error that says where it comes from.
func TestMistakesNameTheirCause(t *testing.T) {
	for text, want := range map[string]string{
		"def @f(%xs: FractalTensor[int32]) { reduce(fn(%a, %b) { %a + %b }, %xs, 0f) }\n": "argument 3 of `reduce`",
		"def @f(%xs: FractalTensor[int32]) { window(%xs, 3, 0) }\n":                       "`window=3, fill=0`",
		"def @f(%r: ref(int32)) { ref_write(ref_read(%r) + 1, %r) }\n":                    "arguments 1 and 2 of `ref_write` are swapped",
		"data T { A: (k, v) -> T }\n":                                                     "`k` and `v`",
		"def @f(%x: Tensor[(n, m), float32]) { %x }\n":                                    "`n` and `m`",
		"data T<a> { A: (T, T) -> T\n  B: (a) -> T }\n":                                   "the type `T` needs 1 argument",
		"data T<k, v> { E: () -> T\n  F: (T[k, v], k, v, T[k, v]) -> T }\ndef @f<k, v>(%k: k, %v: v, %t: T[k, v]) -> T[k, v] { F(%k, %t, %v, %t) }\n": "arguments 1 and 2 of `F` are swapped",
		"def @f(%l: float32[]) { @length(%l) }\n":                                                                                                           "`List[float32]`",
		"def @f(%l: [int32]) { length(%l) }\n":                                                                                                              "`FractalTensor[int32]`",
		"def @f(%x: Tensor[(?, 3), float32], %i: Tensor[(2), int32]) { %x[%i] }\n":                                                                          "`take(%x, %i, axis=0)`",
		"def @f(%l: List[int32]) { foldl(fn(%s, %x) { %s + %x }, 0, %l) }\n":                                                                                "on lists, `@foldl` does the same",
		"def @g(%a: List[bool], %b: List[int32]) { %a }\ndef @f(%a: List[bool], %b: List[int32]) { @g(%b, %a) }\n":                                          "arguments 1 and 2 of `@g` are swapped",
		"def @f<n, d>(%x: Tensor[(n, d), float32]) {\n  let %m = mean(%x, axis=[1]);\n  %x / sqrt(%m + 1f)\n}\n":                                            "with `keepdims=True` it has extent 1 there",
		"def @f(%x: Tensor[(1, 6, 8, 8), float32], %w: Tensor[(6, 1, 3, 3), float32]) { nn.conv2d(%x, %w, groups=4) }\n":                                    "do not fall into 4 groups",
		"def @f<b, t>(%x: Tensor[b, t, 64, float32]) { %x }\n":                                                                                              "`Tensor[(b, t, 64), float32]`",
		"def @f(%x: Tensor[(1, 3, 8, 8), float32]) { nn.max_pool2d(%x, pool_size=[2, 2], padding=same) }\n":                                                 "`same` is no value of an attribute",
		"def @f(%xs: FractalTensor[int32]) { slide(%xs, 2) }\n":                                                                                             "Attributes are given by name: `window=2`",
		"def @f(%x: Tensor[(1, 3, 8, 8), float32], %c: Tensor[(3), float32]) -> Tensor[(1, 3, 8, 8), float32] { nn.batch_norm(%x, %c, %c, %c, %c) }\n":      "`.0` has this type",
		"def @f(%l: List[(bool, int32)]) -> int32 { @foldr(fn(%s, (_, %v)) { %v + %s }, 0, %l) }\n":                                                         "calls it with `(bool, int32)` first, and with `int32` second",
		"data T { A: (int32) -> T B: () -> T }\ndef @g(%t: T) -> int32 { 0 }\ndef @f(%l: List[T]) -> int32 { @foldl(fn(%t, %s) { %s + @g(%t) }, 0, %l) }\n": "calls it with `int32` first, and with `T` second",
		"data T { A: (int32) -> T B: () -> T }\ndef @f() -> List[T] { [A(1), B()] }\n":                                                                      "brackets make a FractalTensor, and a `List[T]` is needed here",
		"def @f(%x: Tensor[(2), float32]) { nn.softmax(%x * 0,125) }\n":                                                                                     "a decimal fraction is written with a point",
		"def @f<n>(%w: Tensor[(n, 3), float32], %x: Tensor[(1, n), float32]) { matmul(%w, %x) }\n":                                                          "The call checks with the arguments 1 and 2 in the other order.",
		"def @f<b, n, d>(%q: Tensor[(b, n, d), float32]) { nn.batch_matmul(%q, %q, transpose_b=False) }\n":                                                  "The call checks with `transpose_a=True` or `transpose_b=True`.",
		"def @f<n>(%x: Tensor[(1, 4, n, n), float32], %w: Tensor[(4, 4, 3, 3), float32]) { nn.conv2d(%x, %w, padding=[0, 0]) + %x }\n":                      "With `padding=[1, 1]` the result of `nn.conv2d` is",
		"def @f(%x: Tensor[(1, 4, 5, 5), float32], %b: Tensor[(4), float32]) { %x + %b }\n":                                                                 "as in `nn.bias_add(%x, %b)`",
		"def @f(%x: Tensor[(1, 4, 5, 5), float32], %b: Tensor[(4), float32]) { nn.bias_add(%b, %x, axis=1) }\n":                                             "arguments 1 and 2 of `nn.bias_add` are swapped",
		"def @f(%x: Tensor[(3, 4), float32], %w: Tensor[(4, 5), float32]) { nn.dense(%x, %w, units=5) }\n":                                                  "The call checks with `transpose(%w, axes=[1, 0])`.",
		"def @f(%x: Tensor[(3), float32]) { let %sum = sum(%x); sum(%x) + %sum }\n":                                                                         "The variable hides the operator `sum`",
		"type Row = Tensor[(n), float32]\ndef @f<n>(%x: Row[n]) -> Row[n] { map(fn(%y) { %y + 1f }, %x) }\n":                                                "`type Row<n> = …`",
		"data Bag { Of: (b, Bag[b]) -> Bag }\ndef @f<a>(%x: Bag[a]) -> Bag[a] { %x }\n":                                                                     "`data Bag<b> { … }`",
		"data item { Toy: (int32) -> Item }\ndef @f(%x: Item) -> int32 { match (%x) { case Toy(%n) { %n } } }\n":                                            "did you mean `Item` here?",
		"def @f(%xs: FractalTensor[int32]) { scanl(fn(%s, %x) { (%s.0 + %x, %s.1) }, %xs, 0) }\n":                                                           "argument 3 of `scanl` has the wrong type",
		"def @f(%xs: List[int32]) { @foldr(fn(%x, %s) { Cons(%x + 1, %s) }, 0, %xs) }\n":                                                                    "argument 2 of `@foldr` has the wrong type",
		"def @f(%xs: FractalTensor[Tensor[(1, 4), float32]], %h: Tensor[(4), float32]) { foldl(fn(%s, %x) { %s + %x }, %xs, %h) }\n":                        "argument 3 of `foldl` has the wrong shape",
		"def @g(%x: int32, %y: int32) -> int32 { %x + %y }\ndef @f(%x: int32) -> int32 { @g(@g(%x), %x, 2) }\n":                                             "the call of `@g` ends too early",
		"def @f(%x: Tensor[(2, 3), float32], %y: Tensor[(2, 5), float32]) { concatenate(%x, %y, axis=1) }\n":                                                "takes its tensors as one tuple",
		"def @f(%a: int32, %b: int32) -> bool { not %a == %b }\n":                                                                                           "as in `!(%a == %b)`",
		"let rec @f(%x: int32) -> int32 { if (%x < 1) { 0 } else { @f(%x - 1) } }\n@f(3)\n":                                                                 "a definition begins with `def`",
		"def @f(%x: Optional[int32]) -> int32 {\n  match (%x) {\n    case Some(%v)\n    case None { 0 }\n  }\n}\n":                                          "this clause has no body",
		"def @f(%x: Tensor[(2, 3), float32]) { mean(%x, axis=) }\n":                                                                                         "expected a value after `axis=`",
		"def @f(%l: List[int32]) { sum(%l) }\n":                                                                                                             "on data, `@sum` is a function of this name",
		"def @f() -> FractalTensor[Tensor[(1), float32]] { [[1f], [2f]] }\n":                                                                                "this is no FractalTensor either",
		"def @g(%xs: FractalTensor[FractalTensor[int32]]) { %xs }\n@g([1, 2, 3])\n":                                                                         "has the wrong depth",
		"class T { A: (int32) -> T B: () -> T }\ndef @f(%t: T) { match (%t) { case A(_) { B() } case B() { A(1) } } }\n":                                    "a type of several parts",
		"def @f(%x: int32) { let %r = 0; ref_write(%r, %x) }\n":                                                                                             "`let %r = ref(…)` makes one",
		"def @f(%r: ref(int32)) -> int32 { %r }\n":                                                                                                          "`ref_read(%r)` gives what the reference holds",
		"def @f(%x: Tensor[(3, 4), float32]) { let %y = %x[:, 0:1]; squeeze(%y, axis=[1]) }\n":                                                              "an index is one number",
		"data Pair a b { Pair: (a, b) -> Pair }\ndef @f(%p: Pair[int32, bool]) { %p }\n":                                                                    "type parameters are written in angle brackets",
		"def @f(%g: fn(int32, int32) -> int32) -> fn(int32, int32) -> int32 { \\%y %x -> %g %x %y }\n":                                                      "a function is written `fn(%x) { … }`",
		"def @f<n, d>(%x: Tensor[(n, d), float32]) { %x - max(%x, axis=[-1]) }\n":                                                                           "`max` takes dimension 1 away",
		"def @g((%h, %c): (int32, int32), %x: int32) { (%h, %x) }\ndef @f(%xs: FractalTensor[int32]) {\n  foldl(fn(%s, %x) { @g(%s, %x) }, %xs, 0)\n}\n":    "This is the first state",
		"#[version = \"0.0.5\"]\ndef @f(%x: float32) { nn.ReLU(%x) /* ty=float32 */ }\n":                                                                    "Other libraries call `nn.relu` so",
	} {
		found := findings(text)
		if len(found) != 1 {
			t.Errorf("%s%v", text, found)
			continue
		}
		said := append([]string{found[0].Message}, found[0].Notes...)
		for _, r := range found[0].Related {
			said = append(said, r.Message)
		}
		if !strings.Contains(strings.Join(said, "\n"), want) {
			t.Errorf("%sdoes not say %q: %q", text, want, said)
		}
	}
}

// The fix of a forgotten keepdims writes it into the reduction.
func TestKeptDimension(t *testing.T) {
	text := "def @f<n, d>(%x: Tensor[(n, d), float32]) {\n  let %m = mean(%x, axis=[1]);\n  %x / %m\n}\n"
	found := findings(text)
	if len(found) != 1 || len(found[0].Fixes) != 1 {
		t.Fatalf("%v", found)
	}
	if got := syntax.ApplyEdits(text, found[0].Fixes[0].Edits); !strings.Contains(got, "mean(%x, axis=[1], keepdims=True)") || len(findings(got)) > 0 {
		t.Errorf("the fix gives %s", got)
	}
}

// Arguments that fit in more than one order are put in none by a fix that nobody looks at.
func TestOrderOfEqualTypesIsASketch(t *testing.T) {
	const def = "data C { C: (List[int32], int32, List[int32]) -> C, D: (int32, bool) -> C }\n"
	for call, want := range map[string]codes.Confidence{
		"C(%x, %l, %m)": codes.Sketch, "C(%l, %m, %x)": codes.Sketch, "D(%b, %x)": codes.Unsaid,
	} {
		found := findings(def + "def @f(%x: int32, %b: bool, %l: List[int32], %m: List[int32]) { " + call + " }\n")
		if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Confidence != want || !strings.Contains(found[0].Message, "are swapped") {
			t.Errorf("%s: %v", call, found)
		}
	}
}
