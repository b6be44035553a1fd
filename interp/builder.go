package interp

import (
	"math"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// maxRegisters is how many registers a function may use; window is how many a
// machine keeps free behind the base of a frame.
const (
	maxRegisters = 240
	window       = 256
	manyLocals   = 96 // with more, a function's variables live in its environment
)

// A builder emits the code of one function.
type builder struct {
	program *Program
	fn      *function
	info    *typecheck.Info
	item    *syntax.Item
	outer   *builder

	vars map[*typecheck.Object]variable
	self *typecheck.Object // the name that a recursive function literal has inside itself
	next int               // the lowest register that is free
	node syntax.NodeID     // what code is emitted for

	captured  []capture
	env       *environment                        // of the activation: nil where it needs none
	envReg    int                                 // where it is; 0, the closure, in the code of a graph binding
	graph     bool                                // this is the code of a graph binding
	extents   *typecheck.Object                   // the hidden variable of the activation's extents
	recursive *typecheck.Object                   // what the next function literal is called inside itself
	checks    types.Type                          // the declared result, where tail positions must check it
	leaves    map[syntax.NodeID]int               // registers of expressions that are evaluated already
	late      map[*typecheck.Object]syntax.NodeID // values of bindings that are evaluated where they are read
	chaining  bool                                // this is the code of a chain
	counted   *census                             // of the item, in the builder of its definition
	rebinding bool                                // variables may get new values, so that their registers must be copied
	broken    bool                                // there is no code any more: it needs too many registers
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

func (p *Program) newBuilder(fn *function, info *typecheck.Info, outer *builder) *builder {
	return &builder{program: p, fn: fn, info: info, item: info.Item, outer: outer, vars: map[*typecheck.Object]variable{}, next: 1}
}

// emit appends a word and gives its place.
func (b *builder) emit(op opcode, x, y, z int) int { return b.put(word(op, x, y, z)) }

// emitX appends a word with a number of two bytes; b is broken where it needs
// more.
func (b *builder) emitX(op opcode, a, x int) int {
	b.broken = b.broken || x != int(int16(x)) && x != int(uint16(x))
	return b.put(wordX(op, a, x))
}

func (b *builder) put(w uint32) int {
	b.fn.code = append(b.fn.code, w)
	b.fn.nodes = append(b.fn.nodes, b.node)
	return len(b.fn.code) - 1
}

// at sets what the code that follows comes from, and gives what it was.
func (b *builder) at(n syntax.NodeID) syntax.NodeID {
	was := b.node
	b.node = n
	return was
}

func (b *builder) here() int { return len(b.fn.code) }

// land lets a jump's target word point here; aim lets it point anywhere. A
// target is a number of words from the word that names it.
func (b *builder) land(at int)    { b.aim(at, b.here()) }
func (b *builder) aim(at, to int) { b.fn.code[at] = uint32(int32(to - at)) }

// jump emits a jump whose target is still to be set, and gives its place.
func (b *builder) jump() int {
	b.emit(opJump, 0, 0, 0)
	return b.put(0)
}

// temp reserves a register.
func (b *builder) temp() int {
	r := b.next
	b.next++
	b.fn.registers = max(b.fn.registers, b.next)
	if b.next > maxRegisters {
		b.broken = true
		b.next = maxRegisters / 2 // the code is thrown away
		return b.next - 1
	}
	return r
}

// move copies a register.
func (b *builder) move(dst, src int) {
	if dst != src {
		b.emit(opMove, dst, src, 0)
	}
}

// constant loads a value that is known.
func (b *builder) constant(dst int, s slot) {
	if s.p == mark(3) && int64(s.w) == int64(int16(s.w)) { // int32
		b.emitX(opInt, dst, int(int16(s.w)))
		return
	}
	for i, c := range b.fn.consts {
		if c == s {
			b.emitX(opConst, dst, i)
			return
		}
	}
	if len(b.fn.consts) > math.MaxUint16 {
		b.broken = true
		return
	}
	b.fn.consts = append(b.fn.consts, s)
	b.emitX(opConst, dst, len(b.fn.consts)-1)
}

// fault emits a failure.
func (b *builder) fault(n syntax.NodeID, message string) {
	was := b.at(n)
	b.fn.messages = append(b.fn.messages, message)
	b.emitX(opFault, 0, len(b.fn.messages)-1)
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
		b.fn.code[b.env.patch] = wordX(opNewEnv, b.envReg, size)
		b.broken = b.broken || b.env.size > math.MaxUint16
	}
	b.fn.captures = len(b.captured)
	if b.broken {
		b.fn.code, b.fn.nodes, b.fn.messages = nil, nil, nil
		b.fault(b.item.Root, "this function is too large to be run: it holds too many values at once")
	}
	// The machine's place runs ahead of the instruction that it is at, and must
	// not leave the code.
	b.fn.code = append(b.fn.code, 0, 0)
}
