package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// importOf is one `import "lib.frac"`: the file that it names, or why there is
// none.
type importOf struct {
	item   int
	name   syntax.Span // the string, relative to the item
	path   string      // that it leads to, followed as far as there are files
	target *entry      // nil where there is a fault
	fault  string
	near   string // the name of a file that is near to that of a missing one, "" for none
}

// findImports resolves the imports of a file, relative to its directory. real
// is its path with links followed. It reports whether there is one whose path the parser
// could not read: the file then lacks names that nobody knows.
func findImports(s *Snapshot, source *Source, real string) (found []importOf, pathless bool) {
	near := maxNearImports
	for i, item := range source.File.Having(syntax.Importing) {
		if name := item.Import(item.Root); name != syntax.NoNode && item.Kind(name) == syntax.String {
			found = append(found, s.resolveImport(source.Path, real, i, item, &near))
		} else {
			pathless = true
		}
	}
	return found, pathless
}

// resolveImport is one import. near is of how many missing ones a near name is still looked for.
func (s *Snapshot) resolveImport(from, real string, i int, item *syntax.Item, near *int) importOf {
	at := item.Import(item.Root)
	name := unquoted(item.SourceText(at))
	path, target, fault := s.leadsTo(from, real, name, s.findsFile)
	found := importOf{item: i, name: item.Span(at), path: target, fault: fault}
	if fault != "" && *near > 0 {
		*near--
		if found.near = s.nearFile(path, name); found.near != "" {
			found.fault += fmt.Sprintf("; did you mean %q?", found.near)
		}
	}
	if fault == "" {
		found.target = s.entry(path)
	}
	return found
}

// leadsTo is the path that an import of a file leads to, the same with links followed,
// and why there is no program, if so, as far as who looks there finds out.
func (s *Snapshot) leadsTo(from, real, name string, finds finder) (path, target, fault string) {
	path = s.importPath(from, real, filepath.FromSlash(name))
	target = s.realPath(path)
	held := s.held(path, target)
	regular, err := finds(held, target)
	return path, target, importFault(name, held, regular, err)
}

// maxNearFiles is in how large a folder a name like that of a missing file is looked for.
const maxNearFiles = 1000

// maxNearImports bounds of how many missing files of one program that is done: each reads a
// folder.
const maxNearImports = 20

// nearFile is the import of a file beside a missing one whose name is near, "" for none.
func (s *Snapshot) nearFile(path, name string) string {
	if _, err := s.files.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	entries, err := s.files.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) > maxNearFiles {
		return ""
	}
	var names []string
	for _, e := range entries {
		if ending := filepath.Ext(e.Name()); filepath.Ext(path) == "" && strings.TrimSuffix(e.Name(), ending) == filepath.Base(path) && sourcefile.HasEnding(e.Name(), sourcefile.ProgramEndings) {
			return name + ending
		}
		if e.Type().IsRegular() && filepath.Ext(e.Name()) == filepath.Ext(path) {
			names = append(names, strings.TrimSuffix(e.Name(), filepath.Ext(path)))
		}
	}
	near := spelling.Near(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), names)
	if len(near) != 1 {
		return ""
	}
	return strings.TrimSuffix(name, filepath.Base(name)) + near[0] + filepath.Ext(path)
}

// A finder reports whether what lies at a path, which is given with links followed too, is a
// regular file.
type finder func(held, real string) (regular bool, err error)

// findsFile is a finder that looks at nothing that was read already: in the files of a large
// check these are nearly all imports, and to ask the disk for each took 1 % of the time.
func (s *Snapshot) findsFile(held, real string) (regular bool, err error) {
	s.mu.Lock()
	e := s.entries[real]
	s.mu.Unlock()
	if e != nil && e.loaded.Load() {
		return true, nil
	}
	return isRegular(s.files.Stat(held))
}

func isRegular(info fs.FileInfo, err error) (bool, error) {
	return err == nil && info.Mode().IsRegular(), err
}

// importPath is where an import leads from a file: to the same file by whatever
// links the file is reached, and by the links of its path as long as they lead
// there.
func (s *Snapshot) importPath(from, real, name string) string {
	written := sourcefile.Absolute(filepath.Dir(from), name)
	if from == real {
		return written
	}
	meant := sourcefile.Absolute(filepath.Dir(real), name)
	if written == meant || s.signed.program(written) != nil || s.realPath(written) == s.realPath(meant) {
		return written
	}
	return meant
}

func importFault(name, path string, regular bool, err error) string {
	switch {
	case name == "":
		return "the import names no file"
	case err != nil:
		return fmt.Sprintf("cannot import %q: %s", name, disk.Cause(err))
	case !regular:
		return fmt.Sprintf("cannot import %q: it is not a file", name)
	case sourcefile.IsConfiguration(path):
		return fmt.Sprintf("cannot import %q: it is a configuration, not a program", name)
	case sourcefile.IsRules(path):
		return fmt.Sprintf("cannot import %q: it holds rules, not a program", name)
	case sourcefile.IsDocument(path):
		return fmt.Sprintf("cannot import %q: it is a document, not a program", name)
	}
	return ""
}

// reachable lists a file and all that it sees through imports, each once.
func (s *Snapshot) reachable(e *entry) []*entry {
	found := []*entry{e}
	seen := map[*entry]bool{e: true}
	for at := 0; at < len(found); at++ {
		for _, i := range found[at].imports {
			if i.target != nil && !seen[i.target] && i.target.read() == nil {
				seen[i.target] = true
				found = append(found, i.target)
			}
		}
	}
	return found
}

