package token

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Token is a word with its class. Tokens lie one after the other.
type Token struct {
	Span  syntax.Span // bytes of the file
	Class Class
}

// A File is a file whose words are classified, and what is known of it.
type File struct {
	source  *workspace.Source
	ops     op.Table
	results func(i int) *typecheck.Result
	stamps  func(i int) workspace.Stamp // the zero Stamp where nothing is kept
	library map[*syntax.Item]bool       // items of the prelude
}

// Checked is a file of a snapshot. It fails where the file cannot be read.
func Checked(s *workspace.Snapshot, source *workspace.Source) (*File, error) {
	module, err := s.Module(source.Path)
	if err != nil {
		return nil, err
	}
	f := &File{source: source, ops: module.Ops(), library: map[*syntax.Item]bool{}}
	if f.results, err = s.Results(source.Path); err != nil {
		return nil, err
	}
	if f.stamps, err = s.Stamps(source.Path); err != nil {
		return nil, err
	}
	if prelude := module.Prelude(); prelude != nil {
		for _, item := range prelude.File().All() {
			f.library[item] = true
		}
	}
	return f, nil
}

// Unchecked is a file of which nothing is known but its tree.
func Unchecked(source *workspace.Source, ops op.Table) *File {
	return &File{
		source: source, ops: ops,
		results: func(i int) *typecheck.Result {
			return &typecheck.Result{Info: &typecheck.Info{Item: source.File.Item(i)}}
		},
		stamps: func(int) workspace.Stamp { return workspace.Stamp{} },
	}
}

// Tokens classifies the words that a span of the file touches, in bytes. Items
// outside of it are not looked at. What the cache has of an item that means the
// same as then is taken from there. The error is the context's.
func (f *File) Tokens(ctx context.Context, cache *Cache, span syntax.Span) ([]Token, error) {
	first, end := f.source.File.ItemsIn(span)
	lists, err := f.lists(ctx, cache, first, end)
	if err != nil {
		return nil, err
	}
	count := 0
	for _, tokens := range lists {
		count += len(tokens)
	}
	all := make([]Token, 0, count)
	for k, tokens := range lists {
		for _, t := range tokens {
			t.Span = t.Span.Shift(f.source.File.Start(first + k))
			all = append(all, t)
		}
	}
	return within(all, span), nil
}

// within are the tokens of a list that a span touches.
func within(tokens []Token, span syntax.Span) []Token {
	first, end := 0, len(tokens)
	for first < end && tokens[first].Span.End <= span.Start {
		first++
	}
	for end > first && tokens[end-1].Span.Start >= span.End {
		end--
	}
	return tokens[first:end]
}

// batch is how many items one thread takes at once.
const batch = 64

// lists gives the tokens of each of some items, relative to its start.
func (f *File) lists(ctx context.Context, cache *Cache, first, end int) ([][]Token, error) {
	lists := make([][]Token, end-first)
	kept := cache.get(f.source.Path)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for from := first; from < end; from += batch {
		g.Go(func() error {
			p := classifier{ops: f.ops, source: f.source, results: f.results, library: f.library}
			for i := from; i < min(from+batch, end) && ctx.Err() == nil; i++ {
				if k := kept[f.source.File.Item(i)]; k.stamp == f.stamps(i) && k.stamp.Known() {
					lists[i-first] = k.tokens
					continue
				}
				lists[i-first] = p.classify(i)
			}
			return ctx.Err()
		})
	}
	err := g.Wait()
	if err == nil && first == 0 && end == f.source.File.Len() {
		f.keep(cache, lists)
	}
	return lists, err
}

// keep remembers the tokens of the whole file.
func (f *File) keep(cache *Cache, lists [][]Token) {
	items := make(map[*syntax.Item]cached, len(lists))
	for i, item := range f.source.File.All() {
		if stamp := f.stamps(i); stamp.Known() {
			items[item] = cached{stamp, lists[i]}
		}
	}
	cache.put(f.source.Path, items)
}

