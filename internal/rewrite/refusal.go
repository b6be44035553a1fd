package rewrite

// A Refusal is why edits are not made: a sentence for the user, without a full
// stop.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// The refusals of this package; errors.Is distinguishes them.
const (
	RunsTogether Refusal = "the text would join with the adjacent text"
	OtherItem    Refusal = "the text would no longer read as it does"
	NewError     Refusal = "the text would no longer be right"
	Mistyped     Refusal = "the types would no longer fit"
	OtherType    Refusal = "the type of the definition would change"
	OtherTypes   Refusal = "the types would change"
	OtherMeaning Refusal = "the text would be read in another way"
)
