package refactor

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A definition is one with plain variables as parameters, and what it gives.
type definition struct {
	t      *Target
	name   string // with its sigil
	object *typecheck.Object
	params []*typecheck.Object
	body   syntax.NodeID // without braces around it
}

// offerFolds offers a fold of the prelude for a recursion over a list, and the
// recursion for the fold.
func (t *Target) offerFolds() {
	d, ok := t.definitionAt()
	if !ok || t.Module.Prelude() == nil {
		return
	}
	if r, ok := d.recursion(); ok {
		t.offerFold(r)
		return
	}
	for _, name := range []string{"@foldr", "@foldl"} {
		if f, ok := d.fold(name); ok {
			t.offer(Rewrite, "unfold", "convert `"+name+"` to a recursive `match`", f.unfold)
		}
	}
}

// offerFold offers what is possible alone: of most recursions there is no fold.
func (t *Target) offerFold(r recursion) {
	if edits, err := r.foldl(); err == nil {
		t.offer(Rewrite, "fold.left", "convert the recursion to `@foldl`", func() ([]syntax.Edit, error) { return edits, nil })
		return
	}
	if edits, err := r.foldr(); err == nil {
		t.offer(Rewrite, "fold.right", "convert the recursion to `@foldr`", func() ([]syntax.Edit, error) { return edits, nil })
	}
}

// definitionAt is the item, where it is a definition and the cursor is in its
// head or on the head of what it gives.
func (t *Target) definitionAt() (definition, bool) {
	item := t.item()
	body := item.Kid(item.Root, 5)
	if item.Kind(item.Root) != syntax.ItemDef || body == syntax.NoNode {
		return definition{}, false
	}
	d := definition{t: t, name: item.SourceText(item.Kid(item.Root, 0)), object: t.Module.Object(t.Index), body: t.unbraced(body)}
	for _, p := range item.Kids(item.Kid(item.Root, 2)) {
		o := t.object(item.Kid(p, 0))
		if item.Kind(p) != syntax.Param || len(item.Kids(p)) > 2 || o == nil || o.Kind != typecheck.LocalObject {
			return definition{}, false
		}
		d.params = append(d.params, o)
	}
	head := item.Span(d.body).Start
	if first := item.Kid(d.body, 0); first != syntax.NoNode && (item.Kind(d.body) == syntax.Match || item.Kind(d.body) == syntax.Call) {
		head = item.Span(first).End
	}
	return d, d.object != nil && t.points(item.Span(item.Root).Start, head) && !d.lazy()
}

// lazy tells of definitions whose parts are not evaluated where they stand.
func (d *definition) lazy() bool {
	found := d.t.rebinds
	d.t.item().Walk(d.t.item().Root, func(n syntax.NodeID) bool {
		kind := d.t.item().Kind(n)
		found = found || kind == syntax.Graph || kind == syntax.FreeVar
		return !found
	})
	return found
}

// local tells whether a node is nothing but a variable.
func (d *definition) local(n syntax.NodeID, o *typecheck.Object) bool {
	n = d.t.bare(n)
	return o != nil && d.t.object(n) == o && d.t.item().Kind(n) == syntax.Local && d.t.ownSpan(n) == d.t.item().Span(n)
}

// param is the index of the parameter that a node is nothing but; -1 for none.
func (d *definition) param(n syntax.NodeID) int {
	return slices.IndexFunc(d.params, func(o *typecheck.Object) bool { return d.local(n, o) })
}

// prelude is one of the prelude's functions; nil where the name stands for
// something else.
func (d *definition) prelude(name string) *typecheck.Object {
	o := d.t.Module.Find(d.t.Index, name)
	if o == nil || o.Kind != typecheck.DefObject || o.Item == nil {
		return nil
	}
	if m, _ := home(d.t.Module, o); m != d.t.Module.Prelude() {
		return nil
	}
	return o
}

// mentions tells whether a tree reads a variable or names a global.
func (d *definition) mentions(root syntax.NodeID, objects ...*typecheck.Object) bool {
	found := false
	d.t.item().Walk(root, func(n syntax.NodeID) bool {
		o := d.t.object(n)
		found = found || o != nil && slices.Contains(objects, o)
		return !found
	})
	return found
}

// calls are the calls of the definition in itself; false where it is used in
// any other way.
func (d *definition) calls() ([]syntax.NodeID, bool) {
	var found []syntax.NodeID
	ok := true
	item := d.t.item()
	item.Walk(item.Kid(item.Root, 5), func(n syntax.NodeID) bool {
		if o := d.t.object(n); o != d.object {
			return true
		}
		parent := d.t.parents[n]
		if item.Kind(n) != syntax.Global || item.Kind(parent) != syntax.Call || item.Kid(parent, 0) != n || len(item.Kids(parent)) != len(d.params)+1 {
			ok = false
			return false
		}
		found = append(found, parent)
		return true
	})
	return found, ok && len(found) > 0
}

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
	return strings.ReplaceAll(apply(r.t.item().SourceText(r.full), moved), "\n"+old, "\n"+blanks)
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

// A fold is a definition that gives a fold over one of its parameters.
type fold struct {
	definition
	left  bool
	names []string // of the function's parameters
	step  syntax.NodeID
	start syntax.NodeID
	list  int
}

