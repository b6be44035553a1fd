package sourcefile

import (
	"context"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
)

// Format gives the edits that lay a file out, in the order of its text: a
// program or rules as a whole, of a document the blocks that are tagged as programs.
// within, unless it is nil, says which parts are asked for. There are no edits where
// the context ends before, and none of the program of a model, which no file has.
func (s *Source) Format(ctx context.Context, within []syntax.Span) []syntax.Edit {
	if s.Derived() != "" || IsConfiguration(s.Path) {
		return nil
	}
	if s.Rules() != nil {
		return s.formatRules(within)
	}
	if s.Program() {
		return format.Edits(s.File, format.Options{Within: within, Stopped: ended(ctx)})
	}
	var edits []syntax.Edit
	for _, b := range s.Blocks {
		if margin, ok := s.margin(b); ok && b.Tagged {
			edits = append(edits, s.formatBlock(ctx, b, margin, within)...)
		}
	}
	return edits
}

// formatRules lays out a file of rules, or what is in a part of it.
func (s *Source) formatRules(within []syntax.Span) []syntax.Edit {
	edits := rulefile.Edits(s.Text())
	if within == nil {
		return edits
	}
	return slices.DeleteFunc(edits, func(e syntax.Edit) bool {
		return !slices.ContainsFunc(within, func(w syntax.Span) bool { return e.Span.Start <= w.End && w.Start <= e.Span.End })
	})
}

func (s *Source) formatBlock(ctx context.Context, b Block, margin int, within []syntax.Span) []syntax.Edit {
	options := format.Options{Margin: margin, Fragment: true, LineEnd: format.LineEnd(s.Text()), Stopped: ended(ctx)}
	if within != nil {
		options.Within = inBlock(b, within)
	}
	edits := format.Edits(syntax.ParseFile(s.Name, s.Text()[b.Span.Start:b.Span.End]), options)
	for i := range edits {
		edits[i].Span = edits[i].Span.Shift(b.Span.Start)
	}
	return edits
}

// ended asks whether a context has ended.
func ended(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }

// inBlock are the parts of ranges that lie in a block, counted from its start.
func inBlock(b Block, within []syntax.Span) []syntax.Span {
	local := []syntax.Span{}
	for _, w := range within {
		if w.Start <= b.Span.End && w.End >= b.Span.Start {
			w = syntax.Span{Start: max(w.Start, b.Span.Start), End: min(w.End, b.Span.End)}
			local = append(local, w.Shift(-b.Span.Start))
		}
	}
	return local
}

// margin is how many blanks all lines of a block begin with. It is false where
// they are not indented as the block's fence is, so that to move them could
// take them out of a list.
func (s *Source) margin(b Block) (int, bool) {
	margin := -1
	for line := range strings.Lines(s.Text()[b.Span.Start:b.Span.End]) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if blanks := len(line) - len(strings.TrimLeft(line, " ")); margin < 0 || blanks < margin {
			margin = blanks
		}
	}
	fence := s.Text()[b.Fence.Start:b.Fence.End]
	return max(margin, 0), len(fence)-len(strings.TrimLeft(fence, " \t")) <= margin
}
