package workspace

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A Report is what checking some files gave.
type Report struct {
	Files    int
	Findings []Finding // sorted
	Hidden   int       // hints that are left out
	// Unaffected counts the files that were asked for and left out, since nothing that
	// they depend on changed.
	Unaffected int
	Known      int // findings that are in baselines, and are left out
	// Agree and Differ count the type comments (`/* ty=… */`).
	Agree, Differ int
	Crashes       []Crash
	// Unexecuted lists the files whose own functions could not be run, with the reason: the
	// checks that ask for it were not made there.
	Unexecuted []error
}

// Hints is the number of hints, those that are left out among them.
func (r *Report) Hints() int { return r.Hidden + r.Count(codes.Hint) }

// Count is the number of findings of a severity.
func (r *Report) Count(severity codes.Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == severity {
			n++
		}
	}
	return n
}

// maxOfCode is how many findings of one code are reported of a file: more than
// anybody fixes before checking again, and few enough for every editor.
const maxOfCode = 1000

// A tally gathers the findings of a file. It keeps the first maxOfCode of each code and
// counts the others while they come, since a text of mistakes has a hundred thousand.
type tally map[codes.Code]*codeTally

// A codeTally has the findings of one code.
type codeTally struct {
	first    []Finding // among them the first maxOfCode, and the one after these
	dropped  int
	severity codes.Severity // the gravest of those that were dropped
}

// add takes findings over, in any order; each finding is in one call only.
func (t tally) add(findings []Finding) {
	for _, f := range sourcefile.Sorted(findings) {
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

// squeeze drops what follows the first maxOfCode findings and one more.
func (c *codeTally) squeeze() {
	c.first = sourcefile.Sorted(c.first)
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
	var all []Finding
	for _, of := range t {
		of.squeeze()
		if len(of.first) > maxOfCode {
			of.first[maxOfCode] = of.rest()
		}
		all = append(all, of.first...)
	}
	return sourcefile.Sorted(all)
}

// rest is the finding that counts those that are not reported.
func (c *codeTally) rest() Finding {
	f, more := c.first[maxOfCode], c.dropped+1
	return Finding{
		Place: f.Place, Item: f.Item, Code: f.Code, Severity: min(f.Severity, c.severity),
		Message: fmt.Sprintf("from here on, at least %d more diagnostics of this kind are not shown; fix some of the first %d and check again", more, maxOfCode),
	}
}

// Joined is a report with more findings.
func (r *Report) Joined(found []Finding) *Report {
	next := *r
	next.Findings = sourcefile.Sorted(insteadOfUses(slices.Clone(found), r.Findings))
	return &next
}

// insteadOfUses adds findings to shared ones, but for those that an operator is not declared where
// its declaration is among the shared ones, as one that is wrong: that represents them, as an error.
func insteadOfUses(shared, findings []Finding) []Finding {
	declared := map[string][]int{} // by the names of operators
	for i, f := range shared {
		if f.Code == codes.OperatorError && f.Definition != "" {
			declared[f.Definition] = append(declared[f.Definition], i)
		}
	}
	uses := make([]int, len(shared))
	all := shared
	for _, f := range findings {
		at := -1
		if len(declared) > 0 && (f.Code == codes.UndefinedName || f.Code == codes.UnknownOperator) {
			for _, i := range declared[f.Source.Text()[f.Span.Start:f.Span.End]] {
				if strings.HasPrefix(f.Source.Path, filepath.Dir(shared[i].Source.Path)+string(filepath.Separator)) {
					at = i
				}
			}
		}
		if at < 0 {
			all = append(all, f)
		} else {
			uses[at]++
		}
	}
	for i, n := range uses {
		if n > 0 {
			all[i].Severity = codes.Error
			all[i].Notes = append(slices.Clip(all[i].Notes), fmt.Sprintf("Calls of `%s` have no type: %d in the files that are checked.", all[i].Definition, n))
		}
	}
	return all
}

// An oldSpellings is the one finding of a file that is written as older versions of TVM
// wrote it: each of its items says so for itself.
type oldSpellings struct{ found *Finding }

// gather takes the findings of an item that say so out of them and joins them.
func (o *oldSpellings) gather(findings []Finding) []Finding {
	return slices.DeleteFunc(findings, func(f Finding) bool {
		if f.Code != codes.OldSpelling {
			return false
		}
		if o.found == nil {
			o.found = &f
			return true
		}
		o.found.Notes = slices.Clip(o.found.Notes)
		for _, note := range f.Notes {
			if !slices.Contains(o.found.Notes, note) {
				o.found.Notes = append(o.found.Notes, note)
			}
		}
		switch {
		case len(f.Fixes) == 0:
		case len(o.found.Fixes) == 0:
			o.found.Fixes = f.Fixes
		default:
			fix := o.found.Fixes[0]
			fix.Edits = append(slices.Clip(fix.Edits), f.Fixes[0].Edits...)
			o.found.Fixes = []Fix{fix}
		}
		return true
	})
}

// findings is the finding of the file, if there is one.
func (o *oldSpellings) findings() []Finding {
	if o.found == nil {
		return nil
	}
	return []Finding{*o.found}
}
