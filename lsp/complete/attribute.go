package complete

import (
	"strconv"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
)

// attributeNames complete the name in front of a `=` that is there already.
func (s *scene) attributeNames() []Candidate {
	found := s.attributesOf(s.above(2))
	for i := range found {
		found[i].Text = found[i].Filter
		found[i].Snippet = ""
	}
	return found
}

// attributesOf are the attributes of an operator's call that are not written
// yet.
func (s *scene) attributesOf(call syntax.NodeID) []Candidate {
	o := s.operator(s.item.Call(call).Callee)
	if o == nil || s.item.Call(call).Callee == s.node() {
		return nil
	}
	written := s.namedIn(call)
	full := len(s.item.Kids(call))-1 > leastArguments(o)
	var found []Candidate
	for form := o; form != nil; form = form.Fractal {
		for i, a := range form.Attrs {
			if !written[a.Name] {
				written[a.Name] = true
				found = append(found, attribute(form, a, i, full))
			}
		}
	}
	return append(found, s.argumentNames(o, call, written)...)
}

// argumentNames are the parameters of an operator that are not given yet: they
// may be given by name.
func (s *scene) argumentNames(o *op.Op, call syntax.NodeID, written map[string]bool) []Candidate {
	var found []Candidate
	for i, p := range o.Params {
		if i < s.placedIn(call) || p.Variadic || written[p.Name] {
			continue
		}
		found = append(found, Candidate{
			Label: p.Name + "=", Kind: Attribute, Detail: "argument " + strconv.Itoa(i+1) + " of " + o.Name,
			Filter: p.Name, Text: p.Name + "=", Snippet: p.Name + "=${1:%x}", fit: unknown, class: wrongLocalClass, order: i,
		})
	}
	return found
}

// placedIn is the number of arguments of a call that are given by their place,
// without the stand-in.
func (s *scene) placedIn(call syntax.NodeID) int {
	n := 0
	for _, arg := range s.item.Kids(call)[1:] {
		if s.item.Kind(arg) != syntax.NamedArg && arg != s.node() {
			n++
		}
	}
	return n
}

// leastArguments are those that have to be given in front of attributes.
func leastArguments(o *op.Op) int {
	least, _ := o.Arity()
	return least
}

// mostAttributes is more than an operator has: what networks give more often stands in
// front, whatever its place.
const mostAttributes = 100

// attribute is a candidate; in front of all others where the call has the
// arguments that it needs.
func attribute(o *op.Op, a op.Attr, order int, full bool) Candidate {
	c := Candidate{
		Label: a.Name + "=", Kind: Attribute, Filter: a.Name, Text: a.Name + "=",
		Snippet: a.Name + "=${1:" + escape(usual(a)) + "}",
		Lookup:  Reference{Kind: Attribute, Name: a.Name, Of: o.Name},
		fit:     unknown, class: attributeClass, order: order - usage[o.Name+" "+a.Name]*mostAttributes,
	}
	if full || a.Required {
		c.fit, c.class = fits, valueClass
	}
	return c
}

// usual is the value that stands for an attribute until one is written.
func usual(a op.Attr) string {
	switch {
	case len(a.Allowed) > 0 && a.Default.Kind == op.NoneValue:
		return strconv.Quote(a.Allowed[0])
	case a.Default.Kind != op.NoneValue:
		return a.Default.String()
	}
	return examples[a.Type]
}

// examples are values of attributes that have no default.
var examples = map[op.AttrType]string{
	op.AnyAttr: "None", op.IntAttr: "1", op.FloatAttr: "0f", op.BoolAttr: "False", op.StringAttr: `""`,
	op.DtypeAttr: `"float32"`, op.IntsAttr: "[0]", op.FloatsAttr: "[0f]", op.ListAttr: "[]",
	op.IntOrIntsAttr: "0", op.ExprAttr: "None",
}

// namedIn are the names of a call's named arguments, but the stand-in.
func (s *scene) namedIn(call syntax.NodeID) map[string]bool {
	names := map[string]bool{}
	for _, arg := range s.item.Kids(call) {
		if s.item.Kind(arg) == syntax.NamedArg && s.item.NamedArg(arg).Name != s.node() {
			names[s.item.SourceText(s.item.NamedArg(arg).Name)] = true
		}
	}
	return names
}

// attributeAround is the attribute whose value the stand-in is or is a part of.
func (s *scene) attributeAround() (op.Attr, bool) {
	for i := len(s.path) - 2; i > 0 && isValuePart[s.item.Kind(s.path[i])]; i-- {
		named, call := s.path[i], s.path[i-1]
		if s.item.Kind(named) != syntax.NamedArg || s.item.Kind(call) != syntax.Call {
			continue
		}
		name := s.item.SourceText(s.item.NamedArg(named).Name)
		for o := s.operator(s.item.Call(call).Callee); o != nil; o = o.Fractal {
			if i := o.Attr(name); i >= 0 {
				return o.Attrs[i], true
			}
		}
		return op.Attr{}, false
	}
	return op.Attr{}, false
}

// isValuePart are the nodes that the values of attributes are made of.
var isValuePart = map[syntax.Kind]bool{
	syntax.NamedArg: true, syntax.List: true, syntax.Tuple: true, syntax.Paren: true,
	syntax.Unary: true, syntax.Binary: true,
}

// attributeValue lists the values of the attribute. Inside a list, extents may
// be shape variables; an attribute that takes an expression takes any.
func (s *scene) attributeValue() []Candidate {
	a, _ := s.attributeAround()
	switch {
	case s.item.Kind(s.above(1)) != syntax.NamedArg:
		return s.typeParams()
	case a.Type == op.ExprAttr:
		return append(attributeValues(a), s.byExpression()...)
	case a.Type == op.AnyAttr, a.Type == op.IntAttr:
		return append(attributeValues(a), s.typeParams()...)
	}
	return attributeValues(a)
}

// byExpression are the expressions that the word's sigil allows.
func (s *scene) byExpression() []Candidate {
	if fill := byWord[s.word.kind]; fill != nil {
		return fill(s)
	}
	return s.expression()
}

// dtypes are those that are offered; vectors and odd widths are read as well.
var dtypes = []string{
	"float32", "float16", "float64", "bfloat16", "int32", "int64", "int8", "int16", "int4",
	"uint8", "uint16", "uint32", "uint64", "bool",
}

// attributeValues are the values of an attribute, the default first.
func attributeValues(a op.Attr) []Candidate {
	var texts []string
	if a.Default.Kind != op.NoneValue && a.Default.Kind != op.BoolValue || a.Default.Kind == op.NoneValue && !a.Required {
		texts = append(texts, a.Default.String())
	}
	switch a.Type {
	case op.BoolAttr:
		texts = append(texts, "True", "False")
	case op.DtypeAttr:
		texts = append(texts, quoted(dtypes)...)
	default:
		texts = append(texts, quoted(a.Allowed)...)
	}
	var found []Candidate
	seen := map[string]bool{}
	for i, text := range texts {
		if !seen[text] {
			seen[text] = true
			found = append(found, valueOf(text, i))
		}
	}
	return found
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
