package graph_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A reading says of a tree what the graph must say, by recursion on the tree and
// by looking through all of it for every question.
type reading struct {
	info *typecheck.Info
	item *syntax.Item
	seen map[syntax.NodeID]bool // binders on the way
}

// eachProgram calls hold with the graphs of random programs. Graph bindings that
// need each other may leave their type open, which is an error: such programs are
// left out.
func eachProgram(t *testing.T, hold func(t *testing.T, g *graph.Graph)) {
	t.Helper()
	right := 0
	try := func(text string) {
		infos, mistake := check(text)
		if mistake != "" {
			return
		}
		right++
		for _, info := range infos {
			if hold(t, graph.Of(info)); t.Failed() {
				t.Fatalf("%s\n%s", info.Item.Text, graph.Dump(graph.Of(info)))
			}
		}
	}
	for seed := range uint64(400) {
		try(definition(seed, seed%2 == 0))
	}
	for seed := range uint64(20) {
		try(progen.Make(seed).Text)
	}
	if right < 350 {
		t.Errorf("only %d programs are right", right)
	}
}

// origin is the node that computes what an expression gives: NoNode where
// bindings only name each other.
func (r *reading) origin(n syntax.NodeID) syntax.NodeID {
	n = r.info.Applied(n)
	kids := r.item.Kids(n)
	switch r.item.Kind(n) {
	case syntax.Block:
		if len(kids) > 0 {
			return r.origin(kids[len(kids)-1])
		}
	case syntax.Local:
		if rest := kids[r.info.Split[n]:]; len(rest) > 0 {
			return rest[len(rest)-1] // the programs divide no names
		}
		return r.variable(n)
	case syntax.Name:
		if o := r.info.Objects[n]; o != nil && o.Kind == typecheck.LocalObject {
			return r.variable(n)
		}
	}
	return n
}

// variable is the origin of a variable that a node names.
func (r *reading) variable(n syntax.NodeID) syntax.NodeID {
	x := r.info.Index()
	binder := x.Binder(n)
	if r.seen[binder] {
		return syntax.NoNode
	}
	r.seen[binder] = true
	defer delete(r.seen, binder)
	for at := binder; ; at = x.Parent(at) {
		around := x.Parent(at)
		switch r.item.Kind(around) {
		case syntax.Let, syntax.Graph:
			kids := r.item.Kids(around)
			value := kids[len(kids)-1]
			if bare := r.item.Unparen(value); r.item.Kind(bare) == syntax.Fn && x.Within(n, bare) {
				return n // a function's own name
			}
			return r.origin(value)
		case syntax.Clause:
			return r.origin(r.item.Match(x.Parent(around)).Scrutinee)
		case syntax.PatParen, syntax.PatTyped:
		default: // a parameter, or part of a pattern
			return at
		}
	}
}

// uses gives for each origin the places at which it stands, by their users.
func (r *reading) uses() map[syntax.NodeID][]string {
	found := map[syntax.NodeID][]string{}
	note := func(user syntax.NodeID, operands ...syntax.NodeID) {
		for i, n := range operands {
			if from := r.origin(n); n != syntax.NoNode && from != syntax.NoNode {
				found[from] = append(found[from], fmt.Sprint(user, ".", i))
			}
		}
	}
	body := r.item.Body()
	if body == syntax.NoNode {
		return found
	}
	note(syntax.NoNode, body)
	r.item.Walk(r.item.Root, func(n syntax.NodeID) bool {
		r.node(n, note)
		return !typeKinds[r.item.Kind(n)] && !r.attribute(n)
	})
	return found
}

// attribute recognizes a named argument that is no operand.
func (r *reading) attribute(n syntax.NodeID) bool {
	if r.item.Kind(n) != syntax.NamedArg {
		return false
	}
	a, _ := r.info.Application(r.info.Index().Parent(n))
	return !slices.Contains(append(slices.Clone(a.Args), a.Extra...), r.item.NamedArg(n).Value)
}

var typeKinds = map[syntax.Kind]bool{
	syntax.TypeName: true, syntax.TypeCall: true, syntax.TypeFn: true, syntax.TypeTuple: true, syntax.TypeList: true,
	syntax.TypeParen: true, syntax.TypeParams: true, syntax.Where: true, syntax.PatLit: true,
}

// node notes what one node computes with.
func (r *reading) node(n syntax.NodeID, note func(user syntax.NodeID, operands ...syntax.NodeID)) {
	kids := r.item.Kids(n)
	a, applied := r.info.Application(n)
	switch kind := r.item.Kind(n); {
	case applied:
		note(n, append(slices.Clone(a.Args), a.Extra...)...)
	case kind == syntax.Call:
		if o := r.info.Objects[kids[0]]; o != nil && o.Kind == typecheck.ConstructorObject {
			kids = kids[1:]
		}
		note(n, kids...)
	case kind == syntax.Tuple, kind == syntax.List, kind == syntax.Project, kind == syntax.If:
		note(n, kids...)
	case kind == syntax.Fn:
		note(n, r.item.Fn(n).Body)
	case kind == syntax.Match:
		operands := []syntax.NodeID{kids[0]}
		for _, clause := range kids[1:] {
			operands = append(operands, r.item.Clause(clause).Body)
		}
		note(n, operands...)
	case kind == syntax.Block:
		for _, kid := range kids[:max(0, len(kids)-1)] {
			if kind := r.item.Kind(kid); kind != syntax.Let && kind != syntax.Graph {
				note(syntax.NoNode, kid)
			}
		}
	case kind == syntax.PatTuple, kind == syntax.PatCons:
		if kind == syntax.PatCons {
			kids = kids[1:]
		}
		for _, kid := range kids {
			if r.binds(kid) {
				r.part(n, kid, note)
			}
		}
	case kind == syntax.Local && len(kids) > 0:
		r.tail(n, note)
	}
}

