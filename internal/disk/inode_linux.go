package disk

import (
	"io/fs"
	"syscall"
)

// An inode is the file that a name stands for, and when that was last changed in any way.
type inode struct {
	device, number uint64
	changed        syscall.Timespec
}

func inodeOf(info fs.FileInfo) inode {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return inode{}
	}
	return inode{uint64(s.Dev), s.Ino, s.Ctim}
}
