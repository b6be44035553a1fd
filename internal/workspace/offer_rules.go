package workspace

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// offerInRules leaves those findings of a file of rules, which are given by their numbers,
// the fixes after which the file has fewer errors.
func offerInRules(ctx context.Context, findings []Finding, of []int) {
	source := findings[of[0]].Source
	before, left := errorsIn(source), maxTried
	for _, i := range of {
		findings[i].Fixes = slices.DeleteFunc(slices.Clone(findings[i].Fixes), func(fix Fix) bool {
			if left -= len(source.Text); left < 0 || ctx.Err() != nil {
				return true
			}
			return errorsIn(NewRuleSource(source.Path, source.Name, ApplyEdits(source.Text, fix.Edits))) >= before
		})
	}
}

// errorsIn counts the errors in a file of rules.
func errorsIn(source *Source) (n int) {
	for _, f := range source.Mistakes() {
		if f.Severity == codes.Error {
			n++
		}
	}
	return n
}
