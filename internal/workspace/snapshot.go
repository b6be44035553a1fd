package workspace

import (
	"context"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/rope"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/language"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
	"golang.org/x/sync/errgroup"
)

// Options say what a first snapshot is made of.
type Options struct {
	Files Files             // nil: the disk
	Root  string            // of the repository, absolute: reports name files relative to it
	Jobs  int               // how many threads check; below 1: one a processor
	Names map[string]string // what to call paths that have no name of their own (`<stdin>`)
	// Progress is called with the number of items that are checked and the number of all; may be nil.
	Progress func(done, all int)
	// Execute makes the checks that run the program's own code; nil where they
	// are not to be made.
	Execute Executor
	// Hints has the checks made too that give nothing but hints and take longer than types do.
	Hints bool
	// Prompt has those left out that take longer than types do: Execute makes them later.
	Prompt bool
	// Observe is called before each task that may end the process; may be nil.
	Observe Observer
	// ReadAhead has files read as soon as Match finds them, where all will be scanned.
	ReadAhead bool
	// ForceIgnore has Match leave out ignored files where they are named, too.
	ForceIgnore bool
	// Configurations says what is done with one that is wrong.
	Configurations config.Tolerance
	// Formats read what is not written in the language; nothing of the kind is read without them.
	Formats sourcefile.Formats
	// Signed are programs of which there are signatures in place of texts; nil for none.
	Signed *Signed
}

// A Snapshot is all files at one moment. It reads and parses a file when it is
// first asked for, and from then on answers the same; it may be used from
// several goroutines.
//
// Invariants:
//   - A file has one entry, under its real path, whatever links lead to it: what two entries of
//     one file declare would be two types.
//   - An entry is shared by snapshots as long as neither its file nor one that it sees, through
//     however many imports, changed. So all that an entry points to (imports, modules, facts)
//     belongs to each snapshot that has the entry.
//   - An entry that is being read while the next snapshot is made stays with this one. The next
//     reads the file itself, and with it all files that see it.
//   - What an entry keeps of its items holds for its text and for what it sees, but for values
//     that rest on facts of an earlier text; these are verified before they are used
//     (entry.known, entry.knownCost, Memo).
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
	hints     bool
	prompt    bool
	progress  func(done, all int)
	observe   Observer
	language  *language.Language
	formats   sourcefile.Formats
	configs   *config.Folders
	settings  *settings
	rules     *ruleSets
	cycles    *importCycles
	importers *importers
	ahead     *readAhead // nil where nothing is read ahead

	forceIgnore bool
	given       map[string]model.Inputs // that models are read for, by path
	lastModel   atomic.Pointer[modelRead]

	signed *Signed

	outside outsideSuppressions

	importedElsewhere map[string]bool // real paths of what files import that are not asked for

	before map[string]previousText // what stale files were, by real path

	importedByHeld func() map[string]bool // by real path; worked out once

	mu      sync.Mutex
	entries map[string]*entry // by real path
	made    []*entry          // those of entries that are not of an earlier snapshot
	called  map[string]*entry // by the paths that were asked for
	reals   *realPaths
}

