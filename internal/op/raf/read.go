package raf

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/op"
)

// An Arg is what is at one place of a call.
type Arg struct {
	Value op.Value // of a literal; an ExprValue of another expression
	Null  bool     // `nullptr`, and the number that Meta prints for it
}

// A Reading is a call as Frac writes it.
type Reading struct {
	Op       *op.Op
	Operands []int // the places of the operator's parameters, -1 where a parameter is left out
	Attrs    []op.Named
	// Written reports whether text of Frac can say it.
	Written bool
}

// Missing is the number that Meta prints for an argument that is left out.
const Missing = -114514

// families are the beginnings of the names of RAF's operators: RAF's own, and those of Meta.
var families = []string{"raf.op.", "mnm.op."}

// Mentions reports whether a text has names of RAF's operators.
func Mentions(text string) bool {
	return slices.ContainsFunc(families, func(f string) bool { return strings.Contains(text, f) })
}

// dialects are the libraries that an operator is compiled for, `raf.op.cudnn.conv2d`.
var dialects = []string{"tvm.", "cublas.", "cudnn.", "nccl.", "cuda.", "cutlass."}

// base is the name of an operator without its family and its dialect, "" for a name that
// is none of RAF's.
func base(name string) string {
	for _, f := range families {
		if rest, ok := strings.CutPrefix(name, f); ok {
			for _, d := range dialects {
				rest = strings.TrimPrefix(rest, d)
			}
			return rest
		}
	}
	return ""
}

// Known reports whether a name is that of one of RAF's operators.
func Known(name string) bool {
	b := base(name)
	return b != "" && schemas()[b] != nil
}

// schemas are the operators by name without family and dialect.
var schemas = sync.OnceValue(func() map[string]*schema {
	all := make(map[string]*schema, len(shared)+len(own))
	for _, s := range shared {
		all[s.name] = newSchema(s)
	}
	for _, o := range own {
		all[o.name] = newSchema(form{name: o.name, places: o.places}).withEntry(o)
	}
	return all
})

// A schema says what is at each place of the calls of an operator.
type schema struct {
	form
	list  []place
	entry *op.Op // of an operator that Frac does not have
}

// A place is an operand, or an attribute.
type place struct {
	name     string
	attr     bool
	optional bool // an operand that may be null
	ignored  bool // a place whose value Frac has no use for
}

// newSchema parses the places of a form: `x` an operand, `x?` one that may be null, `x=` an
// attribute, `x!` a place that is ignored.
func newSchema(f form) *schema {
	s := &schema{form: f}
	for _, word := range strings.Fields(f.places) {
		p := place{name: strings.TrimRight(word, "?=!")}
		switch word[len(word)-1] {
		case '?':
			p.optional = true
		case '=':
			p.attr = true
		case '!':
			p.ignored = true
		}
		s.list = append(s.list, p)
	}
	return s
}

// Read reads a call. It is nil where the call has more arguments than the operator has
// places, and where Frac's operator is not in the table.
//
// An operator that Frac has too (shared) is that one if its attributes are literals. Where the program
// computes one, Frac has another operator for it (reshaped), or the call is opaque: an operator
// without attributes whose type is claimed by a comment. A place whose argument is left out is null.
func Read(name string, args []Arg, table op.Table) *Reading {
	s := schemas()[base(name)]
	for s != nil && len(args) > len(s.list) && args[len(args)-1].Null {
		args = args[:len(args)-1] // results and masks of NumPy's functions
	}
	if s == nil || len(args) > len(s.list) {
		return nil
	}
	c := &call{schema: s, list: s.list, args: args, r: &Reading{Op: s.entry, Written: s.entry == nil}}
	if s.today != "" {
		c.r.Op = table[s.today]
	}
	if s.prepare != nil {
		s.prepare(c)
	}
	if c.instead != "" {
		c.r.Op = table[c.instead]
	}
	if c.opaque || s.entry == nil && slices.ContainsFunc(c.list, func(p place) bool { return p.attr && c.computed(p.name) }) {
		c.r.Op, c.r.Attrs, c.r.Written = c.untyped(name), nil, false // which has no attributes
	}
	if c.r.Op == nil {
		return nil
	}
	c.places()
	return c.r
}

// A call is a call while it is read. Its places are those of its schema, which all calls share, until
// prepare replaces them: in `reshape(%x, %shape)` the shape is an operand.
type call struct {
	*schema
	list    []place
	args    []Arg
	r       *Reading
	instead string // the operator that it is because of its arguments
	opaque  bool   // its type depends on what is computed
}

