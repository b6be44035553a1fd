package rulefile

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/typecheck"
)

// checkType asks the checker about a type; false where it is none. Names that begin
// with a capital letter may be types that programs define.
func (r *reader) checkType(f *pattern.Fragment) bool {
	_, problems := typecheck.ParseType(f.Text, preludeModule())
	for _, d := range problems {
		written := f.Text[d.Span.Start:d.Span.End]
		if d.Code == codes.UndefinedName && written != "" && unicode.IsUpper(rune(written[0])) {
			continue
		}
		at := within(d.Span.Shift(f.Span.Start), f.Span)
		if d.Code == codes.UndefinedName && !strings.Contains(d.Message, "did you mean") {
			r.report(at, d.Message, "`?` is any extent")
			return false
		}
		r.report(at, d.Message, d.Notes...)
		return false
	}
	return true
}

// dtypeNames are those that a misspelt one is compared with.
var dtypeNames = []string{
	"float16", "float32", "float64", "bfloat16", "int8", "int16", "int32", "int64",
	"uint8", "uint16", "uint32", "uint64", "bool",
}

func (r *reader) unknownDtype(name string, at syntax.Span) {
	d := r.report(at, fmt.Sprintf("`%s` is no dtype", short(name)), "dtypes are "+quoted(dtypeNames))
	near := spelling.Near(name, dtypeNames)
	if here := library.Dtype(name); here != "" && slices.Contains(dtypeNames, here) {
		near = []string{here}
	}
	suggest(d, name, near)
}
