package report

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
)

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed assets/*
var assets embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(templateFiles, "templates/*.html"))
})

// A page is what every template gets.
type page struct {
	Title   string
	Section string // of the bar at the top
	Body    any

	Playground bool // beside the manual

	root string // the way to the report's own directory
}

// To is an address within the report, as this page writes it.
func (p page) To(address string) string { return p.root + address }

// With is a piece of the page with a body of its own.
func (p page) With(body any) page {
	p.Body = body
	return p
}

// Version returns what has made the page.
func (p page) Version() string { return config.Version() }

// write writes a page by a template.
func (s *site) write(name, template string, p page) error {
	p.root, p.Playground = strings.Repeat("../", strings.Count(name, "/")), s.playground
	return s.folder.write(name, func(w io.Writer) error { return templates().ExecuteTemplate(w, template, p) })
}

// writeAssets writes the style sheet and the scripts.
func (s *site) writeAssets(context.Context) error {
	entries, err := assets.ReadDir("assets")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := assets.ReadFile("assets/" + e.Name())
		if err != nil {
			return err
		}
		if err := s.folder.writeText(e.Name(), string(text)); err != nil {
			return err
		}
	}
	return nil
}

// A pager leads to the pages of something that has several.
type pager struct {
	Page, Pages int // from 0
	At          func(n int) string
}

// nearby is how many pages a pager names before and after its own.
const nearby = 3

// Numbers are the pages that are named: the first, the last, and those nearby.
func (p pager) Numbers() (all []int) {
	for n := range p.Pages {
		if n == 0 || n == p.Pages-1 || n >= p.Page-nearby && n <= p.Page+nearby {
			all = append(all, n)
		}
	}
	return all
}

func (p pager) Label(n int) string { return fmt.Sprintf("Page %d", n+1) }

// A countView is how many findings of a severity there are.
type countView struct {
	Severity string
	Count    int
	Text     string // `3 errors`
	Mild     bool   // less than a warning: left out where there is no room
}

// plurals are the words for several findings of a severity.
var plurals = map[codes.Severity]string{codes.Error: "errors", codes.Warning: "warnings", codes.Info: "remarks", codes.Hint: "hints"}

func (s *site) countViews(c Counts) (all []countView) {
	for _, severity := range s.severities() {
		one := strings.TrimSuffix(plurals[severity], "s")
		all = append(all, countView{severity.String(), c[severity], count(c[severity], one, plurals[severity]), severity > codes.Warning})
	}
	return all
}

// pages is how many pages a list of some length fills, at least one.
func pages(length, perPage int) int { return max(1, (length+perPage-1)/perPage) }

// part is page n of a list.
func part[T any](list []T, n, perPage int) []T {
	return list[min(n*perPage, len(list)):min((n+1)*perPage, len(list))]
}

// numbered gives the addresses of the pages of a list: `files.html`, `files-2.html`.
func numbered(name string) func(n int) string {
	return func(n int) string {
		if n == 0 {
			return name + ".html"
		}
		return fmt.Sprintf("%s-%d.html", name, n+1)
	}
}
