package repair

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// discards are the fixes that delete a `let` which nothing reads and leave its value,
// which is evaluated for what it does: an effect, or a failure. A value that does
// nothing is deleted by the check's own fix.
func (r *repairer) discards() []workspace.Fix {
	item, n := r.result.Item, r.node()
	at := r.tree.Parent(n)
	if item.Kind(at) != syntax.Let || item.Let(at).Pattern != n || r.isDeleted(at) {
		return nil
	}
	head := syntax.Span{Start: item.Span(at).Start, End: item.Span(item.Let(at).Value).Start}
	revision, err := rewrite.InPlace(r.module, r.finding.Item, []syntax.Edit{{Span: head}})
	if err != nil || r.tree.Commented(head.Start, head.End) {
		return nil
	}
	revision.Knows(r.finding.Item, r.result)
	if revision.Sound() != nil || !revision.SameTypes() {
		return nil
	}
	span := r.finding.Source.Absolute(r.finding.Item, head)
	return []workspace.Fix{r.fix(codes.Likely, "delete the binding, and keep what its value does", span, "")}
}

// isDeleted reports whether a fix of the finding deletes a statement.
func (r *repairer) isDeleted(statement syntax.NodeID) bool {
	span := r.finding.Source.Absolute(r.finding.Item, r.result.Item.Span(statement))
	return slices.ContainsFunc(r.finding.Fixes, func(f workspace.Fix) bool {
		return slices.ContainsFunc(f.Edits, func(e workspace.Edit) bool {
			return e.NewText == "" && e.Span.Start <= span.Start && span.End <= e.Span.End
		})
	})
}
