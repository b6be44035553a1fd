package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Task is a piece of work that may end the process: reading a file, checking an item of one,
// or what a caller of this package does besides.
type Task struct {
	Key  string // the same for the same text in the same file
	Path string // of the file
	Name string // of the item; empty for a whole file
}

// An Observer is called before a task begins, on the goroutine that does it; done is called at
// its end. Where it is not ok, the task is left out.
type Observer func(t Task) (done func(), ok bool)

// begin records the text that is being checked.
func (o Observer) begin(path, name, text string) (done func(), ok bool) {
	if o == nil {
		return func() {}, true
	}
	return o(taskOf(path, name, text))
}

// FileTask is a whole file.
func FileTask(path, text string) Task { return taskOf(path, "", text) }

func taskOf(path, name, text string) Task {
	sum := sha256.Sum256([]byte(path + "\x00" + name + "\x00" + text))
	return Task{Key: hex.EncodeToString(sum[:8]), Path: path, Name: name}
}

// item records the item that is being checked.
func (o Observer) item(e *entry, i int) (done func(), ok bool) {
	if o == nil {
		return func() {}, true
	}
	item := e.source.File.Item(i)
	return o.begin(e.path, itemName(item), item.Text)
}

// lookAt records an item whose facts are computed.
func (e *entry) observeItem(i int) (done func(), ok bool) { return e.observe.item(e, i) }

// itemName is what an item is called: its first line as far as its parameters.
func itemName(item *syntax.Item) string {
	span := headline(item)
	for at := span.Start; at < span.End; at++ {
		if c := item.Text[at]; c == '(' || c == '{' || c == '=' {
			span.End = at
		}
	}
	return item.Text[span.Start:span.End]
}

// errLeftOut is why a file is not read.
var errLeftOut = errors.New("reading it stopped the checker; it is left out until it changes")

// leftOut is what is found in an item that is not looked at.
func leftOut(item *syntax.Item) syntax.Diagnostic {
	return syntax.Diagnostic{
		Code:    codes.InternalError,
		Span:    headline(item),
		Message: "checking this stopped the checker; it is left out until it changes",
		Notes:   []string{"This is a mistake in fraccheck, not in the program. Everything else was checked."},
	}
}
