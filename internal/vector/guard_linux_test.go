package vector

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// guarded gives n numbers before a page that must not be touched.
func guarded[T Float](t *testing.T, n int) []T {
	t.Helper()
	page := unix.Getpagesize()
	size := (n*int(unsafe.Sizeof(T(0))) + page - 1) / page * page
	memory, err := unix.Mmap(-1, 0, size+page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Skip("skipped: no memory can be mapped: ", err)
	}
	t.Cleanup(func() { unix.Munmap(memory) })
	if err := unix.Mprotect(memory[size:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	all := unsafe.Slice((*T)(unsafe.Pointer(&memory[0])), size/int(unsafe.Sizeof(T(0))))
	return all[len(all)-n:]
}

// TestNothingBehind runs all loops on slices that end where memory does.
func TestNothingBehind(t *testing.T) {
	for n := range 70 {
		behind[float32](t, n)
		behind[float64](t, n)
		x, y := guarded[float32](t, n), guarded[float32](t, n)
		for _, f := range []func(dst, x []float32){Exp, Log, Tanh, Erf, Sigmoid} {
			f(y, x)
		}
		sums := guarded[float32](t, DotsOf(n))
		if len(sums) > 0 {
			Dots(sums, x, guarded[float32](t, (len(sums)-1)*n+n), n)
		}
	}
}

func behind[T Float](t *testing.T, n int) {
	x, y, z := guarded[T](t, n), guarded[T](t, n), guarded[T](t, n)
	for _, f := range []func(dst, x, y []T){Add[T], Subtract[T], Multiply[T], Divide[T], Maximum[T], Minimum[T]} {
		f(z, x, y)
	}
	Root(z, x)
	Positive(z, x)
	Clip(z, x, 0, 6)
	Affine(z, x, 1, 2, 3)
	Scale(z, x, 1, 2)
	Sum(x)
	Squares(x, 1)
	lanes := guarded[T](t, Lanes)
	for _, f := range []func(lanes, x []T){FoldAdd[T], FoldMultiply[T], FoldMaximum[T], FoldMinimum[T]} {
		f(lanes, x)
	}
	Stencil(z[:n/2], x, []T{1, 2}, []int{0, n - n/2})
	if n > 0 {
		Place(x, false, false)
	}
	p := ProductsOf[T]()
	for row, rows := range p.Rows {
		for width, columns := range p.Widths {
			k := 1 + n%Depth
			p.Add(row, width, k, guarded[T](t, (rows-1)*Stride+k), guarded[T](t, k*columns), guarded[T](t, (rows-1)*(columns+n)+columns), columns+n)
		}
	}
	for _, width := range []int{4, 8, 16, 32} {
		CopyRows(guarded[T](t, 3*width), guarded[T](t, 2*(width+n)+width), 3, width, width+n)
		CopyRowsAt(guarded[T](t, 2*width), guarded[T](t, n+width), []int{n, 0}, width)
	}
	if n > 0 {
		Transpose(guarded[T](t, n*9), 9, guarded[T](t, 9*n), n, 9, n)
	}
}
