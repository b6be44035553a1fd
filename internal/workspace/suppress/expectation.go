package suppress

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// ExpectationFailed is found where a document says `error=CODE` and the block
// has no such mistake.
const ExpectationFailed codes.Code = "expectation-failed"

// Expectations are the mistakes that a document announces.
type Expectations struct {
	source *sourcefile.Source
	met    map[expectation]bool
	found  map[int][]codes.Code // what else there is, by block
}

type expectation struct {
	block int
	code  string
}

func NewExpectations(source *sourcefile.Source) *Expectations {
	x := &Expectations{source, map[expectation]bool{}, map[int][]codes.Code{}}
	for i, b := range source.Blocks {
		for _, code := range b.Errors {
			x.met[expectation{i, code}] = false
		}
	}
	return x
}

// Filter takes out the findings that were announced.
func (x *Expectations) Filter(findings []sourcefile.Finding) []sourcefile.Finding {
	if len(x.met) == 0 {
		return findings
	}
	var kept []sourcefile.Finding
	for _, f := range findings {
		block := x.source.BlockOf[f.Item]
		want := expectation{block, string(f.Code)}
		if _, announced := x.met[want]; announced {
			x.met[want] = true
			continue
		}
		x.found[block] = append(x.found[block], f.Code)
		kept = append(kept, f)
	}
	return kept
}

// Unmet reports the blocks that lack what they announce; unmade returns the
// codes whose checks did not run.
func (x *Expectations) Unmet(unmade func(code string) bool) []sourcefile.Finding {
	var findings []sourcefile.Finding
	for i, b := range x.source.Blocks {
		for _, code := range b.Errors {
			if !x.met[expectation{i, code}] && !unmade(code) {
				findings = append(findings, sourcefile.Finding{
					Place: sourcefile.Place{Source: x.source, Span: b.Fence}, Item: -1,
					Code: ExpectationFailed, Severity: ExpectationFailed.DefaultSeverity(),
					Message: fmt.Sprintf("this block was to give `%s`, and does not", code),
					Notes:   x.insteadOf(i, code),
				})
			}
		}
	}
	return findings
}

// insteadOf reports what the block gives, or that the code does not exist.
func (x *Expectations) insteadOf(block int, code string) []string {
	if unknown := unknownCode(code); unknown != "" {
		return []string{unknown}
	}
	var codes []string
	for _, c := range x.found[block] {
		codes = append(codes, "`"+string(c)+"`")
	}
	if len(codes) == 0 {
		return []string{"It gives nothing."}
	}
	return []string{"It gives " + strings.Join(codes, ", ") + "."}
}

// unknownCode says that a code does not exist and which one may be meant; it
// is empty for one that does, of rules too.
func unknownCode(code string, rules ...string) string {
	known := slices.Concat(explain.Codes(), rules)
	if slices.Contains(known, code) {
		return ""
	}
	message := fmt.Sprintf("There is no code `%s`", code)
	if near, ok := spelling.Nearest(code, known); ok {
		return message + fmt.Sprintf("; did you mean `%s`?", near)
	}
	return message + "; `fraccheck explain` lists them."
}
