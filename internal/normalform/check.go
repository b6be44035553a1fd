package normalform

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Breach is a place that keeps an item from being in a form, and why.
type Breach = Refusal

// Check gives the first place that keeps an item from being in a form, nil where it
// is in the form. The item must be Convertible and have no errors. Where the context of
// the target's unit ends, it is taken to be in no form.
func Check(t Target, form Form) (b *Breach) {
	if steps.Run(func() { b = t.check(form) }) != nil {
		return t.unwanted()
	}
	return b
}

func (t Target) check(form Form) *Breach {
	does := effect.Of(t.Unit)
	b := check(t.Result.Info, does, form, keepNeeded)
	if b == nil || form == ANF {
		return b
	}
	if r, err := convert(t.Unit.Meter(), t.Result.Info, does, form, Nested, keepNeeded); err == nil && !t.holds(r) {
		return check(t.Result.Info, does, form, keepAnnotated)
	}
	return b
}

// holds reports whether r is a conversion that the checker agrees with.
func (t Target) holds(r *Result) bool {
	_, err := t.verify(r)
	return err == nil
}

// check is Check, where `let`s are kept because of their types as Convert does.
func check(info *typecheck.Info, does *effect.Info, form Form, keep keeping) *Breach {
	c := &checker{newLowering(info, does, form, Nested), nil, nil}
	c.keep, c.calls = keep, does
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		if look := looks[form][c.item.Kind(n)]; look != nil && c.evaluated(n) {
			look(c, n)
		}
	}
	if form == ANF {
		c.atomic()
	}
	if len(c.found) == 0 {
		return nil
	}
	return slices.MinFunc(c.found, func(a, b *Breach) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
}

// A checker looks at an item for what a form does not have.
type checker struct {
	*lowering
	found  []*Breach
	blocks map[syntax.NodeID]graph.Block // by the node of their body, once asked for
}

// looks are what is asked of statements, by form and kind.
var looks = [...]map[syntax.Kind]func(*checker, syntax.NodeID){
	ANF:  {syntax.Graph: (*checker).noGraph, syntax.Block: (*checker).letsOnly},
	GNF:  {syntax.Let: (*checker).neededLet, syntax.Graph: (*checker).graphBinding},
	BBNF: {syntax.Let: (*checker).sharedLet, syntax.Graph: (*checker).ownGraph},
}

func (c *checker) report(n syntax.NodeID, message string) {
	c.found = append(c.found, &Breach{c.item.Span(n), message})
}

// evaluated reports whether n is a node of the body.
func (c *checker) evaluated(n syntax.NodeID) bool {
	return c.info.Index().Within(n, c.item.Body())
}

func (c *checker) noGraph(n syntax.NodeID) { c.report(n, "A-normal form binds by `let` only") }

// letsOnly asks of a block that it be a chain of `let`s that ends in an atom.
func (c *checker) letsOnly(n syntax.NodeID) {
	kids := c.item.Kids(n)
	for i, kid := range kids {
		last := i == len(kids)-1
		switch kind := c.item.Kind(kid); {
		case last && !c.isAtomic(kid):
			c.report(kid, "a block ends in a variable, a name or a literal: `let` binds this value")
		case !last && kind != syntax.Let && kind != syntax.Graph && kind != syntax.FreeVar:
			c.report(kid, "`let` binds the value of a statement")
		}
	}
}

// atomic asks of operands that they be atoms.
func (c *checker) atomic() {
	for v := range graph.Value(c.graph.Len()) {
		if c.isAtom(v) || c.graph.Kind(v) == graph.Field || c.graph.Kind(v) == graph.Read || c.ofPattern(v) {
			continue
		}
		for _, o := range c.graph.Operands(v) {
			if o.Node == syntax.NoNode || o.Node == c.graph.Node(v) || c.isBody(o.Node) {
				continue
			}
			if !c.isAtomic(o.Node) && !c.isTailBase(v, o.Node) {
				c.report(o.Node, "`let` binds an operand that is no variable, name or literal")
			}
		}
	}
}

// isTailBase reports whether operand is that of `%x.0`: the variable, which has no node of its
// own.
func (c *checker) isTailBase(v graph.Value, operand syntax.NodeID) bool {
	return c.item.Kind(c.graph.Node(v)) == syntax.Segment && c.item.Kind(operand) == syntax.Local
}

// ofPattern reports whether v is what a tuple pattern takes out.
func (c *checker) ofPattern(v graph.Value) bool {
	switch c.item.Kind(c.graph.Node(v)) {
	case syntax.PatVar, syntax.PatName, syntax.PatTuple, syntax.PatTyped, syntax.PatParen, syntax.PatCons:
		return true
	}
	return false
}

