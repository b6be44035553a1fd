package rulefile

import "github.com/fraccheck/fraccheck/internal/syntax"

// A WordKind says what a word of a rule file is.
type WordKind uint8

const (
	KindWord        WordKind = iota // `rewrite`, `once`
	RuleWord                        // the name of a rule
	ClauseWord                      // `match`
	FormWord                        // `is_op`, `has_type`
	QuestionWord                    // `rank` in a condition or template
	OperatorWord                    // an operator of the language, by name or in a string
	ConstructorWord                 // `Cons`
	GlobalWord                      // `@f`
	AttributeWord                   // the name of an attribute
	LetWord                         // the name of a `let` pattern
	NameWord                        // a name that a match binds
	ValueWord                       // a word that represents a value: a dtype, a kind of operators
)

var wordKindNames = [...]string{
	"kind", "rule", "clause", "form", "question", "operator", "constructor", "global", "attribute", "let", "name", "value",
}

// String names the kind.
func (k WordKind) String() string { return wordKindNames[k] }

// A Word is a word of a rule file with what it means.
type Word struct {
	Span syntax.Span
	Kind WordKind
	// Name is what the word names, which may be in a string: `nn.relu`.
	Name string
	// Declared reports whether Declaration is known: of names, of `let` patterns and of
	// rules, the place at which they are given, which may be this one.
	Declared    bool
	Declaration syntax.Span
	// Of is the operator whose attribute an AttributeWord names, "" where that is not
	// known.
	Of string
}

// word notes a word of the text.
func (r *reader) word(span syntax.Span, kind WordKind, declared *syntax.Span) *Word {
	w := Word{Span: span, Kind: kind, Name: r.file.Text[span.Start:span.End]}
	if declared != nil {
		w.Declared, w.Declaration = true, *declared
	}
	r.file.Words = append(r.file.Words, w)
	return &r.file.Words[len(r.file.Words)-1]
}
