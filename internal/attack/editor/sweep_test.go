package editor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/attack/editor"
)

// TestSweep asks everything about all hostile texts; with BINARY set, to that binary.
func TestSweep(t *testing.T) {
	binary := os.Getenv("BINARY")
	if binary == "" {
		t.Skip("BINARY is not set")
	}
	only := regexp.MustCompile(os.Getenv("ATTACK_ONLY"))
	step, _ := strconv.Atoi(os.Getenv("STEP"))
	from, _ := strconv.Atoi(os.Getenv("FROM"))
	step = max(step, 1)
	folder := t.TempDir()
	for i, text := range editor.Texts(read(t, "../../../examples/*.*"), read(t, "../../../examples/rules/*")) {
		if !only.MatchString(text.Name) || i%step != from {
			continue
		}
		sweep(t, binary, folder, text)
	}
}

func sweep(t *testing.T, binary, folder string, text editor.Text) {
	e, err := editor.Start(folder, binary, "lsp")
	if err != nil {
		t.Fatal(err)
	}
	name := "main.frac"
	if text.Rules {
		name = "main.fracrule"
	}
	e.Patience = 5 * time.Second
	r := e.Everything("file://"+filepath.Join(folder, name), text.Text, 4, 12*time.Second)
	state := e.Close()
	slow := 0
	for _, a := range r.Answers {
		if a.Time > time.Second/2 {
			slow++
		}
	}
	fmt.Printf("%-32s %7d bytes: %4d answers, %3d slow, %4d left; diagnostics %d in %d ms; %d MB; user %.1f s; gone %v %v\n", text.Name, len(text.Text), len(r.Answers), slow, r.Left,
		r.Diagnostics, r.Published.Milliseconds(), r.Memory>>20, state.UserTime().Seconds(), r.Gone, r.Unknown)
	shown := map[string]int{}
	for _, a := range r.Answers {
		if a.Time > time.Second/2 && shown[a.Method] < 2 {
			shown[a.Method]++
			fmt.Printf("      %v\n", a)
		}
	}
}

func read(t *testing.T, pattern string) (texts []string) {
	files, err := filepath.Glob(pattern)
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
