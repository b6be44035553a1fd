package optimize

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
	"github.com/fraccheck/fraccheck/interp/agreement"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Options say which metric is minimized, by which rules, and how much of the result is checked.
type Options struct {
	Metric Metric
	Rules  []*pattern.Rule // besides those that come with the package
	Items  []int           // the definitions in these alone; all where it is nil
	// Commented leaves definitions as they are whose bodies have comments, which another form has not.
	Commented bool
	// Explain asks for the chain of rewrites that leads to each result.
	Explain bool
	// Least is the factor by which a form must cost less at all sizes that are compared; 0 for any.
	Least float64
	// Unrun takes forms without running them beside the text: the rules alone say that they are
	// equal.
	Unrun bool

	// unchecked takes the first choice that differs from the text, whatever it costs, and does
	// not run it: tests see what the later checks would hide.
	unchecked bool
}

// A Change is what became of one definition. Where Changed is false, Text and Steps are empty, After
// is Before, and Reason says which of the steps of Module ended the search.
type Change struct {
	Item          int
	Name          string
	Before, After Cost
	Text          string // of the definition, as it is now
	Changed       bool
	Traded        bool   // at some sizes it costs more than before
	Reason        string // why it is as it was
	Other         string // the bound of another form, which costs less at some sizes
	Steps         []Step
	Exact         bool // it gives the same to the bit
}

// A Step is one equation of the chain between the text and the result. Costs and texts are those of the
// whole definition after the step; they may rise, since a rule that makes a term dearer may lead to a
// cheaper one.
type Step struct {
	Rule          string
	Place         syntax.Span // in the text before, empty for what is not in it
	Before, After string      // costs of the definition
	Text          string      // of the definition, after the step
}

// A Result is a program after its definitions were optimized.
type Result struct {
	Before, After *typecheck.Module
	Text          string
	Changes       []Change // of each definition with a body, in order
}

// Module optimizes the definitions of a file, one after the other: each sees the forms of those before
// it, by whose bounds its calls are weighed. A deadline of ctx is shared among them. The result is
// never worse than the input: a definition whose search fails, ends early or finds nothing stays byte
// for byte.
func Module(ctx context.Context, m *typecheck.Module, o Options) (*Result, error) {
	r := &Result{Before: m, Text: m.File().Text(), After: m}
	var items []int
	for i := range m.Items() {
		item := m.File().Item(i)
		asked := o.Items == nil || slices.Contains(o.Items, i)
		if asked && item.Kind(item.Root) == syntax.ItemDef && item.Body() != syntax.NoNode {
			items = append(items, i)
		}
	}
	rules := newRules(o.Metric, o.Rules)
	for k, i := range items {
		// Most definitions need little: each may take its part of the time that is left, or a
		// tenth of it.
		limit, stop := share(ctx, max(1/float64(len(items)-k), 0.1))
		d := &definition{ctx: limit, module: r.After, item: i, options: o, rules: rules}
		change := d.optimize()
		stop()
		if change.Changed {
			r.After, r.Text = d.after, d.after.File().Text()
		}
		r.Changes = append(r.Changes, change)
	}
	return r, nil
}

// A definition is one that is being optimized. It reads the body (read), saturates the e-graph
// (rules.saturate), writes choices (candidates) and keeps the best one that passes all checks (choose).
type definition struct {
	ctx     context.Context
	module  *typecheck.Module
	item    int
	options Options
	rules   *rules

	info  *typecheck.Info
	terms *terms
	body  *body
	head  string // its text up to its body
	rest  string // its text after its body

	after    *typecheck.Module
	differed bool // a candidate gave another value
}

// optimize runs the steps of the package comment on one definition.
//
// A rule that is right up to rounding may still be refused, because a run of the definition amplifies
// the rounding: max(x) == y after a sum in another order. So where a run differed, the search is made
// again with the rules alone that hold to the bit.
func (d *definition) optimize() (change Change) {
	change.Item = d.item
	defer func() {
		if p := recover(); p != nil {
			// A panic of a law or a relation: what was found may be unfinished, so the
			// definition stays, and the others are optimized.
			change = Change{Item: d.item, Name: change.Name, Before: change.Before, After: change.Before, Reason: fmt.Sprintf("fraccheck failed on it (%v); please report it", p)}
		}
	}()
	o := d.module.Object(d.item)
	if o == nil {
		change.Reason = "it declares nothing"
		return change
	}
	change.Name = o.Name
	if sound(d.module, d.item) == nil {
		change.Reason = "it has errors"
		return change
	}
	if d.options.Commented && commented(d.module.File().Item(d.item)) {
		change.Reason = "a comment in its body would be lost"
		return change
	}
	change.Before = costOf(d.ctx, d.module, d.item, d.options.Metric)
	if d.ctx.Err() != nil {
		change.Reason = "the time is over"
		return change
	}
	if !change.Before.Known() && !d.options.unchecked {
		change.Reason = fmt.Sprintf("no bound of its %s is known", d.options.Metric)
		return change
	}
	if change.Reason = d.read(); change.Reason != "" {
		return change
	}
	limit, stop := share(d.ctx, 0.5)
	d.rules.saturate(limit, d.terms, d.body)
	stop()
	if d.choose(&change); !change.Changed && d.differed {
		// Some rule is not for this definition. Those that hold to the bit may be.
		d.rules = d.rules.onlyExact()
		if d.read() == "" {
			limit, stop := share(d.ctx, 0.5)
			d.rules.saturate(limit, d.terms, d.body)
			stop()
			d.choose(&change)
		}
	}
	return change
}

