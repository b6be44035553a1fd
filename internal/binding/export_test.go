package binding

import "github.com/fraccheck/fraccheck/analysis"

// Missed is the check of the items that are no candidates.
var Missed = &analysis.Analyzer{Name: "missed", Codes: Analyzer.Codes, Requires: Analyzer.Requires, Run: func(pass *analysis.Pass) any {
	if len(pass.Info.Objects) < pass.Item.Len() || pass.Faulty {
		return nil
	}
	if c := (&checker{pass: pass, item: pass.Item}); !c.candidate() {
		c.look()
	}
	return nil
}}
