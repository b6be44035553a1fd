package format

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A printer decides where lines end, as Oppen's printer does; but where that one
// computes widths in a ring buffer while it prints, all ops of an item are in
// memory here and prefix sums replace the buffer. For each op it knows what the ops in
// front of it measure when flat, so that whether a group fits is one
// subtraction.
type printer struct {
	builder
	file    *syntax.File
	options Options
	stays   map[int]bool // items that are not to be touched

	widths []int32 // of all ops before each
	hards  []int32 // how many hard gaps are before each op
	breaks []int32 // the first gap from each op on at which a line may end
	margin []int32 // of the open indentations
	column int32
}

func newPrinter(f *syntax.File, o Options, stays map[int]bool) *printer {
	p := &printer{file: f, options: o, stays: stays}
	p.text = f.Text()
	return p
}

// run gives the edits that lay the items from one index to another out.
func (p *printer) run(from, to int) []syntax.Edit {
	if from > 0 {
		p.leave(0, from)
	} else if strings.HasPrefix(p.text, byteOrderMark) {
		p.end = int32(len(byteOrderMark))
	}
	for i := from; i < to; i++ {
		if p.options.stopped() {
			return nil
		}
		if p.untouched(i) {
			p.leave(i, i+1)
			continue
		}
		p.build(p.file.Item(i), p.file.Start(i))
		p.print()
	}
	alignComments(p.text, p.pieces)
	edits := p.edits()
	if to == p.file.Len() {
		edits = p.finish(edits)
	}
	return edits
}

const byteOrderMark = "\uFEFF"

// untouched reports whether an item stays as it is: one with mistakes, and one
// that shares a line with such an item.
func (p *printer) untouched(i int) bool {
	if len(p.file.Item(i).Errors) > 0 || p.stays[i] {
		return true
	}
	last := len(p.pieces) - 1
	return last >= 0 && p.pieces[last].kind == unformatted && p.text[p.end-1] != '\n'
}

// leave passes over the items from one index to another.
func (p *printer) leave(from, to int) {
	at := syntax.Span{Start: p.file.Start(from), End: int32(len(p.text))}
	if to < p.file.Len() {
		at.End = p.file.Start(to)
	}
	if last := len(p.pieces) - 1; last >= 0 && p.pieces[last].kind == unformatted {
		p.pieces[last].span.End = at.End
	} else {
		p.pieces = append(p.pieces, piece{span: at, kind: unformatted})
	}
	p.end = at.End
}

// measure fills the tables that print asks.
func (p *printer) measure() {
	n := len(p.ops)
	p.widths, p.hards, p.breaks = grow(p.widths, n+1), grow(p.hards, n+1), grow(p.breaks, n+1)
	for i, o := range p.ops {
		width, hards := o.width, int32(0)
		if o.kind == opGap {
			width = int32(o.gap.blanks)
			if o.gap.kind == hard {
				hards = 1
			}
		}
		p.widths[i+1], p.hards[i+1] = p.widths[i]+width, p.hards[i]+hards
	}
	p.breaks[n] = int32(n)
	for i := n - 1; i >= 0; i-- {
		p.breaks[i] = p.breaks[i+1]
		if p.ops[i].kind == opGap && p.ops[i].gap.kind != glue {
			p.breaks[i] = int32(i)
		}
	}
}

func grow(s []int32, n int) []int32 {
	if cap(s) < n {
		s = make([]int32, 2*n)
	}
	s = s[:n]
	s[0] = 0
	return s
}

// print decides the gaps of the item that was built.
func (p *printer) print() {
	p.measure()
	p.margin = append(p.margin[:0], int32(p.options.Margin))
	var newlines uint8
	var blanks int32
	for i, o := range p.ops {
		switch o.kind {
		case opGap:
			newlines, blanks = p.decide(i, o.gap)
		case opPiece:
			at := &p.pieces[o.arg]
			at.newlines, at.blanks = newlines, blanks
			p.column += o.width
		case opOpen:
			p.groups[o.arg].broken = p.overflows(int32(i), &p.groups[o.arg])
		case opIndent:
			p.indentBy(p.groups[o.arg].broken)
		case opDedent:
			p.margin = p.margin[:len(p.margin)-1]
		}
	}
}

// overflows reports whether a group that begins at an op does not fit on the
// line, with what follows it up to the next place where a line may end.
func (p *printer) overflows(i int32, g *group) bool {
	end, solid := max(i, g.end), max(i, g.solid)
	return p.hards[solid] > p.hards[i] || p.column+p.widths[p.breaks[end]]-p.widths[i] > Width
}

func (p *printer) indentBy(broken bool) {
	m := p.margin[len(p.margin)-1]
	if broken {
		m = min(m+indentation, max(m, deepest))
	}
	p.margin = append(p.margin, m)
}

// decide gives the line ends and blanks of a gap.
func (p *printer) decide(i int, g gap) (newlines uint8, blanks int32) {
	ends := false
	switch g.kind {
	case hard:
		ends = true
	case soft:
		ends = p.groups[g.group].broken
	case fill:
		ends = p.groups[g.group].broken && p.column+p.widths[p.breaks[i+1]]-p.widths[i] > Width
	}
	if !ends {
		p.column += int32(g.blanks)
		return 0, int32(g.blanks)
	}
	p.column = p.margin[len(p.margin)-1]
	newlines = 1
	if g.keep {
		newlines = 2 // unless the source has no empty line there
	}
	return newlines, p.column
}

// finish ends the text with one line end.
func (p *printer) finish(edits []syntax.Edit) []syntax.Edit {
	want := p.options.LineEnd
	if last := len(p.pieces) - 1; last < 0 {
		want = ""
	} else if kind := p.pieces[last].kind; kind == unformatted || kind == restOfTheFile {
		return edits
	}
	if p.options.Fragment {
		want = ""
	}
	rest := syntax.Span{Start: p.end, End: int32(len(p.text))}
	if p.text[rest.Start:] != want {
		edits = append(edits, syntax.Edit{Span: rest, NewText: want})
	}
	return edits
}
