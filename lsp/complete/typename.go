package complete

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// typeForms are the types that the language has by itself.
var typeForms = []phrase{
	{"Tensor", "Tensor[(${1:1}), ${2:float32}]", "a dense array", anywhere},
	{"FractalTensor", "FractalTensor[${1:int32}]", "a sequence whose length is data", anywhere},
	{"Array", "Array[${1:float32}, ${2:1}]", "a tensor of one dimension", anywhere},
	{"fn", "fn(${1:int32}) -> ${2:int32}", "a function type", anywhere},
	{"ref", "ref(${1:int32})", "a cell that holds a value", anywhere},
}

// extended are the types that hold extents.
var extended = map[string]bool{"Tensor": true, "Array": true}

// typeArguments are the names of the arguments of types in parentheses.
var typeArguments = map[string][]string{
	"Tensor": {"dtype", "shape"}, "Array": {"dtype", "length"}, "FractalTensor": {"dtype", "max_length"},
}

// typeNames are what a type or an extent can be at the stand-in.
//
// What is possible depends on the type around: in the shape of a Tensor only extents, after the shape
// only dtypes, in a constraint only relations, elsewhere all types.
func (s *scene) typeNames() []Candidate {
	if s.item.Kind(s.above(1)) == syntax.Constraint && s.item.Constraint(s.above(1)).Call == s.node() || s.item.Kind(s.above(2)) == syntax.Constraint && s.item.TypeCall(s.above(1)).Name == s.node() {
		return s.operators()
	}
	return s.costOfTypes(s.typesHere())
}

// typesHere are what a type or an extent can be.
func (s *scene) typesHere() []Candidate {
	holder, direct := s.holder()
	params := s.typeParams()
	switch {
	case extended[holder] && !direct:
		return params
	case holder == "Tensor":
		return append(dtypeNames(fits), s.typeArguments(holder)...)
	case holder == "Array":
		return append(append(params, dtypeNames(fits)...), s.typeArguments(holder)...)
	}
	found := append(params, s.typeArguments(holder)...)
	found = append(found, s.unwritten(s.above(1))...)
	found = append(found, s.declaredTypes()...)
	found = append(found, s.foreign(true)...)
	found = append(found, dtypeNames(unknown)...)
	for i, p := range typeForms {
		found = append(found, Candidate{
			Label: p.word, Kind: Type, Detail: p.doc, Text: p.word, Snippet: s.unlessCalled(p.form), fit: unknown, class: typeClass, order: i,
		})
	}
	return found
}

// unlessCalled is a form, but where the name's brackets are there already.
func (s *scene) unlessCalled(form string) string {
	if next := s.next(); next.Kind == syntax.TokLBracket || next.Kind == syntax.TokLParen {
		return ""
	}
	return form
}

// holder is the type whose argument the stand-in is in, and whether it is
// an argument itself and not a part of one.
func (s *scene) holder() (name string, direct bool) {
	for up := 1; up < len(s.path); up++ {
		n, below := s.above(up), s.above(up-1)
		switch s.item.Kind(n) {
		case syntax.TypeCall:
			former := s.item.TypeCall(n).Name
			if former == below {
				return "", false
			}
			return s.item.SourceText(former), up == 1 || up == 2 && s.isNamed(below, "dtype")
		case syntax.TypeFn:
			return "", false
		}
	}
	return "", false
}

func (s *scene) isNamed(arg syntax.NodeID, name string) bool {
	return s.item.Kind(arg) == syntax.NamedArg && s.item.SourceText(s.item.NamedArg(arg).Name) == name
}

func (s *scene) typeArguments(holder string) []Candidate {
	call := s.above(1)
	if s.item.Kind(call) != syntax.TypeCall || !s.item.Flag(call, syntax.FlagParen) {
		return nil
	}
	written := s.namedIn(call)
	var found []Candidate
	for i, name := range typeArguments[holder] {
		if !written[name] {
			found = append(found, Candidate{
				Label: name + "=", Kind: Attribute, Filter: name, Text: name + "=", fit: fits, class: valueClass, order: i, note: "of " + holder,
			})
		}
	}
	return found
}

func dtypeNames(f fit) []Candidate {
	found := make([]Candidate, len(dtypes))
	for i, name := range dtypes {
		found[i] = Candidate{Label: name, Kind: Type, Detail: "dtype", Text: name, fit: f, class: preludeClass, order: i}
	}
	return found
}

// typeParams are the type parameters and shape variables in scope, the nearest
// first.
//
// The lists of type parameters of all nodes around the stand-in, the innermost first, hide each other
// by name.
func (s *scene) typeParams() []Candidate {
	var found []Candidate
	seen := map[string]bool{}
	for i := len(s.path) - 1; i >= 0; i-- {
		for _, list := range s.item.Kids(s.path[i]) {
			if s.item.Kind(list) != syntax.TypeParams {
				continue
			}
			for _, p := range s.item.Kids(list) {
				name, _, _ := strings.Cut(s.item.SourceText(p), ":")
				if name = strings.TrimSpace(name); !seen[name] {
					seen[name] = true
					found = append(found, Candidate{
						Label: name, Kind: TypeParam, Detail: "type parameter", Text: name, fit: fits, class: localClass, order: len(found),
					})
				}
			}
		}
	}
	return found
}

// declaredTypes are those of the file, its imports and the prelude.
func (s *scene) declaredTypes() []Candidate {
	var found []Candidate
	for origin, o := range s.module.VisibleTypes(s.block) {
		c := Candidate{
			Label: o.Name, Kind: Type, Text: o.Name, fit: unknown, class: byOrigin[origin],
			Lookup: Reference{Kind: Type, Name: o.Name, Block: s.block}, object: o,
		}
		if names := paramsOf(o); len(names) > 0 {
			c.Snippet = s.unlessCalled(o.Name + "[" + placeholders(names, 1) + "]")
		}
		found = append(found, c)
	}
	return found
}

func paramsOf(o *typecheck.Object) []string {
	var names []string
	list := o.Item.TypeParams()
	if o.Item.Kind(list) != syntax.TypeParams {
		return nil
	}
	for _, p := range o.Item.Kids(list) {
		name, _, _ := strings.Cut(o.Item.SourceText(p), ":")
		names = append(names, strings.TrimSpace(name))
	}
	return names
}
