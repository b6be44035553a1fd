// Package fraccheck checks, bounds and runs programs in Frac and Relay from Go, as the command
// fraccheck does.
//
//	program, err := fraccheck.Parse("net.frac", text)
//	if err != nil {
//		return err // the name is no program's, or the text is too large
//	}
//	diagnostics, err := program.Check(ctx)
//
// A Program never changes and may be used from several goroutines. With returns the next one after
// an edit, which shares with it what the edit left as it was, so that checking it takes time with
// the edit.
//
// Nothing is read from the disk unless Files names a folder. Check runs none of the program's code;
// Run and Eval do, within Limits. All work ends soon after its context does. What goes wrong inside
// this package is an error, but for what Go cannot recover from: a process that takes programs from
// strangers should check them in a process of its own.
//
// Read fraccheck.go first; check.go, cost.go and run.go have a method each and its types.
package fraccheck

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
)

// Files are what a program may import, and its configuration. The zero value has none.
type Files struct {
	// Dir is the folder on disk that names of programs are relative to. Where it is empty, no file
	// of the disk is read. It is no jail: `import "../a.frac"` leads out of it.
	Dir string
	// Texts are before the files on disk, by their names: paths relative to Dir, with `/`.
	Texts map[string]string
}

// A Program is a text that has been parsed.
type Program struct {
	snapshot *workspace.Snapshot
	source   *workspace.Source
}

// A Position is a byte offset of a text, from 0, and the same as a line and a column, both from 1;
// columns count Unicode code points.
type Position struct{ Offset, Line, Column int }

// A Place is a range of a file, with the name that Parse or an import has for it.
type Place struct {
	File       string
	Start, End Position
}

// At writes where the place begins: `file:line:column`.
func (p Place) At() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Start.Line, p.Start.Column) }

// Parse parses a program that imports no other one. The ending of its name says what it is: a
// program (.frac, .relay), a document with programs in it (.md, .rst, .txt), a model (.onnx, the
// text being its bytes). An error in the text is no error of Parse; Check and SyntaxErrors report it.
func Parse(name, text string) (*Program, error) { return Files{}.Parse(name, text) }

// Parse parses a program that may import the files; the text is before the file of that name.
func (f Files) Parse(name, text string) (_ *Program, err error) {
	defer recovered(&err)
	root, under := f.Dir, workspace.Files(workspace.Disk{})
	if root == "" {
		root, under = string(filepath.Separator), nowhere{}
	}
	if root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	texts := map[string]string{}
	given := maps.Clone(f.Texts)
	if given == nil {
		given = map[string]string{}
	}
	given[name] = text
	for name, text := range given {
		local, err := filepath.Localize(name)
		if err != nil {
			return nil, fmt.Errorf("the name %q is no relative path with `/` that stays inside its folder", name)
		}
		texts[filepath.Join(root, local)] = text
	}
	snapshot := workspace.Open(workspace.Options{
		Root: root, Hints: true, Formats: readers.All, Files: workspace.Overlay{Files: under, Texts: texts},
	})
	return open(snapshot, filepath.Join(root, filepath.FromSlash(name)))
}

func open(snapshot *workspace.Snapshot, path string) (*Program, error) {
	source, err := snapshot.Source(path)
	if err != nil {
		return nil, err
	}
	return &Program{snapshot, source}, nil
}

// With is the program after its text was changed.
func (p *Program) With(text string) (_ *Program, err error) {
	defer recovered(&err)
	return open(p.snapshot.With(map[string]string{p.source.Path: text}), p.source.Path)
}

// placeOf is a place of a file for callers.
func placeOf(p workspace.Place) Place {
	start, end := p.Range()
	return Place{p.Shown().Source.Name, positionOf(start), positionOf(end)}
}

func positionOf(p syntax.Position) Position { return Position{p.Offset, p.Line, p.Column} }

// recovered makes a panic of this package's own an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("internal error: %v", p)
	}
}

// nowhere has no files.
type nowhere struct{}

func (nowhere) ReadFile(path string, _ disk.Limit) ([]byte, error) { return nil, missing("open", path) }
func (nowhere) ReadDir(path string) ([]fs.DirEntry, error)         { return nil, missing("open", path) }
func (nowhere) Stat(path string) (fs.FileInfo, error)              { return nil, missing("stat", path) }
func (nowhere) RealPath(path string) (string, error)               { return "", missing("lstat", path) }

func missing(op, path string) error { return &fs.PathError{Op: op, Path: path, Err: fs.ErrNotExist} }
