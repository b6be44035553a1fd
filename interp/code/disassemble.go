package code

import (
	"fmt"
	"iter"
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Disassemble lists the instructions of a function, one a line: the place of its
// first word, its name, its operands. Targets are places.
func (p Image) Disassemble(f *Function) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: arity %d, %d registers\n", p.nameOf(f.Index), f.Arity, f.Registers)
	for pc := range p.Instructions(f) {
		d := disassembly{Image: p, f: f, word: f.Code[pc], next: pc + 1}
		in := instructions[Opcode(d.word)]
		texts := make([]string, len(in.operands))
		for i, o := range in.operands {
			texts[i] = d.operand(o)
		}
		fmt.Fprintf(&b, "%5d  %-12s %s\n", pc, in.name, strings.Join(texts, ", "))
	}
	return b.String()
}

// DisassembleDefinition lists a function and those inside it.
func (p Image) DisassembleDefinition(f *Function) string {
	var b strings.Builder
	for _, inner := range p.Functions {
		if inner.Outermost() == f {
			b.WriteString(p.Disassemble(inner))
		}
	}
	return b.String()
}

// Instructions gives the place and the opcode of each instruction of a function.
func (p Image) Instructions(f *Function) iter.Seq2[int, Opcode] {
	return func(yield func(int, Opcode) bool) {
		for pc := 0; pc < f.End() && yield(pc, Opcode(f.Code[pc])); pc += p.Length(f.Code, pc) {
		}
	}
}

// Targets are the places that the instruction at pc may jump to.
func (p Image) Targets(f *Function, pc int) []int {
	var places []int
	at := pc + 1
	for _, o := range instructions[Opcode(f.Code[pc])].operands {
		switch {
		case o == targetWord:
			places = append(places, f.Target(at))
		case o == targetWords:
			for i := range int(f.Code[at]) {
				places = append(places, f.Target(at+1+i))
			}
		}
		if o >= targetWord {
			at++ // no list precedes a target
		}
	}
	return places
}

// nameOf is the name of a function; one without a name is called after the
// function around it.
func (p Image) nameOf(fn int) string {
	f := p.Functions[fn]
	for outer := f; outer != nil; outer = outer.Outer {
		switch {
		case outer.Name == "":
		case outer == f:
			return f.Name
		default:
			return fmt.Sprintf("#%d in %s", fn, outer.Name)
		}
	}
	return fmt.Sprintf("#%d", fn)
}

// A disassembly is one instruction that is being listed.
type disassembly struct {
	Image
	f    *Function
	word uint32
	next int // the word of the next operand after the first word
}

// operand spells an operand, and goes on to the one after it.
func (d *disassembly) operand(o operand) string {
	switch o {
	case registerA:
		return register(operandA(d.word))
	case registerB:
		return register(operandB(d.word))
	case registerC:
		return register(operandC(d.word))
	case countB:
		return fmt.Sprint(operandB(d.word))
	case countC, fieldC:
		return fmt.Sprint(operandC(d.word))
	case smallC:
		return fmt.Sprint(int8(operandC(d.word)))
	case smallX:
		return fmt.Sprint(int16(operandX(d.word)))
	case countX, capturedX:
		return fmt.Sprint(operandX(d.word))
	case constantX:
		return d.constant(d.f.Consts[operandX(d.word)])
	case messageX:
		return fmt.Sprintf("%q", d.f.Messages[operandX(d.word)])
	case siteX:
		return d.site(operandX(d.word))
	case functionX:
		return d.nameOf(operandX(d.word))
	case pointX:
		return fmt.Sprint(operandX(d.word))
	}
	w := d.f.Code[d.next]
	d.next++
	switch o {
	case targetWord:
		return fmt.Sprint("to ", d.f.Target(d.next-1))
	case siteWord:
		return d.site(int(w))
	case typeWord:
		return types.String(d.f.Types[w])
	case conversionWord:
		return types.String(d.f.Conversions[w].From) + " to " + types.String(d.f.Conversions[w].To)
	case functionWord:
		return d.nameOf(int(w))
	case constructorWord:
		return d.Constructors[w].Name
	case dataRegisters:
		return d.list(d.Constructors[d.f.Code[d.next-2]].Fields)
	case tupleRegisters:
		return d.list(operandC(d.word))
	case targetWords:
		return d.targets(int(w))
	}
	return fmt.Sprint(w)
}

func register(i int) string { return fmt.Sprintf("r%d", i) }

// list spells n registers, the first of which are in the word before next.
func (d *disassembly) list(n int) string {
	first := d.next - 1
	d.next = first + ListWords(n)
	names := make([]string, n)
	for i := range names {
		names[i] = register(int(uint8(d.f.Code[first+i/4] >> (8 * (i % 4)))))
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// targets spells the targets of n tags.
func (d *disassembly) targets(n int) string {
	places := make([]string, n)
	for i := range places {
		places[i] = fmt.Sprint(d.f.Target(d.next + i))
	}
	d.next += n
	return "to " + strings.Join(places, ", ")
}

func (d *disassembly) site(i int) string {
	s := d.f.Sites[i]
	switch {
	case s.Fused != nil:
		return fmt.Sprintf("%s of %d", d.nameOf(s.Fused.Index), s.Args)
	case s.Op != nil:
		return fmt.Sprintf("%s of %d", s.Op.Name, s.Args+s.Extra)
	case s.Out != nil:
		return types.String(s.Out)
	}
	return "?"
}

// constant spells a constant as far as it fits into a line.
func (d *disassembly) constant(s Slot) string {
	if dtype, ok := s.ScalarDtype(); ok {
		return value.Text(value.Scalar{Dtype: dtype, Bits: s.W})
	}
	switch s.Kind() {
	case DataKind:
		return d.Constructors[s.High()].Name
	case ClosureKind:
		return d.nameOf(s.High())
	case ArrayKind:
		return s.Array().Dtype.String() + value.ShapeText(s.Array().Shape)
	case TupleKind:
		return "()"
	}
	return "none"
}
