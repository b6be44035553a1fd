package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// shownBlock is a program or a run in the manual: what a block is called, and its text.
var shownBlock = regexp.MustCompile("(?sm)^```(frac|text)\\b[^\n]*\n(.*?)^```$")

// shownName is a file that the manual mentions. The last one above a program is its name.
var shownName = regexp.MustCompile("`([a-z_]+\\.frac)`")

// shownRuns are commands in a block, each with what it prints up to the next one.
var shownRuns = regexp.MustCompile(`(?m)^\$ (fraccheck .*)\n`)

// TestManualRuns runs every command that a page of the manual shows with its output, and what
// is typed in sessions, beside
// the examples, the models of internal/generate/testdata/models, and the programs that the page names above. A line `…` represents any lines.
func TestManualRuns(t *testing.T) {
	const root = "../.."
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir, runs := t.TempDir(), 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		script, n := manualScript(string(text))
		if runs += n; n == 0 {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(page), ".md") + ".txtar"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if runs < 12 {
		t.Errorf("only %d runs were found in the manual", runs)
	}
	testscript.Run(t, testscript.Params{
		Dir:  dir,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"prints": prints},
		Setup: func(env *testscript.Env) error {
			if err := os.CopyFS(env.WorkDir, os.DirFS(filepath.Join(root, "internal", "generate", "testdata", "models"))); err != nil {
				return err
			}
			return os.CopyFS(filepath.Join(env.WorkDir, "examples"), os.DirFS(filepath.Join(root, "examples")))
		},
	})
}

// manualScript is a script of what a page shows, and how many runs it has.
func manualScript(text string) (script string, runs int) {
	var lines, files strings.Builder
	at := 0
	for _, m := range shownBlock.FindAllStringSubmatchIndex(text, -1) {
		above, kind, body := text[at:m[0]], text[m[2]:m[3]], text[m[4]:m[5]]
		at = m[1]
		if names := shownName.FindAllStringSubmatch(above, -1); kind == "frac" && names != nil {
			fmt.Fprintf(&files, "-- %s --\n%s", names[len(names)-1][1], body)
		}
		if session, shown := typedIn(body); session != "" {
			fmt.Fprintf(&lines, "stdin typed%d\nprints golden%[1]d fraccheck repl\n", runs)
			fmt.Fprintf(&files, "-- typed%d --\n%s-- golden%[1]d --\n%[3]s", runs, session, shown)
			runs++
			continue
		}
		commands := shownRuns.FindAllStringSubmatchIndex(body, -1)
		for i, c := range commands {
			end := len(body)
			if i+1 < len(commands) {
				end = commands[i+1][0]
			}
			golden := fmt.Sprintf("golden%d", runs)
			fmt.Fprintf(&lines, "prints %s %s\n", golden, body[c[2]:c[3]])
			fmt.Fprintf(&files, "-- %s --\n%s", golden, body[c[1]:end])
			runs++
		}
	}
	return lines.String() + files.String(), runs
}

// typedIn takes a session apart: what is typed after prompts, on several lines where the
// next ones are indented as far, and what is shown in between.
func typedIn(body string) (typed, shown string) {
	const prompt = "frac> "
	inside := false
	for line := range strings.Lines(body) {
		text, begins := strings.CutPrefix(line, prompt)
		if more, goesOn := strings.CutPrefix(line, strings.Repeat(" ", len(prompt))); !begins && inside && goesOn {
			text, begins = more, true
		}
		if inside = begins; begins {
			typed += text
		} else {
			shown += line
		}
	}
	return typed, shown
}

// prints runs a command and holds what it prints against a file in which a line `…` stands
// for any lines, and `…` after something for the rest of its line. Its exit status does not
// matter.
func prints(ts *testscript.TestScript, _ bool, args []string) {
	want := strings.TrimRight(ts.ReadFile(args[0]), "\n") + "\n"
	_ = ts.Exec(args[1], args[2:]...)
	shown := strings.TrimRight(ts.ReadFile("stdout"), "\n") + "\n"
	pattern := anyLines.ReplaceAllString(regexp.QuoteMeta(want), "(?:.*\n)*?")
	pattern = strings.ReplaceAll(pattern, "…\n", ".*\n")
	if !regexp.MustCompile(`^` + pattern + `$`).MatchString(shown) {
		ts.Fatalf("`%s` printed\n%s\nand the manual shows\n%s", strings.Join(args[1:], " "), shown, want)
	}
}

var anyLines = regexp.MustCompile(`(?m)^…\n`)
