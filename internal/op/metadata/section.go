// Package metadata reads the `#[metadata]` section of printed programs: TVM's
// JSON text of the objects that `meta[kind][i]` stands for. It gives the types
// of constants, the values of scalar ones, and the attributes of operators'
// calls, and says where the text is broken. Read section.go first.
package metadata

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Section holds by kind (`relay.Constant`) the entries that `meta[kind][i]`
// stands for.
type Section map[string][]*Entry

// An Entry is one object. Of a constant tensor the type is known, and the
// number where it is a scalar.
type Entry struct {
	Class string        // as TVM calls it: `relay.Constant`
	At    Span          // of the object, in the section's text
	Type  *types.Tensor // nil where it is no constant, or one that cannot be read
	Value op.Value      // a MetaValue, with the number in List

	node    *node
	objects *objects
}

// A Span is a range of bytes of the section's text.
type Span struct{ Start, End int }

// A Problem is what is wrong with a section, and where.
type Problem struct {
	At      Span
	Message string
}

// Entry finds what `meta[kind][i]` stands for; nil where there is nothing.
func (s Section) Entry(kind string, i int) *Entry {
	if i < 0 || i >= len(s[kind]) {
		return nil
	}
	return s[kind][i]
}

// Read reads the JSON text of the section. What is broken is reported once; entries
// that can be read are there all the same.
func Read(text []byte) (Section, []Problem) {
	g, problem := decode(text)
	if problem != nil {
		return nil, []Problem{*problem}
	}
	r := newReader(g)
	s := Section{}
	for _, list := range r.lists() {
		for _, ref := range r.refs(list.node, "Array") {
			s[list.kind] = append(s[list.kind], r.entry(ref))
		}
	}
	return s, r.problems
}

// A reader makes entries of a graph. Arrays are read once, however many nodes
// name them.
type reader struct {
	*graph
	arrays   []*array
	objects  *objects
	problems []Problem
}

func newReader(g *graph) *reader {
	r := &reader{graph: g, arrays: make([]*array, len(g.arrays))}
	r.objects = &objects{reader: r, known: map[int]object{}}
	return r
}

func (r *reader) fail(at Span, format string, args ...any) {
	r.problems = append(r.problems, Problem{at, fmt.Sprintf(format, args...)})
}

// A list is the node of the entries of one kind.
type list struct {
	kind string
	node int
}

// lists are what the root maps kinds to.
func (r *reader) lists() (all []list) {
	refs := r.refs(r.root, "Map")
	if len(refs) != len(r.node(r.root).Keys) {
		r.fail(r.node(r.root).at, "this map has %d keys and %d values", len(r.node(r.root).Keys), len(refs))
		return nil
	}
	for i, ref := range refs {
		all = append(all, list{r.node(r.root).Keys[i], ref})
	}
	return all
}

// refs are the nodes that a map or an array names, all of which are there; none
// where it is nothing of the kind.
func (r *reader) refs(i int, kind string) []int {
	n := r.node(i)
	if !strings.HasSuffix(n.Type, kind) { // `StrMap` before TVM 0.7
		r.fail(n.at, "node %d must be of the kind `%s`, and is `%s`", i, kind, n.Type)
		return nil
	}
	for _, ref := range n.Data {
		if r.node(ref) == nil {
			r.fail(n.at, "this names node %d, and the section has %d, counted from 0", ref, len(r.nodes))
			return nil
		}
	}
	return n.Data
}

// entry reads one object; what is no constant, or none that can be read, is an
// entry of which nothing is known but its class.
func (r *reader) entry(ref int) *Entry {
	n := r.node(ref)
	e := &Entry{Class: n.Type, At: n.at, Value: op.Value{Kind: op.MetaValue}, node: n, objects: r.objects}
	if !constantClass[n.Type] {
		return e
	}
	a, err := r.constant(n)
	if err != nil {
		r.fail(n.at, "this constant cannot be read: %s", err)
		return e
	}
	e.Type, e.Value.List = a.typ(), a.elements()
	return e
}

// constant reads the array of a constant when it is first asked for.
func (r *reader) constant(n *node) (*array, error) {
	i, err := strconv.Atoi(n.Attrs["data"])
	if err != nil || i < 0 || i >= len(r.arrays) {
		return nil, fmt.Errorf("its array is number %q of `b64ndarrays`, which has %d, counted from 0", n.Attrs["data"], len(r.arrays))
	}
	if r.arrays[i] == nil {
		r.arrays[i] = readArray(r.graph.arrays[i])
	}
	return r.arrays[i], r.arrays[i].err
}
