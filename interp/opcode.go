package interp

// Code is a list of words. A word holds an opcode in its low byte and up to
// three operands, a, b and c, in the bytes above; x is b and c taken together,
// signed where it is a number. Registers are operands; register 0 holds the
// closure that runs, and the result when it returns. Opcodes that need more
// have it in the words behind (“+”): jump targets, indices, lists.
type opcode uint8

const (
	opMove   opcode = iota // a = b
	opConst                // a = constant x
	opInt                  // a = the int32 x
	opFree                 // a = captured value x
	opEnvGet               // a = field c of the environment b; + index
	opEnvSet               // field of the environment a = b; + index
	opNewEnv               // a = an environment of x fields, none of them set
	opForce                // a = the graph binding in field of the environment b; + field, function
	opSettle               // the graph binding in field of the environment in register 0 is a, and the result; + field

	opCallGlobal // call function x with the arguments behind a; the result in a
	opCall       // call the closure in a with b arguments behind it; the result in a
	opTailGlobal // the same, instead of this frame
	opTail
	opReturn // the result is a

	opJump       // + target
	opIf         // jump unless a; + target
	opUnless     // jump if a; + target
	opJumpLt     // jump if a < b, signed integers; + target
	opJumpLe     // jump if a <= b; + target
	opJumpEq     // jump if a == b, integers of one dtype; + target
	opJumpNe     // + target
	opJumpLtK    // jump if a < the number x; + target
	opJumpGeK    // + target
	opJumpEqK    // + target
	opJumpNeK    // + target
	opSwitch     // jump to the target for the tag of a; + number of targets, targets
	opSwitchHead // the same for the tag of a's first field

	opData    // a = data of the fields in a list; + constructor, registers, four a word
	opPair    // a = data of the fields b and c; + constructor
	opTuple   // a = tuple of c elements; + registers, four a word
	opFields  // a, a+1, … = the first c fields of b
	opField   // a = field c of b
	opClosure // a = closure of function x over the registers behind a
	opList    // a = FractalTensor of the elements from b on; + their number, site
	opListBegin
	opListAdd   // put b behind the elements in the builder a
	opListEnd   // a = FractalTensor of the elements in the builder a; + site
	opListTuple // a = tuple of the elements in the builder b
	opIndex     // a = b[c]

	opRef   // a = ref(b)
	opRead  // a = the content of b
	opWrite // content of b = c; a = ()

	opAddK // a = b + the number c, int32
	opAddI32
	opSubI32
	opMulI32
	opDivI32
	opAddI64
	opSubI64
	opMulI64
	opDivI64
	opAddF32
	opSubF32
	opMulF32
	opDivF32
	opAddF64
	opSubF64
	opMulF64
	opDivF64
	opLtInt // a = b < c, signed integers
	opLeInt
	opEqInt // of any integers and bool
	opNeInt
	opLtF32
	opLeF32
	opEqF32
	opNeF32
	opLtF64
	opLeF64
	opEqF64
	opNeF64
	opNot // a = !b, bool

	opOperator // a = the operator of site x on the registers behind a
	opFork     // run the b closures from a on side by side, results in their places; + target if that is not done
	opExtents  // a = the extents of this activation
	opCheck    // check a against a type, with the extents in b; + type
	opFault    // fail with message x
	opNoClause // fail: no clause matches a
)

func word(op opcode, a, b, c int) uint32 {
	return uint32(op) | uint32(uint8(a))<<8 | uint32(uint8(b))<<16 | uint32(uint8(c))<<24
}

func wordX(op opcode, a, x int) uint32 {
	return uint32(op) | uint32(uint8(a))<<8 | uint32(uint16(x))<<16
}
