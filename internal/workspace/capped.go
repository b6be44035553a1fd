package workspace

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// maxOfCode is how many findings of one code are reported of a file: more than
// anybody fixes before checking again, and few enough for every editor.
const maxOfCode = 1000

// A tally gathers the findings of a file. It keeps the first maxOfCode of each code and
// counts the others while they come, since a text of mistakes has a hundred thousand.
type tally map[codes.Code]*codeTally

// A codeTally has the findings of one code.
type codeTally struct {
	first    []Finding // among them the first maxOfCode, and the one behind these
	dropped  int
	severity codes.Severity // the gravest of those that were dropped
}

// add takes findings over, in any order; each finding is in one call only.
func (t tally) add(findings []Finding) {
	for _, f := range sorted(findings) {
		of := t[f.Code]
		if of == nil {
			of = &codeTally{severity: codes.Hint}
			t[f.Code] = of
		}
		if of.first = append(of.first, f); len(of.first) > 2*maxOfCode {
			of.squeeze()
		}
	}
}

// squeeze drops what stands behind the first maxOfCode findings and one more.
func (c *codeTally) squeeze() {
	c.first = sorted(c.first)
	if len(c.first) <= maxOfCode+1 {
		return
	}
	for _, f := range c.first[maxOfCode+1:] {
		c.dropped++
		c.severity = min(c.severity, f.Severity)
	}
	clear(c.first[maxOfCode+1:])
	c.first = c.first[:maxOfCode+1]
}

// findings are those that are reported. What is left out of a code is counted in one
// finding at the first of them, so that every format and editor shows it.
func (t tally) findings() []Finding {
	var told []Finding
	for _, of := range t {
		of.squeeze()
		if len(of.first) > maxOfCode {
			of.first[maxOfCode] = of.rest()
		}
		told = append(told, of.first...)
	}
	return sorted(told)
}

// rest is the finding that counts those that are not reported.
func (c *codeTally) rest() Finding {
	f, more := c.first[maxOfCode], c.dropped+1
	return Finding{
		Place: f.Place, Item: f.Item, Code: f.Code, Severity: min(f.Severity, c.severity),
		Message: fmt.Sprintf("from here on, at least %d more diagnostics of this kind are not shown; fix some of the first %d and check again", more, maxOfCode),
	}
}
