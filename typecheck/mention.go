package typecheck

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// fewNames is how many names are looked for in the text, one by one.
const fewNames = 8

// mentioning are the items that hold one of some globals.
func (r *revision) mentioning(touched map[string]bool) map[int]bool {
	found := map[int]bool{}
	if len(touched) > fewNames {
		for i, item := range r.config.File.Items {
			if mentions(item, touched) {
				found[i] = true
			}
		}
		return found
	}
	for name := range touched {
		r.searchText(name, found)
	}
	return found
}

// searchText finds the items whose text holds a name.
func (r *revision) searchText(name string, found map[int]bool) {
	file := r.config.File
	for at := 0; ; {
		next := strings.Index(file.Text[at:], name)
		if next < 0 {
			return
		}
		at += next
		i, ok := slices.BinarySearch(file.Starts, int32(at))
		if !ok {
			i--
		}
		if i >= 0 {
			found[i] = true
		}
		at += len(name)
	}
}

func mentions(item *syntax.Item, touched map[string]bool) bool {
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) == syntax.Global && touched[item.SourceText(n)] {
			return true
		}
	}
	return false
}
