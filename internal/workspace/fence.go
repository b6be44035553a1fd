package workspace

import (
	"regexp"
	"strings"
)

// fence is a line that opens a Markdown code block: its run of marks and the
// words behind it.
var fence = regexp.MustCompile("^[ \t]*(`{3,}|~{3,})[ \t]*(.*)$")

// fencedBlock reads a block between ``` or ~~~ lines (CommonMark 0.31, 4.5).
// Fences inside lists are indented, so any indentation will do.
func fencedBlock(r *blockReader) bool {
	opening := fence.FindStringSubmatch(r.line())
	if opening == nil || opening[1][0] == '`' && strings.Contains(opening[2], "`") {
		return false
	}
	start := r.at
	for r.at++; r.at <= r.lines.Count() && !closesFence(r.line(), opening[1]); r.at++ {
	}
	r.add(start, start+1, min(r.at, r.lines.Count()+1), opening[2])
	r.at++
	return true
}

// closesFence reports whether a line ends a block: the same mark, at least as
// often, and nothing else.
func closesFence(line, marks string) bool {
	line = strings.TrimSpace(line)
	return len(line) >= len(marks) && strings.Trim(line, marks[:1]) == ""
}
