package worker

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/value"
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
	return Response{}, disk.WriteStream(p.File, func(w io.Writer) error { return value.WriteNPY(until{ctx, w}, a) })
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
