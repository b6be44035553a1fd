package exhaustive

import (
	"sync"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Analyzer analyses the matches and binding patterns of an item. Its result is a *Result. It reports
// nothing itself: the check matchcheck reports the diagnostics of the result, and other analyzers
// read which matches are open.
var Analyzer = &analysis.Analyzer{
	Name:  "exhaustive",
	Doc:   "finds whether matches cover every case and whether each of their clauses can run",
	Kinds: []syntax.Kind{syntax.Match, syntax.Let, syntax.Param, syntax.PatName, syntax.Hole},
	Run:   run,
}

// Codes are the codes of the diagnostics of a Result.
var Codes = []codes.Code{
	codes.NonexhaustiveMatch, codes.UnreachableCase, codes.UnreachablePattern,
	codes.RefutableBinding, codes.MatchTooComplex, codes.RedundantMatch,
	codes.VariableLikeConstructor, codes.Hole,
}

// A Result is the analysis of one item.
type Result struct {
	Open        Open
	Diagnostics []syntax.Diagnostic // in the order of the text of the matches
}

// Open contains the matches and the patterns of bindings that were not proved to cover every value:
// those that leave out some, those that are too complex to analyse, and those with errors. A match
// that is partial on purpose (`match?`) is not in it.
type Open map[syntax.NodeID]bool

// A checker analyses one item.
type checker struct {
	pass  *analysis.Pass
	item  *syntax.Item
	info  *typecheck.Info
	meter *steps.Meter
	tool  *tool // nil until a match needs it
	open  Open
	found []syntax.Diagnostic

	spelled *notation       // how the item writes patterns, once asked for
	taken   map[string]bool // the item's variables, once asked for
	written syntax.NodeID   // a clause that is being written: it shows no notation
	bound   map[string]bool // the variables of the pattern that is converted, where the item has errors
}

// A tool is the memory of the search, kept from one item to the next. Nothing
// in it is ever read by another item but the spaces of types, by those of the same module.
type tool struct {
	matrix     matrix
	solver     solver
	adviser    adviser
	translator *translator
	rows       []pat
}

var tools = sync.Pool{New: func() any { return &tool{translator: newTranslator()} }}

func run(pass *analysis.Pass) any {
	c := checker{pass: pass, item: pass.Item, info: pass.Info, meter: pass.Meter()}
	if steps.Run(c.nodes) != nil {
		return &Result{Open: c.nothingShown()} // cancelled: the tool may be inconsistent, and is dropped
	}
	c.done()
	return &Result{Open: c.open, Diagnostics: c.found}
}

func (c *checker) nodes() {
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		if look := looks[c.item.Kind(n)]; look != nil {
			c.meter.Spend(1)
			look(c, n)
		}
	}
}

// nothingShown says of no match and no pattern that it fits every value.
func (c *checker) nothingShown() Open {
	open := Open{}
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		open[n] = true
	}
	return open
}

// leave notes a match or a pattern that may not fit a value.
func (c *checker) leave(n syntax.NodeID) {
	if c.open == nil {
		c.open = Open{}
	}
	c.open[n] = true
}

func (c *checker) getTool() *tool {
	if c.tool == nil {
		c.tool = tools.Get().(*tool)
		c.tool.translator.enter(c.module())
		c.tool.matrix.meter = c.meter
	}
	return c.tool
}

// module is the item's; nil for those who ask about one match alone.
func (c *checker) module() *typecheck.Module {
	if c.pass == nil {
		return nil
	}
	return c.pass.Module
}

// looks are the kinds of nodes that are looked at, as Analyzer.Kinds.
var looks = [1 << 8]func(c *checker, n syntax.NodeID){
	syntax.Match:   (*checker).match,
	syntax.Let:     (*checker).binds,
	syntax.Param:   (*checker).binds,
	syntax.PatName: (*checker).lookalike,
	syntax.Hole:    (*checker).hole,
}

func (c *checker) binds(n syntax.NodeID) { c.binding(c.item.Pattern(n)) }

