package exhaustive

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Clause is one that a match lacks.
type Clause struct {
	Pattern   string   // as the match's own clauses write it
	Variables []string // that it binds, in the order of the text
}

// Body is a hole: it has any type and fails when run.
func (c Clause) Body() string { return "match? (" + holeOver(c.Variables) + ") {}" }

// MissingClauses are those that a match lacks without one of its clauses, the
// one that is being written.
func MissingClauses(info *typecheck.Info, match, written syntax.NodeID) []Clause {
	c := &checker{item: info.Item, info: info, written: written}
	kids := c.item.Kids(match)
	if len(kids) == 0 || kids[0] == syntax.NoNode || c.typeOf(kids[0]) == nil {
		return nil
	}
	r := &report{checker: c, match: match, scrutinee: kids[0]}
	for _, clause := range kids[1:] {
		if clause != written {
			r.clauses = append(r.clauses, clause)
		}
	}
	c.load(c.typeOf(kids[0]), r.clauses)
	defer c.done()
	v := c.tool.judge(false)
	if v.missing == nil {
		return nil
	}
	return c.spelledClauses(v.missing, r.notation())
}

// spelledClauses writes the missing cases as patterns; where there are too
// many, as one `_`.
func (c *checker) spelledClauses(m *missing, s notation) []Clause {
	if m.capped || m.count > maxAdded {
		return []Clause{{Pattern: "_"}}
	}
	var found []Clause
	seen := map[string]bool{}
	for _, w := range specificFirst(c.tool.matrix.witnesses(m, maxAdded)) {
		var b strings.Builder
		names := variables{taken: c.takenNames()}
		s.write(&b, &w, &names)
		if !seen[b.String()] {
			seen[b.String()] = true
			found = append(found, Clause{b.String(), names.names})
		}
	}
	return found
}

// done gives the tool back.
func (c *checker) done() {
	if c.tool != nil {
		c.tool.translator.trim()
		c.tool.matrix.meter = nil
		tools.Put(c.tool)
	}
}

// FieldNames are what variables of some types are called, with their sigil,
// each name once. params represent args in the types.
func FieldNames(fields []types.Type, params []types.Param, args []types.Type) []string {
	t, v := newTranslator(), variables{}
	for _, f := range fields {
		v.invent(t.nameOf(f, params, args))
	}
	return v.names
}

// nameOf is what a variable of a type is called: the name of its space, for which the
// constructors need not be looked at.
func (t *translator) nameOf(f types.Type, params []types.Param, args []types.Type) string {
	switch f := types.Head(f).(type) {
	case *types.ADT:
		if !f.Decl.Opaque {
			return lowerFirst(f.Decl.Name)
		}
	case *types.Tuple:
		return tupleName
	case *types.Var:
		for i, p := range params {
			if p.Var == f && i < len(args) {
				return t.nameOf(args[i], nil, nil)
			}
		}
	}
	return t.translate(f, nil, nil).name
}
