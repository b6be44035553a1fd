package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// shownRun is a command in the manual with all that it prints.
var shownRun = regexp.MustCompile("(?s)```text\n\\$ (fraccheck cost --metric macs [^\n]*)\n(.*?)```")

// TestCostManual holds that networks cost what docs/cost.md prints of them.
func TestCostManual(t *testing.T) {
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "docs", "cost.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := shownRun.FindStringSubmatch(string(text))
	if shown == nil {
		t.Fatal("docs/cost.md shows no run")
	}
	script := "exec " + shown[1] + "\ncmp stdout golden\n-- golden --\n" + strings.TrimRight(shown[2], "\n") + "\n\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "manual.txtar"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: dir, Setup: func(env *testscript.Env) error {
		return os.CopyFS(filepath.Join(env.WorkDir, "examples"), os.DirFS(filepath.Join(root, "examples")))
	}})
}
