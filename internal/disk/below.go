package disk

import (
	"errors"
	"io/fs"
	"os"
)

// ErrEscapes is the error of OpenBelow for a file outside of the folder.
var ErrEscapes = errors.New("it is outside of the folder")

// OpenBelow opens a regular file in a folder or below it for reading, under the conditions of
// Read but without a limit, and gives its size. Symbolic links are followed as long as they do
// not lead out of the folder; the system resolves the name inside of it (os.Root), so that no
// link that is put there meanwhile leads elsewhere.
func OpenBelow(dir, name string) (file *os.File, size int64, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, 0, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err == nil {
		err = Regular(name, info)
	}
	if err != nil {
		return nil, 0, escaping(root, err)
	}
	file, err = root.OpenFile(name, os.O_RDONLY|atOnce, 0)
	if err != nil {
		return nil, 0, escaping(root, err)
	}
	opened, err := file.Stat()
	if err == nil {
		err = Regular(name, opened)
	}
	if err == nil {
		err = refuseKernelFile(name, file)
	}
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, opened.Size(), nil
}

// escaping replaces the error of a name outside of a root, which package os does not export,
// by ErrEscapes. `..` is such a name.
func escaping(root *os.Root, err error) error {
	_, outside := root.Lstat("..")
	var sample *fs.PathError
	if errors.As(outside, &sample) && errors.Is(err, sample.Err) {
		return ErrEscapes
	}
	return err
}
