package fractaltensor

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// expr translates an expression.
func (s *scope) expr(x python.Expr) *val {
	if s.r.steps++; s.r.steps > maxSteps {
		return s.tooLarge(x)
	}
	switch x := x.(type) {
	case *python.Name:
		return s.name(x)
	case *python.Number:
		return s.number(x)
	case *python.String:
		return &val{konst: x.Value}
	case *python.Sequence:
		var items []*val
		for _, item := range x.Items {
			if star, ok := item.(*python.Starred); ok {
				items = append(items, s.spread(star.X)...)
			} else {
				items = append(items, s.expr(item))
			}
		}
		return s.tuple(x, items)
	case *python.Unary:
		return s.unary(x)
	case *python.Binary:
		return s.binary(x, x.Op, s.expr(x.X), s.expr(x.Y))
	case *python.Compare:
		return s.compare(x)
	case *python.Conditional:
		test := s.expr(x.Test)
		if yes, ok := test.konst.(bool); ok {
			if yes {
				return s.expr(x.Then)
			}
			return s.expr(x.Else)
		}
		then, other := s.inner(), s.inner()
		a, b := then.value(then.expr(x.Then)), other.value(other.expr(x.Else))
		return &val{loose: true, t: a.t, c: text(s.span(x), "if (", s.value(test).c, ") ", then.braces(a), " else ", other.braces(b))}
	case *python.Lambda:
		return &val{fn: &local{params: x.Params, x: x.Body, scope: s}}
	case *python.Attribute:
		return s.attribute(x)
	case *python.Subscript:
		return s.subscript(x)
	case *python.Call:
		return s.call(x)
	}
	return s.fail(x, codes.SyntaxError, "`"+s.r.source(s.m, x)+"` is not read in a program of FractalTensors")
}

func (s *scope) name(x *python.Name) *val {
	switch x.ID {
	case "True", "False":
		return &val{konst: x.ID == "True"}
	case "None":
		return &val{konst: none{}}
	}
	if v := s.variable(x.ID); v != nil {
		if v.c == nil {
			return v
		}
		w := *v
		w.c = text(s.span(x), v.c)
		return &w
	}
	if f, home := s.r.function(s.m, x.ID); f != nil {
		return &val{fn: &local{global: f, home: home}}
	}
	if v, home := s.r.value(s.m, x.ID); v != nil {
		if k := s.r.constant(home, v, 0); k != nil {
			return &val{konst: k}
		}
		if t := s.r.valueType(home, v, 0); t.known() {
			return s.capture(x, fmt.Sprintf("%p.%s", home, x.ID), x.ID, t)
		}
		return s.fail(x, codes.UndefinedName, "the value of `"+x.ID+"` is computed when the program runs: pass it as an argument")
	}
	return s.fail(x, codes.UndefinedName, "`"+x.ID+"` is not defined in this program or in a module beside it")
}

// capture makes a value of a module a parameter of the function that uses it. The key tells values
// of one name in several modules apart.
func (s *scope) capture(x python.Expr, key, name string, t *typ) *val {
	i := slices.IndexFunc(s.d.extra, func(e *captured) bool { return e.key == key })
	if i < 0 {
		i = len(s.d.extra)
		s.d.extra = append(s.d.extra, &captured{key, name, s.fresh(name), t})
	}
	return &val{c: text(s.span(x), s.d.extra[i].local), atom: true, t: t}
}

// valueType is the type of a tensor, FractalTensor or NamedTuple that a module makes; nil for
// another value.
func (r *reader) valueType(m *module, x python.Expr, depth int) *typ {
	c, ok := x.(*python.Call)
	if !ok || depth > maxTypeDepth || len(c.Args) == 0 {
		return nil
	}
	switch name := lastName(c.F); name {
	case "Tensor", "TensorStorage":
		shape, ok := c.Args[0].X.(*python.Sequence)
		if !ok || len(c.Args) < 2 {
			return nil
		}
		t := tensorOf(dtypes[lastName(c.Args[1].X)])
		for _, item := range shape.Items {
			n, ok := r.constant(m, item, 0).(int64)
			if !ok || t.dtype == "" {
				return nil
			}
			t.dims = append(t.dims, strconv.FormatInt(n, 10))
		}
		return t
	case "FractalTensor", "FractalTensorStorage":
		if elem := r.valueType(m, c.Args[0].X, depth+1); elem != nil {
			return sequenceOf(elem)
		}
	default:
		if class, home := r.class(m, name); class != nil {
			return r.classType(home, class)
		}
		if f, home := r.function(m, name); f != nil && f.Result != nil {
			t, _ := r.typeOf(home, f.Result, 0)
			return t
		}
	}
	return nil
}

