package pattern_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestPartitionCases holds the functions that partition rules make against the
// `name.groups` of the archives: of each its PartitionedFromPattern, how many
// parameters it has, its further attributes, and what it is called with, where `*` is
// anything. `name.reported` are rules of which something is said.
func TestPartitionCases(t *testing.T) {
	files, cases := archived(t), 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		base, ok := strings.CutSuffix(name, ".partition")
		if !ok {
			continue
		}
		cases++
		t.Run(base, func(t *testing.T) {
			partitionCase(t, files[base+".frac"], files[name], files[base+".groups"], files[base+".reported"])
		})
	}
	if cases == 0 {
		t.Fatal("no cases")
	}
}

func partitionCase(t *testing.T, program, rules, want, reported string) {
	m := checktest.Module("test.frac", program)
	r, err := rewriting.NewPartitioner(readRules(t, rules).Rules).File(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	text := r.Module.File().Text()
	for i := range r.Module.Items() {
		for _, d := range append(r.Module.File().Item(i).Errors, r.Module.Check(i).Diagnostics...) {
			if d.Severity == codes.Error {
				t.Errorf("%s\n%s", text, d.Message)
			}
		}
	}
	got := groupsOf(r.Module)
	wanted := strings.FieldsFunc(want, func(r rune) bool { return r == '\n' })
	if !slices.EqualFunc(got, wanted, sameGroup) {
		t.Errorf("%s\ngot\n%s\nwant\n%s", text, strings.Join(got, "\n"), want)
	}
	if reported != "" != (len(r.Refused) > 0) {
		t.Errorf("%s\nreported: %v", program, r.Refused)
	}
}

// sameGroup holds a line against one that is wanted, in which `*` is anything.
func sameGroup(got, want string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.ReplaceAll(want, " ", "")), `\*`, ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(strings.ReplaceAll(got, " ", ""))
}

// groupsOf describes the functions of a module that were made for a group.
func groupsOf(m *typecheck.Module) []string {
	var lines []string
	for i, item := range m.File().All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if item.Kind(n) == syntax.Fn {
				if line := groupLine(m.Check(i).Info, n); line != "" {
					lines = append(lines, line)
				}
			}
		}
	}
	return lines
}

func groupLine(info *typecheck.Info, fn syntax.NodeID) string {
	item := info.Item
	title, params, attributes := "", 0, ""
	for _, p := range item.Kids(item.Fn(fn).Params) {
		if item.Kind(p) != syntax.NamedArg {
			params++
			continue
		}
		if text, ok := strings.CutPrefix(item.SourceText(p), `PartitionedFromPattern=`); ok {
			title = strings.Trim(text, `"`)
		} else {
			attributes += item.SourceText(p) + " "
		}
	}
	if title == "" {
		return ""
	}
	return fmt.Sprintf("%s %d %s(%s)", title, params, attributes, strings.Join(calledWith(info, fn), ", "))
}

// calledWith are the arguments of the call of the variable that a function is bound to.
func calledWith(info *typecheck.Info, fn syntax.NodeID) []string {
	item, name := info.Item, ""
	switch statement := info.Index().Parent(fn); item.Kind(statement) {
	case syntax.Graph:
		name = item.SourceText(item.Graph(statement).Name)
	case syntax.Let:
		name = item.SourceText(item.Let(statement).Pattern)
	}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) != syntax.Call || item.SourceText(item.Call(n).Callee) != name {
			continue
		}
		var texts []string
		for _, arg := range item.Call(n).Args {
			texts = append(texts, strings.ReplaceAll(item.SourceText(arg), " ", ""))
		}
		return texts
	}
	return []string{"never"}
}
