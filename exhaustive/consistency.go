package exhaustive

import "math/bits"

// A consistency check prunes the search for shortest cases where positions are
// entangled, as in a matrix that encodes 3-SAT. It keeps for each position the
// set of what the case may still hold there, and draws conclusions until
// nothing changes: a row that can be escaped at one position only must be.
type consistency struct {
	s       *shortest
	may     []uint64 // by position: bits of its atoms, and wildBit
	initial []uint64
	bit     []uint64 // by atom
	forced  []bool   // by position: counted in the bound
}

// wildBit represents `_` among what a position may hold.
const wildBit = 1 << 63

// newConsistency gives nil if some position has too many atoms for a word.
func newConsistency(s *shortest) *consistency {
	c := &consistency{
		s: s, may: make([]uint64, len(s.m.positions)), initial: make([]uint64, len(s.m.positions)),
		bit: make([]uint64, len(s.m.atoms)), forced: make([]bool, len(s.m.positions)),
	}
	for pos := range s.m.positions {
		p := &s.m.positions[pos]
		if p.count > 63 {
			return nil
		}
		c.initial[pos] = wildBit
		next := uint64(1)
		for a := p.first; a != none; a = s.m.atoms[a].next {
			c.bit[a] = next
			c.initial[pos] |= next
			next <<= 1
		}
	}
	return c
}

// bound is a number of atoms that any case needs besides the path, or more
// than enough if there is no case.
func (c *consistency) bound(enough int) int {
	c.start()
	for changed := true; changed; {
		changed = false
		for r := range c.s.rows {
			if c.s.rows[r].escapes > 0 {
				continue
			}
			tightened, ok := c.tighten(c.s.cells[r])
			if !ok {
				return enough + 1
			}
			changed = changed || tightened
		}
		c.s.spend(2 * len(c.s.rows))
	}
	return c.count(enough)
}

// start takes what the path decides.
func (c *consistency) start() {
	copy(c.may, c.initial)
	for pos, decided := range c.s.decided {
		switch {
		case decided == wildDecision:
			c.may[pos] = wildBit
		case decided != none:
			c.may[pos] = c.bit[decided]
		}
	}
}

// tighten acts on a row that can be escaped at one position only. ok is false
// if it cannot be escaped at all.
func (c *consistency) tighten(atoms []int32) (changed, ok bool) {
	only := none
	for _, a := range atoms {
		switch {
		case !c.escapable(a):
		case c.escaped(a), only != none:
			return false, true
		default:
			only = a
		}
	}
	if only == none {
		return false, false
	}
	return c.force(only), true
}

// escapable reports whether the case may hold something other than an atom at
// the atom's position.
func (c *consistency) escapable(a int32) bool {
	pos := c.s.m.atoms[a].pos
	above := c.s.m.positions[pos].above
	return c.may[pos]&^(c.bit[a]|wildBit) != 0 && (above == none || c.holdable(above))
}

func (c *consistency) holdable(a int32) bool { return c.may[c.s.m.atoms[a].pos]&c.bit[a] != 0 }

// escaped reports whether it must.
func (c *consistency) escaped(a int32) bool {
	pos := c.s.m.atoms[a].pos
	above := c.s.m.positions[pos].above
	return c.may[pos]&(c.bit[a]|wildBit) == 0 && (above == none || c.held(above))
}

func (c *consistency) held(a int32) bool { return c.may[c.s.m.atoms[a].pos] == c.bit[a] }

// force makes the case hold something else than an atom at its position, and
// whatever the position needs to exist.
func (c *consistency) force(a int32) bool {
	pos := c.s.m.atoms[a].pos
	changed := c.reduce(pos, c.may[pos]&^(c.bit[a]|wildBit))
	for above := c.s.m.positions[pos].above; above != none; {
		pos = c.s.m.atoms[above].pos
		changed = c.reduce(pos, c.may[pos]&c.bit[above]) || changed
		above = c.s.m.positions[pos].above
	}
	return changed
}

func (c *consistency) reduce(pos int32, to uint64) bool {
	changed := c.may[pos] != to
	c.may[pos] = to
	return changed
}

// count adds up the undecided positions that may not be `_`, and rows that
// share no position with them or each other.
func (c *consistency) count(enough int) int {
	s := c.s
	s.stamp++
	n := 0
	for pos, may := range c.may {
		if s.decided[pos] != none {
			s.stamps[pos] = -s.stamp
		} else if may&wildBit == 0 {
			if bits.OnesCount64(may) == 0 {
				return enough + 1
			}
			s.stamps[pos] = s.stamp
			n++
		}
	}
	return n + s.pack(enough-n)
}
