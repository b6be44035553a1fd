package codes

import "strings"

// A Code names a kind of diagnostic. `fraccheck explain CODE` shows the page of each.
type Code string

const (
	// The text.
	SyntaxError        Code = "syntax-error"
	UnclosedDelimiter  Code = "unclosed-delimiter"
	UnreadableFile     Code = "unreadable-file"
	UnknownVersion     Code = "unknown-version"
	ConfigurationError Code = "configuration-error"
	OldSpelling        Code = "old-spelling"
	MetadataError      Code = "metadata-error"
	UnusedSuppression  Code = "unused-suppression"
	InternalError      Code = "internal-error"

	// Names and declarations.
	UndefinedName         Code = "undefined-name"
	UnknownOperator       Code = "unknown-operator"
	OperatorError         Code = "operator-error"
	DuplicateDefinition   Code = "duplicate-definition"
	ImportError           Code = "import-error"
	UndeclaredRequirement Code = "undeclared-requirement"

	// Types.
	TypeMismatch     Code = "type-mismatch"
	ArityMismatch    Code = "arity-mismatch"
	KindMismatch     Code = "kind-mismatch"
	ShapeMismatch    Code = "shape-mismatch"
	DtypeMismatch    Code = "dtype-mismatch"
	DepthMismatch    Code = "depth-mismatch"
	InfiniteType     Code = "infinite-type"
	AmbiguousType    Code = "ambiguous-type"
	TooLarge         Code = "too-large"
	NotAFunction     Code = "not-a-function"
	BadProjection    Code = "bad-projection"
	UnknownAttribute Code = "unknown-attribute"
	AttributeValue   Code = "attribute-value"
	FractalElement   Code = "fractal-element"
	FractalWrite     Code = "fractal-write"
	NotEquivalent    Code = "not-equivalent"
	StaleTypeComment Code = "stale-type-comment"
	StaleShape       Code = "stale-shape"
	SuspectShape     Code = "suspect-shape"
	SuspectAttribute Code = "suspect-attribute"
	SuspectOperand   Code = "suspect-operand"
	Hole             Code = "hole"

	// Matches.
	NonexhaustiveMatch      Code = "nonexhaustive-match"
	RefutableBinding        Code = "refutable-binding"
	UnreachableCase         Code = "unreachable-case"
	UnreachablePattern      Code = "unreachable-pattern"
	MatchTooComplex         Code = "match-too-complex"
	RedundantMatch          Code = "redundant-match"
	VariableLikeConstructor Code = "variable-like-constructor"

	// Variables, values and effects.
	UnusedBinding           Code = "unused-binding"
	UnusedDefinition        Code = "unused-definition"
	UnusedPatternVariable   Code = "unused-pattern-variable"
	UnusedParameter         Code = "unused-parameter"
	ShadowedBinding         Code = "shadowed-binding"
	ConstantCondition       Code = "constant-condition"
	ConstantFault           Code = "constant-fault"
	DiscardedValue          Code = "discarded-value"
	EffectInParallel        Code = "effect-in-parallel"
	EffectOrder             Code = "effect-order"
	NonterminatingRecursion Code = "nonterminating-recursion"
	CommonSubexpression     Code = "common-subexpression"
	BranchInvariant         Code = "branch-invariant"
	LoopInvariant           Code = "loop-invariant"
	FoldAsReduce            Code = "fold-as-reduce"

	// Numbers.
	MayOverflow    Code = "may-overflow"
	MayBeUndefined Code = "may-be-undefined"
	LosesPrecision Code = "loses-precision"
	OutOfRange     Code = "out-of-range"

	// Costs.
	CostContract     Code = "cost-contract"
	UnprovedContract Code = "unproved-contract"
	CostRegression   Code = "cost-regression"
	CouldCostLess    Code = "could-cost-less"

	// Laws and rules.
	ReduceNotAssociative Code = "reduce-not-associative"
	ReduceIdentity       Code = "reduce-identity"
	RuleError            Code = "rule-error"
)

// properties are what is true of all diagnostics of a code where neither a configuration nor the
// diagnostic says otherwise.
type properties struct {
	severity   Severity
	confidence Confidence // of the fixes
	tags       Tag
}

