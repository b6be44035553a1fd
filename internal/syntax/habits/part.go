package habits

// The habits that hold expressions, types or clauses: the parser recognizes them, as the parts
// have to be read. Each says what is meant and shows an example; With fills in texts.

// With is the message of a habit with texts in place of `$1`, `$2`.
func (h *Habit) With(texts ...string) string {
	return Fill(h.Message, func(n int) string { return texts[n-1] })
}

// What is said at more places than one.
const (
	BlockForm    = "a block is written in braces: `{ … }`"
	ChoiceForm   = "a choice is written `if (…) { … } else { … }`"
	SpreadForm   = "nothing is spread: arguments, elements and fields are written one by one"
	DefaultForm  = "a parameter has no default value `= …`: every call gives all arguments"
	ElementForm  = "an element is read by `%xs[0]`, a part of a tuple by `%p.0`"
	bracketsForm = "the arguments of a type are written in brackets: `$1`"
)

// Comments.
var (
	Comment       = Habit{At: Part, Message: "a comment begins with `#` or `//`", Example: "%a -- two words\n", Meant: "%a # two words\n"}
	BlockComment  = Habit{At: Part, Message: Comment.Message + "; `/* … */` encloses one", Example: "(* a word *) %a", Meant: "/* a word */ %a"}
	DoubledEnd    = Habit{At: Part, Message: "nothing follows the last expression of a block or a definition: no `;;`", Whole: true, Example: "def @f(%x: int32) -> int32 { %x };;", Meant: "def @f(%x: int32) -> int32 { %x }"}
	HiddenDivisor = Habit{At: Part, Message: "`//` begins a comment, which hides the rest of the line; a quotient that is rounded down is written `floor_divide(%a, %b)`",
		Example: "%a // %b", Meant: "floor_divide(%a, %b)"}
)

// Tokens.
var (
	Quotes       = Habit{At: Part, Message: "a string is written in straight double quotes", Example: "cast(%a, dtype='float32')", Meant: "cast(%a, dtype=\"float32\")"}
	InfixName    = Habit{At: Part, Message: "there is no infix `$1`: write `$2(%a, %b)`", Example: "%a `mod` %b"}
	TypeVariable = Habit{At: Part, Message: "a type parameter has no `'`: `def @f<a>(%x: a)` declares `a`", Whole: true, Example: "def @f(%x: 'a, %y: 'b) -> 'a { %x }",
		Meant: "def @f<a, b>(%x: a, %y: b) -> a { %x }"}
	Dollar        = Habit{At: Part, Message: "a variable begins with `%`", Example: "$a", Meant: "%a"}
	LeadingPoint  = Habit{At: Part, Message: "a number begins with a digit: `0.5`", Example: "%x * .5", Meant: "%x * 0.5"}
	Not           = Habit{At: Part, Message: "negation is written `!`; a comparison is put into parentheses, as in `!(%a == %b)`", Example: "not %p", Meant: "!%p"}
	NotSame       = Habit{At: Part, Message: "values are compared with `!=`; `match` distinguishes constructors such as `None` and `Some`", Example: "%a is not %b", Meant: "%a != %b"}
	ReadReference = Habit{At: Part, Message: "there is no prefix `*`: a reference is read by `$1`, and arguments are written one by one", Example: "*%r", Meant: "ref_read(%r)"}
	Dots          = Habit{At: Part, Message: "there is no `...`: " + SpreadForm, Example: "[...%xs]"}
)

