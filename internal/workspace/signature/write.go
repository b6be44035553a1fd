package signature

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// heading begins a file of signatures; the number is that of the format.
const heading = "fraccheck signatures 1"

// Words that begin lines.
const (
	buildWord   = "build"
	digestWord  = "digest"
	programWord = "program"
	unreadWord  = "unread"
	importWord  = "import"
	faultWord   = "no-import"
	errorWord   = "error"
	brokenWord  = "broken"
	wholeWord   = "whole"
	itemWord    = "item"
	outlineWord = "outline"
	typeWord    = "type"
	factWord    = "fact"
)

// Write gives the text of a file of signatures. Programs are in the order of their names.
func Write(build string, programs []*Program) string {
	programs = slices.Clone(programs)
	slices.SortFunc(programs, func(a, b *Program) int { return strings.Compare(a.Name, b.Name) })
	var body writer
	body.line(buildWord, quoted(build))
	for _, p := range programs {
		body.program(p)
	}
	var w writer
	w.text.WriteString(heading + "\n")
	w.line(digestWord, digest(body.text.String()))
	w.text.WriteString(body.text.String())
	return w.text.String()
}

// A writer writes lines: a word, and what belongs to it.
type writer struct{ text strings.Builder }

func (w *writer) line(fields ...string) {
	w.text.WriteString(strings.Join(fields, " "))
	w.text.WriteByte('\n')
}

// quoted is a text in quotes on one line; no byte of it is lost.
func quoted(text string) string { return strconv.Quote(text) }

func (w *writer) program(p *Program) {
	w.line(programWord, quoted(p.Name))
	if p.Unread != "" {
		w.line(unreadWord, quoted(p.Unread))
	}
	for _, i := range p.Imports {
		if i.Digest != "" {
			w.line(importWord, quoted(i.Written), quoted(i.Name), i.Digest)
		} else {
			w.line(faultWord, quoted(i.Written), quoted(i.Fault))
		}
	}
	for _, e := range p.Errors {
		w.line(errorWord, quoted(e.Name), strconv.Itoa(e.Line), strconv.Itoa(e.Column), quoted(e.Message))
	}
	for _, name := range slices.Sorted(maps.Keys(p.Broken)) {
		w.line(brokenWord, quoted(name), strconv.Itoa(p.Broken[name]+1))
	}
	if p.Whole != nil {
		w.line(wholeWord, quoted(*p.Whole))
	}
	for _, item := range p.Items {
		w.item(item)
	}
}

func (w *writer) item(item Item) {
	word := itemWord
	if item.Outline {
		word = outlineWord
	}
	w.line(word, quoted(item.Text))
	if item.Type != "" {
		w.line(typeWord, quoted(item.Type), quoted(item.Marks))
	}
	for _, f := range item.Facts {
		w.line(factWord, f.Analyzer, quoted(f.Words))
	}
}
