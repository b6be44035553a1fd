package types

import (
	"strings"
	"unicode/utf8"
)

// Two types side by side, in one walk through both: what is equal is written to
// both texts, what differs is marked in both, down to single extents. The walk
// ends where heads differ. Positions count characters, not bytes.

// Text is a type as messages show it: as String has it, but `_` for what is not
// decided, and no brackets after a data type without parameters.
// What is longer than maxTextLength ends with `…`.
func Text(t Type) string {
	d := sideBySide{most: maxTextLength}
	d.both(t, t)
	return d.got.String()
}

// maxTextLength and maxCompareLength bound the text of a type in a message and of one
// beside another, in bytes.
const (
	maxTextLength    = 1000
	maxCompareLength = 1 << 16
)

// A Comparison is two types as text, and where they differ.
type Comparison struct {
	Want, Got string
	Marks     []Mark // in both texts, from left to right
}

// A Mark is a part by which two types differ, as ranges of characters.
type Mark struct{ WantFrom, WantTo, From, To int }

// Whole reports that nothing of the types is alike.
func (c *Comparison) Whole() bool {
	return len(c.Marks) == 1 && c.Marks[0].From == 0 && c.Marks[0].To == len([]rune(c.Got))
}

// Compare prints two types side by side. While the texts are equally long, the
// extents of a shape are padded so that they stand under each other.
func Compare(want, got Type) Comparison { return compare(want, got, false) }

// CompareExactly is Compare where `?` differs from every other extent.
func CompareExactly(want, got Type) Comparison { return compare(want, got, true) }

func compare(want, got Type, exact bool) Comparison {
	d := sideBySide{exact: exact, most: maxCompareLength}
	d.both(want, got)
	return Comparison{d.want.String(), d.got.String(), d.marks}
}

// A sideBySide prints two types in one walk over both, so that every part is
// written beside the one that it corresponds to.
type sideBySide struct {
	want, got       strings.Builder
	wantLen, gotLen int // in characters
	marks           []Mark
	depth           int
	exact           bool // `?` differs from other extents
	most            int  // bytes
	full            bool // and what comes is left out
}

func (d *sideBySide) write(w, g string) {
	if d.full {
		return
	}
	if left := d.most - max(d.want.Len(), d.got.Len()); max(len(w), len(g)) > left {
		d.full = true
		w, g = cut(w, left), cut(g, left)
	}
	d.want.WriteString(w)
	d.got.WriteString(g)
	d.wantLen += len([]rune(w))
	d.gotLen += len([]rune(g))
}

// cut is the beginning of a text, of whole letters, where it is longer than most bytes.
func cut(text string, most int) string {
	for most > 0 && most < len(text) && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:min(max(most, 0), len(text))] + "…"
}

// marked writes parts that differ.
func (d *sideBySide) marked(w, g string) {
	m := Mark{WantFrom: d.wantLen, From: d.gotLen}
	d.write(w, g)
	m.WantTo, m.To = d.wantLen, d.gotLen
	d.marks = append(d.marks, m)
}

// either writes parts, marked where they differ.
func (d *sideBySide) either(w, g string) {
	if w == g || w == "_" || g == "_" {
		d.write(w, g)
		return
	}
	d.marked(w, g)
}

func (d *sideBySide) both(want, got Type) {
	if d.full {
		return
	}
	if d.depth >= maxPrintDepth {
		d.write("…", "…")
		return
	}
	d.depth++
	defer func() { d.depth-- }()
	if !d.heads(Head(want), Head(got)) {
		d.either(Text(want), Text(got))
	}
}

