package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// ParseType reads a type in the scope of a module. Positions in the
// diagnostics are bytes of the text.
func ParseType(text string, m *Module) (types.Type, []syntax.Diagnostic) { return m.parseType(text, 0) }

// ParseTypeAt reads a type where item i stands: in a document that is one block
// of several, which may have types of their own.
func ParseTypeAt(text string, m *Module, i int) (types.Type, []syntax.Diagnostic) {
	return m.parseType(text, m.block(i))
}

func (m *Module) parseType(text string, block int) (types.Type, []syntax.Diagnostic) {
	return typeexpr.Parse(text, moduleTypes{m}, block, mostSteps, nodeSteps)
}
