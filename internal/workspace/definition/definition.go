package definition

import (
	"strconv"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Definition is a `def`, a declaration, a free variable, or an expression that is the
// program (printed), with the type that it has.
type Definition struct {
	workspace.Place // its name, `fn`, or the expression
	Name            string
	Type            types.Type
}

// All lists the definitions of a file in its order.
func All(s *workspace.Snapshot, path string) ([]Definition, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	var found []Definition
	for i, item := range file.Source.File.All() {
		if name, t, ok := file.Module.Signature(i); ok {
			span := file.Source.Absolute(i, item.Span(item.Declared()))
			found = append(found, Definition{workspace.Place{Source: file.Source, Span: span}, name, t})
		} else {
			found = append(found, printedDefinitions(file, i)...)
		}
	}
	return found, nil
}

// EntryPoint is the definition of a file that a run begins with.
const EntryPoint = "@main"

// EntryPoints are the items that are reported on.
func EntryPoints(file *workspace.File) []int {
	var definitions, expressions []int
	for i, item := range file.Source.File.All() {
		o := file.Module.Object(i)
		switch {
		case item.Kind(item.Root) == syntax.ItemExpr:
			expressions = append(expressions, i)
		case o == nil || o.Kind != typecheck.DefObject:
		case o.Name == EntryPoint:
			return []int{i}
		default:
			definitions = append(definitions, i)
		}
	}
	if len(definitions) == 0 {
		return expressions
	}
	return definitions
}

// ItemName is a definition's name; of an expression the line that it is on.
func ItemName(file *workspace.File, i int) string {
	if name, _, ok := file.Module.Signature(i); ok {
		return name
	}
	item := file.Source.File.Item(i)
	start, _ := workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, item.Span(item.TopLevel(item.Root)))}.Range()
	return "line " + strconv.Itoa(start.Line)
}

func Names(file *workspace.File) (names []string) {
	for i := range file.Source.File.Len() {
		if o := file.Module.Object(i); o != nil && o.Kind == typecheck.DefObject {
			names = append(names, o.Name)
		}
	}
	return names
}

// What reports call the two kinds of a printed expression.
const (
	FunctionName = "fn"
	printedValue = "expression"
)

// A Printed is a top-level expression that has a type and a cost as definitions have: a
// function that is in no module, or an expression over free variables, as TVM prints them.
// The free variables are its parameters.
type Printed struct {
	Item   *syntax.Item
	Block  syntax.BlockNode
	Free   []syntax.NodeID // the statements of block that declare free variables
	Lambda bool            // the result is a function literal
}

// PrintedIn is the expression that item i of a file is; false of other items. One without
// free variables is meant only in a dump without definitions: elsewhere it is an example, of
// which a program may have hundreds.
func PrintedIn(f *syntax.File, i int) (p Printed, ok bool) {
	p.Item = f.Item(i)
	if p.Item.Kind(p.Item.Root) != syntax.ItemExpr {
		return p, false
	}
	p.Block = p.Item.Block(p.Item.Body())
	if p.Block.Result == syntax.NoNode {
		return p, false
	}
	for _, n := range p.Block.Statements {
		if p.Item.Kind(n) == syntax.FreeVar {
			p.Free = append(p.Free, n)
		}
	}
	p.Lambda = len(p.Free) == len(p.Block.Statements) && p.Item.Kind(p.Block.Result) == syntax.Fn
	return p, p.Lambda || len(p.Free) > 0 || isPrintedOnly(f)
}

// isPrintedOnly reports whether a file has a version header and no definitions.
func isPrintedOnly(f *syntax.File) bool {
	header := false
	for _, item := range f.All() {
		switch item.Kind(item.Root) {
		case syntax.ItemDef:
			return false
		case syntax.ItemVersion:
			header = true
		}
	}
	return header
}

func (p Printed) Name() string {
	if p.Lambda {
		return FunctionName
	}
	return printedValue
}

// Span is where reports say that it is: the word `fn`, or the result.
func (p Printed) Span() syntax.Span {
	at := p.Item.Span(p.Block.Result)
	if p.Lambda {
		at.End = at.Start + int32(len(FunctionName))
	}
	return at
}

// printedDefinitions are the types of the free variables of the expression that item i of
// a file is, and its own.
func printedDefinitions(file *workspace.File, i int) (found []Definition) {
	p, ok := PrintedIn(file.Source.File, i)
	if !ok {
		return nil
	}
	checked := file.Module.Check(i).Types
	add := func(name string, at syntax.Span, n syntax.NodeID) {
		if t := checked[n]; t != nil && !types.IsBad(t) {
			found = append(found, Definition{workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, at)}, name, t})
		}
	}
	for _, n := range p.Free {
		name := p.Item.FreeVar(n).Name
		add(p.Item.SourceText(name), p.Item.Span(name), name)
	}
	add(p.Name(), p.Span(), p.Block.Result)
	return found
}