// commented reports whether the body of a definition has a comment.
func commented(item *syntax.Item) bool {
	body := item.Span(item.Body())
	return slices.ContainsFunc(syntax.Comments(item.Text), func(c syntax.Span) bool { return body.Start <= c.Start && c.End <= body.End })
}

// read makes the e-graph of the definition. The answer is why that is not done: the forms that reader
// does not follow, not faults of the program.
func (d *definition) read() (why string) {
	if d.info = sound(d.module, d.item); d.info == nil {
		return "it has errors"
	}
	unit := facts.Of(d.module).Unit(d.ctx, d.item, d.module.Check(d.item))
	d.terms = newTerms(d.module.Ops())
	d.terms.module, d.terms.params = d.module, map[string]bool{}
	if list := d.info.Item.TypeParams(); list != syntax.NoNode {
		for _, p := range d.info.Item.Kids(list) {
			d.terms.params[typed.TypeParamName(d.info.Item, p)] = true
		}
	}
	d.terms.called = func(o *typecheck.Object) effect.Summary {
		return effect.OfDefinition(d.ctx, facts.Of(d.module), o)
	}
	var err error
	if d.body, err = read(d.terms, d.info, effect.Of(unit)); err != nil {
		return err.Error()
	}
	d.splitText()
	return ""
}

// splitText sets head and rest such that head + "{" + body + "}" + rest is the item with another body.
// The body may be written with braces or without them (`def @f(%x) = %x`).
func (d *definition) splitText() {
	item := d.info.Item
	span := item.Span(item.Body())
	d.head = strings.TrimRight(item.Text[:span.Start], " \t\r\n")
	d.rest = item.Text[span.End:]
	d.head = strings.TrimRight(strings.TrimSuffix(d.head, "{"), " \t\r\n")
	if rest := strings.TrimLeft(d.rest, " \t\r\n"); strings.HasPrefix(rest, "}") && !strings.HasPrefix(item.Text[span.Start:], "{") {
		d.rest = strings.TrimPrefix(rest, "}")
	}
}

// varied is how many choices are tried among terms that weigh the same. Their definitions may still
// have different bounds, since a bound knows more than the sum of weights (cost.go).
const varied = 5

// A candidate is a text of the definition's body, by a choice of nodes. hoist says whether values leave
// the functions on whose parameters they do not depend.
type candidate struct {
	text   string
	scale  *scale
	chosen selection
	hoist  bool
}

// candidates are texts of the definition, each by another choice of nodes:
//
//   - the cheapest term of each class, as if nothing were shared (extract with no counts);
//   - the same where what the text shares costs each user a part (extract with sharing);
//   - the cheaper of these two, improved by local search over what is shared (improve);
//   - the text itself, improved: it keeps sharing that extraction would duplicate;
//   - with perturbed weights, other terms of equal weight.
//
// Each is made for sizes of 100 and of 3,000, since which of two terms is cheaper may depend on them,
// and written with values hoisted and not. Large graphs get the first three, at one size.
func (d *definition) candidates() (all []candidate) {
	roots := append(slices.Clone(d.body.entries), d.body.result)
	texts := map[string]bool{}
	add := func(s *scale, chosen selection) {
		for _, hoist := range []bool{true, false} {
			text, err := s.write(chosen, d.body, hoist)
			if err == nil && !texts[text] {
				texts[text] = true
				all = append(all, candidate{text, s, maps.Clone(chosen), hoist})
			}
		}
	}
	limit, end := share(d.ctx, 0.5)
	defer end()
	stop := func() bool { return limit.Err() != nil }
	bounds := complexity.New(d.module.Ops(), trees(d.module))
	const trials = 200_000 // of improve
	large := d.terms.Len() > mostNodes
	for _, base := range []int64{100, 3000} {
		s := newScale(d.terms, d.body, d.options.Metric, base, bounds)
		plain := s.extract(nil)
		shared := s.extract(d.sharing())
		add(s, plain)
		add(s, shared)
		best := plain
		if s.cost(shared, roots) < s.cost(plain, roots) {
			best = shared
		}
		add(s, s.improve(best, roots, trials, stop))
		if large {
			return all
		}
		if base == 100 {
			add(s, s.improve(s.original(), roots, trials, stop))
		}
		if stop() {
			return all
		}
	}
	if d.terms.Len() < 4000 {
		for seed := uint32(1); seed <= varied && !stop(); seed++ {
			s := newScale(d.terms, d.body, d.options.Metric, 100, bounds)
			s.seed = seed
			add(s, s.extract(nil))
		}
	}
	return all
}

