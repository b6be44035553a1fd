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
	page := browse.Comparison{Old: old, New: now, Marks: c.models.marks()}
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

// marks are what differs in the graphs of two models, at the nodes of a page.
func (c *modelComparison) marks() (all []browse.Mark) {
	old, now := c.old.nodeIndex(), c.now.nodeIndex()
	find := func(index map[string]int, name string) int {
		if i, ok := index[name]; ok {
			return i
		}
		return -1
	}
	for i := range c.Changed {
		change := &c.Changed[i]
		if change.Function != "" {
			continue
		}
		m := browse.Mark{Change: changes[pairing.Kind(change.Kind)], Old: -1, New: find(now, change.partner), Text: change.line()}
		if change.In == nil || *change.In == "A" {
			m.Old = find(old, change.Node)
		}
		if m.Old >= 0 || m.New >= 0 {
			all = append(all, m)
		}
	}
	return all
}
