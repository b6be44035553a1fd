package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/console"
	documents "github.com/fraccheck/fraccheck/internal/reference"
)

// TestOutputsAgree holds that the mistakes of the documents that describe the language come
// out in text, SARIF and a report alike: the same codes in the same lines.
func TestOutputsAgree(t *testing.T) {
	found := 0
	for _, path := range documents.Documents(t) {
		dir := t.TempDir()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "document.txt"), text, 0o666); err != nil {
			t.Fatal(err)
		}
		short := shortLines(printed(t, dir, "check", "--format=short", "document.txt"))
		sarif := sarifLines(t, printed(t, dir, "check", "--format=sarif", "document.txt"))
		printed(t, dir, "report", "-o", "site", "document.txt")
		if diff := cmp.Diff(short, sarif); diff != "" {
			t.Errorf("%s: SARIF differs: %s", path, diff)
		}
		if diff := cmp.Diff(short, reportLines(t, filepath.Join(dir, "site"))); diff != "" {
			t.Errorf("%s: the report differs: %s", path, diff)
		}
		found += len(short)
	}
	if found < 10 {
		t.Errorf("the documents have only %d mistakes", found)
	}
}

// printed is what a command in this process prints.
func printed(t *testing.T, dir string, args ...string) string {
	t.Helper()
	env := &environment{Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}, dir: dir, subprocess: &subprocess{}}
	if status := env.run(args); status != statusClean && status != statusFound {
		t.Fatalf("%v: status %d\n%s", args, status, env.Stderr)
	}
	return env.Stdout.String()
}

var shortFinding = regexp.MustCompile(`(?m)^document\.txt:(\d+):\d+: \w+ ([^ :]+):`)

// shortLines are the lines and codes of what is found, sorted, as one line each tells.
func shortLines(text string) (found []string) {
	for _, m := range shortFinding.FindAllStringSubmatch(text, -1) {
		found = append(found, m[1]+" "+m[2])
	}
	slices.Sort(found)
	return found
}

func sarifLines(t *testing.T, text string) (found []string) {
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Locations []struct {
					PhysicalLocation struct{ Region struct{ StartLine int } }
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	for _, r := range log.Runs[0].Results {
		found = append(found, fmt.Sprint(r.Locations[0].PhysicalLocation.Region.StartLine, " ", r.RuleID))
	}
	slices.Sort(found)
	return found
}

var (
	reportLine = regexp.MustCompile(`^<div class="line" id="L(\d+)">`)
	reportCode = regexp.MustCompile(`<a class="code" href="[^"]*">([^<]+)</a>`)
)

// reportLines reads the pages of sources: findings follow their lines.
func reportLines(t *testing.T, site string) (found []string) {
	pages, err := filepath.Glob(filepath.Join(site, "files", "p-document.txt*.html"))
	if err != nil || len(pages) == 0 {
		t.Fatal("no page: ", err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		_, source, _ := strings.Cut(string(text), "<h2>Source</h2>")
		line := ""
		for row := range strings.Lines(source) {
			if m := reportLine.FindStringSubmatch(row); m != nil {
				line = m[1]
			}
			for _, m := range reportCode.FindAllStringSubmatch(row, -1) {
				found = append(found, line+" "+m[1])
			}
		}
	}
	slices.Sort(found)
	return found
}
