package treewalk

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Program is the definitions and constructors of some files. It is not safe for
// concurrent use.
type Program struct {
	// Begin is notified of each expression before it is evaluated; may be nil.
	Begin func(item *syntax.Item, n syntax.NodeID)
	// Watch is called with the value of each expression; may be nil.
	Watch func(item *syntax.Item, n syntax.NodeID, v Value)

	// Operators states what a call of an operator on tensors costs; nil where that is
	// not known of any.
	Operators func(item *syntax.Item, n syntax.NodeID, name string, args []Value, result Value) (OperatorCost, bool)

	// Compute works out operators on tensors in place of the evaluator's own, in at most some
	// steps, and tells how many it took; nil for none. It fails with ErrUnknown where it
	// does not know one, with ErrSteps where they do not suffice.
	Compute func(o Operation, steps int) (Value, int, error)
	// Sort takes the call of an operator apart; not ok where the evaluator's own order has
	// to do.
	Sort func(item *syntax.Item, n syntax.NodeID) (Sorted, bool)
	// Meta gives the constant of the metadata section that a node names; nil where there
	// are none.
	Meta func(item *syntax.Item, n syntax.NodeID) (Value, bool)
	// Canonical gives the one name of an operator that has several; nil where all have
	// one.
	Canonical func(name string) string

	main  *Source
	homes map[*syntax.Item]*Source
	// What was found in bodies.
	graphs   map[site][]syntax.NodeID
	mentions map[site][]mention
}

// New makes a program; the names of each file are seen in those before it.
func New(files ...*syntax.File) *Program {
	var sources []*Source
	for i := len(files) - 1; i >= 0; i-- {
		sources = append([]*Source{{File: files[i], Sees: sources}}, sources...)
	}
	return Link(sources[0])
}

// A Fault is why a run came to no value, and the expression that it came to.
type Fault struct {
	Kind    string // as the interpreter calls it, or one of the two below
	Message string
	Item    *syntax.Item
	Span    syntax.Span
}

// Sorted are the parts of an operator's call.
type Sorted struct {
	Args     []syntax.NodeID // by parameter; NoNode for one that is not given
	Extra    []syntax.NodeID // passed on to the user's function
	Attrs    map[string]syntax.NodeID
	Computed map[int]syntax.NodeID // attributes that are no literals, by index
	// Level is the depth at which forall and filterall work; 0 where that is not known.
	Level int
	// Tensors says that the operator is the one on tensors, of two of its name.
	Tensors bool
	// Empty is the tensor that flatten and stack make of no elements; nil where the type
	// does not say it.
	Empty Value
}

// An Operation is what Compute works out: a call of an operator by its name, at a node.
type Operation struct {
	Item     *syntax.Item
	Node     syntax.NodeID
	Name     string
	Args     []Value // nil for one that is not given
	Computed map[int]Value
	// Within is the definition that is evaluated, and Given its arguments, which tell what
	// its size variables are.
	Within *syntax.Item
	Given  []Value
	// Call applies a function.
	Call func(f *Func, args []Value) Value
}

// What Compute may fail with besides the faults of the operator.
var (
	ErrUnknown = errors.New("the operator is not known")
	ErrSteps   = errors.New("there are not enough steps left")
)

// The kinds of faults of the evaluator itself.
const (
	Unsupported = "unsupported" // it does not know what the program uses
	Limited     = "limited"     // it ran too long or too deep
)

// A Result is what a run came to.
type Result struct {
	Value Value
	Fault *Fault
	// Cost is what was done, up to the fault.
	Cost Cost
	// Uncounted is the first operator whose cost is not known, where there was one: Cost
	// counts Tick alone then.
	Uncounted *Fault
	Steps     int // that were made
}

// Limits end a run.
type Limits struct {
	Steps int         // expressions that are evaluated
	Depth int         // how deep they are nested, calls included; 0 for as deep as tests go
	Stop  func() bool // asked from time to time whether to stop; nil for never
}

// pollEvery is how many steps lie between two questions whether to stop.
const pollEvery = 1 << 12

// Run evaluates a definition without parameters in at most some steps.
func (p *Program) Run(name string, steps int) Result {
	return p.Call(p.definition(p.main.File.Item(0), name), nil, Limits{Steps: steps})
}

// Call evaluates a definition for some arguments.
func (p *Program) Call(def *syntax.Item, args []Value, l Limits) (result Result) {
	m := &machine{program: p, item: def, steps: l.Steps, deepest: l.Depth, stop: l.Stop}
	if m.deepest == 0 {
		m.deepest = deepest
	}
	defer func() {
		result.Cost, result.Uncounted, result.Steps = m.cost, m.uncounted, l.Steps-m.steps
		switch r := recover().(type) {
		case nil:
		case *Fault:
			result.Value, result.Fault = nil, r
		default:
			panic(r)
		}
	}()
	return Result{Value: m.enter(def.Root, functionOf(def), args)}
}

// A machine evaluates; it leaves evaluation by a panic with a *Fault.
type machine struct {
	program *Program
	item    *syntax.Item // whose tree is walked
	frame   *frame       // the definition that is evaluated
	steps   int
	depth   int
	deepest int
	stop    func() bool

	cost      Cost
	uncounted *Fault
	start     int64 // of the block
	ready     int64 // the time at which the value of the last expression was
	done      int64 // the time at which all that the activation has evaluated was
	effects   int64 // the time at which the last effect was done
}

const deepest = 3000

// A frame is a definition with the arguments of a call.
type frame struct {
	item *syntax.Item
	args []Value
}

// fail ends the run at an expression.
func (m *machine) fail(n syntax.NodeID, kind, format string, args ...any) {
	panic(&Fault{kind, fmt.Sprintf(format, args...), m.item, m.item.Span(n)})
}

func (m *machine) unsupported(n syntax.NodeID) {
	m.fail(n, Unsupported, "%s", m.item.SourceText(n))
}

// A scope is the variables of an expression, the innermost first.
type scope struct {
	name  string
	value Value
	outer *scope
	ready int64 // the time at which the value was
}

// find gives the variable of a name, nil where there is none.
func (s *scope) find(name string) *scope {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s
		}
	}
	return nil
}

// now is what a variable stands for; a graph binding that has no value yet for itself.
func (s *scope) now() Value {
	if b, ok := s.value.(*binding); ok && b.state == done {
		return b.value
	}
	return s.value
}

// readyAt is the time at which a variable's value was ready; that of a graph binding
// which has none yet is 0.
func (s *scope) readyAt() int64 {
	if b, ok := s.value.(*binding); ok {
		return b.ready
	}
	return s.ready
}

// bare is a variable's name without its sign.
func bare(name string) string { return strings.TrimPrefix(name, "%") }