// Functions.
var (
	Function      = Habit{At: Part, Message: "a function is written `fn(%x) { … }`", Example: "map(|z| z, %xs)", Meant: "map(fn(z) { z }, %xs)"}
	FileFunction  = Habit{At: Part, Message: "a function of a file is written `def @$1(%x) { … }`, one in an expression `fn(%x) { … }`", Whole: true, Example: "let f x = x + 1", Meant: "def @f(x) { x + 1 }"}
	InnerFunction = Habit{At: Part, Message: "a function inside of another is bound by `let`: `let %g = fn(%x) { … };`",
		Example: "def @k(%z: int32) -> int32 { %z } @k(%a)", Meant: "let %k = fn(%z: int32) -> int32 { %z }; %k(%a)"}
	Operator   = Habit{At: Part, Message: "an operator is no function: write `$1`, or the operator's name", Example: "foldl(+, %xs, 0)", Meant: "foldl(fn(%a, %b) { %a + %b }, %xs, 0)"}
	Section    = Habit{At: Part, Message: "a function is written `fn(%x) { %x $1 … }`: no part of an operation is one", Example: "map((+ 1), %xs)"}
	Closure    = Habit{At: Part, Message: "a function is an argument like others, in the parentheses and with commas: `map(fn(%x) { … }, %xs)`", Example: "map(%xs) { %a }"}
	Compose    = Habit{At: Part, Message: "functions are composed by `@compose(@f, @g)`, which calls `@g` first", Example: "@g >> @g"}
	Pipe       = Habit{At: Part, Message: "`%x |> @f` is written `@f(%x)`", Example: "%a |> @g |> @g", Meant: "@g(@g(%a))"}
	Applied    = Habit{At: Part, Message: "arguments are written in parentheses, with commas in between: `$1(…)`", Example: "@g %a", Meant: "@g(%a)"}
	Dollars    = Habit{At: Part, Message: "there is no `$`: the arguments of a function are written in parentheses: `@f(%x)`", Example: "@g $ @g $ %a + 1", Meant: "@g(@g(%a + 1))"}
	Inferred   = Habit{At: Part, Message: "type arguments are inferred: a call has none", Example: "@id::<int32>(%a)", Meant: "@id(%a)"}
	Spread     = Habit{At: Part, Message: "there is no prefix `*`: " + SpreadForm, Example: "@g(**%a)"}
	Named      = Habit{At: Part, Message: "an argument's name is followed by `=`: `$1=…`", Example: "sum(%m, axis: [1])", Meant: "sum(%m, axis= [1])"}
	NoMacro    = Habit{At: Part, Message: "there is no `$1!`: a function is called by its name, `$1(…)`", Example: "foo!(%a)"}
	Method     = Habit{At: Part, Message: "values have no methods and no fields: write `$1($2, …)`", Example: "(%m).sum(1)"}
	Return     = Habit{At: Part, Message: "there is no `return`: the last expression of a block is its result", Example: "return %a", Meant: "%a"}
	EarlyExit  = Habit{At: Part, Message: Return.Message + "; what follows this `if` belongs in its `else { … }`", Example: "if (%p) { return %a; }\n%b"}
	HalfChoice = Habit{At: Part, Message: "this `if` has no `else`: it must give a value either way", Example: "if (%p) { %a }\n%b"}
)

// Operators on expressions.
var (
	Conditional   = Habit{At: Part, Message: ChoiceForm, Example: "%p ? %a : %b", Meant: "if (%p) { %a } else { %b }"}
	AtLeast       = Habit{At: Part, Message: "at least is written `>=`; a function `fn(%x) { … }`", Example: "if (%a => 3) { 1 } else { 2 }", Meant: "if (%a >= 3) { 1 } else { 2 }"}
	AtMost        = Habit{At: Part, Message: "at most is written `<=`", Example: "%a =< %b", Meant: "%a <= %b"}
	Cast          = Habit{At: Part, Message: "there is no cast by a type in parentheses: `cast(%x, dtype=\"$1\")` converts", Example: "(float32) %a", Meant: "cast(%a, dtype=\"float32\")"}
	As            = Habit{At: Part, Message: "there is no `as`: `cast(%x, dtype=\"$1\")` converts", Example: "%a as f32", Meant: "cast(%a, dtype=\"float32\")"}
	Contains      = Habit{At: Part, Message: "there is no `in`: write a function that looks for an element, or `any(map(fn(%y) { %y == %x }, %xs))`", Example: "%a in %xs"}
	Comprehension = Habit{At: Part, Message: "there are no comprehensions: `map(fn(%x) { … }, %xs)` gives what a function makes of each element, `filter` leaves elements out", Example: "[%z * 2 for %z in %xs]"}
	Cons          = Habit{At: Part, Message: "a list is put together with `Cons(%x, %rest)`", Example: "%a :: %b :: %l", Meant: "Cons(%a, Cons(%b, %l))"}
	Absent        = Habit{At: Part, Message: "there is no `$1`: `match` takes an `Optional` apart: `match (%o) { Some(%x) => …, None => … }`", Example: "%o ?? %a"}
	AbsentBehind  = Habit{At: Part, Message: "there is no postfix `$1`: `match` takes an `Optional` apart: `match (%o) { Some(%x) => …, None => … }`", Example: "%o!"}
	ArrowField    = Habit{At: Part, Message: "a part of a tuple is read by `.`: `%p.0`", Example: "%t->0"}
	Slice         = Habit{At: Part, Message: "an index is one number: `slice(%xs, 1, 3)` takes a part of a sequence, `strided_slice` one of a tensor", Example: "%m[0:1]"}
	NewAxis       = Habit{At: Part, Message: "a new dimension is made by `expand_dims(%x, axis=0)`", Example: "%m[None, :]"}
	Ellipsis      = Habit{At: Part, Message: "there is no `...`: `take(%x, %i, axis=…)` and `strided_slice` take a part of a tensor", Example: "%m[..., 0]"}
	Range         = Habit{At: Part, Message: "there is no `..`: `arange(10)` is the sequence 0, 1, …, 9, and `slice(%xs, 1, 3)` a part of one", Example: "0..10"}
	Formatted     = Habit{At: Part, Message: "there are no strings but in attributes, and none that hold values: a text may be a constructor of a `data` type", Example: "f\"a\""}
)

