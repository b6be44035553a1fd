package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// A scope is the stack of local variables that are visible now.
type scope struct {
	entries []scopeEntry
	index   map[string]int32 // name → 1 + its innermost entry; empty where not indexed
	indexed bool
	blocks  []int32 // where the open blocks begin
	used    int     // how many entries were there at most; those after are empty
}

type scopeEntry struct {
	name   string
	object *typed.Object
	outer  int32 // what index held for the name before
}

// fewEntries is up to how many entries a name is looked for among them one by one, which
// is faster than to keep a map of them.
const fewEntries = 8

func (s *scope) push(name string, o *typed.Object) {
	s.entries = append(s.entries, scopeEntry{name: name, object: o})
	switch {
	case s.indexed:
		s.note(len(s.entries) - 1)
	case len(s.entries) > fewEntries:
		s.indexed = true
		for i := range s.entries {
			s.note(i)
		}
	}
}

// note enters an entry into the index.
func (s *scope) note(i int) {
	e := &s.entries[i]
	e.outer = s.index[e.name]
	s.index[e.name] = int32(i) + 1
}

// forget takes the entries from one on out of the index.
func (s *scope) forget(from int32) {
	for i := len(s.entries) - 1; i >= int(from); i-- {
		if e := &s.entries[i]; e.outer == 0 {
			delete(s.index, e.name)
		} else {
			s.index[e.name] = e.outer
		}
	}
}

// place is 1 + the innermost entry of a name, 0 where there is none.
func (s *scope) place(name string) int32 {
	if s.indexed {
		return s.index[name]
	}
	for i := len(s.entries); i > 0; i-- {
		if s.entries[i-1].name == name {
			return int32(i)
		}
	}
	return 0
}

func (s *scope) find(name string) *typed.Object { return s.object(s.place(name)) }

// findBare is find for a name without its `%`.
func (s *scope) findBare(name string) *typed.Object {
	if s.indexed {
		return s.find("%" + name)
	}
	for i := len(s.entries) - 1; i >= 0; i-- {
		if e := &s.entries[i]; len(e.name) == len(name)+1 && e.name[1:] == name {
			return e.object
		}
	}
	return nil
}

func (s *scope) object(place int32) *typed.Object {
	if place == 0 {
		return nil
	}
	return s.entries[place-1].object
}

// open begins a block; shut forgets what was declared in it.
func (s *scope) open() { s.blocks = append(s.blocks, int32(len(s.entries))) }

func (s *scope) shut() {
	begin := s.blocks[len(s.blocks)-1]
	s.blocks = s.blocks[:len(s.blocks)-1]
	if s.indexed {
		s.forget(begin)
	}
	s.used = max(s.used, len(s.entries))
	s.entries = s.entries[:begin]
	if s.indexed && begin <= fewEntries/2 { // not at once: there may be as many again soon
		s.forget(0)
		s.indexed = false
	}
}

// inBlock finds a name that the innermost block itself declares.
func (s *scope) inBlock(name string) *typed.Object {
	begin := int32(0)
	if len(s.blocks) > 0 {
		begin = s.blocks[len(s.blocks)-1]
	}
	return s.since(begin, name)
}

// mark is where the next entry will stand; since finds a name declared after
// a mark.
func (s *scope) mark() int32 { return int32(len(s.entries)) }

func (s *scope) since(mark int32, name string) *typed.Object {
	if i := s.place(name); i > mark {
		return s.object(i)
	}
	return nil
}

// names are the names that are visible, each once.
func (s *scope) names() []string {
	var names []string
	for i := range s.entries {
		if e := &s.entries[i]; s.place(e.name) == int32(i)+1 {
			names = append(names, e.name)
		}
	}
	return names
}

func (s *scope) reset() {
	if s.indexed {
		clear(s.index)
		s.indexed = false
	}
	s.used = max(s.used, len(s.entries))
	s.entries = s.entries[:0]
	s.blocks = s.blocks[:0]
}

// empty is reset where the scope serves others next: what stood in blocks that are shut is
// after the entries still, and goes too.
func (s *scope) empty() {
	s.reset()
	if cap(s.entries) > infer.MostKept {
		s.index = map[string]int32{}
	}
	s.entries, s.blocks, s.used = scratch.Emptied(s.entries[:s.used]), scratch.Emptied(s.blocks), 0
}