// binds recognizes patterns that are variables or have parts.
func (r *reading) binds(p syntax.NodeID) bool {
	p = r.item.Unparen(p)
	o := r.info.Objects[p]
	return r.item.Kind(p) == syntax.PatTuple || len(r.item.Kids(p)) > 1 || o != nil && o.Kind == typecheck.LocalObject
}

// part notes that a part of a pattern takes what the pattern stands against.
func (r *reading) part(pattern, part syntax.NodeID, note func(syntax.NodeID, ...syntax.NodeID)) {
	x := r.info.Index()
	for x.Parent(pattern) != syntax.NoNode && r.item.Kind(x.Parent(pattern)) == syntax.PatParen {
		pattern = x.Parent(pattern)
	}
	switch around := x.Parent(pattern); r.item.Kind(around) {
	case syntax.Let:
		note(part, r.item.Let(around).Value)
	case syntax.Clause:
		note(part, r.item.Match(x.Parent(around)).Scrutinee)
	default:
		note(part, pattern)
	}
}

// tail notes the projections in the tail of a variable's name.
func (r *reading) tail(n syntax.NodeID, note func(syntax.NodeID, ...syntax.NodeID)) {
	kids := r.item.Kids(n)
	used := r.info.Split[n]
	for i, s := range kids[used:] {
		if i > 0 {
			note(s, kids[used+i-1])
		} else {
			note(s, r.variable(n))
		}
	}
}

// TestUses holds the uses of every value against the reading of the tree.
func TestUses(t *testing.T) {
	eachProgram(t, func(t *testing.T, g *graph.Graph) {
		r := &reading{g.Info, g.Info.Item, map[syntax.NodeID]bool{}}
		want := r.uses()
		for v := range graph.Value(g.Len()) {
			var got []string
			for _, u := range g.Uses(v) {
				user := syntax.NoNode
				if u.User != graph.None {
					user = g.Node(u.User)
				}
				got = append(got, fmt.Sprint(user, ".", max(u.Position, 0)))
			}
			slices.Sort(got)
			slices.Sort(want[g.Node(v)])
			if !slices.Equal(got, want[g.Node(v)]) {
				t.Errorf("v%d `%s` is used at %v, not %v", v, g.Info.Item.SourceText(g.Node(v)), got, want[g.Node(v)])
			}
			delete(want, g.Node(v))
		}
		for n, uses := range want {
			t.Errorf("`%s` is used at %v and no value", g.Info.Item.SourceText(n), uses)
		}
	})
}

// TestShape holds what the package's documentation says of every graph.
func TestShape(t *testing.T) {
	eachProgram(t, func(t *testing.T, g *graph.Graph) {
		operands := 0
		for v := range graph.Value(g.Len()) {
			holdValue(t, g, v)
			operands += len(g.Operands(v))
		}
		if operands > 2*g.Info.Item.Len() {
			t.Errorf("%d operands of %d nodes", operands, g.Info.Item.Len())
		}
		for b, info := range g.Blocks()[1:] {
			if int(info.Around) > b || info.Opener == graph.None || g.Block(info.Opener) != info.Around {
				t.Errorf("block %d: %+v", b+1, info)
			}
		}
	})
}

func holdValue(t *testing.T, g *graph.Graph, v graph.Value) {
	t.Helper()
	if g.Type(v) == nil && g.Kind(v) != graph.Literal && g.Kind(v) != graph.Name {
		t.Errorf("v%d has no type", v)
	}
	if want := block(g.Info, g.Node(v)); g.Blocks()[g.Block(v)].Node != want {
		t.Errorf("v%d is in block %d, not in that of `%s`", v, g.Block(v), g.Info.Item.SourceText(want))
	}
	for i, o := range g.Operands(v) {
		use := graph.Use{User: v, Position: int32(i), Node: o.Node, Block: o.Block}
		if o.Value != graph.None && !slices.Contains(g.Uses(o.Value), use) {
			t.Errorf("v%d does not know its use in v%d", o.Value, v)
		}
		if o.Block != g.Block(v) && g.Blocks()[o.Block].Opener != v {
			t.Errorf("v%d has an operand in block %d", v, o.Block)
		}
	}
}

// block is the body of the innermost block around a node.
func block(info *typecheck.Info, n syntax.NodeID) syntax.NodeID {
	x, item := info.Index(), info.Item
	for at := n; at != item.Root; at = x.Parent(at) {
		around := x.Parent(at)
		kids := item.Kids(around)
		switch item.Kind(around) {
		case syntax.Fn:
			return item.Fn(around).Body
		case syntax.Clause:
			return item.Clause(around).Body
		case syntax.If:
			if at != kids[0] {
				return at
			}
		case syntax.Binary:
			i := slices.Index(kids, at)
			if text := item.SourceText(kids[max(i-1, 0)]); i > 1 && i%2 == 0 && (text == "&&" || text == "||") {
				return at
			}
		}
	}
	return item.Body()
}
