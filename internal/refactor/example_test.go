package refactor_test

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/refactor"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Actions are what can be done at a place; the edits of one are worked out when
// they are asked for.
func Example() {
	file := syntax.ParseFile("example.frac", "def @f(%x: int32) { (%x + 1) * (%x + 1) }\n")
	module := typecheck.NewModule(typecheck.Config{File: file, Ops: table.Default()})
	at := int32(strings.Index(file.Text(), "%x + 1"))
	target := refactor.Target{
		Module: module, Index: 0, Result: module.Check(0),
		Span: syntax.Span{Start: at, End: at + int32(len("%x + 1"))},
	}
	for _, action := range refactor.Actions(target) {
		edits, err := action.Edits()
		if err != nil {
			fmt.Printf("%s: %v\n", action.Title, err)
			continue
		}
		fmt.Printf("%s\n%s\n", action.Title, syntax.ApplyEdits(file.Item(0).Text, edits))
	}
	// Output:
	// extract into a `let`
	// def @f(%x: int32) { let %extracted = %x + 1; %extracted * (%x + 1) }
	//
	// extract into a definition
	// def @extracted(%x: int32) -> int32 {
	//   %x + 1
	// }
	//
	// def @f(%x: int32) { @extracted(%x) * (%x + 1) }
}
