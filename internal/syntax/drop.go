package syntax

import (
	"sync"
	"weak"
)

// The tree of an item takes many times its text. Whoever keeps very many items, and hardly
// looks into most of them, drops their trees: an item without one is parsed again when it is
// looked into, which gives the same nodes, and is kept until the next collection of garbage.

// A reparsed finds the tree of an item that was dropped.
type reparsed struct {
	mu   sync.Mutex
	item weak.Pointer[Item]
}

// DropTree drops the tree of an item. Nobody may look into the item meanwhile; afterwards it
// is safe for concurrent use as before.
func (t *Item) DropTree() {
	if t.nodes != nil {
		t.nodes, t.kids, t.parsed = nil, nil, &reparsed{}
	}
}

// whole is the item with its tree.
func (t *Item) whole() *Item {
	if t.nodes == nil && t.parsed != nil {
		return t.parsed.parse(t)
	}
	return t
}

func (r *reparsed) parse(t *Item) *Item {
	r.mu.Lock()
	defer r.mu.Unlock()
	if item := r.item.Value(); item != nil {
		return item
	}
	item := ParseItem(t.Text)
	r.item = weak.Make(item)
	return item
}
