package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// Recovery from errors. Every rule gives a node, whatever stands at the current token, so that the
// parser has no failure to pass on. Three things keep one mistake one error:
//
// Panic mode. Where a rule cannot go on, it reports and skips to a token of its synchronization set:
// the comma or the closing bracket of a list (skipInside), the `;`, the line or the brace that ends a
// statement (skipStatement), `,`, `case` or the brace after a clause (skipClause). A token that ends
// a form further out is in the set of each form inside it (breaksOff, closesBlock), so that an inner
// rule never consumes what an outer one waits for. A bracket is skipped with all that it holds.
//
// The place of the last error. errorAt is the index of the token at which an error was reported, or
// at which reading goes on after one. No second error is reported there (alreadyReported); the first
// token that is consumed ends that. Hence at most one error for each token, and a rule that reads
// nothing after an error says nothing.
//
// Brackets. The partner of each bracket is known before the parser begins (matchBrackets). Where all
// have one, a rule trusts them: what does not fit is skipped inside. Where some have none, a list or a
// block may end early (lacking), and no more errors are kept than brackets stand alone (trim): the
// others may be their echo.
//
// Invariant: a loop over elements consumes a token in each round or ends; where its rule consumed none,
// the loop skips one. So reading takes time linear in the tokens, but for the searches ahead, of which
// each looks at no more than `ahead` tokens.

// alreadyReported reports whether an error stands at the current token: one mistake
// is one error, whichever rule meets it next.
func (p *parser) alreadyReported() bool {
	return p.errorAt == p.i || p.tok.Flags&afterBad != 0
}

// suppressed notes the failure and reports whether its message need not be made:
// while a rule is only tried (quiet), or where the mistake is reported already.
func (p *parser) suppressed() bool {
	p.failed = true
	return p.quiet || p.alreadyReported()
}

// maxErrors is how many errors of an item are reported one by one; the others are
// counted in one more.
const maxErrors = 999

// full reports whether an item has so many errors that the next one is only counted.
func (p *parser) full(at Span) bool {
	if len(p.errors) < maxErrors {
		return false
	}
	if len(p.errors) == maxErrors {
		p.errors = append(p.errors, Diagnostic{Code: codes.SyntaxError, Span: at})
	}
	p.unreported++
	return true
}

// countUnreported says how many errors are only counted.
func (p *parser) countUnreported() {
	if len(p.errors) > maxErrors {
		p.errors[maxErrors].Message = fmt.Sprintf("from here on, %d more errors of this item are not shown; fix some of the first %d and check again", p.unreported, maxErrors)
	}
}

// report adds an error, unless one is reported at this token already.
func (p *parser) report(code codes.Code, span Span, message string, fixes ...Fix) bool {
	if p.quiet {
		p.failed = true
		return false
	}
	if p.alreadyReported() {
		return false
	}
	p.errorAt = p.i
	if p.full(span) {
		return false
	}
	p.errors = append(p.errors, Diagnostic{Code: code, Span: span, Message: message, Fixes: fixes})
	return true
}

// here is the span of the current token; at a newline or the end of the text,
// where the last token ended.
func (p *parser) here() Span {
	if p.tok.Kind == TokEOF || p.tok.Kind == TokNewline {
		return Span{p.end, p.end}
	}
	return p.tok.Span
}

// found describes the current token.
func (p *parser) found() string {
	switch p.tok.Kind {
	case TokEOF:
		return "the end of the text"
	case TokNewline:
		return "the end of the line"
	}
	text := p.lexeme(p.tok)
	if len(text) > 40 {
		return "this " + p.tok.Kind.String()
	}
	return "`" + text + "`"
}

// expected reports that something else should stand here. Where the current token begins another
// line and the one before it cannot end one, what is missing belongs after that.
func (p *parser) expected(what string, fixes ...Fix) {
	if p.suppressed() {
		return
	}
	if last := p.tokens[max(p.i-1, 0)]; p.tok.Flags&AfterNewline != 0 && p.i > 0 && last.End == p.end && unfinished[last.Kind] {
		p.report(codes.SyntaxError, last.Span, fmt.Sprintf("expected %s after `%s`", what, p.lexeme(last)), fixes...)
		return
	}
	p.report(codes.SyntaxError, p.here(), fmt.Sprintf("expected %s, found %s", what, p.found()), fixes...)
}

// unfinished are the tokens after which something must follow.
var unfinished = map[TokenKind]bool{TokColon: true, TokAssign: true, TokArrow: true, TokFatArrow: true}

