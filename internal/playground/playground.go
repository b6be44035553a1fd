// Package playground answers a web page that shows programs: what is wrong with one, what stands
// at a place of it, the values of its expressions, what its definitions cost. It is the first of
// the two modules that a browser loads; the second is the whole language server (package lsp).
//
// Requests come in as lines of JSON and are answered one after the other, since a page of a
// browser that needs an answer no more ends the worker. A program is a text with a path, which
// precedes the files; what it imports is read from them. Offsets are those of
// JavaScript's strings, UTF-16 code units from the beginning of the text; they are converted to
// the byte offsets of all other packages here and nowhere else (offset.go).
//
// Read this file first; check.go, hover.go, run.go and cost.go have a method each.
// Packages playground/first and playground/server are the two modules.
package playground

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A Request asks something about a program.
type Request struct {
	ID     int64  `json:"id"`
	Method string `json:"method"`
	Path   string `json:"path"` // of the program, absolute
	Text   string `json:"text"` // of the program
	Offset int    `json:"offset"`
	Limits Limits `json:"limits"`
}

// Limits bound a run; zeros are no bounds.
type Limits struct {
	Steps  int64 `json:"steps"`
	Memory int64 `json:"memory"` // bytes
}

// A Response answers the request with the same number, by a result or by an error.
type Response struct {
	ID     int64  `json:"id"`
	Result any    `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
}

// methods are the answers by method. They get the source of the request's program.
var methods = map[string]func(context.Context, *session, *workspace.Source, *Request) (any, error){
	"check":  check,
	"colour": colour,
	"hover":  hover,
	"run":    run,
	"test":   test,
	"types":  signatures,
	"cost":   costs,
}

// A session keeps what one page asked about, so that an edit is checked in time with the edit.
type session struct {
	snapshot *workspace.Snapshot
}

// Serve answers requests until the input ends. Relative imports and names in messages are
// relative to root.
func Serve(ctx context.Context, root string, in io.Reader, out io.Writer) error {
	s := &session{snapshot: workspace.Open(workspace.Options{Root: root, Hints: true})}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			answer, err := json.Marshal(s.answer(ctx, line))
			if err != nil {
				return fmt.Errorf("writing an answer: %w", err)
			}
			if _, err := out.Write(append(answer, '\n')); err != nil {
				return fmt.Errorf("writing an answer: %w", err)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
	}
}

// answer answers one line. A panic becomes an error, as in the language server.
func (s *session) answer(ctx context.Context, line []byte) (response Response) {
	var r Request
	defer func() {
		if p := recover(); p != nil {
			response = Response{ID: r.ID, Error: fmt.Sprintf("internal error: %v", p)}
		}
	}()
	if err := json.Unmarshal(line, &r); err != nil {
		return Response{Error: fmt.Sprintf("the request is not JSON as it is expected: %v", err)}
	}
	method := methods[r.Method]
	if method == nil {
		return Response{ID: r.ID, Error: fmt.Sprintf("there is no method %q", r.Method)}
	}
	s.snapshot = s.snapshot.With(map[string]string{r.Path: r.Text})
	source, err := s.snapshot.Source(r.Path)
	if err != nil {
		return Response{ID: r.ID, Error: err.Error()}
	}
	result, err := method(ctx, s, source, &r)
	if err != nil {
		return Response{ID: r.ID, Error: err.Error()}
	}
	return Response{ID: r.ID, Result: result}
}
