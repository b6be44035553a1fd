package rewrite

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// maxNeighbour is how much of the items beside another one is read again, in bytes.
const maxNeighbour = 16 << 10

// readApart reads a text in item i's place. It answers false where that does not leave
// the items beside it as they are.
func readApart(file *syntax.File, i int, text string) (*syntax.File, bool) {
	if read, ok := file.InPlace(i, text); ok {
		return read, true
	}
	if !standsApart(file, i, text) {
		return nil, false
	}
	return syntax.ParseFile(file.Name, text), true
}

// standsApart reports whether a text in item i's place leaves the items beside it
// as they are: the one above ends where it did, and the one below begins there.
func standsApart(file *syntax.File, i int, text string) bool {
	var above, below *syntax.Item
	before, behind := "", ""
	if i > 0 {
		above = file.Item(i - 1)
		before = above.Text
	}
	if i+1 < file.Len() {
		below = file.Item(i + 1)
		behind = below.Text[:min(len(below.Text), int(below.Span(below.Root).Start)+maxNeighbour)]
	}
	if len(before) > maxNeighbour {
		// The text begins as the item does, so it ends the one above as well.
		if item := file.Item(i); !strings.HasPrefix(text, item.Text[:item.Span(item.Root).Start+1]) {
			return false
		}
		above, before = nil, ""
	}
	read := syntax.ParseFile("", before+text+behind)
	if above != nil && read.Item(0).Span(read.Item(0).Root) != above.Span(above.Root) {
		return false
	}
	return below == nil || rootAt(read, int32(len(before)+len(text))+below.Span(below.Root).Start)
}

// rootAt reports whether an item, its blanks and comments left out, begins at an
// offset.
func rootAt(file *syntax.File, at int32) bool {
	i := file.ItemAt(at)
	return i >= 0 && file.Start(i)+file.Item(i).Span(file.Item(i).Root).Start == at
}
