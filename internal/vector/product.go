package vector

// The innermost loop of products of matrices works on packed blocks, which the caller makes:
// of a, up to Depth columns, rows Stride elements apart; of b, a panel of as many rows as a
// has columns, side by side, each as wide as one of Widths.
const (
	Depth  = 256
	Stride = Depth + 16
)

// Products are the loops for a type of numbers on this machine. Results do not depend on the
// sizes here.
type Products[T Float] struct {
	Rows   []int // numbers of rows that a tile may have, descending to 1
	Widths []int // widths of panels, descending

	tiles [][]tile[T]              // by the indices of rows and widths
	plain func(k int, a, b, c []T) // in Go, for one row of plainWidth columns
}

// A Float is a number whose products are here.
type Float interface{ float32 | float64 }

// A tile adds the product of a block of a and a panel of b to c.
type tile[T Float] func(k int, a, b, c *T, ldc int)

var (
	products32 Products[float32]
	products64 Products[float64]
)

// ProductsOf are the loops for a type.
func ProductsOf[T Float]() *Products[T] {
	var p any = &products32
	if _, single := p.(*Products[T]); !single {
		p = &products64
	}
	return p.(*Products[T])
}

// Add adds to each element c[i·ldc + j] of a tile, for i < Rows[row] and j < Widths[width],
// the terms a[i·Stride + l]·b[l·Widths[width] + j] for l from 0 to k - 1, in that order.
func (p *Products[T]) Add(row, width, k int, a, b, c []T, ldc int) {
	rows, columns := p.Rows[row], p.Widths[width]
	if k <= 0 {
		return
	}
	_, _, _ = a[(rows-1)*Stride+k-1], b[k*columns-1], c[(rows-1)*ldc+columns-1]
	if p.tiles == nil {
		p.plain(k, a, b, c)
		return
	}
	p.tiles[row][width](k, &a[0], &b[0], &c[0], ldc)
}

// dotsWidth is how many rows Dots multiplies at once.
const dotsWidth = 8

// DotsOf is how many of n sums Dots can compute.
func DotsOf(n int) int {
	if level == plain {
		return 0
	}
	return n / dotsWidth * dotsWidth
}

// Dots adds to sums, as many as DotsOf allows, the products of x with rows of b, which stand step
// elements apart, the terms of each in order. It is for one row x, for which packing b would
// take longer than the product.
func Dots(sums, x, b []float32, step int) {
	if len(sums) == 0 || len(x) == 0 {
		return
	}
	_ = b[(len(sums)-1)*step+len(x)-1]
	n := len(x) / dotsWidth
	for done := 0; n > 0 && done < len(sums); {
		if done+4*dotsWidth <= len(sums) {
			dots32(n, &sums[done], &x[0], &b[done*step], step)
			done += 4 * dotsWidth
		} else {
			_ = sums[done+dotsWidth-1]
			dots8(n, &sums[done], &x[0], &b[done*step], step)
			done += dotsWidth
		}
	}
	for i, v := range x[n*dotsWidth:] {
		for j := range sums {
			sums[j] = fma(v, b[j*step+n*dotsWidth+i], sums[j])
		}
	}
}

// plainWidth is the width of panels in plain Go, which keeps so many sums at once.
const plainWidth = 4

func usePlainProducts() {
	products32 = Products[float32]{Rows: []int{1}, Widths: []int{plainWidth}, plain: plainTile32}
	products64 = Products[float64]{Rows: []int{1}, Widths: []int{plainWidth}, plain: plainTile64}
}

func plainTile32(k int, a, b, c []float32) {
	c, b = c[:plainWidth], b[:plainWidth*k]
	s0, s1, s2, s3 := c[0], c[1], c[2], c[3]
	for _, x := range a[:k] {
		y := (*[plainWidth]float32)(b)
		// fma, inlined for sums that are not special.
		t0, t1 := float64(x)*float64(y[0])+float64(s0), float64(x)*float64(y[1])+float64(s1)
		t2, t3 := float64(x)*float64(y[2])+float64(s2), float64(x)*float64(y[3])+float64(s3)
		if isSpecial(t0) || isSpecial(t1) || isSpecial(t2) || isSpecial(t3) {
			s0, s1, s2, s3 = fma(x, y[0], s0), fma(x, y[1], s1), fma(x, y[2], s2), fma(x, y[3], s3)
		} else {
			s0, s1, s2, s3 = float32(t0), float32(t1), float32(t2), float32(t3)
		}
		b = b[plainWidth:]
	}
	c[0], c[1], c[2], c[3] = s0, s1, s2, s3
}

func plainTile64(k int, a, b, c []float64) {
	c, b = c[:plainWidth], b[:plainWidth*k]
	s0, s1, s2, s3 := c[0], c[1], c[2], c[3]
	for _, x := range a[:k] {
		s0 += float64(x * b[0])
		s1 += float64(x * b[1])
		s2 += float64(x * b[2])
		s3 += float64(x * b[3])
		b = b[plainWidth:]
	}
	c[0], c[1], c[2], c[3] = s0, s1, s2, s3
}
