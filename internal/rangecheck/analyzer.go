package rangecheck

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/ranges"
	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/witness"
	"github.com/fraccheck/fraccheck/typecheck"
)

// codesOf are what a search reports.
var codesOf = []codes.Code{codes.MayOverflow, codes.MayBeUndefined, codes.LosesPrecision, codes.OutOfRange}

// Declarations reports the errors of declared ranges.
var Declarations = &analysis.Analyzer{
	Name:  "ranges",
	Doc:   "checks that declared ranges are those of parameters",
	Codes: []codes.Code{codes.UnknownAttribute, codes.AttributeValue},
	Kinds: []syntax.Kind{syntax.Attribute},
	Run:   attributes,
}

// Analyzer searches for arguments with which a definition's result is not what it should be,
// where it declares a range, or has no parameters.
var Analyzer = &analysis.Analyzer{
	Name:     "rangecheck",
	Doc:      "searches for arguments with which numbers leave their range",
	Codes:    codesOf,
	Requires: []*analysis.Analyzer{Reach},
	Kinds:    []syntax.Kind{syntax.ItemDef, syntax.ItemExpr},
	Run: func(pass *analysis.Pass) any {
		if pass.Item.Kind(pass.Item.Root) == syntax.ItemExpr {
			return topLevel(pass)
		}
		return run(pass, true)
	},
}

// Defaults searches where no range is declared, for arguments in the ranges that parameters
// have then.
var Defaults = &analysis.Analyzer{
	Name:     "rangehints",
	Doc:      "searches for arguments with which numbers leave their range where none is declared",
	Codes:    codesOf,
	Requires: []*analysis.Analyzer{Reach},
	Kinds:    []syntax.Kind{syntax.ItemDef},
	Run:      func(pass *analysis.Pass) any { return run(pass, false) },
}

// What a search may take. The steps of the interpreter are not counted: it runs once for each
// finding.
const (
	declaredSteps  = 6_000_000
	defaultSteps   = 400_000
	declaredTrials = 160
	defaultTrials  = 40
)

// mostItems is how many items a file has at most in which ranges are looked for that nothing
// declares.
const mostItems = 1000

// A checker looks at one definition.
type checker struct {
	pass     *analysis.Pass
	object   *typecheck.Object
	ranges   map[string]declared.Range
	analysis *ranges.Analysis
}

// run searches in an item, if its ranges are declared as they are to be.
func run(pass *analysis.Pass, isDeclared bool) any {
	item := pass.Item
	if item.Kind(item.Root) != syntax.ItemDef || item.Body() == syntax.NoNode || pass.Faulty || pass.Module == nil {
		return nil
	}
	own := pass.Ranges()
	list := item.Def(item.Root).Params
	if isDeclared != (len(own) > 0 || list == syntax.NoNode || len(item.Kids(list)) == 0) {
		return nil
	}
	o := pass.Definition()
	if o == nil || !isDeclared && pass.Module.Items() > mostItems {
		return nil
	}
	if reach := pass.Fact(Reach, o).(*reached); reach.foreign {
		return nil
	}
	c := &checker{pass, o, own, ranges.Of(pass.Module, o, own)}
	sites := c.doubts()
	if len(sites) == 0 || pass.Context().Err() != nil {
		return nil
	}
	options := witness.Options{Steps: defaultSteps, Trials: defaultTrials, Sites: sites, Ranges: own}
	if isDeclared {
		options.Steps, options.Trials = declaredSteps, declaredTrials
	}
	found := witness.Search(pass.Context(), shadow.New(pass.Module), o, options)
	for _, f := range found.Findings {
		c.finding(f)
	}
	for _, r := range found.Refused {
		c.refused(r)
	}
	return nil
}

// doubts are the operators that bounds do not show to be right. Digits that are lost where no
// range is declared are not looked for: the largest results hide them, or a user knows better.
func (c *checker) doubts() map[syntax.NodeID]bool {
	a := c.analysis
	sites := map[syntax.NodeID]bool{}
	for n, doubt := range a.Sites {
		if doubt != ranges.MayRound || len(c.ranges) > 0 {
			sites[n] = true
		}
	}
	if !a.Known && len(sites) == 0 {
		sites[c.pass.Item.Root] = true
	}
	return sites
}

// attributes reports the errors of range declarations.
func attributes(pass *analysis.Pass) any {
	seen := map[string]bool{}
	for _, a := range declared.Attributes(pass.Item) {
		for _, mistake := range a.Mistakes {
			pass.Report(mistake)
		}
		if pass.Module == nil || pass.Definition() == nil {
			pass.Report(syntax.Diagnostic{Code: codes.UnknownAttribute, Span: a.Span, Message: "only a definition can declare ranges: nothing else has parameters"})
		}
		for _, c := range a.Clauses {
			if seen[c.Key] {
				pass.Report(syntax.Diagnostic{Code: codes.AttributeValue, Span: c.KeySpan, Message: "the range of `" + c.Key + "` is declared twice"})
			}
			seen[c.Key] = true
		}
	}
	return nil
}
