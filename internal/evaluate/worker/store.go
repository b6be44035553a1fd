package worker

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/inspect"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// CodeGone is the code of the error where a value is no longer kept.
const CodeGone = "value-gone"

// CodeArgument is the code of the error where what is asked of a value makes no sense: it has no
// such part, or what is expected of it cannot be read.
const CodeArgument = "wrong-argument"

// mostKept is how many values are kept, and mostHeld what all but the last of them may take, as
// far as their runs tell: in bytes.
const (
	mostKept = 16
	mostHeld = 1 << 28
)

// A valueStore keeps the last values that somebody looks at. Its handles are those of no other
// process, so that none leads to another value after this one died.
type valueStore struct {
	mu   sync.Mutex
	kept []*storedValue // the last one used is last
}

type storedValue struct {
	handle  string
	subject *inspect.Subject
	program *evaluate.Program // that it is of
	item    int               // of the program
	bytes   int64             // that its run allocated
}

// keptOf is the value of a run.
func keptOf(p *evaluate.Program, r *Run, result evaluate.Result) *storedValue {
	k := &storedValue{subject: &inspect.Subject{Value: result.Value, Type: result.Type}, program: p, bytes: result.Stats.Allocated}
	switch {
	case r.Item != nil:
		k.item = *r.Item
	case r.Comment != nil:
		k.item = itemOfComment(p.Source, p.Comments()[*r.Comment])
	}
	return k
}

// itemOfComment is one in whose scope the expression of a comment stands.
func itemOfComment(source *workspace.Source, c evaluate.Comment) int {
	if c.Item >= 0 {
		return c.Item
	}
	return max(0, slices.Index(source.BlockOf, c.Block))
}

// keep keeps a value, and describes it in the response.
func (s *valueStore) keep(ctx context.Context, response *Response, k *storedValue) error {
	node, err := k.subject.Node(ctx, inspect.View{})
	if err != nil {
		return err
	}
	k.handle = rand.Text()
	response.Handle, response.Node = k.handle, node
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, k)
	for len(s.kept) > mostKept || len(s.kept) > 1 && s.held() > mostHeld {
		s.kept = slices.Delete(s.kept, 0, 1)
	}
	return nil
}

// held is what all values but the last may take.
func (s *valueStore) held() (bytes int64) {
	for _, k := range s.kept[:len(s.kept)-1] {
		bytes += k.bytes
	}
	return bytes
}

// find is a value by its handle; it is the last one used then.
func (s *valueStore) find(handle string) *storedValue {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.kept, func(k *storedValue) bool { return k.handle == handle })
	if i < 0 {
		return nil
	}
	found := s.kept[i]
	s.kept = append(slices.Delete(s.kept, i, i+1), found)
	return found
}

// A partMethod answers what is asked about a value that is kept.
type partMethod func(ctx context.Context, s *valueStore, k *storedValue, p *Part) (Response, error)

var partMethods = map[Method]partMethod{
	methodPart:    look,
	methodCompare: compare,
	methodSave:    save,
}

// ask finds the value that is asked about.
func (s *valueStore) ask(ctx context.Context, p *Part, method partMethod) (Response, error) {
	k := s.find(p.Handle)
	if k == nil {
		return Response{Error: &Error{Code: CodeGone, Message: "this value is no longer kept: run it again"}}, nil
	}
	response, err := method(ctx, s, k, p)
	var view *inspect.ViewError
	switch {
	case errors.As(err, &view):
		response.Error, err = &Error{Code: CodeArgument, Message: err.Error()}, nil
	case err != nil && ctx.Err() != nil:
		response.Error, err = &Error{Code: "stopped", Message: "it took longer than it may"}, nil
	}
	return response, err
}

// look shows a part of a value.
func look(ctx context.Context, _ *valueStore, k *storedValue, p *Part) (Response, error) {
	node, err := k.subject.Node(ctx, p.View)
	return Response{Node: node}, err
}

// compare evaluates what is expected of a value, in the program as the value's run had it.
func compare(ctx context.Context, s *valueStore, k *storedValue, p *Part) (Response, error) {
	a, err := k.program.Expected(p.Expected, k.item, k.subject.Type)
	if err == nil && len(a.Mistakes) > 0 {
		err = &Error{Message: a.Mistakes[0].Diagnostic.Message}
	}
	if err != nil {
		return Response{Error: &Error{Code: CodeArgument, Message: "the expected value cannot be read: " + err.Error()}}, nil
	}
	want := a.Run(ctx, p.Limits.options())
	if want.Err != nil {
		failed := errorOf(want.Err)
		failed.Message = "the expected value cannot be evaluated: " + failed.Message
		return Response{Error: failed}, nil
	}
	difference, err := value.Compare(ctx, k.subject.Value, want.Value, value.Tolerance{})
	if err != nil {
		return Response{}, err
	}
	both := *k
	both.subject = &inspect.Subject{Value: k.subject.Value, Type: k.subject.Type, Expected: want.Value}
	both.bytes += want.Stats.Allocated
	response := Response{Difference: difference}
	return response, s.keep(ctx, &response, &both)
}

// save writes a tensor to a file. What stood there is lost only when all is written.
func save(ctx context.Context, _ *valueStore, k *storedValue, p *Part) (Response, error) {
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
