package request

import (
	"cmp"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/text"
)

// ByteOrderMark may begin a file. Editors take it off before they count
// columns.
const ByteOrderMark = "\ufeff"

// Mapper turns the byte offsets of an answer into the positions of the client,
// and back. It is for one goroutine.
type Mapper struct {
	View  *View
	texts map[*workspace.Source]*MappedText
}

// A MappedText is the text of a source as the client counts it.
type MappedText struct {
	Text    *text.Text
	walker  *text.Walker
	Skipped int // bytes in front that the client does not see
}

// NewMappedText returns a text as a client counts it, which does not see its first bytes.
func NewMappedText(t *text.Text, e text.Encoding, skipped int) *MappedText {
	return &MappedText{t, text.NewWalker(t, e), skipped}
}

// NewMapper returns a mapper for one answer.
func NewMapper(v *View) *Mapper { return &Mapper{v, map[*workspace.Source]*MappedText{}} }

// Text returns the text of a source, indexed once.
func (p *Mapper) Text(source *workspace.Source) *MappedText {
	if found := p.texts[source]; found != nil {
		return found
	}
	made := p.View.Text(source)
	p.texts[source] = made
	return made
}

// Text finds the text that is indexed already, or indexes it.
func (v *View) Text(source *workspace.Source) *MappedText {
	if d := v.ByPath[source.Path]; d != nil && shows(d, source) {
		return NewMappedText(d.Text, v.Client.Encoding, 0)
	}
	seen := strings.TrimPrefix(source.Text(), ByteOrderMark)
	indexed := text.New(seen)
	return NewMappedText(indexed, v.Client.Encoding, len(source.Text())-len(seen))
}

// shows reports whether a document has the text of a source. Where the source was made of the
// document's text, neither is joined to find that out; it may lack a byte order mark then.
func shows(d *Document, source *workspace.Source) bool {
	if written := d.Text.Rope(); written == source.Written && source.Encoding == sourcefile.UTF8 && written.Len() == source.Size() {
		return true
	}
	return source.Is(d.Text.String())
}

// Range returns a place in the client's positions.
func (p *Mapper) Range(at workspace.Place) protocol.Range {
	if sourcefile.IsModel(at.Source.Path) && !p.View.ShowsModel(at.Source.Path) {
		return protocol.Range{} // a client that has the file alone has no line of its program
	}
	here := p.Text(at.Source)
	return protocol.Range{
		Start: protocol.Position(here.walker.Position(int(at.Span.Start) - here.Skipped)),
		End:   protocol.Position(here.walker.Position(int(at.Span.End) - here.Skipped)),
	}
}

// Ranges are the ranges of many spans of a source. Each byte of a line is passed once,
// however the spans lie in each other.
func (p *Mapper) Ranges(source *workspace.Source, spans []syntax.Span) []protocol.Range {
	return p.Text(source).Ranges(spans)
}

// Ranges returns spans in the client's positions. The ends are sorted, so that the walker goes over
// the text once: O(n log n + bytes), whatever the order and nesting of the spans.
func (here *MappedText) Ranges(spans []syntax.Span) []protocol.Range {
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
		*e.to = protocol.Position(here.walker.Position(int(e.at) - here.Skipped))
	}
	return found
}

// Location returns a place with the address of its file.
func (p *Mapper) Location(at workspace.Place) protocol.Location {
	return protocol.Location{URI: p.View.Address(at.Source.Path), Range: p.Range(at)}
}

// Offset is the byte of a source at a position of the client.
func (p *Mapper) Offset(source *workspace.Source, at protocol.Position) int32 {
	here := p.Text(source)
	return int32(here.Text.Offset(text.Position(at), p.View.Client.Encoding) + here.Skipped)
}

// Span is a range of the client.
func (p *Mapper) Span(source *workspace.Source, r protocol.Range) syntax.Span {
	return syntax.Span{Start: p.Offset(source, r.Start), End: p.Offset(source, r.End)}
}

// Touches reports whether a cursor or a selection touches a span.
func Touches(a, b syntax.Span) bool { return a.Start <= b.End && b.Start <= a.End }

// ExtentOf is the range of item i.
func (p *Mapper) ExtentOf(source *workspace.Source, i int) protocol.Range {
	return p.Range(workspace.Place{Source: source, Span: ExtentOf(source, i)})
}

// ExtentOf is item i without the blanks and comments after it.
func ExtentOf(source *workspace.Source, i int) syntax.Span {
	item := source.File.Item(i)
	return source.Absolute(i, item.Span(item.Root))
}

// Unquoted is the place of a string without its quotes; the closing one may be
// missing.
func Unquoted(at workspace.Place) workspace.Place {
	text := at.Source.Text()[at.Span.Start:at.Span.End]
	inside := syntax.Span{Start: at.Span.Start + 1, End: at.Span.End}
	if len(text) > 1 && text[len(text)-1] == text[0] {
		inside.End--
	}
	return workspace.Place{Source: at.Source, Span: inside}
}

// ItemPlace is a span of item i of a file.
func ItemPlace(source *workspace.Source, i int, span syntax.Span) workspace.Place {
	return workspace.Place{Source: source, Span: source.Absolute(i, span)}
}

// ItemTitle names an item shortly.
func ItemTitle(item *syntax.Item) string {
	if item.Kind(item.Root) == syntax.ItemDef {
		return item.SourceText(item.Declared())
	}
	return Abbreviate(item.SourceText(item.Root))
}

// longestValue is how many characters of a value, or of a message, are shown
// beside the text.
const longestValue = 60

// Abbreviate is the beginning of a text, on one line.
func Abbreviate(text string) string {
	return excerpt.Line(text, longestValue)
}
