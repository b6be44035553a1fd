package format_test

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
)

func ExampleText() {
	fmt.Print(format.Text("twice.frac", "def @twice( %x:int32 )->int32{%x+%x}\n"))
	// Output:
	// def @twice(%x: int32) -> int32 {
	//   %x + %x
	// }
}

// An editor wants edits: each replaces the blanks between two tokens.
func ExampleEdits() {
	file := syntax.ParseFile("sum.frac", "1+2\n")
	for _, e := range format.Edits(file, format.Options{}) {
		fmt.Printf("%d to %d: %q\n", e.Span.Start, e.Span.End, e.NewText)
	}
	// Output:
	// 1 to 1: " "
	// 2 to 2: " "
}
