package lsp

import (
	"slices"
	"time"

	"github.com/fraccheck/fraccheck/internal/explain"
)

// Settings are what the user chose, in the section `fraccheck` of the client's
// configuration. They are part of a view and never change.
type settings struct {
	InlayHints struct {
		Types      bool // of bindings and parameters without annotation
		Patterns   bool // of the variables of clauses, where the constructor does not tell
		Parameters bool // names of parameters at arguments
		Results    bool // of evaluated lines
		Costs      bool // behind what makes the work of definitions grow
	}
	CodeLens struct {
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
	// Severity stands before what fraccheck.toml says, by code.
	Severity map[string]string
	// WorkspaceDiagnostics has files checked that are not open.
	WorkspaceDiagnostics bool
	// Trusted lets checks run the program's own code.
	Trusted bool
	// LargestFile is the size in bytes above which only syntax is checked; 0: none.
	LargestFile int
}

// defaultSettings hold where the client says nothing.
func defaultSettings() (s settings) {
	s.InlayHints.Types, s.InlayHints.Patterns, s.InlayHints.Parameters, s.InlayHints.Results = true, true, true, true
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
	in   func(*settings) any // a pointer to the value
}

var settingTable = []setting{
	{"inlayHints.types", "Show the inferred types of bindings and parameters that have no annotation.", booleanForm,
		func(s *settings) any { return &s.InlayHints.Types }},
	{"inlayHints.patterns", "Show the types of the variables that the patterns of clauses bind, unless the constructor determines them.", booleanForm,
		func(s *settings) any { return &s.InlayHints.Patterns }},
	{"inlayHints.parameters", "Show the names of parameters at arguments.", booleanForm,
		func(s *settings) any { return &s.InlayHints.Parameters }},
	{"inlayHints.results", "Show the results of evaluated lines.", booleanForm,
		func(s *settings) any { return &s.InlayHints.Results }},
	{"inlayHints.costs", "Show how the work of a definition grows, after the calls and operators that cause it.", booleanForm,
		func(s *settings) any { return &s.InlayHints.Costs }},
	{"codeLens.run", "Offer to run expressions and definitions without parameters.", booleanForm,
		func(s *settings) any { return &s.CodeLens.Run }},
	{"codeLens.test", "Offer to check evaluation comments and to run the examples of rules.", booleanForm,
		func(s *settings) any { return &s.CodeLens.Test }},
	{"codeLens.references", "Count the references of definitions.", booleanForm,
		func(s *settings) any { return &s.CodeLens.References }},
	{"codeLens.cost", "Show what calling a definition costs at most.", booleanForm,
		func(s *settings) any { return &s.CodeLens.Cost }},
	{"run.steps", "How many steps a run may take; 0 for any number.", wholeForm,
		func(s *settings) any { return &s.Run.Steps }},
	{"run.memory", "How many bytes a run may use; 0 for any number.", wholeForm,
		func(s *settings) any { return &s.Run.Memory }},
	{"run.timeout", "How many seconds a run may last; 0 for as long as it takes.", secondsForm,
		func(s *settings) any { return &s.Run.Timeout }},
	{"run.threads", "How many threads evaluate; 0 for one a processor.", wholeForm,
		func(s *settings) any { return &s.Run.Threads }},
	{"run.sequential", "Evaluate on one thread, in the order in which the program is written.", booleanForm,
		func(s *settings) any { return &s.Run.Sequential }},
	{"severity", "The severity of diagnostics by code: `error`, `warning`, `info`, `hint` or `off`. It overrides the one in `fraccheck.toml`.", severityForm,
		func(s *settings) any { return &s.Severity }},
	{"workspaceDiagnostics", "Check all programs of the workspace's folders, not only the open ones.", booleanForm,
		func(s *settings) any { return &s.WorkspaceDiagnostics }},
	{"trusted", "Let checks run the program's own code.", booleanForm,
		func(s *settings) any { return &s.Trusted }},
	{"largestFile", "The size in bytes above which only the syntax of a file is checked; 0 for any size.", wholeForm,
		func(s *settings) any { return &s.LargestFile }},
}

// clientKeys are settings of the same section that an editor's extension reads
// for itself, and what it says of itself when it starts the server.
var clientKeys = []string{"path", "trace", "showReferences", "showValue", "parameterHintsCommand", "suggestCommand"}

// severityNames are the values of the severity setting.
var severityNames = []string{"error", "warning", "info", "hint", "off"}

// knownCode tells whether findings with a code can exist.
func knownCode(code string) bool { return slices.Contains(explain.Codes(), code) }
