package output

import (
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
)

// comparedTexts are two texts under each other, with signs under what differs.
type comparedTexts struct{ want, got, marks string }

// token cuts values into numbers, names, blanks and single signs.
var token = lazyregexp.New(`-?[\w.]+(?:e[-+]\d+)?|\s+|.`)

// compareTexts aligns two texts. Where both have as many tokens, each token is compared with its own;
// else only what they begin and end with is alike. That is no shortest edit script, and need not be:
// values that were to be equal mostly have the same form, and where they do not, one mark over all
// that differs is read more easily than several small ones. O(tokens).
func compareTexts(want, got string) comparedTexts {
	a, b := token().FindAllString(console.Flat(want), -1), token().FindAllString(console.Flat(got), -1)
	var columns []column
	if len(a) == len(b) {
		columns = pairs(a, b)
	} else {
		columns = enclosed(a, b)
	}
	return underline(aroundDifference(columns))
}

// A column is a token of each text.
type column struct {
	want, got string
	differ    bool
}

func (c column) width() int {
	return max(console.StringWidth(c.want), console.StringWidth(c.got))
}

// pairs are the columns of two rows of as many tokens.
func pairs(a, b []string) []column {
	columns := make([]column, len(a))
	for i := range a {
		columns[i] = column{a[i], b[i], !alike(a[i], b[i])}
	}
	return columns
}

// enclosed finds what two rows of tokens begin and end with alike, around one
// column that differs.
func enclosed(a, b []string) []column {
	front, back := 0, 0
	shortest := min(len(a), len(b))
	for front < shortest && a[front] == b[front] {
		front++
	}
	for back < shortest-front && a[len(a)-1-back] == b[len(b)-1-back] {
		back++
	}
	columns := pairs(a[:front], b[:front])
	columns = append(columns, column{
		strings.Join(a[front:len(a)-back], ""), strings.Join(b[front:len(b)-back], ""), true,
	})
	return append(columns, pairs(a[len(a)-back:], b[len(b)-back:])...)
}

// alike takes numbers for equal that an expectation would; the one that made it
// fail is further apart.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	x, err := strconv.ParseFloat(a, 64)
	y, failed := strconv.ParseFloat(b, 64)
	return err == nil && failed == nil && strings.ContainsAny(a+b, ".e") &&
		math.Abs(x-y) <= 1e-6+1e-5*math.Abs(x)
}

// contextColumns is how many columns are shown before the first difference,
// shownColumns how many in all.
const (
	contextColumns = 30
	shownColumns   = 120
)

// aroundDifference cuts columns to what fits around the first difference.
func aroundDifference(columns []column) []column {
	first := 0
	for first < len(columns) && !columns[first].differ {
		first++
	}
	from, width := first, 0
	for from > 0 && width < contextColumns {
		from--
		width += columns[from].width()
	}
	to := from
	for width = 0; to < len(columns) && (to <= first || width < shownColumns); to++ {
		width += columns[to].width()
	}
	out := shorten(columns[from:to])
	if from > 0 {
		out = append([]column{{"…", "…", false}}, out...)
	}
	if to < len(columns) {
		out = append(out, column{"…", "…", false})
	}
	return out
}

// maxTokenWidth is how much of a single column is shown.
const maxTokenWidth = 60

// shorten cuts what is too long for one column.
func shorten(columns []column) []column {
	out := make([]column, len(columns))
	for i, c := range columns {
		out[i] = column{console.Truncate(c.want, maxTokenWidth), console.Truncate(c.got, maxTokenWidth), c.differ}
	}
	return out
}

// underline pads the tokens of both texts to columns and puts signs under those that
// differ.
func underline(columns []column) comparedTexts {
	var want, got, marks strings.Builder
	for _, c := range columns {
		width := c.width()
		sign := " "
		if c.differ {
			sign = "^"
		}
		pad(&want, c.want, width)
		pad(&got, c.got, width)
		marks.WriteString(strings.Repeat(sign, width))
	}
	trim := func(b *strings.Builder) string { return strings.TrimRight(b.String(), " ") }
	return comparedTexts{trim(&want), trim(&got), trim(&marks)}
}

// pad writes a text and blanks up to a width.
func pad(b *strings.Builder, text string, width int) {
	b.WriteString(text + strings.Repeat(" ", width-console.StringWidth(text)))
}
