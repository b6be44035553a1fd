package complete

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// postfixes are the forms that are written after an expression with a dot and then are around it:
// `%l.match` becomes a match with a clause for each constructor, `@f(1).let` a binding. receiver is the
// text of the expression, and t its type, nil where that is not known.
func (s *scene) postfixes(receiver string, t types.Type, isStatement bool) []Candidate {
	if receiver == "" || strings.ContainsAny(receiver, "\r\n") {
		return nil // an editor replaces a part of one line
	}
	var found []Candidate
	if c, ok := s.matchOf(receiver, t); ok {
		c.Label, c.Filter = ".match", ".match"
		found = append(found, c)
	}
	if isStatement {
		name := s.freshLocal(exhaustive.FieldNames([]types.Type{t}, nil, nil)[0])
		found = append(found, Candidate{
			Label: ".let", Kind: Keyword, Detail: "binds the value", Filter: ".let", Text: "let " + name + " = " + receiver + ";",
			Snippet: "let ${1:" + Escape(name) + "} = " + escapeText(receiver) + ";$0",
		})
	}
	for i := range found {
		found[i].fit, found[i].class, found[i].order = unknown, keywordClass, i
	}
	return found
}

// freshLocal is a name that no variable in the item has, that one or with a number.
func (s *scene) freshLocal(name string) string {
	fresh := name
	for i := 1; s.evidence().locals[fresh].count > 0; i++ {
		fresh = name + strconv.Itoa(i)
	}
	return fresh
}

// matchOf is a match over an expression with a clause for each form that its type has.
func (s *scene) matchOf(scrutinee string, t types.Type) (Candidate, bool) {
	clauses := s.clausesOf(t)
	if len(clauses) == 0 {
		return Candidate{}, false
	}
	indent, st := s.indent(), style{braces: true}
	var text, snippet strings.Builder
	text.WriteString("match (" + scrutinee + ") {\n")
	snippet.WriteString("match (" + escapeText(scrutinee) + ") {\n")
	stop := 1
	for _, c := range clauses {
		pattern, next := numberedFrom(c, stop)
		text.WriteString(indent + "  " + st.write(c.Pattern, c.Body()) + "\n")
		snippet.WriteString(indent + "  " + st.write(pattern, "${"+strconv.Itoa(next)+":"+Escape(c.Body())+"}") + "\n")
		stop = next + 1
	}
	text.WriteString(indent + "}")
	snippet.WriteString(indent + "}")
	return Candidate{Kind: Keyword, Detail: "chooses by the form of the value", Text: text.String(), Snippet: snippet.String()}, true
}

// matchOfLocal is a match over the nearest variable of a data type that nothing names yet.
func (s *scene) matchOfLocal() []Candidate {
	if s.called() {
		return nil
	}
	for _, b := range s.locals() {
		if _, ok := types.Head(b.typ).(*types.ADT); !ok || s.evidence().uses(b.name) > 0 {
			continue
		}
		c, ok := s.matchOf(b.name, b.typ)
		if !ok {
			return nil
		}
		c.Label, c.Detail = "match ("+b.name+")", "a clause for each constructor"
		c.cost, c.fit, c.class = s.costOfKind(matchKind), unknown, keywordClass
		return []Candidate{c}
	}
	return nil
}

// clausesOf are the clauses of a match over a type, one for each constructor; none of a type that has
// no forms.
func (s *scene) clausesOf(t types.Type) (found []exhaustive.Clause) {
	switch t := types.Head(t).(type) {
	case *types.ADT:
		for _, k := range t.Decl.Constructors {
			if o := s.module.Value(k.Name, s.block); o == nil || o.Cons != k {
				return nil // hidden by another of its name
			}
			names := exhaustive.FieldNames(k.Fields, t.Decl.Params, t.Args)
			pattern := k.Name
			if len(names) > 0 {
				pattern += "(" + strings.Join(names, ", ") + ")"
			}
			found = append(found, exhaustive.Clause{Pattern: pattern, Variables: names})
		}
	case *types.Tuple:
		if len(t.Elems) > 1 {
			names := exhaustive.FieldNames(t.Elems, nil, nil)
			found = append(found, exhaustive.Clause{Pattern: "(" + strings.Join(names, ", ") + ")", Variables: names})
		}
	case *types.Tensor:
		if len(truths(t)) > 0 {
			found = []exhaustive.Clause{{Pattern: "True"}, {Pattern: "False"}}
		}
	}
	return found
}

// behindLocal are the postfixes of the variable that the word names up to its last dot.
func (s *scene) behindLocal() []Candidate {
	front, t, ok := s.localInFront()
	if !ok || s.called() {
		return nil
	}
	return s.behind(front, s.postfixes(front, t, s.inTree() && s.item.Kind(s.above(1)) == syntax.Block))
}

// behindExpression are the postfixes of the expression before the dot, which the parser has read
// as a projection.
func (s *scene) behindExpression() []Candidate {
	for i := len(s.path) - 1; i > 0; i-- {
		n := s.path[i]
		if s.item.Kind(n) != syntax.Project || s.item.Span(n).End != s.at+int32(len(s.standIn)) {
			continue
		}
		receiver := s.item.SourceText(s.item.Inner(n))
		found := s.postfixes(receiver, s.typeOf(s.item.Inner(n)), s.item.Kind(s.path[i-1]) == syntax.Block)
		for i := range found {
			found[i].receiver = receiver
		}
		return found
	}
	return nil
}

// after puts the text before the dot, which is a part of the word, before what is
// listed.
func (s *scene) behind(front string, found []Candidate) []Candidate {
	for i := range found {
		found[i].Label, found[i].Filter = front+found[i].Label, front+found[i].Filter
	}
	return found
}
