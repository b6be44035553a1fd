package pattern

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Any matches anything.
func Any() *Pattern { return &Pattern{Kind: Wildcard} }

// Var matches the same expression wherever its name is in a rule.
func Var(name string) *Pattern { return &Pattern{Kind: Variable, Name: name} }

// As names what p matches.
func (p *Pattern) As(name string) *Pattern {
	return &Pattern{Kind: Capture, Name: name, Parts: []*Pattern{p}}
}

// IsValue matches constants all of whose elements have a value; dtype "" is any.
func IsValue(v op.Value, dtype string) *Pattern {
	return &Pattern{Kind: Constant, Value: v, Dtype: dtype}
}

// IsExpr matches expressions that are equal to one.
func IsExpr(e *Fragment) *Pattern { return &Pattern{Kind: Expression, Text: e} }

// IsVar matches a variable of a name, with or without `%`; of any for "".
func IsVar(name string) *Pattern {
	return &Pattern{Kind: Local, Name: strings.TrimPrefix(name, "%")}
}

// IsConstant matches constants.
func IsConstant() *Pattern { return &Pattern{Kind: AnyConstant} }

// IsOp matches the operator of a name itself.
func IsOp(name string) *Pattern { return &Pattern{Kind: Operator, Name: name} }

// IsGlobal matches the global of a name (without `@`) itself.
func IsGlobal(name string) *Pattern { return &Pattern{Kind: Global, Name: name} }

// IsConstructor matches the constructor of a name itself.
func IsConstructor(name string) *Pattern { return &Pattern{Kind: Constructor, Name: name} }

// Call matches calls of what p matches, with these arguments.
func (p *Pattern) Call(args ...*Pattern) *Pattern {
	return &Pattern{Kind: Call, Parts: append([]*Pattern{p}, args...)}
}

// CallAny matches calls of what p matches, with any arguments.
func (p *Pattern) CallAny() *Pattern {
	return &Pattern{Kind: Call, Open: true, Parts: []*Pattern{p}}
}

// IsTuple matches tuples of these components.
func IsTuple(components ...*Pattern) *Pattern { return &Pattern{Kind: Tuple, Parts: components} }

// IsTupleAny matches tuples of any number of components.
func IsTupleAny() *Pattern { return &Pattern{Kind: Tuple, Open: true} }

// IsList matches lists of these elements.
func IsList(elements ...*Pattern) *Pattern { return &Pattern{Kind: List, Parts: elements} }

// IsTupleGetItem matches a component of what p matches; any for AnyIndex.
func IsTupleGetItem(p *Pattern, index int) *Pattern {
	return &Pattern{Kind: Projection, Index: index, Parts: []*Pattern{p}}
}

// IsFunction matches functions of these parameters.
func IsFunction(params []*Pattern, body *Pattern) *Pattern {
	parts := append([]*Pattern{}, params...)
	return &Pattern{Kind: Function, Parts: append(parts, body)}
}

// IsFunctionAny matches functions of any parameters.
func IsFunctionAny(body *Pattern) *Pattern {
	return &Pattern{Kind: Function, Open: true, Parts: []*Pattern{body}}
}

// IsIf matches an `if`.
func IsIf(condition, yes, no *Pattern) *Pattern {
	return &Pattern{Kind: If, Parts: []*Pattern{condition, yes, no}}
}

// IsLet matches a `let`.
func IsLet(variable, value, body *Pattern) *Pattern {
	return &Pattern{Kind: Let, Parts: []*Pattern{variable, value, body}}
}

// IsMatch matches matches with exactly these clauses: program patterns and
// patterns of their bodies, as many of each.
func IsMatch(scrutinee *Pattern, clauses []*Fragment, bodies ...*Pattern) *Pattern {
	return &Pattern{Kind: Match, Clauses: clauses, Parts: append([]*Pattern{scrutinee}, bodies...)}
}

// IsMatchAny matches matches with any clauses.
func IsMatchAny(scrutinee *Pattern) *Pattern {
	return &Pattern{Kind: Match, Open: true, Parts: []*Pattern{scrutinee}}
}

// TypeIs matches expressions of a type.
func TypeIs(t *Fragment) *Pattern { return &Pattern{Kind: HasType, Text: t} }

// DtypeIs matches tensors of an element type.
func DtypeIs(dtype string) *Pattern { return &Pattern{Kind: HasDtype, Name: dtype} }

// ShapeIs matches tensors of a shape.
func ShapeIs(s Shape) *Pattern { return &Pattern{Kind: HasShape, Shape: s} }

// AttributesAre matches calls, functions and operators with these attributes.
func AttributesAre(attributes ...Attribute) *Pattern {
	return &Pattern{Kind: HasAttributes, Attributes: attributes}
}

// HasType matches what p matches, of a type.
func (p *Pattern) HasType(t *Fragment) *Pattern { return p.And(TypeIs(t)) }

// HasDtype matches what p matches, of an element type.
func (p *Pattern) HasDtype(dtype string) *Pattern { return p.And(DtypeIs(dtype)) }

// HasShape matches what p matches, of a shape.
func (p *Pattern) HasShape(s Shape) *Pattern { return p.And(ShapeIs(s)) }

// HasAttr matches what p matches, with these attributes.
func (p *Pattern) HasAttr(attributes ...Attribute) *Pattern {
	return p.And(AttributesAre(attributes...))
}

// IsOfKind matches the operators of a kind themselves.
func IsOfKind(kind op.Kind) *Pattern { return &Pattern{Kind: OfKind, Operation: kind} }

// Or matches what p or else q matches.
func (p *Pattern) Or(q *Pattern) *Pattern { return &Pattern{Kind: Or, Parts: []*Pattern{p, q}} }

// And matches what both p and q match.
func (p *Pattern) And(q *Pattern) *Pattern { return &Pattern{Kind: And, Parts: []*Pattern{p, q}} }

// Optional matches p, or what more makes of p.
func (p *Pattern) Optional(more func(it *Pattern) *Pattern) *Pattern { return p.Or(more(p)) }

// Dominate matches what child matches, where every way back to a parent goes
// through expressions that path matches, and nothing else uses what lies between.
func Dominate(parent, path, child *Pattern) *Pattern {
	return &Pattern{Kind: Dominates, Parts: []*Pattern{parent, path, child}}
}

// Contains matches expressions that are or contain one that p matches.
func Contains(p *Pattern) *Pattern { return &Pattern{Kind: AnyDepth, Parts: []*Pattern{p}} }

// Recursion makes a pattern that may mention itself.
func Recursion(name string, body func(self *Pattern) *Pattern) *Pattern {
	self := &Pattern{Kind: Recursive, Name: name}
	self.Parts = []*Pattern{body(self)}
	return self
}
