package typecheck

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// The messages for names that nothing declares. Most are misspelt, lack a sigil or
// have the wrong one; package spelling finds the declared ones that are near.

// maxSearches is how many undefined names of one item are compared with those
// that are declared; where there are more, a proposal for each does not help.
const maxSearches = 100

// worthProposing counts an undefined name and reports whether to look for what it
// may mean.
func (c *checker) worthProposing() bool {
	c.searches++
	return c.searches <= maxSearches && !c.m.terse
}

// undefinedLocal reports `%x` that nothing binds. In a document's top-level
// expression it is a parameter instead.
func (c *checker) undefinedLocal(n syntax.NodeID) types.Type {
	text := c.Item.SourceText(n)
	kids := c.Item.Kids(n)
	if len(kids) > 0 {
		text = c.Item.Text[c.Item.Span(n).Start:c.Item.Span(kids[0]).Start]
	}
	if c.m.config.Implicit && c.Item.Kind(c.Item.Root) == syntax.ItemExpr {
		return c.segments(n, c.implicitParam(text, n), kids)
	}
	if c.scope.find(unnamed) != nil {
		return types.ErrorType
	}
	d := syntax.Diagnostic{Code: codes.UndefinedName, Span: c.Item.Span(n), Message: fmt.Sprintf("there is no variable `%s` here", text)}
	d.Span.End = d.Span.Start + int32(len(text))
	switch {
	case c.bindsItself(n, text) && c.behindUnclosed(n):
		return types.ErrorType // the binding ended before this for who wrote it
	case c.m.value("@"+text[1:], c.unit.block) != nil:
		d.Notes = []string{"Functions are written with `@`, variables with `%`."}
		message.Suggest(&d, text, []string{"@" + text[1:]})
	case c.bindsItself(n, text):
		d.Notes = []string{"The value of a binding cannot refer to the name that it binds; only a `fn` may call itself."}
	case c.boundBehind(text):
		return types.ErrorType
	case c.drawsFrom(d.Span):
		d.Notes = []string{fmt.Sprintf("A variable is bound with `=`: `let %s = …`.", text)}
	default:
		message.Suggest(&d, text, c.nearLocals(text))
	}
	c.reportUndefined(text, d)
	return types.ErrorType
}

// ambiguousName reports a name that several imported files define, and whether it did.
func (c *checker) ambiguousName(n syntax.NodeID, text string) bool {
	d, ok := c.m.ambiguity(text, c.unit.block, false, c.Item.Span(n))
	if ok {
		c.reportUndefined(text, d)
	}
	return ok
}

// drawsFrom reports whether `<-` follows a variable, as Haskell and R bind one.
func (c *checker) drawsFrom(at syntax.Span) bool {
	return strings.HasPrefix(strings.TrimLeft(c.Item.Text[at.End:], " "), "<-")
}

// behindDashes reports whether a word follows `--`, with which comments begin in
// Haskell, Lua and SQL.
func (c *checker) behindDashes(at syntax.Span) bool {
	before := strings.TrimRight(c.Item.Text[:at.Start], " ")
	return len(before) < int(at.Start) && strings.HasSuffix(before, "--")
}

// isDecorator reports whether an undefined function is all that its item consists of.
func (c *checker) isDecorator(n syntax.NodeID) bool {
	return c.Item.Kind(c.Item.Root) == syntax.ItemExpr && c.Item.Span(c.Item.Root) == c.Item.Span(n)
}

// reportUndefined reports a name that nothing declares; where nothing else is
// likely meant, once in an item: the declaration is what is missing. Where that is
// not looked for, each use counts.
func (c *checker) reportUndefined(name string, d syntax.Diagnostic) {
	if len(d.Fixes) == 0 && !c.m.terse {
		if c.undefined[name] {
			return
		}
		if c.undefined == nil {
			c.undefined = map[string]bool{}
		}
		c.undefined[name] = true
	}
	c.Report(d)
}

