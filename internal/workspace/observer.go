package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Subject is something that is looked at: a file, an item of one, or what a
// caller of this package does besides.
type Subject struct {
	Key  string // the same for the same text in the same file
	Path string // of the file
	Name string // of the item; empty for a whole file
}

// Looking is called before something is looked at, on the goroutine that will; done
// when that has come to its end. Where it is not ok, the subject is left out.
type Looking func(s Subject) (done func(), ok bool)

// begin records the text that is being checked.
func (l Looking) begin(path, name, text string) (done func(), ok bool) {
	if l == nil {
		return func() {}, true
	}
	return l(subjectOf(path, name, text))
}

// FileSubject is a whole file.
func FileSubject(path, text string) Subject { return subjectOf(path, "", text) }

func subjectOf(path, name, text string) Subject {
	sum := sha256.Sum256([]byte(path + "\x00" + name + "\x00" + text))
	return Subject{Key: hex.EncodeToString(sum[:8]), Path: path, Name: name}
}

// item records the item that is being checked.
func (l Looking) item(e *entry, i int) (done func(), ok bool) {
	if l == nil {
		return func() {}, true
	}
	item := e.source.File.Items[i]
	return l.begin(e.path, itemName(item), item.Text)
}

// lookAt records an item whose facts are computed.
func (e *entry) lookAt(i int) (done func(), ok bool) { return e.looking.item(e, i) }

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
