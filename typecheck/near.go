package typecheck

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// maxSearches is how many undefined names of one item are compared with all
// that are declared; where there are more, near names do not help.
const maxSearches = 100

// near gives the candidates that an undefined name may mean.
func (c *checker) near(name string, candidates func() []string) []string {
	if c.searches++; c.searches > maxSearches || c.m.terse {
		return nil
	}
	return nearest(name, candidates())
}

// globals are the names of all functions that are visible.
func (m *Module) globals() []string {
	m.spelled.globals.Do(func() { m.spelled.functions = m.valueNames(DefObject, DeclaredObject) })
	return m.spelled.functions
}

// constructors are the names of all constructors that are visible.
func (m *Module) constructors() []string {
	m.spelled.constructors.Do(func() { m.spelled.builders = m.valueNames(ConstructorObject) })
	return m.spelled.builders
}

// A spelling keeps the names that undefined ones are compared with, once asked
// for.
type spelling struct {
	globals, constructors sync.Once
	functions, builders   []string
}

// valueNames are the globals (sigil "@") or the constructors that are visible.
func (m *Module) valueNames(kind ...ObjectKind) []string {
	var out []string
	add := func(n names, hidden bool) {
		for name, o := range n.values {
			for _, k := range kind {
				if o.Kind == k && (!hidden || m.visible(o)) {
					out = append(out, name)
				}
			}
		}
	}
	add(m.names, false)
	for _, imported := range m.config.Imports {
		if imported != nil {
			add(imported.names, false)
		}
	}
	if m.config.Prelude != nil {
		add(m.config.Prelude.names, true)
	}
	return out
}

func (m *Module) nearTypes(name string, params *paramScope) []string {
	candidates := append([]string{"Tensor", "Array", "FractalTensor"}, dtypeNames...)
	for s := params; s != nil; s = s.outer {
		for _, p := range s.params {
			candidates = append(candidates, p.name)
		}
	}
	for n := range m.names.types {
		candidates = append(candidates, n)
	}
	if m.config.Prelude != nil {
		for n := range m.config.Prelude.names.types {
			candidates = append(candidates, n)
		}
	}
	if len(name) == 1 {
		return nil
	}
	return nearest(name, candidates)
}

// undefinedLocal reports `%x` that nothing binds. In a document's top-level
// expression it is a parameter instead.
func (c *checker) undefinedLocal(n syntax.NodeID) types.Type {
	text := c.item.SourceText(n)
	kids := c.item.Kids(n)
	if len(kids) > 0 {
		text = c.item.Text[c.item.Span(n).Start:c.item.Span(kids[0]).Start]
	}
	if c.m.config.Implicit && c.item.Kind(c.item.Root) == syntax.ItemExpr {
		return c.segments(n, c.implicitParam(text, n), kids)
	}
	d := syntax.Diagnostic{Code: syntax.UndefinedName, Span: c.item.Span(n), Message: fmt.Sprintf("there is no variable `%s` here", text)}
	d.Span.End = d.Span.Start + int32(len(text))
	switch {
	case c.m.value("@"+text[1:], c.unit.block) != nil:
		d.Notes = []string{"Functions are written with `@`, variables with `%`."}
		suggest(&d, []string{"@" + text[1:]})
	case c.bindsItself(n, text):
		d.Notes = []string{"The value of a binding cannot speak of what it binds; only a `fn` may call itself."}
	default:
		suggest(&d, c.near(text, c.scope.names))
	}
	c.reportUndefined(text, d)
	return types.ErrorType
}

// reportUndefined reports a name that nothing declares; where nothing else is
// likely meant, once in an item: the declaration is what is missing.
func (c *checker) reportUndefined(name string, d syntax.Diagnostic) {
	if len(d.Fixes) == 0 {
		if c.undefined[name] {
			return
		}
		if c.undefined == nil {
			c.undefined = map[string]bool{}
		}
		c.undefined[name] = true
	}
	c.report(d)
}

// bindsItself tells whether a variable is used in the value of the `let` that
// binds it.
func (c *checker) bindsItself(n syntax.NodeID, text string) bool {
	at := c.item.Span(n)
	return slices.ContainsFunc(c.letsOf(text), func(let syntax.NodeID) bool {
		value := c.item.Span(c.item.Kid(let, 2))
		return value.Start <= at.Start && at.End <= value.End
	})
}

// letsOf are the bindings of a name in the item. They are gathered once: an item
// may speak of thousands of names that nothing declares.
func (c *checker) letsOf(name string) []syntax.NodeID {
	if c.unit.lets == nil {
		c.unit.lets = map[string][]syntax.NodeID{}
		for let := syntax.NodeID(1); int(let) < c.item.Len(); let++ {
			if c.item.Kind(let) == syntax.Let && c.item.Kid(let, 2) != syntax.NoNode {
				bound := c.item.SourceText(c.item.Kid(let, 0))
				c.unit.lets[bound] = append(c.unit.lets[bound], let)
			}
		}
	}
	return c.unit.lets[name]
}

// implicitParam makes a free local of a document's expression a parameter.
func (c *checker) implicitParam(name string, n syntax.NodeID) types.Type {
	if c.implicit == nil {
		c.implicit = map[string]*Object{}
	}
	o := c.implicit[name]
	if o == nil {
		o = &Object{Kind: LocalObject, Name: name, Item: c.item, Node: n, Type: c.fresh()}
		c.implicit[name] = o
	}
	c.info.Objects[n] = o
	return o.Type
}

