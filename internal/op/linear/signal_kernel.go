package linear

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// floats converts an array to float64, side by side.
func floats(m op.Machine, a *value.Array) ([]float64, error) {
	wide, err := op.Converted(m, a, value.Float64)
	if err != nil {
		return nil, err
	}
	if wide, err = op.Compact(m, wide); err != nil {
		return nil, err
	}
	return value.Elems[float64](wide), nil
}

// dftKernel transforms the last axis, row by row:
//
//	X_k = Σ_j x_j · exp(-2πi·jk/n)      inverse: x_j = 1/n · Σ_k X_k · exp(2πi·jk/n)
//
// by a mixed radix transform in float64: O(n·Σp) over the prime factors p of n.
func dftKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	real, imaginary := in.Arrays[0], in.Arrays[1]
	if real.Rank() == 0 || value.ShapeText(real.Shape) != value.ShapeText(imaginary.Shape) {
		return nil, fmt.Errorf("`dft` takes a real and an imaginary part of one shape, not %s and %s",
			value.ShapeText(real.Shape), value.ShapeText(imaginary.Shape))
	}
	re, err := copied(m, real)
	if err != nil {
		return nil, err
	}
	im, err := copied(m, imaginary)
	if err != nil {
		return nil, err
	}
	n := real.Shape[real.Rank()-1]
	if transformWork(n) > mostTransform {
		return nil, tooLong(n)
	}
	if n > 0 {
		err = op.Sweep(m, len(re)/n, 8*n, func(from, to int) error {
			if err := op.AskBytes(m, n, fourierBytes); err != nil {
				return err
			}
			row, err := op.Make[complex128](m, n)
			if err != nil {
				return err
			}
			transform := fourier.NewCmplxFFT(n)
			for i := from; i < to; i++ {
				transformRow(transform, row, re[i*n:(i+1)*n], im[i*n:(i+1)*n], c.Attrs.Bool("inverse"))
			}
			return nil
		})
	}
	if err != nil {
		return nil, err
	}
	return pairOf(m, re, im, real.Shape, [2]value.Dtype{real.Dtype, imaginary.Dtype})
}

// mostTransform bounds the work of one transform, which cannot be stopped: about a
// second's.
const mostTransform = 1 << 30

// tooLong is why a transform of so many elements is refused.
type tooLong int

// Error says what to do.
func (n tooLong) Error() string {
	return fmt.Sprintf("`dft` of rows of %d elements would take too long: take fewer, or a number with small prime factors", int(n))
}

func (tooLong) Is(other error) bool { return other == value.ErrTooLarge }

// transformWork is about the work of a transform of n elements: each of the prime
// factors takes its own number of steps an element.
func transformWork(n int) int {
	if n > mostTransform {
		return n
	}
	work, rest := 0, n
	for p := 2; p*p <= rest; p++ {
		for ; rest%p == 0; rest /= p {
			work += p
		}
	}
	return n * (work + rest)
}

// copied are the elements as floats that may be written.
func copied(m op.Machine, a *value.Array) ([]float64, error) {
	own, err := op.Copied(m, a)
	if err != nil {
		return nil, err
	}
	return floats(m, own)
}

// fourierBytes is what a transform takes for an element: tables and work space of
// complex numbers.
const fourierBytes = 16 * 4

// transformRow transforms one row in place.
func transformRow(t *fourier.CmplxFFT, row []complex128, re, im []float64, inverse bool) {
	for i := range row {
		row[i] = complex(re[i], im[i])
	}
	scale := 1.0
	if inverse {
		row = t.Sequence(row, row)
		scale = 1 / float64(len(re))
	} else {
		row = t.Coefficients(row, row)
	}
	for i, z := range row {
		re[i], im[i] = real(z)*scale, imag(z)*scale
	}
}

// pairOf is the tuple of real and imaginary part, each in its dtype.
func pairOf(m op.Machine, re, im []float64, shape []int, d [2]value.Dtype) (value.Value, error) {
	pair := &value.Tuple{}
	for i, part := range [][]float64{re, im} {
		a, err := op.Converted(m, value.Of(part, shape...), d[i])
		if err != nil {
			return nil, err
		}
		pair.Elems = append(pair.Elems, a)
	}
	return pair, nil
}

// stftKernel transforms each window of win_length samples, multiplied by the
// window, at the frequencies of win_length.
func stftKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	shape := in.Shape
	s, err := newFrames(m, c, in.Arrays[0], in.Arrays[1])
	if err != nil {
		return nil, err
	}
	r, err := op.NewResult(m, value.Float64, shape)
	if err != nil {
		return nil, err
	}
	frames, frequencies := shape[len(shape)-2], shape[len(shape)-3]
	if err := s.fits(frames); err != nil {
		return nil, err
	}
	out := r.Data.([]float64)
	err = op.Sweep(m, len(out)/2, 8*len(s.window), func(from, to int) error {
		for i := from; i < to; i++ {
			batch, frequency, frame := i/frames/frequencies, i/frames%frequencies, i%frames
			out[2*i], out[2*i+1] = s.at(batch, frequency, frame)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return op.Converted(m, r, in.Arrays[0].Dtype)
}

// A framing cuts signals into windows.
type framing struct {
	samples, window []float64
	length, hop     int
	scale           float64
}

func newFrames(m op.Machine, c *op.KernelCall, data, window *value.Array) (*framing, error) {
	samples, err := floats(m, data)
	if err != nil {
		return nil, err
	}
	weights, err := floats(m, window)
	if err != nil {
		return nil, err
	}
	hop, err := c.Int("hop_length")
	if err != nil {
		return nil, err
	}
	n, err := c.Int("win_length")
	if err != nil {
		return nil, err
	}
	if n <= 0 {
		n, err = c.Int("n_fft")
	}
	if err != nil || n <= 0 || hop <= 0 || len(weights) < n || data.Rank() == 0 || data.Rank() > 2 {
		return nil, fmt.Errorf("`stft` cannot cut windows of %d samples, %d apart, with a window of %d", n, hop, len(weights))
	}
	s := &framing{samples: samples, window: weights[:n], length: data.Shape[data.Rank()-1], hop: hop, scale: 1}
	if c.Attrs.Bool("normalized") {
		s.scale = 1 / math.Sqrt(float64(n))
	}
	return s, nil
}

func (s *framing) fits(frames int) error {
	if frames > 0 && (frames-1)*s.hop+len(s.window) > s.length {
		return fmt.Errorf("%d windows of %d samples, %d apart, do not lie in %d", frames, len(s.window), s.hop, s.length)
	}
	return nil
}

func (s *framing) at(batch, frequency, frame int) (re, im float64) {
	samples := s.samples[batch*s.length+frame*s.hop:]
	for i, w := range s.window {
		sin, cos := math.Sincos(2 * math.Pi * float64(frequency*i%len(s.window)) / float64(len(s.window)))
		re += w * samples[i] * cos
		im -= w * samples[i] * sin
	}
	return re * s.scale, im * s.scale
}
