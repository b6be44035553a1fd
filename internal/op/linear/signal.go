package linear

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// signals lists the Fourier transforms.
var signals = []*op.Op{
	{
		Name: "dft", Kind: op.Opaque, Params: op.Args("re_data", "im_data"),
		Doc:  "Computes the discrete Fourier transform of the last axis.",
		Rule: "the result is the pair of both arguments' types",
		Attrs: []op.Attr{
			relate.Bool("inverse", false, "the inverse transform"),
			relate.TypeKey("DFTAttrs"),
		},
		Traits:   op.Traits{Cost: fourierCost},
		Relation: op.OnTensors(dft), Kernel: op.Reads{Arrays: 2}.Kernel(dftKernel),
	},
	{
		Name: "stft", Kind: op.Opaque, Params: op.Args("data", "window"),
		Doc:  "Computes the Fourier transform of short windows that overlap.",
		Rule: "for data of shape (b, n) the result has shape (b, f, ⌊(n - n_fft)/hop_length⌋ + 1, 2), f being n_fft, or ⌊n_fft/2⌋ + 1 with onesided",
		Attrs: []op.Attr{
			relate.Int("n_fft", -1, "size of the transform"),
			relate.Int("hop_length", -1, "distance of the windows"),
			relate.Int("win_length", -1, "size of the windows"),
			relate.Bool("normalized", false, "divide by the root of the frame length"),
			relate.Bool("onesided", true, "leave out the conjugate half"),
			relate.TypeKey("StftAttrs"),
		},
		Traits:   op.Traits{Cost: windowCost},
		Relation: op.OnTensor(stft), Kernel: op.Reads{Arrays: 2, Shape: true}.Kernel(stftKernel),
	},
}

// dft gives a pair of the operands' types.
func dft(c *op.Call, ts []*types.Tensor) op.Answer {
	answer := op.Done(&types.Tuple{Elems: []types.Type{ts[0], ts[1]}})
	if _, same := op.Unify(ts[0].Shape, ts[1].Shape); !same || ts[0].Dtype != ts[1].Dtype {
		message := fmt.Sprintf("`dft` takes a real and an imaginary part of one type, and gets %s and %s", types.Text(ts[0]), types.Text(ts[1]))
		answer.Warn = []op.Warning{{Code: "suspect-operand", Arg: 1, Message: message}}
	}
	return answer
}

// stft gives (batch, frequencies, frames, 2): a pair for each frequency and frame.
func stft(c *op.Call, data *types.Tensor) op.Answer {
	size, answer, ok := c.Int("n_fft")
	if !ok {
		return answer
	}
	hop, answer, ok := c.Int("hop_length")
	if !ok {
		return answer
	}
	if hop == 0 || len(data.Shape) == 0 {
		return op.FailArg(-1, "attribute-value", "`stft` needs data of 1 dimension at least, and a hop_length other than 0")
	}
	var shape []types.Dim
	if len(data.Shape) == 2 {
		shape = append(shape, data.Shape[0])
	}
	frames := data.Shape[len(shape)].Sub(types.Const(size)).FloorDiv(types.Const(hop)).Add(types.Const(1))
	answer = op.Done(op.TensorOf(data.Dtype, append(shape, frequencies(c, size), frames, types.Const(2))...))
	if size <= 0 || hop <= 0 {
		answer.Warn = []op.Warning{op.Suspect("n_fft", "suspect-attribute", "`stft` needs `n_fft` and `hop_length` above 0")}
	}
	return answer
}

// frequencies are n_fft, or the half of them and one with onesided: the others are conjugates.
func frequencies(c *op.Call, size int64) types.Dim {
	if c.Attrs.Bool("onesided") {
		return types.Const(size/2 + 1)
	}
	return types.Const(size)
}
