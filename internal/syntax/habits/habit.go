package habits

import (
	"strings"
	"sync"
)

// A Habit is a row of the table: what programmers of other languages write at a place, and what
// is meant. Most rows have a Form, by which Find and Word recognize them; the parser recognizes
// the others, whose parts are expressions, by itself, and takes only the words from the table.
type Habit struct {
	At   Place
	Form string // what stands there: see form
	// Message is the diagnostic. `$1` stands for the text of the form's first part, `$2` for that
	// of the second one, `$0` for that of the operand before a form At After.
	Message string
	// Fix writes what is meant in place of the form: `=text` replaces it, `-` deletes it with the
	// blanks after it, "" is no fix.
	Fix  string
	Mark int    // how many parts of the form the diagnostic covers; 0: all of them
	Over int    // how many the fix replaces; 0: all of them
	Sure bool   // the fix is the only reading
	Call string // of an infix operator: the operator of Frac that is called instead
	Open bool   // languages differ in what the operator gives, so that the call is one reading of several
	Then Then
	// Example shows the habit in a body or, At Item, as a whole item; Meant is what the fix makes of
	// it. The test of this package checks both. Without a fix Meant is "".
	Example, Meant string
	Whole          bool // the example is a whole item, At a place of a body
}

// A Place is where the parser asks for habits.
type Place uint8

const (
	Item      Place = iota // at the beginning of an item
	Statement              // at the beginning of a statement
	Prefix                 // before an expression
	Behind                 // after an expression
	Infix                  // between operands, one token
	Pair                   // between operands, two signs side by side
	Char                   // a character that begins no token
	Macro                  // a name before `!(…)`
	Parameter              // before a parameter
	Binding                // between `let` and a variable
	Pattern                // after a pattern
	Part                   // within a form of Frac's own: the parser recognizes it
	places
)

// Then is how the parser goes on after a habit.
type Then uint8

const (
	Resume        Then = iota // with what follows the form
	SkipStatement             // after the statement, which has no type
	SkipBlock                 // at the end of the block
	SkipItem                  // after the item
	ImportNothing             // after the item, an import of an unknown file
	ReadLet                   // the form's first word is a `let`
	ReadMatch                 // it is a `match`
	ReadDef                   // after it, a definition goes on with its name
	ReadHead                  // its last part is the name of a definition, which goes on
	NameOnly                  // its last part is the name of a definition, of which nothing else is known
	ReadData                  // after it, a `data` type goes on with its name
	ReadAlias                 // after it, an alias of a type goes on with its name
	Opaque                    // after its first word stands the name of a type, of which nothing else is known
)

// A Token is what forms know of one.
type Token struct {
	Text    string
	Class   Class
	Newline bool // it is the first one of its line
	Space   bool // blanks precede it
}

// A Class is a kind of tokens that forms ask for.
type Class uint8

const (
	Sign     Class = iota
	Local          // `%x`
	Global         // `@f`
	Name           // a name that is no word of Frac
	Reserved       // a word of Frac
	Number
	String
	End // of the text
)

// Tokens is what the parser shows of the text: all that it is asked for habits.
type Tokens interface {
	// Token is the token n after the current one.
	Token(n int) Token
	// Partner is where the other half of the bracket n tokens ahead stands, after the current
	// token; 0 where it has none.
	Partner(n int) int
}

// A Match says which tokens the parts of a form are: part i, from 1, those from Begin[i-1] to
// Last[i-1] after the current one.
type Match struct {
	Begin, Last [maxParts]int
	Parts       int // how many parts belong to the form
	Seen        int // how many were looked at besides
}

// maxParts is how many parts a form may have.
const maxParts = 6

// Find gives the first habit of a place whose form stands at the current token.
//
// The rows are indexed by their first token, so that a place where no habit stands costs one search
// in a map.
func Find(at Place, t Tokens) (*Habit, Match, bool) {
	first := t.Token(0)
	here := &compiled()[at]
	list, ok := here.byText[first.Text]
	if !ok {
		list = here.others
	}
	for i := range list {
		row := &list[i]
		if m, ok := row.match(t); ok {
			return row.habit, m, true
		}
	}
	return nil, Match{}, false
}

// Word gives the habit of a place whose form is a text; nil where there is none.
func Word(at Place, text string) *Habit { return words()[at][text] }

// Each visits every row of the table.
func Each(visit func(*Habit)) {
	for _, rows := range [][]Habit{items, statements, prefixes, operators, signs, macros, bindings, parameters} {
		for i := range rows {
			visit(&rows[i])
		}
	}
	for _, h := range parts {
		visit(h)
	}
}

// Fill writes the message or the fix of a habit; part gives the text of a part.
func Fill(template string, part func(n int) string) string {
	if !strings.Contains(template, "$") {
		return template
	}
	var b strings.Builder
	for {
		before, behind, found := strings.Cut(template, "$")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString(part(int(behind[0] - '0')))
		template = behind[1:]
	}
}

var words = sync.OnceValue(func() (index [places]map[string]*Habit) {
	for i := range index {
		index[i] = map[string]*Habit{}
	}
	Each(func(h *Habit) {
		for text := range strings.SplitSeq(h.Form, "|") {
			index[h.At][text] = h
		}
		if h.Form == "|" {
			index[h.At]["|"] = h
		}
	})
	return index
})
