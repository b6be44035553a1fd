package codes

// Severity tells how bad a finding is.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Info
	Hint
)

var severityNames = [...]string{"error", "warning", "info", "hint"}

func (s Severity) String() string { return severityNames[s] }

// severities holds the codes that are not errors by default.
var severities = map[Code]Severity{
	UnreachableCase:         Warning,
	UnreachablePattern:      Warning,
	StaleTypeComment:        Warning,
	UnknownOperator:         Warning,
	OperatorError:           Warning,
	SuspectShape:            Warning,
	SuspectAttribute:        Warning,
	SuspectOperand:          Warning,
	UnusedBinding:           Warning,
	UnusedDefinition:        Hint,
	UnusedPatternVariable:   Hint,
	UnusedParameter:         Hint,
	UnusedSuppression:       Warning,
	ConstantCondition:       Warning,
	ConstantFault:           Warning,
	DiscardedValue:          Warning,
	EffectInParallel:        Warning,
	EffectOrder:             Warning,
	NonterminatingRecursion: Warning,
	UnknownVersion:          Warning,
	OldSpelling:             Info,
	TypedHole:               Info,
	MatchTooComplex:         Warning,

	UnprovedContract: Warning,
	CostRegression:   Warning,

	ReduceNotAssociative: Warning,
	ReduceIdentity:       Warning,

	ShadowedBinding:         Hint,
	RedundantMatch:          Hint,
	VariableLikeConstructor: Hint,
	FoldAsReduce:            Hint,
	CommonSubexpression:     Hint,
	BranchInvariant:         Hint,
	LoopInvariant:           Hint,
}

// DefaultSeverity is the severity of a code where no configuration says
// otherwise.
func (c Code) DefaultSeverity() Severity {
	if c.IsRule() {
		return Warning
	}
	return severities[c]
}