// typeOf is the type of a node, nil where it is in error or unknown.
func (c *checker) typeOf(n syntax.NodeID) types.Type {
	t := types.Head(c.info.Types[n])
	switch t := t.(type) {
	case *types.Bad:
		return nil
	case *types.Var:
		if !t.Rigid {
			return nil
		}
	}
	return t
}

// match checks one match.
func (c *checker) match(n syntax.NodeID) {
	kids := c.item.Kids(n)
	if len(kids) == 0 || kids[0] == syntax.NoNode {
		c.leave(n)
		return
	}
	clauses, partial := kids[1:], c.item.Flag(n, syntax.FlagPartial)
	if partial && len(clauses) == 0 && !c.damaged(n) {
		c.hole(n)
	}
	t := c.typeOf(kids[0])
	if t == nil || unread(t) {
		c.leave(n)
		return
	}
	if adt, ok := t.(*types.ADT); ok && c.flat(clauses, adt, partial) {
		if c.repeats(clauses) {
			c.load(t, clauses)
			c.reporter(n).redundant()
		}
		return
	}
	c.load(t, clauses)
	v := c.tool.judge(partial || c.damaged(n))
	if v.missing != nil || v.gaveUp {
		c.leave(n)
	}
	switch {
	case !v.clean():
		r := c.reporter(n)
		r.verdict = v
		r.all()
	case c.repeats(clauses):
		c.reporter(n).redundant()
	}
}

// unread reports whether the declaration of a data type has a syntax error, so that not all
// of its constructors are known.
func unread(t types.Type) bool {
	adt, ok := t.(*types.ADT)
	if !ok {
		return false
	}
	o, ok := adt.Decl.Data.(*typecheck.Object)
	return ok && o.Item != nil && len(o.Item.Errors) > 0
}

func (c *checker) reporter(match syntax.NodeID) *report {
	kids := c.item.Kids(match)
	return &report{checker: c, match: match, scrutinee: kids[0], clauses: kids[1:]}
}

// load makes the matrix of a match.
func (c *checker) load(t types.Type, clauses []syntax.NodeID) {
	c.begin()
	for _, clause := range clauses {
		c.addRow(c.item.Pattern(clause))
	}
	c.loadRows(t)
}

// begin makes the tool ready for the patterns of a match.
func (c *checker) begin() {
	c.getTool().matrix.reset()
	c.tool.rows = c.tool.rows[:0]
}

func (c *checker) addRow(p syntax.NodeID) {
	clear(c.bound)
	c.tool.rows = append(c.tool.rows, c.convert(p))
}

// loadRows makes a matrix of the patterns that were added.
func (c *checker) loadRows(t types.Type) {
	root := c.tool.translator.translate(t, nil, nil)
	c.tool.matrix.load(root, c.tool.rows)
}

// damaged reports whether clauses of a match may have been lost to syntax
// errors. Errors inside the body of a clause do no harm.
func (c *checker) damaged(match syntax.NodeID) bool {
	if len(c.item.Errors) == 0 {
		return false
	}
	if len(c.item.Kids(match)) == 1 {
		return true
	}
	span := c.item.Span(match)
	for _, e := range c.item.Mistakes() {
		if span.Contains(e.Span.Start) && !c.inBody(match, e.Span.Start) {
			return true
		}
	}
	return false
}

func (c *checker) inBody(match syntax.NodeID, offset int32) bool {
	for _, clause := range c.item.Kids(match)[1:] {
		body := c.item.Clause(clause).Body
		if span := c.item.Span(body); body != syntax.NoNode && span.Start < offset && offset < span.End {
			return true
		}
	}
	return false
}

// binding checks the pattern of a let or a parameter: it must match every
// value.
func (c *checker) binding(p syntax.NodeID) {
	if p == syntax.NoNode || c.isVariable(c.bare(p)) {
		return
	}
	t := c.typeOf(p)
	if t == nil {
		c.leave(p)
		return
	}
	c.begin()
	c.addRow(p)
	c.loadRows(t)
	v := c.tool.judge(false)
	if v.missing != nil || v.gaveUp {
		c.leave(p)
	}
	if v.missing != nil {
		c.refutable(p, v.missing)
	}
}
