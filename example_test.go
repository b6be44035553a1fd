package fraccheck_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fraccheck/fraccheck"
)

const layer = `def @layer(%x: Tensor[(2, 4), float32], %w: Tensor[(8, 4), float32]) {
  nn.rel(nn.dense(%x, %w))
}
`

// Diagnostics have places and fixes.
func ExampleProgram_Check() {
	program, err := fraccheck.Parse("layer.frac", layer)
	if err != nil {
		fmt.Println(err)
		return
	}
	diagnostics, err := program.Check(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range diagnostics {
		fmt.Printf("%s: %s: %s [%s]\n", d.At(), d.Severity, d.Message, d.Code)
		for _, fix := range d.Fixes {
			fmt.Println(fix.Title, "gives")
			fmt.Print(fix.Apply("layer.frac", layer))
		}
	}
	// Output:
	// layer.frac:2:3: error: there is no operator, constructor or variable `nn.rel`; did you mean `nn.relu`? [undefined-name]
	// write `nn.relu` gives
	// def @layer(%x: Tensor[(2, 4), float32], %w: Tensor[(8, 4), float32]) {
	//   nn.relu(nn.dense(%x, %w))
	// }
}

// Types are inferred.
func ExampleProgram_Definitions() {
	program, err := fraccheck.Parse("sum.frac", "def @sum(%l) { @foldl(fn(%a, %b) { %a + %b }, 0, %l) }")
	if err != nil {
		fmt.Println(err)
		return
	}
	definitions, err := program.Definitions(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range definitions {
		fmt.Println(d.Name, ":", d.Type)
	}
	// Output:
	// @sum : fn(List[int32]) -> int32
}

// Costs are functions of the sizes of arguments.
func ExampleProgram_Costs() {
	program, err := fraccheck.Parse("double.frac", `def @double(%l: List[int32]) -> List[int32] {
  match (%l) {
    case Nil() { Nil() }
    case Cons(%h, %t) { Cons(%h * 2, @double(%t)) }
  }
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := program.Costs(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range costs {
		fmt.Printf("%s: work %s, %s; |l| is %s\n", c.Name, c.Work.Order, c.Work.Exact, c.Where["|l|"])
	}
	// Output:
	// @double: work O(|l|), 4*|l| + 2; |l| is constructors of List[int32] with fields in %l
}

// An evaluation ends at its limits or with its context.
func ExampleProgram_Eval() {
	program, err := fraccheck.Parse("loop.frac", "def @loop(%n: int32) -> int32 { @loop(%n + 1) }\ndef @square(%x: int32) { %x * %x }")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	limits := fraccheck.Limits{Steps: 100_000, Memory: 64 << 20}
	value, err := program.Eval(ctx, "map(@square, [1, 2, 3])", limits)
	fmt.Println(value.Text, ":", value.Type, err)

	var fault *fraccheck.Fault
	if _, err := program.Eval(ctx, "@loop(0)", limits); errors.As(err, &fault) {
		fmt.Println(fault.Code, "in", fault.Calls[0].Name)
	}
	_, err = program.Eval(ctx, "@square(true)", limits)
	fmt.Println(err)
	// Output:
	// [1, 4, 9] : FractalTensor[int32] <nil>
	// step-limit in @loop
	// <expression>:1:9: argument 1 of `@square` has the wrong dtype
}

// Programs may import files of a folder, or texts.
func ExampleFiles() {
	files := fraccheck.Files{Texts: map[string]string{"lib/square.frac": "def @square(%x: int32) { %x * %x }"}}
	program, err := files.Parse("main.frac", "import \"lib/square.frac\"\n@square(7)\n1 / 0")
	if err != nil {
		fmt.Println(err)
		return
	}
	results, err := program.Run(context.Background(), fraccheck.Limits{Steps: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		fmt.Println(r.At(), r.Text, r.Err)
	}
	// Output:
	// main.frac:2:1 49 <nil>
	// main.frac:3:1  main.frac:3:3: division by zero: 1 / 0
}
