package workspace

import (
	"regexp"
	"strings"
)

var (
	// codeDirective is reStructuredText's `.. code-block:: frac`.
	codeDirective = regexp.MustCompile(`^([ \t]*)\.\.[ \t]+(?:code-block|code|sourcecode)::[ \t]*(.*)$`)
	// directive is any other one; its text is not a literal block.
	directive = regexp.MustCompile(`^[ \t]*\.\.([ \t]|$)`)
	// directiveOption is a line such as `:linenos:` below a directive.
	directiveOption = regexp.MustCompile(`^[ \t]+:[\w-]+:`)
)

// directiveBlock reads the indented text below a code directive.
func directiveBlock(r *blockReader) bool {
	opening := codeDirective.FindStringSubmatch(r.line())
	if opening == nil {
		return false
	}
	start := r.at
	for r.at++; r.at <= r.lines.Count() && directiveOption.MatchString(r.line()); r.at++ {
	}
	r.indented(start, indentation(opening[1]), opening[2])
	return true
}

// literalBlock reads the indented text behind a paragraph that ends with `::`.
func literalBlock(r *blockReader) bool {
	line := r.line()
	if !strings.HasSuffix(strings.TrimSpace(line), "::") || directive.MatchString(line) {
		return false
	}
	r.at++
	r.indented(r.at-1, indentation(line), "")
	return true
}

// indented reads the lines that stand further in than the line that announced
// them. Blank lines at either end are no part of the block.
func (r *blockReader) indented(start, base int, info string) {
	first, end := 0, 0
	for ; r.at <= r.lines.Count(); r.at++ {
		line := r.line()
		if strings.TrimSpace(line) == "" {
			continue
		}
		if indentation(line) <= base {
			break
		}
		if first == 0 {
			first = r.at
		}
		end = r.at + 1
	}
	r.add(start, first, end, info)
}

// indentation is the width of the blanks that a line begins with.
func indentation(line string) int {
	width := 0
	for _, c := range line {
		switch c {
		case ' ':
			width++
		case '\t':
			width += 8 - width%8
		default:
			return width
		}
	}
	return width
}
