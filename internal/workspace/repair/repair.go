package repair

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Workspace is where fixes are looked for.
type Workspace struct {
	Finder   *reference.Finder
	Outlines *reference.Outlines
}

// A repairer mends one finding.
type repairer struct {
	Workspace
	ctx     context.Context
	finding *workspace.Finding
	module  *typecheck.Module
	result  *typecheck.Result
	tree    *rewrite.Tree
	span    syntax.Span // of the finding, in its item
}

// repairs are the ways to fix diagnostics, by their code.
var repairs = map[codes.Code][]func(*repairer) []workspace.Fix{
	codes.UndefinedName: {(*repairer).imports, (*repairer).creations},
	codes.DtypeMismatch: {(*repairer).casts},
	codes.UnusedBinding: {(*repairer).discards},
	codes.Hole:          {(*repairer).fills, (*repairer).splits},
	codes.SyntaxError:   {(*repairer).emptyBlocks},
}

// Of are the fixes of a finding of a program. What cannot be checked has none.
func (w Workspace) Of(ctx context.Context, f *workspace.Finding) (fixes []workspace.Fix) {
	if repairs[f.Code] == nil || f.Item < 0 || !f.Source.Program() {
		return nil
	}
	s := w.Finder.Snapshot
	module, err := s.Module(f.Source.Path)
	if err != nil {
		return nil
	}
	result, err := s.Result(f.Source.Path, f.Item)
	if err != nil || len(result.Types) == 0 {
		return nil
	}
	r := &repairer{w, ctx, f, module, result, rewrite.NewTree(result.Info), f.Span.Shift(-f.Source.File.Start(f.Item))}
	for _, repair := range repairs[f.Code] {
		fixes = append(fixes, repair(r)...)
	}
	return fixes
}

// fix is one edit of the file.
func (r *repairer) fix(sure codes.Confidence, title string, at syntax.Span, text string) workspace.Fix {
	edit := workspace.Edit{Place: workspace.Place{Source: r.finding.Source, Span: at}, NewText: text}
	return workspace.Fix{Title: title, Edits: []workspace.Edit{edit}, Confidence: sure}
}

// node is the innermost node that has the finding's span; NoNode where there is none.
func (r *repairer) node() syntax.NodeID {
	path := r.result.Item.NodeAt(r.span.Start)
	for _, n := range slices.Backward(path) {
		if r.result.Item.Span(n) == r.span {
			return n
		}
	}
	return syntax.NoNode
}

// helps reports whether, with a fix, the finding's item has fewer errors and no other
// ones.
func (r *repairer) helps(fix *workspace.Fix) bool { return r.mends(fix, 1) }

// mends reports whether, with a fix, the finding's item has so many errors less and no
// other ones. Its text may have moved to another item; those that the fix writes, between
// the two texts of the file, have none either.
func (r *repairer) mends(fix *workspace.Fix, least int) bool {
	source := r.finding.Source
	text := sourcefile.ApplyEdits(source.Text(), fix.Edits)
	after := r.Finder.Snapshot.With(map[string]string{source.Path: text})
	changed, err := after.Source(source.Path)
	if err != nil || r.ctx.Err() != nil {
		return false
	}
	own := r.finding.Item + changed.File.Len() - source.File.Len()
	if fix.Edits[0].Span.Start > source.Absolute(r.finding.Item, r.span).Start {
		own = r.finding.Item
	}
	before := problems(r.result)
	for _, i := range r.written(source, changed) {
		result, err := after.Result(source.Path, i)
		if err != nil {
			return false
		}
		now := problems(result)
		if i != own && len(now) > 0 || i == own && !(len(now)+least <= len(before) && subset(now, before)) {
			return false
		}
		fix.Clean = fix.Clean || i == own && len(now) == 0
	}
	return true
}

// written are the items of a changed file that it did not have, and the finding's.
func (r *repairer) written(was, now *workspace.Source) (found []int) {
	before, after := was.File.List(), now.File.List()
	first, last := 0, 0
	for first < min(len(before), len(after), r.finding.Item) && before[first].Text == after[first].Text {
		first++
	}
	for last < min(len(before), len(after))-r.finding.Item-1 && before[len(before)-1-last].Text == after[len(after)-1-last].Text {
		last++
	}
	for i := first; i < len(after)-last; i++ {
		found = append(found, i)
	}
	return found
}

// problems are what the errors of an item say.
func problems(r *typecheck.Result) (found []string) {
	for _, d := range slices.Concat(r.Item.Errors, r.Diagnostics) {
		if d.Severity == codes.Error {
			found = append(found, string(d.Code)+" "+d.Message)
		}
	}
	slices.Sort(found)
	return found
}

// subset reports whether all of one sorted list are in another one, as often.
func subset(part, whole []string) bool {
	for _, p := range part {
		i, ok := slices.BinarySearch(whole, p)
		if !ok {
			return false
		}
		whole = whole[i+1:]
	}
	return true
}

// newline ends the lines of the file.
func (r *repairer) newline() string { return newline(r.finding.Source) }

func newline(source *workspace.Source) string {
	if strings.Contains(source.Text(), "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// near puts short paths in front.
func near(a, b string) int {
	return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
}
