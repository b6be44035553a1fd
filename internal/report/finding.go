package report

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A findingView is a finding as a page shows it.
type findingView struct {
	Severity, Code string
	CodePage       string // "" where nothing explains the code
	Line, Column   int
	At             string // the address of its line
	Message        template.HTML
	Notes          []noteView
	Excerpt        template.HTML // of a line that is too long to be shown as far as there
	Related        []relatedView
	Fixes          []fixView
}

// A noteView is a sentence, or lines that are below each other.
type noteView struct {
	Sentence template.HTML
	Lines    string
}

func viewOfNote(text string) noteView {
	if strings.Contains(text, "\n") {
		return noteView{Lines: text}
	}
	return noteView{Sentence: prose(text)}
}

type relatedView struct {
	Where, At string // At is "" where the report has no such page
	Message   template.HTML
}

type fixView struct {
	Title      template.HTML
	Confidence string
	Edits      []editView
	More       int
}

// An editView is what a fix changes at one place.
type editView struct {
	Where, Old, New string
}

func (f *file) view(found workspace.Finding) findingView {
	start, _ := found.Range()
	v := findingView{
		Severity: found.Severity.String(), Code: visible(string(found.Code)), CodePage: f.site.codePage(found.Code),
		Line: start.Line, Column: start.Column, At: f.at(start.Line), Message: prose(short(found.Message, charactersShown)),
	}
	for _, note := range found.Notes[:min(len(found.Notes), notesPerFinding)] {
		v.Notes = append(v.Notes, viewOfNote(short(note, charactersShown)))
	}
	for _, r := range found.Related[:min(len(found.Related), notesPerFinding)] {
		v.Related = append(v.Related, relatedView{where(r.Place), f.site.link(r.Place), prose(short(r.Message, charactersShown))})
	}
	for _, fix := range found.Fixes[:min(len(found.Fixes), notesPerFinding)] {
		v.Fixes = append(v.Fixes, viewOfFix(fix))
	}
	return v
}

func viewOfFix(fix workspace.Fix) fixView {
	v := fixView{Title: prose(short(fix.Title, charactersShown)), Confidence: fix.Confidence.String(), More: max(len(fix.Edits)-editsPerFix, 0)}
	for _, e := range fix.Edits[:min(len(fix.Edits), editsPerFix)] {
		v.Edits = append(v.Edits, editView{where(e.Place), short(e.Quote(), charactersQuoted), short(e.NewText, charactersQuoted)})
	}
	return v
}

// where is a place in words.
func where(p workspace.Place) string {
	start, _ := p.Range()
	return fmt.Sprintf("%s:%d:%d", visible(p.Source.Name), start.Line, start.Column)
}
