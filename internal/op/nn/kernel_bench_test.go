package nn

import (
	"fmt"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/value"
)

func benchmark(b *testing.B, work int, c *op.KernelCall) {
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Op.Kernel(kerneltest.New(threads), c); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(work)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gmac/s")
		})
	}
}

var convShapes = []struct {
	name                           string
	channels, extent, filters, tap int
	stride, pad, groups            int
}{
	{"3x3-64-64-56", 64, 56, 64, 3, 1, 1, 1},
	{"3x3-128-128-28", 128, 28, 128, 3, 1, 1, 1},
	{"3x3-256-256-14", 256, 14, 256, 3, 1, 1, 1},
	{"3x3-512-512-7", 512, 7, 512, 3, 1, 1, 1},
	{"3x3-128-128-28-s2", 128, 28, 128, 3, 2, 1, 1},
	{"1x1-64-256-56", 64, 56, 256, 1, 1, 0, 1},
	{"1x1-960-160-7", 960, 7, 160, 1, 1, 0, 1},
	{"1x1-576-24-1", 576, 1, 24, 1, 1, 0, 1},
	{"7x7-3-64-224-s2", 3, 224, 64, 7, 2, 3, 1},
	{"3x3-depthwise-64-112", 64, 112, 64, 3, 1, 1, 64},
	{"3x3-depthwise-144-56-s2", 144, 56, 144, 3, 2, 1, 144},
	{"5x5-depthwise-576-7", 576, 7, 576, 5, 1, 2, 576},
}

func BenchmarkConv2D(b *testing.B) {
	for _, s := range convShapes {
		c := call(b, "nn.conv2d", []op.Named{
			ints("strides", int64(s.stride), int64(s.stride)), ints("padding", int64(s.pad), int64(s.pad)), num("groups", int64(s.groups)),
		}, noise(1, s.channels, s.extent, s.extent), noise(s.filters, s.channels/s.groups, s.tap, s.tap))
		out := (s.extent+2*s.pad-s.tap)/s.stride + 1
		b.Run(s.name, func(b *testing.B) { benchmark(b, out*out*s.filters*s.channels/s.groups*s.tap*s.tap, c) })
	}
}

func BenchmarkDense(b *testing.B) {
	for _, batch := range []int{1, 32, 1024} {
		c := call(b, "nn.dense", []op.Named{num("units", 1024)}, noise(batch, 1024), noise(1024, 1024))
		b.Run(fmt.Sprintf("%dx1024x1024", batch), func(b *testing.B) { benchmark(b, batch<<20, c) })
	}
}

func BenchmarkBatchNorm(b *testing.B) {
	c := call(b, "nn.batch_norm", nil, noise(1, 64, 125, 125), noise(64), noise(64), noise(64), value.Full(value.FromFloat(value.Float32, 2), []int{64}))
	b.Run("1e6", func(b *testing.B) { benchmark(b, 1000000, c) })
}

func BenchmarkSoftmax(b *testing.B) {
	c := call(b, "nn.softmax", nil, noise(1000, 1000))
	b.Run("1000x1000", func(b *testing.B) { benchmark(b, 1000000, c) })
}

func BenchmarkMaxPool(b *testing.B) {
	c := call(b, "nn.max_pool2d", []op.Named{ints("pool_size", 3, 3), ints("strides", 2, 2), ints("padding", 1, 1)}, noise(1, 64, 112, 112))
	b.Run("3x3-s2-64-112", func(b *testing.B) { benchmark(b, 56*56*64*9, c) })
}

func BenchmarkUpsampling(b *testing.B) {
	for _, method := range []string{"nearest_neighbor", "bilinear"} {
		c := call(b, "nn.upsampling", []op.Named{num("scale_h", 2), num("scale_w", 2), text("method", method)}, noise(1, 64, 56, 56))
		b.Run(method, func(b *testing.B) { benchmark(b, 64*112*112, c) })
	}
}
