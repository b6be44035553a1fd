package workspace

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/signature"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Where programs are checked by the signatures of what they import, these programs are
// files too (signedFiles): their texts are the items of the signatures, without bodies.
// What a body would tell is taken from the signature, and where somebody looks into a body,
// the check is refused (bodyError), since it could not find what it finds with all texts.

// Signed are programs of which there are signatures.
type Signed struct {
	programs map[string]*signedProgram // by absolute path

	mu    sync.Mutex
	asked map[string]bool // bodies that were asked for, in words
}

// A signedProgram is a program of which there is a signature.
type signedProgram struct {
	program  *signature.Program
	place    string // the file of signatures
	path     string
	text     string
	outlines map[int]typecheck.Outline
	facts    map[factOf]analysis.Fact
}

// A factOf is what an analyzer says of an item.
type factOf struct {
	item     int
	analyzer *analysis.Analyzer
}

// NewSigned takes the programs in files of signatures. What an analyzer would have to
// believe is looked at first; errors name the file and the line.
func NewSigned(root string, files []*signature.File) (*Signed, error) {
	s := &Signed{programs: map[string]*signedProgram{}, asked: map[string]bool{}}
	for _, file := range files {
		for _, p := range file.Programs {
			path := filepath.Join(root, filepath.FromSlash(p.Name))
			if other := s.programs[path]; other != nil {
				return nil, fmt.Errorf("%s:%d: the signature of %s is in %s too", file.Name, p.Line, p.Name, other.place)
			}
			made, err := newSignedProgram(file.Name, path, p)
			if err != nil {
				return nil, err
			}
			s.programs[path] = made
		}
	}
	return s, s.matching(root)
}

