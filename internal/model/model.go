package model

import (
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Program is a model as a program.
type Program struct {
	Text      string
	Nodes     []Node
	Places    []Place // by Start; an inner place follows the one around it
	Findings  []Finding
	Values    []TypedValue
	Inputs    []Port
	Outputs   []Port
	Fresh     []string // the size variables of extents that the model leaves open
	Renamed   []RenamedSize
	Refused   []string // nodes that cannot be run, with the reason of each
	LeftOut   []int    // nodes that the text has only a comment of, by index
	Variables []Variable
	Folded    map[string]*value.Array // values of the graph that are constants of the program, without a variable
	Ranks     map[InnerValue]int      // of values of functions, and of graphs inside of nodes
	first     []int32                 // by node: its first place in Places, from 1 on; 0 for none
	constants []Constant
}

// A Node is a place in a model.
type Node struct {
	Name string // as messages call it: its name, or its operator and index
	Op   string // the operator
	Top  int    // its place among the nodes of the graph, from 1 on; 0 inside of another node
}

// A Variable is a variable of the program with the value of the graph that it represents.
type Variable struct {
	Local string // `%x`
	Value string
}

// A Place is the range of the program that represents a node, in bytes.
type Place struct {
	Start, End int32
	Node       int // index in Nodes
	Outer      int // index in Places of the place around it, -1 for none
}

// A Finding is a diagnostic at a node or a value of a model.
type Finding struct {
	Code     codes.Code
	Severity codes.Severity
	Node     int    // index in Nodes, -1 for none
	Input    int    // of the node, from 0 on; -1 for none
	Value    string // the name of the value at fault, "" for none
	Message  string
	Notes    []string
}

// A TypedValue is a value of the model by its name. Type is nil where nothing is known.
type TypedValue struct {
	Name string
	Type types.Type
}

// An InnerValue is a value of a function of the model, or of a graph inside of a node of the
// function; of a node of the model's graph if the function is "".
type InnerValue struct{ Domain, Function, Value string }

// UnknownRank is the rank of values that have several: those of a function that is called with
// others, and values of one name in several graphs.
const UnknownRank = -1

// A Port is an input or an output of the model.
type Port struct {
	Name  string
	Local string // the parameter that represents an input, `%x`
	Type  types.Type
}

// Inputs are values that a model is read for, by the names of its inputs. Their shapes, and the
// elements of those that are few, take the place of what the model declares.
type Inputs map[string]value.Value

// ConstantKind is the kind of the constants of a program that represents a model, as in
// `meta[relay.Constant][0]`.
const ConstantKind = "relay.Constant"

// A Constant is the constant that `meta[relay.Constant][i]` represents.
type Constant struct {
	Name string
	Type types.Type
	// Read returns the elements. It may read a file, once.
	Read func() (*value.Array, error)
	// Load is Read for callers that need each constant once: nothing is kept.
	Load func() (*value.Array, error)
}

// NodeAt returns the index of the innermost node whose range has a byte of the text, -1 for
// none.
func (p *Program) NodeAt(offset int32) int {
	i := sort.Search(len(p.Places), func(i int) bool { return p.Places[i].Start > offset }) - 1
	for i >= 0 && p.Places[i].End <= offset {
		i = p.Places[i].Outer
	}
	if i < 0 {
		return -1
	}
	return p.Places[i].Node
}

// PlaceOf returns the first range of the text that represents a node.
func (p *Program) PlaceOf(node int) (Place, bool) {
	if node < 0 || node >= len(p.first) || p.first[node] == 0 {
		return Place{}, false
	}
	return p.Places[p.first[node]-1], true
}

// ConstantIndex is the constant that a text represents, such as `meta[relay.Constant][3]`.
func (p *Program) ConstantIndex(text string) (int, bool) {
	digits, ok := strings.CutPrefix(text, "meta["+ConstantKind+"][")
	digits, closed := strings.CutSuffix(digits, "]")
	i, err := strconv.Atoi(digits)
	return i, ok && closed && err == nil && i >= 0 && i < len(p.constants)
}

// Constants returns the number of the program's constants.
func (p *Program) Constants() int { return len(p.constants) }

// Constant returns the i-th constant.
func (p *Program) Constant(i int) *Constant { return &p.constants[i] }

// Read returns the elements of a constant, which are read once.
func (p *Program) addConstant(c Constant) int {
	c.Load, c.Read = c.Read, sync.OnceValues(c.Read)
	p.constants = append(p.constants, c)
	return len(p.constants) - 1
}
