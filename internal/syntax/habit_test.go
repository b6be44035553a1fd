package syntax

import (
	"strings"
	"testing"
)

// A habit of another language is one error, however many tokens of an item it changes, and
// its fix writes all of it. "" stands for no fix.
func TestHabitIsOneError(t *testing.T) {
	for text, want := range map[string]string{
		"let rec f x = x + 1": "def @f(x) { x + 1 }",
		"let f () = 3":        "def @f() { 3 }",
		"let rec fact n = if n = 0 then 1 else n * fact (n - 1)":                "",
		"let rec even n = if n = 0 then 1 else odd n\nand odd n = even n":       "",
		"def @f(%x: int32) -> int32 { if %x > 0 then 1 else 2 }":                "def @f(%x: int32) -> int32 { if %x > 0 { 1 } else { 2 } }",
		"def @f(%x: int32):\n  %x":                                              "def @f(%x: int32) {\n  %x }",
		"def @f(%x: int32) -> int32 = begin %x end":                             "def @f(%x: int32) -> int32 { { %x } }",
		"def @f(%x: int32) -> int32\n  | %x > 0 = 1\n  | otherwise = 2":         "",
		"@f :: int32 -> int32":                                                  "",
		"f : int -> int":                                                        "",
		"where %y = %x * 2f":                                                    "",
		"def (%x: int32) -> int32 { %x }":                                       "",
		"@f(%x: int32) -> int32 { %x }":                                         "def @f(%x: int32) -> int32 { %x }",
		"data Shape = Circle float32 | Pair float32 int32":                      "data Shape { Circle(float32), Pair(float32, int32) }",
		"type shape = Circle of float32 | Pair of float32 * int32":              "data shape { Circle(float32), Pair(float32, int32) }",
		"def @f() { case %l of { Nil() -> 0; Cons(%h, _) -> %h } }":             "def @f() { match %l { Nil() => 0, Cons(%h, _) => %h } }",
		"def @f() {\n  match %l with\n  | Nil() -> 0\n  | Cons(%h, _) -> %h\n}": "def @f() {\n  match %l {\n    Nil() => 0,\n    Cons(%h, _) => %h }\n}",
		"def @f() { match (%l) { case [] { 0 } case %h :: %t { %h } } }":        "def @f() { match (%l) { case Nil() { 0 } case Cons(%h, %t) { %h } } }",
		"def @f() { match (%l) { [] => 0, [%a, %b] => %a, _ => 1 } }":           "def @f() { match (%l) { Nil() => 0, Cons(%a, Cons(%b, Nil())) => %a, _ => 1 } }",
		"def @f() { match (%l) { case %a :: %b :: %t { %a } } }":                "def @f() { match (%l) { case Cons(%a, Cons(%b, %t)) { %a } } }",
		"def @f() { match { Some(%x) => %x, None => 0 } }":                      "",
		"def @f() { mtach (%o) { Some(%x) => %x, None => 0 } }":                 "def @f() { match (%o) { Some(%x) => %x, None => 0 } }",
		"def @f() { %x : %l }":                                                  "def @f() { Cons(%x, %l) }",
		"def @f() { %x : %y : %l }":                                             "",
		"def @f() { @id::<int32>(%x) }":                                         "def @f() { @id(%x) }",
		"def @f() {\n  do\n    %y <- %x\n    %y\n}":                             "",
		"def @f(%x: int32) -> int32 option { %x }":                              "",
		"def @f() { %x `mod` %y }":                                              "",
		"def @f() { let mut (%x, %y) = %p; %x }":                                "def @f() { let (%x, %y) = %p; %x }",
		"def @f() { match (%v) { case Num 0 { 1 } case _ { 2 } } }":             "def @f() { match (%v) { case Num(0) { 1 } case _ { 2 } } }",
		"def @f<d>(%x: Tensor[(4d, d), float32]) { %x }":                        "def @f<d>(%x: Tensor[(4 * d, d), float32]) { %x }",
		"import lib.frac":                                                       "",
		"def @f() { sum((%x > 0f).astype(\"float32\")) }":                       "",
		"def @f() {\n  let %x =\n  %y\n}":                                       "",
		"def @f() {\n  match (%a) {\n    _ => { g(h(%a, \n  }\n}":               "",
		"def @f(%x: int32) { if (%x =< 3) { 1 } else { 2 } }":                   "def @f(%x: int32) { if (%x <= 3) { 1 } else { 2 } }",
		"def @f(%x: int32) { if (@g(%x) => %y) { 1 } else { 2 } }":              "def @f(%x: int32) { if (@g(%x) >= %y) { 1 } else { 2 } }",
		"def @f(%x: int32) { let %b = %x + 1 => 3; %b }":                        "def @f(%x: int32) { let %b = %x + 1 >= 3; %b }",
		"def @f(%g: fn(int32) -> bool) { if (%g %x %y) { 1 } else { 2 } }":      "def @f(%g: fn(int32) -> bool) { if (%g(%x, %y)) { 1 } else { 2 } }",
		"def @f(List[int32] %l, %n: int32) { 1 }":                               "def @f(%l: List[int32], %n: int32) { 1 }",
		"type Batch FractalTensor[int32]":                                       "type Batch= FractalTensor[int32]",
		"def @f(%l: Vec<int32>) { @length(%l) }":                                "def @f(%l: List[int32]) { @length(%l) }",
		"def @f(%l: Vec<int32>) { length(%l) }":                                 "def @f(%l: FractalTensor[int32]) { length(%l) }",
		"def @f(%l: Array<float32>) { length(%l) }":                             "def @f(%l: FractalTensor[Tensor[(1), float32]]) { length(%l) }",
		"def @f(%l: []int32) { match (%l) { Nil() => 0, Cons(%x, _) => %x } }":  "def @f(%l: List[int32]) { match (%l) { Nil() => 0, Cons(%x, _) => %x } }",
		"data Rose { Rose: (int32, Vec<Rose>) -> Rose }":                        "data Rose { Rose: (int32, List[Rose]) -> Rose }",
		"double x = x * 2":                                                      "",
	} {
		errors := ParseItem(text).Errors
		if len(errors) != 1 {
			t.Errorf("%s\n%d errors: %v", text, len(errors), errors)
			continue
		}
		got := ""
		if fixes := errors[0].Fixes; len(fixes) > 0 && want != "" {
			got = ApplyEdits(text, fixes[0].Edits)
		}
		if got != want {
			t.Errorf("%s\nthe fix gives %q, want %q", text, got, want)
		}
	}
}

