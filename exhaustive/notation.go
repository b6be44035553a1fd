package exhaustive

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A notation is how the program around a match writes patterns.
type notation struct {
	parens bool // `Nil()`, not `Nil`
	braces bool // `case P { e }`, not `P => e`
}

// notation is that of the match's own clauses, else that of the item's others.
func (r *report) notation() notation {
	s := r.itemNotation()
	if len(r.clauses) > 0 {
		s.braces = r.item.Flag(r.clauses[0], syntax.FlagCase)
	}
	for i := range r.clauses {
		if n := r.firstNullary(r.pattern(i)); n != syntax.NoNode {
			s.parens = r.item.Kind(n) == syntax.PatCons
			break
		}
	}
	return s
}

// itemNotation is how the first clause and the first nullary constructor of
// the item are written; the document's notation where there is none.
func (c *checker) itemNotation() notation {
	if c.spelled != nil {
		return *c.spelled
	}
	clause, nullary := syntax.NoNode, syntax.NoNode
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		switch {
		case clause == syntax.NoNode && n != c.written && c.item.Kind(n) == syntax.Clause:
			clause = n
		case nullary == syntax.NoNode && c.isNullary(n):
			nullary = n
		}
	}
	s := notation{braces: clause == syntax.NoNode || c.item.Flag(clause, syntax.FlagCase)}
	s.parens = s.braces
	if nullary != syntax.NoNode {
		s.parens = c.item.Kind(nullary) == syntax.PatCons
	}
	c.spelled = &s
	return s
}

func (c *checker) isNullary(n syntax.NodeID) bool {
	con := c.constructorOf(n)
	return con != nil && len(con.Fields) == 0
}

// firstNullary finds a constructor without fields in a pattern. The nodes of a
// pattern lie directly before it.
func (c *checker) firstNullary(p syntax.NodeID) syntax.NodeID {
	whole, found := c.item.Span(p), syntax.NoNode
	for n := p; n > 0 && whole.Start <= c.item.Span(n).Start && c.item.Span(n).End <= whole.End; n-- {
		if c.isNullary(n) {
			found = n
		}
	}
	return found
}

// text spells a missing case.
func (s notation) text(w witness) string {
	var b strings.Builder
	s.write(&b, &w, nil)
	return b.String()
}

// write spells a case. names, if not nil, takes each field that is `_` and
// gives it a variable.
func (s notation) write(b *strings.Builder, w *witness, names *variables) {
	switch {
	case w.any:
		b.WriteByte('_')
	case w.space.kind == tupleSpace:
		s.writeTuple(b, w, names)
	case w.space.kind == adtSpace:
		s.writeCons(b, w, names)
	case w.other && names != nil:
		b.WriteByte('_')
	default:
		b.WriteString(w.literal())
	}
}

func (s notation) writeTuple(b *strings.Builder, w *witness, names *variables) {
	b.WriteByte('(')
	for i := range w.args {
		if i > 0 {
			b.WriteString(", ")
		}
		s.write(b, &w.args[i], names)
	}
	if len(w.args) == 1 {
		b.WriteByte(',')
	}
	b.WriteByte(')')
}

func (s notation) writeCons(b *strings.Builder, w *witness, names *variables) {
	b.WriteString(w.space.cons[w.con].name)
	if len(w.args) == 0 && !s.parens {
		return
	}
	b.WriteByte('(')
	for i := range w.args {
		if i > 0 {
			b.WriteString(", ")
		}
		if w.args[i].any && names != nil {
			b.WriteString(names.invent(w.args[i].space.name))
		} else {
			s.write(b, &w.args[i], names)
		}
	}
	b.WriteByte(')')
}

// literal spells a number or a boolean.
func (w *witness) literal() string {
	switch {
	case w.space.kind == boolSpace && w.con == 0:
		return "False"
	case w.space.kind == boolSpace:
		return "True"
	case w.space.signed:
		return strconv.FormatInt(w.con, 10)
	}
	return strconv.FormatUint(uint64(w.con), 10)
}

// variables invents names for the fields of one clause.
type variables struct {
	taken map[string]bool // by the item
	names []string
	next  map[string]int // by what a type calls its variables, the number to try
	own   map[string]bool
}

// invent makes a variable out of what its type calls it, numbered where the
// name is in use.
func (v *variables) invent(base string) string {
	if v.own == nil {
		v.own, v.next = map[string]bool{}, map[string]int{}
	}
	name := "%" + base
	for v.taken[name] || v.own[name] {
		v.next[base]++
		name = "%" + base + strconv.Itoa(v.next[base])
	}
	v.own[name] = true
	v.names = append(v.names, name)
	return name
}

// takenNames are the variables that occur in the item.
func (c *checker) takenNames() map[string]bool {
	if c.taken != nil {
		return c.taken
	}
	c.taken = map[string]bool{}
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		switch c.item.Kind(n) {
		case syntax.PatVar, syntax.Local:
			c.taken[c.item.SourceText(n)] = true
		case syntax.PatName, syntax.Name:
			c.taken["%"+c.item.SourceText(n)] = true
		}
	}
	return c.taken
}
