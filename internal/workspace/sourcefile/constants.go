package sourcefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
)

// ConstantsFile is the name of the .npz file that a program names in its metadata section; not
// ok where it names none, or none that is read.
//
// The section ends a program, so that of a program its last item is enough.
func (s *Source) ConstantsFile() (name string, ok bool) {
	for i := s.File.Len() - 1; i >= 0; i-- {
		item := s.File.Item(i)
		switch kind := item.Kind(item.Root); {
		case kind == syntax.ItemMetadata:
			f, named := metadata.FileOf(item.SourceText(item.Root))
			return f.Name, named && f.Err == nil
		case kind != syntax.ItemEmpty && s.Program():
			return "", false
		}
	}
	return "", false
}

// FileConstants are the constants of a program in a file of its folder, by the name that the
// program has for it. Nothing is read until a value is asked for.
func FileConstants(files Files, program, name string) metadata.Source {
	f := &constantsFile{open: func() (io.ReaderAt, int64, error) { return openBelow(files, filepath.Dir(program), name) }}
	return func(kind string, i int) (*value.Array, error) {
		if kind != metadata.ConstantKind {
			return nil, nil
		}
		a, err := f.read(i)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", name, disk.Cause(err))
		}
		return a, nil
	}
}

// A constantsFile reads arrays of an .npz file. The file stays open: large arrays are read again
// whenever they are asked for, so that they are in memory only where they are used.
type constantsFile struct {
	open func() (io.ReaderAt, int64, error)

	mu    sync.Mutex
	npz   *value.NPZ
	size  int64
	err   error
	small map[int]*value.Array // which rules compare with numbers again and again
}

// Arrays that are compressed may take so much more memory than the file has bytes. Those of at most
// smallConstant elements are kept.
const (
	unpacked      = 1 << 30
	smallConstant = 1 << 10
)

func (f *constantsFile) read(i int) (*value.Array, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.npz == nil && f.err == nil {
		f.begin()
	}
	switch {
	case f.err != nil:
		return nil, f.err
	case i >= f.npz.Len():
		return nil, fmt.Errorf("it has %d arrays, counted from 0, and this asks for number %d", f.npz.Len(), i)
	case f.small[i] != nil:
		return f.small[i], nil
	}
	a, err := f.npz.Read(i, f.size+unpacked)
	if err == nil && a.Len() <= smallConstant {
		f.small[i] = a
	}
	return a, err
}

// begin opens the file. It is closed when nobody can read it any more.
func (f *constantsFile) begin() {
	r, size, err := f.open()
	if err == nil {
		f.npz, err = value.OpenNPZ(r, size)
	}
	f.size, f.err, f.small = size, err, map[int]*value.Array{}
	if file, ok := r.(*os.File); ok {
		if err != nil {
			file.Close()
			return
		}
		runtime.AddCleanup(f, func(file *os.File) { file.Close() }, file)
	}
}

// openBelow opens a file in a folder or below it. Of files that are on no disk the whole is read.
func openBelow(files Files, dir, name string) (io.ReaderAt, int64, error) {
	if overlay, ok := files.(Overlay); ok {
		files = overlay.Files
	}
	if _, ok := files.(Disk); ok {
		file, size, err := disk.OpenBelow(dir, filepath.FromSlash(name))
		if errors.Is(err, disk.ErrEscapes) {
			err = errors.New("it is a link that leads out of the folder of the program")
		}
		if err != nil {
			return nil, 0, err
		}
		return file, size, nil
	}
	data, err := files.ReadFile(filepath.Join(dir, filepath.FromSlash(name)), disk.Models)
	return bytes.NewReader(data), int64(len(data)), err
}