// constant evaluates a number of a module, such as a size; nil for another value.
func (r *reader) constant(m *module, x python.Expr, depth int) any {
	if r.steps++; depth > maxDepth || r.steps > maxSteps {
		return nil
	}
	switch x := x.(type) {
	case *python.Number:
		return numberOf(x.Text)
	case *python.String:
		return x.Value
	case *python.Name:
		if v, home := r.value(m, x.ID); v != nil {
			return r.constant(home, v, depth+1)
		}
	case *python.Unary:
		if v := r.constant(m, x.X, depth+1); x.Op == "-" {
			return arithmetic("-", int64(0), v)
		}
	case *python.Binary:
		return arithmetic(x.Op, r.constant(m, x.X, depth+1), r.constant(m, x.Y, depth+1))
	case *python.Call:
		if lastName(x.F) == "int" && len(x.Args) == 1 {
			switch v := r.constant(m, x.Args[0].X, depth+1).(type) {
			case float64:
				return int64(v)
			case int64:
				return v
			}
		}
	}
	return nil
}

func numberOf(literal string) any {
	literal = strings.ReplaceAll(literal, "_", "")
	if n, err := strconv.ParseInt(literal, 0, 64); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(literal, 64); err == nil {
		return f
	}
	return nil
}

func (s *scope) number(x *python.Number) *val {
	if k := numberOf(x.Text); k != nil {
		return &val{konst: k}
	}
	return s.fail(x, codes.SyntaxError, "`"+s.r.source(s.m, x)+"` is no number of a program")
}

// arithmetic computes with known numbers; nil where it cannot.
func arithmetic(sign string, a, b any) any {
	v, ok := python.Arithmetic(sign, a, b)
	if !ok {
		return nil
	}
	return v
}

// floatText is a float32 literal.
func floatText(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) || math.Abs(x) > math.MaxFloat32 {
		return "?"
	}
	return strconv.FormatFloat(x, 'g', -1, 32) + "f"
}

func (s *scope) unary(x *python.Unary) *val {
	v := s.expr(x.X)
	if yes, ok := v.konst.(bool); ok && x.Op == "not" {
		return &val{konst: !yes}
	}
	if _, ok := python.Float(v.konst); ok && x.Op == "-" {
		return &val{konst: arithmetic("-", int64(0), v.konst)}
	}
	switch v = s.value(v); x.Op {
	case "-":
		return &val{loose: true, t: v.t, c: text(s.span(x), "-", operand(v))}
	case "not":
		return &val{loose: true, t: v.t, c: text(s.span(x), "!", operand(v))}
	}
	return s.fail(x, codes.SyntaxError, "`"+x.Op+"` is not read in a program of FractalTensors")
}

// operand is a value as an operand of a sign.
func operand(v *val) *code {
	if !v.loose {
		return v.c
	}
	return text(python.Span{}, "(", v.c, ")")
}

// fitted is a known number as a scalar of the element type of the other operand.
func (s *scope) fitted(v, other *val) *val {
	if n, ok := v.konst.(int64); ok && other.t.is(tensorType) && strings.HasPrefix(other.t.dtype, "float") {
		v = &val{konst: float64(n)}
	}
	if v.konst == nil && v.t.scalar() && v.t.dtype == "int32" && other.t.is(tensorType) && strings.HasPrefix(other.t.dtype, "float") {
		return &val{t: tensorOf(other.t.dtype), c: text(python.Span{}, "cast(", v.c, ", dtype=\""+other.t.dtype+"\")")}
	}
	if n, ok := v.konst.(float64); ok && other.t.is(tensorType) && other.t.dtype != "float32" && strings.HasPrefix(other.t.dtype, "float") {
		return &val{konst: n, t: tensorOf(other.t.dtype), c: text(python.Span{}, strconv.FormatFloat(n, 'g', -1, 64)+"f"+strings.TrimPrefix(other.t.dtype, "float"))}
	}
	return s.value(v)
}

