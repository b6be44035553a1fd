package disk

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// exchange makes two files change places at once.
func exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

// unsupported reports whether err is a file system that cannot exchange.
func unsupported(err error) bool {
	return errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP)
}

// quiet waits until nobody has a file open for writing, and reports whether that came to
// be. A read lease is refused as long as somebody does (fcntl(2)); where there are no
// leases, nothing is known, and the answer is true.
func quiet(path string) bool {
	file, err := openNow(path)
	if err != nil {
		return false
	}
	defer file.Close()
	for range 5 {
		_, err = unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
		if !errors.Is(err, unix.EAGAIN) {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
}
