package evaluate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"

	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
)

// A Fingerprint is the same for the same text of an item and of all that it
// depends on, however indirectly: a result of a run holds as long as the
// fingerprint of what was run.
type Fingerprint [sha256.Size]byte

// Fingerprints works them out for the items of a file, each when it is asked for. With uses(i) the
// items that declare a name which is in i, and C the component of i in the graph of uses,
//
//	fp(i) = H({(text(j), fp(k) or text(k) for each k in uses(j)) | j in C})
//
// where k has a fingerprint if it is outside of C, and its text if it is inside: there the
// fingerprints are not known yet. Components are closed from the leaves up (Tarjan, 1972).
//
// An item depends on all items that declare a name which is in it: more than
// the checker would say, never less. Items that depend on each other have their
// fingerprint together: they are found as the strongly connected components of
// what items use. It is for one goroutine.
type Fingerprints struct {
	outlines   []*reference.Outline // of the file and of what it sees
	origin     Fingerprint
	done       map[*syntax.Item]Fingerprint
	items      []*syntax.Item // those that were met, by their number in the search
	number     map[*syntax.Item]int32
	components *digraph.Search
	blocks     map[*syntax.Item]int
}

// NewFingerprints takes a file and all that it sees (Finder.Reachable), the file
// itself first.
func NewFingerprints(files []*workspace.Source, outlines *reference.Outlines) *Fingerprints {
	f := &Fingerprints{
		done: map[*syntax.Item]Fingerprint{}, number: map[*syntax.Item]int32{}, blocks: map[*syntax.Item]int{},
	}
	f.components = digraph.NewSearch(f.successors, f.close)
	for i, block := range files[0].BlockOf {
		f.blocks[files[0].File.Item(i)] = block
	}
	var headers bytes.Buffer
	for _, s := range files {
		f.outlines = append(f.outlines, outlines.Of(s))
		for _, item := range s.File.All() {
			if item.Kind(item.Root) == syntax.ItemVersion { // how strictly the file is read
				headers.WriteString(item.SourceText(item.Root) + "\x00")
			}
		}
	}
	f.origin = sha256.Sum256(headers.Bytes())
	return f
}

// Of is the fingerprint of an item, which need not be in the file.
func (f *Fingerprints) Of(item *syntax.Item) Fingerprint {
	if _, ok := f.done[item]; !ok {
		f.components.From(f.node(item))
	}
	return f.done[item]
}

// node is the number of an item, a new one where it was not met before.
func (f *Fingerprints) node(item *syntax.Item) int32 {
	n, met := f.number[item]
	if !met {
		n = int32(len(f.items))
		f.number[item] = n
		f.items = append(f.items, item)
	}
	return n
}

// successors are the numbers of what an item uses.
func (f *Fingerprints) successors(n int32) []int32 {
	uses := f.uses(f.items[n])
	nodes := make([]int32, len(uses))
	for i, used := range uses {
		nodes[i] = f.node(used)
	}
	return nodes
}

// uses are the items that declare what is in an item, in the order of its
// text. Of those that declare one name in a document, the item's own block comes
// first, as for the checker.
func (f *Fingerprints) uses(item *syntax.Item) []*syntax.Item {
	var found []*syntax.Item
	for _, name := range reference.Mentioned(item) {
		start := len(found)
		for _, o := range f.outlines {
			for _, i := range o.Declares[name] {
				found = append(found, o.Source.File.Item(i))
			}
		}
		slices.SortStableFunc(found[start:], func(a, b *syntax.Item) int {
			return cmp.Compare(f.distance(item, a), f.distance(item, b))
		})
	}
	return found
}

// distance is 0 within a block of a document, and in programs.
func (f *Fingerprints) distance(a, b *syntax.Item) int {
	if f.blocks[a] == f.blocks[b] {
		return 0
	}
	return 1
}

// close completes a component: the texts of its items, each with what it uses.
func (f *Fingerprints) close(component []int32) {
	parts := make([][]byte, len(component))
	for i, n := range component {
		parts[i] = f.part(f.items[n])
	}
	slices.SortFunc(parts, bytes.Compare)
	sum := sha256.Sum256(append(f.origin[:], bytes.Join(parts, nil)...))
	for _, n := range component {
		f.done[f.items[n]] = sum
	}
}

// part is an item's share in the fingerprint of its component.
func (f *Fingerprints) part(item *syntax.Item) []byte {
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
