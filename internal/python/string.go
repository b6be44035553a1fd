package python

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// stringLiteral reads literals in a row, which are one string. Where one of them is an f-string with
// fields, the value is in Parts, texts and fields in turn.
func (p *parser) stringLiteral() Expr {
	s := &String{Span: p.peek().Span}
	var value strings.Builder
	for p.peek().kind == text {
		t := p.next()
		p.piece(s, &value, p.source[t.Start:t.End], t.Start)
		s.End = t.End
	}
	s.Value = value.String()
	if s.Parts != nil && value.Len() > 0 {
		s.Parts = append(s.Parts, StringPart{Text: value.String()})
		s.Value = ""
	}
	return s
}

// piece adds one literal that begins at start to a string.
func (p *parser) piece(s *String, value *strings.Builder, literal string, start int) {
	first := strings.IndexAny(literal, `"'`)
	prefix := strings.ToLower(literal[:first])
	width := 1
	if strings.HasPrefix(literal[first:], strings.Repeat(literal[first:first+1], 3)) && len(literal) >= first+6 {
		width = 3
	}
	s.Bytes = s.Bytes || strings.Contains(prefix, "b")
	raw := strings.Contains(prefix, "r")
	from, to := start+first+width, start+len(literal)-width
	if to < from { // an unclosed literal, which the lexer reports
		return
	}
	if !strings.Contains(prefix, "f") {
		value.WriteString(unescape(p.source[from:to], raw))
		return
	}
	p.formatted(s, value, from, to, raw)
}

// formatted reads the text and the replacement fields of an f-string between two places. A doubled brace
// is one brace of the text. The end of a field is found by counting brackets (fieldEnd), as the
// lexer does it, so that both agree on where the literal ends.
func (p *parser) formatted(s *String, value *strings.Builder, from, to int, raw bool) {
	quote := p.source[to : to+1]
	for at := from; at < to; {
		n := strings.IndexAny(p.source[at:to], "{}")
		if n < 0 {
			n = to - at
		}
		value.WriteString(unescape(p.source[at:at+n], raw))
		if at += n; at == to {
			return
		}
		if at+1 < to && p.source[at+1] == p.source[at] {
			value.WriteByte(p.source[at])
			at += 2
			continue
		}
		end := fieldEnd(p.source[:to], at+1, quote, 1)
		if p.source[at] == '}' || end < 0 {
			p.fail(Span{at, at + 1}, "a brace of an f-string has no partner; one that is text is doubled")
			return
		}
		if value.Len() > 0 {
			s.Parts = append(s.Parts, StringPart{Text: value.String()})
			value.Reset()
		}
		s.Parts = append(s.Parts, p.field(at+1, end))
		at = end + 1
	}
}

// field reads a replacement field: an expression, then perhaps `=`, a conversion and a format. The
// expression ends at the first `:` or `!` outside of brackets and strings, and is lexed as if in
// brackets, since lines are joined in it. The format is kept as text.
func (p *parser) field(from, to int) StringPart {
	end, open := from, 0
scan:
	for ; end < to; end++ {
		switch c := p.source[end]; {
		case strings.IndexByte("([{", c) >= 0:
			open++
		case strings.IndexByte(")]}", c) >= 0:
			open--
		case c == '"' || c == '\'':
			if n := stringEnd(p.source[:to], end+1, p.source[end:end+1], false, 1); n > 0 {
				end = n
			}
		case open == 0 && (c == ':' || c == '!' && !strings.HasPrefix(p.source[end:to], "!=")):
			break scan
		}
	}
	part := StringPart{Format: p.source[end:to]}
	expression := strings.TrimRight(p.source[from:end], " ")
	if cut := strings.TrimSuffix(expression, "="); cut != expression && !strings.HasSuffix(cut, "=") {
		part.Format = "=" + part.Format
		expression = cut
	}
	inner := &parser{source: p.source[:from+len(expression)], depth: p.depth + 1}
	l := lexer{source: inner.source, at: from, columns: []int{0}, brackets: 1}
	for l.at < len(l.source) {
		l.token()
	}
	l.add(endOfFile, l.at)
	inner.tokens = l.tokens
	part.X = inner.expressionList()
	if inner.peek().kind != endOfFile {
		inner.failHere("the expression of a replacement field ends here")
	}
	p.errors = append(append(p.errors, l.errors...), inner.errors...)
	return part
}

// unescape replaces the escapes of a literal's text. An unknown one is kept with its backslash, as in
// Python; so is `\N{NAME}`, whose table of names is not here.
func unescape(s string, raw bool) string {
	if raw || !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		if n := escape(&b, s[i+1:]); n > 0 {
			i += 1 + n
		} else {
			b.WriteByte('\\')
			i++
		}
	}
	return b.String()
}

var escapes = map[byte]string{
	'\n': "", '\\': `\`, '\'': "'", '"': `"`, 'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v",
}

// escape writes the character of an escape after its backslash, and returns the escape's length, 0
// for one that is unknown. An octal number has up to three digits.
func escape(b *strings.Builder, s string) int {
	if known, ok := escapes[s[0]]; ok {
		b.WriteString(known)
		return 1
	}
	from, width, base := 1, 0, 16
	switch c := s[0]; {
	case '0' <= c && c <= '7':
		from, base = 0, 8
		for width < 3 && width < len(s) && '0' <= s[width] && s[width] <= '7' {
			width++
		}
	case c == 'x':
		width = 2
	case c == 'u':
		width = 4
	case c == 'U':
		width = 8
	}
	if width == 0 || from+width > len(s) {
		return 0
	}
	n, err := strconv.ParseUint(s[from:from+width], base, 32)
	if err != nil || n > utf8.MaxRune {
		return 0
	}
	b.WriteRune(rune(n))
	return from + width
}
