package repair

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// mostImports is how many files are tried that declare a name.
const mostImports = 5

// An Importer knows what a file can import from the workspace.
type Importer struct {
	Workspace
	Source *workspace.Source
	Module *typecheck.Module // of the source
	Block  int               // of a document: the block that is to see what is imported
}

// Of is the edit that imports another file. There is none where that would make a cycle, or bring a
// name that the file sees already: such a name would mean something else.
func (i Importer) Of(other *workspace.Source) (edit workspace.Edit, path string, ok bool) {
	if !i.importable(other) {
		return workspace.Edit{}, "", false
	}
	path, ok = relative(i.Source.Path, other.Path)
	if !ok || !i.Source.Program() && i.indented() {
		return workspace.Edit{}, "", false
	}
	return i.statement(path), path, true
}

// indented reports whether the block, or the line that opens it, does not begin where lines do: in a
// list or a quotation each line of a block begins with what precedes the first.
func (i Importer) indented() bool {
	block, text := i.Source.Blocks[i.Block], i.Source.Text()
	for _, start := range []int32{block.Fence.Start, block.Span.Start} {
		if start > 0 && text[start-1] != '\n' || strings.IndexByte(" \t>", text[start]) >= 0 {
			return true
		}
	}
	return false
}

// statement is the edit that imports a path.
func (i Importer) statement(path string) workspace.Edit {
	at, before, after := importPlace(i.Source, newline(i.Source), i.Block)
	place := workspace.Place{Source: i.Source, Span: syntax.Span{Start: at, End: at}}
	return workspace.Edit{Place: place, NewText: before + `import "` + dotted(i.Source, path) + `"` + after}
}

// dotted is a path as a file writes those of its imports: with `./` in front where its first import of
// a file beside it or below has that.
func dotted(source *workspace.Source, path string) string {
	if strings.HasPrefix(path, "../") {
		return path
	}
	for _, item := range source.File.Having(syntax.Importing) {
		switch name := strings.TrimLeft(item.SourceText(item.Import(item.Root)), `"'`); {
		case strings.HasPrefix(name, "./"):
			return "./" + path
		case !strings.HasPrefix(name, "../"):
			return path
		}
	}
	return path
}

// importable reports whether a file can be imported and leaves all names what they are.
func (i Importer) importable(other *workspace.Source) bool {
	if other == i.Source || !other.Program() || slices.Contains(i.Finder.Reachable(other), i.Source) {
		return false
	}
	for name := range i.Outlines.Of(other).Declares {
		if i.Module.Value(name, i.Block) != nil || i.Module.TypeNamed(name, i.Block) != nil {
			return false
		}
	}
	return true
}

// imports are the fixes that import an undefined name from a file that declares it.
// A file whose import would make a circle, or bring a name that the file sees already,
// is left out: such a name would mean something else.
func (r *repairer) imports() (fixes []workspace.Fix) {
	source := r.finding.Source
	name := source.Text()[r.finding.Span.Start:r.finding.Span.End]
	importer := Importer{Workspace: r.Workspace, Source: source, Module: r.module}
	var paths []string
	for _, other := range r.Finder.Sources(r.ctx) {
		if len(r.Outlines.Of(other).Declares[name]) == 0 {
			continue
		}
		if _, path, ok := importer.Of(other); ok {
			paths = append(paths, path)
		}
	}
	slices.SortFunc(paths, near)
	for _, path := range paths[:min(len(paths), mostImports)] {
		edit := importer.statement(path)
		fix := r.fix(codes.Likely, fmt.Sprintf("import `%s` from %q", name, path), edit.Span, edit.NewText)
		if r.helps(&fix) {
			fixes = append(fixes, fix)
		}
	}
	return fixes
}

// relative is the path of an import as it is written in a file.
func relative(from, to string) (string, bool) {
	path, err := filepath.Rel(filepath.Dir(from), to)
	path = filepath.ToSlash(path)
	return path, err == nil && utf8.ValidString(path) && !strings.ContainsAny(path, "\"\\\n\r")
}

// importPlace is where an import is written in a file: after the others, after the
// version, or before the first item and the comment above it. In a document it is after the
// others of any block, for all blocks see what one imports, or before the block.
func importPlace(source *workspace.Source, newline string, block int) (at int32, before, after string) {
	last := -1
	for i := range source.File.Having(syntax.Importing | syntax.Versioned) {
		last = i
	}
	switch {
	case last >= 0:
		item := source.File.Item(last)
		return lineEnd(source.Text(), source.Absolute(last, item.Span(item.Root)).End), newline, ""
	case !source.Program():
		return source.Blocks[block].Span.Start, "", newline + newline
	case source.File.Len() == 0:
		return 0, "", newline
	}
	head := source.File.Item(0)
	first := head.Span(head.Root).Start
	for _, a := range head.Attributes {
		first = min(first, head.Span(a).Start)
	}
	return commentStart(source.Text(), source.File.Start(0)+first), "", newline + newline
}

// lineEnd is the end of the line of a place, where nothing but a comment stands up to it.
func lineEnd(text string, at int32) int32 {
	rest, _, _ := strings.Cut(text[at:], "\n")
	rest = strings.TrimSuffix(rest, "\r")
	if said := strings.TrimLeft(rest, " \t;"); said == "" || said[0] == '#' || strings.HasPrefix(said, "//") {
		return at + int32(len(rest))
	}
	return at
}

// commentStart is the beginning of the lines of comments that stand right above a
// place; the place itself where something is before it in its line.
func commentStart(text string, at int32) int32 {
	start := int32(strings.LastIndexByte(text[:at], '\n') + 1)
	if strings.Trim(text[start:at], " \t\ufeff") != "" {
		return at
	}
	for start > 0 {
		above := int32(strings.LastIndexByte(text[:start-1], '\n') + 1)
		line := strings.TrimLeft(text[above:start], " \t\ufeff")
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "//") {
			break
		}
		start = above
	}
	if strings.HasPrefix(text, "\ufeff") {
		start = max(start, int32(len("\ufeff")))
	}
	return start
}
