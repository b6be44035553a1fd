package lsp

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/fraccheck/fraccheck/op"
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
	lists, err := v.paint(ctx, source, first, end)
	if err != nil {
		return nil, err
	}
	count := 0
	for _, tokens := range lists {
		count += len(tokens)
	}
	all := make([]token, 0, count)
	for k, tokens := range lists {
		for _, t := range tokens {
			t.span = t.span.Shift(source.File.Starts[first+k])
			all = append(all, t)
		}
	}
	return all, nil
}

// paint gives the tokens of each of some items, relative to its start.
func (v *view) paint(ctx context.Context, source *workspace.Source, first, end int) ([][]token, error) {
	results, library, err := v.known(source)
	if err != nil {
		return nil, failed(err)
	}
	stamps := func(int) workspace.Stamp { return workspace.Stamp{} }
	if !v.oversized(source) {
		if stamps, err = v.snapshot.Stamps(source.Path); err != nil {
			return nil, failed(err)
		}
	}
	lists := make([][]token, end-first)
	kept := v.session.album.open(source.Path)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for from := first; from < end; from += tokenBatch {
		g.Go(func() error {
			p := painter{ops: v.ops, source: source, results: results, library: library}
			for i := from; i < min(from+tokenBatch, end) && ctx.Err() == nil; i++ {
				if k := kept[source.File.Items[i]]; k.stamp == stamps(i) && k.stamp.Known() {
					lists[i-first] = k.tokens
					continue
				}
				lists[i-first] = p.paint(i)
			}
			return ctx.Err()
		})
	}
	err = g.Wait()
	if err == nil && first == 0 && end == len(source.File.Items) {
		v.keepPainted(source, stamps, lists)
	}
	return lists, err
}

// keepPainted remembers the tokens of a whole document.
func (v *view) keepPainted(source *workspace.Source, stamps func(int) workspace.Stamp, lists [][]token) {
	kept := make(map[*syntax.Item]painted, len(lists))
	for i, item := range source.File.Items {
		if stamp := stamps(i); stamp.Known() {
			kept[item] = painted{stamp, lists[i]}
		}
	}
	v.session.album.put(source.Path, kept)
}

// known gives what is found out about the items of a file, and which ones are
// the prelude's. Of a file that is too large, nothing but its tree is known.
func (v *view) known(source *workspace.Source) (func(i int) *typecheck.Result, map[*syntax.Item]bool, error) {
	if v.oversized(source) {
		return func(i int) *typecheck.Result {
			return &typecheck.Result{Info: &typecheck.Info{Item: source.File.Items[i]}}
		}, nil, nil
	}
	results, err := v.snapshot.Results(source.Path)
	if err != nil {
		return nil, nil, err
	}
	module, err := v.snapshot.Module(source.Path)
	if err != nil {
		return nil, nil, err
	}
	library := map[*syntax.Item]bool{}
	if prelude := module.Prelude(); prelude != nil {
		for _, item := range prelude.File().Items {
			library[item] = true
		}
	}
	return results, library, nil
}

// A painter classifies the words of items, one item after the other. It is for
// one goroutine.
type painter struct {
	ops     op.Table
	source  *workspace.Source
	results func(i int) *typecheck.Result
	library map[*syntax.Item]bool // those of the prelude

	item     *syntax.Item
	info     *typecheck.Info
	roles    []class // by node: what its place says of it
	marks    []token // what the tree knows
	lexemes  []token // what the letters say
	scanned  []syntax.Token
	comments []syntax.Span
}

// paint gives the tokens of an item: those of the tree, and where it knows
// nothing, those of the letters.
func (p *painter) paint(i int) []token {
	p.item = p.source.File.Items[i]
	p.info = p.results(i).Info
	p.findRoles()
	p.findMarks()
	p.findLexemes()
	return p.merge()
}

// merge joins marks and lexemes in their order. Where they overlap, the first
// counts; of those that begin at one place, the mark.
func (p *painter) merge() []token {
	marks, lexemes, end := p.marks, p.lexemes, int32(0)
	tokens := make([]token, 0, len(marks)+len(lexemes))
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
			tokens = append(tokens, next)
		}
	}
	return tokens
}

// findLexemes classifies the tokens and comments of the item's text.
func (p *painter) findLexemes() {
	p.scanned, p.comments = syntax.Scan(p.item.Text, p.scanned[:0], p.comments[:0])
	p.scanned = slices.DeleteFunc(p.scanned, func(t syntax.Token) bool { return t.Kind == syntax.TokTypeNote }) // comments too
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
	case k+1 < len(p.scanned) && p.scanned[k+1].Kind == syntax.TokLParen && p.ops[p.item.Text[t.Start:t.End]] != nil:
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
