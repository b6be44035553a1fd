package fractaltensor

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// arithmetic computes with known numbers; nil where it cannot.
func arithmetic(sign string, a, b any) any {
	v, ok := python.Arithmetic(sign, a, b)
	if !ok {
		return nil
	}
	return v
}

// float is a literal of an element type; the check reports one that does not fit it.
func (s *scope) float(x python.Expr, k float64, dtype string) *val {
	if math.IsInf(k, 0) || math.IsNaN(k) {
		return s.fail(x, codes.TypeMismatch, "the number is not finite, and no literal has its value")
	}
	digits := strconv.FormatFloat(k, 'g', -1, 64)
	if dtype == "float32" && math.Abs(k) <= math.MaxFloat32 {
		digits = strconv.FormatFloat(k, 'g', -1, 32)
	}
	suffix := "f" + strings.TrimPrefix(strings.TrimPrefix(dtype, "float"), "32")
	return &val{konst: k, t: tensorOf(dtype), c: text(python.Span{}, digits+suffix)}
}

// truth is what Python takes a known value for in a condition: zero, None and what is empty are
// false.
func (v *val) truth() (yes, known bool) {
	switch k := v.konst.(type) {
	case bool:
		return k, true
	case int64:
		return k != 0, true
	case float64:
		return k != 0, true
	case string:
		return k != "", true
	case none:
		return false, true
	}
	return len(v.items) > 0, v.items != nil
}

func (s *scope) unary(x *python.Unary) *val {
	v := s.expr(x.X)
	if yes, known := v.truth(); known && x.Op == "not" {
		return &val{konst: !yes}
	}
	if k, ok := python.Negate(v.konst); ok && x.Op == "-" {
		return &val{konst: k}
	}
	switch v = s.value(x, v); x.Op {
	case "-":
		return &val{loose: true, t: v.t, c: text(s.span(x), "-", operand(v))}
	case "not":
		return &val{loose: true, t: v.t, c: text(s.span(x), "!", operand(v))}
	}
	return s.fail(x, codes.SyntaxError, "`"+x.Op+"` is not read in a program of FractalTensors")
}

// operand is a value as an operand of a sign, in parentheses where it binds less tightly than any.
func operand(v *val) *code {
	if !v.loose {
		return v.c
	}
	return text(python.Span{}, "(", v.c, ")")
}

// fitted is a number as a scalar of the element type of the other operand: literals of Python have
// none of their own, and those of Frac do not change theirs. With τ the type of the other operand:
//
//	n : int literal     becomes n of τ, for integers and floats
//	r : float literal   becomes r of τ for floats; with integers it is a float32, which the check refuses
//	x : computed int    is cast to τ for floats: a size, such as len(xs)
//
// No tensor is converted: `int tensor + float tensor` is an error in Frac.
func (s *scope) fitted(x python.Expr, v, other *val) *val {
	if !other.t.is(tensorType) {
		return s.value(x, v)
	}
	dtype := other.t.dtype
	float := strings.HasPrefix(dtype, "float")
	switch k := v.konst.(type) {
	case int64:
		if float {
			return s.float(x, float64(k), dtype)
		}
		if suffix, ok := integerSuffixes[dtype]; ok {
			return &val{konst: k, t: tensorOf(dtype), c: text(python.Span{}, strconv.FormatInt(k, 10)+suffix)}
		}
	case float64:
		if float {
			return s.float(x, k, dtype)
		}
	case nil:
		if v.t.scalar() && v.t.dtype == "int32" && float {
			return &val{t: tensorOf(dtype), c: text(python.Span{}, "cast(", v.c, ", dtype=\""+dtype+"\")")}
		}
	}
	return s.value(x, v)
}

// integerSuffixes are those of literals, which are of int32 without one.
var integerSuffixes = map[string]string{"int8": "i8", "int16": "i16", "int64": "i64", "uint8": "u8"}

// logical translates `and` and `or`. As in Python, the second operand is not evaluated where the
// first one decides, and a known operand is the result itself.
func (s *scope) logical(x *python.Binary) *val {
	a := s.expr(x.X)
	if yes, known := a.truth(); known {
		if yes == (x.Op == "or") {
			return a
		}
		return s.expr(x.Y)
	}
	second := s.inner()
	b := second.value(x.Y, second.expr(x.Y))
	if len(second.lines) > 0 {
		b = &val{loose: true, c: second.braces(b)}
	}
	sign := map[string]string{"and": " && ", "or": " || "}[x.Op]
	return &val{loose: true, t: tensorOf("bool"), c: text(s.span(x), operand(s.value(x.X, a)), sign, operand(b))}
}

