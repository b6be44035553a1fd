package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// A Limit is how large files of one kind may be.
type Limit struct {
	Kind  string // in the plural, as in "programs may have 256 MB"
	Bytes int64
}

// The limits of what is read. Arrays are bounded by the memory that their reader has.
var (
	Programs  = Limit{"programs", 256e6} // offsets in texts have 32 bits, and trees are larger than texts
	Models    = Limit{"models", 2 << 30} // the limit of their format
	Rules     = Limit{"files of rules", 4e6}
	Configs   = Limit{"configurations", 1e6}
	Ignores   = Limit{"lists of ignored files", 1e6}
	Baselines = Limit{"baselines", 64e6}
	Reports   = Limit{"reports", 256e6}

	Signatures = Limit{"files of signatures", 256e6}
)

// Read is the content of a regular file, or of one that a symbolic link leads to. It
// waits for nobody: pipes, devices, directories and what the system makes up while it is
// read (/proc, /sys) are refused, and so is what is larger than the limit or grows past
// it meanwhile. Errors are *fs.PathError.
func Read(path string, limit Limit) ([]byte, error) { return ReadInto(nil, path, limit) }

// ReadInto is Read into a buffer that its caller uses again, which grows if need be.
func ReadInto(buffer []byte, path string, limit Limit) ([]byte, error) {
	if content, ok := readPlain(buffer, path, limit); ok {
		return content, nil
	}
	file, info, err := open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := limit.Check(path, info.Size()); err != nil {
		return nil, err
	}
	content, err := readAll(buffer, io.LimitReader(file, limit.Bytes+1), int(info.Size()))
	if err == nil {
		err = limit.Check(path, int64(len(content)))
	}
	if err != nil {
		return nil, err
	}
	return content, nil
}

// Check refuses a file that is too large.
func (l Limit) Check(path string, size int64) error {
	if size <= l.Bytes {
		return nil
	}
	return refusal(path, fmt.Errorf("it has %s; %s may have %s", Size(size), l.Kind, Size(l.Bytes)))
}

// ReadStream is Read of standard input, which may be a pipe and may last.
func ReadStream(from io.Reader, limit Limit) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(from, limit.Bytes+1))
	if err == nil && int64(len(content)) > limit.Bytes {
		err = fmt.Errorf("there is more than the %s that %s may have", Size(limit.Bytes), limit.Kind)
	}
	if err != nil {
		return nil, err
	}
	return content, nil
}

// readAll reads to the end of a file of a size, into a buffer. Where that is what is read at once,
// though more was asked for, it is the end: the system need not be asked again.
func readAll(buffer []byte, from io.Reader, size int) ([]byte, error) {
	content := slices.Grow(buffer[:0], size+1)
	for first := true; ; first = false {
		n, err := from.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		switch {
		case errors.Is(err, io.EOF) || err == nil && first && n == size && n > 0:
			return content, nil
		case err != nil:
			return nil, err
		}
		content = slices.Grow(content, 1)
	}
}

// Open opens a regular file for reading, under the conditions of Read but without a
// limit.
func Open(path string) (*os.File, error) {
	file, _, err := open(path)
	return file, err
}

// OpenOwn opens a file of WriteOwn for reading: a regular file that no link leads to.
func OpenOwn(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err == nil {
		err = Regular(path, info)
	}
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDONLY|atOnce|notLinked, 0)
	if err != nil {
		return nil, err
	}
	opened, err := file.Stat()
	if err == nil && !os.SameFile(info, opened) {
		err = Regular(path, opened)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func open(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path) // opening a device may do something
	if err == nil {
		err = Regular(path, info)
	}
	if err == nil {
		err = refuseKernelPath(path, info)
	}
	if err != nil {
		return nil, nil, err
	}
	file, err := openNow(path)
	if err != nil {
		return nil, nil, err
	}
	opened, err := stillRegular(path, file, info)
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, opened, nil
}

// stillRegular looks at what was opened, since another file may have taken the path
// meanwhile.
func stillRegular(path string, file *os.File, before fs.FileInfo) (fs.FileInfo, error) {
	info, err := file.Stat()
	if err == nil {
		err = Regular(path, info)
	}
	if err == nil && !os.SameFile(before, info) {
		err = refuseKernelFile(path, file)
	}
	return info, err
}

// others are what is no regular file.
var others = []struct {
	mode fs.FileMode
	name string
}{
	{fs.ModeDir, "a directory"},
	{fs.ModeNamedPipe, "a named pipe"},
	{fs.ModeSocket, "a socket"},
	{fs.ModeDevice, "a device"},
}

// Regular refuses what is no regular file.
func Regular(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	for _, other := range others {
		if info.Mode()&other.mode != 0 {
			return refusal(path, fmt.Errorf("it is %s; only regular files are read", other.name))
		}
	}
	return refusal(path, errors.New("it is no regular file; only those are read"))
}

var errKernelFile = errors.New("it is generated by the system on reading; only regular files are read")

func refusal(path string, err error) error { return &fs.PathError{Op: "read", Path: path, Err: err} }

// Cause is an error without the operation and the path, for messages that name it. That
// there is no file is said in the same words everywhere.
func Cause(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return syscall.ENOENT
	}
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Size writes a number of bytes with two or three digits: 100 GB, 1.5 MB.
func Size(bytes int64) string {
	size, unit := float64(bytes), 0
	for units := "kMGTPE"; size >= 1000 && unit < len(units); unit++ {
		size /= 1000
	}
	if unit == 0 {
		return fmt.Sprintf("%d bytes", bytes)
	}
	digits := 0
	if size < 10 && size != float64(int64(size)) {
		digits = 1
	}
	return fmt.Sprintf("%.*f %cB", digits, size, "kMGTPE"[unit-1])
}
