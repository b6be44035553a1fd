package workspace

import (
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// What reports call the two kinds of a printed expression.
const (
	printedFunction = "fn"
	printedValue    = "expression"
)

// A printed is a top-level expression that has a type and a cost as definitions have: a
// function that is in no module, or an expression over free variables, as TVM prints them.
// The free variables are its parameters.
type printed struct {
	item   *syntax.Item
	block  syntax.BlockNode
	free   []syntax.NodeID // the statements of block that declare free variables
	lambda bool            // the result is a function literal
}

// printedIn is the expression that item i of a file is; false of other items. One without
// free variables is meant only in a dump without definitions: elsewhere it is an example, of
// which a program may have hundreds.
func printedIn(f *syntax.File, i int) (p printed, ok bool) {
	p.item = f.Items[i]
	if p.item.Kind(p.item.Root) != syntax.ItemExpr {
		return p, false
	}
	p.block = p.item.Block(p.item.Body())
	if p.block.Result == syntax.NoNode {
		return p, false
	}
	for _, n := range p.block.Statements {
		if p.item.Kind(n) == syntax.FreeVar {
			p.free = append(p.free, n)
		}
	}
	p.lambda = len(p.free) == len(p.block.Statements) && p.item.Kind(p.block.Result) == syntax.Fn
	return p, p.lambda || len(p.free) > 0 || printedAlone(f)
}

// printedAlone reports whether a file has a version header and no definitions.
func printedAlone(f *syntax.File) bool {
	header := false
	for _, item := range f.Items {
		switch item.Kind(item.Root) {
		case syntax.ItemDef:
			return false
		case syntax.ItemVersion:
			header = true
		}
	}
	return header
}

func (p printed) name() string {
	if p.lambda {
		return printedFunction
	}
	return printedValue
}

// span is where reports say that it is: the word `fn`, or the result.
func (p printed) span() syntax.Span {
	at := p.item.Span(p.block.Result)
	if p.lambda {
		at.End = at.Start + int32(len(printedFunction))
	}
	return at
}

// printedDefinitions are the types of the free variables of the expression that item i of
// a file is, and its own.
func (e *entry) printedDefinitions(i int) (found []Definition) {
	p, ok := printedIn(e.source.File, i)
	if !ok {
		return nil
	}
	checked := e.module.Check(i).Types
	add := func(name string, at syntax.Span, n syntax.NodeID) {
		if t := checked[n]; t != nil && !types.IsBad(t) {
			found = append(found, Definition{Place{e.source, e.source.Absolute(i, at)}, name, t})
		}
	}
	for _, n := range p.free {
		name := p.item.FreeVar(n).Name
		add(p.item.SourceText(name), p.item.Span(name), name)
	}
	add(p.name(), p.span(), p.block.Result)
	return found
}

// printedCost is what computing the expression costs that item i of a file is, or a call of
// it where it is a function: the cost of a definition in its place, in a text of which
// nothing else knows. It is nil of other items.
func (s *Snapshot) printedCost(e *entry, i int, metrics ...complexity.Metric) (*Cost, error) {
	p, ok := printedIn(e.source.File, i)
	if !ok {
		return nil, nil
	}
	text := e.source.Text
	edits := p.asDefinition(freeGlobal(text))
	for k := range edits {
		edits[k].Span = e.source.Absolute(i, edits[k].Span)
	}
	named := s.With(map[string]string{e.source.Path: syntax.ApplyEdits(text, edits)})
	defined, err := named.linked(e.source.Path)
	if err != nil || defined.module.Items() <= i {
		return nil, err
	}
	c := named.triedCost(defined, i, defined.tries(metrics...))
	if c == nil {
		return nil, nil
	}
	back := func(at Place) Place {
		if at.Source != defined.source {
			return at
		}
		start := unedited(edits, at.Span.Start)
		return Place{e.source, syntax.Span{Start: start, End: max(start, unedited(edits, at.Span.End))}}
	}
	locate := c.locate
	c.locate = func(at syntax.Place) Place { return back(locate(at)) }
	if c.Why != nil {
		why := back(*c.Why)
		c.Why = &why
	}
	c.Place, c.Name = Place{e.source, e.source.Absolute(i, p.span())}, p.name()
	return c, nil
}

// asDefinition makes the expression the body of a definition with the free variables as
// its parameters, in front of those of a function.
func (p printed) asDefinition(name string) (edits []syntax.Edit) {
	var parameters strings.Builder
	statements := append(p.block.Statements[:len(p.block.Statements):len(p.block.Statements)], p.block.Result)
	for k, n := range statements[:len(statements)-1] {
		if p.item.Kind(n) == syntax.FreeVar {
			parameters.WriteString(strings.TrimPrefix(p.item.SourceText(n), "free_var") + ", ")
			// What separates it from the next statement goes, too.
			edits = append(edits, syntax.Edit{Span: syntax.Span{Start: p.item.Span(n).Start, End: p.item.Span(statements[k+1]).Start}})
		}
	}
	result := p.item.Span(p.block.Result)
	insert := func(at int32, text string) syntax.Edit {
		return syntax.Edit{Span: syntax.Span{Start: at, End: at}, NewText: text}
	}
	if p.lambda {
		params := p.item.Span(p.item.Fn(p.block.Result).Params)
		word := syntax.Edit{Span: p.span(), NewText: "def " + name}
		return append(edits, word, insert(params.Start+int32(len("(")), parameters.String()))
	}
	head := insert(p.item.Span(statements[0]).Start, "def "+name+"("+parameters.String()+") { ")
	return append(append([]syntax.Edit{head}, edits...), insert(result.End, " }"))
}

// unedited is where in a text an offset of the edited text comes from; the edits are in
// order. What is inserted comes from where it is inserted.
func unedited(edits []syntax.Edit, at int32) int32 {
	var grown int32 // by how much the edits in front have made the text longer
	for _, e := range edits {
		start := e.Span.Start + grown
		if at < start {
			break
		}
		if at < start+int32(len(e.NewText)) {
			return e.Span.Start
		}
		grown += int32(len(e.NewText)) - (e.Span.End - e.Span.Start)
	}
	return at - grown
}

// freeGlobal is a global that a text does not speak of.
func freeGlobal(text string) string {
	name := "@" + printedFunction
	for strings.Contains(text, name) {
		name += "_"
	}
	return name
}