// isBody reports whether n is the block of a function, branch or clause, which letsOnly looks at.
func (c *checker) isBody(n syntax.NodeID) bool {
	if c.item.Kind(n) != syntax.Block {
		return false
	}
	switch c.item.Kind(c.info.Index().Parent(n)) {
	case syntax.Fn, syntax.If, syntax.Clause:
		return true
	}
	return false
}

// isAtomic reports whether n is an expression that is an atom.
func (c *checker) isAtomic(n syntax.NodeID) bool {
	n = c.item.Unparen(n)
	switch c.item.Kind(n) {
	case syntax.Operator, syntax.Block, syntax.Segment:
		return false
	case syntax.Local:
		return !c.tailed(n)
	}
	if c.variable(n) != nil {
		return true
	}
	v := c.graph.At(n)
	return v != graph.None && c.isAtom(v)
}

// neededLet asks of a `let` of GNF that it be one that every form keeps.
func (c *checker) neededLet(n syntax.NodeID) {
	let := c.item.Let(n)
	if c.keeps(let) || c.polymorphic(let.Pattern) {
		return
	}
	c.report(n, "graph normal form has `let` for functions that call themselves and where a type needs it; write this value at its use, or bind it by a graph binding")
}

// graphBinding asks of a graph binding that something use it, and that it are in
// the innermost block around its uses.
func (c *checker) graphBinding(n syntax.NodeID) {
	uses := c.usesOf(n)
	if len(uses) == 0 {
		c.report(n, "nothing uses this graph binding, which is never evaluated")
		return
	}
	own := c.blockOf(n)
	if common := c.common(uses); common != own && c.sameFunction(common, own) {
		c.report(n, "this graph binding belongs into the innermost block around its uses")
	}
}

// sharedLet asks of a `let` of BBNF that another block use it.
func (c *checker) sharedLet(n syntax.NodeID) {
	let := c.item.Let(n)
	if c.keeps(let) || c.polymorphic(let.Pattern) {
		return
	}
	v := c.graph.At(let.Value)
	does := c.does.Of(let.Value)
	uses := c.letUses(let.Pattern)
	own := c.blockOf(n)
	switch {
	case len(uses) == 0 && movable(does):
		c.report(n, "nothing uses this value")
	case len(uses) > 0 && v != graph.None && !slices.ContainsFunc(uses, func(b graph.Block) bool { return b != own }):
		c.report(n, "no other block uses this value: write it at its use, or bind it by a graph binding")
	}
}

// ownGraph asks of a graph binding of BBNF that its own block alone use it.
func (c *checker) ownGraph(n syntax.NodeID) {
	uses := c.usesOf(n)
	own := c.blockOf(n)
	switch {
	case len(uses) == 0:
		c.report(n, "nothing uses this graph binding, which is never evaluated")
	case slices.ContainsFunc(uses, func(b graph.Block) bool { return b != own }):
		c.report(n, "another block uses this value: `let` binds it")
	}
}

// usesOf are the blocks that read a graph binding's variable.
func (c *checker) usesOf(n syntax.NodeID) []graph.Block { return c.reads(c.item.Graph(n).Name) }

// letUses are the blocks that read a variable of a pattern.
func (c *checker) letUses(pattern syntax.NodeID) []graph.Block {
	var blocks []graph.Block
	c.item.Walk(pattern, func(n syntax.NodeID) bool {
		if o := c.variable(n); o != nil && o.Node == n {
			blocks = append(blocks, c.reads(n)...)
		}
		return true
	})
	return blocks
}

func (c *checker) reads(binder syntax.NodeID) []graph.Block {
	var blocks []graph.Block
	for _, use := range c.info.Index().Uses(binder) {
		if use != binder {
			blocks = append(blocks, c.blockOf(use))
		}
	}
	return blocks
}

// blockOf is the block in which a node stands.
func (c *checker) blockOf(n syntax.NodeID) graph.Block {
	if c.blocks == nil {
		c.blocks = map[syntax.NodeID]graph.Block{}
		for b, info := range c.graph.Blocks() {
			c.blocks[info.Node] = graph.Block(b)
		}
	}
	for n != syntax.NoNode {
		if b, ok := c.blocks[n]; ok {
			return b
		}
		n = c.info.Index().Parent(n)
	}
	return graph.Body
}

// common is the innermost block around some.
func (c *checker) common(blocks []graph.Block) graph.Block {
	b := blocks[0]
	for _, other := range blocks[1:] {
		for b != other {
			if b > other {
				b = c.graph.Blocks()[b].Around
			} else {
				other = c.graph.Blocks()[other].Around
			}
		}
	}
	return b
}

func (c *checker) sameFunction(a, b graph.Block) bool {
	return c.graph.Blocks()[a].Function == c.graph.Blocks()[b].Function
}
