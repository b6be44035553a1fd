package codes

import "strings"

// rulePrefix begins the codes of lint rules, which programs' authors write.
const rulePrefix = "rule/"

// OfRule is the code of a lint rule.
func OfRule(name string) Code { return Code(rulePrefix + name) }

// IsRule tells of the code of a lint rule.
func (c Code) IsRule() bool { return strings.HasPrefix(string(c), rulePrefix) }

// A Code names a kind of finding; `fraccheck explain CODE` has a page on each.
type Code string

const (
	SyntaxError         Code = "syntax-error"
	UnclosedDelimiter   Code = "unclosed-delimiter"
	UndefinedName       Code = "undefined-name"
	UnknownOperator     Code = "unknown-operator"
	OperatorError       Code = "operator-error"
	DuplicateDefinition Code = "duplicate-definition"
	ImportError         Code = "import-error"
	MetadataError       Code = "metadata-error"
	UnreadableFile      Code = "unreadable-file"
	TypeMismatch        Code = "type-mismatch"
	ArityMismatch       Code = "arity-mismatch"
	KindMismatch        Code = "kind-mismatch"
	ShapeMismatch       Code = "shape-mismatch"
	DtypeMismatch       Code = "dtype-mismatch"
	DepthMismatch       Code = "depth-mismatch"
	InfiniteType        Code = "infinite-type"
	AmbiguousType       Code = "ambiguous-type"
	// TooLarge: what a text means is too large to be worked out.
	TooLarge     Code = "too-large"
	NotAFunction Code = "not-a-function"
	// UndeclaredRequirement: a definition asks more of its type parameters than its
	// signature says.
	UndeclaredRequirement Code = "undeclared-requirement"
	BadProjection         Code = "bad-projection"
	UnknownAttribute      Code = "unknown-attribute"
	AttributeValue        Code = "attribute-value"
	FractalElement        Code = "fractal-element"
	FractalWrite          Code = "fractal-write"
	NotEquivalent         Code = "not-equivalent"
	RefutableBinding      Code = "refutable-binding"
	InternalError         Code = "internal-error"
	// RuleError: a file of rules has a mistake, or a rule cannot be applied.
	RuleError Code = "rule-error"

	NonexhaustiveMatch Code = "nonexhaustive-match"

	UnreachableCase         Code = "unreachable-case"
	UnreachablePattern      Code = "unreachable-pattern"
	StaleTypeComment        Code = "stale-type-comment"
	SuspectShape            Code = "suspect-shape"
	SuspectAttribute        Code = "suspect-attribute"
	SuspectOperand          Code = "suspect-operand"
	UnusedBinding           Code = "unused-binding"
	UnusedDefinition        Code = "unused-definition"
	UnusedPatternVariable   Code = "unused-pattern-variable"
	UnusedParameter         Code = "unused-parameter"
	UnusedSuppression       Code = "unused-suppression"
	ConstantCondition       Code = "constant-condition"
	ConstantFault           Code = "constant-fault"
	DiscardedValue          Code = "discarded-value"
	EffectInParallel        Code = "effect-in-parallel"
	EffectOrder             Code = "effect-order"
	NonterminatingRecursion Code = "nonterminating-recursion"
	UnknownVersion          Code = "unknown-version"
	OldSpelling             Code = "old-spelling"
	TypedHole               Code = "typed-hole"
	MatchTooComplex         Code = "match-too-complex"

	CostContract     Code = "cost-contract"
	UnprovedContract Code = "unproved-contract"
	CostRegression   Code = "cost-regression"

	ReduceNotAssociative Code = "reduce-not-associative"
	ReduceIdentity       Code = "reduce-identity"

	ShadowedBinding         Code = "shadowed-binding"
	RedundantMatch          Code = "redundant-match"
	VariableLikeConstructor Code = "variable-like-constructor"
	FoldAsReduce            Code = "fold-as-reduce"
	CommonSubexpression     Code = "common-subexpression"
	BranchInvariant         Code = "branch-invariant"
	LoopInvariant           Code = "loop-invariant"
)
