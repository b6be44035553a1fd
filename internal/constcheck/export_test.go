package constcheck

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Missed is the check that looks at every item, candidate or not, and reports
// what it finds in one that is none.
var Missed = &analysis.Analyzer{Name: "missed", Codes: Analyzer.Codes, Run: func(pass *analysis.Pass) any {
	if pass.Item.Body() != syntax.NoNode && len(pass.Info.Objects) >= pass.Item.Len() && !candidate(pass) {
		look(pass)
	}
	return nil
}}
