package typecheck_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op/raf"
	"github.com/fraccheck/fraccheck/internal/types"
)

// TestRandomRAF checks programs of random calls of RAF's operators, with values of any kind
// at any place, whole and cut short. Such a program may be wrong: it must not end the checker, and
// edits of fixes do not overlap.
func TestRandomRAF(t *testing.T) {
	values := []string{
		"%x", "%m", "%t", "nullptr", "None", "-114514", "int64(1)", "int64(-1)", "float64(0.5)", "bool(1)", `str"NCHW"`, `str""`, "[5, 5]", "(%x,)", "(%x, %m)",
		"TupleValue([])", "TupleValue([int64(2), int64(-3)])", "TupleValue([int64(99999999999)])", "TupleValue([%x])", "meta[relay.attrs.X][0]", "raf.op.add", "1", "%nowhere",
		"raf.op.relu(%x)", "raf.op.relu (%x) /* ty=float32 */", "raf.op.softmax(%x, int64(-1))", "raf.op.relu(",
	}
	r := rand.New(rand.NewPCG(1, 2))
	names := raf.Names()
	for round := range 40 * len(names) {
		args := make([]string, r.IntN(9))
		for i := range args {
			args[i] = values[r.IntN(len(values))]
		}
		text := fmt.Sprintf("def @f(%%x: Tensor[(2, 3, 4, 4), float32], %%m: Tensor[(3), float32], %%t: (float32, Tensor[(2), int32])) {\n  let %%a1 = raf.op.%s(%s);\n  %%a1\n}\n",
			names[round%len(names)], strings.Join(args, ", "))
		for _, text := range []string{text, text[:len(text)-r.IntN(len(text)/2)]} {
			for _, result := range check("random.raf", text).results {
				for _, d := range result.Diagnostics {
					for _, f := range d.Fixes {
						end := int32(0)
						for _, e := range f.Edits {
							if e.Span.Start < end || e.Span.End < e.Span.Start || int(e.Span.End) > len(text) {
								t.Fatalf("the edits %v of %q overlap", f.Edits, text)
							}
							end = e.Span.End
						}
					}
				}
			}
		}
	}
}

// TestBoundRAF reads a variable that is bound to a literal as the literal where an operator of RAF has
// an attribute, and counts it as used.
func TestBoundRAF(t *testing.T) {
	text := "def @f(%x: Tensor[(2, 3), float32]) {\n  let %a = int64(1);\n  let %b = raf.op.sum(%x, %a, int64(0), int64(0));\n  %b\n}\n"
	c := check("bound.raf", text)
	_, signature, _ := c.module.Signature(0)
	if got := types.String(signature); got != "fn(Tensor[(2, 3), float32]) -> Tensor[(2), float32]" {
		t.Errorf("@f : %s", got)
	}
}

// TestCyclicRAF ends on variables that are bound to lists of themselves and of each other.
func TestCyclicRAF(t *testing.T) {
	check("cyclic.raf", "def @f(%x: Tensor[(2, 3), float32]) {\n  %0 = [%1];\n  %1 = TupleValue([%0]);\n  let %a = [%a];\n  raf.op.sum(%x, %a, %1, %0)\n}\n")
}
