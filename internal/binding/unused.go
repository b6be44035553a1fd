package binding

import (
	"fmt"

	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// unusedCodes say by what binds a variable what is reported if nothing reads it.
var unusedCodes = map[syntax.Kind]codes.Code{
	syntax.Let: codes.UnusedBinding, syntax.Graph: codes.UnusedBinding,
	syntax.Clause: codes.UnusedPatternVariable,
	syntax.Fn:     codes.UnusedParameter, syntax.ItemDef: codes.UnusedParameter,
}

// unused reports variables that nothing reads, in items without holes: what is written in place
// of a hole may read any of them.
func (c *checker) unused(sameNames bool) {
	if c.item.HoleIn(c.item.Root) != syntax.NoNode {
		return
	}
	var repeated map[nameIn]int
	if sameNames {
		repeated = c.repeated()
	}
	for _, b := range c.binders {
		code, ok := unusedCodes[c.item.Kind(b.owner)]
		if !ok || silent(b.object.Name) || repeated[c.group(b)] > 1 || c.bodiless(b) || c.likeConstructor(b) || c.effectOnly(b) || c.doubtful(b) {
			continue
		}
		switch uses := c.index.Uses(b.object.Node); {
		case len(uses) == 0:
			fixes := c.delete(b)
			if fixes == nil {
				fixes = c.rename(b)
			}
			c.reportUnused(b, code, "nothing reads `%s`", fixes...)
		case c.own(b, uses):
			c.reportUnused(b, code, "nothing but its own value reads `%s`", c.delete(b)...)
		}
	}
}

// A nameIn is a name among those that are bound together: two of them are an
// error, and which one is read is a guess.
type nameIn struct {
	owner syntax.NodeID
	name  string
}

// group is what a binder is bound together with; the graph bindings of an item
// are.
func (c *checker) group(b binder) nameIn {
	if c.item.Kind(b.owner) == syntax.Graph {
		return nameIn{c.item.Root, b.object.Name}
	}
	return nameIn{b.owner, b.object.Name}
}

// repeated counts the binders of each name that are bound together.
func (c *checker) repeated() map[nameIn]int {
	count := map[nameIn]int{}
	for _, b := range c.binders {
		count[c.group(b)]++
	}
	return count
}

// bodiless reports whether b is a parameter of a declaration, which nothing can read, or one of the
// free variables.
func (c *checker) bodiless(b binder) bool {
	return b.owner == c.item.Root && (c.item.Body() == syntax.NoNode || c.item.Kind(c.index.Parent(b.object.Node)) == syntax.FreeVar)
}

// effectOnly reports whether a variable is bound to a `()` whose value is evaluated for
// what it does: compilers bind the results of `vm.invoke_tvm_op` and `ref_write` so.
func (c *checker) effectOnly(b binder) bool {
	if c.item.Kind(b.owner) != syntax.Let {
		return false
	}
	let := c.item.Let(b.owner)
	if b.object.Node != let.Pattern && c.item.Kind(let.Pattern) != syntax.PatTyped {
		return false
	}
	unit, ok := types.Head(c.pass.Info.Types[let.Value]).(*types.Tuple)
	return ok && len(unit.Elems) == 0 && !c.pass.Result(effect.Analyzer).(*effect.Info).Of(let.Value).Pure()
}

// likeConstructor reports whether b is a variable without its sigil that is spelled like a
// constructor but for capitals or a letter: the exhaustive check reports it.
func (c *checker) likeConstructor(b binder) bool {
	return c.item.Kind(b.object.Node) == syntax.PatName && exhaustive.LikeConstructor(c.item, c.pass.Info, b.object.Node)
}

// doubtful reports whether b is a variable that may be read where an error is mended: one in sight
// of a name that denotes nothing, or that is bound in error.
func (c *checker) doubtful(b binder) bool {
	bound := b.owner
	switch c.item.Kind(b.owner) {
	case syntax.Clause:
		bound = c.item.Pattern(b.owner)
	case syntax.Fn, syntax.ItemDef:
		bound = b.object.Node
	}
	return c.missing.within(c.scope(b)) || c.pass.ErrorIn(c.item.Span(bound))
}

// own reports whether all uses are in the value that is bound: a function that
// only calls itself.
func (c *checker) own(b binder, uses []syntax.NodeID) bool {
	if kind := c.item.Kind(b.owner); kind != syntax.Let && kind != syntax.Graph {
		return false
	}
	span := c.item.Span(b.owner)
	for _, n := range uses {
		if at := c.item.Span(n).Start; at < span.Start || at >= span.End {
			return false
		}
	}
	return true
}

// maxDeleted bounds how many bindings of an item have a fix that deletes them: each
// looks for the line and the comments around.
const maxDeleted = 100

// delete is the fix that leaves out a binding which does nothing but bind one variable.
func (c *checker) delete(b binder) []syntax.Fix {
	if c.deleted >= maxDeleted || c.pass.Faulty || !c.removable(b) {
		return nil
	}
	c.deleted++
	tree := rewrite.NewTree(c.pass.Info)
	span := c.item.Span(b.owner)
	if line := tree.Line(b.owner); !tree.Commented(span.Start, span.End) {
		return []syntax.Fix{syntax.Replace("delete the binding", line, "")}
	}
	return nil
}

// removable reports whether b is a binding that no run would miss: a graph binding that nothing
// reads is never evaluated.
func (c *checker) removable(b binder) bool {
	switch c.item.Kind(b.owner) {
	case syntax.Graph:
		return true
	case syntax.Let:
		does := c.pass.Result(effect.Analyzer).(*effect.Info).Of(b.owner)
		return b.object.Node == c.item.Let(b.owner).Pattern && does.Pure() && does.Total()
	}
	return false
}

// rename is the fix that says that a variable is left unused on purpose.
func (c *checker) rename(b binder) []syntax.Fix {
	span := c.item.Span(b.object.Node)
	if c.item.Kind(b.object.Node) == syntax.PatName {
		return []syntax.Fix{syntax.Replace("write `_`, which takes any value", span, "_")}
	}
	return []syntax.Fix{{
		Title: fmt.Sprintf("rename it to `%%_%s`, which says that it is meant", b.object.Name[1:]),
		Edits: []syntax.Edit{{Span: syntax.Span{Start: span.Start + 1, End: span.Start + 1}, NewText: "_"}},
	}}
}

func (c *checker) reportUnused(b binder, code codes.Code, message string, fixes ...syntax.Fix) {
	c.pass.Report(syntax.Diagnostic{
		Code: code, Span: c.item.Span(b.object.Node),
		Message: fmt.Sprintf(message, c.item.SourceText(b.object.Node)), Fixes: fixes,
	})
}