// missing reports a mark that was left out after the last token.
func (p *parser) missing(mark, why string) {
	if p.suppressed() {
		return
	}
	at := Span{p.end, p.end}
	p.report(codes.SyntaxError, p.here(), fmt.Sprintf("expected `%s` %s", mark, why), Replace("insert `"+mark+"`", at, mark))
}

// surplus reports the current token as one that does not belong and skips it.
func (p *parser) surplus(message string) {
	span := p.tok.Span
	p.report(codes.SyntaxError, span, message, Replace("delete `"+p.lexeme(p.tok)+"`", span, ""))
	p.skip(1)
}

// instead reports that text should stand in place of the current token and
// goes on after it.
func (p *parser) instead(text, message string) {
	span := p.tok.Span
	p.report(codes.SyntaxError, span, message, Replace("write `"+text+"`", span, text))
	p.skip(1)
}

// trim keeps as many errors as there are single brackets, where there are any:
// such a mistake shifts all that follows, so the first errors report it and
// the rest may be their echo.
func (p *parser) trim() {
	if len(p.errors) < 2 || p.unbalanced() == 0 {
		return
	}
	p.errors = p.errors[:min(len(p.errors), p.badTokens+p.unbalanced())]
}

// badToken reports a TokBad and says what to read it as: TokBad to drop it. A
// foreign sign is reported once an item.
func (p *parser) badToken(t Token) TokenKind {
	text := p.lexeme(t)
	if p.full(t.Span) {
		return kindOfBad(text)
	}
	d := Diagnostic{Code: codes.SyntaxError, Span: t.Span}
	kind := TokBad
	if read, write, message, ok := judgeHabit(text); ok {
		kind, d.Message = read, message
		if write != "" {
			d.Fixes = []Fix{Replace("write `"+write+"`", t.Span, write)}
		}
		if p.reportedSigns[d.Message] {
			return kind
		}
		if p.reportedSigns == nil {
			p.reportedSigns = map[string]bool{}
		}
		p.reportedSigns[d.Message] = true
	} else if message, marker, ok := Conflict(text, t.Span); ok {
		d.Message, d.Span = message, marker
	} else {
		kind, d.Message = judgeBad(text)
		if p.shapeFix(t, &d) {
			return kind
		}
		if extent := p.extent(t); extent != "" {
			d.Message, d.Fixes = "an extent is a whole number without a suffix: `"+extent+"`", []Fix{Replace("write `"+extent+"`", t.Span, extent)}
		}
		if product := p.product(text); product != "" {
			d.Message, d.Fixes = "a product is written with `*`: `"+product+"`", []Fix{Replace("write `"+product+"`", t.Span, product)}
		}
	}
	if text == "%" && t.Flags&AfterNewline != 0 || text == "%" && t.Start == 0 {
		d.Message, d.Fixes = habits.Comment.Message, []Fix{Replace("write `#`", t.Span, "#")}
	}
	if len(text) > 1 && kind == TokBad && text[0] == '/' {
		d.Span.End = d.Span.Start + 2
	}
	p.errors = append(p.errors, d)
	p.badTokens++
	return kind
}

// extent are the digits of a number with a suffix among the extents of a tensor, "" for another
// token: before it are only brackets, commas and extents after the name of the type.
func (p *parser) extent(t Token) string {
	text := p.lexeme(t)
	digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	if digits == "" || text[0] == '0' || strings.ContainsAny(text, "._") {
		return ""
	}
	front := strings.TrimRight(p.text[:t.Start], " ,?0123456789abcdefghijklmnopqrstuvwxyz")
	if inner := strings.TrimSuffix(front, "("); inner != front && strings.HasSuffix(inner, "Tensor[") {
		return digits
	}
	return ""
}

// product is a number with a name of the item after it as their product, "" for another text: `4d`
// where `d` is a size variable.
func (p *parser) product(text string) string {
	name := strings.TrimLeft(text, "0123456789")
	if len(name) == len(text) || name == "" || !isLetter(name[0]) {
		return ""
	}
	for _, t := range p.tokens {
		if t.Kind == TokName && p.lexeme(t) == name {
			return strings.TrimSuffix(text, name) + " * " + name
		}
	}
	return ""
}

// shapeMessage is how the message for a shape that is written as in MLIR begins.
const shapeMessage = "the type of a tensor is written"

