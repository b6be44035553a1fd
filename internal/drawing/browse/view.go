package browse

import (
	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A View is what a page shows of a program or a model.
type View struct {
	Name    string           // of the file
	Picture *drawing.Picture // with all its boxes
	Facts   map[Key]Facts
	Weights []Weight // drawing.Arg.Constant numbers them from 1
	Memory  Timeline
	Notes   []string // on the whole, a sentence each
}

// A Key is what facts are of: a node of the tree of one of the picture's items, or the item
// itself, which has no node.
type Key struct {
	Item int
	Node syntax.NodeID
}

// Facts are what a step costs.
type Facts struct {
	MultiplyAdds, Bytes, Parameters Amount
	Memory                          float64 // bytes of the result
	Whole                           bool    // what lies in the box counts already
}

// An Amount is a number, and a formula where it depends on sizes: the number is then for sizes
// that are all 1.
type Amount struct {
	Number  float64
	Formula string
}

// A Timeline is the memory that is live during a run, in the order of the text.
type Timeline struct {
	Moments []Moment
	Unit    string // what the numbers are multiples of, "" for bytes
	Why     string // why there is none
}

// A Moment is a step of a run.
type Moment struct {
	Of   Key
	Live float64
}

// A Weight is a constant tensor.
type Weight struct {
	Name, Type string
	Statistics *Statistics
	Note       string // why there are no statistics
}

// Statistics are those of a tensor's elements. All but the counts are of the finite ones.
type Statistics struct {
	Elements, Zeros, NaNs, Infinite int
	Min, Max, Mean, Deviation       float64
	Histogram                       []int // of equal parts of the range from Min to Max; nil where that is empty
}

// A Comparison is two views side by side: the one that was, and the one that is.
type Comparison struct {
	Old, New *View
	Marks    []Mark
}

// A Mark says what differs at a node of a model. Old and New are its indices in the two
// models, drawing.Step.Origin less one; -1 where a model has no such node.
type Mark struct {
	Change   Change
	Old, New int
	Text     string // a sentence
}

// A Change is what happened to a node.
type Change uint8

const (
	Changed Change = iota // its operator, attributes, weights or shapes
	Added
	Removed
	Rewired // it takes something else
)

var changeNames = [...]string{"changed", "added", "removed", "rewired"}

func (c Change) String() string { return changeNames[c] }
