package inspect

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/value"
)

// ShortLength is how many characters a short form has at most.
const ShortLength = textLength

// Short is a value on one line of an editor: its text where that is short, else its beginning
// and how much more there is, cut between words and numbers: `[1, 2, 3, … 97 more]`,
// `Tensor[(3, 4), float32] 0.1 … 9.2`, `Node(Leaf(), 7, …)`. Lists of Cons cells are
// `List[1, 2, … 98 more]`.
func Short(ctx context.Context, v value.Value) string {
	return (&Subject{}).short(ctx, v, ShortLength)
}

// leastRoom is what an abbreviated value takes at least: `(… 2 more)`.
const leastRoom = 10

func (s *Subject) short(ctx context.Context, v value.Value, width int) string {
	if whole := value.Within(v, 4*width); whole.Whole && utf8.RuneCountInString(whole.Text) <= width {
		return whole.Text
	}
	if width < leastRoom {
		return "…" // and nothing is deeper than there is width for
	}
	text := s.abbreviation(ctx, v, width)
	if utf8.RuneCountInString(text) > width {
		return "…"
	}
	return text
}

// abbreviation is a value whose text is longer than there is width for.
func (s *Subject) abbreviation(ctx context.Context, v value.Value, width int) string {
	switch v := v.(type) {
	case *value.Array:
		return s.tensor(ctx, v, width)
	case *value.Fractal:
		return s.row(ctx, v, "[", "]", width)
	case *value.Tuple:
		return s.row(ctx, v, "(", ")", width)
	case *value.Cell:
		return s.row(ctx, v, "ref(", ")", width)
	case *value.Data:
		if _, ok := s.chain(ctx, v); ok {
			return s.row(ctx, v, "List[", "]", width)
		}
		return s.row(ctx, v, v.Name+"(", ")", width)
	}
	return "…"
}

// tensor is `Tensor[(3, 4), float32] 0.1 … 9.2`, as much of it as there is width for.
func (s *Subject) tensor(ctx context.Context, a *value.Array, width int) string {
	kind := tensorType(a)
	found, err := value.Measure(ctx, a, 1)
	texts := []string{kind}
	if err == nil && found.Finite > 0 {
		within := " " + brief(found.Least) + " … " + brief(found.Most)
		if found.Least == found.Most {
			within = " " + brief(found.Least)
		}
		texts = append(texts, kind+within)
		if found.NaN > 0 {
			texts = append(texts, fmt.Sprintf("%s%s, %d NaN", kind, within, found.NaN))
		}
	} else if err == nil && found.NaN > 0 {
		texts = append(texts, fmt.Sprintf("%s, %d NaN", kind, found.NaN))
	}
	for i := len(texts) - 1; i >= 0; i-- {
		if utf8.RuneCountInString(texts[i]) <= width {
			return texts[i]
		}
	}
	return "Tensor[…]"
}

// brief is a number with four digits, or all of an integer.
func brief(s value.Scalar) string {
	if s.Dtype.IsFloat() {
		return strconv.FormatFloat(s.Float(), 'g', 4, 64)
	}
	return number(s)
}

// row is as many children between brackets as there is width for, and how many more there are.
func (s *Subject) row(ctx context.Context, v value.Value, opening, closing string, width int) string {
	length := s.length(ctx, v)
	elems := s.values(ctx, v, 0, width/3+1) // each takes three characters or more
	var b strings.Builder
	b.WriteString(opening)
	for i, elem := range elems {
		separator := ""
		if i > 0 {
			separator = ", "
		}
		rest := ""
		if i < length-1 {
			rest = more(", ", length-i-1)
		}
		left := width - utf8.RuneCountInString(b.String()+separator+rest+closing)
		text := s.short(ctx, elem, max(left, 0))
		if left < utf8.RuneCountInString(text) || text == "…" && i > 0 {
			return b.String() + more(separator, length-i) + closing
		}
		b.WriteString(separator + text)
	}
	if length > len(elems) {
		b.WriteString(more(", ", length-len(elems)))
	}
	return b.String() + closing
}

func more(separator string, n int) string { return fmt.Sprintf("%s… %d more", separator, n) }
