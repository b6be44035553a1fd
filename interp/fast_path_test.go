package interp

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/machine"
)

var mixtures = flag.Int("mixtures", 60/effort, "number of random programs of large tensors")

// A mixture is a random program whose values are large enough for shortcuts:
// bindings of four kinds, each of what is bound before it.
type mixture struct {
	rand  *rand.Rand
	names map[string][]string // of variables, by kind
	text  strings.Builder
	n     int
}

// mixtureParams are the parameters that every mixture has: of each kind one,
// weights of each, and %n, which some mixtures divide by.
const mixtureParams = `%image : Tensor[(1, 8, 20, 20), float32], %v : Tensor[(8, 8, 3, 3), float32], %u : Tensor[(8, 8, 3, 3), float32],
  %matrix : Tensor[(30, 40), float32], %c : Tensor[(40), float32], %d : Tensor[(40, 40), float32],
  %rows : FractalTensor[Tensor[(2, 6), float32]], %p : Tensor[(6, 6), float32],
  %seq : FractalTensor[Tensor[(1, 48), float32]], %ws : FractalTensor[Tensor[(48, 48), float32]], %init : Tensor[(1, 48), float32],
  %ints : FractalTensor[int32], %n : int32`

// forms are what may be bound, by kind: %1, %2 represent variables of the kind.
var mixtureForms = map[string][]string{
	"image": {
		"nn.conv2d($1, %v, padding=[1, 1])", "nn.conv2d($1, %u, padding=[1, 1])", "tanh($1 + $2)", "nn.relu($1)",
		"$1 * sigmoid($2)", "tanh(nn.conv2d($1, %v, padding=[1, 1]) - $2)", "nn.max_pool2d($1, pool_size=[3, 3], padding=[1, 1])",
	},
	"matrix": {
		"$1 * $2", "tanh($1)", "$1 + %c", "sigmoid($1 - $2)", "$1 * sigmoid($1)", "nn.dense($1, %d, units=None)", "maximum($1, $2) * 0.5f",
		"if (sum($1) > 0f) { $1 - $2 } else { tanh($2) }", "softmax_of($1)",
	},
	"rows": {
		"map(fn(%x) { tanh(nn.dense(%x, %p, units=None)) }, $1)", "map(fn((%x, %y)) { %x * %y + 1f }, zip($1, $2))",
		"map(fn(%x) { let %y = nn.dense(%x, %p, units=None); sigmoid(%y) * %y }, $1)", "forall(fn(%x) { nn.relu(%x) - 0.5f }, $1)",
		"gather($1, map(fn(%i) { length($1) - 1 - %i }, arange(length($1))))",
		"map(fn(%x) { %x / reduce(fn(%a, %b) { maximum(abs(%a), abs(%b)) + 1f }, $1) }, $2)",
	},
	"seq": {
		"foldl(fn(%q, %w) { scanl(fn(%s, %x) { tanh(matmul(%x, %w) + %s) }, %q, %init) }, %ws, $1)",
		"last(scanl(fn(%q, %w) { scanl(fn(%s, (%x, %y)) { tanh(matmul(%x, %w) - %s * %y) }, zip(%q, $2), %init) }, %ws, $1))",
		"map(fn(%x) { tanh(%x) }, $1)", "scanr(fn(%s, %x) { %s * 0.5f + %x }, $1, %init)",
	},
	"ints": {
		"map(fn(%x) { %x * 3 - 1 }, $1)", "filter(fn(%x) { %x > -100000 }, $1)", "scanl(fn(%s, %x) { %s * 31 + %x }, $1, 7)",
		"let %k = reduce(fn(%a, %b) { %a * 31 - %b }, $1, 0); map(fn(%x) { if (%x > %k) { %x - %k } else { %x } }, $2)",
		"map(fn(%x) { %x / %n }, $1)",
	},
}

var mixtureKinds = []string{"image", "matrix", "rows", "seq", "ints"}