// Bindings and bodies.
var (
	Bind         = Habit{At: Part, Message: "a variable is bound with `let`: `let $1 = …`; it keeps its value", Example: "z = %a; z", Meant: "let z = %a; z"}
	BindWord     = Habit{At: Part, Message: letForm, Example: "var z = %a; z", Meant: "let z = %a; z"}
	BindTyped    = Habit{At: Part, Message: typedLetForm, Example: "int32 z = %a; z", Meant: "let z = %a; z"}
	BindType     = Habit{At: Part, Message: "a variable is bound with `let`, its type follows it: `$1 = …`", Example: "final int32 %z = %a; %z", Meant: "let %z: int32 = %a; %z"}
	BindTuple    = Habit{At: Part, Message: "several variables are bound with parentheses around them: `let (%a, %b) = …`", Example: "let %y, %z = %t; %y", Meant: "let (%y, %z) = %t; %y"}
	BindBrackets = Habit{At: Part, Message: "variables are bound with `let`: `let (%a, %b) = …`; they keep their values", Example: "(%y, %z) = %t; %y", Meant: "let (%y, %z) = %t; %y"}
	BindEach     = Habit{At: Part, Message: "bindings are separated by `;`, each with a `let` of its own", Example: "let %y = 1 and %z = 2; %y", Meant: "let %y = 1 ; let %z = 2; %y"}
	BindIn       = Habit{At: Part, Message: "a binding ends with `;`, not with `in`", Example: "let %z = %a in %z", Meant: "let %z = %a; %z"}
	Assign       = Habit{At: Part, Message: "a variable is bound with `let %x = …`; `ref_write(%r, …)` changes what a reference holds", Example: "%a := %b"}
	IfLet        = Habit{At: Part, Message: "there is no `if let`: `match (…) { P => …, _ => … }` takes a value apart",
		Example: "if let Some(%z) = %o { %z } else { %a }", Meant: "match (%o) { Some(%z) => { %z }, _ => { %a } }"}
	Where     = Habit{At: Part, Message: WhereForm, Example: "%y where %y = %a"}
	Braces    = Habit{At: Part, Message: "$1 is written in braces: `{ … }`", Example: "if %p then %a else %b", Meant: "if %p { %a } else { %b }"}
	BracesEnd = Habit{At: Part, Message: "$1 is written in braces: `{ … }`, without `end`", Whole: true, Example: "def @f(%a: int32) -> int32\n  %a\nend", Meant: "def @f(%a: int32) -> int32 {\n  %a\n}"}
	Surplus   = Habit{At: Part, Message: "$1 follows without `$2`", Example: "if (%p) then { %a } else { %b }", Meant: "if (%p)  { %a } else { %b }"}
	Block     = Habit{At: Part, Message: BlockForm, Example: "begin %a end", Meant: "{ %a }"}
	ElseIf    = Habit{At: Part, Message: "there is no `$1`: write `else if`", Example: "if (%p) { %a } elif (%q) { %b } else { 1 }", Meant: "if (%p) { %a } else if (%q) { %b } else { 1 }"}
	Guards    = Habit{At: Part, Message: "a definition has one body, in braces: a choice in it is written `if (…) { … } else { … }`", Whole: true,
		Example: "def @f(%x: int32) -> int32\n  | %x > 0 = 1\n  | otherwise = 2"}
)

