package refactor

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

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
	r := recursion{definition: *d, list: d.param(kids[0])}
	for _, clause := range kids[1:] {
		r.clause(clause)
	}
	calls, ok := d.calls()
	r.inner = calls
	if !ok || r.list < 0 || r.empty == syntax.NoNode || r.full == syntax.NoNode || r.tail == nil || r.loses() {
		return recursion{}, false
	}
	return r, !d.mentions(r.empty, d.params[r.list], d.object) && !d.mentions(r.full, d.params[r.list])
}

// loses tells whether comments stand where nothing of the text is kept.
func (r *recursion) loses() bool {
	at := r.t.item().Span(r.body).Start
	kept := []syntax.NodeID{r.empty, r.full}
	if r.t.item().Span(r.full).Start < r.t.item().Span(r.empty).Start {
		slices.Reverse(kept)
	}
	for _, n := range kept {
		if r.t.commented(at, r.t.item().Span(n).Start) {
			return true
		}
		at = r.t.item().Span(n).End
	}
	return r.t.commented(at, r.t.item().Span(r.body).End)
}

// clause reads one of the two clauses.
func (r *recursion) clause(n syntax.NodeID) {
	item := r.t.item()
	pattern, body := item.Kid(n, 0), item.Kid(n, 1)
	args := item.Kids(pattern)
	name := pattern
	if item.Kind(pattern) == syntax.PatCons {
		name, args = args[0], args[1:]
	}
	o := r.t.object(name)
	if o == nil || o.Cons == nil || o.Cons.Of != r.listType() {
		return
	}
	switch {
	case len(o.Cons.Fields) == 0:
		r.empty = body
	case len(args) == 2 && r.plain(args[0]) && r.plain(args[1]):
		r.full, r.head, r.tail = body, r.t.object(args[0]), r.t.object(args[1])
	}
}

// plain tells of patterns that are a variable or `_`.
func (r *recursion) plain(p syntax.NodeID) bool {
	if r.t.item().Kind(p) == syntax.PatWild {
		return true
	}
	o := r.t.object(p)
	return o != nil && o.Kind == typecheck.LocalObject
}

