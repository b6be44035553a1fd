package inspect

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

func raster(t *testing.T, a *value.Array, view View) *Raster {
	t.Helper()
	s := Subject{Value: a}
	n, err := s.Node(context.Background(), view)
	if err != nil {
		t.Fatal(err)
	}
	return n.Raster
}

// Each pixel of a small tensor is an element, by its size; what is not finite has levels of its own.
func TestRasterOfElements(t *testing.T) {
	inf := float32(math.Inf(1))
	a := value.Of([]float32{-2, 0, 2, inf, -inf, float32(math.NaN())}, 2, 3)
	r := raster(t, a, View{Raster: []int{100, 100}})
	if want := []byte{0, 125, 250, LevelPositive, LevelNegative, LevelNaN}; !bytes.Equal(r.Pixels, want) || r.Height != 2 || r.Width != 3 {
		t.Errorf("%+v, want the pixels %v", r, want)
	}
	if r.Counted != 6 || r.Histogram[0] != 1 || r.Histogram[sections/2] != 1 || r.Histogram[sections-1] != 1 || sum(r.Histogram) != 3 {
		t.Errorf("counted %d: %v", r.Counted, r.Histogram)
	}
	if r := raster(t, value.Of([]int32{7, 7, 7}, 3), View{Raster: []int{1, 3}}); !bytes.Equal(r.Pixels, []byte{0, 0, 0}) || r.Histogram != nil {
		t.Errorf("of equal elements: %+v", r)
	}
}

func sum(counts []int) (n int) {
	for _, count := range counts {
		n += count
	}
	return n
}

// A pixel of a large tensor is the mean of a block, and shows one NaN in it; a slice is of the outer offset.
func TestRasterOfBlocks(t *testing.T) {
	data := make([]float64, 2*4*6)
	for i := range data[24:] {
		data[24+i] = float64(i % 6)
	}
	data[24+6*3+5] = math.NaN()
	a := value.Of(data, 2, 4, 6)
	r := raster(t, a, View{Offset: []int{1, 3, 4}, Raster: []int{2, 3}})
	if want := []byte{25, 125, 225, 25, 125, LevelNaN}; !bytes.Equal(r.Pixels, want) || !slices.Equal(r.Offset, []int{1, 0, 0}) || r.Rows != 4 || r.Columns != 6 {
		t.Errorf("%+v, want the pixels %v", r, want)
	}
	wide := raster(t, value.FromScalar(value.F32(3)).Broadcast([]int{1 << 18, 1 << 18}), View{Raster: []int{1 << 20, 1 << 20}, Size: []int{0, 0}})
	if wide.Height != mostPixels || wide.Width != mostPixels || len(wide.Pixels) != mostPixels*mostPixels {
		t.Errorf("of 2^36 elements: %d by %d, %d bytes", wide.Height, wide.Width, len(wide.Pixels))
	}
}

// Tensors of bytes whose last dimension is that of colours are images.
func TestRasterOfImage(t *testing.T) {
	a := value.Of([]uint8{255, 0, 0, 1, 0, 255, 0, 3, 0, 0, 255, 5, 8, 8, 8, 7}, 2, 2, 4)
	r := raster(t, a, View{Raster: []int{2, 2}})
	if !bytes.Equal(r.Pixels, a.Data.([]uint8)) || r.Colors != 4 || r.Rows != 2 || r.Columns != 2 {
		t.Errorf("%+v", r)
	}
	if r := raster(t, a, View{Raster: []int{1, 1}}); !bytes.Equal(r.Pixels, []byte{66, 66, 66, 4}) {
		t.Errorf("the mean colour is %v", r.Pixels)
	}
	for _, other := range []*value.Array{value.Of([]int8{1, 2, 3}, 1, 1, 3), value.Of([]uint8{1, 2, 3}, 1, 3), value.Of([]uint8{1, 2}, 1, 1, 2)} {
		if r := raster(t, other, View{Raster: []int{9, 9}}); r.Colors != 0 {
			t.Errorf("%v is no image", other.Shape)
		}
	}
	if r := raster(t, value.Zeros(value.Float32, 0, 4), View{Raster: []int{9, 9}}); len(r.Pixels) != 0 {
		t.Errorf("without elements: %+v", r)
	}
}

// A raster is asked for, and by two positive numbers; what is sent is small.
func TestRasterAsked(t *testing.T) {
	a := value.Zeros(value.Float32, 1000, 1000)
	if r := raster(t, a, View{}); r != nil {
		t.Errorf("not asked for: %+v", r)
	}
	s := Subject{Value: a}
	for _, size := range [][]int{{1}, {0, 3}, {-1, 3}, {1, 2, 3}} {
		if _, err := s.Node(context.Background(), View{Raster: size}); err == nil {
			t.Errorf("%v is answered", size)
		}
	}
	n, err := s.Node(context.Background(), View{Size: []int{0, 0}, Raster: []int{1000, 1000}})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(n); err != nil || len(text) > 100_000 {
		t.Errorf("%d bytes are sent, %v", len(text), err)
	}
}
