package workspace

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Options say what a first snapshot is made of.
type Options struct {
	Files Files             // nil: the disk
	Root  string            // of the repository, absolute: reports name files relative to it
	Jobs  int               // how many threads check; below 1: one a processor
	Names map[string]string // what to call paths that have no name of their own (`<stdin>`)
	// Progress hears how many items of how many are checked; nil for nobody.
	Progress func(done, all int)
	// Execute makes the checks that run the program's own code; nil where they
	// are not to be made.
	Execute Executor
	// Looking is reported what is looked at; nil for nobody.
	Looking Looking
	// ReadAhead has files read as soon as Match finds them, where all will be scanned.
	ReadAhead bool
	// ForceIgnore has Match leave out ignored files where they are named, too.
	ForceIgnore bool
	// Signed are programs of which there are signatures in place of texts; nil for none.
	Signed *Signed
}

// A Snapshot is all files at one moment. It reads and parses a file when it is
// first asked for, and from then on answers the same; it may be used from
// several goroutines.
type Snapshot struct {
	*state
	asker context.Context // of who asks; nil where nothing ends that
}

// A state is what a snapshot is for all who ask.
type state struct {
	files     Files
	root      string
	jobs      int
	names     map[string]string
	checked   checkedPaths
	execute   Executor
	progress  func(done, all int)
	looking   Looking
	language  *language
	configs   *configs
	rules     *ruleSets
	circles   *circles
	importers *importers
	ahead     *readAhead // nil where nothing is read ahead

	forceIgnore bool

	signed *Signed

	beside map[string]bool // real paths of what files import that are not asked for

	before map[string]previousText // what stale files were, by real path

	importedByHeld func() map[string]bool // by real path; worked out once

	mu      sync.Mutex
	entries map[string]*entry // by real path
	made    []*entry          // those of entries that are not of an earlier snapshot
	called  map[string]*entry // by the paths that were asked for
	reals   *realPaths
}

// An entry is a file in a snapshot.
type entry struct {
	path string

	read    func() error // reads and parses, once
	ended   atomic.Bool  // read has come to its end
	loaded  atomic.Bool  // and that without an error
	source  *Source      // set by read, as are the imports
	imports []importOf
	signed  *signedProgram // nil of a file whose text is here
	circle  *entry         // guarded by circles

	looking Looking

	before previousText                 // what the file was; for read and link alone
	next   atomic.Pointer[previousText] // what its next text is compared with

	turn   chan struct{}     // of whoever makes the module
	linked atomic.Bool       // the module is made
	module *typecheck.Module // set by linkEntry, as are the facts and the faults
	facts  *facts.Store
	faults map[int][]syntax.Diagnostic
	cache  itemCache

	compact bool // nothing is kept but what importers see
}

// Open makes the first snapshot.
func Open(o Options) *Snapshot {
	if o.Files == nil {
		o.Files = Disk{}
	}
	o.Files = o.Signed.inFrontOf(o.Files)
	s := &Snapshot{state: &state{
		files: o.Files, signed: o.Signed, root: o.Root, jobs: threads(o.Jobs), names: o.Names, execute: o.Execute, progress: o.Progress, looking: o.Looking, forceIgnore: o.ForceIgnore,
		language: newLanguage(), configs: newConfigs(o.Files, o.Root), rules: newRuleSets(), circles: &circles{}, importers: &importers{},
		before: map[string]previousText{}, entries: map[string]*entry{}, called: map[string]*entry{}, reals: newRealPaths(),
	}}
	s.importedByHeld = s.findImported()
	if o.ReadAhead {
		s.ahead = newReadAhead(s.jobs)
	}
	return s
}

// For is the same snapshot as somebody asks it whose context may end: what takes long
// fails then, and is not kept. The next snapshots are nobody's.
func (s *Snapshot) For(asker context.Context) *Snapshot { return &Snapshot{s.state, asker} }