// places sorts the arguments into operands and attributes. An attribute that is null, or that Frac's
// operator does not have, is left out; prepare has added those whose value is another one in Frac.
func (c *call) places() {
	var further []int
	for i, arg := range c.args {
		p := c.list[i]
		switch {
		case (p.ignored || p.attr) && !arg.Null && arg.Value.Kind == op.ExprValue:
			further = append(further, i)
		case p.ignored || p.attr && arg.Null:
		case p.attr:
			if key := c.r.Op.Attr(p.name); key >= 0 {
				c.add(p.name, fit(c.r.Op.Attrs[key].Type, arg.Value))
			}
		case arg.Null:
			c.r.Operands = append(c.r.Operands, -1)
		default:
			c.r.Operands = append(c.r.Operands, i)
		}
	}
	if len(further) > 0 {
		for len(c.r.Operands) < len(c.r.Op.Params) {
			c.r.Operands = append(c.r.Operands, -1)
		}
		c.r.Op, c.r.Written = extended(c.r.Op, c.list, further), false
		c.r.Operands = append(c.r.Operands, further...)
	}
}

// extended is an operator with further operands, on which its type does not depend: what it
// writes its result into, and attributes that are computed. It cannot be run.
func extended(o *op.Op, list []place, further []int) *op.Op {
	w := &op.Op{Name: o.Name, Doc: o.Doc, Rule: o.Rule, Params: slices.Clone(o.Params), Attrs: o.Attrs, Impure: o.Impure}
	w.Cost, w.Rebinding = o.Cost, o.Rebinding
	for _, i := range further {
		if list[i].name == "out" {
			w.Rebinding = &op.Rebinding{Params: []int{len(w.Params)}}
		}
		w.Params = append(w.Params, op.Param{Name: list[i].name, Optional: true})
	}
	w.Relation = func(c *op.Call) op.Answer {
		plain := *c
		plain.Op, plain.Args = o, c.Args[:len(o.Params)]
		return o.Relation(&plain)
	}
	return w
}

// add gives an attribute a value, unless it has one.
func (c *call) add(name string, v op.Value) {
	if !slices.ContainsFunc(c.r.Attrs, func(a op.Named) bool { return a.Name == name }) {
		c.r.Attrs = append(c.r.Attrs, op.Named{Name: name, Value: v})
	}
}

// at is the argument at the place of a name; one that is left out is null.
func (c *call) at(name string) Arg {
	for i, p := range c.list {
		if p.name == name && i < len(c.args) {
			return c.args[i]
		}
	}
	return Arg{Null: true}
}

// computed reports whether an attribute is no literal.
func (c *call) computed(name string) bool {
	arg := c.at(name)
	return !arg.Null && arg.Value.Kind == op.ExprValue
}

// ints are the numbers of an attribute, one number as a list of one. Those of a computed attribute are of
// no use: Read drops them.
func (c *call) ints(name string) []int64 {
	v := c.at(name).Value
	if v.Kind == op.ListValue {
		ns := make([]int64, len(v.List))
		for i, e := range v.List {
			ns[i] = e.Int
		}
		return ns
	}
	if c.at(name).Null {
		return nil
	}
	return []int64{v.Int}
}

// untyped is an operator with the operands of the call, of whose result nothing is known
// but what a type comment claims.
func (c *call) untyped(name string) *op.Op {
	o := &op.Op{
		Name: name, Doc: "An operator of RAF.", Rule: "the result depends on values that the program computes", Impure: true,
		Relation: func(call *op.Call) op.Answer { return op.Done(call.Fresh()) },
	}
	c.list = slices.Clone(c.list)
	for i := range c.args {
		if c.list[i].attr && !c.args[i].Null && c.args[i].Value.Kind == op.ExprValue {
			c.list[i].attr = false
		}
		if p := c.list[i]; !p.attr && !p.ignored {
			o.Params = append(o.Params, op.Param{Name: p.name, Optional: p.optional})
		}
	}
	return o
}

// fit gives a value the form that an attribute of Frac has: RAF writes flags as integers, and
// one number for a list of equal ones.
func fit(t op.AttrType, v op.Value) op.Value {
	number := v.Kind == op.IntValue || v.Kind == op.FloatValue || v.Kind == op.BoolValue
	switch {
	case t == op.BoolAttr && v.Kind == op.IntValue:
		return op.Boolean(v.Int != 0)
	case (t == op.IntsAttr || t == op.FloatsAttr || t == op.ListAttr) && number:
		return op.Value{Kind: op.ListValue, List: []op.Value{v}}
	case (t == op.IntAttr || t == op.BoolAttr) && v.Kind == op.ListValue && len(v.List) == 1:
		return fit(t, v.List[0])
	case t == op.FloatAttr && v.Kind == op.IntValue:
		return op.Float(float64(v.Int))
	}
	return v
}

// Names returns the names of RAF's operators without family and dialect, sorted.
func Names() []string { return slices.Sorted(maps.Keys(schemas())) }
