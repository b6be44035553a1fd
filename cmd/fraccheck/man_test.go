package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
)

// manChecks are programs that read manual pages, and what they may complain of.
var manChecks = []struct {
	program, allowed string
	args             []string
}{
	{"groff", "", []string{"-ww", "-man", "-Tutf8", "-z"}},
	{"mandoc", "missing date", []string{"-T", "lint"}},
}

// TestManPages has what reads manual pages on this machine look at all of them.
func TestManPages(t *testing.T) {
	env := &environment{Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}, dir: t.TempDir()}
	if status := env.run([]string{"man", "-o", "pages/man1"}); status != statusClean {
		t.Fatal(env.Stderr)
	}
	pages, err := filepath.Glob(filepath.Join(env.dir, "pages", "man1", "*.1"))
	if err != nil || len(pages) < 20 {
		t.Fatal(pages, err)
	}
	for _, check := range manChecks {
		program, err := exec.LookPath(check.program)
		if err != nil {
			t.Logf("%s is not there", check.program)
			continue
		}
		for _, page := range pages {
			out, _ := exec.Command(program, append(check.args, page)...).CombinedOutput() // mandoc fails where it warns
			for line := range strings.Lines(string(out)) {
				if check.allowed == "" || !strings.Contains(line, check.allowed) {
					t.Errorf("%s: %s", check.program, line)
				}
			}
		}
	}
}

// TestManSaysAll holds that the page of a command has all its flags and arguments.
func TestManSaysAll(t *testing.T) {
	dir := t.TempDir()
	env := &environment{Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}, dir: dir}
	env.run([]string{"man", "-o", "."})
	for page, words := range map[string][]string{
		"fraccheck.1":            {"completion", `\fBfraccheck\-show\-graph\fR(1)`},
		"fraccheck-check.1":      {`\fR[\fBcheck\fR]`, `\fB\-\-fix\fR[=\fIlikely\fR]`, `\fB\-\-changed\-since\fR=\fIREV\fR`, `\fIPATH\fR...`},
		"fraccheck-run.1":        {`\fB\-e\fR, \fB\-\-expr\fR=\fIEXPR\fR`, `[\fIFILE\fR]`},
		"fraccheck-show-types.1": {`\fBfraccheck\-show\fR(1)`, `\fB\-\-theme\fR=\fITHEME\fR`},
	} {
		text, err := os.ReadFile(filepath.Join(dir, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range words {
			if !strings.Contains(string(text), word) {
				t.Errorf("%s does not have %s:\n%s", page, word, text)
			}
		}
		if strings.Contains(string(text), "--debug") || strings.Contains(string(text), "worker") {
			t.Errorf("%s tells of what is hidden", page)
		}
	}
}
