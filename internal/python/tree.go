package python

// A Span is a range of the source, in bytes.
type Span struct{ Start, End int }

// Range returns the span; nodes embed it.
func (s Span) Range() Span { return s }

// An Expr is an expression.
type Expr interface{ Range() Span }

// A Stmt is a statement.
type Stmt interface{ Range() Span }

// The expressions.
type (
	// A Name is a variable, or one of the constants True, False and None.
	Name struct {
		Span
		ID string
	}
	// A Number is a numeric literal as written.
	Number struct {
		Span
		Text string
	}
	// A String is a literal, or several in a row. Parts are those of an f-string.
	String struct {
		Span
		Value string // without the replacement fields of an f-string
		Bytes bool
		Parts []StringPart // nil for a string without replacement fields
	}
	// A Sequence is a tuple, a list or a set.
	Sequence struct {
		Span
		Kind  SequenceKind
		Items []Expr
	}
	// A Dict has nil as the key of `**mapping`.
	Dict struct {
		Span
		Keys, Values []Expr
	}
	// An Attribute is `X.Name`.
	Attribute struct {
		Span
		X    Expr
		Name string
	}
	// A Call is `F(Args)`.
	Call struct {
		Span
		F    Expr
		Args []Argument
	}
	// A Subscript is `X[Index]`; Index may be a Slice, or a tuple with slices.
	Subscript struct {
		Span
		X, Index Expr
	}
	// A Slice is `Low:High:Step`, each of which may be nil.
	Slice struct {
		Span
		Low, High, Step Expr
	}
	// A Unary is `-x`, `+x`, `~x`, `not x` or `await x`.
	Unary struct {
		Span
		Op string
		X  Expr
	}
	// A Binary is an operation of two operands; Op may be `and` or `or`.
	Binary struct {
		Span
		Op   string
		X, Y Expr
	}
	// A Compare is a chain `First Ops[0] Rest[0] Ops[1] Rest[1] …`.
	Compare struct {
		Span
		First Expr
		Ops   []string // also `in`, `not in`, `is` and `is not`
		Rest  []Expr
	}
	// A Conditional is `Then if Test else Else`.
	Conditional struct {
		Span
		Test, Then, Else Expr
	}
	// A Lambda is `lambda Params: Body`.
	Lambda struct {
		Span
		Params []Param
		Body   Expr
	}
	// A Comprehension is `[Item for …]`; Key is that of a dict.
	Comprehension struct {
		Span
		Kind      SequenceKind
		Key, Item Expr
		Clauses   []Clause
	}
	// A Starred is `*x`.
	Starred struct {
		Span
		X Expr
	}
	// A NamedExpr is `Target := Value`.
	NamedExpr struct {
		Span
		Target *Name
		Value  Expr
	}
	// A Yield is `yield X`, or `yield from X`.
	Yield struct {
		Span
		X Expr // nil for none
	}
	// An Ellipsis is `...`.
	Ellipsis struct{ Span }
	// A BadExpr stands where an expression could not be read.
	BadExpr struct{ Span }
)

// A SequenceKind says which brackets an expression has.
type SequenceKind uint8

// The kinds of sequences and comprehensions.
const (
	TupleKind SequenceKind = iota // for a comprehension: a generator
	ListKind
	SetKind
	DictKind
)

// A StringPart is text of an f-string, or an expression with its format.
type StringPart struct {
	Text   string
	X      Expr // nil for text
	Format string
}

// An Argument is one of a call: positional, `Name=X`, `*X` (Star 1) or `**X` (Star 2).
type Argument struct {
	Span
	Name string
	Star int
	X    Expr
}

// A Param is a parameter. Star is 1 for `*args` and for a `*` alone, 2 for `**kwargs`.
type Param struct {
	Span
	Name       string // "" for a `*` alone
	Star       int
	Annotation Expr
	Default    Expr
}

// A Clause is `for Target in Iter if Test…` of a comprehension.
type Clause struct {
	Target, Iter Expr
	Tests        []Expr
}

// The statements.
type (
	// An ExprStmt is an expression as a statement.
	ExprStmt struct {
		Span
		X Expr
	}
	// An Assign is `Targets[0] = Targets[1] = … = Value`.
	Assign struct {
		Span
		Targets []Expr
		Value   Expr
	}
	// An AnnAssign is `Target: Annotation = Value`; Value may be nil.
	AnnAssign struct {
		Span
		Target, Annotation, Value Expr
	}
	// An AugAssign is `Target += Value`; Op is without the `=`.
	AugAssign struct {
		Span
		Op            string
		Target, Value Expr
	}
	// A Return is `return X`; X may be nil.
	Return struct {
		Span
		X Expr
	}
	// An If is `if Test: Then else: Else`; an `elif` is an If in Else.
	If struct {
		Span
		Test       Expr
		Then, Else []Stmt
	}
	// A For is `for Target in Iter: Body else: Else`.
	For struct {
		Span
		Target, Iter Expr
		Body, Else   []Stmt
	}
	// A While is `while Test: Body else: Else`.
	While struct {
		Span
		Test       Expr
		Body, Else []Stmt
	}
	// A With is `with Items: Body`.
	With struct {
		Span
		Items []WithItem
		Body  []Stmt
	}
	// A Try is a `try` with its handlers.
	Try struct {
		Span
		Body     []Stmt
		Handlers []Handler
		Else     []Stmt
		Finally  []Stmt
	}
	// A Func is a definition of a function.
	Func struct {
		Span
		Name       string
		NameSpan   Span
		Params     []Param
		Result     Expr // nil for none
		Body       []Stmt
		Decorators []Expr
	}
	// A Class is a definition of a class.
	Class struct {
		Span
		Name       string
		NameSpan   Span
		Bases      []Argument
		Body       []Stmt
		Decorators []Expr
	}
	// An Import is `import Module as Name` or `from Module import Names`.
	Import struct {
		Span
		From  string // the module of `from`, with its leading dots; "" otherwise
		Names []ImportName
	}
	// A Simple is a statement of a keyword with operands: `raise`, `assert`, `del`,
	// `global`, `nonlocal`, `pass`, `break` and `continue`.
	Simple struct {
		Span
		Keyword  string
		Operands []Expr
	}
)

// An ImportName is a name that an import binds; Name is "*" for all.
type ImportName struct {
	Span
	Name, As string
}

// A WithItem is `X as Target`; Target may be nil.
type WithItem struct{ X, Target Expr }

// A Handler is `except Type as Name: Body`; Type may be nil.
type Handler struct {
	Type Expr
	Name string
	Body []Stmt
}

// An Error is what is wrong at a place of the source.
type Error struct {
	Span
	Message string
}

func (e *Error) Error() string { return e.Message }
