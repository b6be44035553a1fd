package typecheck

// A scope is the stack of local variables that are visible now.
type scope struct {
	entries []scopeEntry
	index   map[string]int32 // name → 1 + its innermost entry
	blocks  []int32          // where the open blocks begin
}

type scopeEntry struct {
	name   string
	object *Object
	outer  int32 // what index held for the name before
}

func (s *scope) push(name string, o *Object) {
	s.entries = append(s.entries, scopeEntry{name, o, s.index[name]})
	s.index[name] = int32(len(s.entries))
}

func (s *scope) find(name string) *Object {
	if i := s.index[name]; i > 0 {
		return s.entries[i-1].object
	}
	return nil
}

// open begins a block; shut forgets what was declared in it.
func (s *scope) open() { s.blocks = append(s.blocks, int32(len(s.entries))) }

func (s *scope) shut() {
	begin := s.blocks[len(s.blocks)-1]
	s.blocks = s.blocks[:len(s.blocks)-1]
	for i := len(s.entries) - 1; i >= int(begin); i-- {
		e := s.entries[i]
		if e.outer == 0 {
			delete(s.index, e.name)
		} else {
			s.index[e.name] = e.outer
		}
	}
	s.entries = s.entries[:begin]
}

// inBlock finds a name that the innermost block itself declares.
func (s *scope) inBlock(name string) *Object {
	i := s.index[name]
	if i == 0 || len(s.blocks) > 0 && i-1 < s.blocks[len(s.blocks)-1] {
		return nil
	}
	return s.entries[i-1].object
}

// mark is where the next entry will stand; since finds a name declared behind
// a mark.
func (s *scope) mark() int32 { return int32(len(s.entries)) }

func (s *scope) since(mark int32, name string) *Object {
	if i := s.index[name]; i > mark {
		return s.entries[i-1].object
	}
	return nil
}

func (s *scope) reset() {
	if len(s.index) > 0 {
		clear(s.index)
	}
	s.entries = s.entries[:0]
	s.blocks = s.blocks[:0]
}

// empty is reset where the scope serves others next: what stood in blocks that are shut is
// behind the entries still, and goes too.
func (s *scope) empty() {
	s.reset()
	if cap(s.entries) > mostRoom {
		s.index = map[string]int32{}
	}
	s.entries, s.blocks = emptied(s.entries[:cap(s.entries)]), emptied(s.blocks)
}
