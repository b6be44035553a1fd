package lsp

import (
	"cmp"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/text"
)

// byteOrderMark may begin a file. Editors take it off before they count
// columns.
const byteOrderMark = "\ufeff"

// places turns the byte offsets of an answer into the positions of the client,
// and back. It is for one goroutine.
type places struct {
	view  *view
	texts map[*workspace.Source]*place
}

// A place is the text of a source as the client counts it.
type place struct {
	text    *text.Text
	walker  *text.Walker
	skipped int // bytes in front that the client does not see
}

func newMappedText(t *text.Text, e text.Encoding, skipped int) *place {
	return &place{t, text.NewWalker(t, e), skipped}
}

func newPlaces(v *view) *places { return &places{v, map[*workspace.Source]*place{}} }

func (p *places) place(source *workspace.Source) *place {
	if found := p.texts[source]; found != nil {
		return found
	}
	made := p.view.place(source)
	p.texts[source] = made
	return made
}

// place finds the text that is indexed already, or indexes it.
func (v *view) place(source *workspace.Source) *place {
	if d := v.byPath[source.Path]; d != nil && d.text.String() == source.Text {
		return newMappedText(d.text, v.client.encoding, 0)
	}
	seen := strings.TrimPrefix(source.Text, byteOrderMark)
	indexed := text.New(seen)
	return newMappedText(indexed, v.client.encoding, len(source.Text)-len(seen))
}

func (p *places) rangeOf(at workspace.Place) protocol.Range {
	here := p.place(at.Source)
	return protocol.Range{
		Start: protocol.Position(here.walker.Position(int(at.Span.Start) - here.skipped)),
		End:   protocol.Position(here.walker.Position(int(at.Span.End) - here.skipped)),
	}
}

// rangesOf are the ranges of many spans of a source. Each byte of a line is passed once,
// however the spans lie in each other.
func (p *places) rangesOf(source *workspace.Source, spans []syntax.Span) []protocol.Range {
	return p.place(source).ranges(spans)
}

func (here *place) ranges(spans []syntax.Span) []protocol.Range {
	found := make([]protocol.Range, len(spans))
	type end struct {
		at int32
		to *protocol.Position
	}
	ends := make([]end, 0, 2*len(spans))
	for i, s := range spans {
		ends = append(ends, end{s.Start, &found[i].Start}, end{s.End, &found[i].End})
	}
	slices.SortFunc(ends, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	for _, e := range ends {
		*e.to = protocol.Position(here.walker.Position(int(e.at) - here.skipped))
	}
	return found
}

func (p *places) location(at workspace.Place) protocol.Location {
	return protocol.Location{URI: p.view.address(at.Source.Path), Range: p.rangeOf(at)}
}

// offset is the byte of a source at a position of the client.
func (p *places) offset(source *workspace.Source, at protocol.Position) int32 {
	here := p.place(source)
	return int32(here.text.Offset(text.Position(at), p.view.client.encoding) + here.skipped)
}

// span is a range of the client.
func (p *places) span(source *workspace.Source, r protocol.Range) syntax.Span {
	return syntax.Span{Start: p.offset(source, r.Start), End: p.offset(source, r.End)}
}
