package syntax

// byteClass sorts the bytes a token may begin with.
type byteClass uint8

const (
	byteBad byteClass = iota // starts nothing: control bytes, non-ASCII, `$`
	byteLetter
	byteDigit
	bytePunct
	byteLocal  // %
	byteGlobal // @
	byteBlank
	byteNewline
	byteRare // begins a comment, an attribute, a string: # / "
)

var byteClasses = classifyBytes()

// singles are the tokens of one byte.
var singles = [256]TokenKind{
	'(': TokLParen, ')': TokRParen, '[': TokLBracket, ']': TokRBracket,
	'{': TokLBrace, '}': TokRBrace, ',': TokComma, ';': TokSemi,
	':': TokColon, '.': TokDot, '?': TokQuestion, '=': TokAssign,
	'+': TokPlus, '-': TokMinus, '*': TokStar, '/': TokSlash,
	'<': TokLess, '>': TokGreater, '!': TokNot, '^': TokCaret,
}

// pairs are the tokens of two bytes, by their second byte; only adjacent
// bytes form one.
var pairs = [256][]struct {
	first byte
	kind  TokenKind
}{
	'>': {{'-', TokArrow}, {'=', TokFatArrow}},
	'=': {{'<', TokLessEq}, {'>', TokGreaterEq}, {'=', TokEq}, {'!', TokNotEq}},
	'&': {{'&', TokAnd}},
	'|': {{'|', TokOr}},
}

func classifyBytes() (classes [256]byteClass) {
	for b := range 256 {
		if singles[b] != 0 {
			classes[b] = bytePunct
		}
	}
	for b := 'a'; b <= 'z'; b++ {
		classes[b], classes[b-'a'+'A'] = byteLetter, byteLetter
	}
	for b := '0'; b <= '9'; b++ {
		classes[b] = byteDigit
	}
	classes['_'] = byteLetter
	classes['&'], classes['|'] = bytePunct, bytePunct
	classes['%'], classes['@'], classes['\n'] = byteLocal, byteGlobal, byteNewline
	for _, b := range " \t\r\f\v" {
		classes[b] = byteBlank
	}
	classes['#'], classes['/'], classes['"'] = byteRare, byteRare, byteRare
	return classes
}

func isLetter(b byte) bool { return byteClasses[b] == byteLetter }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// nameBytes are those that go on a name.
var nameBytes = func() (in [256]bool) {
	for b, class := range byteClasses {
		in[b] = class == byteLetter || class == byteDigit
	}
	return in
}()

// inName reports whether a byte goes on a name.
func inName(b byte) bool { return nameBytes[b] }

func isBlank(b byte) bool { return byteClasses[b] == byteBlank }
