package graph

// A Kind says what a value is. The comment gives its operands by position.
type Kind uint8

const (
	Parameter Kind = iota // (of the item or a function literal; its whole pattern)
	Free                  // (a variable that is not bound here, or `free_var`)
	Literal               // (a number, truth value, string, `()`, `Constant(…)` or `meta[…]` without variables)
	Name                  // (a global, constructor, operator or builtin that is not applied on the spot)
	Self                  // (a function literal's own name inside of it)
	Read                  // Value               a variable that an operator gives new values, read; its first value
	Function              // Result              of its block
	Operation             // Argument*           by parameter, then those passed on to the user's function
	Construct             // Field*              a constructor, applied
	Call                  // Callee Argument*    any other call
	Tuple                 // Component*
	List                  // Element*
	Project               // Tuple               `e.0`, or a tuple pattern's part
	Field                 // Value               a constructor pattern's part
	If                    // Condition Result Result    of the blocks of its branches
	Match                 // Scrutinee Result*          of the blocks of its clauses
)

var kindNames = [...]string{
	"parameter", "free", "literal", "name", "self", "read", "function", "operation", "construct", "call",
	"tuple", "list", "project", "field", "if", "match",
}

func (k Kind) String() string { return kindNames[k] }

// Constant reports whether values of kind k are no computation and depend on nothing: a
// dominator is asked for without regard to them.
func (k Kind) Constant() bool { return k == Literal || k == Name }

// A BlockKind says what a block is the body of.
type BlockKind uint8

const (
	Whole        BlockKind = iota // a definition or a top-level expression
	Lambda                        // a function literal
	Parallel                      // a function literal that is an operator's argument
	Branch                        // a branch of an `if`
	Clause                        // a clause of a match
	RightOperand                  // what stands to the right of `&&` or `||` on truth values
)

var blockNames = [...]string{"whole", "lambda", "parallel", "branch", "clause", "right operand"}

func (k BlockKind) String() string { return blockNames[k] }