// Clauses and patterns.
var (
	Clauses = Habit{At: Part, Message: "the clauses of a `match` are written in braces, with commas in between: `match (…) { P => e, Q => e }`",
		Example: "match %o with | Some(%z) -> %z | None -> 0", Meant: "match %o { Some(%z) => %z, None => 0 }"}
	Cases = Habit{At: Part, Message: "a choice between constructors is written `match (…) { P => e, Q => e }`",
		Example: "case %o of { Some(%z) -> %z; None -> 0 }", Meant: "match %o { Some(%z) => %z, None => 0 }"}
	Default     = Habit{At: Part, Message: "the clause for all other values is written `_ => …`", Example: "match (%a) { 1 => 2, default: 3 }", Meant: "match (%a) { 1 => 2, _ => 3 }"}
	Bar         = Habit{At: Part, Message: "a clause is written `P => e` or `case P { e }`, without `|`", Example: "match (%a) { | 1 => 2 | _ => 3 }"}
	Or          = Habit{At: Part, Message: "a pattern has no alternatives: write a clause for each", Example: "match (%a) { 1 | 2 => 2, _ => 3 }"}
	Fields      = Habit{At: Part, Message: "the fields of a constructor are written in parentheses: `$1`", Example: "match (%o) { Some %z => 1, None => 0 }", Meant: "match (%o) { Some(%z) => 1, None => 0 }"}
	Qualified   = Habit{At: Part, Message: "a constructor is written without its type: `$1`", Example: "Option::Some(%a)", Meant: "Some(%a)"}
	ConsPattern = Habit{At: Part, Message: "the first element of a list and the others are matched by `Cons(%x, %rest)`",
		Example: "match (%l) { %y :: %z => %y, Nil => 0 }", Meant: "match (%l) { Cons(%y, %z) => %y, Nil => 0 }"}
	BracketPattern = Habit{At: Part, Message: "a pattern has no brackets: the empty list is `Nil`, others are `Cons(%x, %rest)`",
		Example: "match (%l) { [] => 0, _ => 1 }", Meant: "match (%l) { Nil() => 0, _ => 1 }"}
	WholePattern = Habit{At: Part, Message: "there is no `@` in a pattern: match a variable, and take it apart with a `match` of its own", Example: "match (%o) { y@Some(_) => 1, _ => 2 }"}
	AsPattern    = Habit{At: Part, Message: "there is no `as` in a pattern: match a variable, and take it apart with a `match` of its own", Example: "match (%o) { Some(_) as %y => 1, _ => 2 }"}
	RangePattern = Habit{At: Part, Message: "a pattern has no ranges: match a variable, and write `if (…) { … } else { … }` after `=>`", Example: "match (%a) { 1..9 => 1, _ => 2 }"}
	RowPattern   = Habit{At: Part, Message: "several values are matched in parentheses: `(%x, %y)`", Example: "match (%t) { %y, %z => 1 }"}
	Guard        = Habit{At: Part, Message: "a clause has no condition: write `if (…) { … } else { … }` after `=>`", Example: "match (%a) { %z if %z > 0 => 1, _ => 2 }"}
)

