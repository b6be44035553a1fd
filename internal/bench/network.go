package bench

import (
	"fmt"
	"strings"
)

// A network is the text of a convolutional net under construction, printed as
// TVM prints one: numbered bindings with a type comment after every
// expression, which also says where the expression came from.
type network struct {
	source string // the file that the spans in the comments name
	params []string
	body   strings.Builder
	values int // bindings so far
}

// A feature is a value of a network with the extents of its type.
type feature struct {
	name  string
	shape []int
}

func tensor(shape ...int) string {
	dims := strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", ", "), "[]")
	return "Tensor[(" + dims + "), float32]"
}

func (n *network) param(name string, shape ...int) string {
	t := tensor(shape...)
	n.params = append(n.params, fmt.Sprintf("%%%s: %s /* ty=%[2]s span=%[1]s:0:0 */", name, t))
	return "%" + name
}

// bind adds a binding of an expression and gives its name.
func (n *network) bind(typ, format string, args ...any) string {
	name := fmt.Sprintf("%%%d", n.values)
	expr := fmt.Sprintf(format, args...)
	fmt.Fprintf(&n.body, "  %s = %s /* ty=%s span=%s:%d:3 */;\n", name, expr, typ, n.source, n.values+3)
	n.values++
	return name
}

// each applies an operator that keeps the shape.
func (n *network) each(op string, x feature, more ...string) feature {
	args := strings.Join(append([]string{x.name}, more...), ", ")
	return feature{n.bind(tensor(x.shape...), "%s(%s)", op, args), x.shape}
}

// A kernel is the geometry of a convolution or pool.
type kernel struct{ size, stride, padding, groups int }

func (k kernel) extent(n int) int { return (n+2*k.padding-k.size)/k.stride + 1 }

func (k kernel) pads() string {
	return fmt.Sprintf("padding=[%d, %[1]d, %[1]d, %[1]d]", k.padding)
}

func (n *network) conv(name string, x feature, channels int, k kernel) feature {
	weight := n.param(name+".weight", channels, x.shape[1]/k.groups, k.size, k.size)
	attrs := k.pads()
	if k.stride > 1 {
		attrs = fmt.Sprintf("strides=[%d, %[1]d], ", k.stride) + attrs
	}
	if k.groups > 1 {
		attrs += fmt.Sprintf(", groups=%d", k.groups)
	}
	shape := []int{x.shape[0], channels, k.extent(x.shape[2]), k.extent(x.shape[3])}
	return feature{n.bind(tensor(shape...), "nn.conv2d(%s, %s, %s, channels=%d, kernel_size=[%d, %[5]d])",
		x.name, weight, attrs, channels, k.size), shape}
}

// norm is a batch normalization and the projection to its first result.
func (n *network) norm(name string, x feature) feature {
	channels := x.shape[1]
	vector := tensor(channels)
	var vectors []string
	for _, part := range []string{"weight", "bias", "running_mean", "running_var"} {
		vectors = append(vectors, n.param(name+"."+part, channels))
	}
	all := fmt.Sprintf("(%s, %s, %[2]s)", tensor(x.shape...), vector)
	bound := n.bind(all, "nn.batch_norm(%s, %s)", x.name, strings.Join(vectors, ", "))
	return feature{n.bind(tensor(x.shape...), "%s.0", bound), x.shape}
}

// classify ends a network: global pool, dense layer, softmax.
func (n *network) classify(x feature, classes int) string {
	batch, channels := x.shape[0], x.shape[1]
	pooled := n.bind(tensor(batch, channels, 1, 1), "nn.global_avg_pool2d(%s)", x.name)
	flat := n.bind(tensor(batch, channels), "nn.batch_flatten(%s)", pooled)
	weight, bias := n.param("classifier.weight", classes, channels), n.param("classifier.bias", classes)
	dense := n.bind(tensor(batch, classes), "nn.dense(%s, %s, units=%d)", flat, weight, classes)
	biased := n.bind(tensor(batch, classes), "nn.bias_add(%s, %s, axis=-1)", dense, bias)
	result := tensor(batch, classes)
	return fmt.Sprintf("#[version = \"0.0.5\"]\ndef @main(%s) -> %s {\n%s  nn.softmax(%s) /* ty=%s */\n}\n",
		strings.Join(n.params, ", "), result, n.body.String(), biased, result)
}