// A classifier classifies the words of items, one item after the other: a pass
// over the tree for roles and marks, one over the letters for lexemes, and a merge
// of the two lists by position. Its slices are used again for the next item. It is
// for one goroutine.
type classifier struct {
	ops     op.Table
	source  *workspace.Source
	results func(i int) *typecheck.Result
	library map[*syntax.Item]bool // those of the prelude

	item     *syntax.Item
	info     *typecheck.Info
	roles    []Class // by node: what its place says of it
	marks    []Token // what the tree knows
	lexemes  []Token // what the letters say
	scanned  []syntax.Token
	comments []syntax.Span
}

// classify gives the tokens of an item: those of the tree, and where it knows
// nothing, those of the letters.
func (p *classifier) classify(i int) []Token {
	p.item = p.source.File.Item(i)
	p.info = p.results(i).Info
	p.findRoles()
	p.findMarks()
	p.findLexemes()
	return p.merge()
}

// merge joins marks and lexemes in their order, in O(marks + lexemes). Where they overlap, the
// first counts; of those that begin at one place, the mark. A mark without a type hides the
// lexeme below it: the dot of `%x.0` is neither operator nor number.
//
// Invariant: the tokens are disjoint and in order, as the protocol's encoding by differences
// needs them.
func (p *classifier) merge() []Token {
	marks, lexemes, end := p.marks, p.lexemes, int32(0)
	tokens := make([]Token, 0, len(marks)+len(lexemes))
	for len(marks)+len(lexemes) > 0 {
		from := &lexemes
		if len(lexemes) == 0 || len(marks) > 0 && marks[0].Span.Start <= lexemes[0].Span.Start {
			from = &marks
		}
		next := (*from)[0]
		*from = (*from)[1:]
		if next.Span.Start < end {
			continue
		}
		end = next.Span.End
		if next.Class.Type != None {
			tokens = append(tokens, next)
		}
	}
	return tokens
}

// findLexemes classifies the tokens and comments of the item's text.
func (p *classifier) findLexemes() {
	p.scanned, p.comments = syntax.Scan(p.item.Text, p.scanned[:0], p.comments[:0])
	p.scanned = slices.DeleteFunc(p.scanned, func(t syntax.Token) bool { return t.Kind == syntax.TokTypeNote }) // comments too
	p.lexemes = p.lexemes[:0]
	for k, t := range p.scanned {
		if c := p.lexicalClass(k); c.Type != None {
			p.lexemes = append(p.lexemes, Token{p.lexicalSpan(t), c})
		}
	}
	for _, span := range p.comments {
		p.lexemes = append(p.lexemes, Token{span, Class{Type: Comment}})
	}
	if len(p.comments) > 0 {
		slices.SortFunc(p.lexemes, byStart)
	}
}

func byStart(a, b Token) int { return cmp.Compare(a.Span.Start, b.Span.Start) }

// lexicalSpan is where a token is; of the metadata, all of which is one
// token, the line that it begins with.
func (p *classifier) lexicalSpan(t syntax.Token) syntax.Span {
	span := t.Span
	if t.Kind == syntax.TokMetadata {
		if n := strings.IndexByte(p.item.Text[span.Start:span.End], '\n'); n >= 0 {
			span.End = span.Start + int32(n)
		}
	}
	return span
}

// lexicalClass classifies a token by itself and the one after it.
//
// A bare name is a keyword if the lexer says so, and an operator if it is called and in the table; others
// are left to the tree.
func (p *classifier) lexicalClass(k int) Class {
	switch t := p.scanned[k]; {
	case t.Kind == syntax.TokBad:
		return badClass(p.item.Text[t.Start:t.End])
	case t.Kind != syntax.TokName:
		return lexicalClasses[t.Kind]
	case t.Word == syntax.WordHole:
		return Class{}
	case t.Word != syntax.NoWord || p.item.Kind(p.item.Root) == syntax.ItemAssert:
		return Class{Type: Keyword}
	case k+1 < len(p.scanned) && p.scanned[k+1].Kind == syntax.TokLParen && p.ops[p.item.Text[t.Start:t.End]] != nil:
		return Class{Function, Library}
	}
	return Class{}
}

// badClass classifies what never ends: a string, a comment.
func badClass(text string) Class {
	switch {
	case strings.HasPrefix(text, `"`):
		return Class{Type: String}
	case strings.HasPrefix(text, "/*"):
		return Class{Type: Comment}
	}
	return Class{}
}
