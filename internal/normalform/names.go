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
	names  []string         // by op
	reads  [][]int32        // by op: the pieces that mention it
	ends   []int32          // by op: the piece at which its scope ends
	starts []int32          // by op: the piece from which it is visible
	taken  map[string]int32 // names that the item has, by number
	number []int32          // by op: of its name
	latest []opID           // by number: the latest op that is visible by that name, none
	under  []opID           // by op: the one that was visible before by its name
	made   int
}

// name gives each op that pieces bind a name.
func (p *program) name(pieces []piece) []string {
	n := &naming{
		program: p, pieces: pieces, names: make([]string, len(p.ops)), reads: p.mentions(pieces),
		ends: make([]int32, len(p.ops)), starts: make([]int32, len(p.ops)), under: make([]opID, len(p.ops)), taken: make(map[string]int32, len(p.ops)/4), number: make([]int32, len(p.ops)),
	}
	n.numberNames()
	n.measure()
	graphs := 0
	for i, piece := range pieces {
		if piece.kind != binding {
			continue
		}
		if p.ops[piece.op].mode == byGraph {
			n.names[piece.op], graphs = n.graphName(graphs)
			continue
		}
		n.choose(piece.op, int32(i))
	}
	return n.names
}

// numberNames gives names numbers.
func (n *naming) numberNames() {
	for o := range n.ops {
		name := n.ops[o].name
		if name == "" {
			continue
		}
		number, ok := n.taken[name]
		if !ok {
			number = int32(len(n.latest))
			n.taken[name], n.latest = number, append(n.latest, none)
		}
		n.number[o] = number
	}
}

// graphName is the next name of a graph binding.
func (n *naming) graphName(from int) (string, int) {
	for {
		name := "%" + strconv.Itoa(from)
		from++
		if !n.binderNamed(name) {
			return name, from
		}
	}
}

// binderNamed reports whether name is a name that a parameter or a clause has.
func (n *naming) binderNamed(name string) bool {
	_, taken := n.taken[name]
	return taken && slices.ContainsFunc(n.ops, func(o op) bool { return o.kind == binder && o.name == name })
}

// mentions are the pieces that mention each op.
func (p *program) mentions(pieces []piece) [][]int32 {
	counts, all := make([]int32, len(p.ops)), 0
	for i := range pieces {
		if pieces[i].kind == mention {
			counts[pieces[i].op]++
			all++
		}
	}
	found, buf := make([][]int32, len(p.ops)), make([]int32, all)
	for i := range pieces {
		if o := pieces[i].op; pieces[i].kind == mention {
			if found[o] == nil {
				found[o], buf = buf[:0:counts[o]], buf[counts[o]:]
			}
			found[o] = append(found[o], int32(i))
		}
	}
	return found
}

// measure finds scopes.
func (n *naming) measure() {
	var open [][]opID
	open = append(open, nil)
	for i := range n.pieces {
		switch piece := &n.pieces[i]; piece.kind {
		case opening:
			open = append(open, nil)
		case closing:
			n.close(open[len(open)-1], int32(i))
			open = open[:len(open)-1]
		case visible:
			n.starts[piece.op] = int32(i)
			open[len(open)-1] = append(open[len(open)-1], piece.op)
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
	if name == "" || name == "_" || n.hides(o, at) {
		n.names[o] = n.fresh()
		return
	}
	n.names[o] = name
	latest := &n.latest[n.number[o]]
	n.under[o], *latest = *latest, o
}

// hides reports whether another variable of its name is read in an op's scope.
func (n *naming) hides(o opID, at int32) bool {
	same := &n.latest[n.number[o]]
	for *same != none && n.ends[*same] <= at {
		*same = n.under[*same]
	}
	for other := *same; other != none; other = n.under[other] {
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
		name := "%v" + strconv.Itoa(n.made)
		if _, taken := n.taken[name]; !taken {
			return name
		}
	}
}

// longer reports whether the text of a projection would be read as another name: `%x.0` where
// a variable is called so, or one whose name goes on after it.
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
		// The number after a sign would go on: `/2.0`.
		return strings.ContainsAny(name, "/:") || begins[name+behind]
	}
}
