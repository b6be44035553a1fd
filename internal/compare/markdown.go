package compare

import (
	"net/url"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
)

// What is written into Markdown comes from programs that others wrote: in a comment of a
// pull request, a name or a message must neither look like markup nor call somebody.

// markup are the characters that represent something in Markdown.
var markup = lazyregexp.New("[\\\\`*_{}\\[\\]<>()#+!|~&$-]")

// reference is what a forge makes links of in plain text: people, issues, addresses.
var reference = lazyregexp.New(`@|#|:/|www\.`)

// wordJoiner is not seen, and keeps what is around it from being one word.
const wordJoiner = "\u2060"

// plainMarkdown is a text without markup, on one line.
func plainMarkdown(text string) string {
	text = reference().ReplaceAllStringFunc(console.OneLine(text), func(s string) string { return s[:1] + wordJoiner + s[1:] })
	return markup().ReplaceAllString(text, `\$0`)
}

// longestQuote is how much of a text is written, in characters.
const longestQuote = 400

// codeMarkdown is a text as code, on one line.
func codeMarkdown(text string) string { return spanOf(excerpt.Of(console.OneLine(text), longestQuote)) }

// cellMarkdown is Markdown as it is in a cell of a table, which a bar would end, even
// in code.
func cellMarkdown(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// spanOf puts code between more backticks than it has in a row.
func spanOf(code string) string {
	fence := "`"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	if code == "" || strings.HasPrefix(code, "`") || strings.HasSuffix(code, "`") {
		code = " " + code + " "
	}
	return fence + code + fence
}

// messageMarkdown is a message, in which what is between backticks is code.
func messageMarkdown(message string) string {
	message = excerpt.Of(message, longestQuote)
	parts := strings.Split(message, "`")
	if len(parts)%2 == 0 { // one of them is alone
		return plainMarkdown(message)
	}
	var out strings.Builder
	for i, part := range parts {
		if i%2 == 0 {
			out.WriteString(withBlanks(part, plainMarkdown(part)))
		} else {
			out.WriteString(spanOf(console.OneLine(part)))
		}
	}
	return out.String()
}

// withBlanks gives a text the blanks around it that it was written with.
func withBlanks(as, text string) string {
	if text == "" && as != "" {
		return " "
	}
	if strings.TrimLeft(as, " \t\r\n") != as {
		text = " " + text
	}
	if strings.TrimRight(as, " \t\r\n") != as {
		text += " "
	}
	return text
}

// linkMarkdown is code that leads to an address, or nowhere where there is none.
func linkMarkdown(code, address string) string {
	if address == "" {
		return codeMarkdown(code)
	}
	return "[" + codeMarkdown(code) + "](<" + address + ">)"
}

// longestAddress is more than browsers and forges want, in bytes.
const longestAddress = 2000

// sourceAddress is where a forge shows a line of a file: base is all that stands before
// the path.
func sourceAddress(base, path, line string) string {
	if base == "" {
		return ""
	}
	u := url.URL{Path: path}
	address := strings.TrimSuffix(base, "/") + "/" + strings.TrimPrefix(u.EscapedPath(), "/") + "#L" + line
	if len(address) > longestAddress {
		return ""
	}
	return address
}