func (s *scope) binary(x python.Expr, sign string, a, b *val) *val {
	if k := arithmetic(sign, a.konst, b.konst); k != nil {
		return &val{konst: k}
	}
	if a.items != nil && b.items != nil && sign == "+" {
		return s.tuple(x, slices.Concat(a.items, b.items))
	}
	first, second := s.fitted(a, b), s.fitted(b, a)
	integers := first.t.scalar() && second.t.scalar() && first.t.dtype == "int32" && second.t.dtype == "int32"
	switch sign {
	case "@":
		return &val{t: product(first.t, second.t), c: text(s.span(x), "matmul(", first.c, ", ", second.c, ")")}
	case "/":
		if integers { // which gives a float in Python
			c := text(s.span(x), "cast(", first.c, ", dtype=\"float32\") / cast(", second.c, ", dtype=\"float32\")")
			return &val{loose: true, t: tensorOf("float32"), c: c}
		}
		return &val{loose: true, t: broadcast(first.t, second.t), c: text(s.span(x), operand(first), " / ", operand(second))}
	case "//", "%":
		if integers {
			name := map[string]string{"//": "floor_divide", "%": "floor_mod"}[sign]
			return &val{t: integerType, c: text(s.span(x), name+"(", first.c, ", ", second.c, ")")}
		}
	case "+", "-", "*":
		return &val{loose: true, t: broadcast(first.t, second.t), c: text(s.span(x), operand(first), " "+sign+" ", operand(second))}
	case "**":
		return &val{t: broadcast(first.t, second.t), c: text(s.span(x), "power(", first.c, ", ", second.c, ")")}
	case "and", "or":
		return &val{loose: true, t: tensorOf("bool"), c: text(s.span(x), operand(first), map[string]string{"and": " && ", "or": " || "}[sign], operand(second))}
	}
	return s.fail(x, codes.SyntaxError, "`"+sign+"` is not read in a program of FractalTensors")
}

// product is the type of a matrix product, as far as it is known and right.
func product(a, b *typ) *typ {
	if !a.is(tensorType) || !b.is(tensorType) || len(a.dims) < 2 || len(b.dims) < 2 {
		return nil
	}
	if inner := a.dims[len(a.dims)-1]; !fitting(inner, b.dims[len(b.dims)-2]) {
		return nil
	}
	dims := append(slices.Clone(a.dims[:len(a.dims)-1]), b.dims[len(b.dims)-1])
	return tensorOf(a.dtype, dims...)
}

// fitting reports whether two extents may be equal.
func fitting(a, b string) bool { return a == b || a == "?" || b == "?" }

// broadcast is the type of an operation on corresponding elements, as far as it is
// known and right.
func broadcast(a, b *typ) *typ {
	if !a.is(tensorType) || !b.is(tensorType) {
		return nil
	}
	if len(a.dims) < len(b.dims) {
		a, b = b, a
	}
	dims := slices.Clone(a.dims)
	shift := len(a.dims) - len(b.dims)
	for i, d := range b.dims {
		switch own := dims[shift+i]; {
		case own == "1" || own == "?":
			dims[shift+i] = d
		case d != "1" && !fitting(own, d):
			return nil
		}
	}
	return tensorOf(a.dtype, dims...)
}

func (s *scope) compare(x *python.Compare) *val {
	left := s.expr(x.First)
	var parts []*code
	known, yes := true, true
	for i, sign := range x.Ops {
		right := s.expr(x.Rest[i])
		if result, ok := compareNone(sign, left, right); ok {
			yes = yes && result
		} else if result, ok := compareKnown(sign, left.konst, right.konst); ok {
			yes = yes && result
		} else {
			known = false
			a, b := s.fitted(left, right), s.fitted(right, left)
			if !slices.Contains([]string{"<", "<=", ">", ">=", "==", "!="}, sign) {
				return s.fail(x, codes.SyntaxError, "`"+sign+"` is not read in a program of FractalTensors")
			}
			parts = append(parts, text(s.span(x), operand(a), " "+sign+" ", operand(b)))
		}
		left = right
	}
	if known {
		return &val{konst: yes}
	}
	return &val{loose: true, t: tensorOf("bool"), c: text(s.span(x), joined(python.Span{}, " && ", parts))}
}

// compareNone compares a value with None, which no value of a program is.
func compareNone(sign string, a, b *val) (result, known bool) {
	first, second := a.konst == (none{}), b.konst == (none{})
	if !first && !second {
		return false, false
	}
	switch sign {
	case "==", "is":
		return first && second, true
	case "!=", "is not":
		return first != second, true
	}
	return false, false
}

