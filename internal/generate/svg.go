package main

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// Geometry of the picture, in pixels.
const (
	columnWidth = 8.43
	lineHeight  = 19
	margin      = 16
	fontSize    = 14
)

// A style is the attributes of a piece of text.
type style string

const (
	plain  style = ""
	bold   style = ` fill="#f0f6fc" font-weight="bold"`
	red    style = ` fill="#ff7b72" font-weight="bold"`
	yellow style = ` fill="#e3b341" font-weight="bold"`
	blue   style = ` fill="#79c0ff"`
	cyan   style = ` fill="#76e3ea"`
	prompt style = ` fill="#8b949e"`
)

// A run is text of one style.
type run struct {
	style style
	text  string
}

// svg draws lines of text on a dark ground.
func svg(lines [][]run) []byte {
	var body strings.Builder
	columns := 0
	for i, line := range lines {
		fmt.Fprintf(&body, `<text x="%d" y="%d">`, margin, margin+fontSize+i*lineHeight)
		width := 0
		for _, r := range line {
			width += utf8.RuneCountInString(r.text)
			fmt.Fprintf(&body, "<tspan%s>%s</tspan>", r.style, html.EscapeString(r.text))
		}
		columns = max(columns, width)
		body.WriteString("</text>\n")
	}
	width := int(float64(columns)*columnWidth) + 2*margin
	height := len(lines)*lineHeight + 2*margin
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">
<rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="%[3]d" fill="#c9d1d9" xml:space="preserve">
%[4]s</g>
</svg>
`, width, height, fontSize, body.String())
}
