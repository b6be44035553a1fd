package refactor

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Folds and recursions over lists. `@foldr(fn(%h, %z) { e }, z, %l)` is
//
//	match(%l) { Nil => z, Cons(%h, %t) => let %z = f(%t); e }
//
// and `@foldl(fn(%z, %h) { e }, %z, %l)` is a recursion that carries %z along
// (Hutton, A tutorial on the universality and expressiveness of fold, 1999). The
// two sides evaluate the same in the same order.

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
	body := item.Body()
	if item.Kind(item.Root) != syntax.ItemDef || body == syntax.NoNode {
		return definition{}, false
	}
	d := definition{t: t, name: item.SourceText(item.Declared()), object: t.Module.Object(t.Index), body: t.tree.Unbraced(body)}
	for _, p := range item.Kids(item.Def(item.Root).Params) {
		o := t.tree.ObjectAt(item.Param(p).Pattern)
		if item.Kind(p) != syntax.Param || len(item.Kids(p)) > 2 || o == nil || o.Kind != typecheck.LocalObject {
			return definition{}, false
		}
		d.params = append(d.params, o)
	}
	head := item.Span(d.body).Start
	switch item.Kind(d.body) {
	case syntax.Match:
		head = item.Span(item.Match(d.body).Scrutinee).End
	case syntax.Call:
		head = item.Span(item.Call(d.body).Callee).End
	}
	return d, d.object != nil && t.pointsInto(item.Span(item.Root).Start, head) && !d.hasLazyBindings()
}

// hasLazyBindings reports whether parts of the definition are not evaluated where they are written.
func (d *definition) hasLazyBindings() bool {
	found := d.t.rebinds
	d.t.item().Walk(d.t.item().Root, func(n syntax.NodeID) bool {
		kind := d.t.item().Kind(n)
		found = found || kind == syntax.Graph || kind == syntax.FreeVar
		return !found
	})
	return found
}

// isVariable reports whether a node is nothing but a variable.
func (d *definition) isVariable(n syntax.NodeID, o *typecheck.Object) bool {
	n = d.t.item().Unparen(n)
	return o != nil && d.t.tree.ObjectAt(n) == o && d.t.item().Kind(n) == syntax.Local && d.t.tree.OwnSpan(n) == d.t.item().Span(n)
}

// paramIndex is the index of the parameter that a node is nothing but; -1 for none.
func (d *definition) paramIndex(n syntax.NodeID) int {
	return slices.IndexFunc(d.params, func(o *typecheck.Object) bool { return d.isVariable(n, o) })
}

// preludeFunction is one of the prelude's functions; nil where the name stands for
// something else.
func (d *definition) preludeFunction(name string) *typecheck.Object {
	o := d.t.Module.Find(d.t.Index, name)
	if o == nil || o.Kind != typecheck.DefObject || o.Item == nil {
		return nil
	}
	if m, _ := d.t.Module.Owner(o); m != d.t.Module.Prelude() {
		return nil
	}
	return o
}

// mentions reports whether a tree reads a variable or names a global.
func (d *definition) mentions(root syntax.NodeID, objects ...*typecheck.Object) bool {
	found := false
	d.t.item().Walk(root, func(n syntax.NodeID) bool {
		o := d.t.tree.ObjectAt(n)
		found = found || o != nil && slices.Contains(objects, o)
		return !found
	})
	return found
}

