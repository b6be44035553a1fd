package cells

import (
	"iter"

	"github.com/fraccheck/fraccheck/internal/sequence"
)

// A Table keeps values of type T for the items of one text, and the sum of what M says of those
// that were taken over from earlier texts. Found is for what is known in this text. What was taken
// over is trusted or doubted: a doubted value may not have held in the text that it is from.
type Table[T, S any, M sequence.Measure[*T, S]] struct {
	Found   Sparse[T]
	earlier sequence.Seq[cell[T], sum[S], measure[T, S, M]]
	text    int32 // how many texts came before
	doubted int32 // what was taken over up to this text is doubted
}

// A cell is a value with the number of the text in which it was last found to hold; 0 of what
// never was.
type cell[T any] struct {
	value *T
	held  int32
}

// A sum is of the cells that have a value.
type sum[S any] struct {
	of     S
	some   bool
	oldest int32 // the least held
}

type measure[T, S any, M sequence.Measure[*T, S]] struct{}

func (measure[T, S, M]) Of(c cell[T]) sum[S] {
	var m M
	return sum[S]{m.Of(c.value), c.value != nil, c.held}
}

func (measure[T, S, M]) Add(a, b sum[S]) sum[S] {
	var m M
	s := sum[S]{m.Add(a.of, b.of), a.some || b.some, min(a.oldest, b.oldest)}
	switch {
	case !a.some:
		s.oldest = b.oldest
	case !b.some:
		s.oldest = a.oldest
	}
	return s
}

// Unmeasured is the measure of values that have none.
type Unmeasured[T any] struct{}

func (Unmeasured[T]) Of(*T) (none struct{})                  { return none }
func (Unmeasured[T]) Add(struct{}, struct{}) (none struct{}) { return none }

// An Edit says that the items from From up to To took the place of those up to WasTo.
type Edit struct{ From, WasTo, To int }

// A Fate is what becomes of a value in the next text.
type Fate int

const (
	Trusted Fate = iota
	Doubted
	Dropped
)

// Make gives the table room for the items of a text that has none before.
func (t *Table[T, S, M]) Make(items int) { t.Found.Make(items) }

// TakeOver makes the table of a text from that of the text before. fate decides on what was
// found there; what was taken over there is doubted from now on unless settled is set. Nothing of
// the changed items is taken over. It is called before the table is used by others.
func (t *Table[T, S, M]) TakeOver(before *Table[T, S, M], items int, edit Edit, settled bool, fate func(value *T) Fate) {
	t.Found.Make(items)
	t.text, t.doubted = before.text+1, before.doubted
	if !settled {
		t.doubted = t.text
	}
	next := func(value *T) cell[T] {
		switch fate(value) {
		case Trusted:
			return cell[T]{value, t.text + 1}
		case Doubted:
			return cell[T]{value, 0}
		}
		return cell[T]{}
	}
	t.earlier = before.joined(next).Splice(edit.From, edit.WasTo, make([]cell[T], edit.To-edit.From))
}

// joined is what was taken over with what was found in front. Where that is a good part of
// all, it is a new sequence.
func (t *Table[T, S, M]) joined(next func(*T) cell[T]) sequence.Seq[cell[T], sum[S], measure[T, S, M]] {
	const few = 16
	if t.earlier.Len() > 0 && t.Found.Count() <= t.Found.items/few {
		joined := t.earlier
		for i, value := range t.Found.All() {
			joined = joined.Set(i, next(value))
		}
		return joined
	}
	cells := make([]cell[T], t.Found.items)
	for i, c := range t.earlier.All() {
		cells[i] = c
	}
	for i, value := range t.Found.All() {
		cells[i] = next(value)
	}
	return sequence.Of[cell[T], sum[S], measure[T, S, M]](cells)
}

// Drop takes away what was taken over of item i, before the table is used by others.
func (t *Table[T, S, M]) Drop(i int) { t.earlier = t.earlier.Set(i, cell[T]{}) }

// Earlier returns what was taken over of item i, nil where there is nothing, and whether that is
// doubted.
func (t *Table[T, S, M]) Earlier(i int) (value *T, doubted bool) {
	if t.earlier.Len() == 0 {
		return nil, false
	}
	c := t.earlier.At(i)
	return c.value, c.held <= t.doubted
}

// TookOver reports whether there was a text before.
func (t *Table[T, S, M]) TookOver() bool { return t.text > 0 }

// Latest returns what was found of item i, or else what was taken over, doubted or not.
func (t *Table[T, S, M]) Latest(i int) *T {
	if value := t.Found.Load(i); value != nil {
		return value
	}
	value, _ := t.Earlier(i)
	return value
}

// Sum returns the sum of all that was taken over.
func (t *Table[T, S, M]) Sum() S { return t.earlier.Sum().of }

// Where are the items about whose cells holds is true: it is given the sum of cells that were
// taken over, of one or of a run, and whether one of them has a doubted value. Of a run that it
// refuses it accepts no item.
func (t *Table[T, S, M]) Where(holds func(of S, doubted bool) bool) iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) {
		for i, c := range t.earlier.Where(func(s sum[S]) bool { return holds(s.of, s.some && s.oldest <= t.doubted) }) {
			if !yield(i, c.value) {
				return
			}
		}
	}
}
