package typecheck_test

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A module is made of a file, the prelude and the operators. Items are checked
// one by one, each whatever the others hold.
func Example() {
	operators := table.Default()
	lists := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: operators})
	file := syntax.ParseFile("example.frac", `def @scale(%w, %xs) { @map(fn(%x) { %x * %w }, %xs) }
def @wrong(%x: Tensor[(3), float32]) { @scale(2i64, Cons(%x, Nil())) }
`)
	module := typecheck.NewModule(typecheck.Config{File: file, Prelude: lists, Ops: operators})
	for i := range module.Items() {
		for _, d := range module.Check(i).Diagnostics {
			fmt.Printf("%s: %s\n", d.Code, d.Message)
		}
		if name, t, ok := module.Signature(i); ok {
			fmt.Println(name, ":", types.String(t))
		}
	}
	// Output:
	// @scale : fn<a, b, c>(a, List[b]) -> List[c] where multiply(b, a) = c
	// dtype-mismatch: `multiply` needs operands of one dtype, and gets float32 and int64
	// @wrong : fn(Tensor[(3), float32]) -> List[_]
}

// ParseType reads a type as the command line's `equiv` does.
func ExampleParseType() {
	module := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("none.frac", ""), Ops: table.Default()})
	t, wrong := typecheck.ParseType("FractalTensor[Array[float32, 7]]", module)
	fmt.Println(types.String(t), len(wrong))
	// Output:
	// FractalTensor[Tensor[(7), float32]] 0
}
