package sharing

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// invariants reports what functions that are called again and again compute anew each
// time, though it is the same: of expressions in larger ones the largest alone.
func (c *checker) invariants() {
	if !c.loops.any {
		return
	}
	d := c.depthsOf()
	same := map[graph.Value]graph.Block{} // by value: the block of the outermost function that it may leave
	var order []graph.Value
	for v := range graph.Value(c.Len()) {
		if k := c.Kind(v); k != graph.Operation && k != graph.Call || len(c.Uses(v)) == 0 || c.item.Kind(c.Node(v)) == syntax.Segment {
			continue // a division in the tail of a variable
		}
		if _, again := c.again[v]; again {
			continue
		}
		if f, ok := c.leaves(d, v); ok {
			same[v] = f
			order = append(order, v)
		}
	}
	for _, v := range order {
		if !c.full() && !c.withinSame(v, same) && c.weighs(v, dear) {
			c.reportInvariant(v, c.Blocks()[same[v]].Opener)
		}
	}
}

// leaves finds the outermost function on which a value does not depend, and around
// which no other one stands that it does depend on: each is called again and again, and
// computes the value, or the function inside, each time.
func (c *checker) leaves(d *depths, v graph.Value) (out graph.Block, ok bool) {
	n := c.Node(v)
	for b := c.Place(v); c.loops.again(c.Graph, b); {
		f := c.Blocks()[b].Function
		depth := d.around[c.Blocks()[f].Node]
		if depth >= deepest || d.binds[n]>>depth&1 == 1 {
			break
		}
		out, ok = f, true
		b = c.Place(c.Blocks()[f].Opener)
	}
	return out, ok
}

// withinSame reports whether v is a value that only larger ones use which may leave the same
// function.
func (c *checker) withinSame(v graph.Value, same map[graph.Value]graph.Block) bool {
	for _, use := range c.Uses(v) {
		if f, ok := same[use.User]; !ok || f != same[v] {
			return false
		}
	}
	return true
}

// reportInvariant reports a value that a function computes anew each time, if it can
// be computed before it.
func (c *checker) reportInvariant(v, function graph.Value) {
	f := c.Node(function)
	site, ok := c.tree.Site(f)
	if !ok || !c.reaches(site.Statement, f) {
		return
	}
	w, equal := c.written(v), c.equalIn(f, v)
	fix := c.moved(site, w, c.others(w, equal))
	if fix == nil {
		fix = c.bind(site, w, equal, "hoisted")
	}
	if fix == nil {
		return
	}
	message := "this value is the same in each call of the function"
	if saved := c.cost(v); saved != "" {
		message += ": computed before it, each call saves " + saved
	}
	c.report(syntax.Diagnostic{Code: codes.LoopInvariant, Span: w.span, Message: message}, "compute it before the function", fix)
}

// moved gives the edits that move a whole binding of a value before a function,
// where no other variable has its name, and name the variable in the place of others.
func (c *checker) moved(at rewrite.Site, w written, others []graph.Value) []syntax.Edit {
	statement := c.tree.Parent(w.node)
	binder := c.binder(statement)
	if c.item.Kind(w.node) == syntax.Operator || c.item.Kind(statement) != syntax.Let || binder == syntax.NoNode {
		return nil
	}
	name := c.tree.ObjectAt(binder).Name
	line := c.tree.Line(statement)
	if c.count()[name] != 1 || !c.quiet(w) || !c.knownAt(w, at.Statement) || c.tree.Commented(line.Start, line.End) || !c.expendable(others) || at.Bare {
		return nil
	}
	edits := c.tree.InFront(at, "let "+name+" = "+c.text(w)+";")
	return rewrite.Merged(append(append(edits, c.named(name, others)...), syntax.Edit{Span: line}))
}
