package pattern_test

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// The archives in testdata/cases were written from the description of the patterns
// and TVM's tests, not from what the packages do, so nothing writes them anew. A
// file `name.match` has cases for the program `name.frac`, `name.rules` has rule
// files: each is a text of rules and, after `=>`, what must come of it; an empty
// line ends it.

// A ruleCase is one of an archive.
type ruleCase struct {
	rules string
	want  []string // the lines from the first `=>` on
}

func casesOf(text string) []ruleCase {
	var all []ruleCase
	for _, part := range strings.Split(strings.TrimSpace(text), "\n\n") {
		rules, want, _ := strings.Cut("\n"+part, "\n=> ")
		all = append(all, ruleCase{rules[min(1, len(rules)):], strings.Split("=> "+want, "\n")})
	}
	return all
}

// eachCase calls try for the cases of all files with an ending, with the program
// beside.
func eachCase(t *testing.T, ending string, try func(t *testing.T, program string, c ruleCase)) {
	files, cases := archived(t), 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		base, ok := strings.CutSuffix(name, ending)
		if !ok {
			continue
		}
		for i, c := range casesOf(files[name]) {
			cases++
			t.Run(fmt.Sprintf("%s/%d", base, i+1), func(t *testing.T) { try(t, files[base+".frac"], c) })
		}
	}
	if cases == 0 {
		t.Fatal("no cases")
	}
}

// archived are the files of all archives, as `archive/name`.
func archived(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	files := map[string]string{}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			files[strings.TrimSuffix(filepath.Base(path), "txtar")+f.Name] = string(f.Data)
		}
	}
	return files
}

func TestMatchCases(t *testing.T) {
	eachCase(t, ".match", func(t *testing.T, program string, c ruleCase) {
		got := matchesOf(t, program, readRules(t, c.rules))
		if !agree(got, c.want) {
			t.Errorf("%s\nin\n%s\ngot\n%s\nwant\n%s", c.rules, program, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	})
}

func readRules(t *testing.T, text string) *rulefile.File {
	t.Helper()
	f := rulefile.Parse("test.fracrule", text)
	for _, d := range f.Diagnostics {
		if d.Severity == codes.Error {
			t.Errorf("%s\n%s: %s %v", text, place(text, d.Span.Start), d.Message, d.Notes)
		}
	}
	return f
}

// agree holds lines against those that are wanted, of which one that ends in … is
// a beginning.
func agree(got, want []string) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		beginning, ok := strings.CutSuffix(want[i], "…")
		if got[i] != want[i] && !(ok && strings.HasPrefix(got[i], beginning)) {
			return false
		}
	}
	return true
}

// matchesOf writes the matches in a program, as the archives do.
func matchesOf(t *testing.T, program string, f *rulefile.File) []string {
	module := checktest.Module("test.frac", program)
	set := matcher.Compile(f.Rules)
	var lines []string
	for _, s := range subjects(module) {
		for _, m := range set.Match(context.Background(), s) {
			root := ""
			if m.Root {
				root = "root "
			}
			lines = append(lines, fmt.Sprintf("=> %s %s%s", m.Rule.Name, root, written(module, m.At)))
			for _, b := range m.Bindings {
				lines = append(lines, boundLines(module, b)...)
			}
		}
	}
	if lines == nil {
		return []string{"=> none"}
	}
	return lines
}

// boundLines are those of a name's expressions, in the order of the alphabet: the
// description has no order for what came by more than once.
func boundLines(m *typecheck.Module, b matcher.Binding) []string {
	var lines []string
	for _, site := range b.Sites {
		lines = append(lines, fmt.Sprintf("   %s = %s", b.Name, written(m, site)))
	}
	slices.Sort(lines)
	return lines
}

// subjects are the items of a module.
func subjects(m *typecheck.Module) []*matcher.Subject {
	known := facts.Of(m)
	var all []*matcher.Subject
	definitions := map[*typecheck.Object]*matcher.Subject{}
	for i := range m.File().Len() {
		r := m.Check(i)
		s := &matcher.Subject{
			Info: r.Info, Effects: effect.Of(known.Unit(context.Background(), i, r)),
			Definition: func(o *typecheck.Object) *matcher.Subject { return definitions[o] },
		}
		if o := m.Object(i); o != nil && o.Kind == typecheck.DefObject {
			definitions[o] = s
		}
		all = append(all, s)
	}
	return all
}

// written is where a site begins, and its text with each run of blanks as one.
func written(m *typecheck.Module, s matcher.Site) string {
	file := m.File()
	for i, item := range file.All() {
		if item == s.In.Info.Item {
			span := s.Span().Shift(file.Start(i))
			return place(file.Text(), span.Start) + " " + strings.Join(strings.Fields(file.Text()[span.Start:span.End]), " ")
		}
	}
	return "in another file"
}

func place[P ~int | ~int32](text string, offset P) string {
	at := syntax.NewLines(text).Position(int32(offset))
	return fmt.Sprintf("%d:%d", at.Line, at.Column)
}

// TestRuleFileCases holds what is found wrong in rule files: on which line, and
// what the message or a note names.
func TestRuleFileCases(t *testing.T) {
	eachCase(t, ".rules", func(t *testing.T, _ string, c ruleCase) {
		var found []string
		for _, d := range rulefile.Parse("test.fracrule", c.rules).Diagnostics {
			found = append(found, fmt.Sprintf("=> error %s %s %s", place(c.rules, d.Span.Start), d.Message, strings.Join(d.Notes, " ")))
		}
		if !mistakeFound(found, c.want[0]) {
			t.Errorf("%s\ngot\n%s\nwant\n%s", c.rules, strings.Join(found, "\n"), c.want[0])
		}
	})
}

func mistakeFound(found []string, want string) bool {
	if want == "=> fine" {
		return len(found) == 0
	}
	at, part, _ := strings.Cut(strings.TrimPrefix(want, "=> error "), " ")
	for _, f := range found {
		if strings.HasPrefix(f, "=> error "+at+" ") && strings.Contains(f, part) {
			return true
		}
	}
	return false
}
