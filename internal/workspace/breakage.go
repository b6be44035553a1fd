package workspace

import (
	"context"
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// What errors reach of a file is the least set of names such that
//   - a definition or a declaration with an error is in it, with its constructors,
//   - so is a name that is in text which was not read, unless the file declares it elsewhere:
//     the declaration may be hidden there,
//   - so is a definition or a declaration that names one of the set, of this file or of an import.
//
// Where an import cannot be read, or the errors are too many to list, it is everything. Names are
// compared as text: a local variable with the name of a broken constructor counts as a use, which
// errs on the side of reporting.

// A breakage finds what errors reach of files, of each file once. It searches depth first, import by
// import, so that all who ask get the same answer for a file; imports that form a cycle are
// faults of their own and not followed.
type breakage struct {
	snapshot *Snapshot
	known    Known
	found    map[*entry]*Broken
}

func newBreakage(s *Snapshot, known Known) *breakage {
	return &breakage{snapshot: s, known: known, found: map[*entry]*Broken{}}
}

// knownBroken is what errors reach of a file under some settings. An entry sees the same texts as
// long as it lives.
type knownBroken struct {
	settings *settings
	broken   *Broken
}

// Broken is what errors reach of what the file at a path shows; nil where that is nothing. What is
// known, which may be nil, is not searched.
func (s *Snapshot) Broken(ctx context.Context, path string, known Known) (*Broken, error) {
	if known == nil {
		known = noneKnown
	}
	e := s.entry(path)
	if e.read() != nil {
		return nil, nil // the import says that it cannot be read
	}
	return newBreakage(s, known).of(ctx, e)
}

// of is what errors reach of a file; nil where that is nothing.
func (b *breakage) of(ctx context.Context, e *entry) (*Broken, error) {
	if broken, ok := b.found[e]; ok {
		return broken, nil
	}
	if broken, ok := b.known.Broken(e.path); ok {
		return broken, nil
	}
	if e.signed != nil {
		return e.signed.broken(), nil
	}
	if known := e.broken.Load(); known != nil && known.settings == b.snapshot.settings {
		return known.broken, nil
	}
	errors, err := b.snapshot.ownErrors(ctx, e)
	if err != nil {
		return nil, err
	}
	return b.conclude(ctx, e, errors)
}

// conclude finds what errors reach of a file whose own errors are known.
func (b *breakage) conclude(ctx context.Context, e *entry, errors []Finding) (*Broken, error) {
	s := &spread{entry: e, reached: map[string]int{}}
	for _, f := range errors {
		s.begin(f)
	}
	for _, i := range e.imports {
		if i.target == nil || e.faults[i.item] != nil {
			continue
		}
		broken, err := b.of(ctx, i.target)
		if err != nil {
			return nil, err
		}
		s.importing(i.target, broken)
	}
	broken := s.broken()
	b.found[e] = broken
	e.broken.Store(&knownBroken{b.snapshot.settings, broken})
	return broken, nil
}

// ownErrors are the errors in a file itself, but for those at imports of which it uses what is
// broken.
func (s *Snapshot) ownErrors(ctx context.Context, e *entry) ([]Finding, error) {
	c, err := s.newFileCheck(ctx, e.source.Path)
	if err != nil || c.unreadable != nil {
		return nil, err // the import says that it cannot be read
	}
	c.imported = true // by who asks
	unknown := c.recall()
	if err := s.Each(ctx, len(unknown), func(ctx context.Context, i int) error {
		c.found.Store(unknown[i], c.entry.check(ctx, unknown[i], s.analyzers(), c.rules))
		return nil
	}); err != nil {
		return nil, err
	}
	if len(c.config.Contracts) > 0 {
		if err := c.holdContracts(ctx); err != nil {
			return nil, err
		}
	}
	report := &Report{}
	c.finish(s, report)
	return c.errors(sourcefile.Sorted(report.Findings)), nil
}

// errors are those among findings of the file that are its own.
func (c *fileCheck) errors(findings []Finding) (own []Finding) {
	for _, f := range findings {
		if f.Severity == codes.Error && (f.Item < 0 || len(c.imports[f.Item]) == 0) {
			own = append(own, f)
		}
	}
	return own
}

// mostBroken is how many names are listed of a file, and from how many errors: more are everything.
const mostBroken = 500

// A spread follows errors through a file. It costs one pass over the names in the file, and none
// where there is no error.
type spread struct {
	entry    *entry
	errors   []ErrorPlace
	whole    bool // anything may rest on the first error
	reached  map[string]int
	open     []string
	users    map[string][]int // items by the names that they mention; see index
	declared map[string]bool
}

// index notes which items mention what, and what is declared, before the first name is reached.
func (s *spread) index() {
	if s.users != nil {
		return
	}
	s.users, s.declared = map[string][]int{}, map[string]bool{}
	for i, item := range s.entry.source.File.All() {
		for _, name := range item.DeclaredNames() {
			s.declared[name] = true
		}
		for name := range item.Mentions() {
			s.users[name] = append(s.users[name], i)
		}
	}
}

// begin takes an error of the file's own.
func (s *spread) begin(f Finding) {
	start, _ := f.Range()
	at := ErrorPlace{f.Source.Name, start.Line, start.Column, f.Message}
	if f.Item < 0 || len(s.errors) == mostBroken {
		s.everything(at)
		return
	}
	item := s.entry.source.File.Item(f.Item)
	names := item.DeclaredNames()
	kind := item.Kind(item.Root)
	if len(names) == 0 && kind != syntax.ItemExpr && kind != syntax.ItemEmpty && kind != syntax.ItemAssert {
		s.everything(at)
		return
	}
	if len(item.Errors) > 0 {
		names = append(names, s.hidden(item)...)
	}
	s.reach(at, names)
}

var declarable = lazyregexp.New(`@[\pL_][\pL\pN_.]*|\b\p{Lu}[\pL\pN_]*`)

// hidden are the names in text that was not read as it should be of which no declaration was read.
// Names of types and constructors are looked for with their usual capital letter: a use of another
// one is an error by itself.
func (s *spread) hidden(item *syntax.Item) []string {
	s.index()
	return slices.DeleteFunc(declarable().FindAllString(item.Text, -1), func(name string) bool {
		return s.declared[name] || typeexpr.IsFormer(name)
	})
}

// importing takes what errors reach of an import.
func (s *spread) importing(target *entry, broken *Broken) {
	switch {
	case broken == nil:
	case broken.Names == nil:
		s.everything(broken.Errors[0])
	default:
		for _, name := range slices.Sorted(maps.Keys(broken.Names)) {
			s.reach(broken.Errors[broken.Names[name]], s.naming(name, target))
		}
	}
}

// naming are the names of what mentions a name of an imported file.
func (s *spread) naming(name string, target *entry) (names []string) {
	s.index()
	for _, at := range s.users[name] {
		if s.entry.means(at, name, target) {
			names = append(names, s.entry.source.File.Item(at).DeclaredNames()...)
		}
	}
	return names
}

// everything may rest on an error.
func (s *spread) everything(at ErrorPlace) {
	if !s.whole {
		s.whole, s.errors = true, []ErrorPlace{at}
	}
}

// reach follows an error from some names to all that rest on them.
func (s *spread) reach(at ErrorPlace, names []string) {
	if s.whole || len(names) == 0 {
		return
	}
	s.index()
	s.errors = append(s.errors, at)
	s.add(names)
	for len(s.open) > 0 {
		last := s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		for _, i := range s.users[last] {
			s.add(s.entry.source.File.Item(i).DeclaredNames())
		}
	}
	if len(s.reached) > mostBroken {
		s.everything(s.errors[0])
	}
}

// add adds names that rest on the last error.
func (s *spread) add(names []string) {
	for _, name := range names {
		if _, known := s.reached[name]; !known {
			s.reached[name] = len(s.errors) - 1
			s.open = append(s.open, name)
		}
	}
}

func (s *spread) broken() *Broken {
	switch {
	case s.whole:
		return &Broken{Errors: s.errors}
	case len(s.reached) == 0:
		return nil
	}
	return &Broken{Errors: s.errors, Names: s.reached}
}

// A brokenUse is the first item of a file that names what rests on an error in an import; negative
// where none does.
type brokenUse struct {
	item int
	name string // empty: the import may be broken as a whole
}

// brokenUse finds the first use of what errors reach of an import. What is known of the text before
// spares all items that an edit left alone.
func (e *entry) brokenUse(target *entry, broken *Broken) brokenUse {
	if broken.Names == nil {
		return brokenUse{}
	}
	if known, ok := e.brokenUses.Load(broken); ok {
		return known.(brokenUse)
	}
	use := e.revisedUse(target, broken)
	e.brokenUses.Store(broken, use)
	return use
}

func (e *entry) revisedUse(target *entry, broken *Broken) brokenUse {
	if e.before.from == nil || !e.module.IsRevision() || e.module.NamesChanged() {
		return e.firstUse(target, broken, 0, e.source.File.Len())
	}
	known, ok := e.before.from.brokenUses.Load(broken)
	if !ok {
		return e.firstUse(target, broken, 0, e.source.File.Len())
	}
	was, edit := known.(brokenUse), e.module.Edit()
	if 0 <= was.item && was.item < edit.From {
		return was
	}
	if use := e.firstUse(target, broken, edit.From, edit.To); use.item >= 0 || was.item < 0 {
		return use
	}
	if was.item >= edit.WasTo {
		return brokenUse{was.item + edit.To - edit.WasTo, was.name}
	}
	return e.firstUse(target, broken, edit.To, e.source.File.Len())
}

// firstUse looks at some items.
func (e *entry) firstUse(target *entry, broken *Broken, from, to int) brokenUse {
	for i, item := range e.source.File.Range(from, to) {
		for name := range item.Mentions() {
			if _, is := broken.Names[name]; is && e.means(i, name, target) {
				return brokenUse{i, name}
			}
		}
	}
	return brokenUse{item: -1}
}

// means reports whether a name in item i may represent something of an imported file: a name that
// denotes nothing may, since its declaration may not have been read.
func (e *entry) means(i int, name string, target *entry) bool {
	block, found := e.module.BlockOf(i), false
	for _, o := range []*typecheck.Object{e.module.Value(name, block), e.module.TypeNamed(name, block)} {
		if o == nil {
			continue
		}
		if _, is := target.source.File.Index(o.Item); is {
			return true
		}
		found = true
	}
	return !found
}
