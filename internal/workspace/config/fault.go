package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A Fault is a mistake in a fraccheck.toml. What it is in is left out; the rest counts.
type Fault struct {
	Code     codes.Code
	Span     syntax.Span
	Message  string
	Notes    []string
	Fixes    []Fix
	Operator string // in whose declaration it is, if any
}

// A Fix replaces the text of a span.
type Fix struct {
	Title   string
	Span    syntax.Span
	NewText string
}

// An Error is a mistake in a fraccheck.toml, or in a baseline, with which nothing can be done.
type Error struct {
	Name         string // of the file
	Line, Column int
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Message)
}

// A report notes a fault.
type report func(span syntax.Span, message string, fixes ...Fix)

// mostFaults is how many faults of a text are reported.
const mostFaults = 200

func (c *Config) fault(span syntax.Span, message string, fixes ...Fix) {
	c.note(&c.Faults, Fault{Code: codes.ConfigurationError, Span: span, Message: message, Fixes: fixes})
}

// operatorReport notes faults in the declaration of an operator.
func (c *Config) operatorReport(name string) report {
	return func(span syntax.Span, message string, fixes ...Fix) {
		c.note(&c.Faults, Fault{Code: codes.OperatorError, Span: span, Message: message, Fixes: fixes, Operator: name})
	}
}

func (c *Config) note(faults *[]Fault, f Fault) {
	if len(*faults) < mostFaults {
		*faults = append(*faults, f)
	}
}

// Source is the text of the configuration, for findings to be in.
func (c *Config) Source() *sourcefile.Source { return c.source() }

// Finding is a fault as a diagnostic.
func (c *Config) Finding(f Fault) sourcefile.Finding {
	source := c.Source()
	finding := sourcefile.Finding{
		Place: sourcefile.Place{Source: source, Span: f.Span}, Item: -1,
		Code: f.Code, Severity: f.Code.DefaultSeverity(), Message: f.Message, Notes: f.Notes, Definition: f.Operator,
	}
	for _, fix := range f.Fixes {
		finding.Fixes = append(finding.Fixes, sourcefile.Fix{
			Title: fix.Title, Confidence: codes.Likely,
			Edits: []sourcefile.Edit{{Place: sourcefile.Place{Source: source, Span: fix.Span}, NewText: fix.NewText}},
		})
	}
	return finding
}

// Findings are the faults that reading the text found, and others, under the severities that the
// configuration says.
func (c *Config) Findings(others ...Fault) (all []sourcefile.Finding) {
	for _, faults := range [][]Fault{c.fatal, c.Faults, others} {
		for _, f := range faults {
			all = append(all, c.Finding(f))
		}
	}
	return c.Apply(all)
}

// ErrorOf is a fault as the end of a command.
func (c *Config) ErrorOf(f Fault) *Error {
	start := c.Source().Position(f.Span.Start)
	return &Error{c.Name, start.Line, start.Column, f.Message}
}

// Refusal is the first fault for which no file of the folder may be touched: a mistake of the
// syntax, a version that does not fit, or files to ignore that are not known. It is nil where there
// is none.
func (c *Config) Refusal() error {
	if len(c.fatal) == 0 {
		return nil
	}
	return c.ErrorOf(c.fatal[0])
}

// Faulty reports whether a part of the text was left out.
func (c *Config) Faulty() bool {
	return len(c.fatal) > 0 || slices.ContainsFunc(c.Faults, func(f Fault) bool { return f.Code == codes.ConfigurationError })
}

// UnknownName says that there is no such key or code, and which may be meant.
func UnknownName(what, name string, known []string) string {
	message := fmt.Sprintf("unknown %s `%s`", what, name)
	if near, ok := spelling.Nearest(name, known); ok {
		return message + fmt.Sprintf("; did you mean `%s`?", near)
	}
	if len(known) > mostListed {
		return message + "; `fraccheck explain` lists the codes"
	}
	return message + "; known are " + strings.Join(known, ", ")
}

// mostListed is how many names a message lists; of no kind of names but codes there are more.
const mostListed = 30
