package workspace_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A habit is a program with one mistake that a newcomer brings from another
// language: `## name | line | text` and the program.
type habit struct {
	name string
	line int
	text string // what the error, its notes or its fixes must say
	code string
}

// TestHabits holds that each habit gives one error, at its line, that names what
// to write instead.
func TestHabits(t *testing.T) {
	texts := map[string]string{}
	habits := readHabits(t)
	for i, h := range habits {
		texts[habitPath(i)] = h.code
	}
	s := workspace.Open(workspace.Options{Root: "/habits", Files: workspace.Overlay{Files: workspace.Disk{}, Texts: texts}})
	for i, h := range habits {
		t.Run(h.name, func(t *testing.T) {
			report, err := s.Check(context.Background(), []string{habitPath(i)})
			if err != nil {
				t.Fatal(err)
			}
			h.check(t, report.Findings)
		})
	}
}

func habitPath(i int) string { return fmt.Sprintf("/habits/%d.frac", i) }

func (h habit) check(t *testing.T, findings []workspace.Finding) {
	var errors []workspace.Finding
	for _, f := range findings {
		if f.Severity == codes.Error {
			errors = append(errors, f)
		}
	}
	if len(errors) != 1 {
		t.Errorf("%d errors in\n%s", len(errors), h.code)
		for _, f := range errors {
			t.Log(f.Message)
		}
		return
	}
	start, _ := errors[0].Range()
	said := append([]string{errors[0].Message}, errors[0].Notes...)
	for _, fix := range errors[0].Fixes {
		said = append(said, fix.Title)
	}
	if start.Line != h.line || !strings.Contains(strings.Join(said, "\n"), h.text) {
		t.Errorf("got line %d, %q; want line %d and `%s` in\n%s", start.Line, said, h.line, h.text, h.code)
	}
}

func readHabits(t *testing.T) []habit {
	t.Helper()
	var habits []habit
	for part := range strings.SplitSeq(habitText(t), "\n## ") {
		head, code, _ := strings.Cut(part, "\n")
		fields := strings.SplitN(head, " | ", 3)
		line, err := strconv.Atoi(fields[1])
		if err != nil {
			t.Fatal(err)
		}
		habits = append(habits, habit{fields[0], line, fields[2], code})
	}
	return habits
}

// habitText is the text of all files of habits, without the first "## ".
func habitText(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	for _, file := range []string{"habits.txt", "habits_surroundings.txt", "habits_blind.txt", "habits_blind_again.txt", "habits_blind_third.txt"} {
		data, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(data)
	}
	return strings.TrimPrefix(text.String(), "## ")
}

// TestHabitFixes holds that each fix that is offered for a habit leads to a text
// with fewer errors.
func TestHabitFixes(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks thousands of programs, one after the other")
	}
	fixes := 0
	for i, h := range readHabits(t) {
		before := errorsIn(t, i, h.code)
		offered, err := fixer.Offer(context.Background(), opened(i, h.code), before)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range offered {
			for _, fix := range f.Fixes {
				fixes++
				fixed := sourcefile.ApplyEdits(h.code, fix.Edits)
				if after := errorsIn(t, i, fixed); len(after) >= len(before) {
					t.Errorf("%s: `%s` leaves %q in\n%s", h.name, fix.Title, after[0].Message, fixed)
				}
			}
		}
	}
	if fixes < 100 {
		t.Errorf("only %d fixes are offered", fixes)
	}
}

// opened is a workspace in which a text stands in for the i-th habit.
func opened(i int, text string) *workspace.Snapshot {
	return workspace.Open(workspace.Options{Root: "/habits", Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{habitPath(i): text}}})
}

// errorsIn are the errors of a text that stands in for the i-th habit.
func errorsIn(t *testing.T, i int, text string) []workspace.Finding {
	t.Helper()
	report, err := opened(i, text).Check(context.Background(), []string{habitPath(i)})
	if err != nil {
		t.Fatal(err)
	}
	var errors []workspace.Finding
	for _, f := range report.Findings {
		if f.Severity == codes.Error {
			errors = append(errors, f)
		}
	}
	return errors
}
