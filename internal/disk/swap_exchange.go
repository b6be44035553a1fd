//go:build linux || darwin

package disk

import (
	"fmt"
	"os"
)

// swap puts a file in the place of another. Looking first whether that one is as it was
// would leave a moment in which another program saves it, so the two change places, and what came
// out is looked at: where it is newer, it goes back.
func swap(next, path string, was, now []byte) error {
	if err := expect(path, was); err != nil {
		return err
	}
	err := exchange(next, path)
	if unsupported(err) {
		return os.Rename(next, path)
	}
	if err != nil {
		return err
	}
	if quiet(next) && expect(next, was) == nil { // in this order: who had it open may have written
		return nil
	}
	return giveBack(next, path, now)
}

// anything is the limit of what goes back to its place.
var anything = Limit{"files", 1 << 60}

// giveBack returns to its place what another program saved. What comes out should be what was
// put there; if it is not, another program saved again, and that goes back in turn.
func giveBack(theirs, path string, mine []byte) error {
	for {
		put, unread := Read(theirs, anything)
		err := exchange(theirs, path)
		if err != nil {
			return fmt.Errorf("%w and is in %s: %w", errLeft, theirs, err)
		}
		if unread != nil || expect(theirs, mine) == nil { // what they put there may be no file
			return ErrChanged
		}
		mine = put
	}
}
