package codes

// A Severity is the importance of a diagnostic.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Info
	Hint
)

var severityNames = [...]string{"error", "warning", "info", "hint"}

func (s Severity) String() string { return severityNames[s] }

// A Confidence is how sure it is that a fix produces the program that its author meant. The levels
// are those of rustc's applicability and of ruff's safety.
type Confidence uint8

const (
	// Unsaid: the fix has the confidence of its diagnostic's code.
	Unsaid Confidence = iota
	// Safe: the program keeps its meaning. Such fixes are applied without review.
	Safe
	// Likely: a guess at what was meant, such as a similar name or a missing bracket. Someone must
	// review it.
	Likely
	// Sketch: what was meant cannot be guessed. The fix leaves holes for the author, or writes a name
	// that is only similar, or whose arguments differ.
	Sketch
)

var confidenceNames = [...]string{"unsaid", "safe", "likely", "sketch"}

func (c Confidence) String() string { return confidenceNames[c] }

// A Tag is a set of properties that all diagnostics of a code have.
type Tag uint8

const (
	// Unnecessary: the marked text could be removed. Editors fade it.
	Unnecessary Tag = 1 << iota
	// Tidy: the diagnostic concerns only tidiness. It is not reported in untagged blocks of
	// documents, where code that shows something need not be used.
	Tidy
	// Unrelated: one diagnostic of the code may cause another, so their fixes are not applied
	// together.
	Unrelated
	// Inert: the fixes change only what no run reads (comments, attributes), so the text after them
	// need not be checked.
	Inert
	// OptIn: the diagnostics are a matter of taste, and shown only where a configuration gives the
	// code a severity.
	OptIn
	// Cumulative: a fix may change the other diagnostics of such codes, so of several that touch each
	// other only the first is applied.
	Cumulative
)