// Types and parameters.
var (
	TypeBefore   = Habit{At: Part, Message: "the type of a parameter follows it: `$1`", Whole: true, Example: "def @f(List[int32] %x) -> int32 { 1 }", Meant: "def @f(%x: List[int32]) -> int32 { 1 }"}
	FunctionType = Habit{At: Part, Message: "the type of a function is written `fn(T) -> U`", Whole: true, Example: "def @f(%k: int32 -> int32) -> int32 { %k(1) }", Meant: "def @f(%k: fn(int32) -> int32) -> int32 { %k(1) }"}
	Borrowed     = Habit{At: Part, Message: "types have no `&`: values never change, so that they may be shared; `ref(T)` is a cell that can be written", Whole: true,
		Example: "def @f(%x: &int32) -> int32 { %x }", Meant: "def @f(%x: int32) -> int32 { %x }"}
	BorrowedRow = Habit{At: Part, Message: "a sequence has the type `FractalTensor[int32]`, an array `Tensor[(3), float32]`, without `&`", Whole: true, Example: "def @f(%x: &[int32]) -> int32 { 1 }", Meant: "def @f(%x: FractalTensor[int32]) -> int32 { 1 }"}
	Mutable     = Habit{At: Part, Message: "types have no `&mut`: a cell that can be written has the type `ref(T)`", Whole: true,
		Example: "def @f(%x: &mut int32) -> int32 { ref_read(%x) }", Meant: "def @f(%x: ref(int32)) -> int32 { ref_read(%x) }"}
	Brackets = Habit{At: Part, Message: bracketsForm, Whole: true, Example: "def @f(%x: List<int32>) -> int32 { 1 }", Meant: "def @f(%x: List[int32]) -> int32 { 1 }"}
	Row      = Habit{At: Part, Message: "this type is written `$1`", Whole: true, Example: "def @f(%x: [float32; 3]) -> int32 { 1 }", Meant: "def @f(%x: Tensor[(3), float32]) -> int32 { 1 }"}
	Shape    = Habit{At: Part, Message: "the type of a tensor is written `$1`: its shape in parentheses, then its dtype", Whole: true,
		Example: "def @f(%x: float32[2][3]) -> int32 { 1 }", Meant: "def @f(%x: Tensor[(2, 3), float32]) -> int32 { 1 }"}
	AnyExtent = Habit{At: Part, Message: "an extent that is known only when the program runs is written `?`", Whole: true,
		Example: "def @f(%x: Tensor[(*, 3), float32]) -> int32 { 1 }", Meant: "def @f(%x: Tensor[(?, 3), float32]) -> int32 { 1 }"}
	Optional = Habit{At: Part, Message: "a value that may be absent has the type `Optional[$1]`", Whole: true,
		Example: "def @f(%x: int32?) -> int32 { 1 }", Meant: "def @f(%x: Optional[int32]) -> int32 { 1 }"}
	Union        = Habit{At: Part, Message: "there are no unions of types: `Optional[$1]` is a value or `None`, `data` declares a choice", Whole: true, Example: "def @f(%x: int32 | None) -> int32 { 1 }"}
	PairType     = Habit{At: Part, Message: "the type of a pair is written `($1, …)`", Whole: true, Example: "def @f(%x: int32 * bool) -> int32 { 1 }"}
	Results      = Habit{At: Part, Message: "the type of several results is that of a tuple: `($1, …)`", Whole: true, Example: "def @f(%x: int32) -> int32, int32 { (%x, %x) }"}
	DefaultValue = Habit{At: Part, Message: DefaultForm, Whole: true, Example: "def @f(%x: int32 = 3) -> int32 { 1 }"}
	Stars        = Habit{At: Part, Message: "a parameter has no `$1`: a function takes a fixed number of arguments, each by its place", Whole: true, Example: "def @f(%x: int32, *%rest) -> int32 { %x }", Meant: "def @f(%x: int32, %rest) -> int32 { %x }"}
	FieldName    = Habit{At: Part, Message: "the fields of a constructor have no names, only types: `Point(float32, float32)`", Whole: true, Example: "data Point { Point(x: float32) }", Meant: "data Point { Point(float32) }"}
	FieldBraces  = Habit{At: Part, Message: "the fields of a constructor are written in parentheses, without names: `Circle(float32)`", Whole: true, Example: "data Shape { Circle { x: float32 } }"}
	Angle        = Habit{At: Part, Message: "type parameters are written in angle brackets: `$1`", Whole: true, Example: "data Box(a) { Box(a) }", Meant: "data Box<a> { Box(a) }"}
	AngleBraces  = Habit{At: Part, Message: "type parameters are written in angle brackets, constructors in braces: `<$1> { A, B(int32) }`", Whole: true, Example: "data Maybe a = Absent | Only a"}
	AngleBehind  = Habit{At: Part, Message: "type parameters are written in angle brackets after the name, constructors in braces: `data $1<$2> { A, B(int32) }`", Whole: true, Example: "type 'a tree = Leaf | Node of 'a",
		Meant: "data tree<a> { Leaf, Node(a) }"}
)

