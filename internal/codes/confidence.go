package codes

// A Confidence tells how sure it is that a fix leaves the program that its author
// meant. The levels are those of rustc's applicability and of ruff's safety.
type Confidence uint8

const (
	// Unsaid stands for what fixes of the finding's code are as a rule.
	Unsaid Confidence = iota
	// Safe: the program means what it meant. Such fixes are made unseen.
	Safe
	// Likely: a guess at what was meant, such as a near name or a missing sign.
	// Somebody has to look at it.
	Likely
	// Sketch: what was meant cannot be guessed: holes are left for its author, or a
	// name that is only near, or whose arguments are others, stands in its place.
	Sketch
)

var confidenceNames = [...]string{"unsaid", "safe", "likely", "sketch"}

func (c Confidence) String() string { return confidenceNames[c] }

// confidences holds the codes whose fixes are no guesses. To give an unused
// variable another name keeps the meaning too, but hides that something was
// forgotten, so it stays a guess.
var confidences = map[Code]Confidence{
	StaleTypeComment:   Safe,
	OldSpelling:        Safe,
	UnusedSuppression:  Safe,
	UnreachableCase:    Safe,
	UnreachablePattern: Safe,
	RedundantMatch:     Safe,

	CommonSubexpression: Safe,
	BranchInvariant:     Safe,
	LoopInvariant:       Safe,

	NonexhaustiveMatch: Sketch,
	RefutableBinding:   Sketch,
}

// Confidence is that of the code's fixes, where a fix says nothing else.
func (c Code) Confidence() Confidence {
	if known, ok := confidences[c]; ok {
		return known
	}
	return Likely
}
