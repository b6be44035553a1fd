package rewrite

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Improves reports whether a module has fewer errors after edits of item i than
// before. Where the item shows others what it showed, it alone is looked at,
// else all items that see it in its file; files that import it never are.
func Improves(m *typecheck.Module, i int, edits []syntax.Edit, find Finder) bool {
	if r, err := InPlace(m, i, edits); err == nil && len(r.New) == 1 && r.SameTypes() {
		return r.FewerErrors(find)
	}
	return Replaced(m, Edits{i: edits}).FewerErrors(find)
}
