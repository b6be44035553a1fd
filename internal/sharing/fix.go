package sharing

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// shareFix computes the first of some equal values once and names it in the place of
// the others: by the variable that it has where they stand, or by a new one. Nil where
// no text says that.
func (c *checker) shareFix(first graph.Value, later []graph.Value) []syntax.Edit {
	if c.expendable(later) {
		if name, ok := c.nameOf(first, later); ok {
			return c.named(name, later)
		}
	}
	all := append([]graph.Value{first}, later...)
	w := c.written(first)
	site, ok := c.tree.Site(w.node)
	for ok && !c.holds(site, later) {
		site, ok = c.tree.Site(c.tree.Parent(site.Statement))
	}
	if !ok || !c.reaches(site.Statement, w.node) {
		return nil
	}
	return c.bind(site, w, all, "shared")
}

// holds reports whether what is bound at a site can be named where some values stand.
func (c *checker) holds(at rewrite.Site, values []graph.Value) bool {
	scope := c.tree.Parent(at.Statement)
	if at.Bare {
		scope = at.Statement
	}
	for _, v := range values {
		if n := c.Node(v); !c.tree.Within(n, scope) || c.item.Span(n).Start < c.item.Span(at.Statement).Start {
			return false
		}
	}
	return true
}

// reaches reports whether evaluation that comes to a statement comes to a node of it.
func (c *checker) reaches(statement, n syntax.NodeID) bool {
	path, ok := c.tree.Path(statement, n)
	return ok && !path.Conditional && !path.Repeated
}

// bind gives the edits that bind a text at a site and name it in the place of some
// values; nil where that would change what a run does, or lose a comment.
func (c *checker) bind(at rewrite.Site, w written, values []graph.Value, name string) []syntax.Edit {
	if c.Info.Tied(w.node) || !c.quiet(w) || !c.knownAt(w, at.Statement) || !c.expendable(c.others(w, values)) {
		return nil
	}
	let := "let "
	if c.item.Kind(at.Statement) == syntax.Graph {
		let, name = "", c.number()
	} else {
		name = "%" + c.fresh(name)
	}
	edits := append(c.tree.InFront(at, let+name+" = "+c.text(w)+";"), c.named(name, values)...)
	if !at.Bare {
		return rewrite.Merged(edits)
	}
	// In one edit, since the braces make a block of the body.
	span := c.item.Span(at.Statement)
	for i := range edits {
		edits[i].Span = edits[i].Span.Shift(-span.Start)
	}
	return []syntax.Edit{{Span: span, NewText: syntax.ApplyEdits(c.item.SourceText(at.Statement), rewrite.Merged(edits))}}
}

// named writes a variable in the place of values.
func (c *checker) named(name string, values []graph.Value) (edits []syntax.Edit) {
	for _, v := range values {
		span := c.written(v).span
		text := name
		if strings.HasPrefix(c.item.Text[span.End:], "/") {
			text += " " // the division is no part of the name
		}
		edits = append(edits, syntax.Edit{Span: span, NewText: text})
	}
	return edits
}

// others are values without the one that a text is of.
func (c *checker) others(w written, values []graph.Value) (others []graph.Value) {
	for _, v := range values {
		if c.written(v).span != w.span {
			others = append(others, v)
		}
	}
	return others
}

// expendable reports whether the texts of the values may be removed: they contain no comment, and no
// statement of a block that does something beside the value.
func (c *checker) expendable(values []graph.Value) bool {
	for _, v := range values {
		if w := c.written(v); c.Info.Tied(c.Node(v)) || c.tree.Commented(w.span.Start, w.span.End) || !c.quiet(w) {
			return false
		}
	}
	return true
}

// fresh is a name that is nowhere in the item, and that no other fix binds.
func (c *checker) fresh(name string) string {
	name = c.tree.FreshNextTo(name, c.taken)
	c.taken[name] = true
	return name
}

// number is the name of a graph binding, above all numbers that are names in the item.
func (c *checker) number() string {
	if c.numbered == 0 {
		for _, digits := range numbers().FindAllString(c.item.Text, -1) {
			if n, err := strconv.Atoi(digits[1:]); err == nil {
				c.numbered = max(c.numbered, n)
			}
		}
	}
	c.numbered++
	return "%" + strconv.Itoa(c.numbered)
}

var numbers = lazyregexp.New(`%[0-9]{1,9}`)

// nameOf is the variable that is bound to a value, where it can be named in the
// place of others: it is the only one of its name.
func (c *checker) nameOf(v graph.Value, others []graph.Value) (string, bool) {
	w := c.written(v)
	statement := c.Info.Index().Parent(w.node)
	binder := c.binder(statement)
	if binder == syntax.NoNode || c.item.Kind(w.node) == syntax.Operator || !c.holds(rewrite.Site{Statement: statement}, others) {
		return "", false
	}
	o := c.tree.ObjectAt(binder)
	if o == nil || c.count()[o.Name] != 1 {
		return "", false
	}
	return o.Name, true
}

// binder is the variable of a binding without an annotation; NoNode of other
// statements.
func (c *checker) binder(statement syntax.NodeID) syntax.NodeID {
	switch c.item.Kind(statement) {
	case syntax.Let:
		if let := c.item.Let(statement); c.item.Kind(let.Pattern) == syntax.PatVar && let.Type == syntax.NoNode {
			return let.Pattern
		}
	case syntax.Graph:
		return c.item.Graph(statement).Name
	}
	return syntax.NoNode
}

// count counts the variables of each name.
func (c *checker) count() map[string]int {
	if c.names == nil {
		c.names = map[string]int{}
		for _, n := range c.Info.Index().Binders() {
			c.names[c.Info.Objects[n].Name]++
		}
	}
	return c.names
}
