package lsp_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// unfinished are programs with a place at which something is to be written.
var unfinished = []string{
	"def @f(%x : int32) -> int32 { «a» }",
	"def @f(%x : int32) -> int32 { %«a» }",
	"def @f(%x : int32) -> int32 { @«a» }",
	"def @f(%x : int32, %y : float32) -> float32 { @f(%x, «a») }",
	"def @f(%x : int32, %y : float32) -> float32 { let %z = «a»;\n  %y }",
	"def @f(%x : Tensor[(3), float32]) -> float32 { sum(%x, «a») }",
	"def @f(%x : Tensor[(3), float32]) -> float32 { sum(%x, keepdims=«a») }",
	"def @f(%x : Tensor[(3), float32]) -> float32 { cast(%x, dtype=\"«a»\") }",
	"def @f<n>(%x : «a») -> int32 { 1 }",
	"def @f<n>(%x : Tensor[(«a», 2), float32]) -> int32 { 1 }",
	"def @f<n>(%x : Tensor[(2), «a»]) -> int32 { 1 }",
	"def @f(%l : List[int32]) -> int32 {\n  match (%l) {\n    case «a»\n  }\n}",
	"def @f(%l : List[int32]) -> int32 {\n  match (%l) {\n    «a»\n  }\n}",
	"def @f(%l : List[int32]) -> int32 {\n  match (%l) {\n    Nil => 1,\n    «a»\n  }\n}",
	"def @f(%l : List[int32]) -> int32 {\n  match (%l) {\n    case Nil() { 1 }\n    «a»\n  }\n}",
	"def @f(%l : List[int32]) -> int32 {\n  match (%l) {\n    «a»\n    case Nil() { 1 }\n  }\n}",
	"def @f(%l : List[int32]) -> int32 {\n  match (%l) {\n    «a»\n    Nil => 1\n  }\n}",
	"def @f(%l : List[int32]) -> int32 {\n  match (%l) {\n    Nil => 1\n    «a»\n  }\n}",
	"def @f(%l : List[int32]) -> int32 { match (%l) { Nil => 1, «a» } }",
	"def @f(%l : List[int32]) -> int32 { match (%l) { «a» } }",
	"def @f(%l : List[int32]) -> int32 {\r\n\tmatch (%l) {\r\n\t\tcase «a»\r\n\t}\r\n}\r\n",
	"def @f(%l : List[Optional[int32]]) -> int32 { match (%l) { case Cons(«a», _) { 1 } case _ { 2 } } }",
	"def @f(%l : (bool, List[int32])) -> int32 { match (%l) { case «a» } }",
	"def @f(%b : bool) -> int32 { if («a») { 1 } else { 2 } }",
	"def @f(%b : bool) -> int32 { if (%b) { 1 } «a» }",
	"def @f(%t : (int32, bool)) -> int32 { %t.«a» }",
	"def @f(%t : (int32, bool)) -> int32 { (%t).«a» }",
	"«a»\ndef @f(%x : int32) -> int32 { %x }",
	"def @f(%x : int32) -> int32 { %x }\n«a»\n",
	"«a»",
	"import \"«a»\"",
	"data D { A : («a») -> D }",
	"type T = «a»",
	"assert equiv(int32, «a»)",
}

// TestCompletionsParse writes each completion into its program, with what the
// placeholders hold: there are no more syntax errors than before.
func TestCompletionsParse(t *testing.T) {
	for i, program := range unfinished {
		name := fmt.Sprintf("p%d.frac", i)
		f := newFolder(t, &txtar.Archive{Files: []txtar.File{{Name: name, Data: []byte(program)}, {Name: "lib.frac"}}}, "utf-8")
		before := mistakes(f.texts[name])
		found := f.completions("a").Items
		if len(found) == 0 {
			t.Errorf("%s: nothing", program)
		}
		for _, item := range found {
			text := f.applied(f.texts[name], item)
			if half[item.Label] {
				continue
			}
			if now := mistakes(text); now > before {
				t.Errorf("%s: %d syntax errors instead of %d in\n%s", item.Label, now, before, text)
			}
		}
	}
}

// half are words that only begin something.
var half = map[string]bool{"let": true, "free_var": true}

func (f *folder) applied(text string, item completionItem) string {
	start, end := f.byteAt(text, item.TextEdit.Range.Start), f.byteAt(text, item.TextEdit.Range.End)
	return text[:start] + expanded(item) + text[end:]
}

var placeholder = regexp.MustCompile(`\$\{\d+:((?:[^}\\]|\\.)*)\}|\$0`)

// expanded is what an editor writes for an item until somebody types.
func expanded(item completionItem) string {
	if item.InsertTextFormat != 2 {
		return item.TextEdit.NewText
	}
	text := placeholder.ReplaceAllString(item.TextEdit.NewText, "$1")
	return strings.NewReplacer(`\}`, "}", `\$`, "$", `\\`, `\`).Replace(text)
}

func mistakes(text string) int {
	n := 0
	for _, item := range syntax.ParseFile("p.frac", text).All() {
		n += len(item.Errors)
	}
	return n
}
