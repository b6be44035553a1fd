package code

// An Opcode is the low byte of an instruction's first word. The bytes above hold
// up to three operands, a, b and c; x is b and c taken together, signed where it
// is a number. Operands are registers unless the comment says otherwise; register
// 0 holds the closure that runs, and the result when it returns. What an opcode
// needs more is in the words after (“+”): jump targets, indices, lists.
//
// The numbering is not kept anywhere: code lives as long as its Program.
type Opcode uint8

const (
	OpMove     Opcode = iota // a = b
	OpConst                  // a = constant x
	OpInt                    // a = the int32 x
	OpFree                   // a = captured value x
	OpEnvGet                 // a = a field of the environment b; + field
	OpEnvSet                 // a field of the environment a = b; + field
	OpNewEnv                 // a = an environment of x fields, none of them set
	OpForce                  // a = the graph binding in field of the environment b; + field, function
	OpSetGraph               // the graph binding in field of the environment in register 0 is a, and the result; + field

	OpCallGlobal // call function x with the arguments after a; the result in a
	OpCall       // call the closure in a with b arguments after it; the result in a
	OpTailGlobal // the same, instead of this frame
	OpTail
	OpReturn // the result is a

	OpJump        // + target
	OpIf          // jump unless a; + target
	OpUnless      // jump if a; + target
	OpJumpLt      // jump if a < b, signed integers; + target
	OpJumpLe      // jump if a <= b; + target
	OpJumpEq      // jump if a == b, integers of one dtype; + target
	OpJumpNe      // + target
	OpJumpLtK     // jump if a < the number x; + target
	OpJumpGeK     // + target
	OpJumpEqK     // + target
	OpJumpNeK     // + target
	OpSwitch      // jump to the target for the tag of a; + number of targets, targets
	OpSwitchFirst // the same for the tag of a's first field

	OpData      // a = data of the fields in a list; + constructor, registers, four a word
	OpPair      // a = data of the fields b and c; + constructor
	OpTuple     // a = tuple of c elements; + registers, four a word
	OpFields    // a, a+1, … = the first c fields of b
	OpField     // a = field c of b
	OpClosure   // a = closure of function x over the registers after a
	OpList      // a = FractalTensor of the elements from b on; + their number, site
	OpListBegin // a = an empty builder
	OpListAdd   // put b after the elements in the builder a
	OpListEnd   // a = FractalTensor of the elements in the builder b; + site
	OpListTuple // a = tuple of the elements in the builder b
	OpIndex     // a = b[c]

	OpRef   // a = ref(b)
	OpRead  // a = the content of b
	OpWrite // content of b = c; a = ()

	OpAddK // a = b + the number c, int32
	OpAddI32
	OpSubI32
	OpMulI32
	OpDivI32
	OpAddI64
	OpSubI64
	OpMulI64
	OpDivI64
	OpAddF32
	OpSubF32
	OpMulF32
	OpDivF32
	OpAddF64
	OpSubF64
	OpMulF64
	OpDivF64
	OpLtInt // a = b < c, signed integers
	OpLeInt
	OpEqInt // of any integers and bool
	OpNeInt
	OpLtF32
	OpLeF32
	OpEqF32
	OpNeF32
	OpLtF64
	OpLeF64
	OpEqF64
	OpNeF64
	OpNot // a = !b, bool

	OpOperator // a = the operator of site x on the registers after a
	OpFork     // run the b closures from a on side by side, results in their places; + target if that is not done
	OpExtents  // a = the extents of this activation, inside those in a; c is 1 where equations are to be kept
	OpCheck    // check a against a type, with the extents in b; + type
	OpBind     // check parameter a against a type, and bind its shape variables in the extents in b; where c is 1, only note it for when they are needed; + type
	OpSolve    // bind the shape variables that the parameters decide together, in the extents in a
	OpConvert  // turn a into another type, with the extents in b; + conversion
	OpConvPart // turn a, parameter c of the function that this one stands for, or its result
	OpFault    // fail with message x
	OpNoClause // fail: no clause matches a
	OpPoint    // tell who debugs the run that it is at point x
)

// Word is a first word with three operands of a byte.
func Word(op Opcode, a, b, c int) uint32 {
	return uint32(op) | uint32(uint8(a))<<8 | uint32(uint8(b))<<16 | uint32(uint8(c))<<24
}

// WordX is a first word with an operand of a byte and one of two; of x, the low 16
// bits count.
func WordX(op Opcode, a, x int) uint32 {
	return uint32(op) | uint32(uint8(a))<<8 | uint32(uint16(x))<<16
}
