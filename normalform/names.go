package normalform

import (
	"slices"
	"sort"
	"strconv"
	"strings"
)

// A naming chooses the names of variables: their own, where nothing that is read in
// their scope has it, else made ones.
type naming struct {
	*program
	pieces []piece
	names  []string          // by op
	reads  [][]int32         // by op: the pieces that mention it
	ends   []int32           // by op: the piece at which its scope ends
	starts []int32           // by op: the piece from which it is visible
	scopes map[string][]opID // by name: the ops that have it and are visible, innermost last
	taken  map[string]bool   // names that the item has
	made   int
}

// name gives each op that pieces bind a name.
func (p *program) name(pieces []piece) []string {
	n := &naming{
		program: p, pieces: pieces, names: make([]string, len(p.ops)), reads: make([][]int32, len(p.ops)),
		ends: make([]int32, len(p.ops)), starts: make([]int32, len(p.ops)), scopes: map[string][]opID{}, taken: map[string]bool{},
	}
	for o := range p.ops {
		n.taken[p.ops[o].name] = true
	}
	n.measure()
	graphs := 0
	for i, piece := range pieces {
		if piece.kind != binding {
			continue
		}
		if p.ops[piece.op].mode == byGraph {
			n.names[piece.op], graphs = n.number(graphs)
			continue
		}
		n.choose(piece.op, int32(i))
	}
	return n.names
}

// number is the next name of a graph binding.
func (n *naming) number(from int) (string, int) {
	for {
		name := "%" + strconv.Itoa(from)
		from++
		if !n.binderNamed(name) {
			return name, from
		}
	}
}

// binderNamed tells of a name that a parameter or a clause has.
func (n *naming) binderNamed(name string) bool {
	return n.taken[name] && slices.ContainsFunc(n.ops, func(o op) bool { return o.kind == binder && o.name == name })
}

// measure finds scopes and reads.
func (n *naming) measure() {
	var open [][]opID
	open = append(open, nil)
	for i, piece := range n.pieces {
		switch piece.kind {
		case opening:
			open = append(open, nil)
		case closing:
			n.close(open[len(open)-1], int32(i))
			open = open[:len(open)-1]
		case visible:
			n.starts[piece.op] = int32(i)
			open[len(open)-1] = append(open[len(open)-1], piece.op)
		case mention:
			n.reads[piece.op] = append(n.reads[piece.op], int32(i))
		}
	}
	n.close(open[0], int32(len(n.pieces)))
}

func (n *naming) close(ops []opID, at int32) {
	for _, o := range ops {
		n.ends[o] = at
	}
}

// choose gives an op a name. The variables that are bound from here on have theirs
// later.
func (n *naming) choose(o opID, at int32) {
	op := &n.ops[o]
	name := op.name
	if name == "_" && n.ops[o].uses == 0 {
		n.names[o] = name
		return
	}
	if name == "" || name == "_" || n.hides(o, name, at) {
		name = n.fresh()
	}
	n.names[o] = name
	n.scopes[name] = append(n.scopes[name], o)
}

// hides tells whether another variable of a name is read in an op's scope.
func (n *naming) hides(o opID, name string, at int32) bool {
	same := n.scopes[name]
	for len(same) > 0 && n.ends[same[len(same)-1]] <= at {
		same = same[:len(same)-1]
	}
	n.scopes[name] = same
	for _, other := range same {
		if n.ends[other] > at && n.readWithin(other, n.starts[o], n.ends[o]) {
			return true
		}
	}
	return false
}

func (n *naming) readWithin(o opID, from, to int32) bool {
	reads := n.reads[o]
	i := sort.Search(len(reads), func(i int) bool { return reads[i] > from })
	return i < len(reads) && reads[i] < to
}

// fresh is a name that the item does not have.
func (n *naming) fresh() string {
	for {
		n.made++
		if name := "%v" + strconv.Itoa(n.made); !n.taken[name] {
			return name
		}
	}
}

// longer tells of names that the text of a projection would be read as: `%x.0` where
// a variable is called so, or one whose name goes on behind it.
func (p *program) longer() func(name, behind string) bool {
	begins := map[string]bool{}
	for o := range p.ops {
		name := p.ops[o].name
		for i := 1; i < len(name); i++ {
			if strings.IndexByte("./:", name[i]) >= 0 {
				begins[name[:i]] = true
			}
		}
		begins[name] = true
	}
	return func(name, behind string) bool {
		// The number behind a sign would go on: `/2.0`.
		return strings.ContainsAny(name, "/:") || begins[name+behind]
	}
}
