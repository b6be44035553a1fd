package linediff

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// maxDifferent bounds how many lines two texts differ by that are distinguished one by one.
const maxDifferent = 2000

// Edits are the changes between two texts as edits of whole lines, as few lines as
// can be (Myers, "An O(ND) difference algorithm and its variations", 1986). Texts that
// differ by more than maxDifferent lines give one edit.
func Edits(before, after string) []syntax.Edit {
	d := &lineDiff{old: strings.SplitAfter(before, "\n"), new: strings.SplitAfter(after, "\n")}
	if !d.search() {
		return []syntax.Edit{Edit(before, after)}
	}
	return d.edits(d.kept())
}

// A lineDiff looks for the way from two texts' first lines to their ends that keeps the
// most lines. A place on it is a count of old lines and one of new lines; its diagonal
// is the difference of the two.
type lineDiff struct {
	old, new []string
	reached  [][]int32 // by number of changes: by diagonal, counted from the lowest, how many old lines are after
}

// search goes on with one change after the other; false where there are too many.
func (d *lineDiff) search() bool {
	for n := 0; n <= maxDifferent; n++ {
		row := make([]int32, 2*n+1)
		for k := -n; k <= n; k += 2 {
			x := d.slide(d.start(n, k), k)
			row[k+n] = int32(x)
			if x >= len(d.old) && x-k >= len(d.new) {
				d.reached = append(d.reached, row)
				return true
			}
		}
		d.reached = append(d.reached, row)
	}
	return false
}

// start is how many old lines are after on diagonal k with the n-th change, which takes
// an old line away or adds a new one.
func (d *lineDiff) start(n, k int) int {
	if n == 0 {
		return 0
	}
	if d.adds(n, k) {
		return d.at(n-1, k+1)
	}
	return d.at(n-1, k-1) + 1
}

// adds reports whether the n-th change adds a new line.
func (d *lineDiff) adds(n, k int) bool {
	return k == -n || k != n && d.at(n-1, k-1) < d.at(n-1, k+1)
}

func (d *lineDiff) at(n, k int) int { return int(d.reached[n][k+n]) }

// slide goes on over lines that both texts have.
func (d *lineDiff) slide(x, k int) int {
	for x < len(d.old) && x-k < len(d.new) && x-k >= 0 && d.old[x] == d.new[x-k] {
		x++
	}
	return x
}

// A keptRun is a run of lines that both texts have.
type keptRun struct{ old, new, n int }

// kept are the runs of lines that stay, from the last to the first.
func (d *lineDiff) kept() []keptRun {
	var runs []keptRun
	x, k := len(d.old), len(d.old)-len(d.new)
	for n := len(d.reached) - 1; n >= 0; n-- {
		from := d.start(n, k)
		runs = append(runs, keptRun{from, from - k, x - from})
		if n > 0 && d.adds(n, k) {
			x, k = from, k+1
		} else {
			x, k = from-1, k-1
		}
	}
	return runs
}

// edits replace what is between the runs that stay.
func (d *lineDiff) edits(runs []keptRun) []syntax.Edit {
	starts := make([]int32, 1, len(d.old)+1)
	for _, line := range d.old {
		starts = append(starts, starts[len(starts)-1]+int32(len(line)))
	}
	var edits []syntax.Edit
	x, y := 0, 0
	for i := len(runs) - 1; i >= -1; i-- {
		next := keptRun{len(d.old), len(d.new), 0}
		if i >= 0 {
			next = runs[i]
		}
		if i >= 0 && next.n == 0 {
			continue
		}
		if x < next.old || y < next.new {
			edits = append(edits, syntax.Edit{Span: syntax.Span{Start: starts[x], End: starts[next.old]}, NewText: strings.Join(d.new[y:next.new], "")})
		}
		x, y = next.old+next.n, next.new+next.n
	}
	return edits
}

// Items are what changes from a file to another text of as many items.
func Items(before *syntax.File, text string) []syntax.Edit {
	after := syntax.ParseFile(before.Name, text)
	if after.Len() != before.Len() {
		return []syntax.Edit{{Span: syntax.Span{End: int32(len(before.Text()))}, NewText: text}}
	}
	var edits []syntax.Edit
	for i, item := range before.All() {
		if item.Text != after.Item(i).Text {
			for _, e := range Edits(item.Text, after.Item(i).Text) {
				edits = append(edits, syntax.Edit{Span: e.Span.Shift(before.Start(i)), NewText: e.NewText})
			}
		}
	}
	return edits
}

// Edit is the change between two texts, without the lines that both begin and end
// with.
func Edit(before, after string) syntax.Edit {
	start, end := 0, 0
	for n := strings.IndexByte(before[start:], '\n') + 1; n > 0 && strings.HasPrefix(after[start:], before[start:start+n]); n = strings.IndexByte(before[start:], '\n') + 1 {
		start += n
	}
	for {
		rest := before[start : len(before)-end]
		n := len(rest) - strings.LastIndexByte(strings.TrimSuffix(rest, "\n"), '\n') - 1
		if n <= 0 || len(after)-end-n < start || !strings.HasSuffix(after[start:len(after)-end], rest[len(rest)-n:]) {
			break
		}
		end += n
	}
	return syntax.Edit{Span: syntax.Span{Start: int32(start), End: int32(len(before) - end)}, NewText: after[start : len(after)-end]}
}
