package interp

import "github.com/fraccheck/fraccheck/syntax"

// A chain is a tree of elementwise operators that runs in one pass.
type chain struct{}

func (b *builder) chained(n syntax.NodeID, dst int) bool { return false }

func (m *machine) runChain(s *site, args []slot) (slot, error) { return slot{}, nil }
