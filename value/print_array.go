package value

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// edge is the number of elements at each end of a dimension that a summary
// shows.
const edge = 3

// array prints a tensor: nested brackets, inside other values as `Constant`,
// which names what the brackets do not tell.
func (p *printer) array(a *Array, inside bool) {
	t := tensorPrinter{printer: p, array: a, suffixed: !inside, index: make([]int, a.Rank()), left: mostShort}
	t.short = p.style.Most > 0 && a.Len() > p.style.Most || emptyRows(a) > mostEmptyRows
	if inside {
		p.text("Constant(")
	}
	t.dimension(0)
	if inside {
		p.text(describe(a) + ")")
	}
	if t.short {
		p.text(" {" + summary(a) + "}")
	}
}

// mostShort is how many elements a summary shows of an array with so many
// dimensions that their ends are still many.
const mostShort = 1 << 12

// mostEmptyRows bounds the brackets that are printed of an array without
// elements: its other dimensions may have any size.
const mostEmptyRows = 1 << 12

// emptyRows counts the brackets around nothing in an array without elements.
func emptyRows(a *Array) int {
	rows := 1
	for _, n := range a.Shape {
		if n == 0 {
			return rows
		}
		if rows > mostEmptyRows {
			continue
		}
		rows *= min(n, mostEmptyRows+1)
	}
	return 0
}

// describe gives the arguments of `Constant` behind the elements.
func describe(a *Array) string {
	text := ""
	if slices.Contains(a.Shape, 0) {
		text = ", " + ShapeText(a.Shape)
	}
	if d := a.Dtype; text != "" || d != Int32 && d != Float32 && d != Bool {
		text += ", " + d.String()
	}
	return text
}

// A tensorPrinter recurses over dimensions.
type tensorPrinter struct {
	*printer
	array    *Array
	suffixed bool
	short    bool
	index    []int
	left     int // elements that a summary may still show
}

func (t *tensorPrinter) dimension(k int) {
	if k == len(t.index) {
		t.left--
		s := t.array.ScalarAt(t.index...)
		t.buf = appendNumber(t.buf, s)
		if t.suffixed {
			t.buf = append(t.buf, suffix(s)...)
		}
		t.text("")
		return
	}
	t.text("[")
	n := t.array.Shape[k]
	for i := 0; i < n; i++ {
		if i > 0 {
			t.text(", ")
		}
		if t.short && n > 2*edge && i == edge {
			t.text("…, ")
			i = n - edge
		}
		if t.short && t.left <= 0 {
			t.text("…")
			break
		}
		t.index[k] = i
		t.dimension(k + 1)
	}
	t.text("]")
}

// summary tells the type of a tensor and the range and mean of its numbers.
func summary(a *Array) string {
	shape := strings.TrimSuffix(strings.TrimPrefix(ShapeText(a.Shape), "("), ")")
	text := fmt.Sprintf("Tensor[(%s), %s]", strings.TrimSuffix(shape, ","), a.Dtype)
	if a.Dtype == Bool || a.Len() == 0 {
		return text
	}
	held := a.held()
	step := (held.Len()-1)/mostRead + 1
	least, most, mean := statistics(held, step)
	text = fmt.Sprintf("%s, %s to %s, mean %s", text, number(least), number(most), strconv.FormatFloat(mean, 'g', 6, 64))
	if step > 1 {
		text += fmt.Sprintf(", by one element in %d", step)
	}
	return text
}

// mostRead is how many elements a summary looks at.
const mostRead = 1 << 24

// held is the array without the repetitions that a broadcast makes: the range
// and the mean are the same.
func (a *Array) held() *Array {
	v := a.view()
	for k, stride := range a.Strides {
		if stride == 0 {
			v.Shape[k] = 1
		}
	}
	return v
}

func number(s Scalar) string { return string(appendNumber(nil, s)) }

// statistics looks at one element in so many.
func statistics(a *Array, step int) (least, most Scalar, mean float64) {
	reader, n, sum := NewReader(a), 0, 0.0
	least, most = Load(a.Dtype, reader.Read(0, 1), 0), Load(a.Dtype, reader.Read(0, 1), 0)
	for i := 0; i < a.Len(); i += step {
		s := Load(a.Dtype, reader.Read(i, 1), 0)
		x := s.Float()
		sum += x
		n++
		if x < least.Float() {
			least = s
		}
		if x > most.Float() {
			most = s
		}
	}
	return least, most, sum / float64(n)
}
