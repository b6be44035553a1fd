package normalform

import (
	"iter"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An opID is the number of an operation: operands have smaller ones than what
// they are operands of, and what is in a frame smaller ones than the
// operation that opens the frame.
type opID int32

// A frameID is the number of a frame; whole is the item's body.
type frameID int32

const (
	none    opID    = -1
	noFrame frameID = -1
	whole   frameID = 0
)

// A program is an item as operations.
type program struct {
	meter  *steps.Meter
	form   Form
	style  Style
	item   *syntax.Item
	info   *typecheck.Info
	graph  *graph.Graph
	does   *effect.Info
	ops    []op
	refs   []ref
	frames []frame
	// binders are the variables that patterns bind, by their frame and node.
	binders map[boundAt]opID
	// statements are those whose values ops are: bindings, and expressions before the
	// end of a block. The first one represents none.
	statements []statement
	aliases    []syntax.NodeID                // bindings that only name a variable anew
	single     bool                           // a made `let` of a function is annotated, so that it keeps one type
	held       map[syntax.NodeID]requiredType // by operand
	skipped    bool                           // there are graph bindings that nothing reads
}

// A boundAt is where a pattern binds a variable.
type boundAt struct {
	frame frameID
	node  syntax.NodeID
}

// A statement is one whose value an op is, in a list of those of the op.
type statement struct {
	node syntax.NodeID
	next int32 // in the program's statements, 0 for none
}

// An op is one evaluation of a value. A graph binding that may fail and that
// several branches evaluate is an op in each of them.
type op struct {
	kind    opKind
	ordered bool // may have an effect, fail or not end
	effect  bool // may have an effect or depend on one
	acts    bool // may have an effect, fail or not end, whatever it depends on
	forced  bool // a statement asks for it
	live    bool
	general bool          // its uses choose its types anew: only `let` may bind it
	value   graph.Value   // None of binders and of what is kept
	node    syntax.NodeID // what is written: an expression, a binder's pattern, a Let
	frame   frameID       // where evaluation has it
	// origin is where it is written, or what it needs is evaluated, if that is
	// further in: it never moves into a function inside of that, nor out of it.
	origin frameID
	needs  frameID // the innermost frame in which what it is computed from is evaluated
	home   frameID // where it is computed after conversion
	from   int32   // its operands are refs[from:to]
	to     int32
	owner  opID          // binder: what is kept with its pattern, if anything
	let    syntax.NodeID // the statement that names it, NoNode if none does
	name   string        // with its sigil; empty if it has none
	uses   int32         // by what is live
	stated [2]int32      // the first and the last of its statements, 0 for none
	mode   mode
}

// An opKind says what an op is.
type opKind uint8

const (
	computed opKind = iota // a value that is no atom
	atom                   // a literal, or a name that is no variable
	binder                 // a variable that a parameter, a clause or a kept `let` binds; a free one
	kept                   // a `let` that every form keeps, of one operand
	lazy                   // a graph binding that is evaluated where it is first read; its frame's result
	touch                  // the first read of a lazy one, in a frame
	choice                 // `&&` or `||` that becomes an `if`
	held                   // an operand that is held to a type before the next one is evaluated
)

// A ref is an operand.
type ref struct {
	op    opID
	node  syntax.NodeID // the expression as it is written
	inner frameID       // the frame that it is the result of, noFrame for an operand in place
}

// A mode says how an op is written.
type mode uint8

const (
	inPlace  mode = iota // where it is used
	byGraph              // `%0 = e;`
	byLet                // `let %x = e;`
	byNobody             // a binder: its pattern is elsewhere
)

// A frame is the body of the item, of a function, branch or clause, or what stands
// to the right of `&&`.
type frame struct {
	block  graph.Block
	parent frameID // where its opener is evaluated
	opener opID
	node   syntax.NodeID
	result ref
	ops    []opID // evaluated in it, in their order
	live   bool
	depth  int
	needs  frameID // the innermost frame around it in which something is evaluated that it reads
	lines  []line
}

// A line is a piece of a frame's text.
type line struct {
	kind lineKind
	op   opID // none for a result that is no op of its own
}

// A lineKind says what a line is.
type lineKind uint8

const (
	bindLine      lineKind = iota // binds by its op's mode
	statementLine                 // `e;`
	forceLine                     // `%0;`
	keptLine                      // a `let` with its pattern
	resultLine
)

// A requiredType is the op of an operand that is held to a type, and the type's text.
type requiredType struct {
	op   opID
	text string
}

// operands are what an op is computed from.
func (p *program) operands(o opID) []ref { return p.refs[p.ops[o].from:p.ops[o].to] }

// statementsOf are the statements whose value an op is.
func (p *program) statementsOf(o opID) iter.Seq[syntax.NodeID] {
	return func(yield func(syntax.NodeID) bool) {
		for at := p.ops[o].stated[0]; at != 0 && yield(p.statements[at].node); {
			at = p.statements[at].next
		}
	}
}

// addStatement adds a statement to those of an op.
func (p *program) addStatement(o opID, n syntax.NodeID) {
	at, stated := int32(len(p.statements)), &p.ops[o].stated
	p.statements = append(p.statements, statement{node: n})
	if stated[0] == 0 {
		stated[0] = at
	} else {
		p.statements[stated[1]].next = at
	}
	stated[1] = at
}

// named reports whether o is an op whose uses read a variable.
func (p *program) named(o opID) bool {
	op := &p.ops[o]
	return op.kind == binder || op.kind == touch || op.mode != inPlace
}

// computes reports whether an op computes a value of some kind.
func (p *program) computes(o opID, kind graph.Kind) bool {
	op := &p.ops[o]
	return op.kind == computed && op.value != graph.None && p.graph.Kind(op.value) == kind
}

// literalBytes is the length up to which a literal is written at each use.
const literalBytes = 16

// copied reports whether o is an op that is written anew at each use.
func (p *program) copied(o opID) bool {
	op := &p.ops[o]
	if op.kind != atom {
		return false
	}
	switch p.graph.Kind(op.value) {
	case graph.Name, graph.Construct:
		return true
	case graph.Literal:
		span := p.item.Span(op.node)
		return p.item.Kind(op.node) != syntax.Call && span.Len() <= literalBytes
	}
	return false
}

// A Refusal says why an item has no such form.
type Refusal struct {
	Span    syntax.Span // of the item's text
	Message string
}

func (r *Refusal) Error() string { return r.Message }

// movable reports whether does may be computed anywhere, any number of times. A call that may come
// back to where it stands is not: whether recursion ends is concluded from the text, and of another
// form of the same text the conclusion may be missed.
func movable(does effect.Summary) bool {
	return does.Pure() && does.Total() && does.Does&effect.Recurs == 0
}
