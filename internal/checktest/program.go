package checktest

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Ops are all operators.
var Ops = sync.OnceValue(func() op.Table { return table.Default() })

// Prelude is the module of the prelude.
var Prelude = sync.OnceValue(func() *typecheck.Module {
	return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: Ops()})
})

// Module is that of a text which sees the prelude, all operators and the modules
// that it imports.
func Module(name, text string, imports ...*typecheck.Module) *typecheck.Module {
	return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(name, text), Imports: imports, Prelude: Prelude(), Ops: Ops()})
}

var imported = regexp.MustCompile(`(?m)^import "(.*)"`)

// ModuleIn is the module of a text that is in a folder, with the files that it
// imports there.
func ModuleIn(dir, text string) *typecheck.Module {
	var seen []*typecheck.Module
	for _, m := range imported.FindAllStringSubmatch(text, -1) {
		if lib, err := os.ReadFile(filepath.Join(dir, m[1])); err == nil {
			seen = append(seen, ModuleIn(dir, string(lib)))
		}
	}
	return Module("test.frac", text, seen...)
}

// A Program is a module with what was found in it.
type Program struct {
	Module  *typecheck.Module
	Results []*typecheck.Result // by item
	Found   []Finding           // in the order of the items; of one, the checker's come first
}

// A Finding is a diagnostic of an item, whose spans are the item's.
type Finding struct {
	syntax.Diagnostic
	Item    int
	Checker bool // parser or type checker found it, and not an analyzer
}

// Check finds what parser, type checker and analyzers say of a text.
func Check(name, text string, analyzers ...*analysis.Analyzer) *Program {
	return Examine(Module(name, text), analyzers...)
}

// Examine is Check for a module.
func Examine(m *typecheck.Module, analyzers ...*analysis.Analyzer) *Program {
	p, known := &Program{Module: m}, facts.Of(m)
	for i, item := range m.File().All() {
		r := m.Check(i)
		p.Results = append(p.Results, r)
		for _, d := range append(append([]syntax.Diagnostic{}, item.Errors...), r.Diagnostics...) {
			p.Found = append(p.Found, Finding{d, i, true})
		}
		unit := known.Unit(context.Background(), i, r)
		for _, a := range analyzers {
			unit.Run(a, func(d syntax.Diagnostic) { p.Found = append(p.Found, Finding{d, i, false}) })
		}
	}
	return p
}

// Span is where a finding is in the file.
func (p *Program) Span(f Finding) syntax.Span {
	return f.Diagnostic.Span.Shift(p.Module.File().Start(f.Item))
}

// Errors are the findings that are errors.
func (p *Program) Errors() []Finding {
	var found []Finding
	for _, f := range p.Found {
		if f.Severity == codes.Error {
			found = append(found, f)
		}
	}
	return found
}
