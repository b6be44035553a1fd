package syntax

// Incremental parsing. An item is the unit: its tree depends on its text alone, and where it ends on
// the text from its start up to its reach, an offset that the splitter notes. So the items in front of
// an edit stay as long as the edit is behind their reach, and those behind it stay from the first
// boundary on that was one before: the splitter has no state between items, and finds the same ones
// there. Invariant: Reparse(old, edits) is ParseFile of the new text, item by item (a fuzz target
// compares them). It takes time linear in the items between the two, which for an edit inside of an
// item is one, and in the number of items for the offsets behind.

// Reparse gives the file that ParseFile gives for the text after the edits,
// which are made one behind the other, each to the text that the one before
// left. Items whose text stays are shared with the old file.
func Reparse(old *File, edits ...Edit) *File {
	text, same := old.Text, unchanged{prefix: len(old.Text), suffix: len(old.Text)}
	for _, e := range edits {
		same.prefix = min(same.prefix, int(e.Span.Start))
		same.suffix = min(same.suffix, len(text)-int(e.Span.End))
		text = text[:e.Span.Start] + e.NewText + text[e.Span.End:]
	}
	same.suffix = min(same.suffix, len(old.Text)-same.prefix, len(text)-same.prefix)
	return resplit(old, text, same)
}

// unchanged is how many bytes two texts share at their start and at their end.
type unchanged struct{ prefix, suffix int }

// resplit cuts the new text from the first item that may depend on what
// changed to the first boundary behind the change that is an old boundary as
// well. Where an item ends depends on nothing in front of it, so from there on
// the old items stand. In front of it those of which place and text are the same stand
// too, but for those behind the change, which the end shares: no item stands twice in
// a file, since its users tell items apart by their addresses.
func resplit(old *File, text string, same unchanged) *File {
	f := &File{Name: old.Name, Text: text}
	next := old.unaffected(same.prefix)
	f.share(old, 0, next, 0)
	b := newBuilder(f)
	defer b.done()
	shift := len(text) - len(old.Text)
	for at := old.startOf(next); at < len(text); {
		tail := at >= len(text)-same.suffix
		was := at // where this offset lies in the old text
		if tail {
			was -= shift
		}
		for next < len(old.Items) && old.startOf(next) < was {
			next++
		}
		var known *Item
		if next < len(old.Items) && old.startOf(next) == was {
			if tail {
				f.share(old, next, len(old.Items), int32(shift))
				return f
			}
			if at < len(old.Text)-same.suffix {
				known = old.Items[next]
			}
		}
		at = b.item(at, known, true)
	}
	return f
}

// startOf is where an item starts; the one behind the last starts at the end.
func (f *File) startOf(i int) int {
	if i < len(f.Starts) {
		return int(f.Starts[i])
	}
	return len(f.Text)
}

// unaffected counts the items at the start that depend on no byte behind a
// prefix of the text.
func (f *File) unaffected(prefix int) int {
	for i, start := range f.Starts {
		if int(start)+int(f.reach[i]) > prefix {
			return i
		}
	}
	return len(f.Items)
}

// share takes over the old items from one index to another.
func (f *File) share(old *File, from, to int, shift int32) {
	f.Items = append(f.Items, old.Items[from:to]...)
	f.reach = append(f.reach, old.reach[from:to]...)
	n := len(f.Starts)
	f.Starts = append(f.Starts, old.Starts[from:to]...)
	for i := n; shift != 0 && i < len(f.Starts); i++ {
		f.Starts[i] += shift
	}
}

// behindBytes is how much of what stands behind an item is read with a text in its
// place.
const behindBytes = 4 << 10

// InPlace is the file that a text in the place of item i makes by itself, read with
// what stands behind it. It answers false where the items beside may not stay as they
// are; that is found without reading them, so that there are texts that leave them
// alone of which it does not know.
func (f *File) InPlace(i int, text string) (*File, bool) {
	if i > 0 && int(f.Starts[i-1]+f.reach[i-1]) > f.startOf(i)+commonPrefix(text, f.Items[i].Text) {
		return nil, false
	}
	rest := f.Text[f.startOf(i+1):]
	behind := rest[:min(len(rest), behindBytes)]
	g := &File{Name: f.Name, Text: text + behind}
	b := newBuilder(g)
	defer b.done()
	at := 0
	for at < len(text) {
		begin := at
		at = b.item(at, nil, false)
		if reach := begin + int(g.reach[len(g.reach)-1]); reach > len(g.Text) && len(behind) < len(rest) {
			return nil, false
		}
	}
	g.Text = g.Text[:len(text)]
	return g, at == len(text)
}

// commonPrefix is how many bytes two texts begin with alike.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
