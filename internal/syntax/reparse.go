package syntax

import "math"

// Incremental parsing. An item is the unit: its tree depends on its text alone, and where it ends on
// the text from its start up to its reach, an offset that the splitter notes. So the items before
// an edit stay as long as the edit is after their reach, and those after it stay from the first
// boundary on that was one before: the splitter has no state between items, and finds the same ones
// there. Invariant: Reparse(old, edits) is ParseFile of the new text, item by item (a fuzz target
// compares them). It takes time linear in the items between the two, which for an edit inside of an
// item is one, and logarithmic in the number of items.

// Reparse gives the file that ParseFile gives for the text after the edits,
// which are made one after the other, each to the text that the one before
// left. Items whose text stays are shared with the old file. It is not for a file that Join made: the
// text between the items would be read as a program.
func Reparse(old *File, edits ...Edit) *File {
	if len(edits) == 0 {
		return old
	}
	return resplit(old, hull(old, edits))
}

// hull is the one edit that does what several do: it replaces all from the first
// changed byte to the last.
func hull(old *File, edits []Edit) Edit {
	size := int32(old.Size())
	prefix, suffix, now := size, size, size
	for _, e := range edits {
		prefix, suffix = min(prefix, e.Span.Start), min(suffix, now-e.Span.End)
		now += int32(len(e.NewText)) - e.Span.Len()
	}
	suffix = min(suffix, size-prefix, now-prefix)
	if len(edits) == 1 {
		return edits[0]
	}
	text := old.Slice(prefix, size-suffix)
	for _, e := range edits {
		text = text[:e.Span.Start-prefix] + e.NewText + text[e.Span.End-prefix:]
	}
	return Edit{Span: Span{prefix, size - suffix}, NewText: text}
}

// resplit cuts the new text from the first item that may depend on what
// changed to the first boundary after the change that is an old boundary as
// well. Where an item ends depends on nothing before it, so from there on
// the old items stay. Before it those of which place and text are the same stay
// too, but for those after the change, which the end shares: no item occurs twice in
// a file, since its users tell items apart by their addresses.
func resplit(old *File, e Edit) *File {
	first, _ := old.items.Find(func(sum extents) bool { return sum.reach > e.Span.Start })
	w := newWindow(old, old.Start(first), e)
	b := newBuilder()
	defer b.done()
	var items []placed
	next, oldAt := first, w.start
	for at := w.start; at < w.size; {
		was, tail := at, at >= w.changedEnd
		if tail {
			was -= w.shift
		}
		for next < old.Len() && oldAt < was {
			oldAt += int32(len(old.Item(next).Text))
			next++
		}
		var known *Item
		if next < old.Len() && oldAt == was {
			if tail {
				break
			}
			if at < e.Span.End {
				known = old.Item(next)
			}
		}
		errors := b.errors
		p := b.item(w.from(at), known, true)
		for w.lacks(at + p.reach) {
			w.grow()
			b.errors = errors // those of a part of the item count for nothing
			p = b.item(w.from(at), known, true)
		}
		items = append(items, p)
		if at += int32(len(p.item.Text)); at >= w.size {
			next = old.Len()
		}
	}
	if w.start >= w.size {
		next = old.Len()
	}
	above, below := old.items.Before(first).order, int64(math.MaxInt64)
	if next < old.Len() {
		below = old.Item(next).order
	}
	f := &File{Name: old.Name}
	roomy := numberNew(items, above, below)
	f.items = old.items.Splice(first, next, items)
	f.text = joined(f)
	if !roomy {
		return ParseFile(f.Name, f.Text())
	}
	return f
}

// numberNew numbers those of items that are new, between the others.
func numberNew(items []placed, above, below int64) bool {
	for i := 0; i < len(items); i++ {
		if items[i].item.order != 0 {
			above = items[i].item.order
			continue
		}
		end := i
		for end < len(items) && items[end].item.order == 0 {
			end++
		}
		next := below
		if end < len(items) {
			next = items[end].item.order
		}
		if !number(items[i:end], above, next) {
			return false
		}
		i = end - 1
	}
	return true
}

// A window is the part of a changed text from some offset before the change on,
// as far as it was needed.
type window struct {
	old        *File
	start      int32 // of the window in the text
	text       string
	oldEnd     int32 // up to where the old text is in the window
	changedEnd int32 // where, in the new text, the old one goes on
	shift      int32 // by how much the new text is longer
	size       int32 // of the new text
}

// windowBytes is how much of the text after a change is joined at first. Most items end
// within it; a longer one has the window grow to twice its size.
const windowBytes = 1 << 10

func newWindow(old *File, start int32, e Edit) *window {
	size := int32(old.Size())
	w := &window{old: old, start: start, shift: int32(len(e.NewText)) - e.Span.Len()}
	w.changedEnd, w.size = e.Span.End+w.shift, size+w.shift
	w.oldEnd = min(size, e.Span.End+windowBytes)
	w.text = old.Slice(start, e.Span.Start) + e.NewText + old.Slice(e.Span.End, w.oldEnd)
	return w
}

// from is the text from an offset to the window's end.
func (w *window) from(at int32) string { return w.text[at-w.start:] }

// lacks reports whether the text up to an offset is not all in the window.
func (w *window) lacks(to int32) bool {
	end := w.start + int32(len(w.text))
	return to > end && end < w.size
}

func (w *window) grow() {
	end := min(int32(w.old.Size()), w.oldEnd+max(windowBytes, int32(len(w.text))))
	w.text += w.old.Slice(w.oldEnd, end)
	w.oldEnd = end
}

// behindBytes is how much of what follows an item is read with a text in its
// place.
const behindBytes = 4 << 10

// InPlace is the file that a text in the place of item i makes by itself, read with
// what follows it. It answers false where the items beside may not stay as they
// are; that is found without reading them, so that there are texts that leave them
// alone of which it does not know.
func (f *File) InPlace(i int, text string) (*File, bool) {
	start, next := f.Start(i), f.Start(i+1)
	if i > 0 && f.Start(i-1)+f.items.At(i-1).reach > start+commonPrefix(text, f.Item(i).Text) {
		return nil, false
	}
	size := int32(f.Size())
	behind := f.Slice(next, min(size, next+behindBytes))
	whole := text + behind
	b := newBuilder()
	defer b.done()
	var items []placed
	at := 0
	for at < len(text) {
		p := b.item(whole[at:], nil, false)
		if at+int(p.reach) > len(whole) && int32(len(behind)) < size-next {
			return nil, false
		}
		items = append(items, p)
		at += len(p.item.Text)
	}
	return newFile(f.Name, text, items), at == len(text)
}

// commonPrefix is how many bytes two texts begin with alike.
func commonPrefix(a, b string) int32 {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return int32(i)
		}
	}
	return int32(n)
}
