package workspace

import (
	"fmt"

	"github.com/fraccheck/fraccheck/codes"
)

// maxOfCode is how many findings of one code are reported of a file: more than
// anybody mends before checking again, and few enough for every editor.
const maxOfCode = 1000

// capped leaves out the sorted findings of a file that are more than maxOfCode of
// one code. What is left out is counted in one finding at the first of them, so that
// every format and editor tells of it.
func capped(findings []Finding) []Finding {
	if len(findings) <= maxOfCode {
		return findings
	}
	counts := map[codes.Code]int{}
	rest := map[codes.Code]int{} // where the finding stands that counts the others
	var kept []Finding
	for _, f := range findings {
		counts[f.Code]++
		if n := counts[f.Code]; n <= maxOfCode {
			kept = append(kept, f)
		} else if n == maxOfCode+1 {
			rest[f.Code] = len(kept)
			kept = append(kept, Finding{Place: f.Place, Item: f.Item, Code: f.Code, Severity: f.Severity})
		} else if more := &kept[rest[f.Code]]; f.Severity < more.Severity {
			more.Severity = f.Severity
		}
	}
	for code, at := range rest {
		kept[at].Message = fmt.Sprintf("from here on, at least %d more findings of this kind are not shown; mend some of the first %d and check again", counts[code]-maxOfCode, maxOfCode)
	}
	return kept
}