// binary translates an operation of two operands. Of known numbers the result is known; two tuples or
// lists that are written out are joined. Python's `/` of integers gives floats, and `//` and `%` round
// down: floor_divide and floor_mod, and not Frac's `/`, which truncates.
func (s *scope) binary(x python.Expr, sign string, a, b *val) *val {
	if k := arithmetic(sign, a.konst, b.konst); k != nil {
		return &val{konst: k}
	}
	if a.items != nil && b.items != nil && sign == "+" {
		return s.tuple(x, slices.Concat(a.items, b.items))
	}
	first, second := s.fitted(x, a, b), s.fitted(x, b, a)
	t := broadcast(first.t, second.t)
	integers := first.t.integer() && second.t.integer()
	switch sign {
	case "@":
		return &val{t: product(first.t, second.t), c: text(s.span(x), "matmul(", first.c, ", ", second.c, ")")}
	case "/":
		if integers { // which gives floats in Python
			if t != nil {
				t = tensorOf("float32", t.dims...)
			}
			c := text(s.span(x), "cast(", first.c, ", dtype=\"float32\") / cast(", second.c, ", dtype=\"float32\")")
			return &val{loose: true, t: t, c: c}
		}
		return &val{loose: true, t: t, c: text(s.span(x), operand(first), " / ", operand(second))}
	case "//", "%":
		if integers {
			name := map[string]string{"//": "floor_divide", "%": "floor_mod"}[sign]
			return &val{t: t, c: text(s.span(x), name+"(", first.c, ", ", second.c, ")")}
		}
	case "+", "-", "*":
		return &val{loose: true, t: t, c: text(s.span(x), operand(first), " "+sign+" ", operand(second))}
	case "**":
		return &val{t: t, c: text(s.span(x), "power(", first.c, ", ", second.c, ")")}
	}
	return s.fail(x, codes.SyntaxError, "`"+sign+"` is not read in a program of FractalTensors")
}

// product is the type of a matrix product, nil where it is not known or the operands do not fit:
//
//	[B…, m, k] @ [C…, k, n] = [broadcast(B, C)…, m, n]
func product(a, b *typ) *typ {
	if !a.is(tensorType) || !b.is(tensorType) || len(a.dims) < 2 || len(b.dims) < 2 {
		return nil
	}
	if inner := a.dims[len(a.dims)-1]; !fitting(inner, b.dims[len(b.dims)-2]) {
		return nil
	}
	batch := broadcast(tensorOf(a.dtype, a.dims[:len(a.dims)-2]...), tensorOf(b.dtype, b.dims[:len(b.dims)-2]...))
	if batch == nil {
		return nil
	}
	return tensorOf(a.dtype, append(batch.dims, a.dims[len(a.dims)-2], b.dims[len(b.dims)-1])...)
}

// fitting reports whether two extents may be equal.
func fitting(a, b string) bool { return a == b || a == "?" || b == "?" }

// broadcast is the type of an operation on corresponding elements, nil where it is not known or the
// operands do not fit. Axes are aligned at the last; of two extents
//
//	1, d → d      d, d → d      ?, 1 → ?      ?, d → d for d > 1
//
// because an extent that is not known is 1 or d beside d, and d is the result of both.
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
		case own == "1" || own == "?" && d != "1":
			dims[shift+i] = d
		case d != "1" && !fitting(own, d):
			return nil
		}
	}
	return tensorOf(a.dtype, dims...)
}

// compare translates a chain of comparisons, which holds if each does. What is known of it is
// decided here: a link that is known to fail decides the chain.
func (s *scope) compare(x *python.Compare) *val {
	left := s.expr(x.First)
	var parts []*code
	for i, sign := range x.Ops {
		right := s.expr(x.Rest[i])
		yes, known := compareNone(sign, left, right)
		if !known {
			yes, known = compareKnown(sign, left.konst, right.konst)
		}
		switch {
		case known && !yes:
			return &val{konst: false}
		case !known && !slices.Contains([]string{"<", "<=", ">", ">=", "==", "!="}, sign):
			return s.fail(x, codes.SyntaxError, "`"+sign+"` is not read in a program of FractalTensors")
		case !known:
			a, b := s.fitted(x, left, right), s.fitted(x, right, left)
			parts = append(parts, text(s.span(x), operand(a), " "+sign+" ", operand(b)))
		}
		left = right
	}
	if parts == nil {
		return &val{konst: true}
	}
	return &val{loose: true, t: tensorOf("bool"), c: text(s.span(x), joined(python.Span{}, " && ", parts))}
}

// compareNone compares a value with None. No computed value is None, so that the result is always
// known: the idiom `if b is None:` chooses a branch for the arguments of a call.
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

// compareKnown compares known values: numbers by value, so that 2 == 2.0, and others for equality.
func compareKnown(sign string, a, b any) (result, known bool) {
	if order, ok := python.Order(a, b); ok {
		switch sign {
		case "<":
			return order < 0, true
		case "<=":
			return order <= 0, true
		case ">":
			return order > 0, true
		case ">=":
			return order >= 0, true
		case "==":
			return order == 0, true
		case "!=":
			return order != 0, true
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
