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