// Open makes the first snapshot.
func Open(o Options) *Snapshot {
	if o.Files == nil {
		o.Files = Disk{}
	}
	o.Files = o.Signed.inFrontOf(o.Files)
	s := &Snapshot{state: &state{
		files: o.Files, signed: o.Signed, root: o.Root, jobs: threads(o.Jobs), names: o.Names, execute: o.Execute, hints: o.Hints, prompt: o.Prompt, progress: o.Progress, observe: o.Observe, forceIgnore: o.ForceIgnore,
		language: language.New(), formats: o.Formats, settings: &settings{}, configs: config.NewFolders(o.Files, o.Root, o.Configurations), rules: newRuleSets(), cycles: &importCycles{}, importers: &importers{},
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

// Hints reports whether checks are made that give nothing but hints and take longer than types do.
func (s *Snapshot) Hints() bool { return s.hints }

// With is the next snapshot, after texts were changed: by path, what an editor
// holds now. It shares with s all files that do not see a changed one. It reads nothing; it
// copies the map of entries and follows the importers of what changed, so it takes time in
// proportion to the number of files that were read.
func (s *Snapshot) With(texts map[string]string) *Snapshot {
	changed := map[string]*rope.Text{}
	for path, text := range texts {
		changed[path] = rope.New(text)
	}
	return s.WithTexts(changed)
}

// WithTexts is With for texts that share parts with those before: reading them takes time
// with the edit.
func (s *Snapshot) WithTexts(texts map[string]*rope.Text) *Snapshot {
	overlay := s.overlay()
	maps.Copy(overlay.Held, texts)
	return s.next(overlay, slices.Collect(maps.Keys(texts)))
}

// Without is the next snapshot, after an editor closed files: the disk holds
// their texts again.
func (s *Snapshot) Without(paths ...string) *Snapshot {
	overlay := s.overlay()
	for _, path := range paths {
		delete(overlay.Texts, path)
		delete(overlay.Held, path)
	}
	return s.next(overlay, paths)
}

// Reload is the next snapshot, after files or directories changed on disk, came
// or went. What the editor holds stays before them.
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
		if !sourcefile.IsProgram(dir) && !sourcefile.IsDocument(dir) && !sourcefile.IsRules(dir) {
			found = append(found, filepath.Join(dir, config.FileName))
		}
	}
	note := func(path string) {
		if slices.ContainsFunc(sourcefile.Upward(filepath.Dir(path)), func(dir string) bool { return changed[dir] }) {
			found = append(found, path)
		}
	}
	for path, e := range s.loadedEntries() {
		note(path)
		for _, seen := range e.sees() {
			note(seen)
		}
	}
	return found
}

// overlay is a copy of the texts before the files.
func (s *Snapshot) overlay() Overlay {
	o, ok := s.files.(Overlay)
	if !ok {
		o.Files = s.files
	}
	texts, held := maps.Clone(o.Texts), maps.Clone(o.Held)
	if held == nil {
		held = map[string]*rope.Text{}
	}
	return Overlay{Files: o.Files, Texts: texts, Held: held}
}

// ForInputs is a snapshot in which a model is read for given inputs.
func (s *Snapshot) ForInputs(path string, given model.Inputs) *Snapshot {
	next := s.next(s.files, []string{path})
	next.given = map[string]model.Inputs{path: given}
	return next
}

// settings represent all configurations and rules of a snapshot: the same as long as none of
// their files changes.
type settings struct{ _ byte }

func (s *Snapshot) next(files Files, changed []string) *Snapshot {
	loaded, unread := s.readEntries()
	next := &Snapshot{state: &state{
		files: files, signed: s.signed, root: s.root, jobs: s.jobs, names: s.names, checked: s.checked, execute: s.execute, hints: s.hints, prompt: s.prompt, progress: s.progress, observe: s.observe, forceIgnore: s.forceIgnore, language: s.language, formats: s.formats,
		configs: s.configs.Next(files, changed), rules: s.rules.next(changed), cycles: s.cycles, importers: s.importers,
		importedElsewhere: s.importedElsewhere, before: maps.Clone(s.before), entries: loaded, called: map[string]*entry{}, reals: newRealPaths(),
	}}
	next.settings = s.settings
	if slices.ContainsFunc(changed, isSettings) {
		next.settings = &settings{}
	}
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

// redeclared are the files that are read and see other operators in the next snapshot, or whose
// parameters have other ranges, and all that import one of them: nothing of what was found in them
// is kept.
func (s *Snapshot) redeclared(next *Snapshot, written []string) []string {
	if !slices.ContainsFunc(written, func(path string) bool { return filepath.Base(path) == config.FileName }) {
		return nil
	}
	var changed []string
	for path := range next.entries {
		before, _ := s.Config(path)
		now, err := next.Config(path)
		if err != nil || before.OperatorsText() != now.OperatorsText() || !maps.Equal(before.RangesOf(path), now.RangesOf(path)) {
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
		size += len(e.source.Text())
	}
	return size
}

// dependents are the changed files and all that see one of them, through
// however many imports: a breadth-first search against the imports. The index of importers may
// list files that imported one in an earlier text only, so each is asked for its imports as
// they are now.
func (s *Snapshot) dependents(entries map[string]*entry, changed []string) map[string]bool {
	found := map[string]bool{}
	for _, path := range changed {
		found[s.followLinks(path)] = true // as they lead now
	}
	for queue := slices.Collect(maps.Keys(found)); len(queue) > 0; queue = queue[1:] {
		for _, path := range s.importers.of(queue[0]) {
			if e := entries[path]; e != nil && !found[path] && slices.Contains(e.sees(), queue[0]) {
				found[path] = true
				queue = append(queue, path)
			}
		}
	}
	return found
}

// Root is the directory that reports name files relative to.
func (s *Snapshot) Root() string { return s.root }

// Name is what reports call a path.
func (s *Snapshot) Name(path string) string {
	if name, ok := s.names[path]; ok {
		return name
	}
	return sourcefile.DisplayName(s.root, path)
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

// Each does n things on as many threads as the snapshot has.
func (s *Snapshot) Each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	return Each(ctx, s.jobs, n, do)
}

// Each does n things on some threads, in their order. The first error ends it, as the end of
// the context does. Each goroutine does many things: one for each of thousands of files would
// have its stack grow anew each time.
func Each(ctx context.Context, jobs, n int, do func(ctx context.Context, i int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(n, max(1, jobs)) {
		g.Go(func() error {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(ctx, int(i)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

func threads(jobs int) int {
	if jobs < 1 {
		return runtime.GOMAXPROCS(0)
	}
	return jobs
}