// fold reads `@foldr(fn(%h, %z) { e }, z, %l)`.
func (d *definition) fold(name string) (fold, bool) {
	item := d.t.item()
	o, kids := d.prelude(name), item.Kids(d.body)
	if o == nil || item.Kind(d.body) != syntax.Call || len(kids) != 4 || d.t.object(kids[0]) != o || item.Kind(d.t.bare(kids[1])) != syntax.Fn {
		return fold{}, false
	}
	fn := d.t.bare(kids[1])
	f := fold{definition: *d, left: name == "@foldl", step: item.Kid(fn, 3), start: kids[2], list: d.param(kids[3])}
	l := looker{t: d.t, info: d.t.info(), module: d.t.Module}
	for _, p := range item.Kids(item.Kid(fn, 1)) {
		v := item.Kid(p, 0)
		if item.Kind(p) != syntax.Param || item.Kind(v) != syntax.PatVar || item.Kid(p, 1) != syntax.NoNode && !l.static(v) {
			return fold{}, false
		}
		f.names = append(f.names, item.SourceText(v))
	}
	if len(f.names) != 2 || f.list < 0 || item.Kid(fn, 0) != syntax.NoNode || item.Kid(fn, 2) != syntax.NoNode {
		return fold{}, false
	}
	list := d.params[f.list]
	return f, !d.mentions(f.step, list) && !d.mentions(f.start, list) && !f.shadows() && !f.loses()
}

// shadows tells whether a parameter of the function hides one of the
// definition: it is passed on where the function's are known.
func (f *fold) shadows() bool {
	return slices.ContainsFunc(f.params, func(o *typecheck.Object) bool { return slices.Contains(f.names, o.Name) })
}

// loses tells whether comments stand where nothing of the text is kept.
func (f *fold) loses() bool {
	item := f.t.item()
	whole, step, start := item.Span(f.body), item.Span(f.step), item.Span(f.start)
	return f.t.commented(whole.Start, step.Start) || f.t.commented(step.End, start.Start) || f.t.commented(start.End, whole.End)
}

// unfold writes the recursion. It evaluates all in the order in which the fold
// does: a right fold first reaches the end of the list.
func (f *fold) unfold() ([]syntax.Edit, error) {
	element, rest := f.names[0], "%"+f.t.fresh("rest")
	start, ok := outlineOf(f.t.info(), f.start)
	step, also := outlineOf(f.t.info(), f.step)
	if !ok || !also {
		return nil, refusal("the definition is nested too deeply")
	}
	parts := []string{" " + start + ")"}
	var body, empty string
	switch {
	case !f.left:
		call, meaning := f.again(rest, -1, "", "")
		body, empty = "let "+f.names[1]+" = "+call+";\n"+f.statements(), f.t.enclosed(f.start, f.argument(f.start))
		if inner, block := strings.CutPrefix(step, "(Block "); block {
			step = inner[:len(inner)-1]
		}
		parts = append(parts, binding(f.names[1], meaning)+" "+step+")")
	case f.param(f.start) < 0 || f.mentions(f.step, f.params[f.param(f.start)]):
		return nil, refusal("the start of the fold is no parameter that the recursion could carry along")
	default:
		carried := f.param(f.start)
		element, empty = f.names[1], f.params[carried].Name
		call, meaning := f.again(rest, carried, f.argument(f.step), step)
		body = "let " + f.names[0] + " = " + empty + ";\n" + call
		parts = append(parts, binding(f.names[0], variable(empty))+" "+meaning+")")
	}
	text := "match(" + f.params[f.list].Name + ") {\n  case Nil() { " + empty + " }\n  case Cons(" + element + ", " + rest + ") {\n    " +
		strings.ReplaceAll(body, "\n", "\n    ") + "\n  }\n}"
	blanks, _ := f.t.indent(f.t.item().Span(f.body).Start)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), "\n", f.t.newline()+blanks)
	edits := []syntax.Edit{{Span: f.t.item().Span(f.body), NewText: text}}
	r, err := f.t.revise(edits)
	if err == nil && !r.holds(parts) {
		err = refusal("the text would be read in another way")
	}
	return edits, err
}

// statements are what the function does, without its braces.
func (f *fold) statements() string {
	text := f.t.item().SourceText(f.step)
	old, _ := f.t.indent(f.t.item().Span(f.step).Start)
	return strings.ReplaceAll(strings.TrimSpace(text[1:len(text)-1]), "\n"+old+"  ", "\n")
}

// again is the definition's call of itself for the rest of the list, as text and
// as outline; one parameter may be given another value.
func (f *fold) again(rest string, carried int, value, outline string) (text, meaning string) {
	var args []string
	meaning = "(" + itoa(int(syntax.Call)) + " (" + itoa(int(syntax.Global)) + " " + f.name + ")"
	for i, o := range f.params {
		arg, means := o.Name, variable(o.Name)
		switch i {
		case f.list:
			arg, means = rest, variable(rest)
		case carried:
			arg, means = value, outline
		}
		args = append(args, arg)
		meaning += " " + means
	}
	return f.name + "(" + strings.Join(args, ", ") + ")", meaning + ")"
}
