package request

import (
	"slices"
	"sync"
)

// A FileCache keeps a value for each of some files until a file changes that the value
// depends on. Files change on the goroutine that reads messages, and values are worked out
// on others from a view that may be older; so each change has a number, the version, and a
// value that was worked out at a version is refused if one of its files has changed since:
//
//	put(path, version, depends, value) keeps value
//	  iff  cleared ≤ version  and  changed[d] ≤ version for path and every d in depends
//
// The zero cache is empty at version 0.
type FileCache[T any] struct {
	mu      sync.Mutex
	version int            // counts the changes
	cleared int            // the version at which everything was dropped last
	changed map[string]int // the version of the last change of a file since then
	entries map[string]fileEntry[T]
}

type fileEntry[T any] struct {
	value   T
	depends PathSet
}

// A PathSet is a set of paths of files.
type PathSet interface{ Has(path string) bool }

// Paths is a set as a sorted list.
type Paths []string

// Has reports whether a path is in the set.
func (p Paths) Has(path string) bool {
	_, found := slices.BinarySearch(p, path)
	return found
}

// Touch drops what depends on files that changed, and returns the version that begins with
// the change. It costs a look at all entries for each of them.
func (c *FileCache[T]) Touch(paths []string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version++
	if c.changed == nil {
		c.changed = map[string]int{}
	}
	for _, path := range paths {
		c.changed[path] = c.version
	}
	for path, e := range c.entries {
		if slices.ContainsFunc(paths, func(p string) bool { return p == path || e.depends.Has(p) }) {
			delete(c.entries, path)
		}
	}
	return c.version
}

// Clear drops everything, and returns the version that begins then.
func (c *FileCache[T]) Clear() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version++
	c.cleared = c.version
	clear(c.changed)
	clear(c.entries)
	return c.version
}

// Get returns the value of a file, and whether there is one.
func (c *FileCache[T]) Get(path string) (T, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[path]
	return e.value, ok
}

// Put keeps a value that was worked out at a version.
func (c *FileCache[T]) Put(path string, version int, depends PathSet, value T) {
	c.Update(path, version, depends, func(T) T { return value })
}

// Update is put for a value that is made of the one before, or of the zero value.
func (c *FileCache[T]) Update(path string, version int, depends PathSet, next func(before T) T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cleared > version {
		return
	}
	for changed, at := range c.changed {
		if at > version && (changed == path || depends.Has(changed)) {
			return
		}
	}
	if c.entries == nil {
		c.entries = map[string]fileEntry[T]{}
	}
	c.entries[path] = fileEntry[T]{next(c.entries[path].value), depends}
}
