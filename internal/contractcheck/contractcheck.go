// Package contractcheck is the check of cost contracts. Package contract reads and judges them.
package contractcheck

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Analyzer reports definitions whose bounds do not satisfy their contract.
var Analyzer = &analysis.Analyzer{
	Name:     "contractcheck",
	Doc:      "checks that the bounds of definitions satisfy their contracts",
	Codes:    []codes.Code{codes.CostContract, codes.UnprovedContract, codes.UnknownAttribute, codes.AttributeValue},
	Requires: []*analysis.Analyzer{complexity.Analyzer},
	Kinds:    []syntax.Kind{syntax.Attribute},
	Run:      run,
}

func run(pass *analysis.Pass) any {
	if len(pass.Item.Attributes) == 0 {
		return nil
	}
	promised := map[string]bool{}
	for _, a := range contract.Attributes(pass.Item) {
		for _, mistake := range a.Mistakes {
			pass.Report(mistake)
		}
		check(pass, a, promised)
	}
	return nil
}

// check judges the clauses of one attribute. A definition with errors has no bound, and is skipped.
func check(pass *analysis.Pass, a contract.Attribute, promised map[string]bool) {
	o := pass.Definition()
	if o == nil {
		pass.Report(syntax.Diagnostic{Code: codes.UnknownAttribute, Span: a.Span, Message: "only a definition can have a cost contract: nothing else is called"})
		return
	}
	if pass.Faulty || len(a.Clauses) == 0 {
		return
	}
	b := pass.Result(complexity.Analyzer).(*complexity.Bound)
	if pass.Context().Err() != nil {
		return
	}
	for _, c := range a.Clauses {
		if promised[c.Key] {
			pass.Report(syntax.Diagnostic{Code: codes.AttributeValue, Span: c.KeySpan, Message: "`" + c.Key + "` is promised twice"})
			continue
		}
		promised[c.Key] = true
		for _, d := range contract.Judge(c, o.Name, pass.Item, b) {
			pass.Report(d)
		}
	}
}
