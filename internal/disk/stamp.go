package disk

import (
	"io/fs"
	"os"
	"time"
)

// A Stamp tells one state of a file from another; the zero stamp is that of a
// file that is not there. Times and sizes alone do not: another file may take the place of one
// with the same of both, as `cp -p` and `mv` leave it.
type Stamp struct {
	changed time.Time
	size    int64
	target  string // where a link leads; "" of what is none
	file    inode
}

// StampOf looks at a file.
func StampOf(path string) (is Stamp) {
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		is.target, _ = os.Readlink(path)
		info, err = os.Stat(path)
	}
	if err == nil {
		is.changed, is.size, is.file = info.ModTime(), info.Size(), inodeOf(info)
	}
	return is
}
