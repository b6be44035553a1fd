//go:build unix

package interp

import (
	"context"
	"math/rand/v2"
	"strings"
	"syscall"
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
	{"transpose", "%m", "reshape(transpose(%m, axes=[1, 0]), newshape=[-1])"},
	{"add transposed", "%m", "transpose(%m, axes=[1, 0]) + transpose(%m, axes=[1, 0])"},
	{"concat", "%m", "concatenate((%m, %m), axis=0)"}, {"take", "%m, %i", "take(%m, %i, axis=0)"},
	{"add slices", "%m", "strided_slice(%m, begin=[0, 1], end=[1024, 1023]) + strided_slice(%m, begin=[0, 1], end=[1024, 1023])"},
	{"split", "%m", "let %p = split(%m, indices_or_sections=2, axis=1); concatenate((%p.1, %p.0), axis=1)"},
	{"cumsum", "%m", "cumsum(%m, axis=1)"}, {"cumsum down", "%m", "cumsum(%m, axis=0)"},
	{"sort", "%m", "sort(%m, axis=1)"}, {"sort int64", "%j", "sort(%j, axis=1)"},
	{"argsort", "%m", "argsort(%m, axis=1)"}, {"topk 10", "%m", "topk(%m, k=10, axis=1)"},
	{"batch_norm", "%m, %g", "nn.batch_norm(%m, %g, %g, %g, %g).0"},
	{"product 512 int8", "%q", "nn.dense(%q, %q, out_dtype=\"int32\")"},
	{"product 512 int32", "%k", "matmul(%k, %k)"},
}

var peerTypes = map[string]string{
	"%m": "Tensor[(1024, 1024), float32]", "%s": "Tensor[(512, 512), float32]", "%d": "Tensor[(512, 512), float64]",
	"%v": "Tensor[(1, 1024), float32]", "%q": "Tensor[(512, 512), int8]", "%k": "Tensor[(512, 512), int32]",
	"%j": "Tensor[(1024, 1024), int64]", "%g": "Tensor[(1024), float32]", "%i": "Tensor[(1024), int32]",
}

// BenchmarkPeers reports the least processor time of a run on one thread, which other processes
// disturb less than the clock: tools/bench-kernels.sh prints it beside that of NumPy.
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
	integers := func(d value.Dtype, least, most int64, shape ...int) *value.Array {
		x := make([]int64, value.Product(shape))
		for i := range x {
			x[i] = least + random.Int64N(most-least)
		}
		return value.Of(x, shape...).Convert(d)
	}
	values := map[string]value.Value{
		"%q": integers(value.Int8, -128, 128, 512, 512), "%k": integers(value.Int32, -1<<20, 1<<20, 512, 512),
		"%j": integers(value.Int64, -1<<60, 1<<60, 1024, 1024),
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
				start := processorTime(b)
				if _, _, err := p.Run(context.Background(), Entry{Name: "@f"}, args, Options{Threads: 1}); err != nil {
					b.Fatal(err)
				}
				least = min(least, processorTime(b)-start)
			}
			b.ReportMetric(least.Seconds()*1e3, "least-ms")
		})
	}
}

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
