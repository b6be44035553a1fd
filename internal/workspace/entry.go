package workspace

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An entry is a file in a snapshot.
type entry struct {
	path string

	read     func() error // reads and parses, once
	ended    atomic.Bool  // read has come to its end
	loaded   atomic.Bool  // and that without an error
	source   *Source      // set by read, as are the imports
	imports  []importOf
	pathless bool           // whether the path of another import could not be read
	signed   *signedProgram // nil of a file whose text is here
	cycle    *entry         // guarded by importCycles

	observe Observer

	before previousText                 // what the file was; for read and link alone
	next   atomic.Pointer[previousText] // what its next text is compared with

	turn   chan struct{}     // of whoever makes the module
	linked atomic.Bool       // the module is made
	module *typecheck.Module // set by linkEntry, as are the facts and the faults
	facts  *facts.Store
	faults map[int][]syntax.Diagnostic
	cache  itemCache
	unused atomic.Pointer[[]int] // see unusedItems; nil: not known
	broken atomic.Pointer[knownBroken]

	brokenUses sync.Map // of *Broken to brokenUse

	compact bool // nothing is kept but what importers see
}

// entry is the file at a path.
func (s *Snapshot) entry(path string) *entry {
	s.mu.Lock()
	e := s.called[path]
	s.mu.Unlock()
	if e != nil {
		return e
	}
	real := s.realPath(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.entries[real]
	if !ok {
		e = s.newEntry(s.held(path, real), real)
		s.entries[real] = e
		s.made = append(s.made, e)
	}
	s.called[path] = e
	return e
}

func (s *Snapshot) newEntry(path, real string) *entry {
	before := s.before[real]
	e := &entry{path: real, signed: s.signed.program(real), before: before, observe: s.observe, turn: make(chan struct{}, 1)}
	e.next.Store(&before)
	e.read = sync.OnceValue(func() (err error) {
		defer e.ended.Store(true)
		if e.signed != nil && e.signed.program.Unread != "" {
			return errors.New(e.signed.program.Unread)
		}
		if e.source, err = s.readSource(path, e.before.source()); err == nil {
			e.imports, e.pathless = findImports(s, e.source, real)
			if e.signed != nil {
				s.bind(e)
			}
			s.importers.note(e)
			if before.from == nil {
				e.next.Store(&previousText{from: e})
			}
			e.loaded.Store(true)
		}
		return err
	})
	return e
}

func (s *Snapshot) linked(path string) (*entry, error) {
	return s.linkedWithin(s.context(), path)
}

// linkedWithin is linked where nobody waits for the entry after the context ends.
func (s *Snapshot) linkedWithin(ctx context.Context, path string) (*entry, error) {
	e := s.entry(path)
	if err := e.read(); err != nil {
		return nil, err
	}
	return e, s.linkWithin(ctx, e)
}

// linkWithin makes the module of a file that was read, once. Where the context ends
// before, the next who asks begins anew.
func (s *Snapshot) linkWithin(ctx context.Context, e *entry) error {
	if e.linked.Load() {
		return nil
	}
	select {
	case e.turn <- struct{}{}:
		defer func() { <-e.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if e.linked.Load() {
		return nil
	}
	return s.linkEntry(ctx, e)
}

// linkEntry makes a file's module out of those that it imports. An import that
// leads back to the file is refused, whichever file is asked for first, so no
// two wait for each other.
func (s *Snapshot) linkEntry(ctx context.Context, e *entry) (err error) {
	var modules []*typecheck.Module
	var written []string
	seen := []*facts.Store{s.language.Facts()}
	e.faults = map[int][]syntax.Diagnostic{}
	for _, i := range e.imports {
		if err := s.unfounded(e, i); err != nil {
			return err
		}
		if fault := s.importProblem(e, i); fault != "" {
			if len(e.source.File.Item(i.item).Errors) > 0 {
				e.faults[i.item] = []syntax.Diagnostic{} // what was read is not the whole path
				continue
			}
			d := syntax.Diagnostic{Code: codes.ImportError, Span: i.name, Message: fault}
			if i.near != "" {
				d.Fixes = []syntax.Fix{syntax.Replace(fmt.Sprintf("write %q", i.near), i.name, strconv.Quote(i.near))}
			}
			e.faults[i.item] = append(e.faults[i.item], d)
			continue
		}
		if err := s.linkWithin(ctx, i.target); err != nil {
			return err
		}
		modules = append(modules, i.target.module)
		written = append(written, e.written(i))
		seen = append(seen, i.target.facts)
	}
	if s.observe != nil { // for others the text need not be joined
		if done, ok := s.observe.begin(e.source.Path, "", e.source.Text()); ok {
			defer done()
		}
	}
	config := s.language.Config(e.source, modules, s.Operators(e.source.Path), s.files)
	config.Written = written
	config.Partial, config.Before = len(e.faults) > 0 || e.pathless, e.before.module()
	config.Outlines, config.Asked = s.outlined(e)
	if e.module, err = typecheck.NewModuleContext(ctx, config); err != nil {
		return err
	}
	if err := e.joined(); err != nil {
		return err
	}
	e.facts = facts.New(facts.Config{Module: e.module, Results: e.result, Observe: e.observeItem, Stated: e.statedFacts(), Seen: seen, Before: e.before.facts(), Ranges: s.Ranges(e.source)})
	e.cache.open(e.source.File.Len())
	e.inherit()
	e.settle()
	e.linked.Store(true)
	return nil
}
