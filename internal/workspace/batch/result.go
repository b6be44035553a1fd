package batch

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A result is what was found in one file, as the cache keeps it. Files have the names
// that reports give them, so that it holds wherever the repository is.
type result struct {
	Findings []finding         `json:",omitempty"`
	Hints    []finding         `json:",omitempty"`
	Agree    int               `json:",omitempty"`
	Differ   int               `json:",omitempty"`
	Broken   *workspace.Broken `json:",omitempty"`
	// BrokenKnown is set by Single where it looked for what errors reach, which it does of files
	// that others import.
	BrokenKnown bool `json:",omitempty"`
	// Signature is the digest of what the file shows to those that import it; empty where
	// none does, or where that cannot be said.
	Signature     string                   `json:",omitempty"`
	ImportedFacts []workspace.ImportedFact `json:",omitempty"` // what the findings rest on besides
}

type place struct {
	File       string `json:"f,omitempty"` // empty for the file itself
	Start, End int32
}

type finding struct {
	place
	Item       int
	Code       codes.Code
	Severity   codes.Severity
	Message    string
	Notes      []string  `json:",omitempty"`
	Related    []related `json:",omitempty"`
	Fixes      []fix     `json:",omitempty"`
	Data       exactData `json:",omitempty"`
	Definition string    `json:",omitempty"`
}

type related struct {
	place
	Message string
}

type fix struct {
	Title      string
	Edits      []edit
	Confidence codes.Confidence
	Clean      bool `json:",omitempty"`
}

type edit struct {
	place
	New string
}

// resultOf is what the cache keeps of a report on a file of a name.
func resultOf(name string, report *workspace.Report, broken *workspace.Broken) *result {
	r := &result{Agree: report.Agree, Differ: report.Differ, Broken: broken}
	for _, f := range report.Findings {
		kept := findingOf(name, f)
		if f.Severity == codes.Hint {
			r.Hints = append(r.Hints, kept)
		} else {
			r.Findings = append(r.Findings, kept)
		}
	}
	return r
}

func findingOf(name string, f workspace.Finding) finding {
	at := func(p workspace.Place) place {
		kept := place{p.Source.Name, p.Span.Start, p.Span.End}
		if kept.File == name {
			kept.File = ""
		}
		return kept
	}
	kept := finding{
		place: at(f.Place), Item: f.Item, Code: f.Code, Severity: f.Severity,
		Message: f.Message, Notes: f.Notes, Data: f.Data, Definition: f.DefinitionName(),
	}
	for _, r := range f.Related {
		kept.Related = append(kept.Related, related{at(r.Place), r.Message})
	}
	for _, x := range f.Fixes {
		next := fix{Title: x.Title, Confidence: x.Confidence, Clean: x.Clean}
		for _, e := range x.Edits {
			next.Edits = append(next.Edits, edit{at(e.Place), e.NewText})
		}
		kept.Fixes = append(kept.Fixes, next)
	}
	return kept
}

// encode writes a result; it is not lossless where names of files or what messages quote
// are no Unicode, of which JSON holds none.
func (r *result) encode() (text []byte, lossless bool) {
	text, err := json.Marshal(r)
	return text, err == nil && !bytes.Contains(text, []byte(`\ufffd`)) // which represents bytes, and never for U+FFFD
}

// decode reads what encode wrote.
func decode(text []byte) (*result, error) {
	r := &result{}
	return r, json.Unmarshal(text, r)
}

// An exactData is the data of a finding, of which numbers stay as they are written. That
// takes a decoder, for which most results have no use.
type exactData map[string]any

// UnmarshalJSON reads data.
func (e *exactData) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode((*map[string]any)(e))
}

// fits reports whether the places in a file that a result is for lie in its text: those of
// an entry that somebody else made may not.
func (r *result) fits(size int) bool {
	for _, f := range slices.Concat(r.Findings, r.Hints) {
		if !f.severe() || !f.place.fits(size) {
			return false
		}
		for _, x := range f.Fixes {
			if slices.ContainsFunc(x.Edits, func(e edit) bool { return !e.place.fits(size) }) {
				return false
			}
		}
	}
	return true
}

// reads reports whether the other files that a result has places in may be read for it:
// those of the repository, and those that were read anyway.
func (b *batch) reads(r *result) bool {
	return !r.anywhere(func(k place) bool {
		_, read := b.names[k.File]
		return k.File != "" && !read && !filepath.IsLocal(filepath.FromSlash(k.File))
	})
}

// foreign reports whether a result has places in other files: these move with all texts there.
func (r *result) foreign() bool { return r.anywhere(func(k place) bool { return k.File != "" }) }

// anywhere reports whether something holds of one of the places of a result.
func (r *result) anywhere(is func(place) bool) bool {
	return slices.ContainsFunc(slices.Concat(r.Findings, r.Hints), func(f finding) bool {
		return is(f.place) || slices.ContainsFunc(f.Related, func(r related) bool { return is(r.place) }) ||
			slices.ContainsFunc(f.Fixes, func(x fix) bool {
				return slices.ContainsFunc(x.Edits, func(e edit) bool { return is(e.place) })
			})
	})
}

func (f *finding) severe() bool { return codes.Error <= f.Severity && f.Severity <= codes.Hint }

func (k place) fits(size int) bool {
	return k.File != "" || 0 <= k.Start && k.Start <= k.End && int(k.End) <= size
}

// placed are findings in their files.
func (b *batch) placed(path string, kept []finding) ([]workspace.Finding, error) {
	var findings []workspace.Finding
	for _, k := range kept {
		p := &placer{batch: b, path: path}
		f := workspace.Finding{
			Place: p.at(k.place), Item: k.Item, Code: k.Code, Severity: k.Severity,
			Message: k.Message, Notes: k.Notes, Data: k.Data, Definition: k.Definition,
		}
		for _, r := range k.Related {
			f.Related = append(f.Related, workspace.Related{Place: p.at(r.place), Message: r.Message})
		}
		for _, x := range k.Fixes {
			f.Fixes = append(f.Fixes, p.fix(x))
		}
		if p.err != nil {
			return nil, p.err
		}
		findings = append(findings, f)
	}
	return findings, nil
}

// A placer finds the places of a finding in a file.
type placer struct {
	batch *batch
	path  string
	err   error
}

func (p *placer) fix(x fix) workspace.Fix {
	placed := workspace.Fix{Title: x.Title, Confidence: x.Confidence, Clean: x.Clean}
	for _, e := range x.Edits {
		placed.Edits = append(placed.Edits, workspace.Edit{Place: p.at(e.place), NewText: e.New})
	}
	return placed
}

func (p *placer) at(k place) workspace.Place {
	path := p.path
	if k.File != "" {
		path = filepath.Join(p.batch.Snapshot.Root(), filepath.FromSlash(k.File))
	}
	source, err := p.batch.source(path)
	if err != nil {
		p.err = err
		source = sourcefile.TextOf(path, k.File, "")
	}
	end := max(0, min(k.End, int32(len(source.Text())))) // whoever wrote the entry
	return workspace.Place{Source: source, Span: syntax.Span{Start: max(0, min(k.Start, end)), End: end}}
}

// source is the text of a file that findings are in, read once.
func (b *batch) source(path string) (*workspace.Source, error) {
	if known := b.sources[path]; known != nil {
		return known, nil
	}
	source, err := b.Snapshot.Text(path)
	if err == nil {
		b.sources[path] = source
	}
	return source, err
}