// listType is what the prelude's folds take apart.
func (d *definition) listType() *types.Decl {
	o := d.prelude("@foldr")
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

// passes tells whether a call gives the tail for the list, and each other
// parameter on as it is but one; it gives that one's index, -1 for none.
func (r *recursion) passes(call syntax.NodeID) (changed int, ok bool) {
	changed = -1
	for i, arg := range r.t.item().Kids(call)[1:] {
		switch {
		case i == r.list:
			if !r.local(arg, r.tail) {
				return 0, false
			}
		case !r.local(arg, r.params[i]):
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
	if r.prelude("@foldr") == nil || r.t.definition(r.t.Module, r.object).effect {
		return nil, refusal("the order of effects would change")
	}
	certain := false
	for _, call := range r.inner {
		if changed, ok := r.passes(call); !ok || changed >= 0 || !r.t.within(call, r.full) {
			return nil, refusal("the recursion changes its other parameters")
		}
		p := r.t.reach(r.full, call)
		certain = certain || p.known && !p.conditional && !p.repeated
	}
	if len(r.t.uses(r.tail)) != len(r.inner) || !certain && !r.totalBody() {
		return nil, refusal("the rest of the list is not always used")
	}
	rest := "%" + r.t.fresh("rest")
	swap := map[syntax.NodeID]string{}
	var edits []syntax.Edit
	for _, call := range r.inner {
		swap[call] = variable(rest)
		edits = append(edits, syntax.Edit{Span: r.t.item().Span(call), NewText: rest})
	}
	step := r.excerpt(edits)
	return r.folded("@foldr", []string{r.headName(), rest}, step, r.empty, swap)
}

// totalBody tells whether what is done with an element gives a value whatever
// it is, but for the recursion.
func (r *recursion) totalBody() bool {
	kept, known := r.t.behavior[r.object]
	r.t.behavior[r.object] = behavior{}
	b := r.t.of(r.full).and(r.t.of(r.empty))
	delete(r.t.behavior, r.object)
	if known {
		r.t.behavior[r.object] = kept
	}
	return b.total()
}

// headName is what the function calls an element.
func (r *recursion) headName() string {
	if r.head == nil {
		return "%" + r.t.fresh("element")
	}
	return r.head.Name
}

// foldl is for recursions that end with themselves and carry one value along.
// The fold does the same in the same order.
func (r *recursion) foldl() ([]syntax.Edit, error) {
	if r.prelude("@foldl") == nil || len(r.inner) != 1 || r.inner[0] != r.last(r.full) || len(r.t.uses(r.tail)) != 1 {
		return nil, refusal("the recursion is not the last thing done")
	}
	call := r.inner[0]
	changed, ok := r.passes(call)
	if !ok || changed < 0 || !r.local(r.last(r.empty), r.params[changed]) || r.last(r.empty) != r.t.unbraced(r.empty) {
		return nil, refusal("it carries no value along")
	}
	value := r.t.item().Kid(call, changed+1)
	meaning, ok := outlineOf(r.t.info(), value)
	if !ok || r.t.commented(r.t.item().Span(call).Start, r.t.item().Span(call).End) {
		return nil, refusal("a comment would be lost")
	}
	step := r.excerpt([]syntax.Edit{{Span: r.t.item().Span(call), NewText: r.t.item().SourceText(value)}})
	names := []string{r.params[changed].Name, r.headName()}
	return r.folded("@foldl", names, step, r.empty, map[syntax.NodeID]string{call: meaning})
}

// last is what a body ends with.
func (r *recursion) last(n syntax.NodeID) syntax.NodeID {
	for r.t.item().Kind(n) == syntax.Block || r.t.item().Kind(n) == syntax.Paren {
		kids := r.t.item().Kids(n)
		if len(kids) == 0 {
			return syntax.NoNode
		}
		n = kids[len(kids)-1]
	}
	return n
}

// excerpt is the text of what is done with an element after edits, its lines
// moved to where the match stands.
func (r *recursion) excerpt(edits []syntax.Edit) string {
	span := r.t.item().Span(r.full)
	moved := make([]syntax.Edit, len(edits))
	for i, e := range edits {
		moved[i] = syntax.Edit{Span: e.Span.Shift(-span.Start), NewText: e.NewText}
	}
	old, _ := r.t.indent(span.Start)
	blanks, _ := r.t.indent(r.t.item().Span(r.body).Start)
	return strings.ReplaceAll(syntax.ApplyEdits(r.t.item().SourceText(r.full), moved), "\n"+old, "\n"+blanks)
}

// folded writes a fold in the place of the match.
func (r *recursion) folded(name string, params []string, step string, start syntax.NodeID, swap map[syntax.NodeID]string) ([]syntax.Edit, error) {
	if r.t.item().Kind(r.full) != syntax.Block {
		step = "{ " + step + " }"
	}
	list := r.params[r.list].Name
	text := name + "(fn(" + strings.Join(params, ", ") + ") " + step + ", " + r.argument(start) + ", " + list + ")"
	o := outline{info: r.t.info(), swap: swap}
	body, ok := o.write(r.full)
	first, also := outlineOf(r.t.info(), start)
	if !ok || !also {
		return nil, refusal("the definition is nested too deeply")
	}
	want := "(" + itoa(int(syntax.Call)) + " (" + itoa(int(syntax.Global)) + " " + name + ") " + function(params, body) + " " + first + " " + variable(list) + ")"
	edits := []syntax.Edit{{Span: r.t.item().Span(r.body), NewText: text}}
	return r.t.proved(edits, outline{swap: map[syntax.NodeID]string{r.body: want}})
}

// argument is the text of a body as an argument, with its braces where a comment
// in them would be lost.
func (d *definition) argument(n syntax.NodeID) string {
	inner := d.t.unbraced(n)
	outside, inside := d.t.item().Span(n), d.t.item().Span(inner)
	if d.t.commented(outside.Start, inside.Start) || d.t.commented(inside.End, outside.End) {
		inner = n
	}
	return d.t.item().SourceText(inner)
}

// function is the outline of a function literal.
func function(params []string, body string) string {
	text := "(" + itoa(int(syntax.Fn)) + " - (" + itoa(int(syntax.Params))
	for _, p := range params {
		text += " (" + itoa(int(syntax.Param)) + " (" + itoa(int(syntax.PatVar)) + " " + p + ") -)"
	}
	return text + ") - " + body + ")"
}
