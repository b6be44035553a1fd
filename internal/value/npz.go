package value

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Named is an array of an .npz file.
type Named struct {
	Name  string
	Array *Array
}

// WriteNPZ writes arrays as an .npz file, uncompressed as numpy.savez does.
func WriteNPZ(w io.Writer, arrays []Named) error {
	archive := NewNPZWriter(w)
	for _, a := range arrays {
		if err := archive.Write(a.Name, a.Array); err != nil {
			return err
		}
	}
	return archive.Close()
}

// An NPZWriter writes an .npz file array by array and keeps none.
type NPZWriter struct{ archive *zip.Writer }

// NewNPZWriter returns a writer of an .npz file, which Close ends.
func NewNPZWriter(w io.Writer) *NPZWriter { return &NPZWriter{zip.NewWriter(w)} }

// Write adds an array under a name that the file has not yet.
func (w *NPZWriter) Write(name string, a *Array) error {
	file, err := w.archive.CreateHeader(&zip.FileHeader{Name: name + ".npy"})
	if err != nil {
		return fmt.Errorf("writing .npz: %w", err)
	}
	return WriteNPY(file, a)
}

// Close writes the directory of the archive.
func (w *NPZWriter) Close() error {
	if err := w.archive.Close(); err != nil {
		return fmt.Errorf("writing .npz: %w", err)
	}
	return nil
}

// ReadNPZ reads the arrays of an .npz file of size bytes, compressed or not, in the
// file's order: the one of a name, or all where the name is "". Their elements take at
// most so many bytes together, whatever is stored of them. Names are those of the
// archive; nothing is written where they may point.
func ReadNPZ(r io.ReaderAt, size, most int64, name string) ([]Named, error) {
	archive, err := OpenNPZ(r, size)
	if err != nil {
		return nil, err
	}
	var arrays []Named
	met := map[string]bool{}
	for i := range archive.Len() {
		array := archive.Name(i)
		if name != "" && array != name {
			continue
		}
		a, err := archive.Read(i, most)
		if err == nil && met[array] {
			err = fmt.Errorf("%s: there is another array of this name in the file", printable(archive.files[i].Name))
		}
		if err != nil {
			return nil, err
		}
		met[array] = true
		most -= int64(a.Len()) * int64(a.Dtype.Size())
		arrays = append(arrays, Named{array, a})
	}
	return arrays, nil
}

// An NPZ is an .npz file whose arrays are read one by one, compressed or not.
type NPZ struct{ files []*zip.File }

// OpenNPZ reads the directory of an .npz file of size bytes.
func OpenNPZ(r io.ReaderAt, size int64) (*NPZ, error) {
	archive, err := zip.NewReader(r, size)
	if err == nil && len(archive.File) > mostMembers {
		err = fmt.Errorf("it holds %d arrays; %d are read at most", len(archive.File), mostMembers)
	}
	if err != nil {
		return nil, fmt.Errorf("reading .npz: %w", err)
	}
	return &NPZ{archive.File}, nil
}

// Len is the number of arrays.
func (z *NPZ) Len() int { return len(z.files) }

// Name is the name of an array, as the archive has it.
func (z *NPZ) Name(i int) string { return strings.TrimSuffix(z.files[i].Name, ".npy") }

// Read reads an array whose elements take at most so many bytes.
func (z *NPZ) Read(i int, most int64) (*Array, error) {
	a, err := readMember(z.files[i], most)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", printable(z.files[i].Name), err)
	}
	return a, nil
}

// mostMembers is the number of arrays beyond which a file is refused.
const mostMembers = 1 << 16

// encrypted is the bit of a member's flags that says so (APPNOTE.TXT, 4.4.4).
const encrypted = 1

func readMember(file *zip.File, most int64) (*Array, error) {
	if file.Flags&encrypted != 0 {
		return nil, errors.New("it is encrypted")
	}
	member, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer member.Close()
	a, err := ReadNPY(member, most)
	if err != nil {
		return nil, err
	}
	// The checksum is compared where the member ends.
	if _, err := member.Read(make([]byte, 1)); err != nil && err != io.EOF {
		return nil, err
	}
	return a, nil
}

// longestName is how much of a name is shown.
const longestName = 100

// printable is a name as it is shown: one that is long or holds control characters is
// quoted.
func printable(name string) string {
	if len(name) > longestName {
		name = name[:longestName] + "…"
	}
	if strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) || !utf8.ValidString(name) {
		return strconv.Quote(name)
	}
	return name
}
