package typecheck_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

var ops = table.Default()

var preludeModule = typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})

// checked is what the checker says of a program.
type checked struct {
	unknownOperators []syntax.Diagnostic // warnings: their type comments are believed
	module           *typecheck.Module
	file             *syntax.File
	errors           []syntax.Diagnostic
	results          []*typecheck.Result
}

func check(name, text string) checked {
	file := syntax.ParseFile(name, text)
	c := checked{file: file, module: typecheck.NewModule(typecheck.Config{File: file, Prelude: preludeModule, Ops: ops})}
	known := facts.Of(c.module)
	for i, item := range file.All() {
		r := c.module.Check(i)
		c.results = append(c.results, r)
		found := append(append([]syntax.Diagnostic{}, item.Errors...), r.Diagnostics...)
		unit := known.Unit(context.Background(), i, r)
		for _, a := range registry.Analyzers() {
			unit.Run(a, func(d syntax.Diagnostic) { found = append(found, d) })
		}
		for _, d := range found {
			d.Span = d.Span.Shift(file.Start(i))
			if d.Severity == codes.Error {
				c.errors = append(c.errors, d)
			}
			if d.Code == codes.UnknownOperator {
				c.unknownOperators = append(c.unknownOperators, d)
			}
		}
	}
	return c
}

// mainType is the result type of `@main`.
func (c checked) mainType() string {
	for i := range c.file.Len() {
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

func TestLanguageVerdicts(t *testing.T) { holdVerdicts(t, reference.Language) }

func TestOperatorVerdicts(t *testing.T) { holdVerdicts(t, reference.Operators) }

// deliberate lists the programs on which the language differs from TVM on
// purpose. One that agrees after all must go from the list.
var deliberate = map[string]string{
	"adt/039":       "refused: an undeclared type inside a `type`",
	"adt/049":       "taken: an operator as a function value",
	"adt/061":       "refused: a tensor operator on an ADT",
	"binding/024":   "taken: a block as the value of `let`",
	"binding/029":   "taken: a parameter without annotation keeps a constraint",
	"function/025":  "taken: inferred results",
	"function/027":  "taken: inferred results, call before the definition",
	"if/023":        "a declared result type stays as declared; TVM joins it with the `?` of the body",
	"match/105":     "taken: an empty match on a type without constructors is exhaustive",
	"match/117":     "taken: `let %y = match …`",
	"recursion/002": "taken: recursion without annotations",
	"recursion/017": "taken: recursion without annotations",

	"dft/007":                        classLeftOut,
	"dft/017":                        classLeftOut,
	"dyn.expand_dims/023":            classLeftOut,
	"scatter_nd/025":                 classLeftOut,
	"unique/020":                     classLeftOut,
	"vision.non_max_suppression/022": classLeftOut,

	"image.resize1d/004":        "read as TVM 0.8 read it, which has no `roi`, with an info",
	"nn.contrib_dense_pack/005": "read as TVM 0.8 read it, which has no `weight_layout`, with an info",
	"memory.alloc_tensor/001":   "read as TVM 0.7 read it, which leaves out a `const_shape` that is None, with an info",

	"nn.adaptive_avg_pool1d/003": "`None` as a size keeps the data's extent; TVM prints it as an extent",
	"nn.adaptive_avg_pool2d/048": "`None` as a size keeps the data's extent; TVM prints it as an extent",
	"nn.adaptive_max_pool1d/025": "`None` as a size keeps the data's extent; TVM prints it as an extent",
	"nn.adaptive_max_pool1d/038": "`None` as a size keeps the data's extent; TVM prints it as an extent",
}

const classLeftOut = "taken, with a warning: attributes without the name of their class"

func holdVerdicts(t *testing.T, name string) {
	agree, differ := 0, 0
	for _, v := range reference.Verdicts(t, name) {
		if v.Verdict == "crash" {
			continue
		}
		c := check(v.ID, v.Program)
		problem := c.against(v)
		if reason := deliberate[v.ID]; reason != "" {
			if problem == "" {
				t.Errorf("%s agrees, but is listed as a deliberate difference: %s", v.ID, reason)
			}
			continue
		}
		if problem != "" {
			differ++
			t.Errorf("%s: %s\nTVM: %s %s %s\n%s\n\t%s", v.ID, problem, v.Verdict, v.Type, v.Error, v.Program, messages(c.errors))
			continue
		}
		agree++
	}
	t.Logf("%d agree, %d differ", agree, differ)
}

// canonical is TVM's spelling of a type in ours: functions without a blank,
// 64-bit extents without their suffix, data types without empty brackets.
func canonical(text string) string {
	return bare.ReplaceAllString(wide.ReplaceAllString(strings.ReplaceAll(text, "fn (", "fn("), "$1"), "$1")
}

var bare = regexp.MustCompile(`(\w)\[\]`)

var wide = regexp.MustCompile(`\b(-?\d+)i64\b`)

// against tells how the checker differs from a verdict.
func (c checked) against(v reference.Verdict) string {
	accepted := len(c.errors) == 0
	if accepted != (v.Verdict == "accept") {
		return "another verdict"
	}
	if accepted && v.Type != "" && !strings.Contains(v.Type, "meta[") && c.mainType() != canonical(v.Type) {
		return "another type: " + c.mainType()
	}
	return ""
}
