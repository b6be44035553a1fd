package actions

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// onTypeFormatting lays out what a character has just ended: a statement or
// what is in braces. A new line is indented. Nothing after the cursor
// changes.
//
// Edits that end after the cursor are dropped: what the user writes next is placed by what is
// there, and an editor that moves it is worse than one that does not format.
func onTypeFormatting(ctx context.Context, v *request.View, p *protocol.DocumentOnTypeFormattingParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if request.IsReadOnly(source) {
		return []protocol.TextEdit{}, nil
	}
	mapper := request.NewMapper(v)
	offset := mapper.Offset(source, p.Position)
	var edits []syntax.Edit
	switch p.Ch {
	case "\n":
		edits = newLine(source, offset)
	case ";", "}":
		if within, ok := ended(source, offset, p.Ch); ok {
			edits = source.Format(ctx, []syntax.Span{within})
			edits = slices.DeleteFunc(edits, func(e syntax.Edit) bool { return e.Span.End >= offset })
		}
	}
	return textEdits(mapper, source, edits), nil
}

// itemAt is the item that holds an offset, and the offset in it.
func itemAt(source *workspace.Source, offset int32) (item *syntax.Item, local int32, ok bool) {
	i := source.File.ItemAt(offset)
	if i < 0 {
		return nil, 0, false
	}
	item, local = source.File.Item(i), offset-source.File.Start(i)
	return item, local, int(local) <= len(item.Text)
}

// ended is what the character before an offset ends: with `;`, the end of
// the statement; with a brace, all that it closes.
func ended(source *workspace.Source, offset int32, ch string) (syntax.Span, bool) {
	item, local, ok := itemAt(source, offset-1)
	if !ok {
		return syntax.Span{}, false
	}
	tokens := syntax.Lex(item.Text)
	i := slices.IndexFunc(tokens, func(t syntax.Token) bool { return t.Start == local })
	if i < 1 || item.Text[local:tokens[i].End] != ch {
		return syntax.Span{}, false
	}
	within := syntax.Span{Start: tokens[i-1].End, End: tokens[i-1].End}
	if ch == "}" {
		within = closedBy(item, local, within)
	}
	return within.Shift(offset - 1 - local), true
}

// closedBy is the outermost node that a brace closes.
func closedBy(item *syntax.Item, brace int32, none syntax.Span) syntax.Span {
	for _, n := range item.NodeAt(brace) {
		if span := item.Span(n); span.End == brace+1 && strings.HasSuffix(item.SourceText(n), "}") {
			return span
		}
	}
	return none
}

// newLine indents the line of an offset. Where a document's lines begin, only
// its brackets show.
func newLine(source *workspace.Source, offset int32) []syntax.Edit {
	item, local, ok := written(source, offset)
	if !ok {
		return nil
	}
	blanks, ok := format.Indent(item, local)
	if !ok || blanks == 0 && !source.Program() {
		return nil
	}
	start := strings.LastIndexByte(source.Text()[:offset], '\n') + 1
	line := source.Text()[start:]
	has := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if has == strings.Repeat(" ", blanks) {
		return nil
	}
	return []syntax.Edit{{Span: syntax.Span{Start: int32(start), End: int32(start + len(has))}, NewText: strings.Repeat(" ", blanks)}}
}

// written is the item that is being written at an offset, and the offset in
// it: on a line with nothing before it but blanks, the item before, which
// may not be closed yet.
func written(source *workspace.Source, offset int32) (*syntax.Item, int32, bool) {
	item, local, ok := itemAt(source, offset)
	if i := source.File.ItemAt(offset); ok && i > 0 && strings.TrimSpace(item.Text[:local]) == "" {
		before := source.File.Item(i - 1)
		if end := source.File.Start(i-1) + int32(len(before.Text)); end == source.File.Start(i) {
			return before, int32(len(before.Text)), true
		}
	}
	return item, local, ok
}
