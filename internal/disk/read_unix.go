//go:build unix

package disk

import (
	"io"

	"golang.org/x/sys/unix"
)

// readPlain is Read of what nearly all files are: regular, of a file system that was looked
// at, and the same file when it is opened. It asks the system for no more than that, where
// a check reads thousands of files; anything else is not ok, and Read returns the error.
func readPlain(buffer []byte, path string, limit Limit) (content []byte, ok bool) {
	var before, now unix.Stat_t
	if unix.Stat(path, &before) != nil || before.Mode&unix.S_IFMT != unix.S_IFREG || !isPlainDevice(uint64(before.Dev)) {
		return nil, false
	}
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, false
	}
	defer unix.Close(fd)
	if unix.Fstat(fd, &now) != nil || now.Dev != before.Dev || now.Ino != before.Ino || now.Size > limit.Bytes {
		return nil, false
	}
	content, err = readAll(buffer, io.LimitReader(descriptor(fd), limit.Bytes+1), int(now.Size))
	return content, err == nil && int64(len(content)) <= limit.Bytes
}

// A descriptor is an open file.
type descriptor int

func (d descriptor) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	for {
		switch n, err := unix.Read(int(d), b); {
		case err == unix.EINTR:
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}