// shapeFix gives "tensor<2x3xf32>" its fix, and reports whether that is a part of an error
// before: one habit is one error.
func (p *parser) shapeFix(t Token, d *Diagnostic) bool {
	extents, dtype, ok := shapeText(p.lexeme(t))
	front, behind := p.text[:t.Start], p.text[t.End:]
	if !ok || !strings.HasSuffix(front, "tensor<") || !strings.HasPrefix(behind, ">") {
		return false
	}
	at := Span{t.Start - int32(len("tensor<")), t.End + 1}
	text := "Tensor[(" + extents + "), " + dtype + "]"
	for i := range p.errors {
		if e := &p.errors[i]; strings.HasPrefix(e.Message, shapeMessage) && len(e.Fixes) > 0 {
			e.Fixes[0].Edits = append(e.Fixes[0].Edits, Edit{at, text})
			return true
		}
	}
	d.Span, d.Fixes = at, []Fix{Replace("write `"+text+"`", at, text)}
	return false
}

// kindOfBad is what a TokBad is read as.
func kindOfBad(text string) TokenKind {
	kind, _, _, ok := judgeHabit(text)
	if !ok {
		kind, _ = judgeBad(text)
	}
	return kind
}

func judgeBad(text string) (TokenKind, string) {
	switch c := text[0]; {
	case c == '"':
		return TokString, "this string has no closing quote"
	case c == '/':
		return TokBad, "this comment is never closed"
	case c == '$':
		return TokBad, "there is no `$`: the arguments of a function are written in parentheses: `@f(%x)`"
	case c == '%' && len(text) == 1:
		return TokLocal, "a name follows `%` directly, as in `%x`"
	case c == '@' && len(text) == 1:
		return TokGlobal, "a name follows `@` directly, as in `@f`"
	case c == '%':
		return TokLocal, asciiNames
	case c == '@':
		return TokGlobal, asciiNames
	case isDigit(c):
		return TokInt, notNumber(text)
	case isLetter(c), c >= 0xC0:
		return TokName, asciiNames
	}
	return TokBad, fmt.Sprintf("the character %q has no meaning here", text[:1])
}

const asciiNames = "names are made of the letters a to z and A to Z, digits and `_`"

// unclosed reports an opening bracket whose other half is missing here.
func (p *parser) unclosed(open Token, closer, what string) {
	if p.suppressed() || p.hidden(open.Start, closer) {
		return
	}
	if inner, next, ok := p.misindented(open); ok {
		p.unclosedInside(inner, next)
		return
	}
	at := Span{p.end, p.end}
	if p.closedAt(open, at) {
		return
	}
	message := fmt.Sprintf("this `%s` is never closed: expected `%s` to close %s", p.lexeme(open), closer, what)
	if p.report(codes.UnclosedDelimiter, open.Span, message, Replace("insert `"+closer+"`", at, closer)) {
		if open.Kind == TokLBrace {
			p.lack--
		}
		d := &p.errors[len(p.errors)-1]
		d.Related = []Related{{Place{nil, at}, expectedHere(p.lexeme(open))}}
	}
}

// closedAt reports whether a bracket of the same line was reported to be closed at the same place: a
// text that breaks off after several open brackets is one mistake.
func (p *parser) closedAt(open Token, at Span) bool {
	for i := range p.errors {
		d := &p.errors[i]
		if d.Code != codes.UnclosedDelimiter || len(d.Related) == 0 || d.Related[0].Message != expectedHere(p.cut(d.Span.Start, d.Span.End)) {
			continue
		}
		if d.Related[0].Place.Span == at && !strings.Contains(p.cut(min(open.Start, d.Span.Start), max(open.Start, d.Span.Start)), "\n") {
			if open.Kind == TokLBrace {
				p.lack--
			}
			return true
		}
	}
	return false
}

// expectedHere is said of the place where the other half of a bracket belongs.
func expectedHere(open string) string {
	return fmt.Sprintf("`%s` was expected here", map[string]string{"(": ")", "[": "]", "{": "}", "<": ">"}[open])
}