// bindsItself reports whether a variable is used in the value of the `let` that
// binds it.
func (c *checker) bindsItself(n syntax.NodeID, text string) bool {
	at, values := c.Item.Span(n), c.letsOf(text)
	behind, _ := slices.BinarySearchFunc(values, at.Start+1, func(v syntax.Span, start int32) int { return cmp.Compare(v.Start, start) })
	return behind > 0 && at.End <= values[behind-1].End
}

// behindUnclosed reports whether a bracket before a node is never closed: what
// stands in it may be meant to follow it.
func (c *checker) behindUnclosed(n syntax.NodeID) bool {
	return slices.ContainsFunc(c.mistakes(), func(e syntax.Diagnostic) bool {
		return e.Code == codes.UnclosedDelimiter && e.Span.Start < c.Item.Span(n).Start
	})
}

// letsOf are the values that a name is bound to in the item, by where they begin, each
// with the furthest end of those up to it: a place that begins in or after one is inside
// of some where it ends before that. They are gathered once: an item may speak of
// thousands of names that nothing declares.
func (c *checker) letsOf(name string) []syntax.Span {
	if c.unit.lets == nil {
		c.unit.lets = map[string][]syntax.Span{}
		for let := syntax.NodeID(1); int(let) < c.Item.Len(); let++ {
			if c.Item.Kind(let) == syntax.Let && c.Item.Let(let).Value != syntax.NoNode {
				bound := c.Item.SourceText(c.Item.Let(let).Pattern)
				c.unit.lets[bound] = append(c.unit.lets[bound], c.Item.Span(c.Item.Let(let).Value))
			}
		}
		for _, values := range c.unit.lets {
			furthest(values)
		}
	}
	return c.unit.lets[name]
}

