package value

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Text spells a value in the language's own syntax. It takes time and memory in
// proportion to the value, however deep that is and however often it holds the same
// part: a value that would be spelled much longer than it is becomes a block that names
// its shared parts, `{ let %s1 = (1, 2); (%s1, %s1) }`.
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

// A Spelling tells a text from one that ends before the value does.
type Spelling struct {
	Text  string
	Whole bool
}

// Within spells a value as Text does if that takes at most so many bytes. It takes no
// longer than that, whatever the value.
func Within(v Value, most int) Spelling {
	if t := (traversal{left: most}); !t.tree(v) {
		return Spelling{}
	}
	text := Text(v)
	if len(text) > most {
		return Spelling{}
	}
	return Spelling{text, true}
}

// Summary spells a value in a few lines.
func Summary(v Value) string {
	var b strings.Builder
	Style{Most: 100}.Print(&b, v)
	return b.String()
}

// Print writes a value.
func (s Style) Print(w io.Writer, v Value) error {
	p := printer{style: s, w: w, open: map[*Cell]bool{}}
	if a, ok := v.(*Array); ok {
		p.array(a, false)
	} else if parts, elems := s.shared(v); parts != nil {
		p.elems = elems
		p.block(v, parts)
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
	open    map[*Cell]bool // those around what is printed now
	names   map[Value]string
	elems   map[*Fractal][]Value // those that have names are among them
}

// A closing ends what was printed of a Cell.
type closing struct{ cell *Cell }

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
			delete(p.open, next.cell)
			p.text(")")
		case comma:
			p.comma(next)
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
	if name, named := p.names[v]; named {
		p.text(name)
		return
	}
	p.whole(v)
}

// whole prints a value that has no name.
func (p *printer) whole(v Value) {
	switch v := v.(type) {
	case Scalar:
		p.buf = appendScalar(p.buf, v)
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

// list pushes values, those at the beginning only where no more may be printed.
func (p *printer) list(vs []Value, end string) {
	if left := p.style.Most - p.printed; p.style.Most > 0 && len(vs) > max(left, leastShown) {
		end = fmt.Sprintf(", … %d elements in all%s", len(vs), end)
		vs = vs[:max(left, leastShown)]
	}
	p.todo = append(p.todo, end)
	for i := len(vs) - 1; i >= 0; i-- {
		p.todo = append(p.todo, vs[i])
		if i > 0 {
			p.todo = append(p.todo, ", ")
		}
	}
}

// leastShown is how many elements of a tuple or fields of a constructor are counted out,
// if only as `…`, wherever they stand.
const leastShown = 8

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
	if left := p.style.Most - p.printed; p.style.Most > 0 && n > max(left, leastShown) {
		n, end = max(left, 1), fmt.Sprintf(", … %d elements in all]", n)
	}
	p.todo = append(p.todo, end)
	next := comma{rest: len(p.todo) - 1, length: f.Len()}
	known := p.elems[f]
	for i := n - 1; i >= 0; i-- {
		if known != nil {
			p.todo = append(p.todo, known[i])
		} else {
			p.todo = append(p.todo, f.At(i))
		}
		if i > 0 {
			p.todo = append(p.todo, next)
		}
	}
}

// A comma is between two elements of a FractalTensor, and knows how many entries stand
// after all of them, and how many elements there are.
type comma struct{ rest, length int }

// comma prints one, or instead of all that follows how many elements there are, where the
// elements in front took what may be printed.
func (p *printer) comma(c comma) {
	if p.style.Most == 0 || p.printed < p.style.Most || c.length <= leastShown {
		p.text(", ")
		return
	}
	p.todo = p.todo[:c.rest]
	p.text(fmt.Sprintf(", … %d elements in all]", c.length))
}

func (p *printer) cell(c *Cell) {
	if p.open[c] {
		p.text("ref(…)")
		return
	}
	p.text("ref(")
	p.open[c] = true
	p.todo = append(p.todo, closing{c})
	p.push(c.Elem)
}

// appendScalar spells a number with the suffix of its dtype, or as a constant where
// literals of the dtype have none.
func appendScalar(b []byte, s Scalar) []byte {
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
		if y, err := ParseFloat(s.Dtype, text); err == nil && y.Bits == s.Bits {
			wide, _ := strconv.ParseFloat(text, 64)
			return strconv.FormatFloat(wide, format, -1, 64)
		}
	}
}

// Digits spells a number without the suffix of its dtype.
func Digits(s Scalar) string { return string(appendNumber(nil, s)) }
