package value

import (
	"context"
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

// describe gives the arguments of `Constant` after the elements.
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
	step := (a.held().Len()-1)/mostRead + 1
	found, _ := Measure(context.Background(), a, step)
	if found.Finite > 0 {
		text = fmt.Sprintf("%s, %s to %s, mean %s", text, Digits(found.Least), Digits(found.Most), strconv.FormatFloat(found.Mean, 'g', 6, 64))
	}
	for _, odd := range []struct {
		count int
		name  string
	}{{found.NaN, "NaN"}, {found.Infinite, "infinite"}} {
		if odd.count > 0 {
			text += fmt.Sprintf(", %d %s", odd.count, odd.name)
		}
	}
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
		if stride == 0 && v.Shape[k] > 0 {
			v.Shape[k] = 1
		}
	}
	return v
}
