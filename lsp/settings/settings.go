// Package settings reads what the user chose in the section `fraccheck` of an editor's
// configuration. One table lists the settings; the reader, the page docs/settings.md and the
// extension's manifest are all held to it by tests.
//
// Read settings.go first.
package settings

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/spelling"
)

// Settings are what the user chose, in the section `fraccheck` of the client's
// configuration. They are part of a view and never change.
type Settings struct {
	InlayHints struct {
		Types      bool // of bindings and parameters without annotation
		Patterns   bool // of the variables of clauses, where the constructor does not determine them
		Parameters bool // names of parameters at arguments
		Results    bool // of evaluated lines
		Costs      bool // after what makes the work of definitions grow
		Ranges     bool // of the numbers of parameters, bindings and results
	}
	Hover struct {
		Ranges bool // of the numbers of what is under the mouse
	}
	CodeLens struct {
		Show       string // Full, Gutter or Off
		Run        bool
		Test       bool
		References bool
		Cost       bool
	}
	Run struct {
		Steps      int64 // per run; 0: no bound
		Memory     int64 // bytes; 0: no bound
		Timeout    time.Duration
		Threads    int // 0: one a processor
		Sequential bool
	}
	// Severity overrides what fraccheck.toml says, by code.
	Severity map[string]string
	// WorkspaceDiagnostics has files checked that are not open.
	WorkspaceDiagnostics bool
	// Trusted lets checks run the program's own code.
	Trusted bool
	// LargestFile is the size in bytes above which only syntax is checked; 0: none.
	LargestFile int
}

// Where lenses are shown.
const (
	Full   = "full"   // between the lines
	Gutter = "gutter" // tests alone, beside the lines, by clients that can
	Off    = "off"    // nowhere
)

// Default hold where the client says nothing.
func Default() (s Settings) {
	s.InlayHints.Types, s.InlayHints.Patterns, s.InlayHints.Parameters, s.InlayHints.Results = true, true, true, true
	s.CodeLens.Show = Full
	s.CodeLens.Run, s.CodeLens.Test, s.CodeLens.References, s.CodeLens.Cost = true, true, true, true
	s.Run.Steps, s.Run.Memory, s.Run.Timeout = 1_000_000_000, 1<<30, 10*time.Second
	s.WorkspaceDiagnostics = true
	s.LargestFile = 20 << 20
	return s
}

// A setting is one key of the section: the decoder, docs/settings.md and the
// settings of the VS Code extension are all held to this table.
type setting struct {
	key  string // with dots between the levels
	doc  string
	form settingForm
	in   func(*Settings) any // a pointer to the value
}

var settingTable = []setting{
	{"inlayHints.types", "Show the inferred types of bindings and parameters that have no annotation.", booleanForm,
		func(s *Settings) any { return &s.InlayHints.Types }},
	{"inlayHints.patterns", "Show the types of the variables that the patterns of clauses bind, unless the constructor determines them.", booleanForm,
		func(s *Settings) any { return &s.InlayHints.Patterns }},
	{"inlayHints.parameters", "Show the names of parameters at arguments.", booleanForm,
		func(s *Settings) any { return &s.InlayHints.Parameters }},
	{"inlayHints.results", "Show the results of evaluated lines.", booleanForm,
		func(s *Settings) any { return &s.InlayHints.Results }},
	{"inlayHints.costs", "Show how the work of a definition grows, after the calls and operators that cause it.", booleanForm,
		func(s *Settings) any { return &s.InlayHints.Costs }},
	{"inlayHints.ranges", "Show bounds of the numbers of parameters, bindings and results, where there are some.", booleanForm,
		func(s *Settings) any { return &s.InlayHints.Ranges }},
	{"hover.ranges", "Show bounds of the numbers of the variable under the mouse, or of the definition's result, where there are some.", booleanForm,
		func(s *Settings) any { return &s.Hover.Ranges }},
	{"codeLens.show", "Where lenses are shown: `full` between the lines, `gutter` tests alone and beside the lines, `off` nowhere.", showForm,
		func(s *Settings) any { return &s.CodeLens.Show }},
	{"codeLens.run", "Offer to run expressions and definitions.", booleanForm,
		func(s *Settings) any { return &s.CodeLens.Run }},
	{"codeLens.test", "Offer to check evaluation comments and to run the examples of rules.", booleanForm,
		func(s *Settings) any { return &s.CodeLens.Test }},
	{"codeLens.references", "Count the references of definitions.", booleanForm,
		func(s *Settings) any { return &s.CodeLens.References }},
	{"codeLens.cost", "Show what calling a definition costs at most.", booleanForm,
		func(s *Settings) any { return &s.CodeLens.Cost }},
	{"run.steps", "How many steps a run may take; 0 for any number.", wholeForm,
		func(s *Settings) any { return &s.Run.Steps }},
	{"run.memory", "How many bytes a run may use; 0 for any number.", wholeForm,
		func(s *Settings) any { return &s.Run.Memory }},
	{"run.timeout", "How many seconds a run may last; 0 for as long as it takes.", secondsForm,
		func(s *Settings) any { return &s.Run.Timeout }},
	{"run.threads", "How many threads evaluate; 0 for one a processor.", wholeForm,
		func(s *Settings) any { return &s.Run.Threads }},
	{"run.sequential", "Evaluate on one thread, in the order in which the program is written.", booleanForm,
		func(s *Settings) any { return &s.Run.Sequential }},
	{"severity", "The severity of diagnostics by code: `error`, `warning`, `info`, `hint` or `off`. It overrides the one in `fraccheck.toml`.", severityForm,
		func(s *Settings) any { return &s.Severity }},
	{"workspaceDiagnostics", "Check all programs of the workspace's folders, not only the open ones.", booleanForm,
		func(s *Settings) any { return &s.WorkspaceDiagnostics }},
	{"trusted", "Let checks run the program's own code.", booleanForm,
		func(s *Settings) any { return &s.Trusted }},
	{"largestFile", "The size in bytes above which only the syntax of a file is checked; 0 for any size.", wholeForm,
		func(s *Settings) any { return &s.LargestFile }},
}