func newSignedProgram(place, path string, p *signature.Program) (*signedProgram, error) {
	s := &signedProgram{program: p, place: place, path: path, outlines: map[int]typecheck.Outline{}, facts: map[factOf]analysis.Fact{}}
	if sourcefile.IsRules(path) || sourcefile.IsDocument(path) {
		return nil, s.refuse(p.Line, "%s is no program, which could be imported", p.Name)
	}
	if s.text = textOf(p.Items); p.Whole != nil {
		s.text = *p.Whole
	}
	if err := disk.Programs.Check(p.Name, int64(len(s.text))); err != nil {
		return nil, s.refuse(p.Line, "%v", err)
	}
	if err := syntax.TooDense(s.text); err != nil {
		return nil, s.refuse(p.Line, "%s: %v", p.Name, err)
	}
	file := syntax.ParseFile(p.Name, s.text)
	if i := misread(p.Items, file); p.Whole == nil && i >= 0 {
		return nil, s.refuse(p.Items[i].Line, "this is not one item of a program, or has errors")
	}
	if imports := importNames(path, s.text); !slices.EqualFunc(imports, p.Imports, func(name string, i signature.Import) bool { return name == i.Written }) {
		return nil, s.refuse(p.Line, "%s imports other files than its signature says", p.Name)
	}
	for i := range p.Items {
		if err := s.take(i, &p.Items[i]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *signedProgram) refuse(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", s.place, line, fmt.Sprintf(format, args...))
}

// take takes what an item states besides its text.
func (s *signedProgram) take(i int, item *signature.Item) error {
	line := item.Line
	if item.Outline {
		s.outlines[i] = typecheck.Outline{Type: typecheck.WrittenType{Text: item.Type, Marks: item.Marks}}
	}
	if item.Type != "" {
		line++
	}
	for _, f := range item.Facts {
		line++
		a := carried(f.Analyzer)
		if a == nil {
			return s.refuse(line, "there is no fact `%s`", f.Analyzer)
		}
		fact, err := a.Facts.Read(f.Words)
		if err != nil {
			return s.refuse(line, "%v", err)
		}
		if s.facts[factOf{i, a}] != nil {
			return s.refuse(line, "the fact `%s` is listed here twice", f.Analyzer)
		}
		s.facts[factOf{i, a}] = fact
	}
	return nil
}

// carried is the analyzer of a name whose facts are in signatures; nil where there is none.
func carried(name string) *analysis.Analyzer {
	all := registry.Carried()
	if i := slices.IndexFunc(all, func(a *analysis.Analyzer) bool { return a.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// stated is a fact that the signature states: what it leaves out is unknown. Of a program whose
// text is here, facts are worked out.
func (s *signedProgram) stated(i int, a *analysis.Analyzer) (analysis.Fact, bool) {
	if s.program.Whole != nil || a.Facts.Write == nil {
		return nil, false
	}
	if f := s.facts[factOf{i, a}]; f != nil {
		return f, true
	}
	return a.Facts.Unknown, true
}

// matching refuses signatures that were made with others than those that are here.
func (s *Signed) matching(root string) error {
	digests := map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(s.programs)) {
		p := s.programs[path]
		for _, i := range p.program.Imports {
			if i.Fault != "" {
				continue
			}
			target := s.programs[filepath.Join(root, filepath.FromSlash(i.Name))]
			if target == nil {
				continue // which is found out when it is read, if it is not checked here itself
			}
			if digests[target.path] == "" {
				digests[target.path] = target.program.Digest()
			}
			if digests[target.path] != i.Digest {
				return p.refuse(p.program.Line, "the signature of %s was made when %s had another signature than the one in %s; have both written again",
					p.program.Name, i.Name, target.place)
			}
		}
	}
	return nil
}

// program is the signed one at a path; nil where there is none.
func (s *Signed) program(path string) *signedProgram {
	if s == nil {
		return nil
	}
	return s.programs[path]
}

// Before files, signedFiles has the programs of which there are signatures.
type signedFiles struct {
	Files
	signed *Signed
}

func (f signedFiles) ReadFile(path string, limit disk.Limit) ([]byte, error) {
	if p := f.signed.program(path); p != nil {
		return []byte(p.text), nil
	}
	return f.Files.ReadFile(path, limit)
}

func (f signedFiles) Stat(path string) (fs.FileInfo, error) {
	if p := f.signed.program(path); p != nil {
		return sourcefile.TextInfo(path, len(p.text)), nil
	}
	return f.Files.Stat(path)
}

// RealPath is the path itself: wherever links would lead, the signature is of the program
// of this name.
func (f signedFiles) RealPath(path string) (string, error) {
	if f.signed.program(path) != nil {
		return path, nil
	}
	return f.Files.RealPath(path)
}

// inFrontOf puts the programs before files, after what an editor holds.
func (s *Signed) inFrontOf(files Files) Files {
	if s == nil {
		return files
	}
	if o, ok := files.(Overlay); ok {
		return Overlay{Files: signedFiles{o.Files, s}, Texts: o.Texts, Held: o.Held}
	}
	return signedFiles{files, s}
}

// bind makes the imports of a signed program those that its signature names.
func (s *Snapshot) bind(e *entry) {
	for k, i := range e.signed.program.Imports {
		if i.Fault != "" {
			e.imports[k].fault, e.imports[k].target = i.Fault, nil
			continue
		}
		path := filepath.Join(s.root, filepath.FromSlash(i.Name))
		e.imports[k].fault, e.imports[k].path, e.imports[k].target = "", s.realPath(path), s.entry(path)
	}
}

// unfounded says why the module of a signed program cannot be made: it rests on a program
// without signature. One that is checked and now imports the signed one is in a cycle.
func (s *Snapshot) unfounded(e *entry, i importOf) error {
	if e.signed == nil || i.fault != "" || i.target.signed != nil ||
		i.target.read() == nil && s.cycles.cycleOf(e) == s.cycles.cycleOf(i.target) {
		return nil
	}
	return e.signed.refuse(e.signed.program.Line, "%s imports %s, whose signature is in none of the files; signatures are needed of all that is imported, directly or not",
		e.source.Name, s.Name(i.target.path))
}

// joined looks at what the module of a signed program made of its signature.
func (e *entry) joined() error {
	if e.signed == nil {
		return nil
	}
	for _, i := range e.module.Unread() {
		return e.signed.refuse(e.signed.program.Items[i].Line+1, "this is no type that `%s` can have here", e.module.Object(i).Name)
	}
	return nil
}

// A bodyError says that a check would look into bodies that are not there.
type bodyError struct{ bodies []string }

func (e *bodyError) Error() string {
	return fmt.Sprintf("a cost contract or a lint rule looks into %s, of which only a signature is here: check this with the sources of what it imports, in place of signatures",
		strings.Join(e.bodies, ", "))
}

// mostNamed is how many bodies a message names.
const mostNamed = 3

// ask records that the body of an item was asked for.
func (s *Signed) ask(e *entry, i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[fmt.Sprintf("the body of `%s` of %s", e.module.Object(i).Name, e.source.Name)] = true
}

// MissingBodies is an error where somebody asked for bodies that are not here.
func (s *Snapshot) MissingBodies() error {
	if s.signed == nil {
		return nil
	}
	s.signed.mu.Lock()
	defer s.signed.mu.Unlock()
	named := slices.Sorted(maps.Keys(s.signed.asked))
	if len(named) == 0 {
		return nil
	}
	return &bodyError{named[:min(len(named), mostNamed)]}
}

// notSigned refuses files that are to be checked and are known by signatures: what is here
// of them is not their text.
func (s *Snapshot) notSigned(paths []string) error {
	if s.signed == nil {
		return nil
	}
	for _, path := range paths {
		if p := s.signed.program(s.realPath(path)); p != nil {
			return p.refuse(p.program.Line, "%s is to be checked, and here is its signature; leave one of the two out", p.program.Name)
		}
	}
	return nil
}

// outlined is what the type checker reads of an entry's definitions without bodies.
func (s *Snapshot) outlined(e *entry) (outlines map[int]typecheck.Outline, asked func(i int)) {
	if e.signed == nil || len(e.signed.outlines) == 0 {
		return nil, nil
	}
	return e.signed.outlines, func(i int) { s.signed.ask(e, i) }
}

// statedFacts are the facts that a signature states; nil where there is none.
func (e *entry) statedFacts() func(int, *analysis.Analyzer) (analysis.Fact, bool) {
	if e.signed == nil {
		return nil
	}
	return e.signed.stated
}

// broken is what errors reach of the program, as its signature states it.
func (s *signedProgram) broken() *Broken {
	if len(s.program.Errors) == 0 {
		return nil
	}
	b := &Broken{Names: s.program.Broken}
	for _, e := range s.program.Errors {
		b.Errors = append(b.Errors, ErrorPlace(e))
	}
	return b
}