// Items.
var (
	Alias        = Habit{At: Part, Message: AliasForm}
	Value        = Habit{At: Part, Message: globalForm}
	Record       = Habit{At: Part, Message: RecordForm, Whole: true, Example: "type Point = { x: float32; y: float32 }"}
	Constructors = Habit{At: Part, Message: "constructors are written in braces: `data $1 { A, B(int32) }`", Whole: true,
		Example: "type Shape = Circle of float32 | Pair of float32 * int32", Meant: "data Shape { Circle(float32), Pair(float32, int32) }"}
	Of = Habit{At: Part, Message: "the fields of a constructor are written in parentheses after its name: `$1(float32)`", Whole: true,
		Example: "data Shape { Circle of float32 }", Meant: "data Shape { Circle(float32) }"}
	ConstructorType = Habit{At: Part, Message: "a constructor is declared as `$1: (int32) -> T`, its fields in parentheses", Whole: true, Example: "data T { A :: int32 -> T }"}
	TypedHead       = Habit{At: Part, Message: "a definition is written `def @$1(…) -> $2 { … }`, the type of a parameter after it: `%x: int32`", Whole: true, Example: "int32 f(int32 x) { x }"}
	Equation        = Habit{At: Part, Message: "a definition is written `def @$1(%x) { … }`: its parameters are in parentheses, its body in braces", Whole: true, Example: "double x = x * 2"}
	Signature       = Habit{At: Part, Message: "the type of a function is written in its definition: `def @$1(%x: T) -> U { … }`", Whole: true, Example: "f :: int32 -> int32"}
	Recursive       = Habit{At: Part, Message: "there is no `rec`: every definition may call itself", Whole: true, Example: "def rec @f(%x: int32) -> int32 { %x }", Meant: "def @f(%x: int32) -> int32 { %x }"}
	NameWord        = Habit{At: Part, Message: "the name of the function follows `def`, without `$1`", Whole: true, Example: "def inline @f(%x: int32) -> int32 { %x }", Meant: "def @f(%x: int32) -> int32 { %x }"}
	Indented        = Habit{At: Part, Message: "a definition is written `def $1(…) { … }`: its name begins with `@`, its body is in braces", Whole: true, Example: "def f(x):\n  x"}
	Decorator       = Habit{At: Part, Message: "there are no decorators: a definition begins with `def`; operators have no `@`", Whole: true, Example: "@tf.function"}
)

// parts are all of these.
var parts = []*Habit{
	&Comment, &BlockComment, &DoubledEnd, &HiddenDivisor, &Quotes, &InfixName, &TypeVariable, &Dollar, &LeadingPoint,
	&Not, &NotSame, &ReadReference, &Dots, &Function, &FileFunction, &InnerFunction, &Operator, &Section,
	&Closure, &Compose, &Pipe, &Applied, &Dollars, &Inferred, &Spread, &Named, &NoMacro, &Method, &Return, &EarlyExit,
	&HalfChoice, &Conditional, &AtLeast, &AtMost, &Cast, &As, &Contains, &Comprehension, &Cons, &Absent,
	&AbsentBehind, &ArrowField, &Slice, &NewAxis, &Ellipsis, &Range, &Formatted, &Bind, &BindWord, &BindTyped,
	&BindType, &BindTuple, &BindBrackets, &BindEach, &BindIn, &Assign, &IfLet, &Where, &Braces, &BracesEnd,
	&Surplus, &Block, &ElseIf, &Guards, &Clauses, &Cases, &Default, &Bar, &Or, &Fields, &Qualified, &ConsPattern,
	&BracketPattern, &WholePattern, &AsPattern, &RangePattern, &RowPattern, &Guard, &TypeBefore, &FunctionType, &Borrowed,
	&BorrowedRow, &Mutable, &Brackets, &Row, &Shape, &AnyExtent, &Optional, &Union, &PairType, &Results,
	&DefaultValue, &Stars, &FieldName, &FieldBraces, &Angle, &AngleBraces, &AngleBehind, &Alias, &Value,
	&Record, &Constructors, &Of, &ConstructorType, &TypedHead, &Equation, &Signature, &Recursive, &NameWord,
	&Indented, &Decorator,
}
