package lsp

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/workspace"
)

// A token is a word with its class. Tokens lie one behind the other.
type token struct {
	span  syntax.Span
	class class
}

// tokenBatch is how many items one thread takes at once.
const tokenBatch = 64

// tokensIn classifies the words of the items that a span touches. Their spans
// are those of the file.
func (v *view) tokensIn(ctx context.Context, source *workspace.Source, span syntax.Span) ([]token, error) {
	first, end := itemsIn(source, span)
	lists := make([][]token, (end-first+tokenBatch-1)/tokenBatch)
	library := v.libraryItems(source)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for k := range lists {
		g.Go(func() error {
			p := painter{view: v, source: source, library: library}
			from := first + k*tokenBatch
			for i := from; i < min(from+tokenBatch, end) && ctx.Err() == nil; i++ {
				p.paint(i)
			}
			lists[k] = p.tokens
			return ctx.Err()
		})
	}
	err := g.Wait()
	return slices.Concat(lists...), err
}

// libraryItems are the items of the prelude that a file sees.
func (v *view) libraryItems(source *workspace.Source) map[*syntax.Item]bool {
	items := map[*syntax.Item]bool{}
	module, err := v.snapshot.Module(source.Path)
	if err != nil || module.Prelude() == nil {
		return items
	}
	for _, item := range module.Prelude().File().Items {
		items[item] = true
	}
	return items
}

// A painter classifies the words of items, one item after the other. It is for
// one goroutine.
type painter struct {
	view    *view
	source  *workspace.Source
	library map[*syntax.Item]bool // those of the prelude
	tokens  []token

	item     *syntax.Item
	info     *typecheck.Info
	roles    []class // by node: what its place says of it
	marks    []token // what the tree knows
	lexemes  []token // what the letters say
	scanned  []syntax.Token
	comments []syntax.Span
}

// paint appends the tokens of an item: those of the tree, and where it knows
// nothing, those of the letters.
func (p *painter) paint(i int) {
	p.item = p.source.File.Items[i]
	p.info = &typecheck.Info{Item: p.item}
	if result, err := p.view.snapshot.Result(p.source.Path, i); err == nil {
		p.info = result.Info
	}
	p.findRoles()
	p.findMarks()
	p.findLexemes()
	p.merge(p.source.File.Starts[i])
}

// merge appends marks and lexemes in their order. Where they overlap, the first
// counts; of those that begin at one place, the mark.
func (p *painter) merge(start int32) {
	marks, lexemes, end := p.marks, p.lexemes, int32(0)
	for len(marks)+len(lexemes) > 0 {
		from := &lexemes
		if len(lexemes) == 0 || len(marks) > 0 && marks[0].span.Start <= lexemes[0].span.Start {
			from = &marks
		}
		next := (*from)[0]
		*from = (*from)[1:]
		if next.span.Start < end {
			continue
		}
		end = next.span.End
		if next.class.is != noToken {
			next.span = next.span.Shift(start)
			p.tokens = append(p.tokens, next)
		}
	}
}

// findLexemes classifies the tokens and comments of the item's text.
func (p *painter) findLexemes() {
	p.scanned, p.comments = syntax.Scan(p.item.Text, p.scanned[:0], p.comments[:0])
	p.lexemes = p.lexemes[:0]
	for k, t := range p.scanned {
		if c := p.lexicalClass(k); c.is != noToken {
			p.lexemes = append(p.lexemes, token{p.lexicalSpan(t), c})
		}
	}
	for _, span := range p.comments {
		p.lexemes = append(p.lexemes, token{span, class{is: commentToken}})
	}
	if len(p.comments) > 0 {
		slices.SortFunc(p.lexemes, byStart)
	}
}

func byStart(a, b token) int { return cmp.Compare(a.span.Start, b.span.Start) }

// lexicalSpan is where a token stands; of the metadata, all of which is one
// token, the line that it begins with.
func (p *painter) lexicalSpan(t syntax.Token) syntax.Span {
	span := t.Span()
	if t.Kind == syntax.TokMetadata {
		if n := strings.IndexByte(p.item.Text[span.Start:span.End], '\n'); n >= 0 {
			span.End = span.Start + int32(n)
		}
	}
	return span
}

// lexicalClass classifies a token by itself and the one behind it.
func (p *painter) lexicalClass(k int) class {
	switch t := p.scanned[k]; {
	case t.Kind == syntax.TokBad:
		return badClass(p.item.Text[t.Start:t.End])
	case t.Kind != syntax.TokName:
		return lexicalClasses[t.Kind]
	case t.Word == syntax.WordHole:
		return class{}
	case t.Word != syntax.NoWord || p.item.Kind(p.item.Root) == syntax.ItemAssert:
		return class{is: keywordToken}
	case k+1 < len(p.scanned) && p.scanned[k+1].Kind == syntax.TokLParen && p.view.ops[p.item.Text[t.Start:t.End]] != nil:
		return class{functionToken, fromLibrary}
	}
	return class{}
}

// badClass classifies what never ends: a string, a comment.
func badClass(text string) class {
	switch {
	case strings.HasPrefix(text, `"`):
		return class{is: stringToken}
	case strings.HasPrefix(text, "/*"):
		return class{is: commentToken}
	}
	return class{}
}
