//go:build linux || darwin

package disk

import (
	"errors"
	"os"
)

// exchanges reports whether two files can change places here.
var exchanges = func() bool {
	a, errA := os.CreateTemp("", "a")
	b, errB := os.CreateTemp("", "b")
	if errA != nil || errB != nil {
		return false
	}
	defer os.Remove(a.Name())
	defer os.Remove(b.Name())
	return errors.Join(a.Close(), b.Close(), exchange(a.Name(), b.Name())) == nil
}()
