package machine

import (
	"time"
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A machine runs code for one worker: registers on a stack that grows, frames
// next to it. A function's registers begin at the base of its frame; it calls
// another one with a base further up, so that arguments are passed in place
// (R. Ierusalimschy, L. de Figueiredo and W. Celes, The Implementation of Lua 5.0,
// 2005, section 7).
//
//	base            base+a
//	│ r₀ r₁ … r_p …  │ r₀ r₁ … r_p …          registers of caller, callee
//	  └closure         └closure, arguments 1 to p
//
// A call with its registers from a on finds the closure in r₀ and the arguments in r₁ to
// r_p, and leaves the result in r₀, which is the caller's register a. What a callee writes
// above that is dead for the caller.
//
// Every frame has code.FrameRegisters slots after its base, so that an operand of a byte
// needs no check: ensuring that is the one check of an entry (overflow).
type machine struct {
	*run
	worker     *worker
	stack      []code.Slot
	segments   []segment
	spare      []code.Slot // a segment to be used again
	frames     []frame
	base       int
	fn         *code.Function
	pc         int // where the machine was when it left the loop
	arena      arena
	fuel       int         // steps until the next look at limits
	nested     int         // calls from Go code that are open
	firstFrame int         // the first frame of the innermost of them
	sampled    time.Time   // by the profile
	evaluating *evaluation // the graph bindings that are being evaluated
	turn       int         // the element that a parallel function calls for next; -1 for none
	debugging  *debugging  // nil where nobody follows the run
}

// A frame is a caller that waits: its function, where it goes on, its base.
// The base is inverted where the caller is in another segment than its callee.
type frame struct {
	fn   int32
	pc   int32
	base int32
}

// loop runs the function m.fn at m.base until it returns; frames from depth on
// are its own. On return, register 0 of the frame holds the result. It fails with a
// *Fault, and leaves frames and segments as they were at the failure.
//
// Package code lists the operands and effects of the opcodes. Here w is the first word of
// an instruction, a its first operand, ip the word after; b is uint8(w>>16), c is
// uint8(w>>24), x is w>>16. Opcodes on numbers rely on the types of the program and look
// at no marks. Those on data, tuples and references look at the kind, and end with the
// fault of a confused program where it is another one: code is compiled once for all
// instances of a polymorphic function, and a mistake there must not read other memory.
//
// Code has no jumps back, so that what runs long must call: each call costs one of m.fuel
// (entered), and limits are looked at in every endless run.
func (m *machine) loop(depth int) error {
	// Only what nearly every opcode needs is in local variables, so that they
	// stay in Go's registers: the registers, the function and the place in it.
	regs, fn := m.registers(), m.fn
	ip := start(fn)
	for {
		w := *(*uint32)(ip)
		ip = unsafe.Add(ip, 4)
		a := uint8(w >> 8)
		switch code.Opcode(w) {
		// Moves. Constants, captured values and environments are shared, never copied: a slot is
		// two words, of which the pointer keeps what it points at from being collected.
		case code.OpMove:
			regs[a] = regs[uint8(w>>16)]
		case code.OpConst:
			regs[a] = fn.Consts[w>>16]
		case code.OpInt:
			regs[a] = code.Slot{W: uint64(int64(int16(w >> 16))), P: &code.Marks[value.Int32]}
		case code.OpFree:
			regs[a] = regs[0].At(int(w >> 16))
		case code.OpEnvGet:
			regs[a] = regs[uint8(w>>16)].At(int(*(*uint32)(ip)))
			ip = unsafe.Add(ip, 4)
		case code.OpEnvSet:
			m.setField(regs[a], int(*(*uint32)(ip)), regs[uint8(w>>16)])
			ip = unsafe.Add(ip, 4)
		case code.OpNewEnv:
			n := int(w >> 16)
			regs[a] = code.Slot{W: uint64(code.ClosureKind), P: &make([]code.Slot, max(n, 1))[0]}
			m.arena.bytes += int64(n) * int64(code.SlotSize)
		// Graph bindings are evaluated when they are first needed: the code of one is a function
		// whose closure is the environment, run in a frame of this function, and OpSetGraph at its
		// end stores the value. m.evaluating lists those that are under way, to find cycles.
		case code.OpForce:
			field, target := int(*(*uint32)(ip)), int(*(*uint32)(unsafe.Add(ip, 4)))
			ip = unsafe.Add(ip, 8)
			env := regs[uint8(w>>16)]
			s, known := graphFieldOf(env, field).get()
			if known {
				regs[a] = s
				continue
			}
			m.fn, m.pc = fn, offset(fn, ip)
			if err := m.beginGraph(env, field, target); err != nil {
				return err
			}
			regs[a] = code.Slot{W: uint64(code.ClosureKind) | uint64(target)<<32, P: env.P}
			m.frames = append(m.frames, frame{int32(fn.Index), int32(offset(fn, ip)), int32(m.base)})
			m.base += int(a)
			fn = m.funcs[target]
			goto entered
		case code.OpSetGraph:
			s := regs[a]
			graphFieldOf(regs[0], int(*(*uint32)(ip))).set(s)
			if m.evaluating != nil {
				m.evaluating = m.evaluating.outer
			}
			regs[0] = s
			goto returned

		// Calls push this frame and go on at the callee's first word. A tail call copies the
		// closure and arguments down to r₀, r₁, … and pushes nothing, so that a loop by recursion
		// runs in one frame.
		case code.OpCallGlobal:
			m.frames = append(m.frames, frame{int32(fn.Index), int32(offset(fn, ip)), int32(m.base)})
			m.base += int(a)
			fn = m.funcs[w>>16]
			goto entered
		case code.OpCall:
			callee := regs[a]
			if !callee.IsClosure() {
				m.fn, m.pc = fn, offset(fn, ip)
				if err := m.callForeign(int(a), int(uint8(w>>16))); err != nil {
					return err
				}
				continue
			}
			next := m.funcs[callee.W>>32]
			if next.Params != int(uint8(w>>16)) {
				goto confused
			}
			m.frames = append(m.frames, frame{int32(fn.Index), int32(offset(fn, ip)), int32(m.base)})
			m.base += int(a)
			fn = next
			goto entered
		case code.OpTailGlobal:
			next := m.funcs[w>>16]
			for i := 1; i <= next.Params; i++ {
				regs[uint8(i)] = regs[a+uint8(i)]
			}
			fn = next
			goto entered
		case code.OpTail:
			callee := regs[a]
			n := int(uint8(w >> 16))
			if !callee.IsClosure() {
				m.fn, m.pc = fn, offset(fn, ip)
				if err := m.callForeign(int(a), n); err != nil {
					return err
				}
				regs[0] = regs[a]
				goto returned
			}
			next := m.funcs[callee.W>>32]
			if next.Params != n {
				goto confused
			}
			for i := 0; i <= n; i++ {
				regs[uint8(i)] = regs[a+uint8(i)]
			}
			fn = next
			goto entered
		case code.OpReturn:
			regs[0] = regs[a]
			goto returned

		// Jumps. The target word is relative to its own place; where the jump is not taken, it is
		// passed over. Comparisons of numbers and jumps are one instruction.
		case code.OpJump:
			ip = jump(ip)
		case code.OpIf:
			if regs[a].W == 0 {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case code.OpUnless:
			if regs[a].W != 0 {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case code.OpJumpLt:
			if int64(regs[a].W) < int64(regs[uint8(w>>16)].W) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case code.OpJumpLe:
			if int64(regs[a].W) <= int64(regs[uint8(w>>16)].W) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case code.OpJumpEq:
			if regs[a].W == regs[uint8(w>>16)].W {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case code.OpJumpNe:
			if regs[a].W != regs[uint8(w>>16)].W {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case code.OpJumpLtK:
			if int64(regs[a].W) < int64(int16(w>>16)) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case code.OpJumpGeK:
			if int64(regs[a].W) >= int64(int16(w>>16)) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case code.OpJumpEqK:
			if int64(regs[a].W) == int64(int16(w>>16)) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case code.OpJumpNeK:
			if int64(regs[a].W) != int64(int16(w>>16)) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		// Matches. A tag selects a target by one load. FirstTag is the tag of an enumeration in the
		// first field, which the word of the data holds (code.Constructor), so that it costs no
		// access to memory.
		case code.OpSwitch:
			s := regs[a]
			if !s.IsData() || s.Tag() >= int(*(*uint32)(ip)) {
				goto confused
			}
			ip = jump(unsafe.Add(ip, 4+4*s.Tag()))
		case code.OpSwitchFirst:
			s := regs[a]
			if !s.HasField(0) || s.FirstTag() >= int(*(*uint32)(ip)) {
				goto confused
			}
			ip = jump(unsafe.Add(ip, 4+4*s.FirstTag()))

		// Data. Fields are cut from the arena; registers are listed in the words after.
		case code.OpPair:
			var p *code.Slot
			if len(m.arena.free) >= 2 {
				p = &m.arena.free[0]
				m.arena.free = m.arena.free[2:]
			} else {
				p = m.arena.refill(2)
			}
			*p = regs[uint8(w>>16)]
			*(*code.Slot)(unsafe.Add(unsafe.Pointer(p), code.SlotSize)) = regs[uint8(w>>24)]
			k := &m.cons[*(*uint32)(ip)]
			word := k.Word
			if k.FirstTag {
				word |= p.FirstTagBits()
			}
			regs[a] = code.Slot{W: word, P: p}
			ip = unsafe.Add(ip, 4)
		case code.OpData:
			k := &m.cons[*(*uint32)(ip)]
			ip = unsafe.Add(ip, 4)
			n := k.Fields
			var p *code.Slot
			if len(m.arena.free) >= n {
				p = unsafe.SliceData(m.arena.free)
				m.arena.free = m.arena.free[n:]
			} else {
				p = m.arena.refill(n)
			}
			ip = gather(unsafe.Slice(p, n), regs, ip)
			word := k.Word
			if k.FirstTag {
				word |= p.FirstTagBits()
			}
			regs[a] = code.Slot{W: word, P: p}
		case code.OpTuple:
			n := int(uint8(w >> 24))
			p := m.arena.fields(n)
			ip = gather(unsafe.Slice(p, n), regs, ip)
			regs[a] = code.Slot{W: code.TupleWord(n), P: p}
		// Parts. What is undecided (undecided.go) is each of its own parts.
		case code.OpFields:
			from := regs[uint8(w>>16)].P
			if n := uint8(w >> 24); n > 0 && !regs[uint8(w>>16)].HasField(n-1) {
				if !undecided(regs[uint8(w>>16)]) {
					goto confused
				}
				whole := regs[uint8(w>>16)]
				for i := range n {
					regs[a+i] = whole
				}
				continue
			}
			for i := range uint8(w >> 24) {
				regs[a+i] = *(*code.Slot)(unsafe.Add(unsafe.Pointer(from), uintptr(i)*code.SlotSize))
			}
		case code.OpField:
			if !regs[uint8(w>>16)].HasField(uint8(w >> 24)) {
				if !undecided(regs[uint8(w>>16)]) {
					goto confused
				}
				regs[a] = regs[uint8(w>>16)]
				continue
			}
			regs[a] = *(*code.Slot)(unsafe.Add(unsafe.Pointer(regs[uint8(w>>16)].P), uintptr(uint8(w>>24))*code.SlotSize))
		case code.OpClosure:
			target := m.funcs[w>>16]
			p := m.arena.fields(target.Captures)
			copy(unsafe.Slice(p, target.Captures), regs[int(a)+1:])
			regs[a] = code.Slot{W: uint64(code.ClosureKind) | uint64(target.Index)<<32, P: p}

		// References.
		case code.OpRef:
			regs[a] = m.arena.cell(regs[uint8(w>>16)])
		case code.OpRead:
			if regs[uint8(w>>16)].Kind() != code.CellKind {
				goto confused
			}
			regs[a] = regs[uint8(w>>16)].At(0)
		case code.OpWrite:
			if regs[uint8(w>>16)].Kind() != code.CellKind {
				goto confused
			}
			m.setField(regs[uint8(w>>16)], 0, regs[uint8(w>>24)])
			regs[a] = code.Unit

		// Numbers. int32 are kept extended with their sign, so that comparisons and int64 need no
		// conversion, and wrap32 wraps a result. Floats are rounded by each operation, in their own
		// width: Go fuses x·y + z only where nothing is stored or converted between, and here each
		// result is stored. Division by zero is a fault of integers, and an infinity or NaN of
		// floats.
		case code.OpAddK:
			regs[a] = code.Slot{W: wrap32(int64(regs[uint8(w>>16)].W) + int64(int8(w>>24))), P: &code.Marks[value.Int32]}
		case code.OpAddI32:
			regs[a] = code.Slot{W: wrap32(int64(regs[uint8(w>>16)].W) + int64(regs[uint8(w>>24)].W)), P: &code.Marks[value.Int32]}
		case code.OpSubI32:
			regs[a] = code.Slot{W: wrap32(int64(regs[uint8(w>>16)].W) - int64(regs[uint8(w>>24)].W)), P: &code.Marks[value.Int32]}
		case code.OpMulI32:
			regs[a] = code.Slot{W: wrap32(int64(regs[uint8(w>>16)].W) * int64(regs[uint8(w>>24)].W)), P: &code.Marks[value.Int32]}
		case code.OpDivI32:
			x, y := int32(regs[uint8(w>>16)].W), int32(regs[uint8(w>>24)].W)
			if y == 0 {
				m.fn, m.pc = fn, offset(fn, ip)
				return m.fail(ZeroFault, "division by zero: %d / 0", x)
			}
			regs[a] = code.Slot{W: wrap32(int64(x / y)), P: &code.Marks[value.Int32]}
		case code.OpAddI64:
			regs[a] = code.Slot{W: regs[uint8(w>>16)].W + regs[uint8(w>>24)].W, P: &code.Marks[value.Int64]}
		case code.OpSubI64:
			regs[a] = code.Slot{W: regs[uint8(w>>16)].W - regs[uint8(w>>24)].W, P: &code.Marks[value.Int64]}
		case code.OpMulI64:
			regs[a] = code.Slot{W: regs[uint8(w>>16)].W * regs[uint8(w>>24)].W, P: &code.Marks[value.Int64]}
		case code.OpDivI64:
			x, y := int64(regs[uint8(w>>16)].W), int64(regs[uint8(w>>24)].W)
			if y == 0 {
				m.fn, m.pc = fn, offset(fn, ip)
				return m.fail(ZeroFault, "division by zero: %di64 / 0i64", x)
			}
			regs[a] = code.Slot{W: uint64(x / y), P: &code.Marks[value.Int64]}
		case code.OpAddF32:
			regs[a] = code.Slot{W: bits32(f32(regs[uint8(w>>16)].W) + f32(regs[uint8(w>>24)].W)), P: &code.Marks[value.Float32]}
		case code.OpSubF32:
			regs[a] = code.Slot{W: bits32(f32(regs[uint8(w>>16)].W) - f32(regs[uint8(w>>24)].W)), P: &code.Marks[value.Float32]}
		case code.OpMulF32:
			regs[a] = code.Slot{W: bits32(f32(regs[uint8(w>>16)].W) * f32(regs[uint8(w>>24)].W)), P: &code.Marks[value.Float32]}
		case code.OpDivF32:
			regs[a] = code.Slot{W: bits32(f32(regs[uint8(w>>16)].W) / f32(regs[uint8(w>>24)].W)), P: &code.Marks[value.Float32]}
		case code.OpAddF64:
			regs[a] = code.Slot{W: bits64(f64(regs[uint8(w>>16)].W) + f64(regs[uint8(w>>24)].W)), P: &code.Marks[value.Float64]}
		case code.OpSubF64:
			regs[a] = code.Slot{W: bits64(f64(regs[uint8(w>>16)].W) - f64(regs[uint8(w>>24)].W)), P: &code.Marks[value.Float64]}
		case code.OpMulF64:
			regs[a] = code.Slot{W: bits64(f64(regs[uint8(w>>16)].W) * f64(regs[uint8(w>>24)].W)), P: &code.Marks[value.Float64]}
		case code.OpDivF64:
			regs[a] = code.Slot{W: bits64(f64(regs[uint8(w>>16)].W) / f64(regs[uint8(w>>24)].W)), P: &code.Marks[value.Float64]}
		case code.OpLtInt:
			regs[a] = code.BoolSlot(int64(regs[uint8(w>>16)].W) < int64(regs[uint8(w>>24)].W))
		case code.OpLeInt:
			regs[a] = code.BoolSlot(int64(regs[uint8(w>>16)].W) <= int64(regs[uint8(w>>24)].W))
		case code.OpEqInt:
			regs[a] = code.BoolSlot(regs[uint8(w>>16)].W == regs[uint8(w>>24)].W)
		case code.OpNeInt:
			regs[a] = code.BoolSlot(regs[uint8(w>>16)].W != regs[uint8(w>>24)].W)
		case code.OpLtF32:
			regs[a] = code.BoolSlot(f32(regs[uint8(w>>16)].W) < f32(regs[uint8(w>>24)].W))
		case code.OpLeF32:
			regs[a] = code.BoolSlot(f32(regs[uint8(w>>16)].W) <= f32(regs[uint8(w>>24)].W))
		case code.OpEqF32:
			regs[a] = code.BoolSlot(f32(regs[uint8(w>>16)].W) == f32(regs[uint8(w>>24)].W))
		case code.OpNeF32:
			regs[a] = code.BoolSlot(f32(regs[uint8(w>>16)].W) != f32(regs[uint8(w>>24)].W))
		case code.OpLtF64:
			regs[a] = code.BoolSlot(f64(regs[uint8(w>>16)].W) < f64(regs[uint8(w>>24)].W))
		case code.OpLeF64:
			regs[a] = code.BoolSlot(f64(regs[uint8(w>>16)].W) <= f64(regs[uint8(w>>24)].W))
		case code.OpEqF64:
			regs[a] = code.BoolSlot(f64(regs[uint8(w>>16)].W) == f64(regs[uint8(w>>24)].W))
		case code.OpNeF64:
			regs[a] = code.BoolSlot(f64(regs[uint8(w>>16)].W) != f64(regs[uint8(w>>24)].W))
		case code.OpNot:
			regs[a] = code.Slot{W: regs[uint8(w>>16)].W ^ 1, P: &code.Marks[value.Bool]}

		// The others take long, or are rare (machine_rare.go).
		default:
			m.fn, m.pc = fn, offset(fn, ip)
			if err := m.rare(w); err != nil {
				return err
			}
			ip = unsafe.Add(start(fn), 4*m.pc)
		}
		continue

	confused:
		m.fn, m.pc = fn, offset(fn, ip)
		return m.confused()

	entered:
		if m.fuel--; m.fuel < 0 {
			m.fn, m.pc = fn, 0
			if err := m.checkLimits(); err != nil {
				return err
			}
		}
		if m.base+code.FrameRegisters > len(m.stack) {
			m.fn, m.pc = fn, 0
			if err := m.overflow(fn); err != nil {
				return err
			}
		}
		regs = m.registers()
		ip = start(fn)
		continue

	returned:
		if len(m.frames) == depth {
			return nil
		}
		f := m.frames[len(m.frames)-1]
		m.frames = m.frames[:len(m.frames)-1]
		if f.base < 0 { // the caller is in the segment before
			result := regs[0]
			at := m.segments[len(m.segments)-1].at
			m.shrink()
			m.stack[at] = result
			f.base = ^f.base
		}
		m.base = int(f.base)
		regs = m.registers()
		fn = m.funcs[f.fn]
		ip = unsafe.Add(start(fn), 4*int(f.pc))
	}
}
