package sourcefile

import (
	"errors"
	"fmt"
	"sync"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/rope"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Source is one file as it was read: its text and the items in it.
type Source struct {
	Path  string // absolute
	Name  string // as reports write it: relative to the root, with `/`
	File  *syntax.File
	Lines *syntax.Lines

	// Of a document: the blocks that are checked, and the block of each item.
	// A program has no blocks and a nil BlockOf.
	Blocks  []Block
	BlockOf []int

	// Parsed is false of a text whose content is left unread: TextOf.
	Parsed bool

	// Model is the model that the text stands for; nil of other files.
	Model *model.Program

	// Translation and Origin are of a text in another language: the program that represents it,
	// whose text this is, and the text itself; nil of other files.
	Translation *model.Translation
	Origin      *Source

	rules    func() *rulefile.File // nil of what holds none
	Encoding Encoding
	Written  *rope.Text // of what an editor holds
	marks    func() []landmark
}

// New reads a text as its name says: a program, a document with programs in
// it, rules, or a configuration, which package config reads.
func New(path, name, text string) *Source {
	switch {
	case IsRules(path):
		return NewRules(path, name, text)
	case IsConfiguration(path):
		return PlainText(path, name, text)
	case IsDocument(path):
		s := TextOf(path, name, text)
		s.readDocument()
		return s
	}
	return NewProgram(path, syntax.ParseFile(name, text))
}

// NewProgram is the source of a program that is parsed.
func NewProgram(path string, file *syntax.File) *Source {
	s := newSource(path, file, file.Lines())
	s.Parsed = true
	return s
}

func newSource(path string, file *syntax.File, lines *syntax.Lines) *Source {
	s := &Source{Path: path, Name: file.Name, File: file, Lines: lines}
	s.marks = sync.OnceValue(func() []landmark { return landmarks(s.Text()) })
	return s
}

// Text is the text of the file. Of a program that was edited it is joined at the first
// call.
func (s *Source) Text() string { return s.File.Text() }

// Size is the number of bytes of the text, which need not be joined for it.
func (s *Source) Size() int { return s.File.Size() }

// Is reports whether the text is the given one.
func (s *Source) Is(text string) bool { return s.Size() == len(text) && s.Text() == text }

// NewRules reads a text as rules.
func NewRules(path, name, text string) *Source {
	s := PlainText(path, name, text)
	s.rules = sync.OnceValue(func() *rulefile.File { return rulefile.Parse(name, text) })
	return s
}

// TextOf returns a source that is nothing but its text, for diagnostics to be in.
func TextOf(path, name, text string) *Source {
	return newSource(path, syntax.Join(name, text, nil), syntax.NewLines(text))
}

// Revise is the source after its text was replaced by another; a program
// shares the items that no change reached.
func (s *Source) Revise(text string) *Source {
	if text == s.Text() {
		return s
	}
	if !s.Program() {
		revised := New(s.Path, s.Name, text)
		revised.Encoding = s.Encoding
		return revised
	}
	e, _ := rope.Difference(rope.New(s.Text()), rope.New(text))
	revised := NewProgram(s.Path, reparse(s.File, e))
	revised.Encoding = s.Encoding
	return revised
}

// headBytes is the length of the beginning of a file, in which its encoding and its kind
// show.
const headBytes = 1 << 10

// Edited is the source of a program after an editor changed its text, read in time with
// the edit; nil where the whole text is to be looked at.
func (s *Source) Edited(text *rope.Text) (*Source, error) {
	if s.Written == nil || !s.Program() || s.Encoding != UTF8 {
		return nil, nil
	}
	e, differs := rope.Difference(s.Written, text)
	if !differs {
		return s, nil
	}
	if head := []byte(text.Slice(0, min(text.Len(), headBytes))); EncodingOf(head) != UTF8 || noText(head, true) != nil {
		return nil, nil
	}
	if err := LimitOf(s.Path).Check(s.Path, int64(text.Len())); err != nil {
		return nil, &ReadError{s.Path, s.Name, disk.Cause(err)}
	}
	if err := syntax.TooDense(e.With); err != nil {
		return nil, &ReadError{s.Path, s.Name, err}
	}
	file := reparse(s.File, e)
	if err := file.TooDense(); err != nil {
		return nil, &ReadError{s.Path, s.Name, err}
	}
	revised := NewProgram(s.Path, file)
	revised.Written = text
	return revised, nil
}

func reparse(file *syntax.File, e rope.Edit) *syntax.File {
	return syntax.Reparse(file, syntax.Edit{Span: syntax.Span{Start: int32(e.Start), End: int32(e.End)}, NewText: e.With})
}

// readDocument parses each block by itself, so that what is left open ends
// with it, and joins their items to one file.
func (s *Source) readDocument() {
	s.BlockOf = []int{}
	var parts []syntax.Part
	for _, b := range Blocks(s.Path, s.Text()) {
		text := s.Text()[b.Span.Start:b.Span.End]
		if b.Ignore || !b.Tagged && !looksLikeProgram(text) {
			continue
		}
		part := syntax.ParseFile(s.Name, text)
		if b.Tagged || beginsProgram(part) {
			parts = append(parts, syntax.Part{Start: b.Span.Start, File: part})
			for range part.Len() {
				s.BlockOf = append(s.BlockOf, len(s.Blocks))
			}
			s.Blocks = append(s.Blocks, b)
		}
	}
	s.File, s.Parsed = syntax.Join(s.Name, s.Text(), parts), true
}

// Program reports whether the whole file is one program.
func (s *Source) Program() bool { return s.BlockOf == nil }

// Index is the number of an item in the file.
func (s *Source) Index(item *syntax.Item) (int, bool) { return s.File.Index(item) }

// Absolute turns a span of item i into one of the file.
func (s *Source) Absolute(i int, span syntax.Span) syntax.Span {
	return span.Shift(s.File.Start(i))
}

// LimitOf is how large a file may be: rules and configurations are written by hand.
func LimitOf(path string) disk.Limit {
	switch {
	case IsRules(path):
		return disk.Rules
	case IsConfiguration(path):
		return disk.Configs
	}
	return disk.Programs
}

// ReadText is the text of a file, and how it is written.
func ReadText(files Files, path string, limit disk.Limit) (string, Encoding, error) {
	bytes, err := files.ReadFile(path, limit)
	if err != nil {
		return "", 0, disk.Cause(err)
	}
	code := EncodingOf(bytes)
	text, err := code.Decode(bytes)
	if err == nil && code == UTF8 {
		err = noText(bytes, InFront(files, path))
	}
	return text, code, err
}

// InFront reports whether a text replaces the file: an editor gives
// characters, so that zeros in it are zeros.
func InFront(files Files, path string) bool {
	overlay, _ := files.(Overlay)
	return overlay.Has(path)
}

// Rules are the rules of a file, with what is wrong in it; nil where it is none. The
// text is read once.
func (s *Source) Rules() *rulefile.File {
	if s.rules == nil {
		return nil
	}
	return s.rules()
}

// PlainText returns a source without items: whoever asks for programs in it finds none.
func PlainText(path, name, text string) *Source {
	s := TextOf(path, name, text)
	s.BlockOf, s.Parsed = []int{}, true
	return s
}

// Mistakes are what is wrong in a file of rules.
func (s *Source) Mistakes() []Finding {
	file := s.Rules()
	if file == nil {
		return nil
	}
	var found []Finding
	for _, d := range file.Diagnostics {
		found = append(found, s.Diagnostic(d))
	}
	return Sorted(found)
}

// Diagnostic places a diagnostic that belongs to no item, and whose positions are the
// file's.
func (s *Source) Diagnostic(d syntax.Diagnostic) Finding {
	f := Finding{
		Place: Place{s, d.Span}, Item: -1,
		Code: d.Code, Severity: d.Severity, Message: d.Message, Notes: d.Notes, Data: d.Data,
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{Place{s, r.Place.Span}, r.Message})
	}
	for _, fix := range d.Fixes {
		placed := Fix{Title: fix.Title, Confidence: fix.Confidence, Clean: true}
		if placed.Confidence == codes.Unsaid {
			placed.Confidence = codes.Likely
		}
		for _, e := range fix.Edits {
			placed.Edits = append(placed.Edits, Edit{Place{s, e.Span}, e.NewText})
		}
		f.Fixes = append(f.Fixes, placed)
	}
	return f
}

// A ReadError says that a file cannot be read. One such file among others is a
// finding: it does not keep them from being checked.
type ReadError struct {
	Path, Name string
	Cause      error
}

// IsUnreadable reports whether err is an error that a file cannot be read, which Check reports as a
// finding.
func IsUnreadable(err error) bool {
	unreadable := (*ReadError)(nil)
	return errors.As(err, &unreadable)
}

func (e *ReadError) Error() string { return fmt.Sprintf("cannot read %s: %v", e.Name, e.Cause) }

func (e *ReadError) Unwrap() error { return e.Cause }

func (e *ReadError) Diagnostic() Finding {
	return Finding{
		Place: Place{Source: New(e.Path, e.Name, "")}, Item: -1,
		Code: codes.UnreadableFile, Severity: codes.UnreadableFile.DefaultSeverity(),
		Message: fmt.Sprintf("this file cannot be read: %v", e.Cause),
	}
}
