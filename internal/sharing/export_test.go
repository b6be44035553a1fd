package sharing

import "github.com/fraccheck/fraccheck/analysis"

// Passed makes an analyzer that looks at the items alone that are no candidates, and is
// reported of each item whether it is one.
func Passed(tell func(candidate bool)) *analysis.Analyzer {
	passed := *Analyzer
	passed.Run = func(pass *analysis.Pass) any {
		if lookable(pass) {
			is := candidate(pass.Info)
			if tell(is); !is {
				find(pass)
			}
		}
		return nil
	}
	return &passed
}
