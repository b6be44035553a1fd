package facts

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Config says what a Store is made of.
type Config struct {
	Module *typecheck.Module
	// Results gives the typed tree of an item; nil: it is checked anew each
	// time that it is asked for.
	Results func(i int) *typecheck.Result
	// Observe is called before an item is looked at, and what it gives afterwards;
	// of items that it refuses nothing is known. Nil: all are looked at.
	Observe func(i int) (done func(), ok bool)
	// Stated gives facts of definitions whose bodies are not in the module's file, by item;
	// it is not ok for a definition that is to be looked at. Nil: all are.
	Stated func(i int, a *analysis.Analyzer) (f analysis.Fact, ok bool)
	// Seen are the stores of what the module sees: its imports and the prelude.
	Seen []*Store
	// Before is the store of the module's Before, or nil. It is not kept.
	Before *Store
	// Ranges are those of parameters of the module's definitions, by name, where the text declares none.
	Ranges map[string]declared.Range
}

// A Store keeps the facts of the definitions of one module.
type Store struct {
	module  *typecheck.Module
	results func(i int) *typecheck.Result
	observe func(i int) (done func(), ok bool)
	stated  func(i int, a *analysis.Analyzer) (analysis.Fact, bool)
	seen    []*Store
	ranges  map[string]declared.Range
	calls   *callGraph

	mu     sync.Mutex
	tables map[*analysis.Analyzer]*table
	panics map[int32][]*Panic // by item

	identity *identity
	edit     edit
	state    atomic.Int32  // see Undisturbed
	turn     chan struct{} // of who decides it

	finding sync.RWMutex // held for reading while a fact is put into a table
	version atomic.Int64 // counts these
}

// New makes the store of a module.
func New(c Config) *Store {
	s := &Store{module: c.Module, results: c.Results, observe: c.Observe, stated: c.Stated, seen: c.Seen, ranges: c.Ranges, tables: map[*analysis.Analyzer]*table{}, panics: map[int32][]*Panic{}, identity: &identity{}, turn: make(chan struct{}, 1)}
	s.state.Store(holds)
	if s.results == nil {
		s.results = c.Module.Check
	}
	s.calls = newCallGraph(c.Module)
	if c.Before != nil && c.Module.IsRevision() {
		s.takeOver(c.Before)
	}
	return s
}

// Next makes the store of a revision of the module that sees what the module sees, from
// what is known of the module.
func (s *Store) Next(revision *typecheck.Module) *Store {
	return New(Config{Module: revision, Seen: s.seen, Before: s, Ranges: s.ranges})
}

// Of makes the stores of a module and of all that it sees: for those who have
// one module and no workspace.
func Of(m *typecheck.Module) *Store { return chain{}.store(m) }

// A chain is the stores that were made, by module.
type chain map[*typecheck.Module]*Store

func (c chain) store(m *typecheck.Module) *Store {
	if s := c[m]; s != nil {
		return s
	}
	var seen []*Store
	for _, other := range append(m.Imports()[:len(m.Imports()):len(m.Imports())], m.Prelude()) {
		if other != nil {
			seen = append(seen, c.store(other))
		}
	}
	c[m] = New(Config{Module: m, Seen: seen})
	return c[m]
}

// takeOver carries what is known of an earlier text over to the items that see
// the same: whether it holds is found out when it is asked for.
func (s *Store) takeOver(before *Store) {
	state := before.state.Load()
	before.finding.Lock()
	version := before.version.Load()
	before.finding.Unlock()
	s.calls.takeOver(before.calls)
	s.state.Store(unknown)
	s.edit = editOf(s, before)
	s.edit.version = version
	for _, was := range before.asked() {
		t := newTable(s, was.analyzer)
		t.takeOver(was, state)
		for at := range s.edit.replaced {
			r := &s.edit.replaced[at]
			if m := was.memos.Latest(int(r.was)); m != nil {
				r.facts = append(r.facts, replacedFact{was.analyzer, m})
			}
		}
		s.tables[was.analyzer] = t
	}
	s.Recheck(before)
}

// Recheck has each fact verified that was taken over if the store before, or one that it saw, has
// found facts since the stores were made that follow them: what was copied meanwhile may rest on
// one that was not compared. A caller that copies what rests on facts, too, calls it again
// afterwards. Requests for the text before may be answered at the same time.
func (s *Store) Recheck(before *Store) {
	found := before.version.Load() != s.edit.version
	for k, was := range before.seen {
		if found || k >= len(s.seen) {
			break
		}
		now := s.seen[k]
		found = now.edit.of == was.identity && now.edit.version != was.version.Load()
	}
	if found {
		s.edit.replaced = nil
		s.state.Store(disturbed)
	}
}

// asked are the tables that somebody asked.
func (s *Store) asked() []*table {
	s.mu.Lock()
	defer s.mu.Unlock()
	tables := make([]*table, 0, len(s.tables))
	for _, t := range s.tables {
		tables = append(tables, t)
	}
	return tables
}

func (s *Store) table(a *analysis.Analyzer) *table {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables[a]
	if t == nil {
		t = newTable(s, a)
		s.tables[a] = t
	}
	return t
}

// Fact is what an analyzer says of a definition that the module sees, or that
// is used by what it sees. The error is the context's.
func (s *Store) Fact(ctx context.Context, a *analysis.Analyzer, of *typecheck.Object) (analysis.Fact, error) {
	home, i := s.home(of)
	if home != nil && home.stated != nil {
		if f, ok := home.stated(i, a); ok {
			return f, nil
		}
	}
	if home == nil || home.module.File().Item(i).Body() == syntax.NoNode {
		return a.Facts.Unknown, nil
	}
	if !home.Undisturbed(ctx) && home.state.Load() == unknown {
		return nil, ctx.Err()
	}
	m, err := home.table(a).memo(ctx, i)
	if err != nil {
		return nil, err
	}
	return m.fact, nil
}

// Unit is an item of the module, for analyzers to look at.
func (s *Store) Unit(ctx context.Context, i int, r *typecheck.Result) *analysis.Unit {
	unit := analysis.NewUnit(ctx, s.module, i, r, s)
	unit.Ranges = s.ranges
	return unit
}

// home finds the store of the module in which a definition stands.
func (s *Store) home(of *typecheck.Object) (*Store, int) {
	if of == nil || of.Kind != typecheck.DefObject {
		return nil, 0
	}
	if i, own := s.calls.index(of.Item); own {
		return s, i
	}
	for _, other := range s.seen { // where nearly all others stand
		if i, ok := other.calls.index(of.Item); ok {
			return other, i
		}
	}
	queue, met := slices.Clone(s.seen), map[*Store]bool{s: true}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if met[at] {
			continue
		}
		met[at] = true
		if i, ok := at.calls.index(of.Item); ok {
			return at, i
		}
		queue = append(queue, at.seen...)
	}
	return nil, 0
}

// Named are the items of the module whose definitions item i names, each once.
func (s *Store) Named(i int) []int32 { return s.calls.callees(int32(i)) }
