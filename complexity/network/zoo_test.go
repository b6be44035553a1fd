package network_test

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/bench"
)

// A zoo writes networks in Relay text without type comments.
type zoo struct {
	params []string
	body   strings.Builder
	values int
}

// A feature is a value with its number of channels.
type feature struct {
	name     string
	channels int
}

func image(side int) (*zoo, feature) {
	z := &zoo{}
	return z, feature{z.param(1, 3, side, side), 3}
}

func (z *zoo) param(shape ...int) string {
	name := fmt.Sprintf("%%p%d", len(z.params))
	dims := strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", ", "), "[]")
	z.params = append(z.params, fmt.Sprintf("%s: Tensor[(%s), float32]", name, dims))
	return name
}

func (z *zoo) bind(channels int, format string, args ...any) feature {
	name := fmt.Sprintf("%%%d", z.values)
	z.values++
	fmt.Fprintf(&z.body, "  %s = %s;\n", name, fmt.Sprintf(format, args...))
	return feature{name, channels}
}

// A window is that of a convolution or a pool; pads are by axis.
type window struct{ h, w, stride, top, left, groups int }

func square(size, stride, pad int) window { return window{size, size, stride, pad, pad, 1} }

func (z *zoo) conv(x feature, channels int, k window) feature {
	weight := z.param(channels, x.channels/k.groups, k.h, k.w)
	return z.bind(channels, "nn.conv2d(%s, %s, strides=[%d, %[3]d], padding=[%d, %d, %[4]d, %[5]d], groups=%[6]d, channels=%[7]d, kernel_size=[%[8]d, %[9]d])",
		x.name, weight, k.stride, k.top, k.left, k.groups, channels, k.h, k.w)
}

// biased is a convolution with a bias and a rectifier.
func (z *zoo) biased(x feature, channels int, k window) feature {
	x = z.conv(x, channels, k)
	return z.relu(z.bind(channels, "nn.bias_add(%s, %s)", x.name, z.param(channels)))
}

func (z *zoo) norm(x feature) feature {
	c := x.channels
	n := z.bind(c, "nn.batch_norm(%s, %s, %s, %s, %s)", x.name, z.param(c), z.param(c), z.param(c), z.param(c))
	return z.bind(c, "%s.0", n.name)
}

func (z *zoo) relu(x feature) feature { return z.bind(x.channels, "nn.relu(%s)", x.name) }

// block is a convolution with its normalization and a rectifier.
func (z *zoo) block(x feature, channels int, k window) feature {
	return z.relu(z.norm(z.conv(x, channels, k)))
}

func (z *zoo) pool(kind string, x feature, k window, more string) feature {
	return z.bind(x.channels, "nn.%s_pool2d(%s, pool_size=[%d, %[3]d], strides=[%[4]d, %[4]d], padding=[%[5]d, %[5]d, %[5]d, %[5]d]%[6]s)", kind, x.name, k.h, k.stride, k.top, more)
}

func (z *zoo) concat(parts ...feature) feature {
	var names []string
	channels := 0
	for _, p := range parts {
		names, channels = append(names, p.name), channels+p.channels
	}
	return z.bind(channels, "concatenate((%s), axis=1)", strings.Join(names, ", "))
}

func (z *zoo) add(x, y feature) feature { return z.bind(x.channels, "add(%s, %s)", x.name, y.name) }

// dense is a fully connected layer whose bias is added as importers of PyTorch do.
func (z *zoo) dense(x feature, units int) feature {
	x = z.bind(units, "nn.dense(%s, %s, units=%d)", x.name, z.param(units, x.channels), units)
	return z.bind(units, "add(%s, %s)", x.name, z.param(units))
}

func (z *zoo) flat(x feature, features int) feature {
	return z.bind(features, "nn.batch_flatten(%s)", x.name)
}

func (z *zoo) averaged(x feature) feature {
	return z.flat(z.bind(x.channels, "nn.global_avg_pool2d(%s)", x.name), x.channels)
}

func (z *zoo) end(x feature) string {
	return fmt.Sprintf("def @main(%s) {\n%s  nn.softmax(%s)\n}\n", strings.Join(z.params, ", "), z.body.String(), x.name)
}

func alexNet() string {
	z, x := image(224)
	x = z.pool("max", z.biased(x, 64, square(11, 4, 2)), square(3, 2, 0), "")
	x = z.pool("max", z.biased(x, 192, square(5, 1, 2)), square(3, 2, 0), "")
	x = z.biased(z.biased(z.biased(x, 384, square(3, 1, 1)), 256, square(3, 1, 1)), 256, square(3, 1, 1))
	x = z.flat(z.pool("max", x, square(3, 2, 0), ""), 9216)
	return z.end(z.dense(z.relu(z.dense(z.relu(z.dense(x, 4096)), 4096)), 1000))
}

