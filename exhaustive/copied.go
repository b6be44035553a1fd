package exhaustive

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A clause is copied, its body is changed, and the name in its pattern is forgotten: then it never
// runs, for the clause it was copied from matches the same, and the case that it was written for is
// missing. That is one mistake, and its fix writes the missing case in the pattern.

// copied reports a clause that is a copy of another one, if a change in one place of its pattern
// would make it match a missing case. Where the body needs what that case does not have, the other
// clause may be the one to change. Of several copies in a match the first says which are missing.
func (r *report) copied(d deadRow) bool {
	if r.covered || r.verdict.missing == nil || len(d.covers) != 1 {
		return false
	}
	row, other, message := d.row, d.covers[0], "this clause never runs, because a clause above matches the same"
	fixes := r.renamings(row, other)
	if len(fixes) == 0 {
		row, other, message = other, row, "this clause hides one below that matches the same"
		fixes = r.renamings(row, other)
	}
	if len(fixes) == 0 {
		return false
	}
	if len(fixes) > 1 || fixes[0].Confidence != codes.Likely {
		fixes = append(fixes, r.addClauses()...)
	}
	r.covered = true
	m := r.verdict.missing
	texts := r.spellCases(m, r.notation())
	r.report(codes.NonexhaustiveMatch, syntax.Diagnostic{
		Span:    r.item.Span(r.pattern(row)),
		Message: message + "; and this match " + leavesOut(texts, m),
		Related: []syntax.Related{r.place(other, "this clause matches the same")},
		Fixes:   fixes,
		Data:    missingData(texts, m),
	})
	return true
}

// renamings are the fixes that make one of two clauses with the same pattern match a missing case.
// A fix that is alone is likely if only a name or a truth value changes, which takes fields of the
// same types, and the clauses have different bodies.
func (r *report) renamings(row, other int) (fixes []syntax.Fix) {
	if !r.mirrors(r.pattern(row), r.pattern(other)) {
		return nil
	}
	body := r.item.Clause(r.clauses[row]).Body
	for _, w := range r.tool.matrix.witnesses(r.verdict.missing, shown) {
		x := renaming{report: r, body: body, confidence: codes.Likely}
		x.compare(r.pattern(row), &w)
		if x.differences != 1 {
			continue
		}
		if r.sameTree(r.body(r.clauses[row]), r.body(r.clauses[other])) {
			x.confidence = codes.Sketch
		}
		fix := syntax.Replace("match `"+x.text+"` instead", x.span, x.text)
		fix.Confidence = x.confidence
		fixes = append(fixes, fix)
	}
	for i := range fixes {
		if len(fixes) > 1 {
			fixes[i].Confidence = codes.Sketch
		}
	}
	return fixes
}

// mirrors reports whether two patterns match the same by their form.
func (r *report) mirrors(p, q syntax.NodeID) bool {
	p, q = r.bare(p), r.bare(q)
	if r.isVariable(p) || r.isVariable(q) {
		return r.isVariable(p) && r.isVariable(q)
	}
	theirs := r.parts(q)
	return r.sameForm(p, q) && !slices.ContainsFunc(r.parts(p), func(part syntax.NodeID) bool {
		other := theirs[0]
		theirs = theirs[1:]
		return !r.mirrors(part, other)
	})
}

// A renaming is the comparison of a pattern with a missing case.
type renaming struct {
	*report
	body        syntax.NodeID
	differences int
	span        syntax.Span // of the last difference, and what the case has there
	text        string
	confidence  codes.Confidence
}

// compare counts the places in which the pattern excludes the missing case. An integer is not
// compared: that the others are missing says nothing about which one was meant.
func (x *renaming) compare(p syntax.NodeID, w *witness) {
	p = x.bare(p)
	switch {
	case x.isVariable(p) || w.any:
	case w.space.kind == adtSpace:
		x.constructor(p, w)
	case w.space.kind == tupleSpace && x.item.Kind(p) == syntax.PatTuple:
		x.parts(p, w)
	case w.space.kind == boolSpace:
		if value, ok := x.literalOf(p); !ok || value != w.con {
			x.differ(x.item.Span(p), w.literal())
		}
	default:
		if value, ok := x.literalOf(p); !ok || w.other || value != w.con {
			x.differences += 2
		}
	}
}

func (x *renaming) parts(p syntax.NodeID, w *witness) {
	for i, part := range x.report.parts(p) {
		if i < len(w.args) {
			x.compare(part, &w.args[i])
		}
	}
}

func (x *renaming) differ(span syntax.Span, text string) {
	x.differences++
	x.span, x.text = span, text
}

// constructor compares a constructor. Another one takes over the patterns of the fields by their
// places.
func (x *renaming) constructor(p syntax.NodeID, w *witness) {
	con, name := x.constructorOf(p), w.space.cons[w.con].name
	switch {
	case con == nil:
		x.differences += 2
		return
	case con.Name == name:
		x.parts(p, w)
		return
	}
	i := slices.IndexFunc(con.Of.Constructors, func(c *types.Constructor) bool { return c.Name == name })
	other, args := con.Of.Constructors[i], x.patternArgs(p)
	if !slices.EqualFunc(other.Fields, con.Fields, func(a, b types.Type) bool { return types.String(a) == types.String(b) }) {
		x.confidence = codes.Sketch
	}
	fields, kept := make([]string, len(other.Fields)), 0
	for k := range fields {
		fields[k] = "_"
		if k < len(args) && (x.isVariable(x.bare(args[k])) || types.String(other.Fields[k]) == types.String(con.Fields[k])) {
			fields[k] = x.item.SourceText(args[k])
			kept++
		}
	}
	switch {
	case kept == len(args) && len(args) == len(fields) && len(args) > 0:
		x.differ(x.item.Span(x.item.PatCons(p).Name), name)
	case slices.ContainsFunc(args, func(arg syntax.NodeID) bool { return !slices.Contains(fields, x.item.SourceText(arg)) && x.isRead(arg) }):
		x.differences += 2 // the body needs what the case does not have
	case len(fields) > 0 || x.notation().parens:
		x.differ(x.item.Span(p), name+"("+strings.Join(fields, ", ")+")")
	default:
		x.differ(x.item.Span(p), name)
	}
}

// isRead reports whether the body of the clause reads a variable of a pattern.
func (x *renaming) isRead(p syntax.NodeID) (found bool) {
	span := x.item.Span(p)
	x.item.Walk(x.body, func(n syntax.NodeID) bool {
		o := x.info.Objects[n]
		found = found || o != nil && o.Item == x.item && span.Contains(x.item.Span(o.Node).Start)
		return !found
	})
	return found
}
