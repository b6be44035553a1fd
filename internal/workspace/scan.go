package workspace

import (
	"context"
	"crypto/sha256"
	"hash/maphash"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A Scan is what is known of a file without checking it: which text it has, and what it
// sees.
type Scan struct {
	Path    string // real
	Asked   string // the path that was asked for, or that an import leads to
	Name    string // as reports write it
	Size    int    // of the text, in bytes
	Sum     [sha256.Size]byte
	Imports []ScannedImport
	Fault   string // why it cannot be read; empty where it can

	mark     mark
	text     string // where it is kept
	encoding sourcefile.Encoding
}

// A mark distinguishes texts within this process. It takes a tenth of the time of a sum, which
// other processes know again: 1 % of a check of many files, each of which is read twice.
type mark uint64

var markSeed = maphash.MakeSeed()

func markOf(text string) mark { return mark(maphash.String(markSeed, text)) }

// Source is the text of a file, and nothing but that, under a path that leads there; nil
// where it was not kept.
func (s *Scan) Source(path string) *Source {
	if len(s.text) != s.Size || s.Fault != "" {
		return nil
	}
	source := sourcefile.TextOf(path, s.Name, s.text)
	source.Encoding = s.encoding
	return source
}

// A ScannedImport is one import of a file.
type ScannedImport struct {
	Written string // in the program
	Path    string // that it leads to
	Real    string // Path with links followed as far as there are files
	Fault   string // why it leads to no program; empty where it does
}

// A scanner scans files of a snapshot, of which many import the same ones.
type scanner struct {
	*Snapshot
	targets  *sync.Map          // what imports lead to, by path: foundFile
	budget   *atomic.Int64      // for texts that are kept, in bytes
	readings map[string]reading // of files that were read while others were looked for
}

type foundFile struct {
	regular bool
	err     error
}

func (s *Snapshot) scanner(ctx context.Context, budget int) (scanner, error) {
	r := &atomic.Int64{}
	r.Store(int64(budget))
	readings, err := s.ahead.take(ctx)
	return scanner{s, &sync.Map{}, r, readings}, err
}

// finds is a finder that looks at each path once.
func (s scanner) finds(path, _ string) (regular bool, err error) {
	if known, ok := s.targets.Load(path); ok {
		return known.(foundFile).regular, known.(foundFile).err
	}
	regular, err = isRegular(s.files.Stat(path))
	s.targets.Store(path, foundFile{regular, err})
	return regular, err
}

// scan reads a file and finds where its imports lead; what it says of them is what checking
// the file would find. Nothing of it is kept.
func (s scanner) scan(path string) Scan {
	real := s.realPath(path)
	held := s.held(path, real)
	read, known := s.readings[held]
	if !known {
		read = s.read(held, s.budget)
	}
	scan := Scan{
		Path: real, Asked: path, Name: s.Name(held), Size: read.size, Sum: read.sum, Fault: read.fault,
		mark: read.mark, text: read.text, encoding: read.encoding,
	}
	for _, name := range read.imports {
		to, target, fault := s.leadsTo(held, real, name, s.finds)
		scan.Imports = append(scan.Imports, ScannedImport{Written: name, Path: to, Real: target, Fault: fault})
	}
	return scan
}

// ScanAll scans files and all that they see, each once, however many links lead there:
// first those that were asked for, in their order. Texts are kept as long as all of them
// have room in so many bytes.
func (s *Snapshot) ScanAll(ctx context.Context, paths []string, budget int) ([]Scan, error) {
	var all []Scan
	known := make(map[string]bool, len(paths))
	moment, err := s.scanner(ctx, budget)
	if err != nil {
		return nil, err
	}
	for next := paths; len(next) > 0; {
		scans, err := moment.scanEach(ctx, next)
		if err != nil {
			return nil, err
		}
		first := len(all)
		all = slices.Grow(all, len(scans))
		for i := range scans {
			if path := scans[i].Path; !known[path] {
				known[path] = true
				all = append(all, scans[i])
			}
		}
		next = unscanned(all[first:], known)
	}
	return all, nil
}

func (s scanner) scanEach(ctx context.Context, paths []string) ([]Scan, error) {
	scans := make([]Scan, len(paths))
	return scans, s.Each(ctx, len(paths), func(_ context.Context, i int) error {
		scans[i] = s.scan(paths[i])
		return nil
	})
}

// unscanned are the paths that files import and that are not known, each once.
func unscanned(scans []Scan, known map[string]bool) (paths []string) {
	asked := map[string]bool{}
	for k := range scans {
		for _, i := range scans[k].Imports {
			if i.Fault == "" && !known[i.Real] && !asked[i.Real] {
				asked[i.Real] = true
				paths = append(paths, i.Path)
			}
		}
	}
	return paths
}

// Same reports whether two scans are of the same text with the same imports.
func (s *Scan) Same(other *Scan) bool {
	return s.Name == other.Name && s.Fault == other.Fault && s.Size == other.Size && s.mark == other.mark &&
		slices.EqualFunc(s.Imports, other.Imports, func(a, b ScannedImport) bool { return a.Real == b.Real && a.Fault == b.Fault })
}

// Scanned are the scans of the files that were read, as they were read, by real path: of all,
// or of those that the snapshot did not take over (FreshWith). They have no sums.
func (s *Snapshot) Scanned(all bool) map[string]*Scan {
	found := map[string]*Scan{}
	loaded := s.loadedEntries()
	if !all {
		loaded = s.loadedAnew()
	}
	for path, e := range loaded {
		scan := &Scan{Path: path, Asked: e.source.Path, Name: e.source.Name, Size: len(e.source.Text()), mark: markOf(e.source.Text())}
		for _, i := range e.imports {
			scan.Imports = append(scan.Imports, ScannedImport{Real: i.path, Fault: i.fault})
		}
		found[path] = scan
	}
	return found
}

// Basis is what the findings of a file depend on besides the text of programs: the
// configuration and the rules that hold for it. Two files with the same text and the
// same basis have the same findings.
func (s *Snapshot) Basis(path string) (parts []string, err error) {
	config, err := s.Config(path)
	if err != nil {
		return nil, err
	}
	rules, err := s.Rules(path)
	if err != nil {
		return nil, err
	}
	parts = append(parts, config.Name, config.Text)
	for _, code := range slices.Sorted(maps.Keys(config.Over)) {
		parts = append(parts, code, config.Over[code])
	}
	if rules != nil {
		for _, source := range rules.Sources {
			parts = append(parts, source.Name, source.Text())
		}
	}
	return parts, nil
}