// compareKnown compares known values.
func compareKnown(sign string, a, b any) (result, known bool) {
	if x, ok := python.Float(a); ok {
		if y, ok := python.Float(b); ok {
			switch sign {
			case "<":
				return x < y, true
			case "<=":
				return x <= y, true
			case ">":
				return x > y, true
			case ">=":
				return x >= y, true
			}
		}
	}
	if a == nil || b == nil {
		return false, false
	}
	switch sign {
	case "==", "is":
		return a == b, true
	case "!=", "is not":
		return a != b, true
	}
	return false, false
}

// attribute translates `x.T`, `x.length`, `x.shape` and the fields of a NamedTuple.
func (s *scope) attribute(x *python.Attribute) *val {
	if k := limitOf(x); k != nil {
		return &val{konst: k}
	}
	if lastName(x.X) == "kaleido" && dtypes[x.Name] != "" {
		return &val{konst: x.Name}
	}
	if n, ok := x.X.(*python.Name); ok && s.variable(n.ID) == nil && isOperations(s.m, n.ID, 0) {
		return &val{fn: &local{operation: x.Name}}
	}
	v := s.expr(x.X)
	if v.t.is(tupleType) && v.t.names != nil {
		if i := slices.Index(v.t.names, x.Name); i >= 0 {
			return s.component(x, v, i)
		}
		return s.fail(x, codes.BadProjection, "`"+v.t.class+"` has no field `"+x.Name+"`: it has "+strings.Join(v.t.names, ", "))
	}
	if t, ok := v.konst.(*typ); ok {
		return s.typeAttribute(x, t)
	}
	switch v = s.value(v); x.Name {
	case "element_type", "element_shape":
		t := v.t
		for t.is(sequenceType) {
			t = t.elem
		}
		if t != nil && x.Name == "element_type" {
			return &val{konst: t}
		} else if t != nil {
			return s.shapeOf(x, t)
		}
	case "numel":
		if v.t.is(tensorType) {
			return s.typeAttribute(x, v.t)
		}
	case "T":
		t := v.t
		if t.is(tensorType) {
			dims := slices.Clone(t.dims)
			slices.Reverse(dims)
			t = tensorOf(t.dtype, dims...)
		}
		return &val{t: t, c: text(s.span(x), "transpose(", v.c, ")")}
	case "length":
		return &val{t: integerType, c: text(s.span(x), "length(", v.c, ")")}
	case "shape":
		if v.t.is(tensorType) {
			return s.shapeOf(x, v.t)
		}
	}
	return s.fail(x, codes.BadProjection, "`"+s.r.source(s.m, x)+"` is not read: values have `T`, `length` and `shape`, and NamedTuples their fields")
}

// shapeOf is the extents of a type; those that are not known are holes.
func (s *scope) shapeOf(x python.Expr, t *typ) *val {
	shape := &val{items: []*val{}}
	for _, d := range t.dims {
		if n, err := strconv.ParseInt(d, 10, 64); err == nil {
			shape.items = append(shape.items, &val{konst: n})
		} else {
			shape.items = append(shape.items, &val{c: text(s.span(x), "?"), atom: true})
		}
	}
	return shape
}

// typeAttribute is an attribute of `x.element_type`.
func (s *scope) typeAttribute(x *python.Attribute, t *typ) *val {
	switch {
	case x.Name == "shape" && t.is(tensorType):
		return s.shapeOf(x, t)
	case x.Name == "numel" && t.is(tensorType):
		size := int64(1)
		for _, d := range t.dims {
			n, err := strconv.ParseInt(d, 10, 64)
			if err != nil || n > 1<<20 || size > 1<<40 {
				return s.fail(x, codes.BadProjection, "the number of elements is not known")
			}
			size *= n
		}
		return &val{konst: size}
	}
	return s.fail(x, codes.BadProjection, "`"+x.Name+"` of a type is not read")
}

// limitOf is `kaleido.float32.max` and the like.
func limitOf(x *python.Attribute) any {
	if lastName(x.X) == "float32" && (x.Name == "max" || x.Name == "min") {
		if x.Name == "min" {
			return -math.MaxFloat32
		}
		return math.MaxFloat32
	}
	return nil
}