// A method after an expression is reported by the operator that is meant.
func TestMethodBehind(t *testing.T) {
	errors := ParseItem("def @f() { (%x > 0f).astype(\"float32\") }").Errors
	if len(errors) != 1 || errors[0].Message != "values have no methods and no fields: write `cast((%x > 0f), …)`" || len(errors[0].Notes) != 1 {
		t.Errorf("%v", errors)
	}
}

// A binding without a value binds, and the line after it is the block's result.
func TestBindingWithoutValue(t *testing.T) {
	for text, want := range map[string]bool{
		"def @f() {\n  let %x =\n  %y\n}":        true,
		"def @f() {\n  let %x: int32 =\n  %y\n}": true,
		"def @f() {\n  let %x =\n    %y\n}":      false, // the value is indented
		"def @f() {\n  let %x =\n  %y;\n}":       false,
		"def @f() { let %x = %y }":               false,
	} {
		item := ParseItem(text)
		if got := len(item.Errors) == 1 && strings.HasPrefix(item.Errors[0].Message, "this binding has no value"); got != want || len(item.Errors) != 1 {
			t.Errorf("%q: %v", text, item.Errors)
		}
		checkItem(t, item)
	}
}

// What looks like these habits and is none stays what it is.
func TestNoHabit(t *testing.T) {
	for _, text := range []string{
		"where(%c, %a, %b)", "@f(%x)", "@f(%x) -> 1", "def(1)", "let (%a, %b) = %p; %a", "let Some(%x) = %o; %x",
		"def @f() { match ({ %x }) { _ => 1 } }", "def @f() { match { %x } { _ => 1 } }", "@f : fn(int32) -> int32",
		"def @f() { match (%l) { Cons(%x, _) => %x[0], _ => 1 } }",
	} {
		item := ParseItem(text)
		if len(item.Errors) > 0 && text != "@f(%x) -> 1" {
			t.Errorf("%s: %v", text, item.Errors)
		}
	}
}
