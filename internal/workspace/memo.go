package workspace

import "sync"

// A Memo keeps what callers of a snapshot made of a file and of its items, under keys of their
// choice, such as conversions to a normal form. The next text of the file takes over what was
// made of items that its edit leaves unchanged. Such a value may rest on facts and on what
// stands around the item: whoever takes it out has to verify that these are as they were.
type Memo struct {
	items int

	mu     sync.Mutex
	tables map[any]*memoTable
}

// A memoTable is what is kept under one key.
type memoTable struct {
	items []any // nil of what is not known
	whole any   // the latest that was made of the whole file
	idle  int   // how many texts came since an item was asked for
}

// maxIdle is for how many edits a table is kept that nobody asks for.
const maxIdle = 64

// table returns the table of a key; the caller holds the lock.
func (m *Memo) table(key any) *memoTable {
	if m.tables == nil {
		m.tables = map[any]*memoTable{}
	}
	if m.tables[key] == nil {
		m.tables[key] = &memoTable{items: make([]any, m.items)}
	}
	return m.tables[key]
}

// Item returns what was made of item i, here or in an earlier text; nil if nothing is known.
func (m *Memo) Item(key any, i int) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.table(key)
	t.idle = 0
	return t.items[i]
}

// KeepItem keeps what was made of item i.
func (m *Memo) KeepItem(key any, i int, made any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.table(key).items[i] = made
}

// Whole returns the latest that was made of the whole file, in whatever text; nil for nothing.
func (m *Memo) Whole(key any) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.table(key).whole
}

// KeepWhole keeps what was made of the whole file.
func (m *Memo) KeepWhole(key, made any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.table(key).whole = made
}

// inherit takes over what is known of an earlier text. unchanged maps the items that an edit
// left as they were to their numbers in that text.
func (m *Memo) inherit(earlier *Memo, unchanged func(i int) (was int, ok bool)) {
	earlier.mu.Lock()
	defer earlier.mu.Unlock()
	for key, was := range earlier.tables {
		if was.idle >= maxIdle {
			continue
		}
		now := m.table(key)
		now.whole, now.idle = was.whole, was.idle+1
		for i := range now.items {
			if j, ok := unchanged(i); ok {
				now.items[i] = was.items[j]
			}
		}
	}
}
