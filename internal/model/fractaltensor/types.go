package fractaltensor

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/python"
)

type typeKind uint8

const (
	tensorType typeKind = iota
	sequenceType
	tupleType
	functionType
)

// A typ is the type of a value as far as it is known; nil for one that is not. A tensor without dims
// is a scalar. Types are immutable and share their parts, except while classType builds one.
//
// They are not the types of package types: those are of whole programs that are checked, and these
// decide which translation is meant, before there is a program.
type typ struct {
	kind   typeKind
	dims   []string // extents: numbers, or `?` for one that is not known
	dtype  string   // of the elements, as Frac names it
	elem   *typ     // of a sequence
	fields []*typ   // of a tuple
	names  []string // of the fields, of a NamedTuple
	class  string   // of a NamedTuple; "" for another tuple
	parts  int      // types in it, with itself
}

var integerType = &typ{kind: tensorType, dtype: "int32"}

func tensorOf(dtype string, dims ...string) *typ {
	return &typ{kind: tensorType, dtype: dtype, dims: dims}
}

func sequenceOf(elem *typ) *typ {
	return (&typ{kind: sequenceType, elem: elem}).bounded()
}

func tupleOf(fields ...*typ) *typ {
	return (&typ{kind: tupleType, fields: fields}).bounded()
}

// bounded counts the parts of a type. One of more than maxComponents is not known: types share
// their parts, and what walks over them visits a part as often as it occurs.
func (t *typ) bounded() *typ {
	t.parts = 1
	for _, part := range append(slices.Clip(t.fields), t.elem) {
		if part != nil {
			t.parts += max(part.parts, 1)
		}
	}
	if t.parts > maxComponents {
		return nil
	}
	return t
}

func (t *typ) is(kind typeKind) bool { return t != nil && t.kind == kind }

func (t *typ) scalar() bool { return t.is(tensorType) && len(t.dims) == 0 }

// axis is the index of an axis of a tensor; a negative number counts from the last one.
func (t *typ) axis(i int64) (int, bool) {
	if !t.is(tensorType) {
		return 0, false
	}
	n := int64(len(t.dims))
	if i < 0 {
		i += n
	}
	return int(i), i >= 0 && i < n
}

// integer reports whether all elements are integers.
func (t *typ) integer() bool {
	return t.is(tensorType) && (strings.HasPrefix(t.dtype, "int") || strings.HasPrefix(t.dtype, "uint"))
}

// key is a text that two types share only if they are the same. Types that are written alike in Frac
// are not: of two NamedTuples, `x.a` may be different fields.
func (t *typ) key() string {
	key := t.String()
	for ; t.is(sequenceType); t = t.elem {
	}
	if t.is(tupleType) {
		key += "{" + strings.Join(t.names, ",")
		for _, f := range t.fields {
			key += ";" + f.key()
		}
		key += "}"
	}
	return key
}

// holdsTensor reports whether a value has elements to compute with, other than numbers: `Tuple[int]`
// is a shape.
func (t *typ) holdsTensor() bool {
	return t != nil && (t.kind == sequenceType || t.kind == tensorType && !t.scalar() || slices.ContainsFunc(t.fields, (*typ).holdsTensor))
}

// String is the type in Frac; "_" where something of it is not known.
func (t *typ) String() string {
	switch {
	case t == nil:
		return "_"
	case t.kind == tensorType && len(t.dims) == 0:
		return t.dtype
	case t.kind == tensorType:
		return "Tensor[(" + strings.Join(t.dims, ", ") + "), " + t.dtype + "]"
	case t.kind == sequenceType:
		return "FractalTensor[" + t.elem.String() + "]"
	case t.kind == tupleType:
		texts := make([]string, len(t.fields))
		for i, f := range t.fields {
			texts[i] = f.String()
		}
		if len(texts) == 1 {
			return "(" + texts[0] + ",)"
		}
		return "(" + strings.Join(texts, ", ") + ")"
	}
	return "_"
}

// fits reports whether a value of type t may be used where a parameter has type p, as far as both
// are known: what is not known fits anything. It is no order: `Tensor[(?)]` fits `Tensor[(2)]` and
// is fitted by it.
func (t *typ) fits(p *typ) bool {
	switch {
	case t == nil || p == nil:
		return true
	case t.kind != p.kind:
		return false
	case t.kind == tensorType:
		return t.dtype == p.dtype && len(t.dims) == len(p.dims) && slices.EqualFunc(t.dims, p.dims, func(a, b string) bool { return a == b || a == "?" || b == "?" })
	case t.kind == sequenceType:
		return t.elem.fits(p.elem)
	case t.kind == tupleType:
		return slices.EqualFunc(t.fields, p.fields, (*typ).fits)
	}
	return true
}

