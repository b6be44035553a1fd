package op

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
)

// A Named is an attribute as a call writes it.
type Named struct {
	Name  string
	Value Value
}

// TypeKey is the attribute by which text tells TVM the class of attributes of
// the operators that register none.
const TypeKey = "attrs_type_key"

// Bind gives each of the operator's attributes its value: as written (the last
// wins where one is written twice), converted to the attribute's type, or its
// default. Errors name the attribute at fault; the attributes are complete even
// then. Where the operator is Free, names that it does not have are the
// caller's to pass on.
func Bind(op *Op, given []Named) (Attrs, []Error) { return bind(op, given, false) }

// BindPython is Bind with the defaults that TVM's Python functions have and its text has
// not: `units` of nn.dense, `dtype` of argsort.
func BindPython(op *Op, given []Named) (Attrs, []Error) { return bind(op, given, true) }

func bind(op *Op, given []Named, python bool) (Attrs, []Error) {
	b := binder{python: python, attrs: Attrs{Op: op, Values: make([]Value, len(op.Attrs)), Given: make([]bool, len(op.Attrs))}}
	for i, a := range op.Attrs {
		b.attrs.Values[i] = a.Default
		if python && a.Python != nil {
			b.attrs.Values[i] = *a.Python
		}
	}
	for i, n := range given {
		if !writtenAgain(given[i+1:], n.Name) {
			b.bind(n)
		}
	}
	b.missing()
	b.needsKey()
	return b.attrs, b.errors
}

// Convert gives a value the type that an operator's attribute has, or says why it is
// refused.
func Convert(op *Op, name string, v Value) (Value, *Error) {
	given := []Named{{Name: name, Value: v}}
	if key := op.Attr(TypeKey); key >= 0 && name != TypeKey {
		given = append(given, Named{Name: TypeKey, Value: Text(op.Attrs[key].Allowed[0])})
	}
	attrs, errors := Bind(op, given)
	for i := range errors {
		if errors[i].Attr == name {
			return v, &errors[i]
		}
	}
	return attrs.Value(name), nil
}

type binder struct {
	python bool
	attrs  Attrs
	errors []Error
}

func (b *binder) fail(attr, code, message string, notes ...string) {
	b.errors = append(b.errors, Error{Code: code, Arg: -1, Attr: attr, Message: message, Notes: notes})
}

func writtenAgain(later []Named, name string) bool {
	return slices.ContainsFunc(later, func(n Named) bool { return n.Name == name })
}

func (b *binder) bind(n Named) {
	op := b.attrs.Op
	i := op.Attr(n.Name)
	if i < 0 {
		if !op.Free {
			b.unknown(n.Name)
		}
		return
	}
	a := &op.Attrs[i]
	b.attrs.Given[i] = true
	value, problem := a.convert(n.Value)
	if problem != "" {
		b.fail(n.Name, "attribute-value", fmt.Sprintf("`%s` of `%s` %s", n.Name, op.Name, problem))
		last := &b.errors[len(b.errors)-1]
		if last.Instead = a.instead(n.Value); n.Value.Kind == ExprValue {
			last.Notes = []string{"an attribute is written as a literal: it must be known before the program runs"}
		}
		return
	}
	b.attrs.Values[i] = value
}

func (b *binder) unknown(name string) {
	op := b.attrs.Op
	if len(op.Attrs) == 0 {
		b.fail(name, "unknown-attribute", fmt.Sprintf("`%s` has no attributes, so `%s` cannot be given", op.Name, name))
		return
	}
	names := attrNames(op)
	message := fmt.Sprintf("`%s` has no attribute `%s`", op.Name, name)
	if here := library.Attribute(name, names); here != "" {
		if library.Opposite(name, here) {
			b.fail(name, "unknown-attribute", message+fmt.Sprintf("; here `%s` says the opposite", here))
			return
		}
		b.fail(name, "unknown-attribute", message+fmt.Sprintf("; here it is `%s`", here))
		b.errors[len(b.errors)-1].Instead = here
		return
	}
	if near, ok := spelling.Nearest(name, names); ok {
		b.fail(name, "unknown-attribute", message+fmt.Sprintf("; did you mean `%s`?", near))
		b.errors[len(b.errors)-1].Instead = near
		return
	}
	b.fail(name, "unknown-attribute", message, "its attributes are "+quoted(names))
}

// Needs says of an attribute of an operator, by its index, that a call must give it, and
// what it is.
func (o *Op) Needs(i int) (message, note string) {
	a := o.Attrs[i]
	return fmt.Sprintf("`%s` needs the attribute `%s`", o.Name, a.Name), fmt.Sprintf("it takes %s: %s", a.Type, a.Doc)
}

func (b *binder) missing() {
	for i, a := range b.attrs.Op.Attrs {
		if a.Required && !b.attrs.Given[i] && !(b.python && a.Python != nil) {
			message, note := b.attrs.Op.Needs(i)
			b.fail("", "attribute-value", message, note)
			b.errors[len(b.errors)-1].Missing = a.Name
		}
	}
}

// needsKey asks for attrs_type_key where the text would not be readable to TVM
// without it. TVM's Python functions do not ask for it.
func (b *binder) needsKey() {
	op := b.attrs.Op
	key := op.Attr(TypeKey)
	if b.python || key < 0 || b.attrs.Given[key] {
		return
	}
	if i := slices.Index(b.attrs.Given, true); i >= 0 {
		class := op.Attrs[key].Allowed[0]
		b.fail(op.Attrs[i].Name, "attribute-value",
			fmt.Sprintf("attributes of `%s` are read only where their class is named", op.Name),
			fmt.Sprintf("add `%s=%q`", TypeKey, class))
	}
}

func attrNames(op *Op) []string {
	names := make([]string, len(op.Attrs))
	for i, a := range op.Attrs {
		names[i] = a.Name
	}
	return names
}

// quoted joins names as `a`, `b`, `c`.
func quoted(names []string) string {
	return "`" + strings.Join(names, "`, `") + "`"
}
