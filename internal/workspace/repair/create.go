package repair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// creations are the fixes that write the function that is called and not there: its
// parameters have the types of the arguments, its body is a hole.
func (r *repairer) creations() []workspace.Fix {
	item, n := r.result.Item, r.node()
	call := r.tree.Parent(n)
	if item.Kind(n) != syntax.Global || item.Kind(call) != syntax.Call || item.Call(call).Callee != n {
		return nil
	}
	params, hole, ok := r.parameters(item.Call(call).Args)
	name := item.SourceText(n)
	if !ok || r.isDeclaredBy(name) {
		return nil
	}
	newline := r.newline()
	def := newline + newline + "def " + name + r.typeParams(item.Call(call).Args) + "(" + strings.Join(params, ", ") + ") {" +
		newline + "  match? (" + hole + ") {}" + newline + "}"
	end := lineEnd(r.finding.Source.Text(), r.finding.Source.Absolute(r.finding.Item, item.Span(item.Root)).End)
	fix := r.fix(codes.Sketch, fmt.Sprintf("create the function `%s`", name), syntax.Span{Start: end, End: end}, def)
	if !r.helps(&fix) {
		return nil
	}
	return []workspace.Fix{fix}
}

// isDeclaredBy reports whether a file that imports this one declares a name, which would
// be another one then.
func (r *repairer) isDeclaredBy(name string) bool {
	return slices.ContainsFunc(r.Finder.Importers(r.ctx, r.finding.Source), func(other *workspace.Source) bool {
		return len(r.Outlines.Of(other).Declares[name]) > 0
	})
}

// parameters declare a parameter for each argument, and what the hole is over.
func (r *repairer) parameters(args []syntax.NodeID) (params []string, hole string, ok bool) {
	item, taken, hole := r.result.Item, map[string]bool{}, "()"
	for i, arg := range args {
		if item.Kind(arg) == syntax.NamedArg || item.Kind(arg) == syntax.BadNode {
			return nil, "", false
		}
		name := argumentName(item, arg, i)
		if taken[name] {
			name = fmt.Sprintf("%s_%d", name, i+1)
		}
		taken[name] = true
		if i == 0 {
			hole = name
		}
		if text, known := r.tree.Spelled(r.tree.TypeAt(arg)); known {
			name += ": " + text
		}
		params = append(params, name)
	}
	return params, hole, true
}

// argumentName is what a parameter is called: as the variable that is passed, else by
// its number.
func argumentName(item *syntax.Item, arg syntax.NodeID, i int) string {
	if text := item.SourceText(arg); item.Kind(arg) == syntax.Local && isPlain(text[1:]) {
		return text
	}
	return fmt.Sprintf("%%x%d", i+1)
}

// isPlain reports whether name is a name that is no number and has no parts.
func isPlain(name string) bool {
	plain := func(c rune) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }
	return name != "" && !('0' <= name[0] && name[0] <= '9') && strings.IndexFunc(name, func(c rune) bool { return !plain(c) }) < 0
}

// typeParams declare the type parameters of which the arguments speak.
func (r *repairer) typeParams(args []syntax.NodeID) string {
	speaks := map[string]bool{}
	for _, arg := range args {
		if t := r.tree.TypeAt(arg); t != nil && !types.IsBad(t) {
			for name := range rewrite.NamesIn(t) {
				speaks[name] = true
			}
		}
	}
	names := slices.DeleteFunc(slices.Clone(r.tree.TypeParams()), func(name string) bool { return !speaks[name] })
	if len(names) == 0 {
		return ""
	}
	return "<" + strings.Join(names, ", ") + ">"
}
