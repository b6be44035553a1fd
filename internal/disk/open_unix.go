//go:build unix

package disk

import (
	"os"
	"syscall"
)

// atOnce opens without waiting for who is at the other end of a pipe, notLinked fails at a link
// in the last name of a path.
const (
	atOnce    = syscall.O_NONBLOCK | syscall.O_NOCTTY
	notLinked = syscall.O_NOFOLLOW
)

// openNow opens without waiting for whoever writes into a pipe, and without getting a
// terminal.
func openNow(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|atOnce, 0)
}
