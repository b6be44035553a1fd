package sequence

import "sync/atomic"

// looks counts while a test asks for it; nil otherwise.
var looks atomic.Pointer[atomic.Int64]

// Look counts one element that is looked at, by whoever keeps elements, while Looks runs.
func Look() {
	if count := looks.Load(); count != nil {
		count.Add(1)
	}
}

// Looks counts the elements of all sequences that are looked at while do runs: those that At gives
// and those that a loop over All, Range or Where visits. Tests find out with it whether work grows
// with the length of a sequence. One test counts at a time.
func Looks(do func()) int64 {
	var count atomic.Int64
	looks.Store(&count)
	defer looks.Store(nil)
	do()
	return count.Load()
}
