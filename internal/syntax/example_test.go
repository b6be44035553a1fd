package syntax_test

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

const program = `def @twice(%x: int32) -> int32 {
  %x + %x
}

@twice(3
`

// Every text gives a tree; what is wrong stands in the items.
func ExampleParseFile() {
	file := syntax.ParseFile("twice.frac", program)
	lines := syntax.NewLines(file.Text())
	for i, item := range file.All() {
		fmt.Printf("%s, %d nodes\n", item.Kind(item.Root), item.Len())
		for _, d := range item.Errors {
			at := lines.Position(d.Span.Shift(file.Start(i)).Start)
			fmt.Printf("%d:%d: %s\n", at.Line, at.Column, d.Message)
		}
	}
	// Output:
	// ItemDef, 13 nodes
	// ItemExpr, 6 nodes
	// 5:7: this `(` is never closed: expected `)` to close the argument list
}

// An edit reads the items again that it touches, and shares the others.
func ExampleReparse() {
	old := syntax.ParseFile("twice.frac", program)
	at := int32(len(program) - 1)
	edited := syntax.Reparse(old, syntax.Edit{Span: syntax.Span{Start: at, End: at}, NewText: ")"})
	fmt.Println(edited.Item(0) == old.Item(0), edited.Item(1) == old.Item(1))
	fmt.Println(len(edited.Item(1).Errors))
	// Output:
	// true false
	// 0
}

// Walk visits the nodes of an item in the order of the text.
func ExampleItem_Walk() {
	item := syntax.ParseItem("%x * (%y + 1)")
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		if item.Kind(n) == syntax.Local {
			fmt.Println(item.SourceText(n))
		}
		return true // its children too
	})
	// Output:
	// %x
	// %y
}
