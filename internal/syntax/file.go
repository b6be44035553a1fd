package syntax

import (
	"iter"
	"math"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/sequence"
)

// A File is a text cut into items. It never changes; Reparse makes the file of a
// changed text, which shares the items that the change does not reach, and takes
// time with the change and the logarithm of the number of items.
type File struct {
	Name  string
	items sequence.Seq[placed, extents, measure]
	tail  int32         // bytes after the last item
	gaps  bool          // there is text that belongs to no item: prose of a document
	text  func() string // joined when it is first asked for
}

// A placed item is one with what the file knows of it.
type placed struct {
	item  *Item
	gap   int32 // bytes before the item that belong to none: prose of a document
	reach int32 // how many bytes from its start the item depends on
	lines int32 // line ends in its text

	tokens int32
	traits Traits
}

// extents measure consecutive items.
type extents struct {
	bytes int32 // with the gaps
	lines int32 // line ends in the items
	reach int32 // the farthest byte, from the first one's gap on, that one of them depends on
	order int64 // of the last one

	tokens int32
	traits Traits // that one of them has
}

type measure struct{}

func (measure) Of(p placed) extents {
	return extents{p.gap + int32(len(p.item.Text)), p.lines, p.gap + p.reach, p.item.order, p.tokens, p.traits}
}

func (measure) Add(a, b extents) extents {
	return extents{a.bytes + b.bytes, a.lines + b.lines, max(a.reach, a.bytes+b.reach), max(a.order, b.order), a.tokens + b.tokens, a.traits | b.traits}
}

// ParseFile cuts a text into items and parses each. The texts of the items,
// one after the other, are the text of the file.
func ParseFile(name, text string) *File {
	b := newBuilder()
	defer b.done()
	b.trees = &trees{}
	var items []placed
	for at := 0; at < len(text); {
		items = append(items, b.item(text[at:], nil, false))
		at += len(items[len(items)-1].item.Text)
	}
	return newFile(name, text, items)
}

func newFile(name, text string, items []placed) *File {
	number(items, 0, math.MaxInt64)
	return &File{Name: name, items: sequence.Of[placed, extents, measure](items), text: func() string { return text }}
}

// Items keep their order however a file is edited, so that one number each, set when
// the item comes into the file, leads from an item to its place in every version
// of the file (the "order maintenance" of Dietz and Sleator, 1987, without moving numbers
// apart: where there is no room, the file is parsed anew).

// stride is the distance of the numbers of new items: 2²² of them have room, and as many
// as 4,096 definitions may be written after each other between two of them.
const (
	stride = 1 << 40
	step   = 1 << 28
)

// number numbers new items that come in between others. It is false where there is no
// room.
func number(items []placed, above, below int64) bool {
	by := int64(stride)
	if below < math.MaxInt64 {
		by = min(step, (below-above)/int64(len(items)+1))
	}
	if len(items) > 0 && (by <= 0 || above > math.MaxInt64-by*int64(len(items))) {
		return false
	}
	for i := range items {
		above += by
		items[i].item.order = above
	}
	return true
}

// Index is the number of an item in the file.
func (f *File) Index(item *Item) (int, bool) {
	i, _ := f.items.Find(func(sum extents) bool { return sum.order >= item.order })
	return i, i < f.Len() && f.Item(i) == item
}

// A Part is a piece of a text with the items in it.
type Part struct {
	Start int32
	*File
}

// Join is a file whose items are those of parts of its text, in their order.
func Join(name, text string, parts []Part) *File {
	var items []placed
	at := int32(0)
	for _, part := range parts {
		for _, p := range part.items.All() {
			p.gap += part.Start - at
			at = part.Start
			items = append(items, p)
		}
		if part.Len() > 0 {
			at += part.items.Sum().bytes
		}
	}
	f := newFile(name, text, items)
	f.tail, f.gaps = int32(len(text))-f.items.Sum().bytes, true
	return f
}

// With is the file with items after the last one that are not of its text: each begins
// at the text's end.
func (f *File) With(items ...*Item) *File {
	more, back := make([]placed, len(items)), f.tail
	for i, item := range items {
		more[i] = placed{item: item, gap: back, traits: traitsOf(item)}
		back = -int32(len(item.Text))
	}
	above := f.items.Sum().order
	number(more, above, math.MaxInt64)
	next := *f
	next.items, next.tail = f.items.Splice(f.Len(), f.Len(), more), back
	return &next
}

// Replace is the file with another text in the place of item i. It answers false where the
// text is not one item by itself. What is left open at the text's end is read as if the file ended there.
func (f *File) Replace(i int, text string) (*File, bool) {
	parsed := ParseFile(f.Name, text)
	if parsed.Len() != 1 {
		return nil, false
	}
	items := []placed{parsed.items.At(0)}
	items[0].gap = f.items.At(i).gap
	above, below := int64(0), int64(math.MaxInt64)
	if i > 0 {
		above = f.Item(i - 1).order
	}
	if i+1 < f.Len() {
		below = f.Item(i + 1).order
	}
	if !number(items, above, below) {
		return nil, false
	}
	next := *f
	next.items = f.items.Splice(i, i+1, items)
	next.text = sync.OnceValue(func() string {
		start := f.Start(i)
		return f.Text()[:start] + text + f.Text()[int(start)+len(f.Item(i).Text):]
	})
	return &next, true
}

