package typecheck

import (
	"regexp"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// divisor is a comment that reads as the right operand of Python's `//`: a variable,
// or a number in front of the `;` that would end the binding.
var divisor = regexp.MustCompile(`^//\s*(%[A-Za-z_]\w*\s*;?|[0-9]+\s*;)\s*$`)

// dividend is the end of a line that reads as the left operand.
var dividend = regexp.MustCompile(`(%\w+|\))[ \t]*$`)

// hiddenQuotients hints at comments that read as the divisor of a quotient: what
// stands in front of them is the whole value.
func (c *checker) hiddenQuotients() {
	if !strings.Contains(c.Item.Text, "//") {
		return
	}
	_, comments := syntax.Scan(c.Item.Text, nil, nil)
	for _, at := range comments {
		text := c.Item.Text[at.Start:at.End]
		line := c.Item.Text[strings.LastIndexByte(c.Item.Text[:at.Start], '\n')+1 : at.Start]
		if !divisor.MatchString(text) || !dividend.MatchString(line) {
			continue
		}
		c.Report(syntax.Diagnostic{
			Code: codes.SuspectOperand, Severity: codes.Hint, Span: syntax.Span{Start: at.Start, End: at.End},
			Message: "`//` begins a comment; a quotient that is rounded down is written `floor_divide(%a, %b)`",
		})
	}
}
