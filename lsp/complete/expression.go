package complete

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/frequency"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// localNames are the variables in scope.
//
// A variable of the wrong type is not ranked as wrong: a projection or a call of it may fit, and a list
// without the variable that the user sees above would look broken.
func (s *scene) localNames() []Candidate {
	e := s.expectation()
	var found []Candidate
	bindings := s.locals()
	for i, b := range bindings {
		c := Candidate{
			Label: b.name, Kind: Local, Detail: detail(b.typ), Text: b.name,
			fit: e.of(b.typ), class: localClass, order: i,
		}
		if c.fit == misfits {
			c.fit, c.class = unknown, wrongLocalClass // a part of what fits, more often than an operator
		}
		found = append(found, c)
	}
	s.costOfLocals(found, bindings)
	return append(append(s.fieldsOfLocal(), found...), s.behindLocal()...)
}

// globalNames are the definitions of the file, its imports and the prelude, and of other files.
func (s *scene) globalNames() []Candidate {
	found := s.values(func(o *typecheck.Object) bool {
		return o.Kind == typecheck.DefObject || o.Kind == typecheck.DeclaredObject
	})
	return append(found, s.foreign(false)...)
}

// values are the best of the globals and constructors of a kind. A file may have
// thousands: only those that are kept get all that a candidate has.
//
// Two passes: the first computes only what the rank needs and keeps the best most + 1 of n objects in
// O(n log most); the second completes those.
func (s *scene) values(wanted func(*typecheck.Object) bool) []Candidate {
	b, e := best{}, s.expectation()
	for origin, o := range s.module.VisibleValues(s.block) {
		if !wanted(o) {
			continue
		}
		name := s.module.Spelling(origin, o)
		if quality, ok := matches(s.word.typed, s.filter(name)); ok {
			c := Candidate{Label: name, class: byOrigin[origin], fit: fitOf(e, valueType(o)), quality: quality, object: o}
			if o.Cons != nil && origin != typecheck.FromPrelude {
				c.class = constructorClass
			}
			c.cost, c.origin = s.costOfValue(o, name, origin, c.fit), origins[origin]
			b.add(c)
		}
	}
	for i := range b.kept {
		s.finish(&b.kept[i], e)
	}
	return b.kept
}

// origins are what is said of where a definition comes from.
var origins = map[typecheck.Origin]string{typecheck.FromImport: "imported", typecheck.FromPrelude: "prelude"}

// byOrigin ranks definitions.
var byOrigin = map[typecheck.Origin]class{
	typecheck.FromFile: fileClass, typecheck.FromImport: importClass, typecheck.FromPrelude: preludeClass,
}

// finish completes a candidate that denotes an object. A function can be
// called, unless one is wanted.
func (s *scene) finish(c *Candidate, e expectation) {
	c.Kind, c.Text = Global, c.Label
	if c.object.Cons != nil {
		c.Kind = Constructor
	}
	c.Lookup = Reference{Kind: c.Kind, Name: c.Label, Block: s.block}
	if f, ok := types.Head(valueType(c.object)).(*types.Func); ok && !e.isFunction() {
		s.call(c, len(f.In) > 0)
	}
}

// valueType is the type that a global's name or a constructor's has.
//
// A constructor without fields is a value of its ADT with any arguments; with fields it is a function.
func valueType(o *typecheck.Object) types.Type {
	switch {
	case o.Cons == nil:
		return o.Type
	case len(o.Cons.Fields) > 0:
		return o.Cons.Sig
	}
	return &types.ADT{Decl: o.Cons.Of, Args: parameters(o.Cons.Of)}
}

// fitOf is the fit of a global, whose type parameters are its own.
func fitOf(e expectation, t types.Type) fit {
	if adt, ok := t.(*types.ADT); ok && !e.tensor && !e.anything() {
		if e.agrees(t, adt.Decl.Params) {
			return fits
		}
		return misfits
	}
	return e.of(t)
}

func parameters(d *types.Decl) []types.Type {
	args := make([]types.Type, len(d.Params))
	for i, p := range d.Params {
		if p.Var != nil {
			args[i] = p.Var
		}
	}
	return args
}

// expression lists all that an expression can begin with.
func (s *scene) expression() []Candidate {
	if s.afterOperand() {
		return s.otherwise()
	}
	found := s.localNames()
	found = append(found, s.values(func(*typecheck.Object) bool { return true })...)
	found = append(found, s.foreign(false)...)
	found = append(found, s.operators()...)
	found = append(found, s.literals()...)
	found = append(found, s.keywords()...)
	found = append(found, s.matchOfLocal()...)
	if s.item.Kind(s.above(1)) == syntax.Call {
		found = append(found, s.attributesOf(s.above(1))...)
	}
	return found
}

// operators are those that match the word.
//
// Operators are ranked by use in networks, not by their types: the type of `nn.conv2d` says nothing, and
// its use says that it is more likely than `nn.conv1d`.
func (s *scene) operators() []Candidate {
	var found []Candidate
	e, place := s.expectation(), s.operatorPlace()
	for name, o := range s.ops {
		if _, ok := matches(s.word.typed, name); !ok || o.Internal {
			continue
		}
		c := Candidate{
			Label: name, Kind: Operator, Text: name, fit: unknown, class: operatorClass, order: -frequency.Of(name),
			Lookup: Reference{Kind: Operator, Name: name}, operator: o,
		}
		c.cost = s.costOfOperator(o, place)
		if isFar(name, s.word.typed) {
			c.class = farClass
			c.cost += weights[impossibleCost]
		}
		if !e.isFunction() {
			s.call(&c, takes(o))
		}
		found = append(found, c)
	}
	return found
}

// isFar reports whether few look for an operator: one that compilers write, or of a family
// that is not typed yet and that networks do not use.
func isFar(name, typed string) bool {
	if isInternalFamily(name) {
		return !strings.HasPrefix(name, typed) || typed == ""
	}
	return hasDot(name) && !hasDot(typed) && frequency.Of(name) == 0
}

// isInternalFamily reports whether compilers put the operators of a family into programs.
func isInternalFamily(name string) bool {
	family, _, _ := strings.Cut(name, ".")
	return name[0] == '_' || internalFamilies[family]
}

var internalFamilies = map[string]bool{
	"annotation": true, "dyn": true, "memory": true, "relay": true, "vm": true,
}

func hasDot(name string) bool {
	for i := range len(name) {
		if name[i] == '.' {
			return true
		}
	}
	return false
}

func takes(o *op.Op) bool { return len(o.Params)+len(o.Attrs) > 0 }

// literals are the truth values, first where one is expected.
func (s *scene) literals() []Candidate {
	e, scalar := s.expectation(), &types.Tensor{Dtype: types.Bool}
	var found []Candidate
	for i, name := range []string{"True", "False"} {
		found = append(found, Candidate{Label: name, Kind: Value, Detail: "bool", Text: name, fit: e.of(scalar), class: keywordClass, order: i, cost: s.costOfKind(truthKind) + e.of(scalar).cost()})
	}
	return found
}
