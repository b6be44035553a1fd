package interp_test

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A checked module is compiled once and run as often as wanted.
func Example() {
	operators := table.Default()
	lists := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: operators})
	module := typecheck.NewModule(typecheck.Config{
		File:    syntax.ParseFile("example.frac", "def @mean_square(%x: Tensor[(4), float32]) { mean(%x * %x) }\nscan(fn(%a, %b) { %a + %b }, [1, 2, 3])\n"),
		Prelude: lists, Ops: operators,
	})
	program, err := interp.Compile(module, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, limits := context.Background(), interp.Options{MaxSteps: 1_000_000, MaxMemory: 1 << 28}
	for _, item := range program.Entries() { // top-level expressions
		v, _, err := program.Run(ctx, interp.Entry{Item: item}, nil, limits)
		show(v, err)
	}
	x := value.Of([]float32{1, 2, 3, 4}, 4)
	v, _, err := program.Run(ctx, interp.Entry{Name: "@mean_square"}, []value.Value{x}, limits)
	show(v, err)
	// Output:
	// [1, 3, 6]
	// 7.5
}

func show(v value.Value, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(value.Text(v))
}
