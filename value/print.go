package value

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Text spells a value in the language's own syntax. It takes time and memory in
// proportion to the value, however deep that is.
func Text(v Value) string {
	var b strings.Builder
	Style{}.Print(&b, v)
	return b.String()
}

// A Style says how values are printed. The zero Style prints all of them.
type Style struct {
	// Most is the greatest number of elements of a tensor, or of constructors
	// and elements of another value, that are printed; longer tensors show the
	// elements at their ends with a summary, other values their beginning. 0
	// is no bound.
	Most int
}

// Summary spells a value in a few lines.
func Summary(v Value) string {
	var b strings.Builder
	Style{Most: 100}.Print(&b, v)
	return b.String()
}

// Print writes a value.
func (s Style) Print(w io.Writer, v Value) error {
	p := printer{style: s, w: w}
	if a, ok := v.(*Array); ok {
		p.array(a, false)
	} else {
		p.push(v)
		p.run()
	}
	p.flush()
	return p.err
}

// A printer keeps what is still to be printed, last first, so that nothing
// recurses over values: an entry is a Value or a string.
type printer struct {
	style   Style
	w       io.Writer
	buf     []byte
	err     error
	todo    []any
	printed int
	open    []*Cell // those around what is printed now
}

// A closing ends what was printed of a Cell.
type closing struct{}

func (p *printer) push(v Value) { p.todo = append(p.todo, v) }
func (p *printer) text(s string) {
	p.buf = append(p.buf, s...)
	if len(p.buf) > 1<<15 {
		p.flush()
	}
}

func (p *printer) flush() {
	if p.err == nil {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
}

func (p *printer) run() {
	for len(p.todo) > 0 && p.err == nil {
		last := len(p.todo) - 1
		next := p.todo[last]
		p.todo = p.todo[:last]
		switch next := next.(type) {
		case string:
			p.text(next)
		case closing:
			p.open = p.open[:len(p.open)-1]
			p.text(")")
		case Value:
			p.value(next)
		case nil:
			p.text("_")
		}
	}
}

// value prints one value, or its beginning, and pushes the rest.
func (p *printer) value(v Value) {
	if p.printed++; p.style.Most > 0 && p.printed > p.style.Most {
		p.text("…")
		return
	}
	switch v := v.(type) {
	case Scalar:
		p.buf = AppendScalar(p.buf, v)
		p.text("")
	case *Array:
		p.array(v, true)
	case *Data:
		p.text(v.Name + "(")
		p.list(v.Fields, ")")
	case *Tuple:
		p.text("(")
		p.tuple(v.Elems)
	case *Fractal:
		p.text("[")
		p.fractal(v)
	case *Cell:
		p.cell(v)
	case Func:
		p.text(fmt.Sprintf("fn/%d", v.Arity()))
	}
}

func (p *printer) list(vs []Value, end string) {
	p.todo = append(p.todo, end)
	for i := len(vs) - 1; i >= 0; i-- {
		p.todo = append(p.todo, vs[i])
		if i > 0 {
			p.todo = append(p.todo, ", ")
		}
	}
}

func (p *printer) tuple(vs []Value) {
	if len(vs) == 1 {
		p.list(vs, ",)")
		return
	}
	p.list(vs, ")")
}

// fractal pushes the elements, those at the beginning only where there are more
// than may be printed.
func (p *printer) fractal(f *Fractal) {
	n, end := f.Len(), "]"
	if most := p.style.Most; most > 0 && n > most {
		n, end = max(most-p.printed, 1), fmt.Sprintf(", … %d elements in all]", n)
	}
	elems := make([]Value, n)
	for i := range elems {
		elems[i] = f.At(i)
	}
	p.list(elems, end)
}

func (p *printer) cell(c *Cell) {
	if slices.Contains(p.open, c) {
		p.text("ref(…)")
		return
	}
	p.text("ref(")
	p.open = append(p.open, c)
	p.todo = append(p.todo, closing{})
	p.push(c.Elem)
}

// AppendScalar spells a number with the suffix of its dtype, or as a constant where
// literals of the dtype have none.
func AppendScalar(b []byte, s Scalar) []byte {
	if s.Dtype == Bfloat16 {
		b = append(b, "Constant("...)
		return append(appendNumber(b, s), ", (), bfloat16)"...)
	}
	b = appendNumber(b, s)
	return append(b, suffix(s)...)
}

func suffix(s Scalar) string {
	text := dtypes[s.Dtype].suffix
	if s.Dtype.IsFloat() {
		if x := s.Float(); x-x != 0 {
			return strings.TrimPrefix(text, "f")
		}
	}
	return text
}

func appendNumber(b []byte, s Scalar) []byte {
	switch {
	case s.Dtype == Bool && s.Bits != 0:
		return append(b, "True"...)
	case s.Dtype == Bool:
		return append(b, "False"...)
	case s.Dtype.IsFloat():
		return appendFloat(b, s)
	case s.Dtype.IsSigned():
		return strconv.AppendInt(b, int64(s.Bits), 10)
	}
	return strconv.AppendUint(b, s.Bits, 10)
}

// appendFloat writes the shortest digits that read as the same number, always
// with a point or an exponent, so that they read as a float.
func appendFloat(b []byte, s Scalar) []byte {
	x := s.Float()
	switch {
	case x != x:
		return append(b, "nanf"...)
	case x-x != 0 && x > 0:
		return append(b, "inff"...)
	case x-x != 0:
		return append(b, "-inff"...)
	}
	digits := shortest(s, x)
	b = append(b, digits...)
	if !strings.ContainsAny(digits, ".e") {
		b = append(b, ".0"...)
	}
	return b
}

func shortest(s Scalar, x float64) string {
	width := 32
	if s.Dtype == Float64 {
		width = 64
	}
	format := byte('g')
	if size := max(x, -x); size == 0 || size >= 1e-4 && size < 1e16 {
		format = 'f'
	}
	if !s.Dtype.IsHalf() {
		return strconv.FormatFloat(x, format, -1, width)
	}
	for precision := 1; ; precision++ {
		text := strconv.FormatFloat(x, 'e', precision-1, 64)
		if y, _ := strconv.ParseFloat(text, 64); FromFloat(s.Dtype, y).Bits == s.Bits {
			return strconv.FormatFloat(y, format, -1, 64)
		}
	}
}
