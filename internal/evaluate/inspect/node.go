package inspect

import (
	"fmt"
	"sync"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Node is a part of a value as editors show it. A field that says nothing is left out.
type Node struct {
	Kind     Kind    `json:"kind"`
	Type     string  `json:"type"` // "" where it is not known
	Text     string  `json:"text"` // its short form
	Name     string  `json:"name,omitempty"`
	Dtype    string  `json:"dtype,omitempty"`
	Shape    []int   `json:"shape,omitempty"`
	Stats    *Stats  `json:"stats,omitempty"`
	Window   *Window `json:"window,omitempty"`
	Raster   *Raster `json:"raster,omitempty"` // where a view asks for it
	Length   *int    `json:"length,omitempty"` // how many children there are
	Children []Child `json:"children,omitempty"`
	Differs  bool    `json:"differs,omitzero"`   // something in it is not as expected
	Expected string  `json:"expected,omitempty"` // where the whole part is not: the short form of what was
}

// A Kind is what a part is.
type Kind string

const (
	ScalarKind    Kind = "scalar"
	TensorKind    Kind = "tensor"
	FractalKind   Kind = "fractal"
	TupleKind     Kind = "tuple"
	DataKind      Kind = "data"
	ListKind      Kind = "list" // a chain of Cons cells
	FunctionKind  Kind = "function"
	ReferenceKind Kind = "reference"
	OtherKind     Kind = "other"
)

// A Child is a part within another.
type Child struct {
	Label string `json:"label"` // `[3]` of elements, `.0` of fields, `content`
	Node  *Node  `json:"node"`
}

// Stats describe all the elements of a tensor. Texts are null where no element is finite.
type Stats struct {
	Count int     `json:"count"`
	Min   *string `json:"min"`
	Max   *string `json:"max"`
	Mean  *string `json:"mean"`
	NaN   int     `json:"nan"`
	Inf   int     `json:"inf"`
}

// A Raster is the last two dimensions of a tensor as pixels, the others at the offset. A pixel
// represents a block of elements, and is the mean of some of them at equal distances. Images are
// tensors of uint8 whose last dimension, of 3 or 4, is that of the colours.
type Raster struct {
	Offset  []int  `json:"offset"` // by dimension; 0 of those that are drawn
	Rows    int    `json:"rows"`   // of elements
	Columns int    `json:"columns"`
	Height  int    `json:"height"` // of pixels
	Width   int    `json:"width"`
	Colors  int    `json:"colors,omitempty"` // of an image: 3 or 4
	Pixels  []byte `json:"pixels"`           // row by row: Level…, of an image the bytes of its colours
	// Histogram counts the finite elements of the whole tensor in sections of equal width from the
	// least to the greatest one, as far as they are among the Counted ones that were looked at, at
	// equal distances. It is left out where no two elements differ.
	Histogram []int `json:"histogram,omitempty"`
	Counted   int   `json:"counted,omitempty"`
}

// Levels of pixels. Others are in equal steps from the least element of the tensor, 0, to the
// greatest one, LevelMost.
const (
	LevelMost     = 250
	LevelNegative = 253 // there is a negative infinity in the block
	LevelPositive = 254
	LevelNaN      = 255
)

// A Window is a part of the last two dimensions of a tensor, the others at the offset.
type Window struct {
	Offset  []int        `json:"offset"` // by dimension
	Rows    int          `json:"rows"`
	Columns int          `json:"columns"`
	Cells   [][]string   `json:"cells"`
	Heat    [][]*float64 `json:"heat"` // 0 at the least element, 1 at the greatest; null of what is not finite
	Differs [][]bool     `json:"differs,omitzero"`
}

// A View says which part of a value is looked at: the places of children that lead there, and
// which section of it. Of a tensor the offset has a number for each dimension, and the size is of
// rows and columns; of what has children both are one number. Where they are left out, the
// beginning is shown.
type View struct {
	Path   []int `json:"path"`
	Offset []int `json:"offset"`
	Size   []int `json:"size"`
	Raster []int `json:"raster"` // how many rows and columns of pixels are wanted at most
}

// A Subject is what is looked at. It may be used from several goroutines.
type Subject struct {
	Value    value.Value
	Type     types.Type  // nil where it is not known
	Expected value.Value // of a comparison; nil of others

	mu      sync.Mutex
	lengths map[*value.Data]int // of chains of cells, by the first
	stats   map[string]value.Statistics
}

// A ViewError says what is wrong with a view.
type ViewError struct{ message string }

func (e *ViewError) Error() string { return e.message }

func wrong(format string, args ...any) error { return &ViewError{fmt.Sprintf(format, args...)} }
