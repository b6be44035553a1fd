package complete

import (
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/frequency"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A valuePlace is the place of an attribute's value.
type valuePlace struct {
	form *op.Op // the form of the operator that has the attribute
	at   int    // of the attribute, in the form's
	call syntax.NodeID
}

func (p valuePlace) attr() op.Attr { return p.form.Attrs[p.at] }

// attributeAround is the attribute whose value the stand-in is or is a part of.
//
// The path goes from the stand-in outwards through lists, tuples and signs up to a named argument:
// in `strides=[1, %x|]` the attribute is strides. The first form of the operator that has the
// attribute counts.
func (s *scene) attributeAround() (valuePlace, bool) {
	for i := len(s.path) - 2; i > 0 && isValuePart[s.item.Kind(s.path[i])]; i-- {
		named, call := s.path[i], s.path[i-1]
		callee := s.calleeOf(call)
		if s.item.Kind(named) != syntax.NamedArg || callee == syntax.NoNode {
			continue
		}
		name := s.item.SourceText(s.item.NamedArg(named).Name)
		for o := s.operator(callee); o != nil; o = o.Fractal {
			if i := o.Attr(name); i >= 0 {
				return valuePlace{o, i, call}, true
			}
		}
		return valuePlace{}, false
	}
	return valuePlace{}, false
}

// calleeOf names what a call, or a constraint of a signature, is of; NoNode for others.
func (s *scene) calleeOf(n syntax.NodeID) syntax.NodeID {
	switch s.item.Kind(n) {
	case syntax.Call:
		return s.item.Call(n).Callee
	case syntax.TypeCall:
		if i := slices.Index(s.path, n); i > 0 && s.item.Kind(s.path[i-1]) == syntax.Constraint {
			return s.item.TypeCall(n).Name
		}
	}
	return syntax.NoNode
}

// isValuePart are the nodes that the values of attributes are made of, in calls and in
// constraints.
var isValuePart = map[syntax.Kind]bool{
	syntax.NamedArg: true, syntax.List: true, syntax.Tuple: true, syntax.Paren: true,
	syntax.Unary: true, syntax.Binary: true,
	syntax.TypeList: true, syntax.TypeTuple: true, syntax.TypeParen: true,
}

// attributeValue lists the values of the attribute. Inside a list, extents may
// be shape variables; an attribute that takes an expression takes any.
func (s *scene) attributeValue() []Candidate {
	p, _ := s.attributeAround()
	switch a := p.attr(); {
	case s.item.Kind(s.above(1)) != syntax.NamedArg:
		return s.typeParams()
	case a.Type == op.ExprAttr:
		return append(s.valuesAt(p), s.byExpression()...)
	case a.Type == op.AnyAttr, a.Type == op.IntAttr:
		return append(s.valuesAt(p), s.typeParams()...)
	}
	return s.valuesAt(p)
}

// byExpression are the expressions that the word's sigil allows.
func (s *scene) byExpression() []Candidate {
	if fill := byWord[s.word.kind]; fill != nil {
		return fill(s)
	}
	return s.expression()
}

// valuesAt are the values of an attribute that the operator does not refuse in its call.
// Those with which the call is wrong otherwise are after.
//
// Each value is tried (see trial), so that what remains is consistent with the types of the arguments:
// of `transpose(%x, axes=|)` with a matrix, axes of two elements. O(values) calls of the relation,
// which are fast: no inference is run again.
func (s *scene) valuesAt(p valuePlace) []Candidate {
	t := s.trialOf(p)
	var found []Candidate
	seen := map[string]bool{}
	for _, c := range append(attributeValues(p.form, p.attr()), t.axes()...) {
		if f, ok := t.of(c.Text); ok && !seen[c.Text] {
			seen[c.Text] = true
			c.fit = f
			found = append(found, c)
		}
	}
	return found
}

// mostValues is more than an attribute has: a value that networks use more often is
// in front, whatever its place.
const mostValues = 1000

// attributeValues are the values of an attribute: in the order in which networks use
// them, and then as the operator lists them, its default first.
//
// The order is by use times mostValues plus the place in the operator's list, so the sort is by use
// first and stable in the list.
func attributeValues(o *op.Op, a op.Attr) []Candidate {
	var found []Candidate
	for i, text := range valuesOf(o, a) {
		c := valueOf(text, i-frequency.Of(o.Name+" "+a.Name+" "+text)*mostValues)
		c.note = a.Type.String()
		if text == a.Default.String() && !a.Required {
			c.Detail = "the default"
		}
		found = append(found, c)
	}
	slices.SortStableFunc(found, func(a, b Candidate) int { return a.order - b.order })
	return found
}

// valuesOf are the texts of an attribute's values as the operator lists them, and after
// them others that networks give.
func valuesOf(o *op.Op, a op.Attr) []string {
	var texts []string
	if a.Default.Kind != op.BoolValue && a.Default.Kind != op.NoneValue {
		texts = append(texts, a.Default.String())
	}
	switch a.Type {
	case op.BoolAttr:
		texts = append(texts, "True", "False")
	case op.DtypeAttr:
		texts = append(texts, quoted(dtypes)...)
	default:
		texts = append(texts, quoted(a.Words())...)
	}
	texts = append(texts, frequency.Values(o.Name, a.Name)...)
	if a.Default.Kind == op.NoneValue && !a.Required && a.Name != op.TypeKey {
		texts = append(texts, a.Default.String())
	}
	return distinct(texts)
}

// distinct keeps the first of equal texts.
func distinct(texts []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(texts, func(text string) bool {
		again := seen[text]
		seen[text] = true
		return again
	})
}

func valueOf(text string, order int) Candidate {
	c := Candidate{Label: text, Kind: Value, Text: text, fit: fits, class: valueClass, order: order}
	if s, err := strconv.Unquote(text); err == nil {
		c.Filter = s
	}
	return c
}

func quoted(texts []string) []string {
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = strconv.Quote(t)
	}
	return all
}

// usual is the value that represents an attribute until one is written.
//
// Something must be in the snippet, so that it is well-formed: the default, else what networks write
// most, else a word that the operator allows, else an example of the type.
func usual(o *op.Op, a op.Attr) string {
	used := frequency.Values(o.Name, a.Name)
	switch {
	case a.Default.Kind != op.NoneValue:
		return a.Default.String()
	case len(used) > 0:
		return used[0]
	case len(a.Words()) > 0:
		return strconv.Quote(a.Words()[0])
	}
	return examples[a.Type]
}

// examples are values of attributes that have no default.
var examples = map[op.AttrType]string{
	op.AnyAttr: "None", op.IntAttr: "1", op.FloatAttr: "0f", op.BoolAttr: "False", op.StringAttr: `""`,
	op.DtypeAttr: `"float32"`, op.IntsAttr: "[0]", op.FloatsAttr: "[0f]", op.ListAttr: "[]",
	op.IntOrIntsAttr: "0", op.ExprAttr: "None",
}
