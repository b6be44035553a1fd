package repair

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// How much is tried for a hole: of the variables in sight the nearest, of the
// constructors of a type the first, of the variables that can be matched the nearest.
const (
	mostVariables    = 8
	mostConstructors = 8
	mostSplits       = 3
)

// A filling is what may be written in the place of a hole.
type filling struct{ title, text string }

// fills are the fixes that write what fits in the place of a hole, an empty `match?`: a
// variable in sight, or the outermost part of a value of its type with holes for the rest.
func (r *repairer) fills() (fixes []workspace.Fix) {
	n := r.node()
	if r.result.Item.Kind(n) != syntax.Match {
		return nil
	}
	for _, f := range append(r.variables(n), r.shells(n)...) {
		fix := r.fix(codes.Sketch, f.title, r.finding.Span, f.text)
		if r.mends(&fix, 0) {
			fixes = append(fixes, fix)
		}
	}
	return fixes
}

// variables are those in sight.
func (r *repairer) variables(hole syntax.NodeID) (found []filling) {
	for _, binder := range r.result.Index().Visible(hole, mostVariables) {
		name := r.result.Objects[binder].Name
		found = append(found, filling{"write `" + name + "`", name})
	}
	return found
}

// shells are the outermost parts that values of the hole's type can have.
func (r *repairer) shells(hole syntax.NodeID) (found []filling) {
	rest := r.restOf(hole)
	switch t := types.Head(r.tree.TypeAt(hole)).(type) {
	case *types.ADT:
		for _, k := range t.Decl.Constructors[:min(len(t.Decl.Constructors), mostConstructors)] {
			found = append(found, shell(k.Name, len(k.Fields), rest))
		}
	case *types.Tuple:
		if len(t.Elems) > 1 {
			found = append(found, shell("", len(t.Elems), rest))
		}
	case *types.Func:
		if len(t.Params) == 0 {
			found = append(found, r.literal(len(t.In), rest))
		}
	}
	return found
}

// shell is a constructor, or no name for a tuple, around so many holes.
func shell(name string, parts int, rest string) filling {
	inside := func(part string) string {
		return name + "(" + strings.TrimSuffix(strings.Repeat(part+", ", parts), ", ") + ")"
	}
	return filling{"write `" + inside("…") + "`", inside(rest)}
}

// literal is a function of so many parameters with a hole as its body.
func (r *repairer) literal(parameters int, rest string) filling {
	taken, names := map[string]bool{}, make([]string, parameters)
	for i := range names {
		names[i] = r.tree.FreshNextTo(fmt.Sprintf("%%x%d", i+1), taken)
		taken[names[i]] = true
	}
	head := "fn(" + strings.Join(names, ", ") + ") { "
	return filling{"write `" + head + "… }`", head + rest + " }"}
}

// longestHole is the length of holes that are written again for the parts of a value.
const longestHole = 40

// restOf is the hole itself where it is short, else one over nothing.
func (r *repairer) restOf(hole syntax.NodeID) string {
	text := r.result.Item.SourceText(hole)
	if len(text) > longestHole || strings.ContainsAny(text, "\r\n#/\"") {
		return openHole
	}
	return text
}

// splits are the fixes that look at a variable of a data type: a `match` over it with a
// hole in each clause.
func (r *repairer) splits() (fixes []workspace.Fix) {
	n := r.node()
	if r.result.Item.Kind(n) != syntax.Match {
		return nil
	}
	for _, binder := range r.result.Index().Visible(n, mostVariables) {
		if _, ok := types.Head(r.result.Types[binder]).(*types.ADT); !ok || len(fixes) == mostSplits {
			continue
		}
		name := r.result.Objects[binder].Name
		text, ok := r.split(name)
		if !ok {
			continue
		}
		fix := r.fix(codes.Sketch, "match `"+name+"`, with a hole for each constructor", r.finding.Span, text)
		if r.mends(&fix, 0) {
			fixes = append(fixes, fix)
		}
	}
	return fixes
}

// split is a `match` over a variable, with the clauses that the check of matches adds to
// one that has none.
func (r *repairer) split(name string) (string, bool) {
	source, at := r.finding.Source, r.finding.Span
	empty := r.fix(codes.Sketch, "", at, "match ("+name+") {}")
	text := sourcefile.ApplyEdits(source.Text(), empty.Edits)
	after := r.Finder.Snapshot.With(map[string]string{source.Path: text})
	found, err := after.CheckItem(source.Path, r.finding.Item)
	if err != nil || r.ctx.Err() != nil {
		return "", false
	}
	for _, f := range found {
		if f.Code == codes.NonexhaustiveMatch && f.Span.Start == at.Start && len(f.Fixes) > 0 {
			full := sourcefile.ApplyEdits(text, f.Fixes[0].Edits)
			return full[at.Start : len(full)-(len(source.Text())-int(at.End))], true
		}
	}
	return "", false
}

// emptyBlocks are the fixes that write a hole where a block has no result.
func (r *repairer) emptyBlocks() []workspace.Fix {
	item := r.result.Item
	for _, n := range item.NodeAt(r.span.Start) {
		kids := item.Kids(n)
		if item.Kind(n) != syntax.Block || len(kids) == 0 || kids[len(kids)-1] != syntax.NoNode || item.Span(n).End-1 != r.span.Start {
			continue
		}
		at, text := r.beforeBrace(openHole)
		at += r.finding.Span.Start - r.span.Start
		fix := r.fix(codes.Sketch, "leave a hole: `"+openHole+"`", syntax.Span{Start: at, End: at}, text)
		if r.helps(&fix) {
			return []workspace.Fix{fix}
		}
	}
	return nil
}

// openHole is a hole over nothing.
const openHole = "match? (()) {}"

// beforeBrace places a result before the closing brace of a block, at which the
// finding is: on a line of its own where the brace has one.
func (r *repairer) beforeBrace(result string) (at int32, text string) {
	at = r.span.Start
	before := strings.TrimRight(r.result.Item.Text[:at], " \t")
	switch {
	case strings.HasSuffix(before, "\n"):
		blanks := r.result.Item.Text[len(before):at]
		return int32(len(before)), blanks + "  " + result + r.newline()
	case len(before) == int(at):
		return at, " " + result + " "
	}
	return at, result + " "
}