// furthest sorts spans by where they begin and puts the furthest end so far for each end.
func furthest(spans []syntax.Span) {
	slices.SortFunc(spans, func(a, b syntax.Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := range spans[1:] {
		spans[i+1].End = max(spans[i].End, spans[i+1].End)
	}
}

// implicitParam makes a free local of a document's expression a parameter.
func (c *checker) implicitParam(name string, n syntax.NodeID) types.Type {
	if c.implicit == nil {
		c.implicit = map[string]*typed.Object{}
	}
	o := c.implicit[name]
	if o == nil {
		o = &typed.Object{Kind: typed.LocalObject, Name: name, Item: c.Item, Node: n, Type: c.Fresh()}
		c.implicit[name] = o
	}
	c.info.Objects[n] = o
	return o.Type
}

// nearLocals gives the variables in scope that an undefined one may mean.
func (c *checker) nearLocals(name string) []string {
	if !c.worthProposing() {
		return nil
	}
	return spelling.Near(name, c.scope.names())
}

func (c *checker) undefinedSegment(n, segment syntax.NodeID, t types.Type) {
	text := c.Item.SourceText(segment)
	whole := c.Item.Text[c.Item.Span(n).Start:c.Item.Span(segment).End]
	d := syntax.Diagnostic{Code: codes.UndefinedName, Span: c.Item.Span(segment), Message: fmt.Sprintf("there is no variable `%s` here", whole)}
	if text[0] == '.' {
		d.Notes = []string{"Parts of a tuple are numbered: `" + c.Item.Text[c.Item.Span(n).Start:c.Item.Span(segment).Start] + ".0`."}
	}
	if _, tuple := types.Head(t).(*types.Tuple); !tuple && c.foreignMethod(n, segment, &d) {
		c.Report(d)
		return
	}
	message.Suggest(&d, whole, c.nearLocals(whole))
	if len(d.Fixes) > 0 {
		d.Span = c.Item.Span(n)
		for i := range d.Fixes {
			d.Fixes[i].Edits[0].Span = d.Span
		}
	}
	c.Report(d)
}

// undefinedGlobal reports `@f` that nothing defines; it says so where the
// prelude's `@f` is hidden by a type of the file.
func (c *checker) undefinedGlobal(n syntax.NodeID) {
	if c.m.config.Partial || c.ambiguousName(n, c.Item.SourceText(n)) {
		return
	}
	text := c.Item.SourceText(n)
	if c.m.elsewhere()[text] {
		return
	}
	d := syntax.Diagnostic{Code: codes.UndefinedName, Span: c.Item.Span(n), Message: fmt.Sprintf("there is no function `%s`", text)}
	if p := c.m.config.Prelude; p != nil {
		if o := p.names.values.get(text); o != nil {
			if decl := c.m.shadowedType(o); decl != nil {
				d.Notes = append(d.Notes, fmt.Sprintf("The prelude's `%s` works on the prelude's `%s`, and this file defines a type `%s` of its own.", text, decl.Name, decl.Name))
			}
		}
	}
	if c.isDecorator(n) {
		d.Notes = append(d.Notes, "There are no decorators: a definition begins with `def`.")
	}
	message.Suggest(&d, text, c.nearGlobal(text))
	c.reportUndefined(text, d)
}

// boundBehind reports whether a `where` after the definition binds a name, as in Haskell.
// That has an error of its own.
func (c *checker) boundBehind(name string) bool {
	return c.m.elsewhere()[strings.TrimPrefix(name, "%")]
}

// readWhere adds the names that the text of a bad item binds after `where`.
func readWhere(text string, names map[string]bool) {
	bindings, found := strings.CutPrefix(strings.TrimSpace(text), "where")
	if !found {
		return
	}
	for line := range strings.Lines(bindings) {
		if name, _, binds := strings.Cut(line, "="); binds {
			names[strings.TrimPrefix(strings.TrimSpace(name), "%")] = true
		}
	}
}

// boundElsewhere are the names of the functions in TIR among the items of a file, and those
// that a `where` of other languages binds. Each has an error of its own, at its definition.
func boundElsewhere(items iter.Seq2[int, *syntax.Item]) map[string]bool {
	names := map[string]bool{}
	for _, item := range items {
		if item.Kind(item.Root) != syntax.ItemBad {
			continue
		}
		if name, _, found := strings.Cut(item.Text, " = primfn("); found {
			names[strings.TrimSpace(name)] = true
		}
		readWhere(item.Text, names)
	}
	return names
}

// nearGlobal gives what an undefined `@f` may mean: first of all the same name
// without the sigil, or with another one.
func (c *checker) nearGlobal(text string) []string {
	bare := text[1:]
	o := c.m.config.Ops[bare]
	switch {
	case c.constructor(bare) != nil, o != nil && !o.Internal:
		return []string{bare}
	case c.scope.findBare(bare) != nil:
		return []string{"%" + bare}
	}
	if !c.worthProposing() {
		return nil
	}
	if near := c.m.spelled.functions().Near(text); len(near) > 0 {
		return near
	}
	return c.m.begunBy(text)
}

// undefinedName reports a bare name in an expression: often a sigil is missing. call is the
// call whose callee it is, or none.
func (c *checker) undefinedName(n, call syntax.NodeID) {
	if c.m.config.Partial || c.ambiguousName(n, c.Item.SourceText(n)) {
		return
	}
	text := c.Item.SourceText(n)
	d := syntax.Diagnostic{Code: codes.UndefinedName, Span: c.Item.Span(n), Message: fmt.Sprintf("there is no operator, constructor or variable `%s`", text)}
	switch {
	case text == "return":
		d.Message = "there is no `return`: the last expression of a block is its result"
	case c.namesArguments(call) && c.foreignName(text, &d):
		c.foreignCall(call, &d) // a function takes no arguments by name
	case c.m.value("@"+text, c.unit.block) != nil:
		d.Notes = []string{"Functions are written with `@`."}
		message.Suggest(&d, text, []string{"@" + text})
	case c.scope.findBare(text) != nil:
		d.Notes = []string{"Variables are written with `%`."}
		message.Suggest(&d, text, []string{"%" + text})
	case c.boundBehind(text):
		return
	case c.behindDashes(d.Span):
		d.Notes = []string{"A comment begins with `#` or `//`."}
	case c.foreignName(text, &d):
		c.foreignCall(call, &d)
	case c.foreignField(n, text, &d):
	case message.IsUpper(text) && c.worthProposing() && c.m.brokenData(func(*syntax.Item) bool { return true }):
		return // perhaps a constructor of that type
	default:
		message.Suggest(&d, text, c.nearBare(text))
	}
	c.reportUndefined(text, d)
}

// foreignField words `x.shape`, a method or a field of a variable without its `%`.
func (c *checker) foreignField(n syntax.NodeID, text string, d *syntax.Diagnostic) bool {
	object, field, ok := strings.Cut(text, ".")
	return ok && c.scope.findBare(object) != nil && c.fieldWords(n, "%"+object, field, d)
}

func (c *checker) nearBare(text string) []string {
	if c.m.terse {
		return nil
	}
	if name := c.m.family(text); name != "" {
		return []string{name}
	}
	if !c.worthProposing() {
		return nil
	}
	if lower := strings.ToLower(text); builtins[lower] != nil {
		return []string{lower}
	}
	truths := []string{"true", "false"}
	if message.IsUpper(text) {
		truths = []string{"True", "False"}
	}
	return message.Alike(text, c.m.spelled.callable().Near(text, truths...))
}

// family finds an operator that was written without its family or with one
// too many: `dense` for `nn.dense`, `nn.add` for `add`. Of several, the
// shortest name is the best known.
func (m *Module) family(text string) string {
	found := m.spelled.tails()[text]
	for tail := range tails(text) {
		if o := m.config.Ops[tail]; o != nil && !o.Internal && (found == "" || better(tail, found)) {
			found = tail
		}
	}
	return found
}

// tails are what is left of a name after each of its dots.
func tails(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range len(name) {
			if name[i] == '.' && !yield(name[i+1:]) {
				return
			}
		}
	}
}

// better reports whether an operator is better known than another one.
func better(name, other string) bool {
	return cmp.Or(cmp.Compare(len(name), len(other)), strings.Compare(name, other)) < 0
}

func (c *checker) undefinedConstructor(n syntax.NodeID, text string) {
	if c.m.config.Partial || c.ambiguousName(n, text) {
		return
	}
	d := syntax.Diagnostic{Code: codes.UndefinedName, Span: c.Item.Span(n), Message: fmt.Sprintf("there is no constructor `%s`", text)}
	if c.worthProposing() && c.m.brokenData(func(*syntax.Item) bool { return true }) {
		return
	}
	var near []string
	if message.IsUpper(text) && c.foreignName(text, &d) {
		near = []string{text}
	} else if c.worthProposing() {
		near = c.m.spelled.constructors().Near(text)
		message.Suggest(&d, text, near)
	}
	switch {
	case len(near) > 0:
	case c.Item.Kind(n) == syntax.PatName:
		d.Notes = []string{fmt.Sprintf("If a variable is meant, write `%%%s`.", text)}
	case c.matched != nil:
		if adt, ok := types.Head(c.matched).(*types.ADT); ok && len(adt.Decl.Constructors) > 0 {
			d.Notes = []string{"What is matched is a `" + adt.Decl.Name + "`, whose constructors are " + constructorList(adt.Decl) + "."}
		}
	}
	c.Report(d)
}

func (c *checker) duplicateLocal(n syntax.NodeID, first *typed.Object, what string) {
	c.Report(syntax.Diagnostic{
		Code: codes.DuplicateDefinition, Span: c.Item.Span(n),
		Message: fmt.Sprintf("the %s `%s` is bound twice", what, c.Item.SourceText(n)),
		Related: []syntax.Related{{Place: syntax.Place{Span: c.Item.Span(first.Node)}, Message: "it is bound here first"}},
	})
}

// stringValue stands among the names that were reported for all strings that are used
// as values: one error says so.
const stringValue = "\""