// ParseItem parses a text that holds one item.
func ParseItem(text string) *Item {
	var p parser
	return p.parse(text, Lex(text), nil)
}

// A builder parses the items of a file.
type builder struct {
	splitter splitter
	parser   parser
	trees    *trees // of the items that hold no copy of their text
	errors   int    // of the items so far
}

// builders are those that wait for the next file. Most of what parsing a file allocates
// besides its trees is scratch space, which they keep.
var builders scratch.Pool[builder]

func newBuilder() *builder { return builders.Get() }

// done lets go of the file, and of the builder if an item had very many tokens.
func (b *builder) done() {
	b.trees, b.errors = nil, 0
	b.splitter.text, b.splitter.lexer = "", lexer{}
	b.parser.reset("")
	clear(b.parser.errors[:cap(b.parser.errors)])
	builders.Put(b, cap(b.splitter.tokens))
}

// item parses the item at the start of a text. Where known has the same text, it is
// taken as it is. owned items hold a copy of their text, so that they do not keep the
// whole file's.
func (b *builder) item(rest string, known *Item, owned bool) placed {
	e := b.splitter.next(rest)
	text := rest[:e.end]
	if known == nil || known.Text != text {
		trees := b.trees
		if owned {
			text, trees = strings.Clone(text), nil
		}
		if trees != nil {
			trees.left = len(rest)
		}
		known = b.parser.parse(text, b.cut(e), trees)
		if b.errors += len(known.Errors); b.errors > mostErrors {
			known.forget()
		}
	}
	return placed{item: known, reach: int32(e.reach), lines: int32(strings.Count(text, "\n")), tokens: int32(e.tokens), traits: traitsOf(known)}
}

// cut gives the item's own tokens of those that the splitter has read; the
// one after them gives way to a TokEOF.
func (b *builder) cut(e extent) []Token {
	end := int32(e.end)
	b.splitter.at(e.tokens)
	tokens := b.splitter.tokens[:e.tokens+1]
	tokens[e.tokens] = Token{Kind: TokEOF, Span: Span{end, end}}
	return tokens
}

// Text is the whole text. Of a file that Reparse made it is joined at the first
// call.
func (f *File) Text() string { return f.text() }

// Size is the number of bytes of the text.
func (f *File) Size() int { return int(f.items.Sum().bytes + f.tail) }

// Len is the number of items.
func (f *File) Len() int { return f.items.Len() }

// Item is item i.
func (f *File) Item(i int) *Item { return f.items.At(i).item }

// All are the items with their numbers.
func (f *File) All() iter.Seq2[int, *Item] { return f.Range(0, f.Len()) }

// Range are the items from one number up to another.
func (f *File) Range(from, to int) iter.Seq2[int, *Item] {
	return func(yield func(int, *Item) bool) {
		for i, p := range f.items.Range(from, to) {
			if !yield(i, p.item) {
				return
			}
		}
	}
}

// List is a new slice of all items: for those that need them all anyway.
func (f *File) List() []*Item {
	items := make([]*Item, 0, f.Len())
	for _, item := range f.All() {
		items = append(items, item)
	}
	return items
}

// Start is where item i begins in the text, in bytes; the one after the last begins at
// the text's end.
func (f *File) Start(i int) int32 {
	if i >= f.Len() {
		return int32(f.Size())
	}
	return f.items.Before(i).bytes + f.items.At(i).gap
}

// ItemAt is the index of the item that holds a byte offset, -1 in an empty
// file. The offset after the text's end belongs to the last item.
func (f *File) ItemAt(offset int32) int {
	i, before := f.items.Find(func(sum extents) bool { return sum.bytes > offset })
	if i == f.Len() || offset < before.bytes+f.items.At(i).gap {
		return i - 1
	}
	return i
}

// ItemsIn are the numbers of the items that a span of bytes touches: from first
// up to end.
func (f *File) ItemsIn(span Span) (first, end int) {
	first = max(0, f.ItemAt(span.Start))
	end = f.ItemAt(span.End) + 1
	return first, max(first, end)
}

// Diff is how many items two files share at their start, and how many others at their
// end. Of a file that Reparse made of the other, that takes time with the change alone.
func Diff(a, b *File) (prefix, suffix int) {
	return sequence.Diff(a.items, b.items, func(x, y placed) bool { return x.item == y.item })
}

// Slice is a part of the text. Of a program it is joined from the items' texts.
func (f *File) Slice(from, to int32) string {
	if to = min(to, int32(f.Size())); from >= to {
		return ""
	}
	if f.gaps {
		return f.text()[from:to]
	}
	first, end := f.ItemsIn(Span{from, to})
	at := f.Start(first)
	if text := f.Item(first).Text; to-at <= int32(len(text)) {
		return text[from-at : to-at]
	}
	var b strings.Builder
	b.Grow(int(to - from))
	for _, item := range f.Range(first, end) {
		b.WriteString(item.Text[max(0, from-at):max(0, min(int32(len(item.Text)), to-at))])
		at += int32(len(item.Text))
	}
	return b.String()
}

// joined is the text of items, joined once.
func joined(f *File) func() string {
	return sync.OnceValue(func() string {
		var b strings.Builder
		b.Grow(f.Size())
		for _, item := range f.All() {
			b.WriteString(item.Text)
		}
		return b.String()
	})
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
