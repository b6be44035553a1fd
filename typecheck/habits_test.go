package typecheck_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
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

// A `where` behind a definition, as Haskell has it, has the only error: what it binds is not
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
