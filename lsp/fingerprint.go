package lsp

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

// A fingerprint is the same for the same text of an item and of all that it
// depends on, however indirectly.
type fingerprint [sha256.Size]byte

// fingerprints works them out for the items of a file. An item depends on all
// items that declare a name which stands in it: more than the checker would
// say, never less. Items that depend on each other have their fingerprint
// together, so the graph is walked by its strongly connected components
// (Tarjan 1972), without recursion.
type fingerprints struct {
	outlines []*outline // of the file and of what it sees
	origin   fingerprint
	done     map[*syntax.Item]fingerprint
	number   map[*syntax.Item]int
	low      map[*syntax.Item]int
	open     []*syntax.Item // those whose component is not complete
	blocks   map[*syntax.Item]int
}

func (v *view) fingerprints(source *workspace.Source) *fingerprints {
	f := &fingerprints{
		done: map[*syntax.Item]fingerprint{}, number: map[*syntax.Item]int{}, low: map[*syntax.Item]int{},
		blocks: map[*syntax.Item]int{},
	}
	for i, block := range source.BlockOf {
		f.blocks[source.File.Items[i]] = block
	}
	var headers bytes.Buffer
	for _, s := range v.reachable(source) {
		f.outlines = append(f.outlines, v.session.outlines.of(s))
		for _, item := range s.File.Items {
			if item.Kind(item.Root) == syntax.ItemVersion { // how strictly the file is read
				headers.WriteString(item.SourceText(item.Root) + "\x00")
			}
		}
	}
	f.origin = sha256.Sum256(headers.Bytes())
	return f
}

// of is the fingerprint of an item, which need not stand in the file.
func (f *fingerprints) of(item *syntax.Item) fingerprint {
	if _, ok := f.done[item]; !ok {
		f.visit(item)
	}
	return f.done[item]
}

// A visited is an item on the way from the root of a walk.
type visited struct {
	item *syntax.Item
	uses []*syntax.Item
	next int
}

func (f *fingerprints) visit(root *syntax.Item) {
	way := []visited{f.enter(root)}
	for len(way) > 0 {
		at := &way[len(way)-1]
		if at.next < len(at.uses) {
			used := at.uses[at.next]
			at.next++
			if _, seen := f.number[used]; !seen {
				way = append(way, f.enter(used))
			} else if _, complete := f.done[used]; !complete {
				f.low[at.item] = min(f.low[at.item], f.number[used])
			}
			continue
		}
		item := at.item
		way = way[:len(way)-1]
		if len(way) > 0 {
			f.low[way[len(way)-1].item] = min(f.low[way[len(way)-1].item], f.low[item])
		}
		if f.low[item] == f.number[item] {
			f.close(item)
		}
	}
}

func (f *fingerprints) enter(item *syntax.Item) visited {
	f.number[item] = len(f.number)
	f.low[item] = f.number[item]
	f.open = append(f.open, item)
	return visited{item: item, uses: f.uses(item)}
}

// uses are the items that declare what stands in an item, in the order of its
// text. Of those that declare one name in a document, the item's own block comes
// first, as for the checker.
func (f *fingerprints) uses(item *syntax.Item) []*syntax.Item {
	var found []*syntax.Item
	for _, name := range mentionedNames(item) {
		start := len(found)
		for _, o := range f.outlines {
			for _, i := range o.declares[name] {
				found = append(found, o.source.File.Items[i])
			}
		}
		slices.SortStableFunc(found[start:], func(a, b *syntax.Item) int {
			return cmp.Compare(f.distance(item, a), f.distance(item, b))
		})
	}
	return found
}

// distance is 0 within a block of a document, and in programs.
func (f *fingerprints) distance(a, b *syntax.Item) int {
	if f.blocks[a] == f.blocks[b] {
		return 0
	}
	return 1
}

// close completes the component that begins with an item: the texts of its
// items, each with what it uses.
func (f *fingerprints) close(first *syntax.Item) {
	start := len(f.open) - 1
	for f.open[start] != first {
		start--
	}
	component := f.open[start:]
	f.open = f.open[:start]
	var parts [][]byte
	for _, item := range component {
		parts = append(parts, f.part(item))
	}
	slices.SortFunc(parts, bytes.Compare)
	sum := sha256.Sum256(append(f.origin[:], bytes.Join(parts, nil)...))
	for _, item := range component {
		f.done[item] = sum
	}
}

// part is an item's share in the fingerprint of its component.
func (f *fingerprints) part(item *syntax.Item) []byte {
	hash := sha256.New()
	hash.Write([]byte(item.SourceText(item.Root)))
	for _, used := range f.uses(item) {
		sum, complete := f.done[used]
		if !complete { // it is of the same component
			sum = sha256.Sum256([]byte(used.SourceText(used.Root)))
		}
		hash.Write(sum[:])
	}
	return hash.Sum(nil)
}
