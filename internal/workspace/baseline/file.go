package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// baselineVersion is that of the file's format (docs/schema/baseline.schema.json).
const baselineVersion = 1

// Text is a baseline as its file has it: JSON with a sorted entry on each line, so that
// versions of it differ in the lines of the findings in which they differ.
func (b *Baseline) Text() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"version\": %d,\n  \"findings\": [", baselineVersion)
	for i, k := range b.Known {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(k.line())
	}
	if len(b.Known) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Bytes()
}

// line is an entry as JSON.
func (k Entry) line() []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(k) // texts and numbers can be written
	return bytes.TrimSpace(out.Bytes())
}

// Parse reads the text of a baseline. Errors name it and the place in it.
func Parse(path, name string, text []byte) (*Baseline, error) {
	text = bytes.TrimPrefix(text, []byte(sourcefile.ByteOrderMark))
	r := &baselineReader{decoder: json.NewDecoder(bytes.NewReader(text)), counts: map[Entry]int{}}
	r.decoder.DisallowUnknownFields()
	if err := r.file(); err != nil {
		return nil, r.error(name, string(text), err)
	}
	return &Baseline{Path: path, Name: name, Known: entriesOf(r.counts)}, nil
}

// A baselineReader goes through the tokens of a baseline, so that what is wrong has a
// place.
type baselineReader struct {
	decoder *json.Decoder
	start   int64 // of the entry that is read; 0 for none
	version int
	counts  map[Entry]int
}

var errNoBaseline = errors.New("it is no baseline; `fraccheck --write-baseline FILE` makes one")

// file reads the one object that a baseline is.
func (r *baselineReader) file() error {
	if err := r.open('{'); err != nil {
		return err
	}
	for r.decoder.More() {
		key, err := r.decoder.Token()
		if err != nil {
			return err
		}
		if err := r.member(key); err != nil {
			return err
		}
	}
	if _, err := r.decoder.Token(); err != nil {
		return err
	}
	if r.version == 0 {
		return errNoBaseline
	}
	if _, err := r.decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the end of the baseline")
	}
	return nil
}

// member reads what follows a key.
func (r *baselineReader) member(key json.Token) error {
	switch key {
	case "version":
		return r.format()
	case "findings":
		return r.entries()
	}
	return errNoBaseline
}

func (r *baselineReader) format() error {
	err := r.decoder.Decode(&r.version)
	if isTornJSON(err) {
		return err
	}
	if err != nil || r.version < 1 {
		return errNoBaseline
	}
	if r.version > baselineVersion {
		return fmt.Errorf("a newer fraccheck wrote it (version %d; this one reads %d)", r.version, baselineVersion)
	}
	return nil
}

func (r *baselineReader) entries() error {
	if err := r.open('['); err != nil {
		return err
	}
	for r.decoder.More() {
		r.start = r.decoder.InputOffset()
		if err := r.entry(); err != nil {
			return err
		}
	}
	r.start = 0
	_, err := r.decoder.Token()
	return err
}

// entry reads an entry. Of one that is there twice, as merging versions may leave it,
// the greater count holds: no more is hidden than one of them meant to.
func (r *baselineReader) entry() error {
	var k Entry
	err := r.decoder.Decode(&k)
	if isTornJSON(err) {
		return err
	}
	if err != nil || k.File == "" || k.Code == "" || k.Message == "" || k.Count < 0 {
		return errors.New("an entry has a file, a code and a message, may have a definition and a count, and nothing else")
	}
	r.counts[k.alike()] = max(r.counts[k.alike()], k.count())
	return nil
}

// isTornJSON reports whether err is an error in the text itself.
func isTornJSON(err error) bool {
	syntax := (*json.SyntaxError)(nil)
	return errors.As(err, &syntax) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

func (r *baselineReader) open(bracket json.Delim) error {
	token, err := r.decoder.Token()
	if err == nil && token != bracket {
		err = errNoBaseline
	}
	return err
}

// error is an error with its place.
func (r *baselineReader) error(name, text string, err error) error {
	offset, message := r.decoder.InputOffset(), err.Error()
	if r.start > 0 {
		offset = r.start + int64(len(text[r.start:])-len(strings.TrimLeft(text[r.start:], ", \t\r\n")))
	}
	if isTornJSON(err) {
		offset, message = tornAt(text)
	}
	lines := syntax.NewLines(text)
	place := lines.Position(int32(offset))
	for n := range lines.Count() {
		if isConflict(lines.Line(n + 1)) {
			message, place = "a merge left a conflict here; resolve it, or delete the baseline and write it again", syntax.Position{Line: n + 1, Column: 1}
			break
		}
	}
	return &config.Error{Name: name, Line: place.Line, Column: place.Column, Message: message}
}

// tornAt is where a text stops being JSON. The decoder of a stream does not tell.
func tornAt(text string) (offset int64, message string) {
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return 0, errNoBaseline.Error()
	}
	var any json.RawMessage
	err := json.Unmarshal([]byte(text), &any)
	s := (*json.SyntaxError)(nil)
	if !errors.As(err, &s) || s.Offset >= int64(len(text)) {
		return int64(len(text)), "the baseline ends in the middle"
	}
	return max(s.Offset-1, 0), s.Error()
}

// isConflict reports whether line is the marks that version control leaves.
func isConflict(line string) bool {
	for _, mark := range []string{"<<<<<<< ", ">>>>>>> "} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}
