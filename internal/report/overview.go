package report

import (
	"cmp"
	"context"
	"slices"
)

// An overview is the first page.
type overview struct {
	Counts  []countView
	Hidden  int
	Summary string
	Codes   []codeRow
	Files   []fileRow
	More    int // files that are not listed
	Dearest []definitionRow
	Base    string // that files are compared with; "" where they are not
	Changed []changedRow
}

// A changedRow is a file that differs from what it was in the base.
type changedRow struct{ Name, At, Summary string }

// A fileRow is a file in the list of all.
type fileRow struct {
	Name, At    string
	Lines       int
	Definitions int
	DefinedAt   string
	Counts      []countView
}

// filesFirst is how many files the first page lists.
const filesFirst = 50

func (s *site) writeOverview(context.Context) error {
	rows := s.fileRows()
	if err := s.writeFileLists(rows); err != nil {
		return err
	}
	v := overview{Counts: s.countViews(s.counts()), Hidden: s.hidden, Summary: s.inWords(), Codes: s.codeRows(), Files: rows[:min(len(rows), filesFirst)], Dearest: s.dearest()}
	v.More = len(rows) - len(v.Files)
	if s.Compare != nil {
		v.Base = s.Base
		for _, f := range s.files {
			if f.compared != nil {
				v.Changed = append(v.Changed, changedRow{f.name(), f.page(0), f.compared.Summary})
			}
		}
	}
	return s.write("index.html", "index.html", page{Title: "Overview", Section: "overview", Body: v})
}

// inWords returns how much was looked at.
func (s *site) inWords() string {
	definitions := 0
	for _, f := range s.files {
		definitions += len(f.definitions)
	}
	return count(len(s.files), "file", "files") + ", " + count(definitions, "definition", "definitions")
}

// fileRows lists the files, those with the most errors first.
func (s *site) fileRows() (rows []fileRow) {
	worst := slices.Clone(s.files)
	slices.SortStableFunc(worst, func(a, b *file) int { return slices.Compare(b.counts[:], a.counts[:]) })
	for _, f := range worst {
		row := fileRow{Name: f.name(), At: f.page(0), Lines: f.source.Lines.Count(), Definitions: len(f.definitions), Counts: s.countViews(f.counts)}
		if row.Definitions > 0 {
			row.DefinedAt = f.definitionPage(0)
		}
		rows = append(rows, row)
	}
	return rows
}

// dearest are the definitions whose work grows fastest.
func (s *site) dearest() []definitionRow {
	var all []definitionRow
	for _, f := range s.files {
		for _, d := range f.definitions {
			if d.degree > 1 {
				all = append(all, d)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b definitionRow) int { return cmp.Compare(b.degree, a.degree) })
	return all[:min(len(all), dearestListed)]
}

// A listPage is a page of a list of all files or definitions.
type listPage struct {
	Files       []fileRow
	Definitions []definitionRow
	Severities  []countView
	Pager       pager
}

func (s *site) writeFileLists(rows []fileRow) error {
	at, count := numbered("files"), pages(len(rows), rowsPerPage)
	for n := range count {
		v := listPage{Files: part(rows, n, rowsPerPage), Severities: s.countViews(s.counts()), Pager: pager{n, count, at}}
		if err := s.write(at(n), "files.html", page{Title: "Files", Section: "files", Body: v}); err != nil {
			return err
		}
	}
	return nil
}

// writeDefinitions writes the list of all definitions.
func (s *site) writeDefinitions(context.Context) error {
	var rows []definitionRow
	for _, f := range s.files {
		rows = append(rows, f.definitions...)
	}
	at, count := numbered("definitions"), pages(len(rows), rowsPerPage)
	for n := range count {
		v := listPage{Definitions: part(rows, n, rowsPerPage), Pager: pager{n, count, at}}
		if err := s.write(at(n), "all_definitions.html", page{Title: "Definitions", Section: "definitions", Body: v}); err != nil {
			return err
		}
	}
	return nil
}
