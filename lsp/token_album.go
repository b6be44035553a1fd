package lsp

import (
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

// An album keeps the tokens of the items of some documents, so that an edit
// costs the tokens of what it reaches.
type album struct {
	mu    sync.Mutex
	pages []*page // the latest last
}

// A page is one document.
type page struct {
	path    string
	painted map[*syntax.Item]painted
}

// painted are the tokens of an item, relative to its start, and what was known
// of it then.
type painted struct {
	stamp  workspace.Stamp
	tokens []token
}

// maxPages is how many documents are kept: those on the screen.
const maxPages = 4

// open gives what is kept of a document.
func (a *album) open(path string) map[*syntax.Item]painted {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range a.pages {
		if p.path == path {
			return p.painted
		}
	}
	return nil
}

// put replaces what is kept of a document.
func (a *album) put(path string, items map[*syntax.Item]painted) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pages = slices.DeleteFunc(a.pages, func(p *page) bool { return p.path == path })
	if len(a.pages) == maxPages {
		a.pages = slices.Delete(a.pages, 0, 1)
	}
	a.pages = append(a.pages, &page{path, items})
}

// forget drops a document that is no longer shown.
func (a *album) forget(path string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pages = slices.DeleteFunc(a.pages, func(p *page) bool { return p.path == path })
}