// sharing counts by how many nodes of the text each class is used. Nodes up to body.read are those
// of the text; rules added the others.
func (d *definition) sharing() map[id]float64 {
	n := map[id]float64{}
	for i := range d.body.read {
		for _, k := range d.terms.NodeOf(id(i)).Kids {
			n[d.terms.Find(k)]++
		}
	}
	return n
}

// choose takes the candidate with the least bound. A candidate passes these checks in order, the cheap
// ones first: its text parses, has no error and has the type of the definition (replaceBody); its bound
// is less (Cost.compare) by the factor that is asked for; the bound is still found within the budget
// that all bounds of a definition share (bounded); and it gives what the definition gives on generated
// arguments (differs), to the bit where all rules of its chain hold to the bit.
func (d *definition) choose(change *Change) {
	best := change.Before
	var refused string
	if d.options.unchecked {
		d.takeUnchecked(change)
		return
	}
	for _, c := range d.candidates() {
		after, item, why := d.replaceBody(c.text)
		if why != "" {
			refused = why
			continue
		}
		cost := costOf(d.ctx, after, item, d.options.Metric)
		how := cost.compare(change.Before)
		// A bound that is less at some sizes and not at most is reported, and not taken.
		if how == notLess && cost.lessSomewhere(change.Before) {
			change.Other = cost.Text
		}
		if how == notLess || !cost.lessBy(change.Before, d.options.Least) || change.Changed && cost.total() >= best.total()-1e-9 {
			continue
		}
		if !bounded(d.ctx, after, item, d.options.Metric) {
			refused = "a cheaper form is too large for its bounds to be found together"
			continue
		}
		steps, exact := d.explain(c)
		if !d.options.Unrun {
			if why := d.differs(after, item, exact); why != "" {
				refused, d.differed = why, true
				continue
			}
		}
		change.Steps, change.Exact = steps, exact
		best, change.Changed, change.Traded = cost, true, how == traded
		change.After, d.after = cost, after
		change.Text = after.File().Item(item).Text
	}
	if !change.Changed {
		change.After = change.Before
		change.Reason = "nothing cheaper was found"
		if change.Other != "" {
			change.Reason = fmt.Sprintf("nothing was found that costs less at most sizes; another form costs %s, and this one %s", change.Other, change.Before.Text)
		}
		if refused != "" {
			change.Reason = refused
		}
	}
}

// takeUnchecked takes the last candidate that can be written, for Options.unchecked.
func (d *definition) takeUnchecked(change *Change) {
	change.Reason = "no candidate was written"
	for _, c := range d.candidates() {
		after, item, why := d.replaceBody(c.text)
		if why != "" {
			change.Reason, change.Text = why, c.text
			continue
		}
		change.Changed, d.after, change.After = true, after, change.Before
		change.Text = after.File().Item(item).Text
	}
}

// replaceBody is the module in which a text is the body of the definition. It refuses a text that the
// parser would read in another way, that has errors, or that changes the type.
func (d *definition) replaceBody(body string) (m *typecheck.Module, item int, why string) {
	text := d.head + " {\n" + body + "\n}"
	text = strings.TrimRight(format.Text("", text), "\n") + d.rest
	file, ok := d.module.File().Replace(d.item, text)
	if !ok {
		return nil, 0, "the text would be read in another way"
	}
	m = d.module.With(file)
	if sound(m, d.item) == nil {
		for _, x := range m.Check(d.item).Diagnostics {
			why = x.Message
		}
		return nil, 0, "the new text would have errors: " + why
	}
	_, was, _ := d.module.Signature(d.item)
	_, is, _ := m.Signature(d.item)
	if was == nil || is == nil || !rewrite.SameType(was, is) {
		return nil, 0, "its type would change"
	}
	return m, d.item, ""
}

// differs runs the definition before and after on generated arguments, and says where it differs; ""
// where it does not, or where no run shows anything.
func (d *definition) differs(after *typecheck.Module, item int, exact bool) string {
	o := agreement.Compare(d.ctx, agreement.Subject{Before: d.module, After: after, BeforeItem: d.item, AfterItem: item}, agreement.Options{MaxSteps: 2_000_000, Exact: exact})
	if o.Verdict == agreement.Differ {
		return "what was found gives another value: " + o.Counterexample.Difference
	}
	return ""
}

// share limits a context to a part of the time that it has left; one without a deadline stays without.
func share(ctx context.Context, part float64) (context.Context, context.CancelFunc) {
	until, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(part*float64(time.Until(until))))
}
