package syntax

import (
	"sort"

	"github.com/fraccheck/fraccheck/internal/scratch"
)

// A File is a text cut into items.
type File struct {
	Name   string
	Text   string
	Items  []*Item
	Starts []int32 // where each item begins in Text
	reach  []int32 // how much text, from its start, each item depends on
}

// ParseFile cuts a text into items and parses each. The texts of the items,
// one behind the other, are the text of the file.
func ParseFile(name, text string) *File {
	f := &File{Name: name, Text: text}
	b := newBuilder(f)
	b.trees = &trees{}
	for at := 0; at < len(text); {
		at = b.item(at, nil, false)
	}
	b.done()
	return f
}

// ParseItem parses a text that holds one item.
func ParseItem(text string) *Item {
	var p parser
	return p.parse(text, Lex(text), nil)
}

// A builder appends items to a file.
type builder struct {
	file     *File
	splitter splitter
	parser   parser
	trees    *trees // of the items that hold no copy of their text
	errors   int    // of the items so far
}

// builders are those that wait for the next file. Most of what parsing a file allocates
// besides its trees is scratch space, which they keep.
var builders scratch.Pool[builder]

func newBuilder(f *File) *builder {
	b := builders.Get()
	b.file = f
	return b
}

// done lets go of the file, and of the builder if an item had very many tokens.
func (b *builder) done() {
	b.file, b.trees, b.errors = nil, nil, 0
	b.splitter.text, b.splitter.lexer = "", lexer{}
	b.parser.reset("")
	clear(b.parser.errors[:cap(b.parser.errors)])
	builders.Put(b, cap(b.splitter.tokens))
}

// item appends the item that starts at an offset and gives the offset of the
// next one. Where known has the same text, it is taken as it is. owned items
// hold a copy of their text, so that they do not keep the whole file's.
func (b *builder) item(at int, known *Item, owned bool) int {
	f := b.file
	e := b.splitter.next(f.Text[at:])
	text := f.Text[at : at+e.end]
	if known == nil || known.Text != text {
		trees := b.trees
		if owned {
			text, trees = string([]byte(text)), nil
		}
		if trees != nil {
			trees.left = len(f.Text) - at
		}
		known = b.parser.parse(text, b.cut(e), trees)
		if b.errors += len(known.Errors); b.errors > mostErrors {
			known.forget()
		}
	}
	f.Items = append(f.Items, known)
	f.Starts = append(f.Starts, int32(at))
	f.reach = append(f.reach, int32(e.reach))
	return at + e.end
}

// cut gives the item's own tokens of those that the splitter has read; the
// one behind them gives way to a TokEOF.
func (b *builder) cut(e extent) []Token {
	end := int32(e.end)
	b.splitter.at(e.tokens)
	tokens := b.splitter.tokens[:e.tokens+1]
	tokens[e.tokens] = Token{Kind: TokEOF, Span: Span{end, end}}
	return tokens
}

// ItemAt is the index of the item that holds a byte offset, -1 in an empty
// file. The offset behind the text's end belongs to the last item.
func (f *File) ItemAt(offset int32) int {
	return sort.Search(len(f.Starts), func(i int) bool { return f.Starts[i] > offset }) - 1
}

// ItemsIn are the numbers of the items that a span of bytes touches: from first
// up to end.
func (f *File) ItemsIn(span Span) (first, end int) {
	first = max(0, f.ItemAt(span.Start))
	end = f.ItemAt(span.End) + 1
	return first, max(first, end)
}

// The items that are parsed with their whole file hold on to its text, and all to one;
// so their trees may lie side by side in pieces as well, of which each has room for some
// items. One that is parsed again after an edit has a text and a tree of its own.

// trees is room for the items of a file and their trees.
type trees struct {
	left  int // bytes of the file from the item on that is parsed
	items []Item
	nodes []Node
	kids  []NodeID
}

// How much a piece holds: what the rest of the file will need, as programs are, but not
// more than so many. A tree that is a good part of one has its own.
const (
	mostItems, itemBytes = 16, 160
	mostNodes, nodeBytes = 512, 7
)

func (t *trees) piece(most, bytes int) int { return min(most, t.left/bytes+1) }

// item is an item to be filled.
func (t *trees) item() *Item {
	if t == nil {
		return &Item{}
	}
	if len(t.items) == 0 {
		t.items = make([]Item, t.piece(mostItems, itemBytes))
	}
	item := &t.items[0]
	t.items = t.items[1:]
	return item
}

func (t *trees) nodesOf(s []Node) []Node {
	if t == nil {
		return exact(s)
	}
	return copied(&t.nodes, s, t.piece(mostNodes, nodeBytes))
}

func (t *trees) kidsOf(s []NodeID) []NodeID {
	if t == nil {
		return exact(s)
	}
	return copied(&t.kids, s, t.piece(mostNodes, nodeBytes))
}

// copied copies a slice into the free part of a piece, or of a new one.
func copied[T any](free *[]T, s []T, piece int) []T {
	if len(s) == 0 {
		return nil
	}
	if len(*free) < len(s) {
		if len(s) > piece/4 {
			return exact(s)
		}
		*free = make([]T, piece)
	}
	c := (*free)[:len(s):len(s)]
	*free = (*free)[len(s):]
	copy(c, s)
	return c
}
