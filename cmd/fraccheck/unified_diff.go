package main

import (
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// diffContext is how many unchanged lines stand around a change.
const diffContext = 3

// A change replaces the lines of a text from first up to end, counted from 0.
type change struct {
	first, end int
	lines      []string // in their place
}

// writeDiff prints what edits change in a source as a unified diff.
func writeDiff(con *console.Console, source *workspace.Source, edits []syntax.Edit) {
	warnOfPatch(con, source)
	fmt.Fprintf(con.Stdout, "--- %s\n+++ %s\n", patchName("a/"+source.Name), patchName("b/"+source.Name))
	var hunks strings.Builder
	writeChanges(&hunks, source.Text, edits)
	con.Stdout.WriteString(con.Program(hunks.String()))
}

// warnOfPatch says where a diff, which is UTF-8, speaks of a file that is not.
func warnOfPatch(con *console.Console, source *workspace.Source) {
	if source.Wide() {
		fmt.Fprintf(con.Stderr, "fraccheck: %s is written in UTF-16, and its diff in UTF-8, so that `patch` cannot apply it; let fraccheck write the file (without asking for a diff)\n", console.Printable(source.Name))
	}
}

// patchName is how a patch names a file: quoted where the name would end the line.
func patchName(name string) string {
	if strings.ContainsFunc(name, console.Unshowable) {
		return strconv.Quote(name)
	}
	return name
}

// writeChanges prints the hunks of a diff.
func writeChanges(out io.Writer, text string, edits []syntax.Edit) {
	lines, shift := splitLines(text), 0
	for changes := changesOf(text, lines, edits); len(changes) > 0; {
		n := 1
		for n < len(changes) && changes[n].first-changes[n-1].end <= 2*diffContext {
			n++
		}
		shift = writeHunk(out, lines, changes[:n], shift)
		changes = changes[n:]
	}
}

// changesOf gathers edits into changes of whole lines.
func changesOf(text string, lines []string, edits []syntax.Edit) []change {
	starts := make([]int, 1, len(lines)+1) // of the lines and of what is behind them
	for _, line := range lines {
		starts = append(starts, starts[len(starts)-1]+len(line))
	}
	lineAt := func(offset int32) int {
		return min(sort.SearchInts(starts, int(offset)+1), len(lines)) - 1
	}
	behind := func(e syntax.Edit) int { // the first line that an edit does not reach
		if whole := e.NewText == "" || strings.HasSuffix(e.NewText, "\n"); whole && e.Span.Len() > 0 && starts[lineAt(e.Span.Start)] == int(e.Span.Start) {
			return lineAt(e.Span.End-1) + 1
		}
		return lineAt(e.Span.End) + 1
	}
	var changes []change
	for len(edits) > 0 {
		c, n := change{first: lineAt(edits[0].Span.Start)}, 0
		for n < len(edits) && (n == 0 || lineAt(edits[n].Span.Start) < c.end) {
			c.end = behind(edits[n])
			n++
		}
		from := starts[c.first]
		c.lines = splitLines(syntax.ApplyEdits(text[from:starts[c.end]], shifted(edits[:n], -int32(from))))
		changes, edits = append(changes, trimmed(c, lines)), edits[n:]
	}
	return changes
}

func shifted(edits []syntax.Edit, by int32) []syntax.Edit {
	moved := make([]syntax.Edit, len(edits))
	for i, e := range edits {
		moved[i] = syntax.Edit{Span: e.Span.Shift(by), NewText: e.NewText}
	}
	return moved
}

func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	}
	return lines
}

// trimmed is a change without the lines at its ends that stay.
func trimmed(c change, lines []string) change {
	for c.first < c.end && len(c.lines) > 0 && lines[c.first] == c.lines[0] {
		c.first, c.lines = c.first+1, c.lines[1:]
	}
	for c.first < c.end && len(c.lines) > 0 && lines[c.end-1] == c.lines[len(c.lines)-1] {
		c.end, c.lines = c.end-1, c.lines[:len(c.lines)-1]
	}
	return c
}

// writeHunk prints changes that stand close together. shift is how many lines
// those in front of them have added; it gives the same with these.
func writeHunk(out io.Writer, lines []string, changes []change, shift int) int {
	first := max(changes[0].first-diffContext, 0)
	end := min(changes[len(changes)-1].end+diffContext, len(lines))
	added := 0
	for _, c := range changes {
		added += len(c.lines) - (c.end - c.first)
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", lineRange(first, end-first), lineRange(first+shift, end-first+added))
	at := first
	for _, c := range changes {
		writeLines(out, " ", lines[at:c.first])
		writeLines(out, "-", lines[c.first:c.end])
		writeLines(out, "+", c.lines)
		at = c.end
	}
	writeLines(out, " ", lines[at:end])
	return shift + added
}

// lineRange is how a diff says which lines it speaks of: the first, counted
// from 1, and how many; of none, the line in front of them.
func lineRange(first, n int) string {
	if n == 0 {
		return fmt.Sprintf("%d,0", first)
	}
	return fmt.Sprintf("%d,%d", first+1, n)
}

func writeLines(out io.Writer, mark string, lines []string) {
	for _, line := range lines {
		io.WriteString(out, mark+line)
		if !strings.HasSuffix(line, "\n") {
			io.WriteString(out, "\n\\ No newline at end of file\n")
		}
	}
}
