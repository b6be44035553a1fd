package workspace

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/fraccheck/fraccheck/syntax"
)

// Changes are what is known of how files differ from an earlier state. Paths are real
// ones: links are followed.
type Changes struct {
	// Changed are the paths of files that were written, came or went.
	Changed map[string]bool
	// Unknown tells of a file of which nobody knows whether it changed.
	Unknown func(path string) bool
	// Imported are the files that changed ones imported.
	Imported []string
	// All: anything may have changed.
	All bool
}

// touched tells whether a file changed, as far as is known.
func (c *Changes) touched(path string) bool { return c.All || c.Changed[path] || c.Unknown(path) }

// Affected are those of files in which other things may be found than before: those
// that changed, and those that see a changed one through imports or are checked by a
// configuration or rules that changed. What nobody can tell of counts as changed.
func (s *Snapshot) Affected(ctx context.Context, paths []string, changes *Changes) ([]string, error) {
	reached, err := s.readAll(ctx, paths)
	if err != nil {
		return nil, err
	}
	a := &affection{snapshot: s, Changes: changes, configs: map[*Config]bool{}, hit: map[string]bool{}}
	a.spread(reached)
	imported := s.importedBy(slices.Values(paths))
	for _, path := range changes.Imported {
		a.hit[s.realPath(path)] = a.hit[s.realPath(path)] || !imported[s.realPath(path)]
	}
	var found []string
	for _, path := range paths {
		hit, err := a.file(path)
		if err != nil {
			return nil, err
		}
		if hit {
			found = append(found, path)
		}
	}
	return found, nil
}

// readAll reads files and all that they import.
func (s *Snapshot) readAll(ctx context.Context, paths []string) ([]*entry, error) {
	g, inner := s.group(ctx)
	for _, path := range paths {
		g.Go(func() error {
			_ = s.entry(path).read() // what cannot be read is told of by who checks it
			return inner.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	var reached []*entry
	seen := map[*entry]bool{}
	for _, path := range paths {
		if e := s.entry(path); !seen[e] && e.read() == nil {
			seen[e] = true
			reached = append(reached, e)
		}
	}
	for at := 0; at < len(reached); at++ {
		for _, i := range reached[at].imports {
			if i.target != nil && !seen[i.target] && i.target.read() == nil {
				seen[i.target] = true
				reached = append(reached, i.target)
			}
		}
	}
	return reached, ctx.Err()
}

// An affection is what changes reach.
type affection struct {
	*Changes
	snapshot *Snapshot
	configs  map[*Config]bool // whether what they say changed
	hit      map[string]bool  // real paths of files that changed or see one that did
}

// spread goes from the changed files to those that import them. An import of a file that
// went leads to where it was.
func (a *affection) spread(reached []*entry) {
	importers := map[string][]string{}
	var queue []string
	begin := func(path string) {
		if !a.hit[path] && a.touched(path) {
			a.hit[path] = true
			queue = append(queue, path)
		}
	}
	for _, e := range reached {
		begin(e.path)
		for _, i := range e.imports {
			begin(i.path)
			importers[i.path] = append(importers[i.path], e.path)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, path := range importers[queue[0]] {
			if !a.hit[path] {
				a.hit[path] = true
				queue = append(queue, path)
			}
		}
	}
}

// file tells whether a file is affected. One that cannot be read is: who knows what it
// imports.
func (a *affection) file(path string) (bool, error) {
	e := a.snapshot.entry(path)
	if a.All || a.hit[e.path] || e.read() != nil || inFront(a.snapshot.files, path) || a.touched(e.path) {
		return true, nil
	}
	config, err := a.snapshot.Config(path)
	if err != nil {
		return false, err
	}
	hit, known := a.configs[config]
	if !known {
		if hit, err = a.config(path, config); err != nil {
			return false, err
		}
		a.configs[config] = hit
	}
	return hit || a.belowChange(path) || a.belowChange(e.path), nil
}

// config tells whether a configuration says something else than before, or what it names
// does.
func (a *affection) config(path string, config *Config) (bool, error) {
	if config.Path == "" {
		return false, nil
	}
	if a.touchedAt(config.Path) || config.Baseline != "" && a.touchedAt(config.Baseline) {
		return true, nil
	}
	if len(config.rules) == 0 {
		return false, nil
	}
	for changed := range a.Changed {
		if IsRules(changed) {
			return true, nil // it may have gone
		}
	}
	rules, err := a.snapshot.Rules(path)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(rules.Sources, func(s *Source) bool { return a.touchedAt(s.Path) }), nil
}

func (a *affection) touchedAt(path string) bool { return a.touched(a.snapshot.realPath(path)) }

// belowChange tells of a file in a folder, or below one, in which a configuration or a
// list of ignored files changed, or went.
func (a *affection) belowChange(path string) bool {
	return slices.ContainsFunc(upward(filepath.Dir(path)), func(dir string) bool {
		return a.Changed[filepath.Join(dir, ConfigName)] || a.Changed[filepath.Join(dir, ".gitignore")]
	})
}

// ImportsOf are the paths that the content of a file imports from, as far as it tells.
func ImportsOf(path string, content []byte) (found []string) {
	text, err := encodingOf(content).decode(content)
	if err != nil || syntax.TooDense(text) != nil {
		return nil
	}
	for _, item := range NewSource(path, path, text).File.Items {
		if item.Kind(item.Root) != syntax.ItemImport {
			continue
		}
		if name := item.Import(item.Root); name != syntax.NoNode && item.Kind(name) == syntax.String {
			found = append(found, absolute(filepath.Dir(path), filepath.FromSlash(unquoted(item.SourceText(name)))))
		}
	}
	return found
}

// Beside is the snapshot in which files are known although they are not asked for: what
// they import is imported.
func (s *Snapshot) Beside(paths []string) *Snapshot {
	next := s.next(s.files, nil)
	next.beside = paths
	return next
}
