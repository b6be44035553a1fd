package report

import (
	"context"
	"encoding/json"
	"io"
)

// An entry is something that the search finds.
type entry struct {
	kind  entryKind
	title string
	text  string
	at    string
	file  string
}

type entryKind uint8

const (
	definitionEntry entryKind = iota
	findingEntry
	sectionEntry
	codeEntry
)

// A searchPage is what the page of the search shows besides what is found.
type searchPage struct {
	What  string // is searched, as a title says it
	Kinds []searchKind
	Left  int // entries that the index has no room for
}

// A searchKind is something to choose among what is searched.
type searchKind struct {
	Kind entryKind
	Name string
}

var (
	reportKinds = []searchKind{{definitionEntry, "definitions"}, {findingEntry, "diagnostics"}}
	manualKinds = []searchKind{{sectionEntry, "chapters and operators"}, {codeEntry, "codes"}}
)

// MarshalJSON writes an entry as the script reads it: what it is, its title, its text, its
// address, its file.
func (e entry) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{e.kind, e.title, e.text, e.at, e.file})
}

// index adds an entry to those of the file.
func (f *file) index(e entry) {
	if len(f.entries) == searchedPerFile {
		f.unlisted++
		return
	}
	f.entries = append(f.entries, e)
}

// indexFindings adds the findings of the file.
func (f *file) indexFindings() {
	for _, found := range f.findings {
		f.index(entry{findingEntry, visible(string(found.Code)), short(found.Message, charactersQuoted), f.site.link(found.Place), f.name()})
	}
}

// writeSearch writes the page of the search and its index.
func (s *site) writeSearch(context.Context) error {
	entries, left := s.searched()
	return s.writeSearchPage("search", searchPage{"this report", reportKinds, left}, entries)
}

// writeSearchPage writes a page that finds entries, and the index that has them.
func (s *site) writeSearchPage(section string, body searchPage, entries []entry) error {
	if err := s.folder.write("search-index.js", func(w io.Writer) error { return writeIndex(w, entries) }); err != nil {
		return err
	}
	return s.write("search.html", "search.html", page{Title: "Search", Section: section, Body: body})
}

// searched are the entries of the index, and how many it has no room for.
func (s *site) searched() (entries []entry, left int) {
	for _, f := range s.files {
		taken := min(len(f.entries), searched-len(entries))
		entries = append(entries, f.entries[:taken]...)
		left += len(f.entries) - taken + f.unlisted
	}
	return entries, left
}

// writeIndex writes the index as a script, since pages from a disk may not read other
// files. JSON is written in such a way that it is a script too.
func writeIndex(w io.Writer, entries []entry) error {
	if _, err := io.WriteString(w, "var fraccheckIndex = [\n"); err != nil {
		return err
	}
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, ",\n"...)); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "];\n")
	return err
}
