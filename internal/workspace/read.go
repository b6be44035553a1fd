package workspace

import (
	"crypto/sha256"
	"errors"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/rope"
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// readSource reads a file's text and parses it. before is what the file was, or
// nil.
func (s *Snapshot) readSource(path string, before *Source) (*Source, error) {
	name, written := s.Name(path), s.written(path)
	if written != nil && before != nil && s.observe == nil && before.Path == path && before.Name == name {
		if edited, err := before.Edited(written); edited != nil || err != nil {
			return edited, err
		}
	}
	if sourcefile.IsModel(path) {
		m, err := s.readModel(s.files, path)
		if err != nil {
			return nil, err
		}
		return sourcefile.NewModel(path, name, m), nil
	}
	if sourcefile.IsTranslated(path) {
		return s.readTranslated(path)
	}
	text, code, err := s.readProgram(path)
	if err != nil {
		return nil, err
	}
	done, ok := s.observe.begin(path, "", text)
	if !ok {
		return nil, &sourcefile.ReadError{Path: path, Name: name, Cause: errLeftOut}
	}
	defer done()
	if before != nil && before.Path == path && before.Name == name && before.Encoding == code {
		revised := before.Revise(text)
		if revised != before {
			revised.Written = written
		}
		return revised, nil
	}
	source := sourcefile.New(path, name, text)
	source.Encoding, source.Written = code, written
	return source, nil
}

// written is the text of a file that an editor holds; nil of others.
func (s *Snapshot) written(path string) *rope.Text {
	overlay, _ := s.files.(Overlay)
	return overlay.Held[path]
}

// readProgram reads a file's text, and refuses what cannot be a program. Errors are
// *readError.
func (s *Snapshot) readProgram(path string) (string, sourcefile.Encoding, error) {
	return s.readProgramFrom(s.files, path)
}

func (s *Snapshot) readProgramFrom(files Files, path string) (string, sourcefile.Encoding, error) {
	if sourcefile.IsModel(path) {
		m, err := s.readModel(files, path)
		if err != nil {
			return "", 0, err
		}
		return m.Text, sourcefile.UTF8, nil
	}
	if sourcefile.IsTranslated(path) {
		source, err := s.readTranslated(path)
		if err != nil {
			return "", 0, err
		}
		return source.Text(), sourcefile.UTF8, nil
	}
	text, code, err := sourcefile.ReadText(files, path, sourcefile.LimitOf(path))
	if err != nil {
		return "", 0, &sourcefile.ReadError{Path: path, Name: s.Name(path), Cause: s.unreadDirectory(path, err)}
	}
	if !sourcefile.IsRules(path) && !sourcefile.IsDocument(path) && !sourcefile.IsConfiguration(path) { // prose is no tokens
		err = syntax.TooDense(text)
	}
	if err != nil {
		return "", 0, &sourcefile.ReadError{Path: path, Name: s.Name(path), Cause: err}
	}
	return text, code, nil
}

// readModel reads a model as a program. Errors are *ReadError.
func (s *Snapshot) readModel(files Files, path string) (*model.Program, error) {
	if last := s.lastModel.Load(); last != nil && last.path == path {
		return last.program, nil
	}
	if place, ok := files.(*diskInPlace); ok {
		files = place.Disk
	}
	if s.formats.Model == nil {
		return nil, &sourcefile.ReadError{Path: path, Name: s.Name(path), Cause: errors.New("models are not read here")}
	}
	m, err := s.formats.Model(files, path, s.language.DefaultOperators(), s.given[path])
	if err == nil {
		err = syntax.TooDense(m.Text)
	}
	if err != nil {
		return nil, &sourcefile.ReadError{Path: path, Name: s.Name(path), Cause: err}
	}
	s.lastModel.Store(&modelRead{path, m})
	return m, nil
}

// readTranslated reads a text in another language as a program. Errors are *ReadError.
func (s *Snapshot) readTranslated(path string) (*Source, error) {
	if s.formats.Translate == nil {
		return nil, &sourcefile.ReadError{Path: path, Name: s.Name(path), Cause: errors.New("programs in other languages are not read here")}
	}
	text, _, err := sourcefile.ReadText(s.files, path, disk.Rules)
	if err != nil {
		return nil, &sourcefile.ReadError{Path: path, Name: s.Name(path), Cause: s.unreadDirectory(path, err)}
	}
	done, ok := s.observe.begin(path, "", text)
	if !ok {
		return nil, &sourcefile.ReadError{Path: path, Name: s.Name(path), Cause: errLeftOut}
	}
	defer done()
	t := s.formats.Translate(s.files, path, text)
	for i, path := range t.Reads {
		t.Reads[i] = s.followLinks(path)
	}
	if err := syntax.TooDense(t.Text); err != nil {
		return nil, &sourcefile.ReadError{Path: path, Name: s.Name(path), Cause: err}
	}
	return sourcefile.NewTranslated(path, s.Name(path), text, t), nil
}

// A modelRead is the model that a snapshot read last. What looks at the text of a file, and what
// checks it, read it one after the other.
type modelRead struct {
	path    string
	program *model.Program
}

// unreadDirectory is why a path cannot be read: of a directory that was found because
// its files cannot be listed (walker.inner), that.
func (s *Snapshot) unreadDirectory(path string, cause error) error {
	info, err := s.files.Stat(path)
	if err == nil && info.IsDir() {
		_, err = s.files.ReadDir(path)
	}
	if err != nil {
		return disk.Cause(err)
	}
	return cause
}

// A reading is what the text of a file says by itself, wherever the file lies and whoever
// asks for it.
type reading struct {
	size     int // of the text, in bytes
	sum      [sha256.Size]byte
	mark     mark
	imports  []string // as they are written
	text     string   // where it is kept
	encoding sourcefile.Encoding
	fault    string // why it cannot be read; empty where it can
}

// read reads a file. Its text is kept where it has room.
func (s *Snapshot) read(path string, budget *atomic.Int64) reading {
	if sourcefile.IsModel(path) {
		m, err := s.readModel(s.files, path)
		if err != nil {
			return reading{fault: err.Error()}
		}
		decisive := sourcefile.Fingerprint(m)
		return reading{size: len(m.Text), sum: sumOf(decisive), mark: markOf(decisive)}
	}
	if sourcefile.IsTranslated(path) {
		source, err := s.readTranslated(path)
		if err != nil {
			return reading{fault: err.Error()}
		}
		decisive := sourcefile.TranslationFingerprint(source.Origin.Text(), source.Translation)
		return reading{size: source.Size(), sum: sumOf(decisive), mark: markOf(decisive)}
	}
	files, leave := s.inPlace()
	defer leave()
	text, code, err := s.readProgramFrom(files, path)
	if err != nil {
		return reading{fault: err.Error()}
	}
	r := reading{size: len(text), sum: sumOf(text), mark: markOf(text), imports: importNames(path, text), encoding: code}
	if budget.Add(-int64(len(text))) >= 0 {
		r.text = strings.Clone(text)
	}
	return r
}

// inPlace are the files for who looks at one text after another and keeps none: what was
// read is overwritten by the next. Room for each of thousands of texts took a third of the
// time in which they are read.
func (s *Snapshot) inPlace() (files Files, leave func()) {
	if _, plain := s.files.(Disk); !plain {
		return s.files, func() {}
	}
	d := places.Get()
	return d, func() { places.Put(d, cap(d.buffer)/bytesOfNode) }
}

// A diskInPlace is the disk, of which each file is read to the same place.
type diskInPlace struct {
	Disk
	buffer []byte
}

var places scratch.Pool[diskInPlace]

// bytesOfNode is how much text counts as a node, of which scratch bounds the number.
const bytesOfNode = 64

func (d *diskInPlace) ReadFile(path string, limit disk.Limit) ([]byte, error) {
	text, err := disk.ReadInto(d.buffer, path, limit)
	if err == nil {
		d.buffer = text
	}
	return text, err
}

// sumOf is the sum of a text, whose bytes are read where they are.
func sumOf(text string) [sha256.Size]byte {
	return sha256.Sum256(unsafe.Slice(unsafe.StringData(text), len(text)))
}

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
	case sourcefile.IsRules(path) || sourcefile.IsConfiguration(path):
		return nil
	case sourcefile.IsDocument(path):
		return sourcefile.New(path, path, text).File.List()
	}
	return syntax.Imports(text)
}
