package disk

import "os"

// CreateScratch makes an empty file in the system's folder for temporary files; who
// makes it removes it.
func CreateScratch(prefix string) (*os.File, error) { return os.CreateTemp("", prefix) }

// OpenScratch opens a file of CreateScratch for reading and writing.
func OpenScratch(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|atOnce|notLinked, 0)
}

// KernelText is what the system says in one of its small files, such as
// /proc/meminfo; these are named by this program and by nobody else.
func KernelText(path string) ([]byte, error) { return os.ReadFile(path) }
