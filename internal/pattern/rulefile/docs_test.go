package rulefile

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

const manual = "../../../docs/patterns.md"

func manualText(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestManualRules holds that the files of rules in the manual have no mistakes, and
// are there as they are laid out.
func TestManualRules(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```fracrule\n(.*?)```").FindAllStringSubmatch(manualText(t), -1)
	if len(blocks) < 3 {
		t.Fatalf("only %d blocks", len(blocks))
	}
	for _, b := range blocks {
		f := Parse(manual, b[1])
		for _, d := range f.Diagnostics {
			t.Errorf("%q: %s", f.Text[d.Span.Start:d.Span.End], d.Message)
		}
		if len(f.Rules) == 0 {
			t.Errorf("no rules in\n%s", b[1])
		}
		if laid := Format(b[1]); laid != b[1] {
			t.Errorf("laid out:\n%s", laid)
		}
	}
}

var quotedForm = regexp.MustCompile("`([^`]*)`")

// TestManualForms holds that every form in the manual's table of patterns is read, and
// that the table has every form.
func TestManualForms(t *testing.T) {
	_, section, _ := strings.Cut(manualText(t), "\n## Patterns\n")
	section, _, _ = strings.Cut(section, "\n## ")
	read := 0
	for _, line := range strings.Split(section, "\n") {
		cells := strings.SplitN(strings.ReplaceAll(line, `\|`, "\x00"), "|", 3)
		if len(cells) < 3 || !strings.HasPrefix(line, "| `") {
			continue
		}
		for _, form := range quotedForm.FindAllStringSubmatch(cells[1], -1) {
			read++
			text := strings.ReplaceAll(form[1], "\x00", "|")
			if _, problems := ParsePattern(text); len(problems) > 0 {
				t.Errorf("%s: %s", text, problems[0].Message)
			}
		}
	}
	if read < 40 {
		t.Errorf("only %d forms were read", read)
	}
	for name := range forms {
		if !strings.Contains(section, name) {
			t.Errorf("the manual does not tell of %s", name)
		}
	}
	for _, name := range questionNames() {
		if !strings.Contains(manualText(t), "`"+name+"(") {
			t.Errorf("the manual does not tell of the question %s", name)
		}
	}
	for _, f := range clauseForms {
		if !strings.Contains(manualText(t), "`"+f.word) {
			t.Errorf("the manual does not tell of the clause %s", f.word)
		}
	}
}
