package syntax

// A TokenKind is the lexical class of a token.
type TokenKind uint8

const (
	TokEOF     TokenKind = iota
	TokBad               // a character that starts nothing, an unterminated string, a NUL byte
	TokLocal             // %x, %0 (without tail segments)
	TokSegment           // .x .0 /x :0 directly after a local or another segment
	TokGlobal            // @f
	TokName              // letters, digits, underscores; `nn.conv2d` is one token
	TokInt
	TokFloat
	TokString
	TokMeta      // meta[relay.Constant][0]
	TokAttribute // #[…] as the first token of a line at item level
	TokVersion   // a bare v0.0.4
	TokMetadata  // #[metadata] (TVM 0.6: METADATA:) and the rest of the file
	TokTypeNote  // /* ty=… */: a trivia to the parser, kept for the tree
	TokNewline   // a virtual `;` that the newline filter put in

	TokLParen
	TokRParen
	TokLBracket
	TokRBracket
	TokLBrace
	TokRBrace
	TokComma
	TokSemi
	TokColon
	TokDot
	TokQuestion
	TokAssign   // =
	TokArrow    // ->
	TokFatArrow // =>
	TokPlus
	TokMinus
	TokStar
	TokSlash
	TokLess
	TokLessEq
	TokGreater
	TokGreaterEq
	TokEq
	TokNotEq
	TokAnd
	TokOr
	TokNot
	TokCaret   // ^ in `where` and contracts only
	TokForeign // a sign that only other languages have between operands: & | % @ \\
	tokenKinds
)

// A Token is a lexeme: its class and where it stands in the text that was
// lexed. Twelve bytes, so that a file's tokens stay in the cache, in four fields,
// the most that the compiler holds in registers.
type Token struct {
	Kind  TokenKind
	Flags TokenFlags
	Word  Word // of a TokName: which of the language's words it is, if any
	Span
}

// isName reports whether the token is a name that is not reserved.
func (t Token) isName() bool { return t.Kind == TokName && t.Word.isName() }

// TokenFlags tell what stood before a token. A type note counts as a
// comment here.
type TokenFlags uint8

const (
	AfterSpace   TokenFlags = 1 << iota // blanks or comments stand in front
	AfterNewline                        // first token of its line
	afterBad                            // the parser has reported a mistake directly before
)

// tokenTexts are the tokens that are always written alike, as messages quote
// them.
var tokenTexts = [tokenKinds]string{
	TokLParen: "(", TokRParen: ")", TokLBracket: "[", TokRBracket: "]",
	TokLBrace: "{", TokRBrace: "}", TokComma: ",", TokSemi: ";",
	TokColon: ":", TokDot: ".", TokQuestion: "?", TokAssign: "=",
	TokArrow: "->", TokFatArrow: "=>", TokPlus: "+", TokMinus: "-",
	TokStar: "*", TokSlash: "/", TokLess: "<", TokLessEq: "<=",
	TokGreater: ">", TokGreaterEq: ">=", TokEq: "==", TokNotEq: "!=",
	TokAnd: "&&", TokOr: "||", TokNot: "!", TokCaret: "^",
}

// tokenNames are the classes of the other tokens.
var tokenNames = [tokenKinds]string{
	TokEOF: "end", TokBad: "bad", TokLocal: "local", TokSegment: "segment",
	TokGlobal: "global", TokName: "name", TokInt: "int", TokFloat: "float",
	TokString: "string", TokMeta: "meta", TokAttribute: "attribute",
	TokVersion: "version", TokMetadata: "metadata", TokTypeNote: "type note",
	TokNewline: "newline", TokForeign: "foreign sign",
}

// String is the token as it is written, or the name of its class.
func (k TokenKind) String() string {
	if text := tokenTexts[k]; text != "" {
		return text
	}
	return tokenNames[k]
}

// A Word is a name that means something at its place. Words are names to the
// lexer; the parser knows where each of them is one of the language's own.
type Word uint8

const (
	NoWord Word = iota
	WordLet
	WordFn
	WordIf
	WordElse
	WordMatch
	WordFreeVar
	WordDef
	WordData
	WordType
	WordExtern
	WordImport
	WordAssert
	WordCase
	WordWhere
	WordWith
	WordTrue
	WordFalse
	WordHole // _
)

// isName reports whether a word names things wherever it is not the language's
// own; the others are reserved.
func (w Word) isName() bool { return w == NoWord || WordDef <= w && w <= WordWith }

// wordOf looks a name up. Most names are ruled out by their length.
func wordOf(name string) Word {
	if len(name) > 8 {
		return NoWord
	}
	switch name {
	case "_":
		return WordHole
	case "let":
		return WordLet
	case "fn", "fun":
		return WordFn
	case "if":
		return WordIf
	case "else":
		return WordElse
	case "match":
		return WordMatch
	case "free_var":
		return WordFreeVar
	case "def":
		return WordDef
	case "data":
		return WordData
	case "type":
		return WordType
	case "extern":
		return WordExtern
	case "import":
		return WordImport
	case "assert":
		return WordAssert
	case "case":
		return WordCase
	case "where":
		return WordWhere
	case "with":
		return WordWith
	case "True", "true":
		return WordTrue
	case "False", "false":
		return WordFalse
	}
	return NoWord
}