// written is what an import names, as it is written. Messages say that, for a finding is
// known again by its message, wherever its folder lies.
func (e *entry) written(i importOf) string {
	item := e.source.File.Item(i.item)
	return unquoted(item.SourceText(item.Import(item.Root)))
}

func (s *Snapshot) importProblem(e *entry, i importOf) string {
	if i.fault != "" {
		return i.fault
	}
	if err := i.target.read(); err != nil {
		return err.Error()
	}
	if s.cycles.cycleOf(e) == s.cycles.cycleOf(i.target) {
		return fmt.Sprintf("%s imports this file again: imports must not form a cycle", e.written(i))
	}
	return ""
}

// Importable lists what the path in an import of a file may go on with after
// dir: programs, and folders with a slash at their end.
func (s *Snapshot) Importable(path, dir string) []string {
	return s.Named(path, dir, sourcefile.ProgramEndings)
}

// Named lists what a path beside a file may go on with after dir: files of some endings, or of any
// where there are none, and folders with a slash at their end.
func (s *Snapshot) Named(path, dir string, endings []string) []string {
	dir = sourcefile.Absolute(filepath.Dir(path), filepath.FromSlash(dir))
	entries, err := s.files.ReadDir(dir)
	if err != nil {
		return nil
	}
	var found []string
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."), filepath.Join(dir, name) == path:
		case e.IsDir():
			found = append(found, name+"/")
		case len(endings) == 0 || sourcefile.HasEnding(name, endings):
			found = append(found, name)
		}
	}
	return found
}

// importCycles finds which files import each other: the strongly connected components of
// the files and their imports. What a file imports is settled once it is read, so a
// component holds for as long as its files, in every snapshot that has them.
type importCycles struct {
	mu sync.RWMutex // held while a whole component is reported to its files
}

// cycleOf is the file that represents all that a file imports and is imported by in
// turn: the same for each of them, the file itself where it is in no cycle. Whatever
// the file sees is read.
func (c *importCycles) cycleOf(e *entry) *entry {
	if known := c.known(e); known != nil {
		return known
	}
	s := &cycleSearch{cycles: c, number: map[*entry]int32{}}
	digraph.NewSearch(s.successors, s.settle).From(s.node(e))
	return c.known(e)
}

func (c *importCycles) known(e *entry) *entry {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return e.cycle
}

// A cycleSearch goes through files whose components are not known. Where another
// search finds a component first, all of its files have it: what this one then leaves
// out is of no component that is still to be delivered.
type cycleSearch struct {
	cycles  *importCycles
	entries []*entry // by node
	number  map[*entry]int32
}

func (s *cycleSearch) node(e *entry) int32 {
	n, ok := s.number[e]
	if !ok {
		n = int32(len(s.entries))
		s.number[e] = n
		s.entries = append(s.entries, e)
	}
	return n
}

func (s *cycleSearch) successors(v int32) []int32 {
	var found []int32
	for _, i := range s.entries[v].imports {
		if i.target != nil && i.target.read() == nil && s.cycles.known(i.target) == nil {
			found = append(found, s.node(i.target))
		}
	}
	return found
}

func (s *cycleSearch) settle(component []int32) {
	var members []*entry
	for _, v := range component {
		members = append(members, s.entries[v])
	}
	first := slices.MinFunc(members, func(a, b *entry) int { return strings.Compare(a.path, b.path) })
	s.cycles.mu.Lock()
	defer s.cycles.mu.Unlock()
	for _, e := range members {
		if e.cycle == nil {
			e.cycle = first
		}
	}
}

// An Import is one `import "lib.frac"` of a file.
type Import struct {
	Place         // the string, with its quotes
	Item   int    // of the file
	Path   string // that it leads to, links followed as far as there are files
	Target *Source
}

// Imports lists the imports of a file in its order. One that leads to no file
// that can be read has no target.
func (s *Snapshot) Imports(path string) ([]Import, error) {
	e := s.entry(path)
	if err := e.read(); err != nil {
		return nil, err
	}
	found := make([]Import, len(e.imports))
	for i, of := range e.imports {
		found[i] = Import{Place: Place{Source: e.source, Span: e.source.Absolute(of.item, of.name)}, Item: of.item, Path: of.path}
		if of.target != nil && of.target.read() == nil {
			found[i].Target = of.target.source
		}
	}
	return found, nil
}

// Reachable lists a file and all that it sees through imports, however many
// lie between, each once.
func (s *Snapshot) Reachable(path string) ([]*Source, error) {
	e := s.entry(path)
	if err := e.read(); err != nil {
		return nil, err
	}
	var found []*Source
	for _, other := range s.reachable(e) {
		found = append(found, other.source)
	}
	return found, nil
}

// RealPath is a path with symbolic links followed; the path itself where it
// leads to no file.
func (s *Snapshot) RealPath(path string) string { return s.realPath(path) }

// Dependencies are the paths that the findings in a file depend on: its own,
// and those of all imports that it can see, whether or not there are such
// files.
func (s *Snapshot) Dependencies(path string) ([]string, error) {
	e := s.entry(path)
	if err := e.read(); err != nil {
		return nil, err
	}
	found := []string{path, e.path}
	for _, other := range s.reachable(e) {
		found = append(found, other.sees()...)
	}
	return found, nil
}

// unquoted is the text of a string node.
func unquoted(text string) string { return strings.Trim(text, `"'`) }