// component is `v.i` of a tuple.
func (s *scope) component(x python.Expr, v *val, i int) *val {
	if v.items != nil {
		return v.items[i]
	}
	v = s.named(s.value(v))
	var t *typ
	if v.t.is(tupleType) && i < len(v.t.fields) {
		t = v.t.fields[i]
	}
	return &val{t: t, atom: true, c: text(s.span(x), v.c, "."+strconv.Itoa(i))}
}

// spread is `*x` as the components of a tuple.
func (s *scope) spread(x python.Expr) []*val {
	v := s.expr(x)
	if v.items != nil {
		return v.items
	}
	if v.t.is(sequenceType) {
		v = s.named(s.value(v))
		return []*val{{c: v.c, t: v.t, atom: true, star: true}}
	}
	if !v.t.is(tupleType) {
		what := "what it is is not known"
		if v.t != nil {
			what = "it is `" + v.t.String() + "`"
		}
		if v.t == nil && s.r.failures > s.failures { // it is not known for something that was said
			return []*val{{c: text(s.span(x), "?"), atom: true, bad: true}}
		}
		return []*val{s.fail(x, codes.TypeMismatch, "`*"+s.r.source(s.m, x)+"` spreads a tuple, and "+what)}
	}
	v = s.named(s.value(v))
	var all []*val
	for i := range v.t.fields {
		all = append(all, s.component(x, v, i))
	}
	return all
}

// subscript translates an index or a slice.
func (s *scope) subscript(x *python.Subscript) *val {
	v := s.expr(x.X)
	if cut, ok := x.Index.(*python.Slice); ok {
		return s.slice(x, v, cut)
	}
	i := s.expr(x.Index)
	k, known := i.konst.(int64)
	if items := v.items; items != nil && known {
		if k < 0 {
			k += int64(len(items))
		}
		if k >= 0 && k < int64(len(items)) {
			return items[k]
		}
		return s.fail(x, codes.BadProjection, "the tuple has "+strconv.Itoa(len(items))+" components")
	}
	if v.t.is(tupleType) && known {
		if k < 0 {
			k += int64(len(v.t.fields))
		}
		if k < 0 || k >= int64(len(v.t.fields)) {
			return s.fail(x, codes.BadProjection, "the tuple has "+strconv.Itoa(len(v.t.fields))+" components")
		}
		return s.component(x, v, int(k))
	}
	v, i = s.value(v), s.value(i)
	t := elementOf(v.t)
	if known && k < 0 {
		if k == -1 {
			return &val{t: t, c: text(s.span(x), "last(", v.c, ")")}
		}
		v = s.named(v)
		return &val{t: t, c: text(s.span(x), operand(v), "[length(", v.c, ") - "+strconv.FormatInt(-k, 10)+"]")}
	}
	if v.t.is(sequenceType) && i.t.is(tensorType) && len(i.t.dims) > 0 {
		return s.gather(x, v, i)
	}
	return &val{t: t, c: text(s.span(x), operand(v), "[", i.c, "]")}
}

// elementOf is the type of an element.
func elementOf(t *typ) *typ {
	switch {
	case t.is(sequenceType):
		return t.elem
	case t.is(tensorType) && len(t.dims) > 0:
		return tensorOf(t.dtype, t.dims[1:]...)
	}
	return nil
}

// slice translates `xs[a:b:c]` of a FractalTensor.
func (s *scope) slice(x *python.Subscript, v *val, cut *python.Slice) *val {
	if v.items != nil {
		return s.fail(x, codes.SyntaxError, "a part of a tuple is not read in a program of FractalTensors")
	}
	v = s.named(s.value(v))
	bound := func(x python.Expr, otherwise *code) *code {
		if x == nil {
			return otherwise
		}
		b := s.expr(x)
		if k, ok := b.konst.(int64); ok && k < 0 {
			return text(s.span(x), "length(", v.c, ") - "+strconv.FormatInt(-k, 10))
		}
		return s.value(b).c
	}
	low := bound(cut.Low, text(python.Span{}, "0"))
	high := bound(cut.High, text(python.Span{}, "length(", v.c, ")"))
	c := text(s.span(x), "slice(", v.c, ", ", low, ", ", high)
	if cut.Step != nil {
		step, ok := s.expr(cut.Step).konst.(int64)
		if !ok || step < 1 {
			return s.fail(cut.Step, codes.AttributeValue, "the step of a slice is a number of 1 or more")
		}
		c.add(", stride=" + strconv.FormatInt(step, 10))
	}
	c.add(")")
	return &val{t: v.t, c: c}
}
