package syntax

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
