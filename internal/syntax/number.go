package syntax

import "strings"

// digits is the offset behind the digits that start at i.
func (l *lexer) digits(i int) int {
	for isDigit(l.at(i)) {
		i++
	}
	return i
}

// number reads digits, a fraction, an exponent and a suffix: `3i64`, `1e-05f`.
// Behind a `.` only digits count, so that `%t .0.1` are two projections; the point of ML's
// `+. 1f` is none.
func (l *lexer) number() TokenKind {
	start := l.pos
	l.pos = l.digits(l.pos)
	if l.prev == TokDot && (l.flags&AfterSpace == 0 || !l.signWithPoint(start)) {
		return TokInt
	}
	real := l.fraction()
	real = l.exponent() || real
	suffix := l.suffix()
	if inName(l.at(l.pos)) || l.at(l.pos) >= 0x80 || real && suffix != 0 && suffix != 'f' {
		l.foreign()
		return TokBad
	}
	if real || suffix == 'f' {
		return TokFloat
	}
	return TokInt
}

// signWithPoint reports whether the `.` in front of an offset belongs to a sign of ML's
// floats, such as `+.`.
func (l *lexer) signWithPoint(at int) bool {
	before := strings.TrimRight(l.text[:at], " \t")
	return len(before) > 1 && strings.IndexByte("+-*/", before[len(before)-2]) >= 0
}

// fraction reads `.5`, and the point of `1.f`.
func (l *lexer) fraction() bool {
	if l.at(l.pos) != '.' {
		return false
	}
	next := l.at(l.pos + 1)
	if next == 'f' && !isLetter(l.at(l.pos+2)) {
		l.pos++
		return true
	}
	if isDigit(next) {
		l.pos = l.digits(l.pos + 1)
		return true
	}
	return false
}

// exponent reads `e5`, `E-05`.
func (l *lexer) exponent() bool {
	if c := l.at(l.pos); c != 'e' && c != 'E' {
		return false
	}
	i := l.pos + 1
	if c := l.at(i); c == '+' || c == '-' {
		i++
	}
	if !isDigit(l.at(i)) {
		return false
	}
	l.pos = l.digits(i)
	return true
}

// suffix reads the dtype letter and its width: `f`, `f16`, `i64`, `u8`.
func (l *lexer) suffix() byte {
	c := l.at(l.pos)
	switch c {
	case 'f', 'i':
		l.pos = l.digits(l.pos + 1)
		return c
	case 'u':
		if isDigit(l.at(l.pos + 1)) {
			l.pos = l.digits(l.pos + 1)
			return c
		}
	}
	return 0
}
