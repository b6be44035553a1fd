package text

// Replace is the text after the part between two positions was replaced. Where
// they are the wrong way round, the part is still the one between them.
func (t *Text) Replace(start, end Position, e Encoding, with string) *Text {
	from, to := t.Offset(start, e), t.Offset(end, e)
	return t.splice(min(from, to), max(from, to), with)
}

// splice replaces bytes. Only the lines around them are indexed again.
func (t *Text) splice(from, to int, with string) *Text {
	content := t.content[:from] + with + t.content[to:]
	shift := len(content) - len(t.content)
	first := t.firstTouched(from)
	rest := t.line(to) + 1 // the lines that begin behind the edit still begin there
	scanned := len(content)
	if rest < len(t.starts) {
		scanned = int(t.starts[rest]) + shift - 1
	}
	starts := make([]int32, first+1, len(t.starts)+len(with)/16+1)
	copy(starts, t.starts)
	starts = scan(starts, content, int(t.starts[first]), scanned)
	for _, s := range t.starts[rest:] {
		starts = append(starts, s+int32(shift))
	}
	return &Text{content, starts}
}

// firstTouched is the first line that an edit at an offset may change. A "\n"
// put at the start of a line joins the "\r" that ends the line before.
func (t *Text) firstTouched(offset int) int { return max(t.line(offset)-1, 0) }
