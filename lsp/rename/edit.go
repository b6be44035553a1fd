package rename

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// edits change the name where it is used, where calls name a parameter, in the
// contract of its definition and in the comments that say what an expression
// evaluates to. They are in the order of the files and their texts.
func (r *renaming) edits() []workspace.Edit {
	edits := r.allEdits()
	slices.SortFunc(edits, compareEdits)
	return slices.CompactFunc(edits, func(a, b workspace.Edit) bool { return compareEdits(a, b) == 0 })
}

func compareEdits(a, b workspace.Edit) int {
	return cmp.Or(cmp.Compare(a.Source.Path, b.Source.Path), cmp.Compare(a.Span.Start, b.Span.Start))
}

// allEdits collects the four kinds of places. A use in a pattern without a sigil keeps its spelling
// without one; contracts and named arguments have none either.
func (r *renaming) allEdits() []workspace.Edit {
	var edits []workspace.Edit
	bare := strings.TrimPrefix(r.name, "%")
	for _, group := range r.uses {
		for _, use := range group.Uses {
			name := r.name
			if r.object.Kind == typecheck.LocalObject && use.Source.Text()[use.Span.Start] != '%' {
				name = bare
			}
			edits = append(edits, workspace.Edit{Place: use.Place, NewText: name})
		}
	}
	for _, at := range r.contracted() {
		edits = append(edits, workspace.Edit{Place: at, NewText: bare})
	}
	for _, source := range r.importers {
		for _, at := range r.namedArguments(source) {
			edits = append(edits, workspace.Edit{Place: at, NewText: bare})
		}
		for _, at := range r.claimed(source) {
			edits = append(edits, workspace.Edit{Place: at, NewText: r.name})
		}
	}
	return edits
}

// namedArguments are the places in a file where calls of parallel functions
// name the parameter, to pass an argument on: `foldl(@f, %xs, scale=2f)`.
func (r *renaming) namedArguments(source *workspace.Source) []workspace.Place {
	if r.object.Kind != typecheck.LocalObject {
		return nil
	}
	var found []workspace.Place
	text := strings.TrimPrefix(r.object.Name, "%")
	for i, item := range source.File.All() {
		if !strings.Contains(item.Text, text) {
			continue
		}
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if item.Kind(n) != syntax.Call {
				continue
			}
			for _, at := range r.passedOn(source, i, n, text) {
				found = append(found, workspace.Place{Source: source, Span: source.Absolute(i, at)})
			}
		}
	}
	return found
}

// passedOn are the names of a call's arguments that represent the parameter.
func (r *renaming) passedOn(source *workspace.Source, i int, call syntax.NodeID, text string) []syntax.Span {
	item := source.File.Item(i)
	var found []syntax.Span
	for _, arg := range item.Call(call).Args {
		if item.Kind(arg) != syntax.NamedArg || item.SourceText(item.NamedArg(arg).Name) != text {
			continue
		}
		result, err := r.finder.Snapshot.Result(source.Path, i)
		if err != nil {
			return nil
		}
		known := result.OperatorCall(call)
		if known != nil && slices.Contains(known.Extra, item.NamedArg(arg).Value) && r.takes(result.Info, call) {
			found = append(found, item.Span(item.NamedArg(arg).Name))
		}
	}
	return found
}

// takes reports whether the function that a call is given has the object as a
// parameter.
func (r *renaming) takes(info *typecheck.Info, call syntax.NodeID) bool {
	return slices.ContainsFunc(info.Item.Call(call).Args, func(arg syntax.NodeID) bool {
		item, list := info.Item, syntax.NoNode
		switch o := info.Object(arg); {
		case info.Item.Kind(arg) == syntax.Fn:
			list = item.Fn(arg).Params
		case info.Item.Kind(arg) == syntax.Global && o != nil && o.Kind == typecheck.DefObject:
			item, list = o.Item, o.Item.Def(o.Item.Root).Params
		}
		return list != syntax.NoNode && item == r.object.Item && slices.ContainsFunc(item.Kids(list), func(p syntax.NodeID) bool {
			return item.Kind(p) == syntax.Param && item.Param(p).Pattern == r.object.Node
		})
	})
}