func vgg16() string {
	z, x := image(224)
	for stage, convs := range []int{2, 2, 3, 3, 3} {
		for range convs {
			x = z.biased(x, min(64<<stage, 512), square(3, 1, 1))
		}
		x = z.pool("max", x, square(2, 2, 0), "")
	}
	return z.end(z.dense(z.relu(z.dense(z.relu(z.dense(z.flat(x, 25088), 4096)), 4096)), 1000))
}

func (z *zoo) fire(x feature, squeeze, expand int) feature {
	s := z.biased(x, squeeze, square(1, 1, 0))
	return z.concat(z.biased(s, expand, square(1, 1, 0)), z.biased(s, expand, square(3, 1, 1)))
}

// squeezeNet is version 1.0 or 1.1, by where it pools.
func squeezeNet(first window, channels int, poolsBefore map[int]bool) string {
	z, x := image(224)
	x = z.biased(x, channels, first)
	for i, s := range []int{16, 16, 32, 32, 48, 48, 64, 64} {
		if poolsBefore[i] {
			x = z.pool("max", x, square(3, 2, 0), ", ceil_mode=True")
		}
		x = z.fire(x, s, 4*s)
	}
	return z.end(z.averaged(z.biased(x, 1000, square(1, 1, 0))))
}

// resNet has blocks of two or three convolutions; first is set where the first one of a
// block has the stride (version 1) and not the 3 x 3 one (version 1.5).
func resNet(stages []int, bottleneck, first bool) string {
	z, x := image(224)
	x = z.pool("max", z.block(x, 64, square(7, 2, 3)), square(3, 2, 1), "")
	for stage, blocks := range stages {
		for i := range blocks {
			stride, width := 1, 64<<stage
			if i == 0 && stage > 0 {
				stride = 2
			}
			x = z.residual(x, width, stride, bottleneck, first)
		}
	}
	return z.end(z.dense(z.averaged(x), 1000))
}

func (z *zoo) residual(x feature, width, stride int, bottleneck, first bool) feature {
	var y feature
	switch {
	case !bottleneck:
		y = z.norm(z.conv(z.block(x, width, square(3, stride, 1)), width, square(3, 1, 1)))
	case first:
		y = z.block(z.block(x, width, square(1, stride, 0)), width, square(3, 1, 1))
	default:
		y = z.block(z.block(x, width, square(1, 1, 0)), width, square(3, stride, 1))
	}
	if bottleneck {
		y = z.norm(z.conv(y, 4*width, square(1, 1, 0)))
	}
	if stride != 1 || x.channels != y.channels {
		x = z.norm(z.conv(x, y.channels, square(1, stride, 0)))
	}
	return z.relu(z.add(y, x))
}

func denseNet121() string {
	z, x := image(224)
	x = z.pool("max", z.block(x, 64, square(7, 2, 3)), square(3, 2, 1), "")
	for stage, layers := range []int{6, 12, 24, 16} {
		if stage > 0 {
			x = z.pool("avg", z.conv(z.relu(z.norm(x)), x.channels/2, square(1, 1, 0)), square(2, 2, 0), "")
		}
		for range layers {
			y := z.block(z.relu(z.norm(x)), 128, square(1, 1, 0))
			x = z.concat(x, z.conv(y, 32, square(3, 1, 1)))
		}
	}
	return z.end(z.dense(z.averaged(z.relu(z.norm(x))), 1000))
}

func mobileNetV2() string {
	z, x := image(224)
	x = z.block(x, 32, square(3, 2, 1))
	for _, s := range []struct{ expand, channels, blocks, stride int }{
		{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1},
	} {
		for i := range s.blocks {
			stride, y := 1, x
			if i == 0 {
				stride = s.stride
			}
			if s.expand > 1 {
				y = z.block(y, s.expand*x.channels, square(1, 1, 0))
			}
			y = z.block(y, y.channels, window{3, 3, stride, 1, 1, y.channels})
			y = z.norm(z.conv(y, s.channels, square(1, 1, 0)))
			if stride == 1 && x.channels == y.channels {
				y = z.add(x, y)
			}
			x = y
		}
	}
	return z.end(z.dense(z.averaged(z.block(x, 1280, square(1, 1, 0))), 1000))
}

