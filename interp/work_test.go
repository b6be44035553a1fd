package interp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/value"
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
