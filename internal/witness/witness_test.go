package witness_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/witness"
	"github.com/fraccheck/fraccheck/interp"
)

// TestSpelling writes arguments of all dtypes as expressions, which evaluate to them.
func TestSpelling(t *testing.T) {
	compared := 0
	for _, dtype := range []string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16", "float32", "float64"} {
		for _, shape := range []string{dtype, "Tensor[(3), " + dtype + "]", "Tensor[(2, 2), " + dtype + "]"} {
			head := fmt.Sprintf("def @f(%%x: %s) -> %s { %%x }\n", shape, shape)
			o := checktest.Module("test.frac", head).Object(0)
			for _, args := range witness.Samples(o, nil, 40) {
				text, ok := witness.Spell(args[0])
				if !ok {
					t.Errorf("%s: no text", shape)
					continue
				}
				program := checktest.Module("test.frac", head+"@f("+text+")\n")
				p, err := interp.Compile(program, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, _, err := p.Run(context.Background(), interp.Entry{Item: 1}, nil, interp.Options{Sequential: true})
				if err != nil {
					t.Errorf("%s: %s: %v", shape, text, err)
					continue
				}
				compared++
				want := value.Simplest(args[0].(*shadow.Tensor).Program)
				if d := value.Difference(got, want, value.Tolerance{}); d != "" {
					t.Errorf("%s: %s: %s", shape, text, d)
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("only %d arguments", compared)
	}
}

// TestArgumentsStayInRange holds that no argument is outside of its range, whatever the dtype.
func TestArgumentsStayInRange(t *testing.T) {
	for _, dtype := range []string{"int8", "int32", "uint8", "float16", "bfloat16", "float32", "float64"} {
		for _, r := range []declared.Range{{Least: -0.1, Most: 0.3}, {Least: 0.1, Most: 0.2}, {Least: 3, Most: 3}, {Least: -1e9, Most: 1e9}, {Least: 65000, Most: 70000}} {
			o := checktest.Module("test.frac", "def @f(%x: Tensor[(5), "+dtype+"]) { %x }\n").Object(0)
			for _, args := range witness.Samples(o, map[string]declared.Range{"x": r}, 60) {
				if x, outside := shadow.Outside(args[0], r.Contains); outside {
					t.Errorf("%s in %v: %v", dtype, r, x)
				}
			}
		}
	}
}