// known reports whether all of a type is known.
func (t *typ) known() bool { return t != nil && !strings.Contains(t.String(), "_") }

// dtypes are the names of element types in Python.
var dtypes = map[string]string{
	"float": "float32", "int": "int32", "bool": "bool", "float16": "float16", "float32": "float32", "float64": "float64",
	"int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64", "uint8": "uint8", "double": "float64", "half": "float16",
}

// annotation reads a type; nil for one that is not known, with a warning where it is written wrongly.
// The program is checked without it.
func (r *reader) annotation(m *module, x python.Expr) *typ {
	t, why := r.typeOf(m, x, 0)
	if t == nil && why != "" {
		r.warn(m, x.Range(), why)
	}
	return t
}

const maxTypeDepth = 50

// typeOf reads a type. Where it cannot, the text is why, or "" for a type that says too little, such as
// `Tensor` alone.
func (r *reader) typeOf(m *module, x python.Expr, depth int) (*typ, string) {
	if depth > maxTypeDepth {
		return nil, "the type is nested too deep"
	}
	switch x := x.(type) {
	case *python.Name:
		return r.namedType(m, x)
	case *python.Attribute:
		return r.namedType(m, &python.Name{Span: x.Span, ID: x.Name})
	case *python.String: // a forward reference
		return r.namedType(m, &python.Name{Span: x.Span, ID: x.Value})
	case *python.Subscript:
		items := []python.Expr{x.Index}
		if s, ok := x.Index.(*python.Sequence); ok {
			items = s.Items
		}
		switch name := lastName(x.X); name {
		case "Tensor":
			return r.tensorType(items)
		case "FractalTensor", "StaticList", "List", "Iterative":
			elem, why := r.typeOf(m, items[0], depth+1)
			if elem == nil {
				return nil, why
			}
			return sequenceOf(elem), ""
		case "Tuple", "tuple":
			var fields []*typ
			for _, item := range items {
				field, why := r.typeOf(m, item, depth+1)
				if field == nil {
					return nil, why
				}
				fields = append(fields, field)
			}
			if t := tupleOf(fields...); t != nil {
				return t, ""
			}
			return nil, "the type has too many components"
		}
	}
	return nil, "the type `" + r.source(m, x) + "` is not read: types are `Tensor['1, 512', float, 'cpu']`, `FractalTensor[…]`, `Tuple[…]`, NamedTuples and int, float, bool"
}

// lastName is `c` of `a.b.c`: modules import kaleido under several names, and what it defines is known
// by the last component. "" is that of another expression.
func lastName(x python.Expr) string {
	switch x := x.(type) {
	case *python.Name:
		return x.ID
	case *python.Attribute:
		return x.Name
	}
	return ""
}

func (r *reader) namedType(m *module, x *python.Name) (*typ, string) {
	if c, home := r.class(m, x.ID); c != nil {
		return r.classType(home, c), ""
	}
	if d := dtypes[x.ID]; d != "" {
		return tensorOf(d), ""
	}
	switch x.ID {
	case "None", "Tensor", "FractalTensor", "str", "Any":
		return nil, ""
	}
	return nil, "the type `" + x.ID + "` is not known"
}

// tensorType reads the arguments of `Tensor[…]`, in any order: the extents and the device are
// strings.
func (r *reader) tensorType(items []python.Expr) (*typ, string) {
	t := tensorOf("float32")
	for _, item := range items {
		switch item := item.(type) {
		case *python.String:
			if item.Value == "cpu" || strings.HasPrefix(item.Value, "cuda") {
				continue
			}
			for extent := range strings.SplitSeq(strings.Trim(item.Value, "() "), ",") {
				extent = strings.TrimSpace(extent)
				if n, err := strconv.Atoi(extent); err == nil && n >= 0 {
					t.dims = append(t.dims, extent)
				} else if extent != "" {
					return nil, "the extent `" + extent + "` is no number"
				}
			}
		case *python.Name, *python.Attribute:
			if d := dtypes[lastName(item)]; d != "" {
				t.dtype = d
			}
		}
	}
	return t, ""
}

// classType is a NamedTuple as a tuple: one field for each annotated name of its body, in order.
func (r *reader) classType(m *module, c *python.Class) *typ {
	if t, ok := r.classes[c]; ok {
		return t
	}
	t := &typ{kind: tupleType, class: c.Name}
	r.classes[c] = nil // a class that contains itself is not known
	for _, s := range c.Body {
		if f, ok := s.(*python.AnnAssign); ok {
			if n, ok := f.Target.(*python.Name); ok {
				t.names = append(t.names, n.ID)
				t.fields = append(t.fields, r.annotation(m, f.Annotation))
			}
		}
	}
	r.classes[c] = t.bounded()
	return r.classes[c]
}
