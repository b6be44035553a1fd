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
)

// mostImports is how many files are tried that declare a name.
const mostImports = 5

// imports are the fixes that import an undefined name from a file that declares it.
// A file whose import would make a circle, or bring a name that the file sees already,
// is left out: such a name would mean something else.
func (r *repairer) imports() (fixes []workspace.Fix) {
	source := r.finding.Source
	name := source.Text()[r.finding.Span.Start:r.finding.Span.End]
	var paths []string
	for _, other := range r.Finder.Sources(r.ctx) {
		if len(r.Outlines.Of(other).Declares[name]) == 0 || other == source || !r.importable(other) {
			continue
		}
		if path, ok := relative(source.Path, other.Path); ok {
			paths = append(paths, path)
		}
	}
	slices.SortFunc(paths, near)
	at, before, after := importPlace(source, r.newline())
	for _, path := range paths[:min(len(paths), mostImports)] {
		statement := before + `import "` + path + `"` + after
		fix := r.fix(codes.Likely, fmt.Sprintf("import `%s` from %q", name, path), syntax.Span{Start: at, End: at}, statement)
		if r.helps(&fix) {
			fixes = append(fixes, fix)
		}
	}
	return fixes
}

// importable reports whether a file can be imported and leaves all names what they are.
func (r *repairer) importable(other *workspace.Source) bool {
	if slices.Contains(r.Finder.Reachable(other), r.finding.Source) || !other.Program() {
		return false
	}
	for name := range r.Outlines.Of(other).Declares {
		if r.module.Value(name, 0) != nil || r.module.TypeNamed(name, 0) != nil {
			return false
		}
	}
	return true
}

// relative is the path of an import as it is written in a file.
func relative(from, to string) (string, bool) {
	path, err := filepath.Rel(filepath.Dir(from), to)
	path = filepath.ToSlash(path)
	return path, err == nil && utf8.ValidString(path) && !strings.ContainsAny(path, "\"\\\n\r")
}

// importPlace is where an import is written in a file: behind the others, behind the
// version, or in front of the first item and the comment above it.
func importPlace(source *workspace.Source, newline string) (at int32, before, after string) {
	items := source.File.List()
	for i, item := range slices.Backward(items) {
		if kind := item.Kind(item.Root); kind == syntax.ItemImport || kind == syntax.ItemVersion {
			return lineEnd(source.Text(), source.Absolute(i, item.Span(item.Root)).End), newline, ""
		}
	}
	if len(items) == 0 {
		return 0, "", newline
	}
	first := items[0].Span(items[0].Root).Start
	for _, a := range items[0].Attributes {
		first = min(first, items[0].Span(a).Start)
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
// place; the place itself where something is in front of it in its line.
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
