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
