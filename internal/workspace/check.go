package workspace

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/cells"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Check runs every check over files. It fails where a file or a configuration
// cannot be read, or the context ends; a mistake in a program is a finding.
func (s *Snapshot) Check(ctx context.Context, paths []string) (*Report, error) {
	checks, err := s.checkFiles(ctx, paths, noneKnown)
	if err != nil {
		return nil, err
	}
	s.noteImported(checks)
	report := &Report{Files: len(checks)}
	for _, c := range checks {
		c.finish(s, report)
	}
	return report.Joined(append(s.configurationFindings(checks), ruleMistakes(checks)...)), nil
}

// checkFiles runs the checks of all items of files.
func (s *Snapshot) checkFiles(ctx context.Context, paths []string, known Known) ([]*fileCheck, error) {
	if err := s.notSigned(paths); err != nil {
		return nil, err
	}
	checks, err := s.prepare(ctx, paths)
	if err != nil {
		return nil, err
	}
	if err := s.run(ctx, checks); err != nil {
		return nil, err
	}
	if err := s.brokenImports(ctx, checks, known); err != nil {
		return nil, err
	}
	return checks, s.MissingBodies()
}

// A fileCheck gathers what is found in one file, by item, so that the order in
// which threads come to an end does not show.
type fileCheck struct {
	entry  *entry
	config *config.Config
	rules  *ruleset.Set
	holds  *Source                 // rules or a configuration, in place of the entry
	found  cells.Sparse[itemCheck] // in this text; of other items, what was taken over holds

	imported bool // by another file

	executed   map[int][]syntax.Diagnostic // by item
	unexecuted error                       // why nothing was executed

	promised map[int][]syntax.Diagnostic // that contracts of the configuration are not kept, by item

	imports    map[int][]syntax.Diagnostic // of files that have errors, by item
	unreadable *sourcefile.ReadError       // in place of the entry, where the file cannot be read
}

// An itemCheck is what was found in one item besides what the parser said of it, which
// is in the item.
type itemCheck struct {
	diagnostics   []syntax.Diagnostic
	agree, differ int32
	mistyped      bool // there are errors of types
	crashes       []Crash
	reads         facts.Reads    // the findings hold as long as these facts do
	rules         *ruleset.Set   // that were looked for
	bodies        []*syntax.Item // definitions that rules looked into
}

// settle keeps no more room than what was found takes.
func (c *itemCheck) settle() {
	c.diagnostics, c.reads = exact(c.diagnostics), exact(c.reads)
}

func exact[S ~[]T, T any](s S) S {
	if cap(s) == len(s) {
		return s
	}
	return append(make(S, 0, len(s)), s...)
}

// prepare reads and links the files.
func (s *Snapshot) prepare(ctx context.Context, paths []string) ([]*fileCheck, error) {
	checks := make([]*fileCheck, len(paths))
	return checks, s.Each(ctx, len(paths), func(ctx context.Context, i int) (err error) {
		checks[i], err = s.newFileCheck(ctx, paths[i])
		return err
	})
}

func (s *Snapshot) newFileCheck(ctx context.Context, path string) (*fileCheck, error) {
	if sourcefile.IsConfiguration(path) {
		own := s.configs.Own(path)
		return &fileCheck{config: own, holds: own.Source()}, nil
	}
	config, err := s.Config(path)
	if err != nil {
		return nil, err
	}
	rules, err := s.Rules(path)
	if err != nil {
		return nil, err
	}
	if sourcefile.IsRules(path) {
		return s.newRuleFileCheck(path, config, rules)
	}
	e, err := s.linkedWithin(ctx, path)
	if unreadable := (*sourcefile.ReadError)(nil); errors.As(err, &unreadable) {
		return &fileCheck{config: config, unreadable: unreadable}, nil
	}
	if err != nil {
		return nil, err
	}
	c := &fileCheck{entry: e, config: config, rules: rules}
	c.found.Make(e.source.File.Len())
	return c, nil
}

func (s *Snapshot) newRuleFileCheck(path string, config *config.Config, rules *ruleset.Set) (*fileCheck, error) {
	c := &fileCheck{config: config, rules: rules}
	source, err := s.Source(path)
	if unreadable := (*sourcefile.ReadError)(nil); errors.As(err, &unreadable) {
		c.unreadable = unreadable
		return c, nil
	}
	c.holds = source
	return c, err
}

// batch is how many items a thread takes at once; most are small.
const batch = 32

