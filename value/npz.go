package value

import (
	"archive/zip"
	"fmt"
	"io"
	"strings"
)

// A Named is an array of an .npz file.
type Named struct {
	Name  string
	Array *Array
}

// WriteNPZ writes arrays as an .npz file, uncompressed as numpy.savez does.
func WriteNPZ(w io.Writer, arrays []Named) error {
	archive := zip.NewWriter(w)
	for _, a := range arrays {
		file, err := archive.CreateHeader(&zip.FileHeader{Name: a.Name + ".npy"})
		if err != nil {
			return fmt.Errorf("writing .npz: %w", err)
		}
		if err := WriteNPY(file, a.Array); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("writing .npz: %w", err)
	}
	return nil
}

// ReadNPZ reads the arrays of an .npz file of size bytes, compressed or not,
// in the file's order. Their elements take at most so many bytes together.
func ReadNPZ(r io.ReaderAt, size, most int64) ([]Named, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("reading .npz: %w", err)
	}
	var arrays []Named
	for _, file := range archive.File {
		a, err := readMember(file, most)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		most -= int64(a.Len()) * int64(a.Dtype.Size())
		arrays = append(arrays, Named{strings.TrimSuffix(file.Name, ".npy"), a})
	}
	return arrays, nil
}

func readMember(file *zip.File, most int64) (*Array, error) {
	member, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer member.Close()
	return ReadNPY(member, most)
}