// claimed are the places of the name in the comments of a file that say what an
// expression evaluates to: they are tests, and mention functions and
// constructors.
func (r *renaming) claimed(source *workspace.Source) []workspace.Place {
	if reference.IsLocal(r.object) || r.object.Kind == typecheck.TypeObject || !strings.Contains(source.Text(), r.object.Name) || !r.isMeantIn(source) {
		return nil
	}
	var found []workspace.Place
	for _, claim := range evaluate.Comments(source) {
		if claim.Item < 0 {
			found = append(found, r.inText(source, claim.Expr)...)
		}
		if claim.Kind == evaluate.GivesValue {
			found = append(found, r.inText(source, claim.At)...)
		}
	}
	return found
}

// inText finds the name's tokens in a part of a file.
func (r *renaming) inText(source *workspace.Source, at syntax.Span) []workspace.Place {
	var found []workspace.Place
	text := source.Text()[at.Start:at.End]
	for _, t := range syntax.Lex(text) {
		if text[t.Start:t.End] == r.object.Name {
			found = append(found, workspace.Place{Source: source, Span: t.Span.Shift(at.Start)})
		}
	}
	return found
}

// isMeantIn reports whether the name denotes the object throughout a file: no
// declaration before it has the same.
//
// The resolver cannot be asked about text in comments. The name means the object there iff the first
// declaration of the name that the file sees is the object's.
func (r *renaming) isMeantIn(source *workspace.Source) bool {
	for _, at := range append([]*workspace.Source{source}, r.finder.Imports(source)...) {
		if items := reference.Declaring(at, r.object.Name, false); len(items) > 0 {
			// Blocks of a document may declare it again.
			return at == r.home && (len(items) == 1 || at.Program())
		}
	}
	return false
}

// contracted are the places of a parameter in the contracts and ranges above its
// definition: `#[cost(work = "n^2 + |xs|")]`, `#[range(x = "0..1")]`. There variables have no sigil.
func (r *renaming) contracted() []workspace.Place {
	item := r.object.Item
	i, ok := r.home.Index(item)
	if !ok || r.object.Kind != typecheck.ParamObject && !r.isParameter() {
		return nil
	}
	var found []workspace.Place
	for _, n := range item.Attributes {
		text := item.SourceText(n)
		if !strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(text, "#["), " \t"), "cost") {
			continue
		}
		for _, at := range quotedWords(text, r.written()) {
			found = append(found, workspace.Place{Source: r.home, Span: r.home.Absolute(i, at.Shift(item.Span(n).Start))})
		}
	}
	for _, a := range declared.Attributes(item) {
		for _, c := range a.Clauses {
			if c.Key == r.written() {
				span := syntax.Span{Start: c.KeySpan.End - int32(len(c.Key)), End: c.KeySpan.End}
				found = append(found, workspace.Place{Source: r.home, Span: r.home.Absolute(i, span)})
			}
		}
	}
	return found
}

// quotedWords finds a word in the strings of a text. One before a bracket
// is a function.
//
// A contract is written in strings, so its variables are found by letters: whole words inside of
// quotes that are not called.
func quotedWords(text, word string) []syntax.Span {
	var found []syntax.Span
	quoted := false
	for at := 0; at < len(text); at++ {
		end := at + len(word)
		switch {
		case text[at] == '"':
			quoted = !quoted
		case !quoted || !strings.HasPrefix(text[at:], word) || isNameByte(text[at-1]):
		case end < len(text) && (isNameByte(text[end]) || text[end] == '('):
		default:
			found = append(found, syntax.Span{Start: int32(at), End: int32(end)})
		}
	}
	return found
}

func isNameByte(c byte) bool { return strings.IndexByte(nameLetters, c) >= 0 }
