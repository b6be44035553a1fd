package cost

import (
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/definition"
)

// printedCost is what computing the expression costs that item i of a file is, or a call of
// it where it is a function: the cost of a definition in its place, in a text of which
// nothing else knows. It is nil of other items.
func printedCost(s *workspace.Snapshot, file *workspace.File, i int, assumed *assume.Set, metrics ...complexity.Metric) (*Cost, error) {
	p, ok := definition.PrintedIn(file.Source.File, i)
	if !ok {
		return nil, nil
	}
	text := file.Source.Text()
	edits := asDefinition(p, freeGlobal(text))
	for k := range edits {
		edits[k].Span = file.Source.Absolute(i, edits[k].Span)
	}
	named := s.With(map[string]string{file.Source.Path: syntax.ApplyEdits(text, edits)})
	defined, err := named.File(file.Source.Path)
	if err != nil || defined.Module.Items() <= i {
		return nil, err
	}
	c := triedCost(named, defined, i, newTries(defined, assumed, metrics...))
	if c == nil {
		return nil, nil
	}
	back := func(at workspace.Place) workspace.Place {
		if at.Source != defined.Source {
			return at
		}
		start := unedited(edits, at.Span.Start)
		return workspace.Place{Source: file.Source, Span: syntax.Span{Start: start, End: max(start, unedited(edits, at.Span.End))}}
	}
	locate := c.locate
	c.locate = func(at syntax.Place) workspace.Place { return back(locate(at)) }
	if c.Why != nil {
		why := back(*c.Why)
		c.Why = &why
	}
	c.Place, c.Name = workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, p.Span())}, p.Name()
	return c, nil
}

// asDefinition makes the expression the body of a definition with the free variables as
// its parameters, before those of a function.
func asDefinition(p definition.Printed, name string) (edits []syntax.Edit) {
	var parameters strings.Builder
	statements := append(p.Block.Statements[:len(p.Block.Statements):len(p.Block.Statements)], p.Block.Result)
	for k, n := range statements[:len(statements)-1] {
		if p.Item.Kind(n) == syntax.FreeVar {
			parameters.WriteString(strings.TrimPrefix(p.Item.SourceText(n), "free_var") + ", ")
			// What separates it from the next statement goes, too.
			edits = append(edits, syntax.Edit{Span: syntax.Span{Start: p.Item.Span(n).Start, End: p.Item.Span(statements[k+1]).Start}})
		}
	}
	result := p.Item.Span(p.Block.Result)
	insert := func(at int32, text string) syntax.Edit {
		return syntax.Edit{Span: syntax.Span{Start: at, End: at}, NewText: text}
	}
	if p.Lambda {
		params := p.Item.Span(p.Item.Fn(p.Block.Result).Params)
		word := syntax.Edit{Span: p.Span(), NewText: "def " + name}
		return append(edits, word, insert(params.Start+int32(len("(")), parameters.String()))
	}
	head := insert(p.Item.Span(statements[0]).Start, "def "+name+"("+parameters.String()+") { ")
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

// freeGlobal is a global that a text does not mention.
func freeGlobal(text string) string {
	name := "@" + definition.FunctionName
	for strings.Contains(text, name) {
		name += "_"
	}
	return name
}
