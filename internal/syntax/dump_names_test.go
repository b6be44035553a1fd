package syntax

import (
	"strings"
	"testing"
)

// TestNamesOfDumps holds the names that TVM prints as they are: of ONNX, PyTorch and
// TensorFlow models. `|` stands between the tokens.
func TestNamesOfDumps(t *testing.T) {
	for _, test := range []struct{ text, tokens string }{
		{"def @f(%onnx::Conv_0: int32)", "def|@f|(|%onnx|::Conv_0|:|int32|)"},
		{"def @f(%/layer/Add_0:1: int32)", "def|@f|(|%/layer|/Add_0|:1|:|int32|)"},
		{`def @f(%"a b", %"c-d": int32)`, `def|@f|(|%"a b"|,|%"c-d"|:|int32|)`},
		{"def @f(%n-1: int32) { %n-1 }", "def|@f|(|%n-1|:|int32|)|{|%n-1|}"},
		{"def @f(%n: int32) { %n-1 }", "def|@f|(|%n|:|int32|)|{|%n|-|1|}"},
		{"fn (%a-b, %c) { %a-b-1.0 }", "fn|(|%a-b|,|%c|)|{|%a-b|-|1.0|}"},
		{"fn (%a-b, %c) { %a-b.0 }", "fn|(|%a-b|,|%c|)|{|%a-b|.0|}"},
		{"fn<t>(%a/b-c:0: t) { %a/b-c:0 }", "fn|<|t|>|(|%a/b-c:0|:|t|)|{|%a/b-c:0|}"},
		{"f(%a-b, %c)", "f|(|%a|-|b|,|%c|)"},
		{"let %x-1: int32 = 2; %x-1-1", "let|%x-1|:|int32|=|2|;|%x-1|-|1"},
		{"free_var %x-1: int32; %x-1", "free_var|%x-1|:|int32|;|%x-1"},
		{"def @cmsis-nn_main_0()", "def|@cmsis-nn_main_0|(|)"},
		{"@f(%x)-1", "@f|(|%x|)|-|1"},
		{"@n-1", "@n|-|1"},
		{"@a::b(1)", "@a::b|(|1|)"},
		{"def @f(%x::int32)", "def|@f|(|%x|:|:|int32|)"},
		{"def @f(%x: custom[posit]16)", "def|@f|(|%x|:|custom[posit]16|)"},
		{`(virtual_device=VirtualDevice(device_type=1, target=Target(id=5a0, keys={'cpu', ")"})), 1)`,
			`(|virtual_device|=|VirtualDevice(device_type=1, target=Target(id=5a0, keys={'cpu', ")"}))|,|1|)`},
		{`f(metadata={"a"={__dict__={"P"=1}}, "b"=['x']})`, `f|(|metadata|=|{"a"={__dict__={"P"=1}}, "b"=['x']}|)`},
		{`f(a={ "b" }, c={"d" == "e"})`, `f|(|a|=|{|"b"|}|,|c|=|{|"d"|==|"e"|}|)`},
		{"f(a={'k'=1}, b={})", "f|(|a|=|{'k'=1}|,|b|=|{}|)"},
		{"f(a=Target(1), b={ %x })", "f|(|a|=|Target|(|1|)|,|b|=|{|%x|}|)"},
		{"%x\nMETADATA:\n{\"a\": 1}\n", "%x|METADATA:\n{\"a\": 1}\n"},
		{"f(a=VirtualDevice(x=1", "f|(|a|=|VirtualDevice|(|x|=|1"},
	} {
		var got []string
		for _, token := range Lex(test.text) {
			if token.Kind != TokEOF {
				got = append(got, test.text[token.Start:token.End])
			}
		}
		if text := strings.Join(got, "|"); text != test.tokens {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, text, test.tokens)
		}
	}
}

// TestDumps holds what parses without an error of what TVM prints around names.
func TestDumps(t *testing.T) {
	for _, text := range []string{
		"%0 = add(%x, %y) /* ty=int32, en_id=3 */;\n%0\n",
		"reshape(%x, int32, newshape=[-1])\n",
		"multiply(%x, 9, Tensor[(1, 2), int32], int32)\n",
		"concatenate(%x, (Tensor[(1), int8], Tensor[(2), int8]), axis=0)\n",
	} {
		for _, item := range ParseFile("dump.relay", text).All() {
			if len(item.Errors) > 0 {
				t.Errorf("%s: %s", text, item.Errors[0].Message)
			}
			for _, comment := range item.TypeComments {
				if comment.Type == NoNode {
					t.Errorf("%s: the type of the comment is not read", text)
				}
			}
		}
	}
	call := ParseItem("multiply(%x, 9, Tensor[(1, 2), int32], int32)")
	root := call.Block(call.TopLevel(call.Root)).Result
	if n := len(call.Call(root).Args); n != 2 {
		t.Errorf("the call has %d operands, and 2 are written", n)
	}
	lone := ParseItem("cast(%x, int32)")
	if n := len(lone.Call(lone.Block(lone.TopLevel(lone.Root)).Result).Args); n != 2 {
		t.Errorf("the call has %d operands, and 2 are written", n)
	}
}

// TestOtherText holds what stands between programs: of each text, the items that begin
// again after a line that is none, and the errors.
func TestOtherText(t *testing.T) {
	function := "fn (%x: int32) {\n  %x\n}\n"
	for _, test := range []struct {
		text   string
		errors int
	}{
		{"File a.jpg exists, skip.\n", 1},
		{"Relay IR:\n", 1},
		{"========= before =========\n", 1},
		{"one (two three\n", 1},
		{"WARNING: 3 of 4 done\n", 1},
		{"@fused_add = primfn(p0_1: handle) -> ()\n  attr = {\"a\": True}\n  buffers = {p0: Buffer(p0_2: Pointer(float32), float32, [10], [])} {\n  p0_2[0] = (float32*)p0_2['a']\n}\n", 1},
	} {
		f := ParseFile("dump.relay", test.text+function)
		last := f.Item(f.Len() - 1)
		if last.Text != function || len(last.Errors) > 0 {
			t.Errorf("%q: the last item is %q", test.text, last.Text)
		}
		errors := 0
		for _, item := range f.All() {
			errors += len(item.Errors)
		}
		if errors < 1 || errors > test.errors {
			t.Errorf("%q: %d errors", test.text, errors)
		}
	}
	for _, text := range []string{"let %f =\nfn (%x: int32) { %x };\n%f(1)\n", "map(\nfn (%x) { %x },\n%xs)\n", "(%x,\nfn (%x) { %x })\n"} {
		if n := ParseFile("f.frac", text).Len(); n != 1 {
			t.Errorf("%q is cut into %d items", text, n)
		}
	}
}
