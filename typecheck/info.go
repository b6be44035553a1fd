package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Object is what a node stands for by its name, nil where it stands for nothing
// known. Of an item whose check failed, or was never made, nothing is known.
func (info *Info) Object(n syntax.NodeID) *Object {
	if int(n) >= len(info.Objects) {
		return nil
	}
	return info.Objects[n]
}

// Type is the type of an expression or a pattern, nil where a node has none or
// the item was not checked.
func (info *Info) Type(n syntax.NodeID) types.Type {
	if int(n) >= len(info.Types) {
		return nil
	}
	return info.Types[n]
}
