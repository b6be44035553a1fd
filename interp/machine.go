package interp

import (
	"math"
	"time"
	"unsafe"

	"github.com/fraccheck/fraccheck/value"
)

// A machine runs code for one worker: registers on a stack that grows, frames
// beside it. A function's registers begin at the base of its frame; it calls
// another one with a base further up, so that arguments are passed in place.
type machine struct {
	*run
	worker   *worker
	stack    []slot
	segments []segment
	spare    []slot // a segment to be used again
	frames   []frame
	base     int
	fn       *function
	pc       int // where the machine was when it left the loop
	arena    arena
	fuel     int       // steps until the next look at limits
	nested   int       // calls from Go code that are open
	low      int       // the first frame of the innermost of them
	sampled  time.Time // by the profile
	pending  *pending  // the graph bindings that are being evaluated
}

// A frame is a caller that waits: its function, where it goes on, its base.
// The base is inverted where the caller is in another segment than its callee.
type frame struct {
	fn   int32
	pc   int32
	base int32
}

// enter calls a function from Go code: arguments are at base+1, … of the
// stack, which ensure has made, and the result is given back.
func (m *machine) enter(fn int, base int) (slot, error) {
	if m.fuel--; m.fuel < 0 {
		if err := m.refuel(); err != nil {
			return slot{}, err
		}
	}
	if m.nested++; m.nested > maxNested {
		m.nested--
		return slot{}, m.fail(DepthFault, "parallel functions call each other deeper than %d times", maxNested)
	}
	fun, was, pc, low, depth, segments := m.fn, m.base, m.pc, m.low, len(m.frames), len(m.segments)
	waiting := m.pending
	m.base, m.fn, m.low = base, m.funcs[fn], depth
	err := m.loop(depth)
	m.pending = waiting
	result := m.stack[m.base]
	for len(m.segments) > segments { // left over by a failure
		m.shrink()
	}
	m.base, m.fn, m.pc, m.low = was, fun, pc, low
	m.frames = m.frames[:depth]
	m.nested--
	if f, ok := err.(*Fault); ok {
		m.locate(f)
	}
	return result, err
}

