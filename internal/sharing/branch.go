package sharing

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// branches reports values that all branches of an `if` or all clauses of a match
// compute, and an `if` whose branches give the same.
func (c *checker) branches() {
	made := c.made()
	for v := range graph.Value(c.Len()) {
		if k := c.Kind(v); k != graph.If && k != graph.Match || c.full() {
			continue
		}
		blocks := c.branchesOf(v)
		if len(blocks) < 2 || c.alikeBranches(v) {
			continue
		}
		c.common(v, blocks, made)
	}
}

// made are the values of which there are equal ones, by the block that computes them,
// the first of each class.
func (c *checker) made() map[graph.Block][]graph.Value {
	made := map[graph.Block][]graph.Value{}
	for v := range graph.Value(c.Len()) {
		at := site{c.class[v], c.Place(v)}
		if first, ok := c.earliest[at]; ok && first == v {
			made[at.block] = append(made[at.block], v)
		}
	}
	return made
}

// branchesOf are the blocks of the branches or clauses of a value.
func (c *checker) branchesOf(v graph.Value) (blocks []graph.Block) {
	for _, o := range c.Operands(v)[1:] {
		if o.Block == c.Block(v) {
			return nil
		}
		blocks = append(blocks, o.Block)
	}
	return blocks
}

// common reports what all blocks of a value compute: of expressions in larger ones
// that they all compute the largest alone.
func (c *checker) common(v graph.Value, blocks []graph.Block, made map[graph.Block][]graph.Value) {
	all := map[int32]bool{}
	var found []graph.Value
	for _, u := range made[blocks[0]] {
		if _, again := c.again[u]; !again && !c.recursive(u) && c.inAll(c.class[u], blocks[1:]) {
			all[c.class[u]] = true
			found = append(found, u)
		}
	}
	for _, u := range found {
		if !c.full() && !c.usedBy(u, all) && c.worthwhile(u) {
			c.reportBranch(v, u)
		}
	}
}

// recursive reports whether v is a call of the definition that it is in: that each branch goes
// on in its own way is how recursion is written.
func (c *checker) recursive(v graph.Value) bool {
	if c.Kind(v) != graph.Call || c.item.Kind(c.Node(v)) != syntax.Call {
		return false
	}
	o := c.Info.Object(c.item.Unparen(c.item.Call(c.Node(v)).Callee))
	return o != nil && o.Kind == typecheck.DefObject && o.Item == c.item
}

func (c *checker) inAll(class int32, blocks []graph.Block) bool {
	for _, b := range blocks {
		if _, ok := c.earliest[site{class, b}]; !ok {
			return false
		}
	}
	return true
}

// usedBy reports whether v is a value that only values of some classes use.
func (c *checker) usedBy(v graph.Value, classes map[int32]bool) bool {
	for _, use := range c.Uses(v) {
		if use.User == graph.None || !classes[c.class[use.User]] {
			return false
		}
	}
	return true
}

// reportBranch reports a value that all branches of v compute, if there is a text of it
// that can precede them.
func (c *checker) reportBranch(v, u graph.Value) {
	values := c.equalIn(c.Node(v), u)
	site, ok := c.tree.Site(c.Node(v))
	if !ok || !c.reaches(site.Statement, c.Node(v)) {
		return
	}
	for _, w := range values {
		if fix := c.bind(site, c.written(w), values, "shared"); fix != nil {
			c.report(syntax.Diagnostic{
				Code: codes.BranchInvariant, Span: c.written(values[0]).span, Message: branchMessages[c.Kind(v)],
				Related: c.related("here too", values[1:]),
			}, "compute it in front", fix)
			return
		}
	}
}

// equalIn are the values under a node that are equal to one of them.
func (c *checker) equalIn(n syntax.NodeID, v graph.Value) []graph.Value {
	values := []graph.Value{v}
	for w := range c.members(v) {
		if w != v && c.tree.Within(c.Node(w), n) {
			values = append(values, w)
		}
	}
	return values
}

var branchMessages = map[graph.Kind]string{
	graph.If:    "both branches compute this value: it can be computed once, before the `if`",
	graph.Match: "all clauses compute this value: it can be computed once, before the match",
}

// alikeBranches reports an `if` that gives the same whichever branch runs; of clauses
// of a match another check reports. It answers whether all blocks give one value.
func (c *checker) alikeBranches(v graph.Value) bool {
	results := c.Operands(v)[1:]
	for _, o := range results {
		if o.Value == graph.None || c.class[o.Value] != c.class[results[0].Value] {
			return false
		}
	}
	n := c.Node(v)
	if c.Kind(v) != graph.If || !c.quiet(written{c.item.Span(n), n}) {
		return c.Kind(v) == graph.Match
	}
	c.report(syntax.Diagnostic{
		Code: codes.BranchInvariant, Span: c.item.Span(n), Message: "both branches of this `if` give the same value",
	}, "write one branch for both", c.branchFix(n))
	return true
}

// branchFix writes the first branch for an `if`.
func (c *checker) branchFix(n syntax.NodeID) []syntax.Edit {
	branch := c.item.If(n).Then
	at, from := c.item.Span(n), c.item.Span(branch)
	if c.tree.Commented(at.Start, from.Start) || c.tree.Commented(from.End, at.End) {
		return nil
	}
	text := c.item.SourceText(branch)
	outer := c.tree.Parent(n)
	otherwise := c.item.Kind(outer) == syntax.Block && c.tree.ElseIf(outer) // braces have to be there
	if inner := c.tree.Unbraced(branch); inner != branch && !otherwise && !c.tree.Commented(from.Start, from.End) {
		text = c.tree.Fitting(inner, n, false)
	}
	return []syntax.Edit{{Span: at, NewText: text}}
}
