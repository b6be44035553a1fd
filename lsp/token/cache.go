package token

import (
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A Cache keeps the tokens of the items of some files, so that an edit costs the tokens of what
// it reaches. An entry holds while the stamp of the item is the same: the stamp counts the
// revisions of the item's own tree and of the types that it depends on, and items are shared
// between snapshots by pointer. The zero value is empty; it may be used from several
// goroutines.
type Cache struct {
	mu    sync.Mutex
	files []*cachedFile // the latest last
}

// A cachedFile is one file.
type cachedFile struct {
	path  string
	items map[*syntax.Item]cached
}

// cached are the tokens of an item, relative to its start, and what was known
// of it then.
type cached struct {
	stamp  workspace.Stamp
	tokens []Token
}

// maxFiles is how many files are kept: those on the screen.
const maxFiles = 4

// get gives what is kept of a file.
func (c *Cache) get(path string) map[*syntax.Item]cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.files {
		if f.path == path {
			return f.items
		}
	}
	return nil
}

// put replaces what is kept of a file.
func (c *Cache) put(path string, items map[*syntax.Item]cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files = slices.DeleteFunc(c.files, func(f *cachedFile) bool { return f.path == path })
	if len(c.files) == maxFiles {
		c.files = slices.Delete(c.files, 0, 1)
	}
	c.files = append(c.files, &cachedFile{path, items})
}

// Forget drops a file that is no longer shown.
func (c *Cache) Forget(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files = slices.DeleteFunc(c.files, func(f *cachedFile) bool { return f.path == path })
}