// Ended reports whether the context of who asks has ended: nobody waits for an answer.
func (s *Snapshot) Ended() bool { return s.context().Err() != nil }

func (s *Snapshot) context() context.Context {
	if s.asker == nil {
		return context.Background()
	}
	return s.asker
}

// With is the next snapshot, after texts were changed: by path, what an editor
// holds now. It shares with s all files that do not see a changed one.
func (s *Snapshot) With(texts map[string]string) *Snapshot {
	overlay := s.overlay()
	maps.Copy(overlay.Texts, texts)
	return s.next(overlay, slices.Collect(maps.Keys(texts)))
}

// Without is the next snapshot, after an editor closed files: the disk holds
// their texts again.
func (s *Snapshot) Without(paths ...string) *Snapshot {
	overlay := s.overlay()
	for _, path := range paths {
		delete(overlay.Texts, path)
	}
	return s.next(overlay, paths)
}

// Reload is the next snapshot, after files or directories changed on disk, came
// or went. What the editor holds stays in front of them.
func (s *Snapshot) Reload(paths ...string) *Snapshot {
	return s.next(s.files, slices.Concat(paths, s.knownBelow(paths)))
}

// knownBelow are the files that are known in directories: those that were read,
// those that imports name, and the configuration that may be there.
func (s *Snapshot) knownBelow(dirs []string) []string {
	changed := map[string]bool{}
	var found []string
	for _, dir := range dirs {
		changed[dir] = true
		if !IsProgram(dir) && !IsDocument(dir) && !IsRules(dir) {
			found = append(found, filepath.Join(dir, ConfigName))
		}
	}
	note := func(path string) {
		if slices.ContainsFunc(upward(filepath.Dir(path)), func(dir string) bool { return changed[dir] }) {
			found = append(found, path)
		}
	}
	for path, e := range s.loadedEntries() {
		note(path)
		for _, i := range e.imports {
			note(i.path)
		}
	}
	return found
}

// overlay is a copy of the texts in front of the files.
func (s *Snapshot) overlay() Overlay {
	if o, ok := s.files.(Overlay); ok {
		return Overlay{o.Files, maps.Clone(o.Texts)}
	}
	return Overlay{s.files, map[string]string{}}
}

func (s *Snapshot) next(files Files, changed []string) *Snapshot {
	loaded, unread := s.readEntries()
	next := &Snapshot{state: &state{
		files: files, signed: s.signed, root: s.root, jobs: s.jobs, names: s.names, checked: s.checked, execute: s.execute, progress: s.progress, looking: s.looking, forceIgnore: s.forceIgnore, language: s.language,
		configs: s.configs.next(files, changed), rules: s.rules.next(changed), circles: s.circles, importers: s.importers,
		beside: s.beside, before: maps.Clone(s.before), entries: loaded, called: map[string]*entry{}, reals: newRealPaths(),
	}}
	next.importedByHeld = next.findImported()
	for path := range next.before {
		if next.entries[path] != nil {
			delete(next.before, path)
		}
	}
	for _, path := range s.redeclared(next, changed) {
		delete(next.entries, path)
		delete(next.before, path)
	}
	for path := range s.dependents(next.entries, slices.Concat(changed, unread)) {
		if e := next.entries[path]; e != nil {
			next.before[path] = *e.next.Load()
			delete(next.entries, path)
		}
	}
	return next
}

