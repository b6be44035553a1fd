package refactor

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
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
	if m, _ := d.t.Module.Home(o); m != d.t.Module.Prelude() {
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
