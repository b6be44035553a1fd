package rewriting

import (
	"strconv"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A namer makes names that are nowhere in an item.
type namer struct {
	taken          map[string]bool
	made, numbered int
}

func newNamer(item *syntax.Item) *namer {
	n := &namer{taken: map[string]bool{}}
	for node := syntax.NodeID(1); int(node) < item.Len(); node++ {
		switch item.Kind(node) {
		case syntax.Local, syntax.PatVar, syntax.Name, syntax.PatName:
			n.take(item.SourceText(node))
		}
	}
	return n
}

// take notes a name, and those that it begins with: `%x.0` may be a part of `%x`.
func (n *namer) take(name string) {
	for i := 1; i < len(name); i++ {
		if c := name[i]; c == '.' || c == '/' || c == ':' {
			n.taken[name[:i]] = true
		}
	}
	n.taken[name] = true
}

// variable is a new name of a variable that `let` or a parameter binds.
func (n *namer) variable() string { return n.next("%v", &n.made, 1) }

// graph is a new name of a graph binding.
func (n *namer) graph() string { return n.next("%", &n.numbered, 0) }

// like is a new name that is made of another one.
func (n *namer) like(name string) string {
	if name[1] >= '0' && name[1] <= '9' {
		return n.graph()
	}
	count := 0
	return n.next(name, &count, 1)
}

func (n *namer) next(front string, count *int, first int) string {
	for {
		name := front + strconv.Itoa(*count+first)
		*count++
		if !n.taken[name] && !n.taken[name[1:]] {
			n.taken[name] = true
			return name
		}
	}
}
