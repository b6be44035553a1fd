//go:build unix

package disk

import (
	"io/fs"
	"os"
	"syscall"
)

// resemble gives a file the owner, mode and attributes of another.
func resemble(next, path string, info fs.FileInfo) error {
	own, err := os.Stat(next)
	if err != nil {
		return err
	}
	was, is := info.Sys().(*syscall.Stat_t), own.Sys().(*syscall.Stat_t)
	if was.Uid != is.Uid || was.Gid != is.Gid {
		if err := os.Chown(next, int(was.Uid), int(was.Gid)); err != nil {
			return err
		}
	}
	if err := os.Chmod(next, info.Mode()&(fs.ModePerm|fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky)); err != nil {
		return err
	}
	return copyAttributes(next, path)
}

func severalNames(info fs.FileInfo) bool { return info.Sys().(*syscall.Stat_t).Nlink > 1 }

// syncDir has the names of a folder on the disk; some systems have no such thing.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// alive reports whether there is a process of this number.
func alive(pid int) bool { return syscall.Kill(pid, 0) != syscall.ESRCH }