// heads writes two types of one form part by part; false where they are of
// different forms.
func (d *sideBySide) heads(want, got Type) bool {
	switch w := want.(type) {
	case *Tensor:
		if g, ok := got.(*Tensor); ok && (len(w.Shape) == 0) == (len(g.Shape) == 0) {
			d.tensors(w, g)
			return true
		}
		return false
	case *Tuple:
		if g, ok := got.(*Tuple); ok {
			d.list("(", w.Elems, g.Elems, map[bool]string{true: ",)", false: ")"}[len(w.Elems) == 1 && len(g.Elems) == 1])
			return true
		}
		return false
	case *Fractal:
		if g, ok := got.(*Fractal); ok {
			d.wrapped("FractalTensor[", w.Elem, g.Elem, "]")
			return true
		}
		return false
	case *Ref:
		if g, ok := got.(*Ref); ok {
			d.wrapped("ref(", w.Elem, g.Elem, ")")
			return true
		}
		return false
	case *ADT:
		if g, ok := got.(*ADT); ok && len(w.Args) == len(g.Args) {
			d.either(w.Decl.Name, g.Decl.Name)
			if len(w.Args) > 0 {
				d.list("[", w.Args, g.Args, "]")
			}
			return true
		}
		return false
	case *Func:
		if g, ok := got.(*Func); ok && len(w.Params) == 0 && len(g.Params) == 0 && len(w.Where)+len(g.Where) == 0 {
			d.write("fn", "fn")
			d.list("(", w.In, g.In, ")")
			d.write(" -> ", " -> ")
			d.both(w.Out, g.Out)
			return true
		}
		if g, ok := got.(*Func); ok && want == got {
			text := strings.ReplaceAll(String(g), "[]", "")
			d.write(text, text)
			return true
		}
		return false
	}
	if want != got {
		return false
	}
	d.same(want)
	return true
}

// same writes what has no parts.
func (d *sideBySide) same(t Type) {
	text := "_"
	if v, ok := t.(*Var); ok && v.Rigid || isExtent(t) {
		if text = String(t); ok {
			text = v.Name
		}
	}
	d.write(text, text)
}

func isExtent(t Type) bool {
	_, ok := t.(*Extent)
	return ok
}

func (d *sideBySide) wrapped(open string, want, got Type, shut string) {
	d.write(open, open)
	d.both(want, got)
	d.write(shut, shut)
}

// list writes the parts of two types; lists of different lengths differ as a
// whole.
func (d *sideBySide) list(open string, want, got []Type, shut string) {
	d.write(open, open)
	if len(want) != len(got) {
		d.unequal(want, got)
		d.write(shut, shut)
		return
	}
	for i := 0; i < len(want) && !d.full; i++ {
		if i > 0 {
			d.write(", ", ", ")
		}
		d.both(want[i], got[i])
	}
	d.write(shut, shut)
}

// unequal writes lists of different lengths: what they begin with in common,
// and the rest.
func (d *sideBySide) unequal(want, got []Type) {
	n := 0
	for n < min(len(want), len(got)) && Text(want[n]) == Text(got[n]) {
		n++
	}
	common := texts(got[:n])
	d.write(common, common)
	sep := func(rest []Type) string {
		if n > 0 && len(rest) > 0 {
			return ", "
		}
		return ""
	}
	d.write(sep(want[n:]), sep(got[n:]))
	d.marked(texts(want[n:]), texts(got[n:]))
}

// texts writes several types.
func texts(ts []Type) string {
	var parts []string
	for length := 0; len(parts) < len(ts) && length <= maxTextLength; {
		parts = append(parts, Text(ts[len(parts)]))
		length += len(parts[len(parts)-1])
	}
	if len(parts) < len(ts) {
		parts = append(parts, "…")
	}
	return strings.Join(parts, ", ")
}

func (d *sideBySide) tensors(w, g *Tensor) {
	if len(w.Shape) == 0 {
		d.either(w.Dtype.String(), g.Dtype.String())
		return
	}
	d.write("Tensor[(", "Tensor[(")
	if len(w.Shape) == len(g.Shape) {
		d.extents(w.Shape, g.Shape)
	} else {
		d.marked(inner(w.Shape), inner(g.Shape))
	}
	d.write("), ", "), ")
	d.either(w.Dtype.String(), g.Dtype.String())
	d.write("]", "]")
}

func inner(shape []Dim) string {
	text := ShapeString(shape)
	return text[1 : len(text)-1]
}

func (d *sideBySide) extents(w, g []Dim) {
	aligned := d.wantLen == d.gotLen
	for i := range w {
		if i > 0 {
			d.write(", ", ", ")
		}
		a, b := w[i].String(), g[i].String()
		if width := max(len([]rune(a)), len([]rune(b))); aligned && a != b {
			d.write(blanks(width-len([]rune(a))), blanks(width-len([]rune(b))))
		}
		if !d.exact && (w[i].Loose() || g[i].Loose()) {
			d.write(a, b)
		} else {
			d.either(a, b)
		}
	}
}

func blanks(n int) string { return strings.Repeat(" ", n) }
