package exhaustive

func (m *matrix) flatten(r *row, pos int32, p pat) {
	n := &m.arena.nodes[p]
	s := m.positions[pos].space
	switch {
	case n.kind == wildPat:
	case n.kind == tuplePat && s.kind == tupleSpace && len(s.elems) == int(n.count):
		m.flattenTuple(r, pos, p)
	case n.kind == consPat && s.kind == adtSpace && n.con < int64(len(s.cons)) && s.cons[n.con].arity == int(n.count):
		m.flattenCons(r, pos, p)
	case n.kind == literalPat && (s.kind == integerSpace || s.kind == boolSpace):
		m.flattenLiteral(r, pos, p)
	default:
		r.unsure = true
	}
}

// fail notes the first part of a row that no value matches.
func (r *row) fail(p pat) {
	if r.unmatched == wild {
		r.unmatched = p
	}
}

func (m *matrix) flattenTuple(r *row, pos int32, p pat) {
	if m.positions[pos].kids == none {
		m.positions[pos].kids = m.addPositions(m.positions[pos].above, m.positions[pos].space.elems...)
	}
	kids := m.positions[pos].kids
	for i, arg := range m.arena.arguments(p) {
		m.flatten(r, kids+int32(i), arg)
	}
}

func (m *matrix) flattenCons(r *row, pos int32, p pat) {
	con := m.arena.nodes[p].con
	s := m.positions[pos].space
	if s.barren(int(con)) {
		r.fail(p)
		return
	}
	a := m.intern(pos, con)
	m.cells = append(m.cells, a)
	mark := len(m.leaves)
	m.flattenFields(r, a, p, s)
	if len(m.leaves) == mark {
		m.leaves = append(m.leaves, a)
	}
}

func (m *matrix) flattenFields(r *row, a int32, p pat, s *space) {
	args := m.arena.arguments(p)
	for i, arg := range args {
		if arg == wild || m.arena.nodes[arg].kind == wildPat {
			continue
		}
		if m.atoms[a].kids == none {
			m.atoms[a].kids = m.addPositions(a, s.fields(int(m.atoms[a].con))...)
		}
		m.flatten(r, m.atoms[a].kids+int32(i), arg)
	}
}

func (m *matrix) flattenLiteral(r *row, pos int32, p pat) {
	literal := m.arena.nodes[p].con
	if !m.positions[pos].space.holds(literal) {
		r.fail(p)
		return
	}
	a := m.intern(pos, literal)
	m.cells = append(m.cells, a)
	m.leaves = append(m.leaves, a)
}
