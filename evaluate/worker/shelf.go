package worker

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/evaluate"
	"github.com/fraccheck/fraccheck/evaluate/inspect"
)

// CodeGone is the code of the error where a value is no longer kept.
const CodeGone = "value-gone"

// CodeView is the code of the error where a value has no such part.
const CodeView = "no-such-part"

// mostKept is how many values are kept, and mostHeld what all but the last of them may take, as
// far as their runs tell: in bytes.
const (
	mostKept = 16
	mostHeld = 1 << 28
)

// A shelf keeps the last values that somebody looks at. Its handles are those of no other
// process, so that none leads to another value after this one died.
type shelf struct {
	mu   sync.Mutex
	kept []keptValue // the last one used is last
}

type keptValue struct {
	handle  string
	subject *inspect.Subject
	bytes   int64 // that its run allocated
}

// keep puts the value of a run on the shelf, and tells of it in the response.
func (s *shelf) keep(ctx context.Context, response *Response, r evaluate.Result) error {
	subject := &inspect.Subject{Value: r.Value, Type: r.Type}
	node, err := subject.Node(ctx, inspect.View{})
	if err != nil {
		return err
	}
	response.Handle, response.Node = rand.Text(), node
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, keptValue{response.Handle, subject, r.Stats.Allocated})
	for len(s.kept) > mostKept || len(s.kept) > 1 && s.held() > mostHeld {
		s.kept = slices.Delete(s.kept, 0, 1)
	}
	return nil
}

// held is what all values but the last may take.
func (s *shelf) held() (bytes int64) {
	for _, k := range s.kept[:len(s.kept)-1] {
		bytes += k.bytes
	}
	return bytes
}

// find is a value by its handle; it is the last one used then.
func (s *shelf) find(handle string) *inspect.Subject {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.kept, func(k keptValue) bool { return k.handle == handle })
	if i < 0 {
		return nil
	}
	found := s.kept[i]
	s.kept = append(slices.Delete(s.kept, i, i+1), found)
	return found.subject
}

// look shows a part of a value.
func (s *shelf) look(ctx context.Context, p *Part) (Response, error) {
	subject := s.find(p.Handle)
	if subject == nil {
		return Response{Error: &Error{Code: CodeGone, Message: "this value is no longer kept: run it again"}}, nil
	}
	node, err := subject.Node(ctx, p.View)
	var view *inspect.ViewError
	if errors.As(err, &view) {
		return Response{Error: &Error{Code: CodeView, Message: err.Error()}}, nil
	}
	return Response{Node: node}, err
}
