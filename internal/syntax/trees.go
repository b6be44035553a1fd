package syntax

// The items that are parsed with their whole file hold on to its text, and all to one;
// so their trees may lie side by side in pieces as well, of which each has room for some
// items. One that is parsed again after an edit has a text and a tree of its own.

// trees is room for the items of a file and their trees.
type trees struct {
	left  int // bytes of the file from the item on that is parsed
	items []Item
	nodes []Node
	kids  []NodeID
}

// How much a piece holds: what the rest of the file will need, as programs are, but not
// more than so many. A tree that is a good part of one has its own.
const (
	mostItems, itemBytes = 16, 160
	mostNodes, nodeBytes = 512, 7
)

func (t *trees) piece(most, bytes int) int { return min(most, t.left/bytes+1) }

// item is an item to be filled.
func (t *trees) item() *Item {
	if t == nil {
		return &Item{}
	}
	if len(t.items) == 0 {
		t.items = make([]Item, t.piece(mostItems, itemBytes))
	}
	item := &t.items[0]
	t.items = t.items[1:]
	return item
}

func (t *trees) nodesOf(s []Node) []Node {
	if t == nil {
		return exact(s)
	}
	return copied(&t.nodes, s, t.piece(mostNodes, nodeBytes))
}

func (t *trees) kidsOf(s []NodeID) []NodeID {
	if t == nil {
		return exact(s)
	}
	return copied(&t.kids, s, t.piece(mostNodes, nodeBytes))
}

// copied copies a slice into the free part of a piece, or of a new one.
func copied[T any](free *[]T, s []T, piece int) []T {
	if len(s) == 0 {
		return nil
	}
	if len(*free) < len(s) {
		if len(s) > piece/4 {
			return exact(s)
		}
		*free = make([]T, piece)
	}
	c := (*free)[:len(s):len(s)]
	*free = (*free)[len(s):]
	copy(c, s)
	return c
}