// selfCalls are the calls of the definition in itself; false where it is used in
// any other way.
func (d *definition) selfCalls() ([]syntax.NodeID, bool) {
	var found []syntax.NodeID
	ok := true
	item := d.t.item()
	item.Walk(item.Body(), func(n syntax.NodeID) bool {
		if o := d.t.tree.ObjectAt(n); o != d.object {
			return true
		}
		parent := d.t.tree.Parent(n)
		if item.Kind(n) != syntax.Global || item.Kind(parent) != syntax.Call || item.Call(parent).Callee != n || len(item.Kids(parent)) != len(d.params)+1 {
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
	o, kids := d.preludeFunction(name), item.Kids(d.body)
	if o == nil || item.Kind(d.body) != syntax.Call || len(kids) != 4 || d.t.tree.ObjectAt(kids[0]) != o || item.Kind(d.t.item().Unparen(kids[1])) != syntax.Fn {
		return fold{}, false
	}
	fn := item.Fn(d.t.item().Unparen(kids[1]))
	f := fold{definition: *d, left: name == "@foldl", step: fn.Body, start: kids[2], list: d.paramIndex(kids[3])}
	for _, p := range item.Kids(fn.Params) {
		v, typ := item.Param(p).Pattern, item.Param(p).Type
		if item.Kind(p) != syntax.Param || item.Kind(v) != syntax.PatVar || typ != syntax.NoNode && !effect.Fixed(d.t.info().Types[v]) {
			return fold{}, false
		}
		f.names = append(f.names, item.SourceText(v))
	}
	if len(f.names) != 2 || f.list < 0 || fn.TypeParams != syntax.NoNode || fn.Result != syntax.NoNode {
		return fold{}, false
	}
	list := d.params[f.list]
	return f, !d.mentions(f.step, list) && !d.mentions(f.start, list) && !f.shadows() && !f.losesComments()
}

// shadows reports whether a parameter of the function hides one of the
// definition: it is passed on where the function's are known.
func (f *fold) shadows() bool {
	return slices.ContainsFunc(f.params, func(o *typecheck.Object) bool { return slices.Contains(f.names, o.Name) })
}

// losesComments reports whether comments stand where nothing of the text is kept.
func (f *fold) losesComments() bool {
	item := f.t.item()
	whole, step, start := item.Span(f.body), item.Span(f.step), item.Span(f.start)
	return f.t.tree.Commented(whole.Start, step.Start) || f.t.tree.Commented(step.End, start.Start) || f.t.tree.Commented(start.End, whole.End)
}

// unfold writes the recursion. It evaluates all in the order in which the fold
// does: a right fold first reaches the end of the list.
func (f *fold) unfold() ([]syntax.Edit, error) {
	element, rest := f.names[0], "%"+f.t.tree.Fresh("rest")
	start, ok := rewrite.OutlineOf(f.t.info(), f.start)
	step, also := rewrite.OutlineOf(f.t.info(), f.step)
	if !ok || !also {
		return nil, rewrite.Refusal("the definition is nested too deeply")
	}
	parts := []string{" " + start + ")"}
	var body, empty string
	switch {
	case !f.left:
		call, meaning := f.recursiveCall(rest, -1, "", "")
		body, empty = "let "+f.names[1]+" = "+call+";\n"+f.statements(), f.t.tree.Enclosed(f.start, f.argument(f.start))
		if inner, block := strings.CutPrefix(step, "(Block "); block {
			step = inner[:len(inner)-1]
		}
		parts = append(parts, rewrite.LetOutline(f.names[1], meaning)+" "+step+")")
	case f.paramIndex(f.start) < 0 || f.mentions(f.step, f.params[f.paramIndex(f.start)]):
		return nil, rewrite.Refusal("the start of the fold is no parameter that the recursion could carry along")
	default:
		carried := f.paramIndex(f.start)
		element, empty = f.names[1], f.params[carried].Name
		call, meaning := f.recursiveCall(rest, carried, f.argument(f.step), step)
		body = "let " + f.names[0] + " = " + empty + ";\n" + call
		parts = append(parts, rewrite.LetOutline(f.names[0], rewrite.VariableOutline(empty))+" "+meaning+")")
	}
	text := "match(" + f.params[f.list].Name + ") {\n  case Nil() { " + empty + " }\n  case Cons(" + element + ", " + rest + ") {\n    " +
		strings.ReplaceAll(body, "\n", "\n    ") + "\n  }\n}"
	blanks, _ := f.t.tree.Indent(f.t.item().Span(f.body).Start)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), "\n", f.t.tree.Newline()+blanks)
	edits := []syntax.Edit{{Span: f.t.item().Span(f.body), NewText: text}}
	r, err := f.t.examined(edits)
	if err == nil {
		err = r.Holds(parts...)
	}
	return edits, err
}

// statements are what the function does, without its braces.
func (f *fold) statements() string {
	text := f.t.item().SourceText(f.step)
	old, _ := f.t.tree.Indent(f.t.item().Span(f.step).Start)
	return strings.ReplaceAll(strings.TrimSpace(text[1:len(text)-1]), "\n"+old+"  ", "\n")
}

// recursiveCall is the definition's call of itself for the rest of the list, as text and
// as outline; one parameter may be given another value.
func (f *fold) recursiveCall(rest string, carried int, value, outline string) (text, meaning string) {
	var args, outlines []string
	for i, o := range f.params {
		arg, means := o.Name, rewrite.VariableOutline(o.Name)
		switch i {
		case f.list:
			arg, means = rest, rewrite.VariableOutline(rest)
		case carried:
			arg, means = value, outline
		}
		args = append(args, arg)
		outlines = append(outlines, means)
	}
	return f.name + "(" + strings.Join(args, ", ") + ")", rewrite.CallOutline(rewrite.GlobalOutline(f.name), outlines...)
}
