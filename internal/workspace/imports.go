package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
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
// is its path with links followed.
func findImports(s *Snapshot, source *Source, real string) []importOf {
	var found []importOf
	near := maxNearImports
	for i, item := range source.File.Items {
		if item.Kind(item.Root) != syntax.ItemImport {
			continue
		}
		if name := item.Import(item.Root); name != syntax.NoNode && item.Kind(name) == syntax.String {
			found = append(found, s.resolveImport(source.Path, real, i, item, &near))
		}
	}
	return found
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
	written := absolute(filepath.Dir(from), name)
	if from == real {
		return written
	}
	meant := absolute(filepath.Dir(real), name)
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
	case IsRules(path):
		return fmt.Sprintf("cannot import %q: it holds rules, not a program", name)
	case IsDocument(path):
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

// linkEntry makes a file's module out of those that it imports. An import that
// leads back to the file is refused, whichever file is asked for first, so no
// two wait for each other.
func (s *Snapshot) linkEntry(ctx context.Context, e *entry) (err error) {
	var modules []*typecheck.Module
	var written []string
	seen := []*facts.Store{s.language.facts()}
	e.faults = map[int][]syntax.Diagnostic{}
	for _, i := range e.imports {
		if err := s.unfounded(e, i); err != nil {
			return err
		}
		if fault := s.importProblem(e, i); fault != "" {
			if len(e.source.File.Items[i.item].Errors) > 0 {
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
	if done, ok := s.looking.begin(e.source.Path, "", e.source.Text); ok {
		defer done()
	}
	config := s.language.config(e.source, modules, s.Operators(e.source.Path))
	config.Written = written
	config.Partial, config.Before = len(e.faults) > 0, e.before.module()
	config.Outlines, config.Asked = s.outlined(e)
	if e.module, err = typecheck.NewModuleContext(ctx, config); err != nil {
		return err
	}
	if err := e.joined(); err != nil {
		return err
	}
	e.facts = facts.New(facts.Config{Module: e.module, Results: e.result, Looking: e.lookAt, Told: e.toldOf(), Seen: seen, Before: e.before.facts()})
	e.cache.open(len(e.source.File.Items))
	e.inherit()
	e.settle()
	e.linked.Store(true)
	return nil
}

// written is what an import names, as it is written. Messages say that, for a finding is
// known again by its message, wherever its folder lies.
func (e *entry) written(i importOf) string {
	item := e.source.File.Items[i.item]
	return unquoted(item.SourceText(item.Import(item.Root)))
}

func (s *Snapshot) importProblem(e *entry, i importOf) string {
	if i.fault != "" {
		return i.fault
	}
	if err := i.target.read(); err != nil {
		return err.Error()
	}
	if s.circles.circleOf(e) == s.circles.circleOf(i.target) {
		return fmt.Sprintf("%s imports this file again: imports must not form a cycle", e.written(i))
	}
	return ""
}
