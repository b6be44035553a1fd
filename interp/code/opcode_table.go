package code

// An operand is one part of an instruction: where it stands, and what it is.
type operand uint8

const (
	registerA operand = iota
	registerB
	registerC
	countB    // a number of registers after a
	countC    // a number of fields
	fieldC    // a field's index
	smallC    // a number from -128 to 127
	smallX    // a number of 16 bits
	countX    // a number of fields
	capturedX // index of a value in the closure
	constantX
	messageX
	siteX
	functionX
	pointX

	// In words after the first.
	targetWord
	fieldWord
	countWord
	siteWord
	typeWord
	conversionWord
	functionWord
	constructorWord
	tupleRegisters // c registers, four a word
	dataRegisters  // a register for each field of the constructor in the word before
	targetWords    // their number, then a target for each tag
)

// An instruction is what the table knows of an opcode.
type instruction struct {
	name     string
	operands []operand // in the order of the words
}

var (
	aOnly      = []operand{registerA}
	ab         = []operand{registerA, registerB}
	abc        = []operand{registerA, registerB, registerC}
	aTarget    = []operand{registerA, targetWord}
	abTarget   = []operand{registerA, registerB, targetWord}
	aKTarget   = []operand{registerA, smallX, targetWord}
	aFunction  = []operand{registerA, functionX}
	aArguments = []operand{registerA, countB}
	aTargets   = []operand{registerA, targetWords}
)

// instructions lists the opcodes: the name of each in listings, and its operands,
// which say how many words it takes.
var instructions = [...]instruction{
	OpMove:     {"move", ab},
	OpConst:    {"const", []operand{registerA, constantX}},
	OpInt:      {"int", []operand{registerA, smallX}},
	OpFree:     {"free", []operand{registerA, capturedX}},
	OpEnvGet:   {"env.get", []operand{registerA, registerB, fieldWord}},
	OpEnvSet:   {"env.set", []operand{registerA, registerB, fieldWord}},
	OpNewEnv:   {"env.new", []operand{registerA, countX}},
	OpForce:    {"force", []operand{registerA, registerB, fieldWord, functionWord}},
	OpSetGraph: {"settle", []operand{registerA, fieldWord}},

	OpCallGlobal: {"call.global", aFunction},
	OpCall:       {"call", aArguments},
	OpTailGlobal: {"tail.global", aFunction},
	OpTail:       {"tail", aArguments},
	OpReturn:     {"return", aOnly},

	OpJump:        {"jump", []operand{targetWord}},
	OpIf:          {"if", aTarget},
	OpUnless:      {"unless", aTarget},
	OpJumpLt:      {"jump.lt", abTarget},
	OpJumpLe:      {"jump.le", abTarget},
	OpJumpEq:      {"jump.eq", abTarget},
	OpJumpNe:      {"jump.ne", abTarget},
	OpJumpLtK:     {"jump.lt.k", aKTarget},
	OpJumpGeK:     {"jump.ge.k", aKTarget},
	OpJumpEqK:     {"jump.eq.k", aKTarget},
	OpJumpNeK:     {"jump.ne.k", aKTarget},
	OpSwitch:      {"switch", aTargets},
	OpSwitchFirst: {"switch.first", aTargets},

	OpData:      {"data", []operand{registerA, constructorWord, dataRegisters}},
	OpPair:      {"data.pair", []operand{registerA, registerB, registerC, constructorWord}},
	OpTuple:     {"tuple", []operand{registerA, tupleRegisters}},
	OpFields:    {"fields", []operand{registerA, registerB, countC}},
	OpField:     {"field", []operand{registerA, registerB, fieldC}},
	OpClosure:   {"closure", aFunction},
	OpList:      {"list", []operand{registerA, registerB, countWord, siteWord}},
	OpListBegin: {"list.begin", aOnly},
	OpListAdd:   {"list.add", ab},
	OpListEnd:   {"list.end", []operand{registerA, registerB, siteWord}},
	OpListTuple: {"list.tuple", ab},
	OpIndex:     {"index", abc},

	OpRef:   {"ref", ab},
	OpRead:  {"ref.read", ab},
	OpWrite: {"ref.write", abc},

	OpAddK:   {"add.k", []operand{registerA, registerB, smallC}},
	OpAddI32: {"add.i32", abc},
	OpSubI32: {"sub.i32", abc},
	OpMulI32: {"mul.i32", abc},
	OpDivI32: {"div.i32", abc},
	OpAddI64: {"add.i64", abc},
	OpSubI64: {"sub.i64", abc},
	OpMulI64: {"mul.i64", abc},
	OpDivI64: {"div.i64", abc},
	OpAddF32: {"add.f32", abc},
	OpSubF32: {"sub.f32", abc},
	OpMulF32: {"mul.f32", abc},
	OpDivF32: {"div.f32", abc},
	OpAddF64: {"add.f64", abc},
	OpSubF64: {"sub.f64", abc},
	OpMulF64: {"mul.f64", abc},
	OpDivF64: {"div.f64", abc},
	OpLtInt:  {"lt.int", abc},
	OpLeInt:  {"le.int", abc},
	OpEqInt:  {"eq.int", abc},
	OpNeInt:  {"ne.int", abc},
	OpLtF32:  {"lt.f32", abc},
	OpLeF32:  {"le.f32", abc},
	OpEqF32:  {"eq.f32", abc},
	OpNeF32:  {"ne.f32", abc},
	OpLtF64:  {"lt.f64", abc},
	OpLeF64:  {"le.f64", abc},
	OpEqF64:  {"eq.f64", abc},
	OpNeF64:  {"ne.f64", abc},
	OpNot:    {"not", ab},

	OpOperator: {"operator", []operand{registerA, siteX}},
	OpFork:     {"fork", []operand{registerA, countB, targetWord}},
	OpExtents:  {"extents", []operand{registerA, smallC}},
	OpCheck:    {"check", []operand{registerA, registerB, typeWord}},
	OpBind:     {"bind", []operand{registerA, registerB, smallC, typeWord}},
	OpSolve:    {"solve", aOnly},
	OpConvert:  {"convert", []operand{registerA, registerB, conversionWord}},
	OpConvPart: {"convert.part", []operand{registerA, countC}},
	OpFault:    {"fault", []operand{messageX}},
	OpNoClause: {"no.clause", aOnly},
	OpPoint:    {"point", []operand{pointX}},
}

// String is the opcode's name in listings.
func (o Opcode) String() string {
	if int(o) < len(instructions) {
		return instructions[o].name
	}
	return "?"
}

// a, b, c and x are the operands in an instruction's first word; x is unsigned.
func operandA(w uint32) int { return int(uint8(w >> 8)) }
func operandB(w uint32) int { return int(uint8(w >> 16)) }
func operandC(w uint32) int { return int(uint8(w >> 24)) }
func operandX(w uint32) int { return int(w >> 16) }

// ListWords is how many words a list of n registers takes: four in each, and one
// at least.
func ListWords(n int) int { return max(1, (n+3)/4) }

// Length is how many words the instruction at pc takes, its first one included.
func (p Image) Length(code []uint32, pc int) int {
	n := 1
	for _, o := range instructions[Opcode(code[pc])].operands {
		switch {
		case o < targetWord:
		case o == tupleRegisters:
			n += ListWords(operandC(code[pc]))
		case o == dataRegisters:
			n += ListWords(p.Constructors[code[pc+n-1]].Fields)
		case o == targetWords:
			n += 1 + int(code[pc+n])
		default:
			n++
		}
	}
	return n
}
