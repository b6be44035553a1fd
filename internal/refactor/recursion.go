package refactor

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// The way from a recursion to a fold (fold.go has the equations). A right fold
// works out the results for all tails before anything is done with an element, so
// what is done may have no effect, and must use the rest of the list.

// A recursion is a definition that takes a list apart by a match with a clause
// for `Nil` and one for `Cons(h, t)`.
type recursion struct {
	definition
	list       int // the parameter
	head, tail *typecheck.Object
	empty      syntax.NodeID // what each of the clauses gives
	full       syntax.NodeID
	inner      []syntax.NodeID // the calls of itself
}

func (d *definition) recursion() (recursion, bool) {
	item := d.t.item()
	kids := item.Kids(d.body)
	if item.Kind(d.body) != syntax.Match || item.Flag(d.body, syntax.FlagPartial) || len(kids) != 3 {
		return recursion{}, false
	}
	r := recursion{definition: *d, list: d.paramIndex(kids[0])}
	for _, clause := range kids[1:] {
		r.clause(clause)
	}
	calls, ok := d.selfCalls()
	r.inner = calls
	if !ok || r.list < 0 || r.empty == syntax.NoNode || r.full == syntax.NoNode || r.tail == nil || r.losesComments() {
		return recursion{}, false
	}
	return r, !d.mentions(r.empty, d.params[r.list], d.object) && !d.mentions(r.full, d.params[r.list])
}

// losesComments reports whether comments stand where nothing of the text is kept.
func (r *recursion) losesComments() bool {
	at := r.t.item().Span(r.body).Start
	kept := []syntax.NodeID{r.empty, r.full}
	if r.t.item().Span(r.full).Start < r.t.item().Span(r.empty).Start {
		slices.Reverse(kept)
	}
	for _, n := range kept {
		if r.t.tree.Commented(at, r.t.item().Span(n).Start) {
			return true
		}
		at = r.t.item().Span(n).End
	}
	return r.t.tree.Commented(at, r.t.item().Span(r.body).End)
}

// clause reads one of the two clauses.
func (r *recursion) clause(n syntax.NodeID) {
	item := r.t.item()
	pattern, body := item.Clause(n).Pattern, item.Clause(n).Body
	name, args := pattern, item.Kids(pattern)
	if item.Kind(pattern) == syntax.PatCons {
		name, args = item.PatCons(pattern).Name, item.PatCons(pattern).Args
	}
	o := r.t.tree.ObjectAt(name)
	if o == nil || o.Cons == nil || o.Cons.Of != r.listType() {
		return
	}
	switch {
	case len(o.Cons.Fields) == 0:
		r.empty = body
	case len(args) == 2 && r.isPlain(args[0]) && r.isPlain(args[1]):
		r.full, r.head, r.tail = body, r.t.tree.ObjectAt(args[0]), r.t.tree.ObjectAt(args[1])
	}
}

// isPlain reports whether a pattern is a variable or `_`.
func (r *recursion) isPlain(p syntax.NodeID) bool {
	if r.t.item().Kind(p) == syntax.PatWild {
		return true
	}
	o := r.t.tree.ObjectAt(p)
	return o != nil && o.Kind == typecheck.LocalObject
}

// listType is what the prelude's folds take apart.
func (d *definition) listType() *types.Decl {
	o := d.preludeFunction("@foldr")
	if o == nil {
		return nil
	}
	if f, ok := types.Head(o.Type).(*types.Func); ok && len(f.In) == 3 {
		if list, ok := types.Head(f.In[2]).(*types.ADT); ok {
			return list.Decl
		}
	}
	return nil
}

// passedOn reports whether a call gives the tail for the list, and each other
// parameter on as it is but one; it gives that one's index, -1 for none.
func (r *recursion) passedOn(call syntax.NodeID) (changed int, ok bool) {
	changed = -1
	for i, arg := range r.t.item().Call(call).Args {
		switch {
		case i == r.list:
			if !r.isVariable(arg, r.tail) {
				return 0, false
			}
		case !r.isVariable(arg, r.params[i]):
			if changed >= 0 {
				return 0, false
			}
			changed = i
		}
	}
	return changed, true
}

// foldr is for recursions that give every tail to themselves and the result on
// to something else. The fold works the results out from the last to the first,
// each before what is done with it.
func (r *recursion) foldr() ([]syntax.Edit, error) {
	if r.preludeFunction("@foldr") == nil || r.t.ofDefinition(r.object).effect {
		return nil, rewrite.Refusal("the order of effects would change")
	}
	certain := false
	for _, call := range r.inner {
		if changed, ok := r.passedOn(call); !ok || changed >= 0 || !r.t.tree.Within(call, r.full) {
			return nil, rewrite.Refusal("the recursion changes its other parameters")
		}
		p := r.t.reach(r.full, call)
		certain = certain || p.Certain()
	}
	if len(r.t.tree.Uses(r.tail)) != len(r.inner) || !certain && !r.totalBody() {
		return nil, rewrite.Refusal("the rest of the list is not always used")
	}
	rest := "%" + r.t.tree.Fresh("rest")
	swap := map[syntax.NodeID]string{}
	var edits []syntax.Edit
	for _, call := range r.inner {
		swap[call] = rewrite.VariableOutline(rest)
		edits = append(edits, syntax.Edit{Span: r.t.item().Span(call), NewText: rest})
	}
	step := r.stepText(edits)
	return r.written("@foldr", []string{r.headName(), rest}, step, r.empty, swap)
}

