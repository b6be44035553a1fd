package wire

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/disk"
)

// An External opens the files of external data, by their location as the model has it.
type External interface {
	Open(location string) (ExternalFile, error)
}

// An ExternalFile is a file of external data.
type ExternalFile interface {
	io.ReaderAt
	io.Closer
	Size() int64
}

// Folder opens the regular files in a folder and those below it. A location that leads out of
// it, by its text or by a symbolic link, is an EscapeError, and nothing is opened.
func Folder(dir string) External { return folder(dir) }

type folder string

// An EscapeError is external data outside of the model's folder.
type EscapeError struct{ Location string }

func (e *EscapeError) Error() string {
	return fmt.Sprintf("its external data %q is outside of the model's folder; only files in it and below are read", e.Location)
}

func (f folder) Open(location string) (ExternalFile, error) {
	name := filepath.FromSlash(path.Clean(location))
	switch {
	case location == "":
		return nil, errors.New("its external data has no location")
	case slices.Contains(strings.FieldsFunc(location, isSeparator), "..") || !filepath.IsLocal(name):
		return nil, &EscapeError{location}
	}
	file, size, err := disk.OpenBelow(string(f), name)
	if errors.Is(err, disk.ErrEscapes) {
		return nil, &EscapeError{location}
	}
	if err != nil {
		return nil, fmt.Errorf("its external data %q: %w", location, disk.Cause(err))
	}
	return &sized{file, size}, nil
}

func isSeparator(r rune) bool { return r == '/' || r < 0x80 && os.IsPathSeparator(uint8(r)) }

// sized is a file with the size that it had when it was opened.
type sized struct {
	*os.File
	size int64
}

func (s *sized) Size() int64 { return s.size }

// A place is where external data is said to be.
type place struct {
	location       string
	offset, length int64
	hasLength      bool
}

// external opens the file of external data, and gives where in it the elements begin. They
// are there in full length.
func (t *Tensor) external(ext External) (_ ExternalFile, at int64, err error) {
	need, err := t.ByteSize()
	if err != nil {
		return nil, 0, err
	}
	p, err := t.place()
	if err != nil {
		return nil, 0, err
	}
	if p.hasLength && p.length != need {
		return nil, 0, t.errorf("its external data has a length of %d bytes, and %s", p.length, t.needs(need, "bytes"))
	}
	if ext == nil {
		return nil, 0, t.errorf("its elements are in the file %q, and no other file is read here", p.location)
	}
	file, err := ext.Open(p.location)
	if err != nil {
		return nil, 0, t.wrap(err)
	}
	if size := file.Size(); p.offset > size || need > size-p.offset {
		file.Close()
		return nil, 0, t.errorf("its external data begins at byte %d of %q and takes %d bytes, and the file has %d", p.offset, p.location, need, size)
	}
	return file, p.offset, nil
}

// place reads the entries that say where external data is. Keys that are not known are
// passed over; the checksum, which is that of the whole file, is not compared.
func (t *Tensor) place() (p place, err error) {
	for _, e := range t.External {
		switch e.Key {
		case "location":
			p.location = e.Value
		case "offset":
			p.offset, err = t.size(e)
		case "length":
			p.length, err = t.size(e)
			p.hasLength = true
		}
		if err != nil {
			return p, err
		}
	}
	if p.location == "" {
		err = t.errorf("its elements are in another file, and external_data has no location")
	}
	return p, err
}

// size reads an offset or a length.
func (t *Tensor) size(e Entry) (int64, error) {
	n, err := strconv.ParseInt(e.Value, 10, 64)
	if err != nil || n < 0 {
		return 0, t.errorf("the %s of its external data is %q; a number from 0 to %d is expected", e.Key, e.Value, int64(math.MaxInt64))
	}
	return n, nil
}
