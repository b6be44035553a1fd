package report

import (
	"context"
	"html/template"
	"path"
	"strings"

	"github.com/fraccheck/fraccheck/internal/explain"
)

// A Document is a page of a manual: Markdown, with its path in the repository.
type Document struct{ Path, Text string }

// A chapter is a document in the list of all.
type chapter struct {
	Title, At string
	Begins    template.HTML
}

// WriteManual writes a manual as a site of pages that look as those of reports do: its
// documents, in their order, and the pages that explain codes. Images are files by their
// paths in the repository. Links to what the site does not have are left out. With a playground,
// pages link to playground.html, and load the script that makes their programs editable: both
// are put into the directory by the caller.
func WriteManual(ctx context.Context, dir string, documents []Document, images map[string]string, playground bool) error {
	folder, err := openFolder(dir)
	if err != nil {
		return err
	}
	if err := folder.prepare(); err != nil {
		return err
	}
	m := &manual{site: &site{folder: folder, playground: playground}, at: map[string]string{}}
	for name, text := range images {
		m.at[name] = "pictures/p-" + path.Base(name)
		if err := folder.writeText(m.at[name], text); err != nil {
			return err
		}
	}
	for _, d := range documents {
		m.at[d.Path] = strings.TrimSuffix(path.Base(d.Path), ".md") + ".html"
	}
	documents = append(documents, m.codes()...)
	for _, d := range documents {
		if err := m.write(ctx, d); err != nil {
			return err
		}
	}
	if err := m.site.write("index.html", "contents.html", page{Title: "Contents", Section: "manual", Body: m.chapters}); err != nil {
		return err
	}
	if err := m.site.writeSearchPage("manual", searchPage{What: "this manual", Kinds: manualKinds}, m.entries); err != nil {
		return err
	}
	if err := m.site.writeAssets(ctx); err != nil {
		return err
	}
	return folder.sweep()
}

// A manual is one while it is written.
type manual struct {
	site     *site
	at       map[string]string // the addresses of files by their paths in the repository
	chapters []chapter
	entries  []entry // what the search finds
}

// codes are the pages that explain codes.
func (m *manual) codes() (all []Document) {
	for dir, names := range map[string][]string{"internal/explain/pages/": explain.Codes(), "internal/explain/faults/": explain.Faults()} {
		for _, code := range names {
			m.at[dir+code+".md"] = "codes/" + slug(code) + ".html"
			text, _ := explain.Page(code)
			all = append(all, Document{dir + code + ".md", text})
		}
	}
	return all
}

func (m *manual) write(ctx context.Context, d Document) error {
	at := m.at[d.Path]
	a, err := markdown(ctx, d.Text, func(link string) string { return m.address(d.Path, link) })
	if err != nil {
		return err
	}
	title, rest, _ := strings.Cut(strings.TrimPrefix(d.Text, "# "), "\n")
	if !strings.HasPrefix(at, "codes/") {
		begins, _, _ := strings.Cut(strings.TrimSpace(rest), "\n\n")
		m.chapters = append(m.chapters, chapter{title, at, sentence(begins)})
	}
	m.index(title, at, a.sections)
	return m.site.write(at, "manual.html", page{Title: title, Section: "manual", Body: a.HTML})
}

// index has the search find the sections of a document, or a page on a code as a whole.
func (m *manual) index(title, at string, sections []section) {
	kind := sectionEntry
	if strings.HasPrefix(at, "codes/") {
		kind, sections = codeEntry, sections[:min(1, len(sections))]
	}
	for _, s := range sections {
		m.entries = append(m.entries, entry{kind, s.Title, short(s.Begins, charactersQuoted), at + "#" + s.ID, title})
	}
}

// sentence is the first of a paragraph; nothing of what is none.
func sentence(paragraph string) template.HTML {
	if paragraph == "" || !('A' <= paragraph[0] && paragraph[0] <= 'Z' || paragraph[0] == '`') || strings.Contains(paragraph, "](") || strings.HasPrefix(paragraph, "```") {
		return ""
	}
	text, _, _ := strings.Cut(strings.ReplaceAll(paragraph, "\n", " "), ". ")
	return prose(strings.TrimRight(text, ".:"))
}

// address is where a link of a document leads in the site; "" where the site has nothing
// of that. Links to other sites stay.
func (m *manual) address(from, link string) string {
	if strings.HasPrefix(link, "https://") || strings.HasPrefix(link, "#") {
		return link
	}
	name, fragment, ok := strings.Cut(link, "#")
	at := m.at[path.Join(path.Dir(from), name)]
	if at == "" {
		return ""
	}
	if ok {
		at += "#" + fragment
	}
	return strings.Repeat("../", strings.Count(m.at[from], "/")) + at
}