// misindented finds the brace that lacks its other half by the layout, where that is
// another one than the parser is left with: of the braces after the open one, the first
// that is closed by a brace which begins a line at the margin of a brace around it. next
// is the index of that closing brace.
func (p *parser) misindented(open Token) (inner Token, next int, ok bool) {
	if open.Kind != TokLBrace {
		return Token{}, 0, false
	}
	var around []Token
	for i, t := range p.tokens {
		switch {
		case t.Start < open.Start:
		case t.Kind == TokLBrace:
			around = append(around, t)
		case t.Kind == TokRBrace && len(around) == 0:
			return Token{}, 0, false
		case t.Kind == TokRBrace:
			inner, around = around[len(around)-1], around[:len(around)-1]
			if t.Flags&AfterNewline == 0 {
				continue
			}
			margin := p.margin(t.Start)
			if margin < p.margin(inner.Start) && slices.ContainsFunc(around, func(o Token) bool { return p.margin(o.Start) == margin }) {
				return inner, i, true
			}
		}
	}
	return Token{}, 0, false
}

// margin counts the blanks that the line of a place begins with.
func (p *parser) margin(at int32) int {
	line := p.text[strings.LastIndexByte(p.text[:at], '\n')+1:]
	return len(line) - len(strings.TrimLeft(line, " \t"))
}

// unclosedInside reports a brace that lacks its other half before a closing brace,
// which is that of a brace around it.
func (p *parser) unclosedInside(open Token, next int) {
	at := Span{p.tokens[next-1].End, p.tokens[next-1].End}
	if p.closedAt(open, at) {
		return
	}
	text := " }"
	if strings.Contains(p.cut(open.End, at.Start), "\n") {
		margin := strings.LastIndexByte(p.text[:open.Start], '\n') + 1
		text = "\n" + p.text[margin:margin+p.margin(open.Start)] + "}"
	}
	if p.report(codes.UnclosedDelimiter, open.Span, "this `{` is never closed: by its place, the next `}` closes a block around it", Replace("insert `}`", at, text)) {
		p.lack--
		p.errors[len(p.errors)-1].Related = []Related{{Place{nil, p.tokens[next].Span}, "this `}` is further left than the line of the `{`"}}
	}
}

// notNumber says how a number of another language is written here.
func notNumber(text string) string {
	if extents, dtype, ok := shapeText(text); ok {
		return shapeMessage + " `Tensor[(" + extents + "), " + dtype + "]`"
	}
	if extents := strings.ReplaceAll(text, "x", ""); isAllDigits(extents) && text[0] != '0' {
		return "extents are written in parentheses, with commas in between: `Tensor[(" + strings.ReplaceAll(text, "x", ", ") + "), float32]`"
	}
	if isAllDigits(strings.TrimRight(text, "jJ")) {
		return fmt.Sprintf("`%s` is not a number: there are no complex numbers", text)
	}
	plain := strings.ReplaceAll(text, "_", "")
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return fmt.Sprintf("`%s` is not a number: digits are written without spaces, in base 10: `%d`", text, n)
	}
	if digits := strings.TrimRight(text, "lLuU"); digits != "" && digits != text && isAllDigits(digits) {
		suffix := "i64"
		if strings.ContainsAny(text, "uU") {
			suffix = "u64"
		}
		return fmt.Sprintf("`%s` is not a number: one of 64 bits is written `%s%s`", text, digits, suffix)
	}
	if number, dtype, ok := suffixed(plain); ok {
		return fmt.Sprintf("`%s` is not a number: one of dtype %s is written `%s`", text, dtype, number)
	}
	if isAllDigits(plain) {
		return fmt.Sprintf("`%s` is not a number: digits are written without spaces: `%s`", text, plain)
	}
	return fmt.Sprintf("`%s` is not a number", text)
}

// suffixed writes a number whose suffix other languages have, `2.0F`, `1i32`.
func suffixed(text string) (number, dtype string, ok bool) {
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if digits == "" || digits == text {
		digits = text[:len(text)-len(strings.TrimLeft(text, "0123456789."))]
	}
	dtype, suffix, ok := habits.NumberSuffix(text[len(digits):])
	if !ok || strings.Trim(digits, "0123456789.") != "" {
		return "", "", false
	}
	return digits + suffix, dtype, true
}

// shapeText takes `3x4xf32` apart, as MLIR writes a shape.
func shapeText(text string) (extents, dtype string, ok bool) {
	parts := strings.Split(text, "x")
	dtype = habits.Scalar(parts[len(parts)-1])
	for _, part := range parts[:len(parts)-1] {
		if part == "" || !isAllDigits(part) {
			return "", "", false
		}
	}
	return strings.Join(parts[:len(parts)-1], ", "), dtype, dtype != ""
}

func isAllDigits(text string) bool {
	return strings.Trim(text, "0123456789") == ""
}
