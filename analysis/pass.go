package analysis

import (
	"context"
	"iter"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Reader answers which facts hold of the definitions that a module sees. The
// error is the context's.
type Reader interface {
	Fact(ctx context.Context, a *Analyzer, of *typecheck.Object) (Fact, error)
}

// A Unit is one item with all that analyzers may ask about it. Runs of several
// analyzers over it share results. It is for one goroutine.
type Unit struct {
	Module *typecheck.Module // the item's
	Index  int               // of the item in the module's file
	Result *typecheck.Result
	// Reader answers for facts; where it is nil, every fact is Unknown.
	Reader Reader
	// Component are the items whose definitions call each other with this one,
	// itself among them, where facts of theirs are being worked out; else nil.
	Component map[*syntax.Item]bool
	// Ranges are those that a configuration gives to parameters, by name.
	Ranges map[string]declared.Range

	ctx      context.Context
	reporter Reporter
	faulty   bool
	metered  bool
	meter    steps.Meter // once asked for
	errors   []int32     // where the item's errors begin, once asked for
	results  []result
	reads    []Read
	read     map[question]Fact // of the reads, once they are many

	passes [2]Pass // room for the first ones
	taken  int     // how many of them are in use
	spare  *Pass   // one that is used up
}

// A Reporter takes findings, which have the severity of their code.
type Reporter interface{ Report(syntax.Diagnostic) }

// A Host has several analyzers run over an item. Crashed receives a panic in one of them, on
// the stack of that.
type Host interface {
	Reporter
	Crashed(item *syntax.Item, value any)
}

// A reporter is a function that takes findings.
type reporter func(syntax.Diagnostic)

func (r reporter) Report(d syntax.Diagnostic) { r(d) }

// A result is what an analyzer gave for the item. Few do.
type result struct {
	of    *Analyzer
	given any
}

// A question is for the fact of an analyzer about a definition.
type question struct {
	analyzer *Analyzer
	of       *typecheck.Object
}

// A Read is a fact that a run asked for, with the answer.
type Read struct {
	Analyzer *Analyzer
	Of       *typecheck.Object
	Fact     Fact
}

// NewUnit makes the unit of an item. Where the context ends, runs go on with
// facts that say nothing; what they find then must not be kept (Unit.Err).
func NewUnit(ctx context.Context, m *typecheck.Module, i int, r *typecheck.Result, facts Reader) *Unit {
	u := units.Get()
	u.ctx, u.Module, u.Index, u.Result, u.Reader, u.faulty = ctx, m, i, r, facts, faulty(r)
	return u
}

// units has those that were let go. An item has few nodes, and its unit was a fifteenth of
// all memory that a check of it asked for.
var units scratch.Pool[Unit]

// Release gives a unit back whose item was looked at: nobody may use it any more, nor its
// passes, nor what its runs gave. One that nobody releases is left to the collector.
func (u *Unit) Release() {
	clear(u.results)
	clear(u.reads)
	*u = Unit{results: u.results[:0], reads: u.reads[:0]}
	units.Put(u, cap(u.reads))
}

// Faulty reports whether u is an item with an error of its syntax or types.
func (u *Unit) Faulty() bool { return u.faulty }

// errorsOf gives the errors of an item's syntax and types.
func errorsOf(r *typecheck.Result) iter.Seq[syntax.Diagnostic] {
	return func(yield func(syntax.Diagnostic) bool) {
		for _, list := range [][]syntax.Diagnostic{r.Item.Errors, r.Diagnostics} {
			for _, d := range list {
				if d.Severity == codes.Error && !yield(d) {
					return
				}
			}
		}
	}
}

// faulty reports whether r is an item with an error of its syntax or types.
func faulty(r *typecheck.Result) bool {
	for range errorsOf(r) {
		return true
	}
	return false
}

// Err is the context's error: what was found after it may be wrong.
func (u *Unit) Err() error { return u.ctx.Err() }

// Context is what the unit was made with.
func (u *Unit) Context() context.Context { return u.ctx }

// Meter ends with the context.
func (u *Unit) Meter() *steps.Meter {
	if !u.metered {
		u.meter, u.metered = *steps.New(u.ctx, math.MaxInt), true
	}
	return &u.meter
}

// Reads are the facts that the runs asked for, each once.
func (u *Unit) Reads() []Read { return u.reads }

// A Pass is one run of an Analyzer over one item. It is for one goroutine. What the run
// gives may hold it; where it gives nothing, the pass is over with it.
type Pass struct {
	Analyzer *Analyzer
	Item     *syntax.Item
	Info     *typecheck.Info
	Module   *typecheck.Module // the item's, for checks that look at what it uses
	Faulty   bool              // the item has errors, which may be why something looks odd

	quiet bool // nobody hears what is found
	unit  *Unit
	fact  Fact
}

// Loose is a pass of no analyzer, for those who ask what one would find in a part of an item.
// It has no facts.
func Loose(info *typecheck.Info, report func(syntax.Diagnostic)) *Pass {
	unit := &Unit{ctx: context.Background(), reporter: reporter(report)}
	return &Pass{Item: info.Item, Info: info, unit: unit}
}

// Report takes findings without a severity, which is that of their code, so that no check
// says it a second time.
func (p *Pass) Report(d syntax.Diagnostic) { p.ReportAs(d, d.Code.DefaultSeverity()) }

// ReportAs takes findings of a severity that is not their code's: how sure one is follows from
// where it stands.
func (p *Pass) ReportAs(d syntax.Diagnostic, severity codes.Severity) {
	if !p.quiet {
		d.Severity = severity
		p.unit.reporter.Report(d)
	}
}

// Run runs an analyzer over the item. Findings go to report.
func (u *Unit) Run(a *Analyzer, report func(syntax.Diagnostic)) {
	u.reporter = reporter(report)
	u.give(a, false)
}

// RunAll runs analyzers over the item one after the other, but for those that have nothing
// to do there. It ends early where the context does.
func (u *Unit) RunAll(analyzers []*Analyzer, host Host) {
	u.reporter = host
	kinds := kindsOf(u.Result.Item)
	for _, a := range analyzers {
		if u.ctx.Err() != nil {
			return
		}
		if a.Kinds == nil || kinds.any(a.Kinds) {
			u.runGuarded(a, host)
		}
	}
}

func (u *Unit) runGuarded(a *Analyzer, host Host) {
	defer func() {
		if r := recover(); r != nil {
			host.Crashed(u.Result.Item, r)
		}
	}()
	u.give(a, false)
}

// give has an analyzer run, and keeps what it gives.
func (u *Unit) give(a *Analyzer, quiet bool) any {
	p := u.pass(a, quiet)
	r := a.Run(p)
	if r == nil {
		u.spare = p
	} else {
		u.results = append(u.results, result{a, r})
	}
	return r
}

// Fact is what an analyzer exports about the item's definition, Unknown where
// it exports nothing.
func (u *Unit) Fact(a *Analyzer) Fact {
	p := u.pass(a, true)
	a.Run(p)
	return p.fact
}

// pass makes the pass of an analyzer.
func (u *Unit) pass(a *Analyzer, quiet bool) *Pass {
	p := u.newPass()
	*p = Pass{
		Analyzer: a, Item: u.Result.Item, Info: u.Result.Info, Module: u.Module, Faulty: u.faulty,
		quiet: quiet, unit: u,
	}
	if a.Facts != nil {
		p.fact = a.Facts.Unknown
	}
	return p
}

// room is where the next pass is made: in one that is used up, if there is one.
func (u *Unit) newPass() *Pass {
	if p := u.spare; p != nil {
		u.spare = nil
		return p
	}
	if u.taken == len(u.passes) {
		return new(Pass)
	}
	u.taken++
	return &u.passes[u.taken-1]
}

// ErrorIn reports whether an error begins in a span or at its end: then it may be
// the reason of what looks odd there.
func (p *Pass) ErrorIn(span syntax.Span) bool {
	if !p.Faulty {
		return false
	}
	u := p.unit
	if u.errors == nil {
		for d := range errorsOf(u.Result) {
			u.errors = append(u.errors, d.Span.Start)
		}
		slices.Sort(u.errors)
	}
	i, _ := slices.BinarySearch(u.errors, span.Start)
	return i < len(u.errors) && u.errors[i] <= span.End
}

// Definition is what the item defines; nil where it is no definition.
func (p *Pass) Definition() *typecheck.Object {
	if o := p.Module.Object(p.unit.Index); o != nil && o.Kind == typecheck.DefObject {
		return o
	}
	return nil
}

// Ranges are those of the definition's parameters, by name without sigil: those that it declares,
// else those of the configuration.
func (p *Pass) Ranges() map[string]declared.Range { return declared.With(p.Item, p.unit.Ranges) }

// Context ends when the run is cancelled.
func (p *Pass) Context() context.Context { return p.unit.ctx }

// Meter ends with the context of the run. It has no bound: a run
// that may find too much to do counts by itself.
func (p *Pass) Meter() *steps.Meter { return p.unit.Meter() }

// Recursive reports whether a definition and the item's call each other, as far as
// can be seen from which names are in which. It is for passes that give facts:
// what a fact says of others, it says of their recursion too.
func (p *Pass) Recursive(of *typecheck.Object) bool { return p.unit.Component[of.Item] }

// ExportFact says what holds of the item's definition.
func (p *Pass) ExportFact(f Fact) { p.fact = f }

// Fact is what an analyzer says of a definition: the pass's own analyzer, or
// one that it requires. Of definitions that call each other with the item's, it
// is what is known so far.
func (p *Pass) Fact(a *Analyzer, of *typecheck.Object) Fact {
	p.demand(a)
	return p.unit.fact(a, of)
}

// Result is what an analyzer that this one requires gives for the same item.
func (p *Pass) Result(a *Analyzer) any {
	p.demand(a)
	return p.unit.Of(a)
}

// demand fails for an analyzer that is not required: its facts would not be
// worked out in time.
func (p *Pass) demand(a *Analyzer) {
	if a == p.Analyzer {
		return
	}
	for _, r := range p.Analyzer.Requires {
		if r == a {
			return
		}
	}
	panic("analysis: " + p.Analyzer.Name + " asks for " + a.Name + ", which it does not require")
}

func (u *Unit) fact(a *Analyzer, of *typecheck.Object) Fact {
	if f, ok := u.known(question{a, of}); ok {
		return f
	}
	f := a.Facts.Unknown
	if u.Reader != nil && of != nil && of.Kind == typecheck.DefObject {
		if found, err := u.Reader.Fact(u.ctx, a, of); err == nil {
			f = found
		}
	}
	u.reads = append(u.reads, Read{a, of, f})
	return f
}

// fewReads is how many facts are looked through for one: most items ask for one or two.
const fewReads = 16

// known is a fact that was asked for before.
func (u *Unit) known(q question) (Fact, bool) {
	if len(u.reads) > fewReads {
		for _, r := range u.reads[len(u.read):] {
			if u.read == nil {
				u.read = map[question]Fact{}
			}
			u.read[question{r.Analyzer, r.Of}] = r.Fact
		}
		f, ok := u.read[q]
		return f, ok
	}
	for i := range u.reads {
		if r := &u.reads[i]; r.Of == q.of && r.Analyzer == q.analyzer {
			return r.Fact, true
		}
	}
	return nil, false
}

// Of is what an analyzer gives for the item.
func (u *Unit) Of(a *Analyzer) any {
	for _, known := range u.results {
		if known.of == a {
			return known.given
		}
	}
	return u.give(a, true)
}
