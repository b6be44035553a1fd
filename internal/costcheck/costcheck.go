package costcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/optimize"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Analyzer reports definitions that can do less work, with the form that does. It runs that form
// beside the text on made-up arguments.
var Analyzer = &analysis.Analyzer{
	Name:  "costcheck",
	Doc:   "searches for equal forms of definitions that do less work",
	Codes: []codes.Code{codes.CouldCostLess},
	Kinds: []syntax.Kind{syntax.ItemDef},
	Run:   func(pass *analysis.Pass) any { return run(pass, true) },
}

// Unrun is Analyzer where no code of the program may run: it reports, and offers no form.
var Unrun = &analysis.Analyzer{
	Name:  "costhints",
	Doc:   "searches for forms of definitions that rules say are equal, and that do less work",
	Codes: []codes.Code{codes.CouldCostLess},
	Kinds: []syntax.Kind{syntax.ItemDef},
	Run:   func(pass *analysis.Pass) any { return run(pass, false) },
}

const (
	// least is the factor by which a form must do less work to be worth a hint.
	least = 1.5
	// worth is how many steps it must save where sizes are large.
	worth = 100
	// mostNodes is how many nodes a definition has at most that is looked at, and mostItems how
	// many items its file has: a search takes some milliseconds.
	mostNodes = 1500
	mostItems = 1000
	// mostRules is how many rules a hint names.
	mostRules = 5
)

func run(pass *analysis.Pass, runs bool) any {
	item := pass.Item
	if item.Kind(item.Root) != syntax.ItemDef || item.Body() == syntax.NoNode || pass.Faulty || pass.Module == nil ||
		item.Len() > mostNodes || pass.Module.Items() > mostItems {
		return nil
	}
	i, ok := pass.Module.File().Index(item)
	if !ok || callsOthers(pass) {
		return nil
	}
	found, err := optimize.Module(pass.Context(), pass.Module, optimize.Options{
		Metric: optimize.Work, Items: []int{i}, Least: least, Unrun: !runs, Commented: runs,
	})
	if err != nil || len(found.Changes) == 0 {
		return nil
	}
	if c := &found.Changes[0]; c.Changed && c.After.Saved(c.Before) >= worth {
		report(pass, c, runs)
	}
	return nil
}

// callsOthers reports whether a definition names another one of the program. What it costs rests
// on the bodies of these then, of which a check keeps facts alone over edits.
func callsOthers(pass *analysis.Pass) bool {
	item, prelude := pass.Item, pass.Module.Prelude()
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) != syntax.Global {
			continue
		}
		o := pass.Info.Object(n)
		if o == nil || o.Item != item && (prelude == nil || !declares(prelude.File(), o.Item)) {
			return true
		}
	}
	return false
}

func declares(f *syntax.File, item *syntax.Item) bool {
	_, ok := f.Index(item)
	return ok
}

// report says what the definition costs, what it can cost, and by which rules.
func report(pass *analysis.Pass, c *optimize.Change, runs bool) {
	item := pass.Item
	d := syntax.Diagnostic{
		Code: codes.CouldCostLess, Span: item.Span(item.Declared()),
		Message: fmt.Sprintf("`%s` can do less work: `%s` instead of `%s`", c.Name, c.After.Text, c.Before.Text),
		Notes:   []string{rulesOf(c) + "`fraccheck optimize --explain` shows the steps."},
	}
	if runs {
		fix := syntax.Fix{
			Title: "write the form that does less work", Confidence: codes.Likely,
			Edits: []syntax.Edit{{Span: syntax.Span{End: int32(len(item.Text))}, NewText: c.Text}},
		}
		if !c.Exact {
			fix.Confidence = codes.Sketch // the last digits of floats may differ
			d.Notes = append(d.Notes, "The form rounds in another way.")
		}
		d.Fixes = []syntax.Fix{fix}
	}
	pass.Report(d)
}

// rulesOf is a sentence with the rules of a change, in their order.
func rulesOf(c *optimize.Change) string {
	var names []string
	for _, s := range c.Steps {
		if name := "`" + s.Rule + "`"; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch {
	case len(names) == 0:
		return ""
	case len(names) > mostRules:
		return fmt.Sprintf("By the rules %s and %d more. ", strings.Join(names[:mostRules], ", "), len(names)-mostRules)
	case len(names) == 1:
		return "By the rule " + names[0] + ". "
	}
	return "By the rules " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + ". "
}
