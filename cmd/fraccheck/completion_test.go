package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
)

// completed are command lines with what a shell offers at their ends.
var completed = []struct{ line, want string }{
	{"fraccheck ex", "explain"},
	{"fraccheck run", "run"},
	{"fraccheck --format s", "sarif short"},
	{"fraccheck check --format=s", "sarif short"},
	{"fraccheck --format=", "checkstyle github gitlab json junit rdjson sarif short text"},
	{"fraccheck check --fail-on e", "error"},
	{"fraccheck check x.frac --fail-on e", "error"},
	{"fraccheck diff --format m", "markdown"},
	{"fraccheck explain undef", "undefined-name"},
	{"fraccheck explain division", "division-by-zero"},
	{"fraccheck help eq", "equiv"},
	{"fraccheck show ", "graph types"},
	{"fraccheck show graph --theme ", "auto dark light"},
	{"fraccheck convert --to ", "anf bbnf frac gnf onnx"},
	{"fraccheck completion ", "bash fish zsh"},
	{"fraccheck run od", "odd name.frac"},
	{"fraccheck od", "odd name.frac"},
	{"fraccheck run -o od", "odd name.frac"},
	{"fraccheck --baseline od", "odd name.frac"},
	{"fraccheck init f", "folder"},
	{"fraccheck equiv o", ""},
	{"fraccheck check --jobs o", ""},
	{"fraccheck check --hin", "--hints"},
	{"fraccheck --hin", "--hints"},
	{"fraccheck fmt --wr", "--write"},
	{"fraccheck fmt --hin", ""},
	{"fraccheck --changed-since br", "branch"},
	{"fraccheck check --changed-since=br", "branch"},
}

// TestCompletion has each shell that is there complete command lines.
func TestCompletion(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"odd name.frac", "other.txt", "folder/file"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	inGit(t, dir)
	for shell, options := range map[string][]string{"bash": {"--norc"}, "zsh": {"-f"}, "fish": {"--no-config"}} {
		t.Run(shell, func(t *testing.T) {
			program, err := exec.LookPath(shell)
			if err != nil {
				t.Skip(shell, "is not there")
			}
			script := writtenCompletion(t, shell)
			driver, err := filepath.Abs(filepath.Join("testdata", "completion", shell))
			if err != nil {
				t.Fatal(err)
			}
			for i, tt := range completed {
				if shell == "zsh" && i%3 > 0 {
					continue // it takes more than a second to start
				}
				command := exec.Command(program, append(slices.Clone(options), driver, script, tt.line)...)
				command.Dir, command.Env = dir, append(os.Environ(), "HOME="+dir, "TERM=dumb")
				out, err := command.CombinedOutput()
				if got := offeredBy(string(out)); err != nil || got != tt.want {
					t.Errorf("%q: %v, %q, want %q", tt.line, err, got, tt.want)
				}
			}
		})
	}
}

// inGit makes a repository with branches, one of which is called as no shell should take it.
func inGit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{
		{"init", "-q"}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", "first"},
		{"branch", "branch"}, {"branch", "$(touch${IFS}ran)`touch${IFS}ran`"},
	} {
		command := exec.Command("git", args...)
		command.Dir = dir
		if out, err := command.CombinedOutput(); err != nil {
			t.Skipf("git: %v, %s", err, out)
		}
	}
	t.Cleanup(func() {
		if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
			t.Error("the name of a branch was run")
		}
	})
}

// flagPart is what fish writes before a value that belongs to the same word.
var flagPart = regexp.MustCompile(`^--[a-z-]+=`)

// offeredBy are the lines that a shell printed, sorted, each once; a name of a file without
// the marks that a shell puts to it.
func offeredBy(out string) string {
	var found []string
	for line := range strings.SplitSeq(strings.TrimSpace(out), "\n") {
		line = strings.NewReplacer(`\`, "").Replace(strings.TrimSuffix(flagPart.ReplaceAllString(line, ""), "/"))
		found = append(found, line)
	}
	slices.Sort(found)
	return strings.Join(slices.Compact(found), " ")
}

// writtenCompletion is the path of the script for a shell.
func writtenCompletion(t *testing.T, shell string) string {
	t.Helper()
	env := &environment{Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}, dir: t.TempDir()}
	if status := env.run([]string{"completion", shell}); status != statusClean {
		t.Fatal(env.Stderr)
	}
	path := filepath.Join(env.dir, "_fraccheck")
	if err := os.WriteFile(path, env.Stdout.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
