package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// readmeCommand is a line of the README that calls the program, without the comment
// after it.
var readmeCommand = regexp.MustCompile(`(?m)^(?:go run \./cmd/fraccheck|fraccheck) ([^#\n]*[^#\s])`)

// TestReadme runs the README's commands beside the files that it mentions.
func TestReadme(t *testing.T) {
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	script.WriteString("exec fraccheck fmt --check examples/\n") // so that fmt -w changes nothing
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		for _, m := range readmeCommand.FindAllStringSubmatch(block[1], -1) {
			script.WriteString("exec fraccheck " + m[1] + "\n")
		}
	}
	if n := strings.Count(script.String(), "\n"); n < 10 {
		t.Fatalf("%d commands were found in the README", n)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "readme.txtar"), []byte(script.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: dir, Setup: func(env *testscript.Env) error {
		return os.CopyFS(filepath.Join(env.WorkDir, "examples"), os.DirFS(filepath.Join(root, "examples")))
	}})
}
