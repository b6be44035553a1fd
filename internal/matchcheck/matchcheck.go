// Package matchcheck is the check of matches: missing cases, clauses that never run, clauses that are
// not needed, and holes. Package exhaustive finds them.
package matchcheck

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/exhaustive"
)

// Analyzer reports the diagnostics that exhaustive.Analyzer finds.
var Analyzer = &analysis.Analyzer{
	Name:     "matchcheck",
	Doc:      "reports matches that do not cover every case, and clauses that never run or are not needed",
	Codes:    exhaustive.Codes,
	Requires: []*analysis.Analyzer{exhaustive.Analyzer},
	Kinds:    exhaustive.Analyzer.Kinds,
	Run:      run,
}

func run(pass *analysis.Pass) any {
	for _, d := range pass.Result(exhaustive.Analyzer).(*exhaustive.Result).Diagnostics {
		pass.Report(d)
	}
	return nil
}
