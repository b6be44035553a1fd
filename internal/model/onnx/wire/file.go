package wire

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/fraccheck/fraccheck/internal/disk"
)

// mostBytes is the size beyond which protobuf's own readers refuse a message.
const mostBytes = math.MaxInt32

// A File is a model's file that is open. Its tensors keep it open as long as they are in use;
// Close ends that at once.
type File struct{ in *source }

// A source is the bytes of a file. Where they are mapped, the system reads them when they are
// touched, and what another program does to the file shows: bytes change, and those after
// the end of a file that became shorter cannot be read. Everything that touches them does so
// inside of use, and trusts nothing that it saw before.
type source struct {
	mu      sync.RWMutex
	data    []byte
	closed  bool
	mapped  bool
	release func() // gives the memory back, once
}

var (
	errClosed  = errors.New("the file of the model is closed")
	errChanged = errors.New("the file of the model has changed while it was read")
)

// small are the files that are read at once.
var small = disk.Limit{Kind: "models that are read at once", Bytes: 1 << 20}

// Open opens a regular file of at most 2 GiB. Large files are mapped where the system can.
func Open(path string) (*File, error) {
	if data, err := disk.Read(path, small); err == nil {
		return &File{&source{data: data, release: func() {}}}, nil
	}
	file, err := disk.Open(path) // which says what is wrong with others
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	size := info.Size()
	if size > mostBytes {
		return nil, refusal(path, fmt.Errorf("it has %s; a file of protobuf may have 2 GiB, and larger models have their weights in files of external data", disk.Size(size)))
	}
	if in := mapFile(file, int(size)); in != nil {
		return &File{in}, nil
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(file, data); err != nil {
		return nil, refusal(path, errChanged)
	}
	return &File{&source{data: data, release: func() {}}}, nil
}

func refusal(path string, err error) error {
	return &fs.PathError{Op: "read", Path: path, Err: err}
}

// mapFile is a source that is mapped, nil where the system cannot do that.
func mapFile(file *os.File, size int) *source {
	data, release, err := mapBytes(file, size)
	if err != nil {
		return nil
	}
	s := &source{data: data, mapped: true, release: sync.OnceFunc(release)}
	runtime.AddCleanup(s, func(release func()) { release() }, s.release)
	return s
}

// Close gives the memory of the file back. Its tensors cannot be read any more; arrays that
// were read stay.
func (f *File) Close() error {
	f.in.mu.Lock()
	defer f.in.mu.Unlock()
	f.in.closed, f.in.data = true, nil
	f.in.release()
	return nil
}

// Size is the number of bytes of the file.
func (f *File) Size() int64 {
	f.in.mu.RLock()
	defer f.in.mu.RUnlock()
	return int64(len(f.in.data))
}

// Model reads the model. Its tensors belong to the file.
func (f *File) Model() (m *Model, err error) {
	err = f.in.use(func() error {
		m, err = decode(f.in, f.in.data, &table().model)
		return err
	})
	return m, err
}

// use does something with the bytes of a file. A byte that the system cannot read is an error.
// A nil source is bytes that do not belong to a file.
func (s *source) use(do func() error) (err error) {
	if s == nil {
		return do()
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return errClosed
	}
	if !s.mapped {
		return do()
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interface {
			runtime.Error
			Addr() uintptr
		}:
			err = errChanged
		default:
			panic(fault)
		}
	}()
	return do()
}

// Decode reads a model that is in memory. Its tensors refer to the bytes.
func Decode(data []byte) (*Model, error) { return decode(nil, data, &table().model) }
