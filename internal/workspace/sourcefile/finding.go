package sourcefile

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Finding is a diagnostic in its place: positions are those of the file.
type Finding struct {
	Place
	Item     int // the item it belongs to, -1 where it belongs to none
	Code     codes.Code
	Severity codes.Severity
	Message  string
	Notes    []string
	Related  []Related
	Fixes    []Fix
	Data     map[string]any
	// Definition is the name that the item declares, where the source has no tree: of a table in a
	// configuration, the operator.
	Definition string
	// Suspects are the declarations that an error contradicts, while the findings of a file are
	// gathered.
	Suspects []syntax.Suspect
}

// OfProgram reports whether the finding is an error of a program. What a lint rule says of
// one, and mistakes in rules, keep no program from being run, converted or drawn.
func (f *Finding) OfProgram() bool {
	return f.Severity == codes.Error && !f.Code.IsRule() && f.Source.Rules() == nil
}

// A Place is a range in a file.
type Place struct {
	Source *Source
	Span   syntax.Span
}

// Range counts the lines and columns of a place, as it is shown.
func (p Place) Range() (start, end syntax.Position) {
	p = p.Shown()
	return p.Source.Position(p.Span.Start), p.Source.Position(p.Span.End)
}

// Related is another place that helps to understand a finding.
type Related struct {
	Place
	Message string
}

// A Fix is one way to fix what a diagnostic reports.
type Fix struct {
	Title      string
	Edits      []Edit
	Confidence codes.Confidence // never Unsaid
	// Clean: with the fix, nothing of what it touches has an error, which Offer has tried.
	Clean bool
}

// An Edit replaces the text of a place.
type Edit struct {
	Place
	NewText string
}

// Sorted brings diagnostics into the order of every report: by file, position and
// code. What two checks say in the same words is said once.
func Sorted(findings []Finding) []Finding {
	slices.SortStableFunc(findings, compare)
	return slices.CompactFunc(findings, func(a, b Finding) bool { return compare(a, b) == 0 })
}

func compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Source.Name, b.Source.Name),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
	)
}

// Fingerprints tell findings of a report apart, in its order, and stay as they are where
// code moves within its file: of each the code, the file, the definition that it stands
// in, its message, and which of several that are alike in all this it is. They are 32
// digits of base 16.
func Fingerprints(findings []Finding) []string {
	prints := make([]string, len(findings))
	seen := map[string]int{}
	for i := range findings {
		key := findings[i].identity()
		seen[key]++
		sum := sha256.Sum256([]byte(key + strconv.Itoa(seen[key])))
		prints[i] = hex.EncodeToString(sum[:16])
	}
	return prints
}

// identity is what stays of a finding where the code around it moves.
func (f *Finding) identity() string {
	return strings.Join([]string{string(f.Code), f.Source.Name, f.DefinitionName(), f.Message, ""}, "\x00")
}

// DefinitionName is the name that the item of a finding declares, if any.
func (f *Finding) DefinitionName() string {
	if !f.Source.Parsed {
		return f.Definition
	}
	if f.Item < 0 || f.Item >= f.Source.File.Len() {
		return ""
	}
	item := f.Source.File.Item(f.Item)
	if name := item.Declared(); name != syntax.NoNode {
		return item.SourceText(name)
	}
	return ""
}

// ApplyEdits makes edits of one text that do not overlap.
func ApplyEdits(text string, edits []Edit) string {
	plain := make([]syntax.Edit, len(edits))
	for i, e := range edits {
		plain[i] = syntax.Edit{Span: e.Span, NewText: e.NewText}
	}
	return syntax.ApplyEdits(text, plain)
}

// Quote is what is at a place.
func (p Place) Quote() string { return p.Source.Text()[p.Span.Start:p.Span.End] }
