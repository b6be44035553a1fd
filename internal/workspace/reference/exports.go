package reference

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// An Export is a name that a file gives to those that import it.
type Export struct {
	Name string      // with its sigil
	Kind syntax.Kind // of the item that declares it, or syntax.Constructor
	Type string      // as far as it is written
	Path string      // of the file
	key  string      // by which it is found: small letters, no sigil
}

// ExportsOf are the names that a file declares; none where its syntax has errors, since such a
// file cannot be imported.
func ExportsOf(source *workspace.Source) []Export {
	if source.File.Has(syntax.Erroneous) {
		return nil
	}
	var found []Export
	add := func(item *syntax.Item, name syntax.NodeID, kind syntax.Kind, written string) {
		if IsName(item.Kind(name)) {
			text := item.SourceText(name)
			found = append(found, Export{text, kind, written, source.Path, key(text)})
		}
	}
	for _, item := range source.File.All() {
		add(item, item.Declared(), item.Kind(item.Root), writtenType(item))
		for n := range item.Constructors() {
			add(item, item.Constructor(n).Name, syntax.Constructor, constructorType(item, n))
		}
	}
	return found
}

func key(name string) string { return strings.ToLower(strings.TrimPrefix(name, "@")) }

// writtenType is the type of a definition as its head has it, without the names of parameters; what
// the head leaves out is `_`.
func writtenType(item *syntax.Item) string {
	switch item.Kind(item.Root) {
	case syntax.ItemDecl:
		return oneLine(item.SourceText(item.Decl(item.Root).Type))
	case syntax.ItemDef:
		def := item.Def(item.Root)
		var params []string
		for _, p := range item.Kids(def.Params) {
			if item.Kind(p) == syntax.Param {
				params = append(params, cmp.Or(item.SourceText(item.Param(p).Type), "_"))
			}
		}
		return oneLine("fn" + item.SourceText(def.TypeParams) + "(" + strings.Join(params, ", ") + ") -> " + cmp.Or(item.SourceText(def.Result), "_"))
	}
	return ""
}

func constructorType(item *syntax.Item, n syntax.NodeID) string {
	made := item.SourceText(item.Declared())
	if fields := item.Constructor(n).Fields; len(item.Kids(fields)) > 0 {
		return oneLine("fn" + item.SourceText(fields) + " -> " + made)
	}
	return made
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Exports are those of the files of a workspace that no editor holds, sorted, so that looking for a
// name costs time with what is found and not with the workspace. Files are read once and
// again after they changed; only names are kept of them.
//
// Each change has a number, the version. A file that changed is read again by who has a view of
// that version or a later one. The zero value has nothing.
type Exports struct {
	mu     sync.Mutex
	files  map[string][]Export
	stale  map[string]int // the versions in which files changed that were read before
	since  int            // the version in which all files may have changed
	paths  []string       // of the workspace, as sorted has them
	sorted []Export
	held   map[string]heldExports // of files that an editor holds
}

type heldExports struct {
	source *workspace.Source
	found  []Export
}

// Held are the names of a file that an editor holds. They are kept for as long as the file stays the
// same.
func (x *Exports) Held(source *workspace.Source) []Export {
	x.mu.Lock()
	defer x.mu.Unlock()
	if kept, ok := x.held[source.Path]; ok && kept.source == source {
		return kept.found
	}
	if x.held == nil {
		x.held = map[string]heldExports{}
	}
	found := ExportsOf(source)
	x.held[source.Path] = heldExports{source, found}
	return found
}

// Forget drops the names of a file that an editor held.
func (x *Exports) Forget(path string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.held, path)
}

// Clear begins a version in which all files may have changed.
func (x *Exports) Clear(version int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.since = version
	x.files, x.stale, x.paths, x.sorted = nil, nil, nil, nil
}

// Touch begins a version in which files changed.
func (x *Exports) Touch(paths []string, version int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, path := range paths {
		if x.stale == nil {
			x.stale = map[string]int{}
		}
		x.stale[path] = version
	}
}

// Update reads the files of a workspace that were not read since they changed, for who sees a version.
// Files that an editor holds may stay as they were. It reports whether all are read; it is false where
// more says that there is no time.
func (x *Exports) Update(paths []string, version int, held func(path string) bool, read func(path string) *workspace.Source, more func() bool) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if version < x.since {
		return false
	}
	changed := len(paths) != len(x.paths) || len(paths) > 0 && &paths[0] != &x.paths[0]
	for path, since := range x.stale {
		if !held(path) && since <= version {
			delete(x.stale, path)
			delete(x.files, path)
			changed = true
		}
	}
	if !changed {
		return true
	}
	files := make(map[string][]Export, len(paths))
	for i, path := range paths {
		found, known := x.files[path]
		switch {
		case known:
		case !more():
			return x.postpone(paths[i:], files)
		default:
			if source := read(path); source != nil {
				found = ExportsOf(source)
			}
		}
		files[path] = found
	}
	x.files, x.paths = files, paths
	x.sort()
	return true
}

// postpone keeps what was read, and what is known of the other files, for the next time.
func (x *Exports) postpone(rest []string, files map[string][]Export) bool {
	for _, path := range rest {
		if found, known := x.files[path]; known {
			files[path] = found
		}
	}
	x.files, x.paths = files, nil
	x.sort()
	return false
}

func (x *Exports) sort() {
	x.sorted = nil
	for _, found := range x.files {
		x.sorted = append(x.sorted, found...)
	}
	slices.SortFunc(x.sorted, func(a, b Export) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Name, b.Name))
	})
}

// mostFound is how many names are looked at that begin alike.
const mostFound = 1000

// Beginning are names that begin with some letters, upper and lower case alike, whatever their sigil.
func (x *Exports) Beginning(letters string) []Export {
	x.mu.Lock()
	defer x.mu.Unlock()
	letters = key(letters)
	at, _ := slices.BinarySearchFunc(x.sorted, letters, func(e Export, letters string) int { return cmp.Compare(e.key, letters) })
	end := at
	for end < len(x.sorted) && end-at < mostFound && strings.HasPrefix(x.sorted[end].key, letters) {
		end++
	}
	return slices.Clone(x.sorted[at:end])
}

// Begins reports whether a name begins with some letters, as Beginning has it.
func (e Export) Begins(letters string) bool { return strings.HasPrefix(e.key, key(letters)) }