func (s *scope) names() []string {
	out := make([]string, 0, len(s.index))
	for name := range s.index {
		out = append(out, name)
	}
	return out
}

func (c *checker) undefinedSegment(n, segment syntax.NodeID) {
	text := c.item.SourceText(segment)
	whole := c.item.Text[c.item.Span(n).Start:c.item.Span(segment).End]
	d := syntax.Diagnostic{Code: syntax.UndefinedName, Span: c.item.Span(segment), Message: fmt.Sprintf("there is no variable `%s` here", whole)}
	if text[0] == '.' {
		d.Notes = []string{"Parts of a tuple are numbered: `" + c.item.Text[c.item.Span(n).Start:c.item.Span(segment).Start] + ".0`."}
	}
	suggest(&d, c.near(whole, c.scope.names))
	if len(d.Fixes) > 0 {
		d.Span = c.item.Span(n)
		for i := range d.Fixes {
			d.Fixes[i].Edits[0].Span = d.Span
		}
	}
	c.report(d)
}

// undefinedGlobal reports `@f` that nothing defines; it says so where the
// prelude's `@f` is hidden by a type of the file.
func (c *checker) undefinedGlobal(n syntax.NodeID) {
	if c.m.config.Partial {
		return
	}
	text := c.item.SourceText(n)
	d := syntax.Diagnostic{Code: syntax.UndefinedName, Span: c.item.Span(n), Message: fmt.Sprintf("there is no function `%s`", text)}
	if p := c.m.config.Prelude; p != nil {
		if o := p.names.values[text]; o != nil {
			if decl := c.m.shadowedType(o); decl != nil {
				d.Notes = append(d.Notes, fmt.Sprintf("The prelude's `%s` works on the prelude's `%s`, and this file defines a type `%s` of its own.", text, decl.Name, decl.Name))
			}
		}
	}
	suggest(&d, c.nearGlobal(text))
	c.reportUndefined(text, d)
}

// nearGlobal gives what an undefined `@f` may mean: first of all the same name
// without the sigil, or with another one.
func (c *checker) nearGlobal(text string) []string {
	bare := text[1:]
	o := c.m.config.Ops[bare]
	switch {
	case c.constructor(bare) != nil, o != nil && !o.Internal:
		return []string{bare}
	case c.scope.find("%"+bare) != nil:
		return []string{"%" + bare}
	}
	return c.near(text, c.m.globals)
}

// undefinedName reports a bare name in an expression: often a sigil is missing.
func (c *checker) undefinedName(n syntax.NodeID) {
	if c.m.config.Partial {
		return
	}
	text := c.item.SourceText(n)
	d := syntax.Diagnostic{Code: syntax.UndefinedName, Span: c.item.Span(n), Message: fmt.Sprintf("there is no operator, constructor or variable `%s`", text)}
	switch {
	case text == "return":
		d.Message = "there is no `return`: the last expression of a block is its result"
	case c.m.value("@"+text, c.unit.block) != nil:
		d.Notes = []string{"Functions are written with `@`."}
		suggest(&d, []string{"@" + text})
	case c.scope.find("%"+text) != nil:
		d.Notes = []string{"Variables are written with `%`."}
		suggest(&d, []string{"%" + text})
	default:
		suggest(&d, c.nearBare(text))
	}
	c.reportUndefined(text, d)
}

func (c *checker) nearBare(text string) []string {
	if name := c.m.family(text); name != "" {
		return []string{name}
	}
	return c.near(text, func() []string { return slices.Concat(c.m.constructors(), operatorNames(c.m.config.Ops)) })
}

// family finds an operator that was written without its family or with one
// too many: `dense` for `nn.dense`, `nn.add` for `add`. Of several, the
// shortest name is the best known.
func (m *Module) family(text string) (found string) {
	for name, o := range m.config.Ops {
		if o.Internal || !strings.HasSuffix(name, "."+text) && !strings.HasSuffix(text, "."+name) {
			continue
		}
		if found == "" || len(name) < len(found) || len(name) == len(found) && name < found {
			found = name
		}
	}
	return found
}

func (c *checker) undefinedConstructor(n syntax.NodeID, text string) {
	if c.m.config.Partial {
		return
	}
	d := syntax.Diagnostic{Code: syntax.UndefinedName, Span: c.item.Span(n), Message: fmt.Sprintf("there is no constructor `%s`", text)}
	near := c.near(text, c.m.constructors)
	suggest(&d, near)
	switch {
	case len(near) > 0:
	case c.item.Kind(n) == syntax.PatName:
		d.Notes = []string{fmt.Sprintf("If a variable is meant, write `%%%s`.", text)}
	case c.matched != nil:
		if adt, ok := types.Head(c.matched).(*types.ADT); ok && len(adt.Decl.Constructors) > 0 {
			d.Notes = []string{"What is matched is a `" + adt.Decl.Name + "`, whose constructors are " + constructorList(adt.Decl) + "."}
		}
	}
	c.report(d)
}

// operatorNames are the names that programs can call.
func operatorNames(ops op.Table) []string {
	names := make([]string, 0, len(ops))
	for name, o := range ops {
		if !o.Internal {
			names = append(names, name)
		}
	}
	return names
}
