package output

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
)

// rendered is a page of Markdown as a terminal shows it: headings in bold, code
// indented and in colour, no signs of the markup. It knows what the pages of
// package explain use.
func RenderPage(page string, style console.Palette) string {
	var out strings.Builder
	for i, part := range strings.Split(page, "```") {
		if i%2 == 0 {
			part = strings.TrimPrefix(part, "\n") // of the fence's line
			for _, paragraph := range strings.SplitAfter(part, "\n\n") {
				out.WriteString(RenderProse(paragraph, style))
			}
			continue
		}
		_, code, _ := strings.Cut(part, "\n") // after the words of the fence
		for _, line := range strings.Split(strings.TrimSuffix(code, "\n"), "\n") {
			out.WriteString(strings.TrimRight("    "+style.Paint(console.Cyan, line), " ") + "\n")
		}
	}
	return out.String()
}

var (
	heading  = lazyregexp.New(`^\n*#+ +([^\n]*)`)
	codeSpan = lazyregexp.New("`([^`]+)`")
	linked   = lazyregexp.New(`\[([^\]]*)\]\([^)]*\)`)
	strong   = lazyregexp.New(`\*\*([^*]+)\*\*`)
)

// prose is a paragraph outside of code blocks. Code spans are cut out first: signs
// in them are no markup.
func RenderProse(text string, style console.Palette) string {
	if m := heading().FindStringSubmatchIndex(text); m != nil {
		return style.Paint(console.Bold, strings.ReplaceAll(text[m[2]:m[3]], "`", "")) + text[m[1]:]
	}
	var out strings.Builder
	at := 0
	for _, m := range codeSpan().FindAllStringSubmatchIndex(text, -1) {
		out.WriteString(words(text[at:m[0]], style))
		out.WriteString(style.Paint(console.Cyan, text[m[2]:m[3]]))
		at = m[1]
	}
	out.WriteString(words(text[at:], style))
	return out.String()
}

// words is text without code.
func words(text string, style console.Palette) string {
	text = linked().ReplaceAllString(text, "$1")
	return strong().ReplaceAllStringFunc(text, func(s string) string { return style.Paint(console.Bold, strings.Trim(s, "*")) })
}