// clientKeys are settings of the same section that an editor's extension reads
// for itself, and what it says of itself when it starts the server.
var clientKeys = []string{"path", "trace", "showReferences", "showValue", "parameterHintsCommand", "suggestCommand"}

// shows are the values of the setting that says where lenses are shown.
var shows = []string{Full, Gutter, Off}

// severityNames are the values of the severity setting.
var severityNames = []string{"error", "warning", "info", "hint", "off"}

// A settingForm is what the values of a setting look like: their type in JSON Schema,
// what a message calls them, and how one is read into the place of the setting.
// A value that does not fit leaves the place alone; parts of one that mean
// nothing are problems.
type settingForm struct {
	schema string
	called string
	read   func(value, into any) (problems []string, fits bool)
}

var (
	booleanForm  = settingForm{"boolean", "true or false", readBoolean}
	wholeForm    = settingForm{"integer", "a whole number that is not negative", readWhole}
	secondsForm  = settingForm{"number", "a number of seconds that is not negative", readSeconds}
	showForm     = settingForm{"string", "`full`, `gutter` or `off`", readShow}
	severityForm = settingForm{"object", "a table of codes and severities", readSeverities}
)

func readBoolean(value, into any) ([]string, bool) {
	b, ok := value.(bool)
	if ok {
		*into.(*bool) = b
	}
	return nil, ok
}

func readShow(value, into any) ([]string, bool) {
	written, _ := value.(string)
	if !slices.Contains([]string{Full, Gutter, Off}, written) {
		return nil, false
	}
	*into.(*string) = written
	return nil, true
}

// readNumber is a value that is one, and not negative. Some clients write whole
// numbers with a fraction or an exponent.
func readNumber(value any) (float64, bool) {
	n, _ := value.(json.Number)
	f, err := n.Float64()
	return f, err == nil && f >= 0
}

func readWhole(value, into any) ([]string, bool) {
	f, ok := readNumber(value)
	if !ok || f != math.Trunc(f) || f > 1<<53 {
		return nil, false
	}
	switch into := into.(type) {
	case *int64:
		*into = int64(f)
	case *int:
		*into = int(min(f, math.MaxInt32))
	}
	return nil, true
}

func readSeconds(value, into any) ([]string, bool) {
	f, ok := readNumber(value)
	if ok {
		*into.(*time.Duration) = time.Duration(min(f, math.MaxInt32) * float64(time.Second))
	}
	return nil, ok
}

// readSeverities leaves out the entries that mean nothing.
func readSeverities(value, into any) (problems []string, fits bool) {
	entries, ok := value.(map[string]any)
	if !ok {
		return nil, false
	}
	read := map[string]string{}
	for _, code := range slices.Sorted(maps.Keys(entries)) {
		severity, _ := entries[code].(string)
		switch {
		case !slices.Contains(explain.Codes(), code):
			problems = append(problems, "there is no code `"+code+"`"+didYouMean(code, explain.Codes()))
		case !slices.Contains(severityNames, severity):
			problems = append(problems, fmt.Sprintf("the severity of `%s` is one of error, warning, info, hint, off", code))
		default:
			read[code] = severity
		}
	}
	*into.(*map[string]string) = read
	return problems, true
}

// didYouMean asks whether another name was meant.
func didYouMean(written string, known []string) string {
	if near, ok := spelling.Nearest(written, known); ok {
		return "; did you mean `" + near + "`?"
	}
	return ""
}
