//go:build unix

package wire

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapBytes maps a file for reading.
func mapBytes(file *os.File, size int) (data []byte, release func(), err error) {
	data, err = unix.Mmap(int(file.Fd()), 0, size, unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	return data, func() { _ = unix.Munmap(data) }, nil
}
