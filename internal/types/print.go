package types

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Printing bounds itself: a type has few parts as a graph and may have very many
// as a text, which is as long as its distinct parts allow. What is left out is `…`.
// Who asks whether two types are the same asks for their keys.

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// String is the canonical text of a type: `Tensor[(3, n, ?), float32]`,
// scalars as `int32`, `fn(A) -> B`, `(A,)`, `List[a]`, `FractalTensor[T]`. Type
// parameters keep their declared names; invented variables are named a, b, …
// in order of appearance, past the declared names.
func String(t Type) string { return Strings(t)[0] }

// Key is a text that distinguishes types: String where that is short, else a hash of it.
func Key(t Type) string { return Keys(t)[0] }

// Keys are the keys of several types with one naming of their variables.
func Keys(ts ...Type) []string {
	p := newPrinter(ts)
	p.most = maxKeyLength
	texts, short := make([]string, len(ts)), false
	for i, t := range ts {
		texts[i] = p.text(t)
		short = short || p.short
	}
	if short {
		h := newHasher()
		for i, t := range ts {
			texts[i] = fmt.Sprintf("#%016x", h.of(t))
		}
	}
	return texts
}

// ConstraintString prints a constraint as it follows `where`.
func ConstraintString(c Constraint) string {
	p := newPrinter(append(slices.Clip(c.Args), c.Out))
	p.constraint(c)
	return p.out.String()
}

// Strings prints several types with one naming of their variables.
func Strings(ts ...Type) []string {
	p := newPrinter(ts)
	texts := make([]string, len(ts))
	for i, t := range ts {
		texts[i] = p.text(t)
	}
	return texts
}

// Texts is Strings for messages: what is longer than maxTextLength is cut.
func Texts(ts ...Type) []string {
	texts := Strings(ts...)
	for i, text := range texts {
		if len(text) > maxTextLength {
			texts[i] = cut(text, maxTextLength)
		}
	}
	return texts
}

func newPrinter(ts []Type) *printer {
	p := &printer{most: minPrintLength + manyVisits*lettersPerPart}
	for _, t := range ts {
		p.collect(t)
	}
	if p.parts > manyVisits {
		h := newHasher()
		for _, t := range ts {
			h.of(t)
		}
		p.most = minPrintLength + len(h.forms)*lettersPerPart
	}
	return p
}

// text prints one type.
func (p *printer) text(t Type) string {
	p.out.Reset()
	p.short = false
	p.print(t)
	return p.out.String()
}

type printer struct {
	out   strings.Builder
	taken map[string]bool
	next  int // the number of names invented so far
	names map[*Var]string
	depth int
	parts int  // of the types that are printed
	most  int  // bytes
	short bool // something was left out
}

// A type whose parts are mostly different is printed in full, but for what lies deeper
// than maxPrintDepth: beyond minPrintLength, each distinct part adds lettersPerPart
// bytes to what may be printed.
const (
	maxPrintDepth  = 200
	minPrintLength = 1 << 10
	lettersPerPart = 100
	maxKeyLength   = 1 << 12
)

// collect notes the declared names, which invented ones must avoid.
func (p *printer) collect(t Type) {
	Walk(t, func(t Type) bool {
		p.parts++
		switch t := t.(type) {
		case *Var:
			p.take(t.Name)
		case *Func:
			for _, param := range t.Params {
				p.take(param.Name)
			}
		}
		return true
	})
}

func (p *printer) take(name string) {
	if name == "" {
		return
	}
	if p.taken == nil {
		p.taken = map[string]bool{}
	}
	p.taken[name] = true
}

func (p *printer) print(t Type) {
	if p.depth >= maxPrintDepth || p.out.Len() >= p.most {
		p.out.WriteString("…")
		p.short = true
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	switch t := Head(t).(type) {
	case nil:
		p.out.WriteString("_")
	case *Tensor:
		p.tensor(t)
	case *Tuple:
		p.tuple(t)
	case *Func:
		p.function(t)
	case *Ref:
		p.wrap("ref(", t.Elem, ")")
	case *ADT:
		p.data(t)
	case *Fractal:
		p.wrap("FractalTensor[", t.Elem, "]")
	case *Var:
		p.out.WriteString(p.name(t))
	case *Extent:
		p.out.WriteString(t.Dim.String())
	case *Bad:
		p.out.WriteString("_")
	}
}

// data prints a data type; one without parameters is its name.
func (p *printer) data(t *ADT) {
	p.out.WriteString(t.Decl.Name)
	if len(t.Args) > 0 {
		p.out.WriteByte('[')
		p.list(t.Args)
		p.out.WriteByte(']')
	}
}

func (p *printer) wrap(opening string, t Type, closing string) {
	p.out.WriteString(opening)
	p.print(t)
	p.out.WriteString(closing)
}

func (p *printer) list(ts []Type) {
	for i, t := range ts {
		if p.out.Len() >= p.most {
			p.out.WriteString(", …")
			p.short = true
			return
		}
		if i > 0 {
			p.out.WriteString(", ")
		}
		p.print(t)
	}
}

func (p *printer) tensor(t *Tensor) {
	if len(t.Shape) == 0 {
		p.out.WriteString(t.Dtype.String())
		return
	}
	p.out.WriteString("Tensor[")
	p.out.WriteString(ShapeString(t.Shape))
	p.out.WriteString(", ")
	p.out.WriteString(t.Dtype.String())
	p.out.WriteByte(']')
}

// ShapeString prints extents: `(3, n, ?)`.
func ShapeString(shape []Dim) string {
	texts := make([]string, len(shape))
	for i, d := range shape {
		texts[i] = d.String()
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

func (p *printer) tuple(t *Tuple) {
	p.out.WriteByte('(')
	p.list(t.Elems)
	if len(t.Elems) == 1 {
		p.out.WriteByte(',')
	}
	p.out.WriteByte(')')
}

func (p *printer) function(t *Func) {
	p.out.WriteString("fn")
	if len(t.Params) > 0 {
		p.params(t.Params)
	}
	p.out.WriteByte('(')
	p.list(t.In)
	p.out.WriteString(") -> ")
	p.print(t.Out)
	for i, c := range t.Where {
		p.out.WriteString([]string{", ", " where "}[b2i(i == 0)])
		p.constraint(c)
	}
}

func (p *printer) constraint(c Constraint) {
	p.out.WriteString(c.Op)
	p.out.WriteByte('(')
	p.list(c.Args)
	p.out.WriteString(c.With + ") = ")
	p.print(c.Out)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (p *printer) params(params []Param) {
	names := make([]string, len(params))
	for i, q := range params {
		names[i] = q.Name
		if q.Var != nil {
			names[i] = p.name(q.Var)
		}
	}
	p.out.WriteString("<" + strings.Join(names, ", ") + ">")
}

func (p *printer) name(v *Var) string {
	if v.Name != "" {
		return v.Name
	}
	if name, ok := p.names[v]; ok {
		return name
	}
	if p.names == nil {
		p.names = map[*Var]string{}
	}
	name := p.invent()
	p.names[v] = name
	p.take(name)
	return name
}

// invent finds the first free name of a, b, …, z, a1, b1, ….
func (p *printer) invent() string {
	for ; ; p.next++ {
		i := p.next
		name := string(rune('a' + i%26))
		if i >= 26 {
			name += strconv.Itoa(i / 26)
		}
		if !p.taken[name] {
			return name
		}
	}
}
