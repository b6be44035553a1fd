package workspace

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/cells"
)

// A Memo keeps what callers of a snapshot made of a file and of its items, under keys of their
// choice, such as conversions to a normal form. The next text of the file takes over what was
// made of items that its edit leaves unchanged. Such a value may rest on facts and on what
// is around the item: whoever takes it out has to verify that these are as they were.
type Memo struct {
	items int

	mu     sync.Mutex
	tables map[any]*memoTable
}

// A memoTable is what is kept under one key.
type memoTable struct {
	items cells.Table[any, struct{}, cells.Unmeasured[any]]
	whole any // the latest that was made of the whole file
	idle  int // how many texts came since an item was asked for
}

// maxIdle is for how many edits a table is kept that nobody asks for.
const maxIdle = 64

// table returns the table of a key; the caller holds the lock.
func (m *Memo) table(key any) *memoTable {
	if m.tables == nil {
		m.tables = map[any]*memoTable{}
	}
	if m.tables[key] == nil {
		m.tables[key] = &memoTable{}
		m.tables[key].items.Make(m.items)
	}
	return m.tables[key]
}

// Item returns what was made of item i, here or in an earlier text; nil if nothing is known.
func (m *Memo) Item(key any, i int) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.table(key)
	t.idle = 0
	if made := t.items.Latest(i); made != nil {
		return *made
	}
	return nil
}

// KeepItem keeps what was made of item i.
func (m *Memo) KeepItem(key any, i int, made any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.table(key).items.Found.Store(i, &made)
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

// inherit takes over what is known of an earlier text, but of the items that an edit changed.
func (m *Memo) inherit(earlier *Memo, edit cells.Edit) {
	earlier.mu.Lock()
	defer earlier.mu.Unlock()
	for key, was := range earlier.tables {
		if was.idle >= maxIdle {
			continue
		}
		now := &memoTable{whole: was.whole, idle: was.idle + 1}
		now.items.TakeOver(&was.items, m.items, edit, true, func(*any) cells.Fate { return cells.Trusted })
		if m.tables == nil {
			m.tables = map[any]*memoTable{}
		}
		m.tables[key] = now
	}
}

// drop forgets what was taken over of item i.
func (m *Memo) drop(i int) {
	for _, t := range m.tables {
		t.items.Drop(i)
	}
}
