package op

// Names of the operators that symbols of the language stand for, and of those
// few that the checker or the interpreter treats by itself. All others are found
// in a program's text only.
const (
	Add          = "add"
	Subtract     = "subtract"
	Multiply     = "multiply"
	Divide       = "divide"
	FloorDivide  = "floor_divide"
	Less         = "less"
	LessEqual    = "less_equal"
	Greater      = "greater"
	GreaterEqual = "greater_equal"
	Equal        = "equal"
	NotEqual     = "not_equal"
	LogicalAnd   = "logical_and"
	LogicalOr    = "logical_or"
	LogicalNot   = "logical_not"
	Negative     = "negative"
	Maximum      = "maximum"
	Minimum      = "minimum"
	TruncDivide  = "trunc_divide"
	Mod          = "mod"
	TruncMod     = "trunc_mod"
	FloorMod     = "floor_mod"
	Abs          = "abs"
	LeftShift    = "left_shift"
	RightShift   = "right_shift"
)

// Infix gives the operator of a symbol between two operands.
var Infix = map[string]string{
	"+": Add, "-": Subtract, "*": Multiply, "/": Divide,
	"<": Less, "<=": LessEqual, ">": Greater, ">=": GreaterEqual, "==": Equal, "!=": NotEqual,
	"&&": LogicalAnd, "||": LogicalOr,
}

// Prefix gives the operator of a symbol before its operand.
var Prefix = map[string]string{"-": Negative, "!": LogicalNot}