// table has a row for every code; a test compares it with the constants. The page of a code is
// explain/pages/CODE.md, and the Analyzer of a check lists the codes that it reports.
//
// Naming an unused variable `_x` keeps the meaning of the program, but hides that something may
// have been forgotten. So the confidence of that fix is Likely, and not Safe.
var table = map[Code]properties{
	SyntaxError:        {Error, Likely, Unrelated},
	UnclosedDelimiter:  {Error, Likely, 0},
	UnreadableFile:     {Error, Likely, 0},
	UnknownVersion:     {Warning, Likely, 0},
	ConfigurationError: {Error, Likely, 0},
	OldSpelling:        {Info, Safe, 0},
	MetadataError:      {Error, Likely, 0},
	UnusedSuppression:  {Warning, Safe, Unnecessary | Inert},
	InternalError:      {Error, Likely, 0},

	UndefinedName:         {Error, Likely, 0},
	UnknownOperator:       {Warning, Likely, 0},
	OperatorError:         {Warning, Likely, 0},
	DuplicateDefinition:   {Error, Likely, 0},
	ImportError:           {Error, Likely, 0},
	UndeclaredRequirement: {Error, Likely, 0},

	TypeMismatch:     {Error, Likely, 0},
	ArityMismatch:    {Error, Likely, 0},
	KindMismatch:     {Error, Likely, 0},
	ShapeMismatch:    {Error, Likely, 0},
	DtypeMismatch:    {Error, Likely, 0},
	DepthMismatch:    {Error, Likely, 0},
	InfiniteType:     {Error, Likely, 0},
	AmbiguousType:    {Error, Likely, 0},
	TooLarge:         {Error, Likely, 0},
	NotAFunction:     {Error, Likely, 0},
	BadProjection:    {Error, Likely, 0},
	UnknownAttribute: {Error, Likely, 0},
	AttributeValue:   {Error, Likely, 0},
	FractalElement:   {Error, Likely, 0},
	FractalWrite:     {Error, Likely, 0},
	NotEquivalent:    {Error, Likely, 0},
	StaleTypeComment: {Warning, Safe, Inert},
	StaleShape:       {Error, Likely, 0},
	SuspectShape:     {Warning, Likely, 0},
	SuspectAttribute: {Warning, Likely, 0},
	SuspectOperand:   {Warning, Likely, 0},
	Hole:             {Info, Likely, 0},

	NonexhaustiveMatch:      {Error, Sketch, 0},
	RefutableBinding:        {Error, Sketch, 0},
	UnreachableCase:         {Warning, Safe, Unnecessary},
	UnreachablePattern:      {Warning, Safe, Unnecessary},
	MatchTooComplex:         {Warning, Likely, 0},
	RedundantMatch:          {Hint, Safe, Unnecessary},
	VariableLikeConstructor: {Hint, Likely, 0},

	UnusedBinding:           {Warning, Likely, Unnecessary | Tidy},
	UnusedDefinition:        {Hint, Likely, Unnecessary | Tidy},
	UnusedPatternVariable:   {Hint, Likely, Unnecessary | Tidy},
	UnusedParameter:         {Hint, Likely, Unnecessary | Tidy | OptIn},
	ShadowedBinding:         {Hint, Likely, Tidy},
	ConstantCondition:       {Warning, Likely, 0},
	ConstantFault:           {Warning, Likely, 0},
	DiscardedValue:          {Warning, Likely, Unnecessary | Tidy},
	EffectInParallel:        {Warning, Likely, 0},
	EffectOrder:             {Warning, Likely, 0},
	NonterminatingRecursion: {Warning, Likely, 0},
	CommonSubexpression:     {Hint, Safe, Cumulative},
	BranchInvariant:         {Hint, Safe, Cumulative},
	LoopInvariant:           {Hint, Safe, Cumulative},
	FoldAsReduce:            {Hint, Likely, 0},

	MayOverflow:    {Warning, Likely, 0},
	MayBeUndefined: {Warning, Likely, 0},
	LosesPrecision: {Warning, Likely, 0},
	OutOfRange:     {Warning, Likely, 0},

	CostContract:     {Error, Likely, 0},
	UnprovedContract: {Warning, Likely, 0},
	CostRegression:   {Warning, Likely, 0},
	CouldCostLess:    {Hint, Likely, 0},

	ReduceNotAssociative: {Warning, Likely, 0},
	ReduceIdentity:       {Warning, Likely, 0},
	RuleError:            {Error, Likely, 0},
}

// ruleProperties are those of every lint rule.
var ruleProperties = properties{Warning, Likely, 0}

// rulePrefix begins the codes of lint rules, which users write.
const rulePrefix = "rule/"

// OfRule returns the code of a lint rule.
func OfRule(name string) Code { return Code(rulePrefix + name) }

// IsRule reports whether c is the code of a lint rule.
func (c Code) IsRule() bool { return strings.HasPrefix(string(c), rulePrefix) }

func (c Code) properties() properties {
	if c.IsRule() {
		return ruleProperties
	}
	return table[c]
}

// DefaultSeverity returns the severity of the diagnostics of c, unless a configuration sets another.
func (c Code) DefaultSeverity() Severity { return c.properties().severity }

// Confidence returns the confidence of the fixes of c, unless a fix states another.
func (c Code) Confidence() Confidence { return c.properties().confidence }

// Has reports whether c has all tags of t.
func (c Code) Has(t Tag) bool { return c.properties().tags&t == t }
