package workspace

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// Changes are what is known of how files differ from an earlier state. Paths are real
// ones: links are followed.
type Changes struct {
	// Changed are the paths of files that were written, came or went.
	Changed map[string]bool
	// Unknown reports whether it is unknown if a file changed.
	Unknown func(path string) bool
	// Linked reports whether a path leads through a symbolic link of which it is unknown
	// whether it changed. Links that did set All. May be nil.
	Linked func(path string) bool
	// Imported are the files that changed ones imported.
	Imported []string
	// All: anything may have changed.
	All bool
}

// touched reports whether a file changed, as far as is known.
func (c *Changes) touched(path string) bool { return c.All || c.Changed[path] || c.Unknown(path) }

// through reports whether a path may have led elsewhere.
func (c *Changes) through(path, real string) bool {
	return path != real && c.Linked != nil && c.Linked(path)
}

// Affected are those of files in which other things may be found than before: those
// that changed, and those that see a changed one through imports or are checked by a
// configuration or rules that changed. What is unknown counts as changed. The
// snapshot that it gives is to check them in: it knows what the others import. No tree is
// kept of any file.
func (s *Snapshot) Affected(ctx context.Context, paths []string, changes *Changes) (*Snapshot, []string, error) {
	all, err := s.ScanAll(ctx, paths, 0)
	if err != nil {
		return nil, nil, err
	}
	scans := map[string]*Scan{}
	for i := range all {
		scans[all[i].Path] = &all[i]
	}
	a := &affection{snapshot: s, Changes: changes, scans: scans, configs: map[*config.Config]bool{}, hit: map[string]bool{}}
	a.spread()
	imported := a.imported()
	for _, path := range changes.Imported {
		if real := s.realPath(path); !imported[real] {
			a.hit[real] = true
		}
	}
	var found []string
	for _, path := range paths {
		hit, err := a.file(path)
		if err != nil {
			return nil, nil, err
		}
		if hit {
			found = append(found, path)
		}
	}
	next := s.next(s.files, nil)
	next.importedElsewhere = imported
	return next, found, nil
}

// An affection is what changes reach: the least set that has the files that changed or are
// checked by other rules than before, and with a file all that import it. spread computes it by
// a search against the imports, in time linear in the files and their imports.
type affection struct {
	*Changes
	snapshot *Snapshot
	scans    map[string]*Scan        // by real path, those of all that files import among them
	configs  map[*config.Config]bool // whether what they say changed
	hit      map[string]bool         // real paths of files that changed or see one that did
}

// imported are the real paths of what files import.
func (a *affection) imported() map[string]bool {
	imported := map[string]bool{}
	for _, scan := range a.scans {
		for _, i := range scan.Imports {
			imported[i.Real] = true
		}
	}
	return imported
}

// spread goes from the files that changed, or are checked otherwise, to those that import
// them, which report their errors. An import of a file that went leads to where it was.
func (a *affection) spread() {
	importers := map[string][]string{}
	var queue []string
	begin := func(path string) {
		if !a.hit[path] && a.touched(path) {
			a.hit[path] = true
			queue = append(queue, path)
		}
	}
	for path, scan := range a.scans {
		begin(path)
		if hit, err := a.reconfigured(path); !a.hit[path] && (hit || err != nil) {
			a.hit[path] = true
			queue = append(queue, path)
		}
		for _, i := range scan.Imports {
			if !a.hit[path] && a.through(i.Path, i.Real) {
				a.hit[path] = true
				queue = append(queue, path)
			}
			begin(i.Real)
			importers[i.Real] = append(importers[i.Real], path)
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

// file reports whether a file is affected. One that cannot be read is: who knows what it
// imports.
func (a *affection) file(path string) (bool, error) {
	real := a.snapshot.realPath(path)
	if scan := a.scans[real]; a.All || a.hit[real] || a.through(path, real) || scan == nil || scan.Fault != "" || sourcefile.InFront(a.snapshot.files, path) {
		return true, nil
	}
	if sourcefile.IsTranslated(path) {
		source, err := a.snapshot.readTranslated(path)
		if err != nil || slices.ContainsFunc(source.Translation.Reads, a.touched) {
			return true, nil
		}
	}
	hit, err := a.reconfigured(path)
	return hit || a.belowChange(real), err
}

// reconfigured reports whether what is found in a file, as it is, may be something else by
// its configuration.
func (a *affection) reconfigured(path string) (bool, error) {
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
	return hit || a.belowChange(path), nil
}

// config reports whether a configuration says something else than before, or what it names
// does.
func (a *affection) config(path string, config *config.Config) (bool, error) {
	if config.Path == "" {
		return false, nil
	}
	if a.touchedAt(config.Path) || config.Baseline != "" && a.touchedAt(config.Baseline) {
		return true, nil
	}
	if len(config.Rules) == 0 {
		return false, nil
	}
	for changed := range a.Changed {
		if sourcefile.IsRules(changed) {
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

// belowChange reports whether path is a file in a folder, or below one, in which a configuration or
// a list of ignored files changed, or went.
func (a *affection) belowChange(path string) bool {
	return slices.ContainsFunc(sourcefile.Upward(filepath.Dir(path)), func(dir string) bool {
		return a.Changed[filepath.Join(dir, config.FileName)] || a.Changed[filepath.Join(dir, ".gitignore")]
	})
}

// ImportsOf are the paths that the content of a file imports from, as far as it shows.
func ImportsOf(path string, content []byte) (found []string) {
	text, err := sourcefile.EncodingOf(content).Decode(content)
	if err != nil {
		return nil
	}
	for _, name := range importNames(path, text) {
		found = append(found, sourcefile.Absolute(filepath.Dir(path), filepath.FromSlash(name)))
	}
	return found
}
