package op_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/value"
)

// What a call pays for knowing its work beforehand.
func BenchmarkWork(b *testing.B) {
	x := value.Zeros(value.Float32, 4, 4)
	for _, name := range []string{"nn.softmax", "nn.dense", "transpose", "sum", "nn.conv2d"} {
		b.Run(name, func(b *testing.B) {
			o := table.Default()[name]
			args := []value.Value{x, x}[:len(o.Params)]
			if name == "nn.conv2d" {
				i := value.Zeros(value.Float32, 1, 4, 4, 4)
				args = []value.Value{i, i}
			}
			named := []op.Named{}
			for _, a := range o.Attrs {
				if a.Required {
					named = append(named, op.Named{Name: a.Name})
				}
			}
			attrs, _ := op.Bind(o, named)
			c := &op.KernelCall{Op: o, Args: args, Attrs: attrs}
			var err error
			if c.Out, err = c.ResultType(); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, known := c.Work(); !known {
					b.Fatal("unknown")
				}
			}
		})
	}
}
