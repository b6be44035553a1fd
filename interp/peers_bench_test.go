package interp

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/value"
)

// peers are programs that NumPy's and SciPy's programs in testdata/bench/kernels.py are beside,
// by the same names. m is a matrix of 1024×1024, s one of 512×512, d the same of float64.
var peers = []struct{ name, parameters, body string }{
	{"product 512 float32", "%s", "matmul(%s, %s)"},
	{"product 512 float64", "%d", "matmul(%d, %d)"},
	{"product 1x1024x1024", "%v, %m", "nn.dense(%v, %m)"},
	{"exp", "%m", "exp(%m)"}, {"log", "%m", "log(%m)"}, {"tanh", "%m", "tanh(%m)"}, {"sqrt", "%m", "sqrt(%m)"},
	{"sigmoid", "%m", "sigmoid(%m)"}, {"erf", "%m", "erf(%m)"},
	{"tanh(x*w + b)", "%m", "tanh(%m * %m + %m)"}, {"add", "%m", "%m + %m"},
	{"sum", "%m", "sum(%m)"}, {"max", "%m", "max(%m)"}, {"argmax", "%m", "argmax(%m)"},
	{"softmax", "%m", "nn.softmax(%m)"}, {"layer_norm", "%m, %g", "nn.layer_norm(%m, %g, %g)"},
	{"transpose", "%m", "transpose(%m, axes=[1, 0]) + transpose(%m, axes=[1, 0])"},
	{"concat", "%m", "concatenate((%m, %m), axis=0)"}, {"take", "%m, %i", "take(%m, %i, axis=0)"},
	{"slice", "%m", "strided_slice(%m, begin=[0, 1], end=[1024, 1023]) + strided_slice(%m, begin=[0, 1], end=[1024, 1023])"},
	{"cumsum", "%m", "cumsum(%m, axis=1)"}, {"sort", "%m", "sort(%m, axis=1)"},
}

var peerTypes = map[string]string{
	"%m": "Tensor[(1024, 1024), float32]", "%s": "Tensor[(512, 512), float32]", "%d": "Tensor[(512, 512), float64]",
	"%v": "Tensor[(1, 1024), float32]", "%g": "Tensor[(1024), float32]", "%i": "Tensor[(1024), int32]",
}

// BenchmarkPeers reports the least time of a run on one thread: tools/bench-kernels.sh prints it
// beside that of NumPy.
func BenchmarkPeers(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	uniform := func(shape ...int) *value.Array {
		x := make([]float32, value.Product(shape))
		for i := range x {
			x[i] = random.Float32() + 0.1
		}
		return value.Of(x, shape...)
	}
	places := make([]int32, 1024)
	for i := range places {
		places[i] = int32(random.IntN(1024))
	}
	values := map[string]value.Value{
		"%m": uniform(1024, 1024), "%s": uniform(512, 512), "%d": uniform(512, 512).Convert(value.Float64),
		"%v": uniform(1, 1024), "%g": uniform(1024), "%i": value.Of(places, 1024),
	}
	for _, peer := range peers {
		var typed []string
		var args []value.Value
		for name := range strings.SplitSeq(peer.parameters, ", ") {
			typed, args = append(typed, name+" : "+peerTypes[name]), append(args, values[name])
		}
		p := compiled(b, "def @f("+strings.Join(typed, ", ")+") { "+peer.body+" }")
		b.Run(strings.ReplaceAll(peer.name, " ", "_"), func(b *testing.B) {
			least := time.Hour
			for b.Loop() {
				start := time.Now()
				if _, _, err := p.Run(context.Background(), Entry{Name: "@f"}, args, Options{Threads: 1}); err != nil {
					b.Fatal(err)
				}
				least = min(least, time.Since(start))
			}
			b.ReportMetric(least.Seconds()*1e3, "least-ms")
		})
	}
}