func (s *Snapshot) run(ctx context.Context, checks []*fileCheck) error {
	var parts []func(context.Context) error
	analyzers := s.analyzers()
	done := s.counter(checks)
	for _, c := range checks {
		if c.entry == nil {
			continue
		}
		if s.execute != nil {
			parts = append(parts, func(ctx context.Context) error { return c.execute(ctx, s) })
		}
		if len(c.config.Contracts) > 0 {
			parts = append(parts, c.holdContracts)
		}
		if c.entry.cache.checks.Sum().rests {
			c.entry.facts.Undisturbed(ctx) // where it is not, each is verified
		}
		unknown := c.recall()
		done(c.entry.source.File.Len() - len(unknown))
		for part := range slices.Chunk(unknown, batch) {
			parts = append(parts, func(ctx context.Context) error {
				for _, i := range part {
					if ctx.Err() != nil {
						break
					}
					c.found.Store(i, c.entry.check(ctx, i, analyzers, c.rules))
				}
				done(len(part))
				return ctx.Err()
			})
		}
	}
	return s.Each(ctx, len(parts), func(ctx context.Context, i int) error { return parts[i](ctx) })
}

// analyzers are the checks that are made here.
func (s *Snapshot) analyzers() []*analysis.Analyzer {
	list := registry.Analyzers()
	if s.execute != nil || s.prompt {
		list = registry.Prompt()
	}
	if s.hints {
		list = append(list, registry.Hinting(s.execute != nil)...)
	}
	return list
}

// recall takes over what is known of items by the same rules, and lists the others. After an edit
// those are visited alone that were found since or may not hold.
func (c *fileCheck) recall() (unknown []int) {
	e := c.entry
	if !e.cache.checks.TookOver() {
		for i := range e.source.File.Len() {
			unknown = c.recallItem(i, unknown)
		}
		return unknown
	}
	for i := range e.cache.checks.Found.All() {
		unknown = c.recallItem(i, unknown)
	}
	settled := e.facts.Settled()
	for i := range e.cache.checks.Where(func(of checkTraits, doubted bool) bool {
		return of.missing || of.mixed || of.rules != c.rules || of.rests && (doubted || !settled)
	}) {
		if c.found.Load(i) == nil { // another goroutine may have found it since
			unknown = c.recallItem(i, unknown)
		}
	}
	slices.Sort(unknown)
	return slices.Compact(unknown)
}

// recallItem takes over what is known of an item, or else adds it to a list.
func (c *fileCheck) recallItem(i int, unknown []int) []int {
	known := c.entry.verified(i)
	if known == nil || known.rules != c.rules {
		return append(unknown, i)
	}
	c.found.Store(i, known)
	return unknown
}

// item is what is known of an item once all that recall listed is checked.
func (c *fileCheck) item(i int) *itemCheck {
	if found := c.found.Load(i); found != nil {
		return found
	}
	taken, _ := c.entry.cache.checks.Earlier(i)
	return taken
}

// counter reports whoever wants to hear it how many items are checked.
func (s *Snapshot) counter(checks []*fileCheck) func(items int) {
	if s.progress == nil {
		return func(int) {}
	}
	all := 0
	for _, c := range checks {
		if c.entry != nil {
			all += c.entry.source.File.Len()
		}
	}
	var checked atomic.Int64
	return func(items int) { s.progress(int(checked.Add(int64(items))), all) }
}

// check runs the type checker and every analyzer over one item, unless that was
// done. Where one of them panics, the others are run all the same.
func (e *entry) check(ctx context.Context, i int, analyzers []*analysis.Analyzer, rules *ruleset.Set) *itemCheck {
	if c := e.known(ctx, i, rules); c != nil {
		return c
	}
	c := e.checkAnew(ctx, i, analyzers, rules)
	if ctx.Err() == nil {
		e.cache.checks.Found.Store(i, c)
	}
	return c
}

func (e *entry) checkAnew(ctx context.Context, i int, analyzers []*analysis.Analyzer, rules *ruleset.Set) *itemCheck {
	item := e.source.File.Item(i)
	c := &itemCheck{rules: rules, diagnostics: slices.Clip(e.faults[i]), mistyped: true}
	defer c.settle()
	done, ok := e.observe.item(e, i)
	if !ok {
		c.diagnostics = append(c.diagnostics, leftOut(item))
		return c
	}
	defer done()
	var result *typecheck.Result
	c.guard(item, func() { result, _ = e.module.CheckContext(ctx, i) }) // what is cancelled is not kept
	if result == nil {
		return c
	}
	c.mistyped = hasError(result)
	e.cache.glance(i, result)
	if len(c.diagnostics) == 0 {
		c.diagnostics = result.Diagnostics // of what was inferred they are kept anyway
	} else {
		c.diagnostics = append(c.diagnostics, result.Diagnostics...)
	}
	c.agree, c.differ = int32(result.Agree), int32(result.Differ)
	unit := e.analyze(ctx, i, c, result, analyzers)
	e.lint(ctx, c, rules, unit)
	unit.Release()
	return c
}

