package syntax

// A Kind says what a node is. The comment behind each kind gives its
// children in order; "T?" is a child that may be absent (NoNode), "T*" any
// number of them at the end. Kinds without children are leaves: their text is
// the source under their span.
type Kind uint8

const (
	BadNode Kind = iota // what could not be parsed: whatever parts were read*

	// Items: the root of every tree is one of these.
	ItemEmpty    // (an item of nothing but blanks and comments)
	ItemDef      // Global TypeParams? Params Type? Where? Block?
	ItemData     // Name TypeParams? Constructor*   `data` and `type N {…}`
	ItemOpaque   // Name TypeParams?                `type N`, `extern type N`
	ItemAlias    // Name TypeParams? Type           `type N = T`, `N = T`
	ItemDecl     // Global Type                     `@f : T`
	ItemImport   // String
	ItemExpr     // Block                           a top-level expression
	ItemAssert   // Type Type                       `assert equiv(T, U)`; FlagNot
	ItemVersion  // (`#[version = "0.0.5"]`, `v0.0.4`)
	ItemMetadata // (`#[metadata]` with all that follows)
	ItemBad      // whatever parts were read*
	Attribute    // (`#[…]` in front of an item; see Item.Attributes)
	Constructor  // Name TypeTuple? Type?           fields; the spelled result
	TypeParams   // TypeParam*
	TypeParam    // (a name; a kind behind `:` is read and dropped)
	Params       // (Param | NamedArg)*             FlagTrailing: ends with a comma
	Param        // Pattern Type? NamedArg*         NamedArgs: `{virtual_device=…}`
	Where        // Constraint*
	Constraint   // TypeCall Type                   `add(a, b) = c`

	// Statements: children of a Block besides expressions.
	Let     // Pattern Type? Expr
	Graph   // Local Expr                            `%1 = e`
	FreeVar // Local Type?
	Assign  // Expr Expr                             `%xs[%i] = e`: always an error later

	// Expressions.
	Block    // (Statement|Expr)* Expr?             the last child is the result, NoNode if missing
	Local    // Segment*                            `%x`, `%0` and adjacent tail segments
	Segment  // (`.x`, `.0`, `/x`, `:0`, sigil included)
	Global   // (`@f`)
	Name     // (`nn.conv2d`, `Cons`, `x`)
	Int      // (`3`, `3i64`; FlagNegative: a minus was folded in, the span covers it)
	Float    // (`2f`, `1e5`, `inff`; FlagNegative likewise)
	Bool     // (`True`, `true`, `False`, `false`)
	String   // (with its quotes)
	Meta     // (`meta[relay.Constant][0]`)
	Call     // Expr (Expr | NamedArg | Type)*      callee first; types as TVM prints them
	NamedArg // Name Expr                           `axis=[1]`
	Project  // Expr                                `e.0`; the index is Node.Data, -1 if too large
	Index    // Expr Expr                           `e[i]`
	Paren    // Expr
	Tuple    // Expr*                               `()`, `(e,)`, `(a, b)`
	List     // Expr*                               `[e, e]`
	Fn       // TypeParams? Params Type? Block
	If       // Expr Block Block?
	Match    // Expr Clause*                        FlagPartial: `match?`
	Clause   // Pattern Expr                        FlagCase: `case P { e }`, the body is a Block
	Unary    // Operator* Expr                      operators outermost first
	Binary   // Expr (Operator Expr)*               a chain of one precedence, left associative
	Operator // (`+`; Node.Data is the token kind)

	// Patterns.
	PatWild  // (`_`)
	PatVar   // (`%x`)
	PatName  // (`x` or `Nil`: a variable or a constructor, the scope decides)
	PatCons  // Name Pattern*                        `Cons(p, q)`, `Nil()`
	PatTuple // Pattern*
	PatParen // Pattern
	PatLit   // Int|Bool
	PatTyped // Pattern Type                         `%x : T`

	// Types and dimensions. Arithmetic on dimensions is Binary and Unary over
	// these, with Int for numbers.
	TypeName  // (`float32`, `List`, `a`, `n`)
	TypeCall  // TypeName (Type | NamedArg)*         `List[a]`; FlagParen: `Tensor(dtype=…)`, `ref(T)`
	TypeFn    // TypeParams? TypeTuple Type Where?   `fn<a>(T) -> U`
	TypeTuple // Type*                               also shapes: `(3, n, ?)`
	TypeList  // Type*                               `[3, n, ?]` as an argument
	TypeParen // Type                                `(T)`, a shape of one dimension as well
	TypeHole  // (`_`)
	TypeAny   // (`?`)
	TypeMeta  // (`meta[IncompleteType][0]`)

	kindCount
)

// Flags refine a kind.
type Flags uint8

const (
	FlagNegative Flags = 1 << iota // Int, Float
	FlagPartial                    // Match
	FlagCase                       // Clause
	FlagParen                      // TypeCall
	FlagNot                        // ItemAssert
	FlagTrailing                   // Params, Tuple, TypeTuple: written with a comma at its end
	FlagExtern                     // ItemOpaque: `extern type`
	FlagData                       // ItemData: `data`, not `type`
)
