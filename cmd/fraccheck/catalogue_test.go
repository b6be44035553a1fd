package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestCatalogue shows what every kind of mistake is answered with. The programs
// of testdata/catalogue are named for the code or the matter that they show;
// beside each stands what the command prints on it, to be read by whoever
// changes a message.
func TestCatalogue(t *testing.T) {
	for _, path := range catalogue(t) {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			env := &environment{Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: os.Stderr}, dir: alone(t, path)}
			env.run([]string{"check", "--hints", "--format=text", name})
			golden := path + ".golden"
			if *update {
				if err := os.WriteFile(golden, env.Stdout.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), env.Stdout.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", golden, diff)
			}
		})
	}
}

// TestCatalogueTellsOnce holds that one mistake is one finding: each item of
// the catalogue has one, but those whose comment begins with `Right:`.
func TestCatalogueTellsOnce(t *testing.T) {
	for _, path := range catalogue(t) {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			dir := alone(t, path)
			file := filepath.Join(dir, name)
			report, err := workspace.Open(workspace.Options{Root: dir}).Check(context.Background(), []string{file})
			if err != nil {
				t.Fatal(err)
			}
			found := map[int][]workspace.Finding{}
			for _, f := range report.Findings {
				found[f.Item] = append(found[f.Item], f)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i, item := range syntax.ParseFile(name, string(text)).All() {
				want := 1
				if strings.Contains(item.Text, "# Right:") || item.Kind(item.Root) == syntax.ItemVersion {
					want = 0
				}
				if got := messagesOf(found[i]); len(got) != want {
					t.Errorf("%s: %d findings, want %d: %q\n%s", name, len(got), want, got, item.Text)
				}
			}
		})
	}
}

// told are the messages of findings. A hint beside something worse may well be
// what explains it.
func messagesOf(findings []workspace.Finding) (messages []string) {
	worst := codes.Hint
	for _, f := range findings {
		worst = min(worst, f.Severity)
	}
	for _, f := range findings {
		if f.Severity != codes.Hint || worst == codes.Hint {
			messages = append(messages, f.Message)
		}
	}
	return messages
}

// alone copies a program into a folder of its own, so that it is reported
// under its name.
func alone(t *testing.T, path string) string {
	dir := t.TempDir()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, filepath.Base(path)), text, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// catalogue lists the programs of the catalogue.
func catalogue(t *testing.T) (paths []string) {
	for _, pattern := range []string{"*.frac", "*.relay"} {
		found, err := filepath.Glob(filepath.Join("testdata/catalogue", pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("no program in the catalogue: %v", err)
		}
		paths = append(paths, found...)
	}
	return paths
}
