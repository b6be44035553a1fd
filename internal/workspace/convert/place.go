package convert

import "github.com/fraccheck/fraccheck/internal/syntax"

// A FormPlace is what a stretch of a converted text was made from.
type FormPlace struct {
	Source syntax.Span // of the source's text
	Form   syntax.Span // of the conversion's
}

// Places lead from a converted text to its source and back: each item as a whole, and of
// those that were converted what its names, literals and operators come from. It gives nil
// where there would be more than some.
func (c *Conversion) Places(most int) []FormPlace {
	moves := newMoves(c.raw, c.Text)
	var all []FormPlace
	at := int32(0) // where the item begins before the layout
	for i, made := range c.raw.made {
		length := int32(len(c.raw.texts[i]))
		item := made.item
		own := item.Span(item.Root)
		whole := syntax.Span{Start: own.Start, End: own.End}
		if converted := made.form != nil && made.form.result != nil; converted {
			edit := made.form.result.Edit
			whole.End += int32(len(edit.NewText)) - edit.Span.Len()
			for _, o := range made.form.result.Origins {
				all = moves.add(all, c.Source.Absolute(i, o.From), o.To.Shift(at+edit.Span.Start))
			}
		}
		all = moves.add(all, c.Source.Absolute(i, own), whole.Shift(at))
		if at += length; len(all) > most {
			return nil
		}
	}
	return all
}

// Moves state where the bytes of a text are after it was laid out: that changes nothing but
// blanks.
type moves struct{ to []int32 } // by byte; of blanks, those of the next one that is none

func newMoves(raw *rawForm, text string) *moves {
	m, at := &moves{}, int32(0)
	for _, part := range raw.texts {
		for i := range len(part) {
			if blank(part[i]) {
				m.to = append(m.to, -1)
				continue
			}
			for int(at) < len(text) && blank(text[at]) {
				at++
			}
			if int(at) == len(text) || text[at] != part[i] {
				return m // the rest leads nowhere
			}
			m.to = append(m.to, at)
			at++
		}
	}
	return m
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// add adds a place, unless it is not in the text that was laid out.
func (m *moves) add(all []FormPlace, source, raw syntax.Span) []FormPlace {
	for raw.Start < raw.End && int(raw.End) <= len(m.to) && m.to[raw.Start] < 0 {
		raw.Start++
	}
	for raw.Start < raw.End && int(raw.End) <= len(m.to) && m.to[raw.End-1] < 0 {
		raw.End--
	}
	if raw.Start < 0 || raw.Start >= raw.End || int(raw.End) > len(m.to) {
		return all
	}
	return append(all, FormPlace{source, syntax.Span{Start: m.to[raw.Start], End: m.to[raw.End-1] + 1}})
}
