package compile

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// manyLocals is with more of how many bindings a function's variables live in its
// environment.
const manyLocals = 96

// A builder emits the code of one function in one pass over its tree. Registers are a
// stack: next is the lowest free one, whoever takes one gives it back by setting next
// to what it was, and variables keep theirs until the end of their block. An operand
// that is a variable in a register is read where it is; everything else is evaluated
// into a register that the caller names. A call's arguments must be the topmost
// registers in use, since they become the callee's.
//
// Two limits are kept by giving up, not by failing: more registers or larger numbers
// than a word holds set broken, and finish then makes a function that fails when it is
// called.
type builder struct {
	entry    bool // of a top-level expression, whose frame calls keep: faults name its place
	compiler *Compiler
	fn       *code.Function
	info     *typecheck.Info
	item     *syntax.Item
	outer    *builder

	vars map[*typecheck.Object]variable
	self *typecheck.Object // the name that a recursive function literal has inside itself
	next int               // the lowest register that is free
	node syntax.NodeID     // what code is emitted for

	captured       []capture
	env            *environment                        // of the activation: nil where it needs none
	envReg         int                                 // where it is; 0, the closure, in the code of a graph binding
	graph          bool                                // this is the code of a graph binding
	extents        *typecheck.Object                   // the hidden variable of the activation's extents
	keepsEquations bool                                // the extents are those that equations decide, too
	selfName       *typecheck.Object                   // what the next function literal is called inside itself
	declaredResult types.Type                          // the declared result, where tail positions must check it
	annotated      map[syntax.NodeID]bool              // expressions whose values are held to annotations
	evaluated      map[syntax.NodeID]int               // registers of expressions that are evaluated already
	deferred       map[*typecheck.Object]syntax.NodeID // values of bindings that are evaluated where they are read
	fusing         bool                                // this is the code of fused operators
	rebinds        bool                                // variables may get new values, so that their registers must be copied
	stepping       stepping
	broken         bool // there is no code any more: it needs too many registers
}

// A variable is where a local variable is kept.
type variable struct {
	where storage
	at    int
}

type storage uint8

const (
	inRegister storage = iota
	inEnvironment
)

// A capture is a variable of an outer function, or the environment of one.
type capture struct {
	object *typecheck.Object
	env    *environment
}

func (p *Compiler) newBuilder(fn *code.Function, info *typecheck.Info, outer *builder) *builder {
	return &builder{compiler: p, fn: fn, info: info, item: info.Item, outer: outer, vars: map[*typecheck.Object]variable{}, next: 1}
}

// emit appends a word.
func (b *builder) emit(op code.Opcode, x, y, z int) { b.put(code.Word(op, x, y, z)) }

// emitX appends a word with a number of two bytes; b is broken where it needs
// more.
func (b *builder) emitX(op code.Opcode, a, x int) int {
	b.broken = b.broken || x != int(int16(x)) && x != int(uint16(x))
	return b.put(code.WordX(op, a, x))
}

func (b *builder) put(w uint32) int {
	b.fn.Code = append(b.fn.Code, w)
	b.fn.Nodes = append(b.fn.Nodes, b.node)
	return len(b.fn.Code) - 1
}

// setNode sets what the code that follows comes from, and gives what it was.
func (b *builder) setNode(n syntax.NodeID) syntax.NodeID {
	was := b.node
	b.node = n
	return was
}

func (b *builder) here() int { return len(b.fn.Code) }

// patchHere lets a jump's target word point here; patch lets it point anywhere. A
// target is a number of words from the word that names it.
func (b *builder) patchHere(at int) { b.patch(at, b.here()) }
func (b *builder) patch(at, to int) { b.fn.Code[at] = uint32(int32(to - at)) }

// jump emits a jump whose target is still to be set, and gives its place.
func (b *builder) jump() int {
	b.emit(code.OpJump, 0, 0, 0)
	return b.put(0)
}

// temp reserves a register.
func (b *builder) temp() int {
	r := b.next
	b.next++
	b.fn.Registers = max(b.fn.Registers, b.next)
	if b.next > code.MaxRegisters {
		b.broken = true
		b.next = code.MaxRegisters / 2 // the code is thrown away
		return b.next - 1
	}
	return r
}

// move copies a register.
func (b *builder) move(dst, src int) {
	if dst != src {
		b.emit(code.OpMove, dst, src, 0)
	}
}

// constant loads a value that is known.
func (b *builder) constant(dst int, s code.Slot) {
	if s.P == code.Mark(3) && int64(s.W) == int64(int16(s.W)) { // int32
		b.emitX(code.OpInt, dst, int(int16(s.W)))
		return
	}
	for i, c := range b.fn.Consts {
		if c == s {
			b.emitX(code.OpConst, dst, i)
			return
		}
	}
	if len(b.fn.Consts) > math.MaxUint16 {
		b.broken = true
		return
	}
	b.fn.Consts = append(b.fn.Consts, s)
	b.emitX(code.OpConst, dst, len(b.fn.Consts)-1)
}

// fault emits a failure.
func (b *builder) fault(n syntax.NodeID, message string) {
	was := b.setNode(n)
	b.fn.Messages = append(b.fn.Messages, message)
	b.emitX(code.OpFault, 0, len(b.fn.Messages)-1)
	b.node = was
}

// typeOf is the type of a node behind its links.
func (b *builder) typeOf(n syntax.NodeID) types.Type {
	if t := b.info.Types[n]; t != nil {
		return types.Head(t)
	}
	return nil
}

// finish completes the code; a function that needs more registers than there
// are fails when it is called.
func (b *builder) finish() {
	if b.env != nil && !b.graph {
		size := min(b.env.size, math.MaxUint16)
		b.fn.Code[b.env.newEnvWord] = code.WordX(code.OpNewEnv, b.envReg, size)
		b.broken = b.broken || b.env.size > math.MaxUint16
	}
	b.fn.Captures = len(b.captured)
	b.listCaptured()
	if b.broken {
		b.fn.Points, b.fn.Scopes = nil, nil
		b.fn.Code, b.fn.Nodes, b.fn.Messages = nil, nil, nil
		b.fault(b.item.Root, "this function is too large to be run: it holds too many values at once")
	}
	b.fn.Code = append(b.fn.Code, make([]uint32, code.Padding)...)
}
