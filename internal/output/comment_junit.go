package output

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
)

// writeOutcomesJUnit writes a suite for each file, in which each evaluation comment and each
// example of a rule is a test, and so is what is found besides. Where there is none, one
// test is skipped: a report without tests looks like one of a run that did not happen.
func writeOutcomesJUnit(con *console.Console, r TestReport) error {
	var cases []placedCase
	for _, t := range r.Comments {
		cases = append(cases, placedCase{t.place(), t.junit()})
	}
	for _, e := range r.Examples {
		cases = append(cases, placedCase{e.Place, e.junit()})
	}
	for _, f := range r.Besides.Findings {
		cases = append(cases, placedCase{f.Place, besidesJUnit(f)})
	}
	slices.SortStableFunc(cases, func(a, b placedCase) int { return comparePlaces(a.Place, b.Place) })
	out := junitSuites{Name: "fraccheck"}
	for _, c := range cases {
		out.add(c.junitCase)
	}
	if len(r.Comments)+len(r.Examples) == 0 {
		nothing := junitCase{Class: "fraccheck", Name: console.Count(r.Besides.Files, "file", "files") + " tested"}
		nothing.Skipped = &junitSkip{"there are no evaluation comments and no examples of rules"}
		out.add(nothing)
	}
	return encodeXML(con.Stdout, out)
}

// A placedCase is a test with its place in a file.
type placedCase struct {
	workspace.Place
	junitCase
}

// junit is a claim as a test. That the value or the message is another one is a failure; what
// could not be run to its end is an error.
func (t TestedComment) junit() junitCase {
	c := junitCaseOf(t.place(), label(t.place()))
	c.Time = junitSeconds(t.Stats.Elapsed.Seconds())
	switch f, fault := faultFinding(t.Err); {
	case t.Verdict == evaluate.Skipped:
		c.Skipped = &junitSkip{console.OneLine(t.Problem)}
	case t.Verdict == evaluate.Passed:
	case len(t.Mistakes) > 0:
		c.Error = joined(t.findings())
	case fault && t.Kind != evaluate.Fails:
		c.Error = junitFailureOf(t.findings()[0], string(f.Code))
	default:
		c.Failure = junitFailureOf(t.findings()[0], string(suppress.ExpectationFailed))
	}
	return c
}

// joined are errors of one expression as that of its test: the first gives its name.
func joined(found []workspace.Finding) *junitFailure {
	out := junitFailureOf(found[0], string(found[0].Code))
	for _, f := range found[1:] {
		out.Text += "\n" + junitFailureOf(f, "").Text
	}
	return out
}

// junit is an example of a rule as a test. It is named by its number: its place is another
// one where it fails.
func (e TestedExample) junit() junitCase {
	c := junitCaseOf(e.Place, "")
	c.Name = fmt.Sprintf("%s, example %d", e.Rule.Name, e.Number)
	switch e.Verdict {
	case evaluate.Skipped:
		c.Skipped = &junitSkip{console.OneLine(e.Problem)}
	case evaluate.Failed:
		c.Failure = junitFailureOf(e.detailed(), string(suppress.ExpectationFailed))
	}
	return c
}

// besidesJUnit is what is found besides: an error of a program, or what running its
// functions on small values showed.
func besidesJUnit(f workspace.Finding) junitCase {
	c := junitCaseOf(f.Place, string(f.Code))
	failure := junitFailureOf(f, string(f.Code))
	if workspace.Executes(f.Code) {
		c.Failure = failure
	} else {
		c.Error = failure
	}
	return c
}
