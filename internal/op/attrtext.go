package op

import (
	"math"
	"strconv"
	"strings"
)

// String prints the attributes that the call writes, as they follow the
// arguments of a constraint: `, axis=[1], keepdims=1`; "" where it writes none.
// Truth values are numbers there, for a constraint is made of types.
func (a Attrs) String() string {
	var b strings.Builder
	for i, given := range a.Given {
		if !given {
			continue
		}
		v := a.Values[i]
		if v.Kind == BoolValue {
			v = Int(v.Int)
		}
		b.WriteString(", " + a.Op.Attrs[i].Name + "=" + v.String())
	}
	return b.String()
}

// floatText prints a number with a fraction, which reads as the same one.
func floatText(x float64) string {
	switch {
	case math.IsNaN(x):
		return "nanf"
	case math.IsInf(x, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+") + "f"
	}
	return strconv.FormatFloat(x, 'g', -1, 64) + "f"
}

// String prints a value in the language's syntax.
func (v Value) String() string {
	switch v.Kind {
	case IntValue:
		return strconv.FormatInt(v.Int, 10)
	case FloatValue:
		return floatText(v.Float)
	case BoolValue:
		return []string{"False", "True"}[v.Int&1]
	case StringValue:
		return strconv.Quote(v.Str)
	case DimValue:
		return v.Dim.String()
	case ListValue:
		texts := make([]string, len(v.List))
		for i, e := range v.List {
			texts[i] = e.String()
		}
		return "[" + strings.Join(texts, ", ") + "]"
	case NoneValue:
		return "None"
	}
	return "_"
}
