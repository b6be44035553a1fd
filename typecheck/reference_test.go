package typecheck_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/op/table"
	"github.com/fraccheck/fraccheck/prelude"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// shared is the folder of reference data beside the repository.
func shared(t testing.TB, parts ...string) string {
	path := filepath.Join(append([]string{"..", "..", "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("skipped: the reference data %s is not there", filepath.Join(parts...))
	}
	return path
}

// A verdict is one program with what TVM says of it.
type verdict struct {
	ID, Op, Program, Verdict, Type, Error string
}

func readVerdicts(t testing.TB, name string) []verdict {
	f, err := os.Open(shared(t, "reference", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []verdict
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var v verdict
		if err := json.Unmarshal(scanner.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

var ops = table.Default()

var preludeModule = typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})

// checked is what the checker says of a program.
type checked struct {
	module  *typecheck.Module
	file    *syntax.File
	errors  []syntax.Diagnostic
	results []*typecheck.Result
}

func check(name, text string) checked {
	file := syntax.ParseFile(name, text)
	c := checked{file: file, module: typecheck.NewModule(typecheck.Config{File: file, Prelude: preludeModule, Ops: ops})}
	for i, item := range file.Items {
		r := c.module.Check(i)
		c.results = append(c.results, r)
		for _, d := range append(append([]syntax.Diagnostic{}, item.Errors...), r.Diagnostics...) {
			d.Span = d.Span.Shift(file.Starts[i])
			if d.Severity == syntax.Error {
				c.errors = append(c.errors, d)
			}
		}
	}
	return c
}

// mainType is the result type of `@main`.
func (c checked) mainType() string {
	for i := range c.file.Items {
		if name, t, ok := c.module.Signature(i); ok && name == "@main" {
			if f, ok := t.(*types.Func); ok {
				return types.String(f.Out)
			}
		}
	}
	return ""
}

func messages(ds []syntax.Diagnostic) string {
	var lines []string
	for _, d := range ds {
		lines = append(lines, string(d.Code)+": "+d.Message+" | "+strings.Join(d.Notes, " | "))
	}
	return strings.Join(lines, "\n\t")
}

func TestLanguageVerdicts(t *testing.T) { holdVerdicts(t, "lang-types.jsonl") }

func TestOperatorVerdicts(t *testing.T) { holdVerdicts(t, "op-types.jsonl") }

func holdVerdicts(t *testing.T, name string) {
	agree, differ := 0, 0
	for _, v := range readVerdicts(t, name) {
		if v.Verdict == "crash" {
			continue
		}
		c := check(v.ID, v.Program)
		if problem := c.against(v); problem != "" {
			differ++
			t.Errorf("%s: %s\nTVM: %s %s %s\n%s\n\t%s", v.ID, problem, v.Verdict, v.Type, v.Error, v.Program, messages(c.errors))
			continue
		}
		agree++
	}
	t.Logf("%d agree, %d differ", agree, differ)
}

// canonical is TVM's spelling of a type in ours: functions without a blank,
// 64-bit extents without their suffix.
func canonical(text string) string {
	return wide.ReplaceAllString(strings.ReplaceAll(text, "fn (", "fn("), "$1")
}

var wide = regexp.MustCompile(`\b(-?\d+)i64\b`)

// against tells how the checker differs from a verdict.
func (c checked) against(v verdict) string {
	accepted := len(c.errors) == 0
	if accepted != (v.Verdict == "accept") {
		return "another verdict"
	}
	if accepted && v.Type != "" && !strings.Contains(v.Type, "meta[") && c.mainType() != canonical(v.Type) {
		return "another type: " + c.mainType()
	}
	return ""
}