func makeMixture(seed uint64) string {
	m := &mixture{rand: rand.New(rand.NewPCG(seed, 77)), names: map[string][]string{}}
	for _, kind := range mixtureKinds {
		m.names[kind] = []string{"%" + kind}
	}
	m.text.WriteString("def @softmax_of(%x : Tensor[(30, 40), float32]) -> Tensor[(30, 40), float32] { nn.softmax(%x) }\ndef @f(" + mixtureParams + ") {\n")
	graphs := m.rand.IntN(2) == 0
	for range 4 + m.rand.IntN(14) {
		kind := mixtureKinds[m.rand.IntN(len(mixtureKinds))]
		for range 1 + m.rand.IntN(3) {
			m.bind(kind, graphs)
		}
	}
	var last []string
	for _, kind := range mixtureKinds {
		names := m.names[kind]
		last = append(last, names[len(names)-1])
	}
	return m.text.String() + "  (" + strings.Join(last, ", ") + ")\n}\n"
}

func (m *mixture) bind(kind string, graph bool) {
	forms := mixtureForms[kind]
	form := forms[m.rand.IntN(len(forms))]
	form = strings.NewReplacer("$1", m.variable(kind), "$2", m.variable(kind), "softmax_of", "@softmax_of").Replace(form)
	if strings.HasPrefix(form, "let ") {
		form = "{ " + form + " }"
	}
	if graph {
		fmt.Fprintf(&m.text, "  %%%d = %s;\n", m.n, form)
		m.names[kind] = append(m.names[kind], fmt.Sprintf("%%%d", m.n))
	} else {
		fmt.Fprintf(&m.text, "  let %%x%d = %s;\n", m.n, form)
		m.names[kind] = append(m.names[kind], fmt.Sprintf("%%x%d", m.n))
	}
	m.n++
}

// variable is one of a kind; later ones more often.
func (m *mixture) variable(kind string) string {
	names := m.names[kind]
	return names[max(m.rand.IntN(len(names)), m.rand.IntN(len(names)))]
}

// Programs of large tensors give the same sequentially and on any number of
// threads, values and failures alike, while each shortcut is taken.
func TestMixtures(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	leaves := func(shape ...int) value.Value {
		return &value.Fractal{Elems: value.NewLeaves(uniformArray(random, shape...))}
	}
	ints := make([]int32, 9000)
	for i := range ints {
		ints[i] = random.Int32() / 5
	}
	args := []value.Value{
		uniformArray(random, 1, 8, 20, 20), uniformArray(random, 8, 8, 3, 3), uniformArray(random, 8, 8, 3, 3),
		uniformArray(random, 30, 40), uniformArray(random, 40), uniformArray(random, 40, 40), leaves(60, 2, 6), uniformArray(random, 6, 6),
		leaves(37, 1, 48), leaves(3, 48, 48), uniformArray(random, 1, 48), &value.Fractal{Elems: value.NewLeaves(value.Of(ints, len(ints)))}, nil,
	}
	var taken [machine.FastPathCount]int64
	failed := 0
	for seed := range uint64(*mixtures) {
		text := makeMixture(seed)
		p := compiled(t, text)
		args[len(args)-1] = value.FromInt(value.Int32, int64(min(seed%4, 1)))
		want := ""
		for i, o := range []Options{{Sequential: true}, {Threads: 1}, {Threads: 2}, {Threads: 8}} {
			v, _, err := p.Run(context.Background(), Entry{Name: "@f"}, args, o)
			got := ""
			if err == nil {
				got = value.Text(v)
			} else if f, ok := err.(*Fault); !ok || f.Kind != ZeroFault {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			} else {
				failed++
				got = fmt.Sprint(err, f.Path)
			}
			if i > 0 && got != want {
				t.Fatalf("seed %d, %+v: %.300s, want %.300s\n%s", seed, o, got, want, text)
			}
			want = got
		}
		for s := range taken {
			taken[s] += p.engine.Taken(machine.FastPath(s))
		}
	}
	t.Logf("shortcuts taken: %v; %d of %d runs failed", taken, failed, 4**mixtures)
	for s, n := range taken {
		if n == 0 && *mixtures >= 60 {
			t.Errorf("shortcut %d was never taken", s)
		}
	}
}
