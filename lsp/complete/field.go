package complete

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// fields are the projections of the expression before the word, of which
// the parser has read one.
//
// The stand-in after a dot is `.0`, so the parser has made a projection of whatever is before it;
// the type of that expression has the fields.
func (s *scene) fields() []Candidate {
	for i := len(s.path) - 1; i >= 0; i-- {
		n := s.path[i]
		if s.item.Kind(n) == syntax.Project && s.item.Span(n).End == s.at+int32(len(s.standIn)) {
			return fieldsOf(s.typeOf(s.item.Inner(n)), "")
		}
	}
	return nil
}

// fieldsOf are the projections of a tuple, after what precedes them.
func fieldsOf(t types.Type, front string) []Candidate {
	tuple, ok := types.Head(t).(*types.Tuple)
	if !ok {
		return nil
	}
	var found []Candidate
	for i, elem := range tuple.Elems {
		text := front + "." + strconv.Itoa(i)
		found = append(found, Candidate{Label: text, Kind: Field, Detail: detail(elem), Text: text, fit: unknown, class: valueClass, order: i})
	}
	return found
}

// fieldsOfLocal are the projections of the variable that the word names up to
// its last dot.
//
// Dots in the name of a local are read by the lexer as segments of the name (`%x.0` may be a variable
// called so, as TVM prints them). So the nearest variable in scope that is a prefix is taken for the
// variable, and the rest for projections.
func (s *scene) fieldsOfLocal() []Candidate {
	front, t, _ := s.localInFront()
	return fieldsOf(t, front)
}

// localInFront is the variable that the word names up to its last dot, with what is read of it, and its
// type.
func (s *scene) localInFront() (front string, t types.Type, ok bool) {
	dot := strings.LastIndexByte(s.word.typed, '.')
	if s.word.kind != localWord || dot < 0 {
		return "", nil, false
	}
	front = s.word.typed[:dot]
	for _, b := range s.locals() {
		if rest, ok := strings.CutPrefix(front, b.name); ok && (rest == "" || rest[0] == '.') {
			return front, projected(b.typ, rest), true
		}
	}
	return "", nil, false
}

// projected is the type after projections like `.0.1`.
func projected(t types.Type, path string) types.Type {
	for _, step := range strings.Split(path, ".")[1:] {
		tuple, ok := types.Head(t).(*types.Tuple)
		i, err := strconv.Atoi(step)
		if !ok || err != nil || i < 0 || i >= len(tuple.Elems) {
			return nil
		}
		t = tuple.Elems[i]
	}
	return t
}
