package code

import (
	"sync"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Place is an item of a module.
type Place struct {
	Module *typecheck.Module
	Item   int
}

// A Function is the code of a definition, a function literal, a graph binding or
// a part of an expression. Parameters arrive in registers 1, 2, …; register 0
// holds the closure. Words of code name constants, messages, types and sites by
// their index here.
type Function struct {
	Index       int    // in the program
	Name        string // "" for function literals and parts of expressions
	Params      int    // registers of them
	Arity       int    // parameters; of more than maxParams, the last register holds the rest as a tuple
	Registers   int    // how many are used
	Code        []uint32
	Nodes       []syntax.NodeID // of item: where each word comes from
	Consts      []Slot
	Messages    []string
	Types       []types.Type
	Sites       []*Site
	Conversions []*Conversion
	Captures    int // values in its closure
	Place       Place
	Item        *syntax.Item
	Result      types.Type // declared or inferred; nil where nothing asks for it
	Outer       *Function  // around a function literal
	Part        bool       // fused operators of an expression: whoever calls it is at the same place

	Effect       bool  // reads or writes references
	CallsUnknown bool  // calls functions that are not known
	Calls        []int // known functions that it calls or makes closures of

	// Of code that is compiled for stepping.
	Points   []Point
	Scopes   []ScopeChange
	Captured []*Variable // what its closure holds
}

const (
	// MaxRegisters is how many registers a function may use.
	MaxRegisters = 240
	// FrameRegisters is how many registers a machine keeps after the base of a frame: as many
	// as an operand can name, so that none has to be checked.
	FrameRegisters = 256
)

// MaxParams is how many registers parameters take. Of functions with more, the
// last register holds the rest as a tuple.
const MaxParams = 100

// Outermost is the function of the definition or top-level expression that f is
// part of.
func (f *Function) Outermost() *Function {
	for f.Outer != nil {
		f = f.Outer
	}
	return f
}

// SetArity makes a function take n parameters.
func (f *Function) SetArity(n int) { f.Arity, f.Params = n, min(n, MaxParams) }

// InRegisters is how many parameters have a register of their own.
func (f *Function) InRegisters() int {
	if f.Arity > MaxParams {
		return MaxParams - 1
	}
	return f.Arity
}

// Target is where the target word at pc leads: the word holds the distance from
// itself.
func (f *Function) Target(pc int) int { return pc + int(int32(f.Code[pc])) }

// A Site is one call of an operator. Its operands follow the register of
// its result: by parameter, then what is passed on to the user's function.
type Site struct {
	Op       *op.Op
	Attrs    op.Attrs
	Args     int        // registers of operands by parameter
	Extra    int        // registers of what is passed on
	Out      types.Type // of the result
	Extents  int        // register of the extents, counted from the result's; -1 where no attribute needs them
	Computed []ComputedAttr
	Fused    *Function // the operators of a fused expression, applied one by one
	Builtin  Builtin
	Shape    []int                     // of a constant that is written as brackets
	Last     atomic.Pointer[CachedMap] // the function that the machine found last
	Level    int                       // of forall and filterall: the depth at which the function works, 1 outermost
}

// A Builtin is what a site asks of the machine that no operator of the table
// does.
type Builtin uint8

const (
	NoBuiltin       Builtin = iota
	FillConstant            // Constant(…) of values that are computed
	RebindArguments         // the new values that a call gives some of its arguments, as a tuple
)

// A ComputedAttr is an attribute whose value an expression of the program gives.
type ComputedAttr struct {
	Attr     int // among the operator's attributes
	Register int // counted from the register of the result
}

// A CachedMap is the elementwise function that a site found for dtypes.
type CachedMap struct {
	In  [2]value.Dtype
	Map *value.Map
}

// End is after the last word of the instructions: padding follows them.
func (f *Function) End() int { return len(f.Code) - Padding }

// Padding is how many words follow a function's instructions: a machine's
// place runs ahead of the instruction that it is at, and must not leave the code.
const Padding = 2

// A Conversion is the use of a value of one type as one of another, which has extents
// where the first has `?` (types.Convert).
type Conversion struct {
	From, To types.Type
	// Sizes are the shape variables of the definition around. Others in To are those of
	// a function that is called with an argument that has extents of `?`.
	Sizes []*symbolic.Symbol
	// Wrappers are the functions that represent functions of so many parameters and
	// check what these are given and what they give. A wrapper's closure holds the function,
	// the plan of its type (OpConvPart) and the extents.
	Wrappers map[int]int

	once sync.Once
	plan any
}

// Plan is what the machine does for a conversion; it is made once.
func (c *Conversion) Plan(make func() any) any {
	c.once.Do(func() { c.plan = make() })
	return c.plan
}
