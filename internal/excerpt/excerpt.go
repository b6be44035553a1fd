// Package excerpt shortens texts that are in messages, titles and labels, whose length
// users choose: the text of an expression, a type, a value, a name.
//
// A text and how many characters there is room for go in; at most so many come out, the
// last of them an ellipsis where something is left out. What is beyond is not looked at: an
// item may have megabytes.
package excerpt

import "strings"

const ellipsis = "…"

// Of is a text of at most so many characters; most is at least 1.
func Of(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end, n := 0, 0
	for at := range text {
		if n == most {
			return text[:end] + ellipsis
		}
		if n++; n == most {
			end = at
		}
	}
	return text
}

// Line is Of on one line: what is blank is one blank, and none is at the ends.
func Line(text string, most int) string {
	var line strings.Builder
	for word := range strings.FieldsSeq(text) {
		if line.Len() > 0 {
			line.WriteByte(' ')
		}
		line.WriteString(word)
		if line.Len() > maxBytes*most {
			break
		}
	}
	return Of(line.String(), most)
}

// maxBytes is how many bytes a character has at most, in UTF-8.
const maxBytes = 4

// Sentence is the first sentence of a text, without its full stop.
func Sentence(text string) string {
	sentence, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(sentence, ".")
}