// chained is blocks one after the other.
func (z *zoo) chained(x feature, channels []int, windows ...window) feature {
	for i, k := range windows {
		x = z.block(x, channels[i], k)
	}
	return x
}

var (
	point  = square(1, 1, 0)
	three  = square(3, 1, 1)
	halves = square(3, 2, 0)
	wide   = window{1, 7, 1, 0, 3, 1}
	high   = window{7, 1, 1, 3, 0, 1}
	row    = window{1, 3, 1, 0, 1, 1}
	column = window{3, 1, 1, 1, 0, 1}
)

func inceptionV3() string {
	z, x := image(299)
	x = z.pool("max", z.chained(x, []int{32, 32, 64}, halves, square(3, 1, 0), three), halves, "")
	x = z.pool("max", z.chained(x, []int{80, 192}, point, square(3, 1, 0)), halves, "")
	for _, pooled := range []int{32, 64, 64} {
		x = z.concat(z.block(x, 64, point), z.chained(x, []int{48, 64}, point, square(5, 1, 2)),
			z.chained(x, []int{64, 96, 96}, point, three, three), z.block(z.pool("avg", x, three, ""), pooled, point))
	}
	x = z.concat(z.block(x, 384, halves), z.chained(x, []int{64, 96, 96}, point, three, halves), z.pool("max", x, halves, ""))
	for _, c := range []int{128, 160, 160, 192} {
		x = z.concat(z.block(x, 192, point), z.chained(x, []int{c, c, 192}, point, wide, high),
			z.chained(x, []int{c, c, c, c, 192}, point, high, wide, high, wide), z.block(z.pool("avg", x, three, ""), 192, point))
	}
	x = z.concat(z.chained(x, []int{192, 320}, point, halves),
		z.chained(x, []int{192, 192, 192, 192}, point, wide, high, halves), z.pool("max", x, halves, ""))
	for range 2 {
		y, d := z.block(x, 384, point), z.chained(x, []int{448, 384}, point, three)
		x = z.concat(z.block(x, 320, point), z.block(y, 384, row), z.block(y, 384, column),
			z.block(d, 384, row), z.block(d, 384, column), z.block(z.pool("avg", x, three, ""), 192, point))
	}
	return z.end(z.dense(z.averaged(x), 1000))
}

// A published figure is what others say of a network: thousands of millions of
// multiply-adds, rounded, and trained parameters.
type published struct {
	name   string
	text   string
	giga   string // as printed
	params int64  // 0 where only millions are printed
	mega   string
}

// networks are held against the table of torchvision's documentation ("Models and
// pre-trained weights": GFLOPS and parameters), but for MobileNet v1 (Howard et al.,
// "MobileNets", 2017, tables 4 and 8: 569 million, 4.2 million) and ResNet-50 v1 (He et
// al., "Deep Residual Learning for Image Recognition", 2016, table 1: 3.8·10⁹, cut off;
// later tables have 3.86). Inception
// is that of the paper without the auxiliary classifier, which torchvision counts.
func networks() []published {
	return []published{
		{"MobileNet v1", bench.MobileNet(), "0.569", 0, "4.2"},
		{"MobileNet v2", mobileNetV2(), "0.30", 3504872, "3.5"},
		{"ResNet-18", resNet([]int{2, 2, 2, 2}, false, false), "1.81", 11689512, "11.7"},
		{"ResNet-50 v1", resNet([]int{3, 4, 6, 3}, true, true), "3.86", 25557032, "25.6"},
		{"ResNet-50 v1.5", resNet([]int{3, 4, 6, 3}, true, false), "4.09", 25557032, "25.6"},
		{"ResNet-50 v1.5, with type comments", bench.ResNet50(), "4.09", 25557032, "25.6"},
		{"ResNet-152", resNet([]int{3, 8, 36, 3}, true, false), "11.51", 60192808, "60.2"},
		{"AlexNet", alexNet(), "0.71", 61100840, "61.1"},
		{"VGG-16", vgg16(), "15.47", 138357544, "138.4"},
		{"SqueezeNet 1.0", squeezeNet(square(7, 2, 0), 96, map[int]bool{0: true, 3: true, 7: true}), "0.82", 1248424, "1.2"},
		{"SqueezeNet 1.1", squeezeNet(square(3, 2, 0), 64, map[int]bool{0: true, 2: true, 4: true}), "0.35", 1235496, "1.2"},
		{"DenseNet-121", denseNet121(), "2.83", 7978856, "8.0"},
		{"Inception v3", inceptionV3(), "5.71", 23834568, "23.8"},
	}
}
