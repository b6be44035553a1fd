package op

// Aliasing says whether the result holds the elements of the first argument
// itself, or copies. Values never change, so that only memory and time can tell
// the difference: a view keeps all of its argument alive and costs nothing.
type Aliasing uint8

const (
	UnknownAliasing Aliasing = iota
	// Fresh results have memory of their own.
	Fresh
	// View results lie in the memory of the first argument, whatever that is.
	View
	// ViewOrCopy results do where the argument's layout allows it.
	ViewOrCopy
)
