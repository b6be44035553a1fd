package complete

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// patterns are what a clause's pattern may be at the stand-in, and the clauses
// that the match lacks. Patterns of bindings only declare new names.
//
// Only clauses choose between patterns; those of `let` and of parameters bind names, and a list of
// constructors there would be noise.
func (s *scene) patterns() []Candidate {
	n := s.node()
	root := 0
	for isPattern[s.item.Kind(s.above(root+1))] {
		root++
	}
	if s.inTree() && s.item.Kind(s.above(root+1)) != syntax.Clause {
		return nil
	}
	var t types.Type
	if s.inTree() {
		t = s.typeOf(n)
	}
	found := s.patternsOf(t)
	if s.inTree() && root == 0 {
		found = s.withClauses(found, s.above(2), s.above(1))
	}
	return found
}

// constructorNames complete the name of a constructor pattern.
func (s *scene) constructorNames() []Candidate {
	pattern := s.above(1)
	found := s.patternsOf(s.typeOf(pattern))
	if clause := s.above(2); s.item.Kind(clause) == syntax.Clause && s.item.Kind(s.above(3)) == syntax.Match {
		lastIfCovered(found, exhaustive.MissingClauses(s.info, s.above(3), clause))
	}
	for i, c := range found {
		if o := s.module.Value(c.Lookup.Name, s.block); o != nil && o.Cons != nil && len(o.Cons.Fields) != len(s.item.Kids(pattern))-1 {
			found[i].fit = misfits
		}
	}
	return slices.DeleteFunc(found, func(c Candidate) bool { return c.Kind != Constructor })
}

// patternsOf are the patterns of a type, the constructors in the order of
// their declaration; of an unknown one all constructors there are.
func (s *scene) patternsOf(t types.Type) []Candidate {
	wild := Candidate{Label: "_", Kind: Keyword, Detail: "matches everything", Text: "_", fit: unknown, class: keywordClass}
	switch t := types.Head(t).(type) {
	case *types.ADT:
		return append(s.constructorsOf(t), wild)
	case *types.Tuple:
		return []Candidate{tuplePattern(t), wild}
	case *types.Tensor:
		return append(truths(t), wild)
	case nil:
		return append(s.everyConstructor(), wild)
	case *types.Var:
		if !t.Rigid {
			return append(s.everyConstructor(), wild)
		}
	}
	return []Candidate{wild}
}

// constructorsOf are the patterns of an ADT, each with names for its fields that are derived from
// their types (exhaustive.FieldNames), as the witnesses of missing clauses have them.
func (s *scene) constructorsOf(t *types.ADT) []Candidate {
	var found []Candidate
	for i, k := range t.Decl.Constructors {
		if o := s.module.Value(k.Name, s.block); o == nil || o.Cons == nil {
			continue // hidden by another of its name
		}
		names := exhaustive.FieldNames(k.Fields, t.Decl.Params, t.Args)
		found = append(found, s.constructorPattern(k, names, i))
	}
	return found
}

// everyConstructor is for a scrutinee whose type is not known: what is matched may decide it.
func (s *scene) everyConstructor() []Candidate {
	var found []Candidate
	for origin, o := range s.module.VisibleValues(s.block) {
		if o.Kind == typecheck.ConstructorObject {
			c := s.constructorPattern(o.Cons, exhaustive.FieldNames(o.Cons.Fields, nil, nil), o.Cons.Index)
			c.fit, c.class = unknown, byOrigin[origin]
			found = append(found, c)
		}
	}
	return found
}

// constructorPattern matches a constructor and names its fields.
//
// Fields get names and placeholders, so that Tab goes from one to the next; the names are those of
// the fix for missing clauses.
func (s *scene) constructorPattern(k *types.Constructor, names []string, order int) Candidate {
	c := Candidate{
		Label: k.Name, Kind: Constructor, Text: k.Name, fit: fits, class: constructorClass, order: order,
		Lookup: Reference{Kind: Constructor, Name: k.Name, Block: s.block}, Detail: "of " + k.Of.Name,
	}
	if len(names) == 0 || s.called() {
		return c
	}
	c.Label = k.Name + "(" + strings.Join(names, ", ") + ")"
	c.Filter, c.Text = k.Name, c.Label
	c.Snippet = k.Name + "(" + placeholders(names, 1) + ")"
	return c
}

// placeholders are names to be written over, numbered from a number on.
func placeholders(names []string, from int) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = "${" + strconv.Itoa(from+i) + ":" + Escape(name) + "}"
	}
	return strings.Join(texts, ", ")
}

func tuplePattern(t *types.Tuple) Candidate {
	names := exhaustive.FieldNames(t.Elems, nil, nil)
	comma := ""
	if len(names) == 1 {
		comma = ","
	}
	text := "(" + strings.Join(names, ", ") + comma + ")"
	return Candidate{
		Label: text, Kind: Value, Detail: detail(t), Text: text, Snippet: "(" + placeholders(names, 1) + comma + ")",
		fit: fits, class: constructorClass,
	}
}

// truths are the patterns of a scalar truth value.
func truths(t *types.Tensor) []Candidate {
	if len(t.Shape) > 0 || t.Dtype != types.Bool {
		return nil
	}
	found := []Candidate{valueOf("True", 0), valueOf("False", 1)}
	for i := range found {
		found[i].note = "bool"
	}
	return found
}
