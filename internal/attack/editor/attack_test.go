package editor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/attack/editor"
	"github.com/fraccheck/fraccheck/internal/command"
)

// Of one text answers may take so long and the server so much memory. A server answers
// within 2 s of the clock; the rest is for a machine that has more to do.
const (
	mostTime   = 5 * time.Second
	mostMemory = 2 << 30
	// sessionTime is how long one text is asked about.
	sessionTime = 25 * time.Second
)

// few are what `go test` asks about: one short text of each sort.
var few = regexp.MustCompile(`^(parentheses 100|pairs of pairs 20|undefined names 300|random tokens 100|rules 50)$`)

// TestEverything asks everything about a few hostile texts; with ATTACK set, about all of
// them, or those whose names ATTACK_ONLY matches. There alone time counts.
func TestEverything(t *testing.T) {
	binary, only := build(t), few
	if os.Getenv("ATTACK") != "" {
		only = regexp.MustCompile(os.Getenv("ATTACK_ONLY"))
	}
	for _, text := range editor.Texts(read(t, "*.*"), read(t, "rules/*")) {
		if only.MatchString(text.Name) {
			t.Run(text.Name, func(t *testing.T) { attack(t, binary, text) })
		}
	}
}

// attack asks everything about one text.
func attack(t *testing.T, binary string, text editor.Text) {
	folder, name := t.TempDir(), "main.frac"
	if text.Rules {
		name = "main.fracrule"
	}
	e, err := editor.Start(folder, binary, "lsp")
	if err != nil {
		t.Fatal(err)
	}
	r := e.Everything("file://"+filepath.Join(folder, name), text.Text, 4, sessionTime)
	e.Close()
	if r.Gone {
		t.Error("the server ended, or did not end what was cancelled")
	}
	for _, unknown := range r.Unknown {
		t.Errorf("no question is about %s: add one to the table", unknown)
	}
	if r.Memory > mostMemory {
		t.Errorf("%d MiB, %d allowed", r.Memory>>20, mostMemory>>20)
	}
	for _, a := range r.Answers {
		if a.Hung || a.Time > mostTime && os.Getenv("ATTACK") != "" {
			t.Error(a)
		}
	}
	t.Log(summary(r))
}

// summary describes a session in one line.
func summary(r editor.Report) string {
	var slowest editor.Answer
	for _, a := range r.Answers {
		if a.Time > slowest.Time {
			slowest = a
		}
	}
	return fmt.Sprintf("%d answers, %d diagnostics in %d ms, %d MiB; the slowest: %v", len(r.Answers), r.Diagnostics, r.Published.Milliseconds(), r.Memory>>20, slowest)
}

// build makes the binary that is asked.
func build(t *testing.T) string {
	path, err := command.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// read gives the examples whose names match.
func read(t *testing.T, pattern string) (texts []string) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "examples", pattern))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}
