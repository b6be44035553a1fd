package attack

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Kind is one sort of hostile input.
type Kind struct {
	Name string
	// Make writes an input of about size bytes (or of what else Size counts) into an
	// empty folder.
	Make func(in Folder, size int) error
	// Size is how large `make attack` has it, Small how large `go test` does; 0: a
	// hundredth of Size.
	Size, Small int
	// Commands are the arguments of each run, in the folder; nil: TextCommands.
	Commands [][]string
	// Input is the file in the folder that commands read as standard input; empty: none.
	Input string
	// Says is what each output must hold.
	Says  string
	Limit Limit // what is 0 in it is that of DefaultLimit
}

// A Limit is what one run may take.
type Limit struct {
	Time   time.Duration
	Memory int64 // bytes that were resident at once
}

// patience is how long a run may take by the clock, whatever its limit.
const patience = 30 * time.Second

// DefaultLimit holds for inputs of 100 KB and for what says nothing else.
var DefaultLimit = Limit{Time: 5 * time.Second, Memory: 2 << 30}

// TextCommands are tried on inputs that are one program, main.frac.
var TextCommands = [][]string{
	{"check", "main.frac"},
	{"check", "--format", "json", "main.frac"},
	{"fmt", "--list", "main.frac"},
	{"types", "main.frac"},
}

// AnalysisCommands are tried on programs of 100 KB, besides TextCommands.
var AnalysisCommands = [][]string{
	{"cost", "main.frac"},
	{"convert", "--to", "anf", "main.frac"},
	{"convert", "--to", "gnf", "main.frac"},
	{"convert", "--to", "bbnf", "main.frac"},
	{"match", "-e", "add(a, b)", "main.frac"},
	{"run", "--timeout", "1s", "--max-memory", "512MiB", "main.frac"},
	{"test", "--timeout", "1s", "main.frac"},
	{"show", "types", "main.frac"},
	{"check", "--fix", "--diff", "main.frac"},
	{"check", "--fix=likely", "--diff", "main.frac"},
}

// All is every kind there is.
func All() []Kind {
	return slices.Concat(textKinds(), programKinds(), runKinds(), typeKinds(), fileKinds(), oddFileKinds(), valueKinds(), operatorKinds(), messageKinds(), modelKinds())
}

// A Folder is where an input is made.
type Folder string

// Path is that of a file in the folder.
func (f Folder) Path(name string) string { return filepath.Join(string(f), name) }

// Write makes a file, and the folders above it.
func (f Folder) Write(name, text string) error {
	path := f.Path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// program makes a kind's Make of a function that gives the text of main.frac.
func program(text func(size int) string) func(Folder, int) error {
	return func(in Folder, size int) error { return in.Write("main.frac", text(size)) }
}

// repeated is a text of size bytes that says one thing again and again.
func repeated(piece string) func(size int) string {
	return func(size int) string { return strings.Repeat(piece, max(size/len(piece), 1)) }
}

// Sized is how large the input is made.
func (k Kind) Sized(large bool) int {
	switch {
	case large:
		return k.Size
	case k.Small > 0:
		return k.Small
	}
	return max(k.Size/100, 1)
}

// Runs are the commands that are tried.
func (k Kind) Runs() [][]string {
	if k.Commands == nil {
		return TextCommands
	}
	return k.Commands
}

// Bounds are what each run may take; what is made small is not timed.
func (k Kind) Bounds(large bool) Limit {
	limit := k.Limit
	if limit.Time == 0 {
		limit.Time = DefaultLimit.Time
	}
	if limit.Memory == 0 {
		limit.Memory = DefaultLimit.Memory
	}
	if !large {
		limit.Time = patience
	}
	return limit
}

// TimeOf is what a text of so many bytes may take: 1 s for each MB beyond the 100 KB of
// the default.
func TimeOf(size int) time.Duration {
	return DefaultLimit.Time + time.Duration(size>>20)*time.Second
}