// loop runs the function m.fn at m.base until it returns; frames from depth on
// are its own.
func (m *machine) loop(depth int) error {
	// Only what nearly every opcode needs is in local variables, so that they
	// stay in Go's registers: the registers, the function and the place in it.
	regs, fn := m.registers(), m.fn
	ip := fn.start()
	for {
		w := *(*uint32)(ip)
		ip = unsafe.Add(ip, 4)
		a := uint8(w >> 8)
		switch opcode(w) {
		case opMove:
			regs[a] = regs[uint8(w>>16)]
		case opConst:
			regs[a] = fn.consts[w>>16]
		case opInt:
			regs[a] = slot{uint64(int64(int16(w >> 16))), &marks[value.Int32]}
		case opFree:
			regs[a] = regs[0].field(int(w >> 16))
		case opEnvGet:
			regs[a] = regs[uint8(w>>16)].field(int(*(*uint32)(ip)))
			ip = unsafe.Add(ip, 4)
		case opEnvSet:
			m.setField(regs[a], int(*(*uint32)(ip)), regs[uint8(w>>16)])
			ip = unsafe.Add(ip, 4)
		case opNewEnv:
			n := int(w >> 16)
			regs[a] = slot{uint64(closureKind), &make([]slot, max(n, 1))[0]}
			m.arena.bytes += int64(n) * int64(slotSize)
		case opForce:
			field, target := int(*(*uint32)(ip)), int(*(*uint32)(unsafe.Add(ip, 4)))
			ip = unsafe.Add(ip, 8)
			env := regs[uint8(w>>16)]
			s, known := env.graphField(field).settled()
			if known {
				regs[a] = s
				continue
			}
			m.fn, m.pc = fn, fn.offset(ip)
			if err := m.pend(env, field, target); err != nil {
				return err
			}
			regs[a] = slot{uint64(closureKind) | uint64(target)<<32, env.p}
			m.frames = append(m.frames, frame{int32(fn.index), int32(fn.offset(ip)), int32(m.base)})
			m.base += int(a)
			fn = m.funcs[target]
			goto entered
		case opSettle:
			s := regs[a]
			regs[0].graphField(int(*(*uint32)(ip))).settle(s)
			if m.pending != nil {
				m.pending = m.pending.outer
			}
			regs[0] = s
			goto returned

		case opCallGlobal:
			m.frames = append(m.frames, frame{int32(fn.index), int32(fn.offset(ip)), int32(m.base)})
			m.base += int(a)
			fn = m.funcs[w>>16]
			goto entered
		case opCall:
			callee := regs[a]
			if kind(callee.w) != closureKind {
				m.fn, m.pc = fn, fn.offset(ip)
				if err := m.callForeign(int(a), int(uint8(w>>16))); err != nil {
					return err
				}
				continue
			}
			m.frames = append(m.frames, frame{int32(fn.index), int32(fn.offset(ip)), int32(m.base)})
			m.base += int(a)
			fn = m.funcs[callee.w>>32]
			goto entered
		case opTailGlobal:
			next := m.funcs[w>>16]
			for i := 1; i <= next.params; i++ {
				regs[uint8(i)] = regs[a+uint8(i)]
			}
			fn = next
			goto entered
		case opTail:
			callee := regs[a]
			n := int(uint8(w >> 16))
			if kind(callee.w) != closureKind {
				m.fn, m.pc = fn, fn.offset(ip)
				if err := m.callForeign(int(a), n); err != nil {
					return err
				}
				regs[0] = regs[a]
				goto returned
			}
			for i := 0; i <= n; i++ {
				regs[uint8(i)] = regs[a+uint8(i)]
			}
			fn = m.funcs[callee.w>>32]
			goto entered
		case opReturn:
			regs[0] = regs[a]
			goto returned

		case opJump:
			ip = jump(ip)
		case opIf:
			if regs[a].w == 0 {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case opUnless:
			if regs[a].w != 0 {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case opJumpLt:
			if int64(regs[a].w) < int64(regs[uint8(w>>16)].w) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case opJumpLe:
			if int64(regs[a].w) <= int64(regs[uint8(w>>16)].w) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case opJumpEq:
			if regs[a].w == regs[uint8(w>>16)].w {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case opJumpNe:
			if regs[a].w != regs[uint8(w>>16)].w {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case opJumpLtK:
			if int64(regs[a].w) < int64(int16(w>>16)) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case opJumpGeK:
			if int64(regs[a].w) >= int64(int16(w>>16)) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case opJumpEqK:
			if int64(regs[a].w) == int64(int16(w>>16)) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case opJumpNeK:
			if int64(regs[a].w) != int64(int16(w>>16)) {
				ip = jump(ip)
			} else {
				ip = unsafe.Add(ip, 4)
			}
		case opSwitch:
			ip = jump(unsafe.Add(ip, 4+4*regs[a].tag()))
		case opSwitchHead:
			ip = jump(unsafe.Add(ip, 4+4*regs[a].headTag()))

		case opPair:
			var p *slot
			if len(m.arena.free) >= 2 {
				p = &m.arena.free[0]
				m.arena.free = m.arena.free[2:]
			} else {
				p = m.arena.refill(2)
			}
			*p = regs[uint8(w>>16)]
			*(*slot)(unsafe.Add(unsafe.Pointer(p), slotSize)) = regs[uint8(w>>24)]
			k := &m.cons[*(*uint32)(ip)]
			word := k.word
			if k.headed {
				word |= p.head()
			}
			regs[a] = slot{word, p}
			ip = unsafe.Add(ip, 4)
		case opData:
			k := &m.cons[*(*uint32)(ip)]
			ip = unsafe.Add(ip, 4)
			n := k.fields
			var p *slot
			if len(m.arena.free) >= n {
				p = unsafe.SliceData(m.arena.free)
				m.arena.free = m.arena.free[n:]
			} else {
				p = m.arena.refill(n)
			}
			ip = gather(unsafe.Slice(p, n), regs, ip)
			word := k.word
			if k.headed {
				word |= p.head()
			}
			regs[a] = slot{word, p}
		case opTuple:
			n := int(uint8(w >> 24))
			p := m.arena.fields(n)
			ip = gather(unsafe.Slice(p, n), regs, ip)
			regs[a] = slot{tupleWord(n), p}
		case opFields:
			from := regs[uint8(w>>16)].p
			for i := range uint8(w >> 24) {
				regs[a+i] = *(*slot)(unsafe.Add(unsafe.Pointer(from), uintptr(i)*slotSize))
			}
		case opField:
			regs[a] = *(*slot)(unsafe.Add(unsafe.Pointer(regs[uint8(w>>16)].p), uintptr(uint8(w>>24))*slotSize))
		case opClosure:
			target := m.funcs[w>>16]
			p := m.arena.fields(target.captures)
			copy(unsafe.Slice(p, target.captures), regs[int(a)+1:])
			regs[a] = slot{uint64(closureKind) | uint64(target.index)<<32, p}

		case opRef:
			regs[a] = m.arena.cell(regs[uint8(w>>16)])
		case opRead:
			regs[a] = regs[uint8(w>>16)].field(0)
		case opWrite:
			m.setField(regs[uint8(w>>16)], 0, regs[uint8(w>>24)])
			regs[a] = unitSlot

		case opAddK:
			regs[a] = slot{wrap32(int64(regs[uint8(w>>16)].w) + int64(int8(w>>24))), &marks[value.Int32]}
		case opAddI32:
			regs[a] = slot{wrap32(int64(regs[uint8(w>>16)].w) + int64(regs[uint8(w>>24)].w)), &marks[value.Int32]}
		case opSubI32:
			regs[a] = slot{wrap32(int64(regs[uint8(w>>16)].w) - int64(regs[uint8(w>>24)].w)), &marks[value.Int32]}
		case opMulI32:
			regs[a] = slot{wrap32(int64(regs[uint8(w>>16)].w) * int64(regs[uint8(w>>24)].w)), &marks[value.Int32]}
		case opDivI32:
			x, y := int32(regs[uint8(w>>16)].w), int32(regs[uint8(w>>24)].w)
			if y == 0 {
				m.fn, m.pc = fn, fn.offset(ip)
				return m.fail(ZeroFault, "division by zero: %d / 0", x)
			}
			regs[a] = slot{wrap32(int64(x / y)), &marks[value.Int32]}
		case opAddI64:
			regs[a] = slot{regs[uint8(w>>16)].w + regs[uint8(w>>24)].w, &marks[value.Int64]}
		case opSubI64:
			regs[a] = slot{regs[uint8(w>>16)].w - regs[uint8(w>>24)].w, &marks[value.Int64]}
		case opMulI64:
			regs[a] = slot{regs[uint8(w>>16)].w * regs[uint8(w>>24)].w, &marks[value.Int64]}
		case opDivI64:
			x, y := int64(regs[uint8(w>>16)].w), int64(regs[uint8(w>>24)].w)
			if y == 0 {
				m.fn, m.pc = fn, fn.offset(ip)
				return m.fail(ZeroFault, "division by zero: %di64 / 0i64", x)
			}
			regs[a] = slot{uint64(x / y), &marks[value.Int64]}
		case opAddF32:
			regs[a] = slot{bits32(f32(regs[uint8(w>>16)].w) + f32(regs[uint8(w>>24)].w)), &marks[value.Float32]}
		case opSubF32:
			regs[a] = slot{bits32(f32(regs[uint8(w>>16)].w) - f32(regs[uint8(w>>24)].w)), &marks[value.Float32]}
		case opMulF32:
			regs[a] = slot{bits32(f32(regs[uint8(w>>16)].w) * f32(regs[uint8(w>>24)].w)), &marks[value.Float32]}
		case opDivF32:
			regs[a] = slot{bits32(f32(regs[uint8(w>>16)].w) / f32(regs[uint8(w>>24)].w)), &marks[value.Float32]}
		case opAddF64:
			regs[a] = slot{bits64(f64(regs[uint8(w>>16)].w) + f64(regs[uint8(w>>24)].w)), &marks[value.Float64]}
		case opSubF64:
			regs[a] = slot{bits64(f64(regs[uint8(w>>16)].w) - f64(regs[uint8(w>>24)].w)), &marks[value.Float64]}
		case opMulF64:
			regs[a] = slot{bits64(f64(regs[uint8(w>>16)].w) * f64(regs[uint8(w>>24)].w)), &marks[value.Float64]}
		case opDivF64:
			regs[a] = slot{bits64(f64(regs[uint8(w>>16)].w) / f64(regs[uint8(w>>24)].w)), &marks[value.Float64]}
		case opLtInt:
			regs[a] = boolSlot(int64(regs[uint8(w>>16)].w) < int64(regs[uint8(w>>24)].w))
		case opLeInt:
			regs[a] = boolSlot(int64(regs[uint8(w>>16)].w) <= int64(regs[uint8(w>>24)].w))
		case opEqInt:
			regs[a] = boolSlot(regs[uint8(w>>16)].w == regs[uint8(w>>24)].w)
		case opNeInt:
			regs[a] = boolSlot(regs[uint8(w>>16)].w != regs[uint8(w>>24)].w)
		case opLtF32:
			regs[a] = boolSlot(f32(regs[uint8(w>>16)].w) < f32(regs[uint8(w>>24)].w))
		case opLeF32:
			regs[a] = boolSlot(f32(regs[uint8(w>>16)].w) <= f32(regs[uint8(w>>24)].w))
		case opEqF32:
			regs[a] = boolSlot(f32(regs[uint8(w>>16)].w) == f32(regs[uint8(w>>24)].w))
		case opNeF32:
			regs[a] = boolSlot(f32(regs[uint8(w>>16)].w) != f32(regs[uint8(w>>24)].w))
		case opLtF64:
			regs[a] = boolSlot(f64(regs[uint8(w>>16)].w) < f64(regs[uint8(w>>24)].w))
		case opLeF64:
			regs[a] = boolSlot(f64(regs[uint8(w>>16)].w) <= f64(regs[uint8(w>>24)].w))
		case opEqF64:
			regs[a] = boolSlot(f64(regs[uint8(w>>16)].w) == f64(regs[uint8(w>>24)].w))
		case opNeF64:
			regs[a] = boolSlot(f64(regs[uint8(w>>16)].w) != f64(regs[uint8(w>>24)].w))
		case opNot:
			regs[a] = slot{regs[uint8(w>>16)].w ^ 1, &marks[value.Bool]}

		default:
			m.fn, m.pc = fn, fn.offset(ip)
			if err := m.slow(w); err != nil {
				return err
			}
			ip = unsafe.Add(fn.start(), 4*m.pc)
		}
		continue

	entered:
		if m.fuel--; m.fuel < 0 {
			m.fn, m.pc = fn, 0
			if err := m.refuel(); err != nil {
				return err
			}
		}
		if m.base+window > len(m.stack) {
			m.fn, m.pc = fn, 0
			if err := m.overflow(fn); err != nil {
				return err
			}
		}
		regs = m.registers()
		ip = fn.start()
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
		ip = unsafe.Add(fn.start(), 4*int(f.pc))
	}
}

// start is the place of a function's first word.
func (f *function) start() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(f.code)) }

// offset is the number of the word at a place.
func (f *function) offset(ip unsafe.Pointer) int {
	return int(uintptr(ip)-uintptr(f.start())) / 4
}

// jump is the place that a target word means: targets are relative to it.
func jump(ip unsafe.Pointer) unsafe.Pointer { return unsafe.Add(ip, 4*int(*(*int32)(ip))) }

// overflow moves the frame that is entered to a new segment.
func (m *machine) overflow(fn *function) error {
	if err := m.grow(m.base, fn.params+1); err != nil {
		return err
	}
	caller := &m.frames[len(m.frames)-1]
	caller.base = ^caller.base
	return nil
}

// gather copies the registers that are listed in code, four a word.
func gather(into []slot, regs *registers, ip unsafe.Pointer) unsafe.Pointer {
	for len(into) > 4 {
		w := *(*uint32)(ip)
		ip = unsafe.Add(ip, 4)
		into[0], into[1], into[2], into[3] = regs[uint8(w)], regs[uint8(w>>8)], regs[uint8(w>>16)], regs[uint8(w>>24)]
		into = into[4:]
	}
	w := *(*uint32)(ip)
	for i := range into {
		into[i] = regs[uint8(w)]
		w >>= 8
	}
	return unsafe.Add(ip, 4)
}

// setField writes a field of something that may change.
func (m *machine) setField(of slot, i int, s slot) {
	*(*slot)(unsafe.Add(unsafe.Pointer(of.p), uintptr(i)*slotSize)) = s
}

// slow runs the opcodes that take long or are rare; operands behind the word
// are at m.pc, which it moves on.
func (m *machine) slow(w uint32) error {
	regs, code := m.registers(), m.fn.code
	a, b, c := int(uint8(w>>8)), int(uint8(w>>16)), int(uint8(w>>24))
	switch opcode(w) {
	case opOperator:
		return m.operator(m.fn.sites[w>>16], m.base+a)
	case opFork:
		done, err := m.fork(m.base+a, b)
		if done {
			m.pc++
		} else {
			m.pc = m.fn.target(m.pc)
		}
		return err
	case opIndex:
		s, err := m.index(regs[b], regs[c])
		m.registers()[a] = s
		return err
	case opList:
		n, s := int(code[m.pc]), m.fn.sites[code[m.pc+1]]
		m.pc += 2
		list, err := m.list(regs[b:b+n], s.out)
		regs[a] = list
		return err
	case opListBegin:
		regs[a] = boxed(builderKind, unsafe.Pointer(&listBuilder{}))
	case opListAdd:
		l := (*listBuilder)(unsafe.Pointer(regs[a].p))
		l.elems = append(l.elems, regs[b])
	case opListEnd:
		s := m.fn.sites[code[m.pc]]
		m.pc++
		list, err := m.list((*listBuilder)(unsafe.Pointer(regs[b].p)).elems, s.out)
		regs[a] = list
		return err
	case opListTuple:
		regs[a] = m.arena.tuple((*listBuilder)(unsafe.Pointer(regs[b].p)).elems...)
	case opExtents:
		regs[a] = m.newExtents(regs[a])
	case opCheck:
		t := m.fn.types[code[m.pc]]
		m.pc++
		return m.check(regs[a], t, extentsOf(regs[b]))
	case opFault:
		return m.fail(ProgramFault, "%s", m.fn.messages[w>>16])
	case opNoClause:
		return m.fail(MatchFault, "no clause of this match fits %s", m.show(regs[a]))
	default:
		return m.fail(ProgramFault, "the opcode %d is not known", w&math.MaxUint8)
	}
	return nil
}

// A listBuilder collects the elements of a long literal.
type listBuilder struct{ elems []slot }
