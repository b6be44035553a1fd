package interp

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// The steps of a run are the work of its operators, by their costs, and a few for the
// instructions between them: one by one, in one pass, and on several cores.
func TestStepsAreWork(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	args := []value.Value{uniformArray(random, 40, 30), uniformArray(random, 40, 30), uniformArray(random, 30)}
	const n, k = 40 * 30, 30
	for _, test := range []struct {
		body string
		work int64
	}{
		{"tanh(%x * %w + %c)", 3 * n},
		{"tanh(%c) * %x + %w", k + 2*n},
		{"exp(tanh(%c)) * %x", 2*k + n},
		{"%x * sigmoid(%x) + %w", 3 * n},
		{"nn.relu(%w) * sigmoid(nn.relu(%w))", 4 * n},
		{"nn.softmax(%x)", 5*n + 40},
		{"nn.dense(%x, %w, units=40)", 2 * 40 * 30 * 40},
		{"matmul(%x, transpose(%w, axes=[1, 0]))", 1 + 2*40*30*40},
		{"einsum((%x, %w), equation=\"ij,kj->ik\")", 2 * 40 * 30 * 40},
		{"nn.max_pool1d(expand_dims(%x, axis=0), pool_size=[2], strides=[2])", 1 + 40*15*2},
		{"sum(%x, axis=[0])", n},
		{"mean(%x * %w, axis=[1])", 2*n + 40},
		{"reshape(%x, newshape=[30, 40])", 1},
		{"ones(shape=[40, 30], dtype=\"float32\") + %x", 1 + n},
		{"concatenate((%x, %w), axis=0)", 2 * n},
		{"dyn.tile(%c, Constant([3i64]), reps=None)", 3 * k},
		{"sort(%x)", n * (5 + 1)},
	} {
		text := fmt.Sprintf("def @f(%%x : Tensor[(40, 30), float32], %%w : Tensor[(40, 30), float32], %%c : Tensor[(30), float32]) { %s }\n", test.body)
		p := compiled(t, text)
		for _, o := range []Options{{Sequential: true}, {Threads: 1}, {Threads: 3}} {
			_, stats, err := p.Run(context.Background(), Entry{Name: "@f"}, args, o)
			if err != nil {
				t.Fatalf("%s: %v", test.body, err)
			}
			if rest := stats.Steps - test.work; rest < 0 || rest > 20 {
				t.Errorf("%s, %+v: %d steps, and the work is %d", test.body, o, stats.Steps, test.work)
			}
		}
	}
}

// operands are the types with which operators are tried: as many as they have
// parameters, the last for all that follow.
var operands = [][]*types.Tensor{
	{tensorType(24, 30)}, {tensorType(24, 30), tensorType(30)}, {tensorType(2, 6, 10, 12)}, {tensorType(2, 6, 10, 12), tensorType(6)},
	{tensorType(2, 6, 10, 12), tensorType(4, 6, 3, 3)}, {tensorType(2, 6, 20), tensorType(4, 6, 3)}, {tensorType(2, 8, 9), tensorType(2, 9, 7)}, {tensorType(500)},
}

func tensorType(shape ...int) *types.Tensor {
	return &types.Tensor{Dtype: types.Float32, Shape: types.Consts(shape)}
}

// Each operator that can be called without attributes takes as many steps as its entry
// says, whichever way it is run.
func TestOperatorsTakeTheirWork(t *testing.T) {
	random, tried := rand.New(rand.NewPCG(9, 10)), 0
	all := table.Default()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		o := all[name]
		least, _ := o.Arity()
		if o.Kernel == nil || o.Relation == nil || o.Cost.Bound || o.Cost.Work == nil || least == 0 {
			continue
		}
		attrs, errs := op.Bind(o, nil)
		for _, shapes := range operands {
			c := &op.Call{Op: o, Attrs: attrs, Last: true}
			args := make([]value.Value, least)
			for i := range args {
				of := shapes[min(i, len(shapes)-1)]
				shape, _ := numbersOf(of.Shape)
				c.Args, args[i] = append(c.Args, of), uniformArray(random, shape...)
			}
			for len(c.Args) < len(o.Params) && o.Params[len(c.Args)].Optional {
				c.Args = append(c.Args, nil)
			}
			if len(errs) > 0 || !typed(c) {
				continue
			}
			work, known := o.Cost.Work.Number(c)
			if known && holdWork(t, c, args, work) {
				tried++
			}
		}
	}
	if tried < 150 {
		t.Errorf("only %d calls were tried", tried)
	}
}

func typed(c *op.Call) bool {
	answer := c.Op.Relation(c)
	c.Out = answer.Out
	return answer.Err == nil && !answer.Waits && len(answer.Warn) == 0
}

func numbersOf(shape []types.Dim) (numbers []int, known bool) {
	for _, d := range shape {
		n, ok := d.Const()
		if !ok {
			return nil, false
		}
		numbers = append(numbers, int(n))
	}
	return numbers, true
}

// holdWork runs a call as a program; false where it fails.
func holdWork(t *testing.T, c *op.Call, args []value.Value, work int64) bool {
	t.Helper()
	var params, names []string
	for i := range args {
		params = append(params, fmt.Sprintf("%%x%d : %s", i, types.String(c.Args[i])))
		names = append(names, fmt.Sprintf("%%x%d", i))
	}
	text := fmt.Sprintf("def @f(%s) { %s(%s) }", strings.Join(params, ", "), c.Op.Name, strings.Join(names, ", "))
	p, err := Compile(module(text), nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for _, o := range []Options{{Sequential: true}, {Threads: 3}} {
		_, stats, err := p.Run(context.Background(), Entry{Name: "@f"}, args, o)
		if err != nil {
			return false
		}
		if rest := stats.Steps - work; rest < 0 || rest > 8 {
			t.Errorf("%s, %+v: %d steps, and the work is %d", text, o, stats.Steps, work)
		}
	}
	return true
}

// Limits stop a kernel before it begins, or between its pieces where its work is not
// known beforehand.
func TestStepLimitsOfKernels(t *testing.T) {
	for _, text := range []string{
		`matmul(ones(shape=[3000, 3000], dtype="float32"), ones(shape=[3000, 3000], dtype="float32"))`,
		`argwhere(ones(shape=[3000, 3000], dtype="float32"))`,
		`dyn.tile(Constant([1f]), Constant([100000000i64]), reps=None)`,
		`nn.softmax(ones(shape=[3000, 3000], dtype="float32"))`,
	} {
		_, err := evaluate(t, text, Options{MaxSteps: 1_000_000})
		if f, ok := err.(*Fault); !ok || f.Kind != StepFault {
			t.Errorf("%s: %v", text, err)
		}
	}
}
