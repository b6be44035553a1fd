package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/fraccheck/fraccheck/value"
)

// save writes a tensor to a file. What stood there is lost only when all is written.
func save(ctx context.Context, _ *shelf, k *keptValue, p *Part) (Response, error) {
	a, err := k.subject.Tensor(ctx, p.View.Path)
	if err != nil {
		return Response{}, err
	}
	if most := p.Limits.Memory; most > 0 && int64(a.Len()) > most/int64(a.Dtype.Size()) {
		return Response{}, fmt.Errorf("the tensor of %d elements would make a larger file than the memory of a run, %d bytes", a.Len(), most)
	}
	if found, err := os.Stat(p.File); err == nil && !found.Mode().IsRegular() {
		return Response{}, fmt.Errorf("%s is no file that can be written", p.File)
	}
	return Response{}, replaceFile(p.File, func(w io.Writer) error { return value.WriteNPY(until{ctx, w}, a) })
}

// replaceFile writes a new file beside one, and puts it in its place.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".fraccheck-*.npy")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temporary.Name()))
		}
	}()
	buffered := bufio.NewWriterSize(temporary, 1<<16)
	if err = errors.Join(write(buffered), buffered.Flush(), temporary.Chmod(0o644), temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}

// until writes as long as a context does not end.
type until struct {
	ctx context.Context
	io.Writer
}

func (w until) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(b)
}
