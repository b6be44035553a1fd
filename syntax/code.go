package syntax

// A Code names a kind of finding; `fraccheck explain CODE` has a page on each.
type Code string

const (
	SyntaxError         Code = "syntax-error"
	UnclosedDelimiter   Code = "unclosed-delimiter"
	UndefinedName       Code = "undefined-name"
	DuplicateDefinition Code = "duplicate-definition"
	ImportError         Code = "import-error"
	TypeMismatch        Code = "type-mismatch"
	ArityMismatch       Code = "arity-mismatch"
	KindMismatch        Code = "kind-mismatch"
	ShapeMismatch       Code = "shape-mismatch"
	DtypeMismatch       Code = "dtype-mismatch"
	DepthMismatch       Code = "depth-mismatch"
	InfiniteType        Code = "infinite-type"
	AmbiguousType       Code = "ambiguous-type"
	NotAFunction        Code = "not-a-function"
	BadProjection       Code = "bad-projection"
	UnknownAttribute    Code = "unknown-attribute"
	AttributeValue      Code = "attribute-value"
	FractalElement      Code = "fractal-element"
	FractalWrite        Code = "fractal-write"
	NotEquivalent       Code = "not-equivalent"
	RefutableBinding    Code = "refutable-binding"
	InternalError       Code = "internal-error"

	NonexhaustiveMatch Code = "nonexhaustive-match"

	UnreachableCase    Code = "unreachable-case"
	UnreachablePattern Code = "unreachable-pattern"
	StaleTypeComment   Code = "stale-type-comment"
	SuspectShape       Code = "suspect-shape"
	SuspectAttribute   Code = "suspect-attribute"
	SuspectOperand     Code = "suspect-operand"
	UnusedBinding      Code = "unused-binding"
	UnusedSuppression  Code = "unused-suppression"
	MatchTooComplex    Code = "match-too-complex"

	ReduceNotAssociative Code = "reduce-not-associative"
	ReduceIdentity       Code = "reduce-identity"

	ShadowedBinding         Code = "shadowed-binding"
	RedundantMatch          Code = "redundant-match"
	VariableLikeConstructor Code = "variable-like-constructor"
	FoldAsReduce            Code = "fold-as-reduce"
)

// severities holds the codes that are not errors by default.
var severities = map[Code]Severity{
	UnreachableCase:    Warning,
	UnreachablePattern: Warning,
	StaleTypeComment:   Warning,
	SuspectShape:       Warning,
	SuspectAttribute:   Warning,
	SuspectOperand:     Warning,
	UnusedBinding:      Warning,
	UnusedSuppression:  Warning,
	MatchTooComplex:    Warning,

	ReduceNotAssociative: Warning,
	ReduceIdentity:       Warning,

	ShadowedBinding:         Hint,
	RedundantMatch:          Hint,
	VariableLikeConstructor: Hint,
	FoldAsReduce:            Hint,
}

// DefaultSeverity is the severity of a code where no configuration says
// otherwise.
func (c Code) DefaultSeverity() Severity { return severities[c] }
