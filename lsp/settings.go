package lsp

import "time"

// Settings are what the user chose, in the section `fraccheck` of the client's
// configuration. They are part of a view and never change.
type settings struct {
	InlayHints struct {
		Types      bool // of bindings and parameters without annotation
		Parameters bool // names of parameters at arguments
		Results    bool // of evaluated lines
	}
	CodeLens struct {
		Run        bool
		Test       bool
		References bool
	}
	Run struct {
		Steps      int64 // per run; 0: no bound
		Memory     int64 // bytes
		Timeout    time.Duration
		Threads    int // 0: one a processor
		Sequential bool
	}
	// Trusted lets checks run the program's own code.
	Trusted bool
	// LargestFile is the size in bytes above which only syntax is checked.
	LargestFile int
}

// defaultSettings hold where the client says nothing.
func defaultSettings() (s settings) {
	s.InlayHints.Types, s.InlayHints.Parameters, s.InlayHints.Results = true, true, true
	s.CodeLens.Run, s.CodeLens.Test, s.CodeLens.References = true, true, true
	s.Run.Steps, s.Run.Memory, s.Run.Timeout = 1_000_000_000, 1<<30, 10*time.Second
	s.LargestFile = 20 << 20
	return s
}
