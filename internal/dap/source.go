package dap

import (
	"errors"
	"path/filepath"
	"sort"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp/compile"
	"github.com/fraccheck/fraccheck/typecheck"
	protocol "github.com/google/go-dap"
)

// A file is one that the program is made of. The prelude has a reference and no path.
type file struct {
	name, path string
	reference  int
	text       string
	starts     []int // of lines
	items      []*syntax.Item
	itemStarts []int32
}

func newFile(name, path string, f *syntax.File) *file {
	out := &file{name: name, path: path, text: f.Text(), items: f.List(), starts: []int{0}}
	for i := range f.Len() {
		out.itemStarts = append(out.itemStarts, f.Start(i))
	}
	for i := range f.Text() {
		if f.Text()[i] == '\n' {
			out.starts = append(out.starts, i+1)
		}
	}
	return out
}

// A place is an expression of a file.
type place struct {
	file *file
	item int
}

// readSources notes the file, what it imports and the prelude.
func (d *session) readSources(s *workspace.Snapshot, m *typecheck.Module, path string) error {
	for _, loaded := range s.Loaded() {
		source, err := s.Source(loaded)
		if err != nil {
			continue // it has a finding, where it matters
		}
		d.files = append(d.files, newFile(filepath.Base(loaded), loaded, source.File))
	}
	if d.file(path) == nil {
		return errors.New("the file cannot be read")
	}
	if p := m.Prelude(); p != nil {
		f := newFile(p.File().Name, "", p.File())
		f.reference = 1
		d.files = append(d.files, f)
	}
	for _, f := range d.files {
		for i, item := range f.items {
			d.places[item] = place{f, i}
		}
	}
	return nil
}

func (d *session) file(path string) *file {
	real, _ := d.client.files.RealPath(path)
	for _, f := range d.files {
		if f.path != "" && (f.path == filepath.Clean(path) || f.path == real) {
			return f
		}
	}
	return nil
}

// span is where a node is in the file.
func (f *file) span(item int, n syntax.NodeID) syntax.Span {
	return f.items[item].Span(n).Shift(f.itemStarts[item])
}

// at is the line and the column of a byte, from zero, in UTF-16.
func (f *file) at(offset int) (line, column int) {
	line = sort.SearchInts(f.starts, offset+1) - 1
	for _, r := range f.text[f.starts[line]:min(offset, len(f.text))] {
		column += units(r)
	}
	return line, column
}

// offset is the byte at a line and a column.
func (f *file) offset(line, column int) int {
	if line < 0 || line >= len(f.starts) {
		return len(f.text)
	}
	at := f.starts[line]
	for at < len(f.text) && column > 0 && f.text[at] != '\n' {
		r, size := utf8.DecodeRuneInString(f.text[at:])
		column -= units(r)
		at += size
	}
	return at
}

func units(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// A stopPlace is where a breakpoint of a file can be.
type stopPlace struct {
	item       *syntax.Item
	node       syntax.NodeID
	start, end int
}

// stopPlaces lists those of a file in the order of the text, outer ones first.
func (f *file) stopPlaces() []stopPlace {
	var all []stopPlace
	for i, item := range f.items {
		for _, p := range compile.Places(item) {
			span := f.span(i, p.Node)
			all = append(all, stopPlace{item, p.Node, int(span.Start), int(span.End)})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].start < all[j].start })
	return all
}

func (f *file) described() *protocol.Source {
	s := &protocol.Source{Name: f.name, Path: f.path, SourceReference: f.reference}
	if f.reference != 0 {
		s.Origin = "built in"
	}
	return s
}

func (d *session) source(a protocol.SourceArguments) (any, error) {
	for _, f := range d.files {
		if a.SourceReference != 0 && f.reference == a.SourceReference || a.SourceReference == 0 && a.Source != nil && f.path != "" && f == d.file(a.Source.Path) {
			return protocol.SourceResponseBody{Content: f.text}, nil
		}
	}
	return nil, errors.New("this source is not part of the program")
}

func (d *session) loadedSources(none) (any, error) {
	body := protocol.LoadedSourcesResponseBody{Sources: []protocol.Source{}}
	for _, f := range d.files {
		body.Sources = append(body.Sources, *f.described())
	}
	return body, nil
}
