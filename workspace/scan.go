package workspace

import (
	"crypto/sha256"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
)

// A Scan is what is known of a file without checking it: which text it has, and what it
// sees.
type Scan struct {
	Path    string // real
	Name    string // as reports write it
	Size    int    // of the text, in bytes
	Sum     [sha256.Size]byte
	Imports []ScannedImport
	Fault   string // why it cannot be read; empty where it can
}

// A ScannedImport is one import of a file.
type ScannedImport struct {
	Written string // in the program
	Path    string // that it leads to
	Real    string // Path with links followed as far as there are files
	Fault   string // why it leads to no program; empty where it does
}

// Scan reads a file and finds its imports; what it says of them is what checking the
// file would find. Nothing of it is kept.
func (s *Snapshot) Scan(path string) Scan {
	real := s.realPath(path)
	held := s.held(path, real)
	scan := Scan{Path: real, Name: s.Name(held)}
	text, _, err := s.readProgram(held)
	if err != nil {
		scan.Fault = err.Error()
		return scan
	}
	scan.Size, scan.Sum = len(text), SumOf(text)
	for _, name := range importNames(held, text) {
		scan.Imports = append(scan.Imports, s.scanImport(held, real, name))
	}
	return scan
}

// SumOf tells texts apart.
func SumOf(text string) [sha256.Size]byte { return sha256.Sum256([]byte(text)) }

// importNames are the files that a text imports, as it writes them.
func importNames(path, text string) (names []string) {
	items := importItems(path, text)
	for _, item := range items {
		if name := item.Import(item.Root); name != syntax.NoNode && item.Kind(name) == syntax.String {
			names = append(names, strings.Clone(unquoted(item.SourceText(name)))) // and not the whole text
		}
	}
	return names
}

func importItems(path, text string) []*syntax.Item {
	switch {
	case IsRules(path):
		return nil
	case IsDocument(path):
		return NewSource(path, path, text).File.Items
	}
	return syntax.Imports(text)
}

func (s *Snapshot) scanImport(from, real, name string) ScannedImport {
	path, target, fault := s.leadsTo(from, real, name)
	return ScannedImport{Written: name, Path: path, Real: target, Fault: fault}
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
	parts = append(parts, config.name, config.text)
	for _, code := range sortedKeys(config.over) {
		parts = append(parts, code, config.over[code])
	}
	if rules != nil {
		for _, source := range rules.Sources {
			parts = append(parts, source.Name, source.Text)
		}
	}
	return parts, nil
}
