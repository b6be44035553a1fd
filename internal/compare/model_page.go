package compare

import (
	"errors"

	"github.com/fraccheck/fraccheck/internal/drawing/browse"
	"github.com/fraccheck/fraccheck/internal/model/pairing"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
)

// changes are what a page calls the kinds of differences; others are changed nodes.
var changes = map[pairing.Kind]browse.Change{
	pairing.Added: browse.Added, pairing.Removed: browse.Removed, pairing.Rewired: browse.Rewired,
}

// Page draws two models beside each other, with marks on the nodes that differ.
func (c *Comparison) Page() ([]byte, error) {
	if c.models == nil || c.models.old.path == "" {
		return nil, errors.New("--html draws two models: OLD and NEW each name a file, one of them a model")
	}
	old, err := picture.View(c.models.old.snapshot, c.models.old.path, "", nil)
	if err != nil {
		return nil, err
	}
	now, err := picture.View(c.models.now.snapshot, c.models.now.path, "", nil)
	if err != nil {
		return nil, err
	}
	page := browse.Comparison{Old: old, New: now, Marks: c.models.marks}
	return page.Page(), nil
}

// nodeIndex finds the nodes of a model as a page numbers them, by name; nil for a program.
func (f modelFile) nodeIndex() map[string]int {
	source, err := f.snapshot.Source(f.path)
	if err != nil || source.Model == nil {
		return nil
	}
	index := map[string]int{}
	for i, n := range source.Model.Nodes {
		if _, twice := index[n.Name]; !twice {
			index[n.Name] = i
		}
	}
	return index
}

// mark notes a difference at the nodes of the page.
func (c *modelComparison) mark(d *pairing.Difference, change *modelChange, old, now *pairing.Graph, indexA, indexB map[string]int) {
	find := func(g *pairing.Graph, node int, index map[string]int) int {
		if node < 0 {
			return -1
		}
		if i, ok := index[g.Nodes[node].Name]; ok {
			return i
		}
		return -1
	}
	m := browse.Mark{Change: changes[d.Kind], Old: find(old, d.A, indexA), New: find(now, d.B, indexB), Text: change.line()}
	if m.Old >= 0 || m.New >= 0 {
		c.marks = append(c.marks, m)
	}
}
