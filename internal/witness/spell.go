package witness

import (
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/value"
)

// mostText bounds the text of an argument.
const mostText = 20_000

// Spell writes an argument as an expression; false where there is none that is short enough.
func Spell(v shadow.Value) (string, bool) {
	w := &speller{}
	w.value(v)
	return w.String(), !w.refused && w.Len() <= mostText
}

type speller struct {
	strings.Builder
	refused bool
}

func (w *speller) value(v shadow.Value) {
	if w.Len() > mostText {
		w.refused = true
	}
	if w.refused {
		return
	}
	switch v := v.(type) {
	case *shadow.Tensor:
		w.tensor(v.Program)
	case *shadow.Tuple:
		if len(v.Elems) == 1 {
			w.list("(", v.Elems, ",)")
			return
		}
		w.list("(", v.Elems, ")")
	case *shadow.Sequence:
		w.sequence(v)
	case *shadow.Data:
		w.WriteString(v.Of.Name)
		if len(v.Fields) > 0 {
			w.list("(", v.Fields, ")")
		}
	default:
		w.refused = true
	}
}

func (w *speller) list(open string, parts []shadow.Value, end string) {
	w.WriteString(open)
	for i, p := range parts {
		if i > 0 {
			w.WriteString(", ")
		}
		w.value(p)
	}
	w.WriteString(end)
}

// sequence writes elements one by one, or the same tensor many times as slices of one.
func (w *speller) sequence(v *shadow.Sequence) {
	if t, ok := alike(v.Elems); ok && len(v.Elems) > 4 && len(t.Program.Shape) > 0 {
		if s, uniform := uniformOf(t.Program); uniform && t.Program.Dtype != value.Bfloat16 {
			w.WriteString("slices(")
			w.filled(s, append([]int{len(v.Elems)}, t.Program.Shape...))
			w.WriteString(", axis=0)")
			return
		}
	}
	w.list("[", v.Elems, "]")
}

// alike is the tensor that all elements are equal to.
func alike(elems []shadow.Value) (*shadow.Tensor, bool) {
	var first *shadow.Tensor
	var number value.Scalar
	for i, e := range elems {
		t, ok := e.(*shadow.Tensor)
		if !ok {
			return nil, false
		}
		s, uniform := uniformOf(t.Program)
		if !uniform || i > 0 && s != number {
			return nil, false
		}
		first, number = t, s
	}
	return first, first != nil
}

// uniformOf is the number that all elements of an array are.
func uniformOf(a *value.Array) (value.Scalar, bool) {
	data := a.Flat()
	n := value.Length(data)
	if n == 0 {
		return value.FromInt(a.Dtype, 0), true
	}
	first := value.Load(a.Dtype, data, 0)
	for i := 1; i < n; i++ {
		if value.Load(a.Dtype, data, i) != first {
			return first, false
		}
	}
	return first, true
}

func (w *speller) tensor(a *value.Array) {
	if a.Dtype == value.Bfloat16 {
		w.WriteString("cast(")
		w.tensor(a.Convert(value.Float32))
		w.WriteString(`, dtype="bfloat16")`)
		return
	}
	if len(a.Shape) == 0 {
		w.number(a.Item())
		return
	}
	if s, uniform := uniformOf(a); uniform {
		w.filled(s, a.Shape)
		return
	}
	w.WriteString("Constant(")
	at := 0
	w.nested(a.Dtype, a.Flat(), a.Shape, &at)
	if !a.Dtype.IsFloat() {
		w.WriteString(", " + a.Dtype.String())
	}
	w.WriteString(")")
}

// filled writes a tensor of one number.
func (w *speller) filled(s value.Scalar, shape []int) {
	w.WriteString("Constant(")
	w.element(s)
	w.WriteString(", (")
	for i, n := range shape {
		if i > 0 {
			w.WriteString(", ")
		}
		w.WriteString(strconv.Itoa(n))
	}
	w.WriteString("), " + s.Dtype.String() + ")")
}

func (w *speller) nested(d value.Dtype, data any, shape []int, at *int) {
	if w.Len() > mostText {
		w.refused = true
		return
	}
	if len(shape) == 0 {
		w.element(value.Load(d, data, *at))
		*at++
		return
	}
	w.WriteString("[")
	for i := range shape[0] {
		if i > 0 {
			w.WriteString(", ")
		}
		w.nested(d, data, shape[1:], at)
	}
	w.WriteString("]")
}

// element writes a number of a tensor that names its dtype; floats have a suffix.
func (w *speller) element(s value.Scalar) {
	if s.Dtype.IsFloat() || s.Dtype == value.Bool {
		w.number(s)
		return
	}
	if s.Dtype == value.Uint64 {
		w.WriteString(strconv.FormatUint(s.Bits, 10))
		return
	}
	w.WriteString(strconv.FormatInt(s.Int(), 10))
}

func (w *speller) number(s value.Scalar) {
	switch x := s.Float(); {
	case s.Dtype == value.Bool:
		w.WriteString(map[bool]string{true: "True", false: "False"}[s.IsTrue()])
	case s.Dtype.IsFloat() && (math.IsNaN(x) || math.IsInf(x, 0)):
		w.refused = true
	case s.Dtype.IsFloat():
		w.WriteString(floatText(x, s.Dtype))
	case s.Dtype == value.Int32:
		w.WriteString(strconv.FormatInt(s.Int(), 10))
	case s.Dtype == value.Uint64:
		w.WriteString(strconv.FormatUint(s.Bits, 10) + "u64")
	case s.Dtype.IsSigned():
		w.WriteString(strconv.FormatInt(s.Int(), 10) + "i" + strconv.Itoa(s.Dtype.Bits()))
	default:
		w.WriteString(strconv.FormatInt(s.Int(), 10) + "u" + strconv.Itoa(s.Dtype.Bits()))
	}
}

// floatText is the shortest text of a float that is read as the same number.
func floatText(x float64, d value.Dtype) string {
	bits, suffix := 32, "f"
	switch d {
	case value.Float64:
		bits, suffix = 64, "f64"
	case value.Float16:
		suffix = "f16"
	}
	text := strconv.FormatFloat(x, 'g', -1, bits)
	if strings.Contains(text, "e") {
		text = strings.NewReplacer("e+0", "e", "e-0", "e-", "e+", "e").Replace(text)
	}
	return text + suffix
}
