package machine

import (
	"math"
	"unsafe"

	"github.com/fraccheck/fraccheck/interp/code"
)

// rare runs the opcodes that take long or are rare; operands after the word
// are at m.pc, which it moves on.
func (m *machine) rare(w uint32) error {
	regs, words := m.registers(), m.fn.Code
	a, b, c := int(uint8(w>>8)), int(uint8(w>>16)), int(uint8(w>>24))
	switch code.Opcode(w) {
	case code.OpOperator:
		return m.operator(m.fn.Sites[w>>16], m.base+a)
	case code.OpFork:
		done, err := m.fork(m.base+a, b)
		if done {
			m.pc++
		} else {
			m.pc = m.fn.Target(m.pc)
		}
		return err
	case code.OpIndex:
		s, err := m.index(regs[b], regs[c])
		m.registers()[a] = s
		return err
	case code.OpList:
		n, s := int(words[m.pc]), m.fn.Sites[words[m.pc+1]]
		m.pc += 2
		list, err := m.list(regs[b:b+n], s.Out)
		regs[a] = list
		return err
	case code.OpListBegin:
		regs[a] = code.PointerSlot(code.ListKind, unsafe.Pointer(&listBuilder{}))
	case code.OpListAdd:
		l := (*listBuilder)(unsafe.Pointer(regs[a].P))
		l.elems = append(l.elems, regs[b])
	case code.OpListEnd:
		s := m.fn.Sites[words[m.pc]]
		m.pc++
		list, err := m.list((*listBuilder)(unsafe.Pointer(regs[b].P)).elems, s.Out)
		regs[a] = list
		return err
	case code.OpListTuple:
		regs[a] = m.arena.tuple((*listBuilder)(unsafe.Pointer(regs[b].P)).elems...)
	case code.OpExtents:
		regs[a] = m.newExtents(regs[a], c > 0)
	case code.OpCheck, code.OpBind:
		t := m.fn.Types[words[m.pc]]
		m.pc++
		return m.check(regs[a], t, checkingOf(w, regs[b]))
	case code.OpSolve:
		return m.solve(extentsOf(regs[a]))
	case code.OpConvert:
		conversion := m.fn.Conversions[words[m.pc]]
		m.pc++
		s, err := m.convert(regs[a], conversion, regs[b])
		regs[a] = s
		return err
	case code.OpConvPart:
		s, err := m.convertPart(regs[a], regs[0], c)
		regs[a] = s
		return err
	case code.OpPoint:
		if m.debugging != nil {
			m.reached(&m.fn.Points[w>>16])
		}
	case code.OpFault:
		return m.fail(ProgramFault, "%s", m.fn.Messages[w>>16])
	case code.OpNoClause:
		return m.fail(MatchFault, "no clause of this match fits %s", m.show(regs[a]))
	default:
		return m.fail(ProgramFault, "the opcode %d is not known", w&math.MaxUint8)
	}
	return nil
}

// A listBuilder collects the elements of a long literal.
type listBuilder struct{ elems []code.Slot }
