package format

import (
	"slices"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// ignoreWord begins a comment that lets findings of a line pass.
const ignoreWord = "fraccheck:ignore"

// sameSuppressions reports whether the comments that let findings pass speak of
// the same tokens in two texts of one item: broken into other lines, some code
// would lose its suppression.
func sameSuppressions(a, b string) bool {
	return !strings.Contains(a, ignoreWord) || slices.Equal(suppressed(a), suppressed(b))
}

// suppressed are the tokens that each such comment speaks of, from one index
// to another.
func suppressed(text string) [][2]int {
	tokens, comments := syntax.Scan(text, nil, nil)
	var found [][2]int
	for _, c := range comments {
		if !strings.Contains(text[c.Start:c.End], ignoreWord) {
			continue
		}
		line := scope(text, c)
		found = append(found, [2]int{firstFrom(tokens, line.Start), firstFrom(tokens, line.End)})
	}
	return found
}

// scope is the line of a comment; of one on a line of its own, the next.
func scope(text string, c syntax.Span) syntax.Span {
	start := int32(strings.LastIndexByte(text[:c.Start], '\n') + 1)
	if strings.TrimSpace(text[start:c.Start]) == "" {
		start = lineEnd(text, c.End)
	}
	return syntax.Span{Start: start, End: lineEnd(text, start)}
}

// lineEnd is the offset after the line of an offset.
func lineEnd(text string, from int32) int32 {
	if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
		return from + int32(n) + 1
	}
	return int32(len(text))
}

func firstFrom(tokens []syntax.Token, offset int32) int {
	return sort.Search(len(tokens), func(i int) bool { return tokens[i].Start >= offset })
}
