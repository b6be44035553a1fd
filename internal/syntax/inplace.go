package syntax

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
