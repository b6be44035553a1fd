//go:build !unix

package disk

import (
	"io/fs"
	"os"
)

func resemble(next, path string, info fs.FileInfo) error { return os.Chmod(next, info.Mode().Perm()) }

func severalNames(fs.FileInfo) bool { return false }

func syncDir(string) {}

// alive reports whether there is a process of this number.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err == nil {
		_ = p.Release()
	}
	return err == nil
}