// redeclared are the files that are read and see other operators in the next snapshot, and
// all that import one of them: nothing of what was found in them is kept.
func (s *Snapshot) redeclared(next *Snapshot, written []string) []string {
	if !slices.ContainsFunc(written, func(path string) bool { return filepath.Base(path) == ConfigName }) {
		return nil
	}
	var changed []string
	for path := range next.entries {
		before, _ := s.Config(path)
		if now, err := next.Config(path); err != nil || before.operatorsText() != now.operatorsText() {
			changed = append(changed, path)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return slices.Collect(maps.Keys(s.dependents(next.entries, changed)))
}

// loadedEntries are the files that are read, by real path.
func (s *Snapshot) loadedEntries() map[string]*entry {
	loaded, _ := s.readEntries()
	return loaded
}

// readEntries are the files that are read, by real path, and the paths of those that are
// being read now or will be. These are bound to this snapshot; the next one reads them for
// itself, and all that see them: what two entries of one file declare would be two types.
func (s *Snapshot) readEntries() (loaded map[string]*entry, unread []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	loaded = maps.Clone(s.entries)
	for _, e := range s.made {
		if ended := e.ended.Load(); !ended {
			unread = append(unread, e.path)
		} else if e.loaded.Load() {
			continue
		}
		delete(loaded, e.path)
	}
	return loaded, unread
}

// loadedAnew are those of them that are not of an earlier snapshot.
func (s *Snapshot) loadedAnew() map[string]*entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	loaded := map[string]*entry{}
	for _, e := range s.made {
		if e.loaded.Load() {
			loaded[e.path] = e
		}
	}
	return loaded
}

// HasRead reports whether a file was read, by its real path.
func (s *Snapshot) HasRead(real string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.entries[real]
	return e != nil && e.loaded.Load()
}

// Loaded are the real paths of the files that were read, those that others
// import among them.
func (s *Snapshot) Loaded() []string { return slices.Sorted(maps.Keys(s.loadedEntries())) }

// Size is how many bytes the texts of the files have that were read.
func (s *Snapshot) Size() (size int) {
	for _, e := range s.loadedEntries() {
		size += len(e.source.Text)
	}
	return size
}

// dependents are the changed files and all that see one of them, through
// however many imports.
func (s *Snapshot) dependents(entries map[string]*entry, changed []string) map[string]bool {
	found := map[string]bool{}
	for _, path := range changed {
		found[s.followLinks(path)] = true // as they lead now
	}
	for queue := slices.Collect(maps.Keys(found)); len(queue) > 0; queue = queue[1:] {
		for _, path := range s.importers.of(queue[0]) {
			if e := entries[path]; e != nil && !found[path] && e.importsPath(queue[0]) {
				found[path] = true
				queue = append(queue, path)
			}
		}
	}
	return found
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
	e := &entry{path: real, signed: s.signed.program(real), before: before, looking: s.looking, turn: make(chan struct{}, 1)}
	e.next.Store(&before)
	e.read = sync.OnceValue(func() (err error) {
		defer e.ended.Store(true)
		if e.signed != nil && e.signed.program.Unread != "" {
			return errors.New(e.signed.program.Unread)
		}
		if e.source, err = s.readSource(path, e.before.source()); err == nil {
			e.imports = findImports(s, e.source, real)
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

// Root is the directory that reports name files relative to.
func (s *Snapshot) Root() string { return s.root }

// Name is what reports call a path.
func (s *Snapshot) Name(path string) string {
	if name, ok := s.names[path]; ok {
		return name
	}
	return displayName(s.root, path)
}

// Source is the parsed text of a file.
func (s *Snapshot) Source(path string) (*Source, error) {
	e := s.entry(path)
	if err := e.read(); err != nil {
		return nil, err
	}
	return e.source, nil
}

// Module is what a file declares and sees.
func (s *Snapshot) Module(path string) (*typecheck.Module, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	return e.module, nil
}

// Facts answers for the facts of what a file declares and sees.
func (s *Snapshot) Facts(path string) (*facts.Store, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	return e.facts, nil
}

// Result is the typed tree of item i of a file, kept for the next request.
func (s *Snapshot) Result(path string, i int) (*typecheck.Result, error) {
	results, err := s.Results(path)
	if err != nil {
		return nil, err
	}
	return results(i), nil
}

// Results is Result for many items: the file is looked up once.
func (s *Snapshot) Results(path string) (func(i int) *typecheck.Result, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	return e.result, nil
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

// absolute joins a path to a directory unless it stands for itself.
func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
