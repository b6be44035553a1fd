package rangecheck

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/witness"
	"github.com/fraccheck/fraccheck/typecheck"
)

// mostDepth is how many calls within each other the evaluation of an expression may have.
const mostDepth = 300

// topLevel evaluates an expression at the top level, and reports the calls in it whose arguments
// are outside of declared ranges. There is nothing to search for: it has one value.
func topLevel(pass *analysis.Pass) any {
	if pass.Faulty || pass.Module == nil || !callsDeclared(pass) {
		return nil
	}
	seen := map[shadow.Site]bool{}
	observer := shadow.Observer{Call: func(at shadow.Site, callee *typecheck.Object, args []shadow.Value) {
		if at.Item != pass.Item || seen[at] {
			return
		}
		if r, outside := witness.Outside(at, callee, args); outside {
			seen[at] = true
			pass.Report(syntax.Diagnostic{
				Code: codes.OutOfRange, Span: at.Span(),
				Message: fmt.Sprintf("`%s` of `%s` is %s here, and its range is %s", r.Param, callee.Name, number(r.Number), r.Range),
			})
		}
	}}
	// An evaluation that comes to no value has reported what it came by.
	_, _ = shadow.New(pass.Module).RunTopLevel(pass.Context(), pass.Info, shadow.Limits{Steps: defaultSteps, Depth: mostDepth}, observer)
	return nil
}

// callsDeclared reports whether an expression names a definition of its file that declares ranges, and
// all that it leads to is known. What other definitions lead to is not asked, since the check would
// depend on their bodies.
func callsDeclared(pass *analysis.Pass) bool {
	var called []*typecheck.Object
	found := false
	for n := syntax.NodeID(1); int(n) < pass.Item.Len(); n++ {
		if pass.Item.Kind(n) != syntax.Global {
			continue
		}
		o := pass.Info.Object(n)
		if o != nil && inPrelude(pass.Module, o) {
			continue
		}
		if o == nil || o.Kind != typecheck.DefObject || !local(pass.Module, o) {
			return false
		}
		called = append(called, o)
		found = found || len(declared.Of(o.Item)) > 0
	}
	return found && !slices.ContainsFunc(called, func(o *typecheck.Object) bool { return pass.Fact(Reach, o).(*reached).foreign })
}
