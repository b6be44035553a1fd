package workspace

import (
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Source is one file as it was read: its text and the items in it.
type Source struct {
	Path  string // absolute
	Name  string // as reports write it: relative to the root, with `/`
	Text  string
	File  *syntax.File
	Lines *syntax.Lines

	// Of a document: the blocks that are checked, and the block of each item.
	// A program has no blocks and a nil BlockOf.
	Blocks  []Block
	BlockOf []int

	rules    func() *rulefile.File // nil of what holds none
	encoding encoding
	places   func() map[*syntax.Item]int
	marks    func() []landmark

	besides besides
}

// NewSource reads a text as its name says: a program, a document with programs in
// it, or rules.
func NewSource(path, name, text string) *Source {
	s := newSource(path, name, text)
	switch {
	case IsRules(path):
		return NewRuleSource(path, name, text)
	case IsDocument(path):
		s.readDocument()
	default:
		s.File = syntax.ParseFile(name, text)
	}
	return s
}

// NewRuleSource reads a text as rules.
func NewRuleSource(path, name, text string) *Source {
	s := newSource(path, name, text)
	s.rules = sync.OnceValue(func() *rulefile.File { return rulefile.Parse(name, text) })
	s.readRules()
	return s
}

func newSource(path, name, text string) *Source {
	s := &Source{Path: path, Name: name, Text: text, Lines: syntax.NewLines(text)}
	s.places = sync.OnceValue(s.indexItems)
	s.marks = sync.OnceValue(func() []landmark { return landmarks(s.Text) })
	return s
}

// revise is the source after its text was replaced by another; a program
// shares the items that no change reached.
func (s *Source) revise(text string) *Source {
	if text == s.Text {
		return s
	}
	if !s.Program() {
		revised := NewSource(s.Path, s.Name, text)
		revised.encoding = s.encoding
		return revised
	}
	revised := newSource(s.Path, s.Name, text)
	revised.encoding = s.encoding
	revised.File = syntax.Reparse(s.File, difference(s.Text, text))
	return revised
}

// difference is the one edit that makes a text of another: all between what
// they have in common at their start and at their end.
func difference(old, text string) syntax.Edit {
	start, end := 0, 0
	shortest := min(len(old), len(text))
	for start < shortest && old[start] == text[start] {
		start++
	}
	for end < shortest-start && old[len(old)-1-end] == text[len(text)-1-end] {
		end++
	}
	return syntax.Edit{
		Span:    syntax.Span{Start: int32(start), End: int32(len(old) - end)},
		NewText: text[start : len(text)-end],
	}
}

// readDocument parses each block by itself, so that what is left open ends
// with it, and joins their items to one file.
func (s *Source) readDocument() {
	s.File = &syntax.File{Name: s.Name, Text: s.Text}
	s.BlockOf = []int{}
	for _, b := range Blocks(s.Path, s.Text) {
		text := s.Text[b.Span.Start:b.Span.End]
		if b.Ignore || !b.Tagged && !looksLikeProgram(text) {
			continue
		}
		part := syntax.ParseFile(s.Name, text)
		if b.Tagged || beginsProgram(part.Items) {
			s.join(b, part)
		}
	}
}

func (s *Source) join(b Block, part *syntax.File) {
	for i, item := range part.Items {
		s.File.Items = append(s.File.Items, item)
		s.File.Starts = append(s.File.Starts, b.Span.Start+part.Starts[i])
		s.BlockOf = append(s.BlockOf, len(s.Blocks))
	}
	s.Blocks = append(s.Blocks, b)
}

// Program reports whether the whole file is one program.
func (s *Source) Program() bool { return s.BlockOf == nil }

func (s *Source) indexItems() map[*syntax.Item]int {
	places := make(map[*syntax.Item]int, len(s.File.Items))
	for i, item := range s.File.Items {
		places[item] = i
	}
	return places
}

// Index is the number of an item in the file.
func (s *Source) Index(item *syntax.Item) (int, bool) {
	i, ok := s.places()[item]
	return i, ok
}

// Absolute turns a span of item i into one of the file.
func (s *Source) Absolute(i int, span syntax.Span) syntax.Span {
	return span.Shift(s.File.Starts[i])
}

// readSource reads a file's text and parses it. before is what the file was, or
// nil.
func (s *Snapshot) readSource(path string, before *Source) (*Source, error) {
	text, code, err := s.readProgram(path)
	if err != nil {
		return nil, err
	}
	name := s.Name(path)
	done, ok := s.looking.begin(path, "", text)
	if !ok {
		return nil, &readError{path, name, errLeftOut}
	}
	defer done()
	if before != nil && before.Path == path && before.Name == name && before.encoding == code {
		return before.revise(text), nil
	}
	source := NewSource(path, name, text)
	source.encoding = code
	return source, nil
}

// readProgram reads a file's text, and refuses what cannot be a program. Errors are
// *readError.
func (s *Snapshot) readProgram(path string) (string, encoding, error) {
	return s.readProgramFrom(s.files, path)
}

func (s *Snapshot) readProgramFrom(files Files, path string) (string, encoding, error) {
	text, code, err := readText(files, path, limitOf(path))
	if err != nil {
		return "", 0, &readError{path, s.Name(path), s.unreadDirectory(path, err)}
	}
	if !IsRules(path) && !IsDocument(path) { // prose is no tokens
		err = syntax.TooDense(text)
	}
	if err != nil {
		return "", 0, &readError{path, s.Name(path), err}
	}
	return text, code, nil
}

// limitOf is how large a file may be: rules are written by hand.
func limitOf(path string) disk.Limit {
	if IsRules(path) {
		return disk.Rules
	}
	return disk.Programs
}

// readText is the text of a file, and how it is written.
func readText(files Files, path string, limit disk.Limit) (string, encoding, error) {
	bytes, err := files.ReadFile(path, limit)
	if err != nil {
		return "", 0, disk.Cause(err)
	}
	code := encodingOf(bytes)
	text, err := code.decode(bytes)
	if err == nil && code == utf8Text {
		err = noText(bytes, inFront(files, path))
	}
	return text, code, err
}

// unquoted is the text of a string node.
func unquoted(text string) string { return strings.Trim(text, `"'`) }

// inFront reports whether a text replaces the file: an editor gives
// characters, so that zeros in it are zeros.
func inFront(files Files, path string) bool {
	overlay, _ := files.(Overlay)
	_, ok := overlay.Texts[path]
	return ok
}
