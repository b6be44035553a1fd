package complete

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Candidate is something that can be written at a place.
//
// Label is shown, Filter is compared with the word, and Text (or Snippet) replaces Span. The unexported
// fields are the rank.
type Candidate struct {
	Label   string
	Kind    Kind
	Detail  string // where it costs nothing; else Lookup gives it
	Filter  string // what the client holds against the word
	Text    string
	Snippet string // in the editor protocol's syntax; empty where it is Text
	Span    syntax.Span
	Lookup  Reference
	Listed  bool            // of an attribute: its values are listed where one is asked for
	Import  string          // the path of the file that has to be imported for the name; empty for none
	Edit    *workspace.Edit // elsewhere in the file: the import

	cost     int // of an expression: how unlikely it is
	fit      fit
	class    class
	order    int // in the class
	quality  int // of the match with what is typed
	object   *typecheck.Object
	note     string // what it is, where that is no Detail
	receiver string // the text before the word that is replaced too
	origin   string // of the object: empty for the file
	operator *op.Op
}

// A Kind says what a candidate is.
type Kind uint8

const (
	Local Kind = iota
	Global
	Constructor
	Operator
	Attribute
	Value
	Type
	TypeParam
	Keyword
	Clause
	Field
	File
	Folder
)

// A Reference is enough to find again what a candidate stands for.
type Reference struct {
	Kind  Kind
	Name  string
	Of    string // the operator of an attribute
	Path  string // of the file that declares it, where that is not imported
	Block int
}

// A class ranks candidates that fit equally well, nearest first.
//
// The order of the constants is the order in the list. Missing clauses come first, since a match that
// lacks some is an error that one key fixes; operators come behind everything in scope, since there
// are hundreds; keywords, and operators that few look for, come last.
type class uint8

const (
	clauseClass class = iota
	valueClass
	localClass
	attributeClass
	constructorClass
	fileClass
	importClass
	preludeClass
	typeClass
	wrongLocalClass
	operatorClass
	keywordClass
	farClass
)

// A List is what was found, best first.
type List struct {
	Candidates []Candidate
	Cut        bool // there is more
}

// Escape writes a text inside a snippet's placeholder.
var Escape = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`).Replace

// InsideCall ends the snippets after which the cursor is between the parentheses of a
// call.
const InsideCall = "($0)"

// call gives a candidate that is a function its parentheses, with the cursor
// between them if it takes something.
//
// The parentheses are added only where none follow: completing a name before `(%x)` must not give
// `f()(%x)`.
func (s *scene) call(c *Candidate, takes bool) {
	if s.called() {
		return
	}
	if takes {
		c.Snippet = Escape(c.Text) + InsideCall
	} else {
		c.Snippet = Escape(c.Text) + "()"
	}
}

// detail is a type as candidates show it.
func detail(t types.Type) string {
	if t == nil || types.IsBad(t) {
		return ""
	}
	return excerpt.Of(types.String(t), longestDetail)
}

// longestDetail is how many characters of a type are shown in a list.
const longestDetail = 300
