package syntax

import "strings"

// Walk visits the nodes under root, parents first, in the order of the text.
// Where visit gives false, the node's children are left out.
func (t *Item) Walk(root NodeID, visit func(NodeID) bool) {
	stack := []NodeID{root}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if id == NoNode || !visit(id) {
			continue
		}
		kids := t.Kids(id)
		for i := len(kids) - 1; i >= 0; i-- {
			stack = append(stack, kids[i])
		}
	}
}

// NodeAt is the path from the root to the innermost node at a byte offset of
// the item. An offset between two nodes belongs to the one that begins there,
// else to the one that ends there. Attributes and type comments are searched
// too.
func (t *Item) NodeAt(offset int32) []NodeID {
	id := t.treeAt(offset)
	var path []NodeID
	for id != NoNode {
		path = append(path, id)
		id = t.childAt(t.Kids(id), offset)
	}
	return path
}

// treeAt is the root of the tree that holds an offset.
func (t *Item) treeAt(offset int32) NodeID {
	for _, c := range t.TypeComments {
		if c.Span.Contains(offset) && c.Type != NoNode && t.Span(c.Type).Contains(offset) {
			return c.Type
		}
	}
	if id := t.childAt(t.Attributes, offset); id != NoNode {
		return id
	}
	return t.Root
}

func (t *Item) childAt(kids []NodeID, offset int32) NodeID {
	found := NoNode
	for _, k := range kids {
		if k == NoNode {
			continue
		}
		if t.Span(k).Contains(offset) && (found == NoNode || t.Span(k).Start > t.Span(found).Start) {
			found = k
		}
	}
	return found
}

// Doc is the item's documentation: the comment lines directly above it,
// without their markers.
func (t *Item) Doc() string {
	first := t.Span(t.Root).Start
	for _, a := range t.Attributes {
		first = min(first, t.Span(a).Start)
	}
	lines := strings.Split(t.Text[:first], "\n")
	end := len(lines) - 1 // the last one is the item's own, up to its start
	start := end
	for start > 0 {
		if _, ok := commentText(lines[start-1]); !ok {
			break
		}
		start--
	}
	var doc []string
	for _, line := range lines[start:end] {
		text, _ := commentText(line)
		doc = append(doc, text)
	}
	return strings.Join(doc, "\n")
}

// commentText strips the markers off a line that is a comment.
func commentText(line string) (string, bool) {
	line = strings.TrimSpace(strings.TrimPrefix(line, byteOrderMark))
	switch {
	case strings.HasPrefix(line, "//"):
		line = strings.TrimLeft(line, "/")
	case strings.HasPrefix(line, "#"):
		line = strings.TrimLeft(line, "#")
	case strings.HasPrefix(line, "/*") && strings.HasSuffix(line, "*/"):
		line = strings.Trim(line, "/*")
	default:
		return "", false
	}
	return strings.TrimSuffix(strings.TrimPrefix(line, " "), " "), true
}
