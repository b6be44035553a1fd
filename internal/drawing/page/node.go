package page

import (
	"strconv"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Node is a part of a picture that represents a place of the program. In the SVG it is
// the element whose `data-node` is the ID; one that represents several places is listed
// with each.
type Node struct {
	ID   string
	Span syntax.Span // in the program's file
}

// Nodes are those of a picture, in its order.
func Nodes(p *drawing.Picture) (all []Node) {
	p.Walk(func(b *drawing.Box) {
		for i, step := range b.Steps {
			for _, span := range step.Spans {
				all = append(all, Node{nodeID(b, stepOf(b, i)), span})
			}
		}
	})
	return all
}

// A TreeNode is a part of a picture of structure trees that represents a place: what a tree
// is of, or an algebraic type in it.
type TreeNode struct {
	ID   string
	Tree int         // which of the trees
	Decl *types.Decl // nil where it represents what the tree is of
}

// TreeNodes are those of a picture of trees.
func TreeNodes(trees []drawing.TypeTree) (all []TreeNode) {
	for i, t := range trees {
		count, of := 0, t.Span.Len() > 0
		if of {
			all = append(all, TreeNode{ID: treeID(i, 0), Tree: i})
		}
		t.Root.Walk(func(n *types.Node) {
			count++
			if n.Decl != nil && !(of && count == 1 && t.Name == "") {
				all = append(all, TreeNode{treeID(i, count), i, n.Decl})
			}
		})
	}
	return all
}

// treeID is the ID of a node of tree i, counted from 1 on; 0 is what the tree is of.
func treeID(i, node int) string { return strconv.Itoa(i) + "." + strconv.Itoa(node) }

// inRows reports whether the steps of a box are nodes by themselves.
func inRows(b *drawing.Box) bool { return b.Form == drawing.Plain && len(b.Steps) > 1 }

// stepOf is what the node of step i is called by: -1 for the whole box.
func stepOf(b *drawing.Box, i int) int {
	if inRows(b) {
		return i
	}
	return -1
}

// nodeID is the ID of a box (step -1) or of one of its rows; "" where that is no node.
func nodeID(b *drawing.Box, step int) string {
	switch {
	case step < 0 && !inRows(b) && len(b.Head().Spans) > 0:
		return strconv.Itoa(b.ID)
	case step >= 0 && inRows(b) && len(b.Steps[step].Spans) > 0:
		return strconv.Itoa(b.ID) + "." + strconv.Itoa(step)
	}
	return ""
}