// totalBody reports whether what is done with an element gives a value whatever
// it is, but for the recursion.
func (r *recursion) totalBody() bool { return r.t.ofBodies(r.object, r.full, r.empty).total() }

// headName is what the function calls an element.
func (r *recursion) headName() string {
	if r.head == nil {
		return "%" + r.t.tree.Fresh("element")
	}
	return r.head.Name
}

// foldl is for recursions that end with themselves and carry one value along.
// The fold does the same in the same order.
func (r *recursion) foldl() ([]syntax.Edit, error) {
	if r.preludeFunction("@foldl") == nil || len(r.inner) != 1 || r.inner[0] != r.lastExpression(r.full) || len(r.t.tree.Uses(r.tail)) != 1 {
		return nil, rewrite.Refusal("the recursion is not the last thing done")
	}
	call := r.inner[0]
	changed, ok := r.passedOn(call)
	if !ok || changed < 0 || !r.isVariable(r.lastExpression(r.empty), r.params[changed]) || r.lastExpression(r.empty) != r.t.tree.Unbraced(r.empty) {
		return nil, rewrite.Refusal("it carries no value along")
	}
	value := r.t.item().Call(call).Args[changed]
	meaning, ok := rewrite.OutlineOf(r.t.info(), value)
	if !ok || r.t.tree.Commented(r.t.item().Span(call).Start, r.t.item().Span(call).End) {
		return nil, rewrite.Refusal("a comment would be lost")
	}
	step := r.stepText([]syntax.Edit{{Span: r.t.item().Span(call), NewText: r.t.item().SourceText(value)}})
	names := []string{r.params[changed].Name, r.headName()}
	return r.written("@foldl", names, step, r.empty, map[syntax.NodeID]string{call: meaning})
}

// lastExpression is what a body ends with.
func (r *recursion) lastExpression(n syntax.NodeID) syntax.NodeID {
	for r.t.item().Kind(n) == syntax.Block || r.t.item().Kind(n) == syntax.Paren {
		kids := r.t.item().Kids(n)
		if len(kids) == 0 {
			return syntax.NoNode
		}
		n = kids[len(kids)-1]
	}
	return n
}

// stepText is the text of what is done with an element after edits, its lines
// moved to where the match stands.
func (r *recursion) stepText(edits []syntax.Edit) string {
	span := r.t.item().Span(r.full)
	moved := make([]syntax.Edit, len(edits))
	for i, e := range edits {
		moved[i] = syntax.Edit{Span: e.Span.Shift(-span.Start), NewText: e.NewText}
	}
	old, _ := r.t.tree.Indent(span.Start)
	blanks, _ := r.t.tree.Indent(r.t.item().Span(r.body).Start)
	return strings.ReplaceAll(syntax.ApplyEdits(r.t.item().SourceText(r.full), moved), "\n"+old, "\n"+blanks)
}

// written writes a fold in the place of the match.
func (r *recursion) written(name string, params []string, step string, start syntax.NodeID, swap map[syntax.NodeID]string) ([]syntax.Edit, error) {
	if r.t.item().Kind(r.full) != syntax.Block {
		step = "{ " + step + " }"
	}
	list := r.params[r.list].Name
	text := name + "(fn(" + strings.Join(params, ", ") + ") " + step + ", " + r.argument(start) + ", " + list + ")"
	body, ok := rewrite.Outline{Swap: swap}.Of(r.t.info(), r.full)
	first, also := rewrite.OutlineOf(r.t.info(), start)
	if !ok || !also {
		return nil, rewrite.Refusal("the definition is nested too deeply")
	}
	want := rewrite.CallOutline(rewrite.GlobalOutline(name), rewrite.FnOutline(params, body), first, rewrite.VariableOutline(list))
	edits := []syntax.Edit{{Span: r.t.item().Span(r.body), NewText: text}}
	return r.t.proved(edits, rewrite.Outline{Swap: map[syntax.NodeID]string{r.body: want}})
}

// argument is the text of a body as an argument, with its braces where a comment
// in them would be lost.
func (d *definition) argument(n syntax.NodeID) string {
	inner := d.t.tree.Unbraced(n)
	outside, inside := d.t.item().Span(n), d.t.item().Span(inner)
	if d.t.tree.Commented(outside.Start, inside.Start) || d.t.tree.Commented(inside.End, outside.End) {
		inner = n
	}
	return d.t.item().SourceText(inner)
}
