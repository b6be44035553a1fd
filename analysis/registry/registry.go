// Package registry holds the one list of all checks that run over a typed
// program. The linter and the language server run this list and know no check
// by name; to add a check, add its Analyzer here.
package registry

import (
	"sync"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/binding"
	"github.com/fraccheck/fraccheck/internal/constcheck"
	"github.com/fraccheck/fraccheck/internal/contractcheck"
	"github.com/fraccheck/fraccheck/internal/costcheck"
	"github.com/fraccheck/fraccheck/internal/effectcheck"
	"github.com/fraccheck/fraccheck/internal/lawcheck"
	"github.com/fraccheck/fraccheck/internal/matchcheck"
	"github.com/fraccheck/fraccheck/internal/rangecheck"
	"github.com/fraccheck/fraccheck/internal/sharing"
)

// Analyzers lists every check, in the order in which they run.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		matchcheck.Analyzer,
		binding.Analyzer,
		constcheck.Analyzer,
		effectcheck.Analyzer,
		effectcheck.Order,
		sharing.Analyzer,
		contractcheck.Analyzer,
		rangecheck.Declarations,
		rangecheck.Analyzer,
	}
}

// Prompt lists the checks of Analyzers that take no longer than the types do: what an editor
// waits for.
func Prompt() []*analysis.Analyzer {
	all := Analyzers()
	return all[: len(all)-1 : len(all)-1]
}

// Hinting lists the checks that give nothing but hints and take longer than the types do. They
// run only where hints are asked for. Where Executing runs too, those that it does better are
// left out.
func Hinting(executing bool) []*analysis.Analyzer {
	if executing {
		return []*analysis.Analyzer{rangecheck.Defaults}
	}
	return []*analysis.Analyzer{rangecheck.Defaults, costcheck.Unrun}
}

// Carried lists what checks ask of definitions that are in other files and say in words,
// in the order in which checks ask for it first.
var Carried = sync.OnceValue(func() (found []*analysis.Analyzer) {
	seen := map[*analysis.Analyzer]bool{}
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, required := range a.Requires {
			visit(required)
		}
		if a.Facts != nil && a.Facts.Write != nil {
			found = append(found, a)
		}
	}
	for _, a := range Analyzers() {
		visit(a)
	}
	return found
})

// Executing lists the checks that run the program's own code, and those that Prompt leaves out.
// They run only where that was asked for, after the others.
func Executing() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		lawcheck.Analyzer,
		rangecheck.Analyzer,
		costcheck.Analyzer,
	}
}