// analyze runs analyzers over an item with its types. It is where checks are
// given what they may ask for.
func (e *entry) analyze(ctx context.Context, i int, c *itemCheck, result *typecheck.Result, analyzers []*analysis.Analyzer) *analysis.Unit {
	unit := e.facts.Unit(ctx, i, result)
	unit.RunAll(analyzers, c)
	c.reads = facts.ReadsOf(unit)
	return unit
}

// finish turns what was found in a file into findings. The order matters: suppressions come
// before expectations of documents, since a suppressed diagnostic meets none, and severities of
// the configuration come last, so that neither depends on them. Suppressions that let nothing
// pass are found when all items were gathered.
func (c *fileCheck) finish(s *Snapshot, report *Report) {
	if c.unreadable != nil {
		report.Findings = append(report.Findings, c.config.Apply([]Finding{c.unreadable.Diagnostic()})...)
		return
	}
	if c.holds != nil {
		report.Findings = append(report.Findings, c.config.Apply(c.holds.Mistakes())...)
		return
	}
	part := &Report{}
	expected := suppress.NewExpectations(c.entry.source)
	suppressed := suppress.New(c.entry.source, c.rules.Codes())
	reported, faulty, old, accused := tally{}, false, oldSpellings{}, contradictions{entry: c.entry}
	add := func(findings []Finding) {
		reported.add(accused.gather(c.config.Apply(expected.Filter(findings))))
	}
	for _, i := range c.reporting() {
		part.Findings = part.Findings[:0]
		c.gather(s, part, i)
		part.Findings = c.entry.source.AtNodes(part.Findings)
		faulty = faulty || part.Count(codes.Error) > 0
		add(suppressed.Filter(old.gather(part.Findings)))
	}
	add(suppressed.Filter(old.findings()))
	add(suppressed.Filter(c.unusedDefinitions(s, faulty)))
	add(suppressed.Filter(c.entry.source.TextFindings()))
	add(suppressed.Unused(c.unmade(s)))
	reported.add(c.config.Apply(expected.Unmet(c.unmade(s))))
	reported.add(c.config.Apply(c.entry.source.ModelFindings()))
	reported.add(accused.findings(s))
	report.Findings = append(report.Findings, sourcefile.Sorted(c.entry.source.AtOrigin(reported.findings()))...)
	report.Crashes = append(report.Crashes, part.Crashes...)
	if c.unexecuted != nil {
		report.Unexecuted = append(report.Unexecuted, c.unexecuted)
	}
	if c.entry.source.Model == nil { // nobody wrote the comments of that program
		report.Agree, report.Differ = report.Agree+part.Agree, report.Differ+part.Differ
	}
}

// unmade returns which codes are not checked: a file of rules with errors may
// hold the rule that is meant.
func (c *fileCheck) unmade(s *Snapshot) func(code string) bool {
	return func(code string) bool {
		return s.unmade(code) || c.unexecuted != nil && Executes(codes.Code(code)) || codes.Code(code).IsRule() && s.rulesDoubted(c.config)
	}
}

// reporting are the numbers of the items about which there is something to report, in their
// order. The others are not visited.
func (c *fileCheck) reporting() (items []int) {
	for i := range c.entry.source.File.Having(syntax.Erroneous) {
		items = append(items, i)
	}
	for _, found := range []map[int][]syntax.Diagnostic{c.executed, c.imports, c.promised} {
		items = slices.AppendSeq(items, maps.Keys(found))
	}
	items = append(items, c.entry.facts.Panicked()...)
	for i := range c.entry.cache.checks.Where(func(of checkTraits, _ bool) bool { return of.says }) {
		if c.item(i).says() {
			items = append(items, i)
		}
	}
	for i, found := range c.found.All() {
		if found.says() {
			items = append(items, i)
		}
	}
	slices.Sort(items)
	return slices.Compact(items)
}

func (c *fileCheck) gather(s *Snapshot, report *Report, i int) {
	item, unfounded := c.item(i), c.entry.factCrashes(i)
	parsed := c.entry.source.File.Item(i).Mistakes()
	for _, found := range [][]syntax.Diagnostic{parsed, item.diagnostics, unfounded.diagnostics, c.executed[i], c.imports[i], c.promised[i]} {
		if len(found) > maxOfCode {
			report.Findings = slices.Grow(report.Findings, len(found))
		}
		for _, d := range found {
			if !c.entry.source.Illustrates(i, d.Code) {
				report.Findings = append(report.Findings, s.place(c.entry, i, d))
			}
		}
	}
	report.Agree += int(item.agree)
	report.Differ += int(item.differ)
	report.Crashes = append(report.Crashes, slices.Concat(item.crashes, unfounded.crashes)...)
}

func emptyResult(item *syntax.Item) *typecheck.Result {
	return &typecheck.Result{Info: &typecheck.Info{Item: item}}
}
