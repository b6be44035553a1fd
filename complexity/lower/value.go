package lower

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// index is the variable of linear forms that counts the elements of a chain from its end, from
// 1 on. The others are symbols of the path.
const index = 0

// A value is one of num, truth, *data, *chain, *tuple, *function, *opaque; nil is unknown.
type value interface{}

// A num is an integer.
type num struct{ linear.Form }

// A truth is a truth value.
type truth bool

// A data is a constructor with fields.
type data struct {
	name   string
	fields []value
	size   int // of its text, about; parts may be shared
}

// A chain is n constructors of one name, each in field spine of the one before it, with end in
// the last. Other fields are as fields says, where the variable index is the number of the
// constructor, counted from the end.
type chain struct {
	name   string
	spine  int
	fields []value
	n      linear.Form
	end    value
}

type tuple struct{ elems []value }

// maxSize is how large explicit values are; larger ones are unknown.
const maxSize = 1500

// sizeOf is about the size of a value's text.
func sizeOf(v value) int {
	switch v := v.(type) {
	case *data:
		return max(v.size, 1)
	case *tuple:
		return sizeOfAll(v.elems)
	case *chain:
		return sizeOfAll(v.fields) + sizeOf(v.end)
	case *function:
		n := 1
		for s := v.around; s != nil; s = s.outer {
			n = min(n+sizeOf(s.value), maxSize)
		}
		return n
	}
	return 1
}

func sizeOfAll(vs []value) int {
	n := 1
	for _, v := range vs {
		n = min(n+sizeOf(v), maxSize)
	}
	return n
}

// bounded is a value, or unknown where that is too large.
func bounded(v value) value {
	if sizeOf(v) >= maxSize {
		return nil
	}
	return v
}

// A function is a definition, a function literal with the variables around it, or a constructor.
type function struct {
	item        *syntax.Item
	params      []syntax.NodeID
	body        syntax.NodeID
	around      *scope
	definition  bool
	constructor string
	self        string // the name by which a local function calls itself; empty where it does not
}

// An opaque is a function that is passed in. Its calls cost nothing that is known, but the call
// itself; it gives a result of which nothing is known, or always the same truth.
type opaque struct{ result value }

// A scope is the variables of an expression, the innermost first.
type scope struct {
	name  string
	value value
	outer *scope
}

func (s *scope) find(name string) *scope {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s
		}
	}
	return nil
}

// mapped is a value with other linear forms. The variable index in the fields of a chain is
// its own, and kept.
func mapped(v value, f func(linear.Form) linear.Form) value {
	switch v := v.(type) {
	case num:
		return num{f(v.Form)}
	case *data:
		return &data{v.name, mappedAll(v.fields, f), v.size}
	case *tuple:
		return &tuple{mappedAll(v.elems, f)}
	case *chain:
		inner := func(a linear.Form) linear.Form {
			own := linear.Form{}.Plus(a.Of(index), linear.Variable(index))
			return f(a.Without(index)).Plus(1, own)
		}
		return &chain{v.name, v.spine, mappedAll(v.fields, inner), f(v.n), mapped(v.end, f)}
	case *function:
		if v.around == nil {
			return v
		}
		g := *v
		g.around = mappedScope(v.around, f)
		return &g
	}
	return v
}

func mappedAll(vs []value, f func(linear.Form) linear.Form) []value {
	all := make([]value, len(vs))
	for i, v := range vs {
		all[i] = mapped(v, f)
	}
	return all
}

func mappedScope(s *scope, f func(linear.Form) linear.Form) *scope {
	if s == nil {
		return nil
	}
	return &scope{s.name, mapped(s.value, f), mappedScope(s.outer, f)}
}

// element is a field of a chain's constructor at a number, counted from the end.
func element(v value, at linear.Form) value {
	return mapped(v, func(a linear.Form) linear.Form {
		k := a.Of(index)
		return a.Without(index).Plus(k, at)
	})
}

// first takes the outermost constructor off a chain that has one.
func (c *chain) first() *data {
	d := &data{name: c.name, fields: make([]value, len(c.fields))}
	for i, f := range c.fields {
		d.fields[i] = element(f, c.n)
	}
	rest := *c
	rest.n = c.n.Minus(linear.Number(1))
	d.fields[c.spine] = &rest
	if rest.n.IsZero() {
		d.fields[c.spine] = c.end
	}
	return d
}

// write spells a value such that equal texts are equal values.
func write(b *strings.Builder, v value) {
	switch v := v.(type) {
	case nil:
		b.WriteByte('?')
	case num:
		writeForm(b, v.Form)
	case truth:
		fmt.Fprint(b, bool(v))
	case *data:
		b.WriteString(v.name)
		writeAll(b, v.fields)
	case *tuple:
		writeAll(b, v.elems)
	case *chain:
		fmt.Fprintf(b, "%s/%d^", v.name, v.spine)
		writeForm(b, v.n)
		writeAll(b, v.fields)
		write(b, v.end)
	case *opaque:
		b.WriteString("fn:")
		write(b, v.result)
	case *function:
		fmt.Fprintf(b, "fn%p/%d%s%s", v.item, v.body, v.constructor, v.self)
		for s := v.around; s != nil; s = s.outer {
			fmt.Fprintf(b, ";%s=", s.name)
			write(b, s.value)
		}
	}
}

func writeAll(b *strings.Builder, vs []value) {
	b.WriteByte('(')
	for _, v := range vs {
		write(b, v)
		b.WriteByte(',')
	}
	b.WriteByte(')')
}

func writeForm(b *strings.Builder, a linear.Form) {
	fmt.Fprintf(b, "%d", a.Const)
	for _, t := range a.Terms {
		fmt.Fprintf(b, "+%d$%d", t.Coef, t.Of)
	}
}
