package syntax

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// maxDepth is how deep brackets, blocks and arrows may nest.
const maxDepth = 10000

// A parser builds the tree of one item by recursive descent: a method for each
// form of the language, in the file named after it. Infix operators are read by
// precedence climbing (expr.go). Where a form is wrong, the parser reports it
// once and goes on at a token that the forms around it can use (recover.go,
// list.go): what N. Wirth calls synchronizing, Algorithms + Data Structures =
// Programs, 1976, 5.9.
//
// One parser reads all items of a file: its slices are scratch space from which
// each finished Item is copied.
type parser struct {
	cursor
	text  string
	owner string // the definition being read, for messages

	nodes []Node
	kids  []NodeID
	stack []NodeID // children that wait for their parent
	attrs []NodeID

	notes         []note
	nextNote      int // index into notes
	comments      []TypeComment
	errors        []Diagnostic
	unreported    int             // how many errors are not among the errors: see maxErrors
	badTokens     int             // how many of the errors are of the lexer
	reportedSigns map[string]bool // the messages of foreign signs that have been reported

	filter newlineFilter
	loaded []Token // of the item
	lexed  []Token // of the type note that is being read

	openParams     int    // index of the parenthesis of the parameters that are read, -1 for none
	inLet          bool   // in the value of a `let`
	inClause       bool   // in the body of a `P => e` clause, outside of brackets
	matches        int    // how many `match` are being read
	lists          int    // how many lists are
	inPatterns     int    // how many lists of patterns are
	branches       int    // how many first branches of an `if` are
	lack           int    // see lacking
	single         int    // see unbalanced
	pipes          bool   // clauses of other languages, or a `|` before one, have been reported
	closing        bool   // the word before the body that is read next asks for an `end`
	ends           bool   // an `end` closes the block
	summand        bool   // the constructor that is read stands between `|`
	spread         bool   // fields without parentheses that no fix can write have been read
	lineOf         int32  // see lineReported
	headReported   int    // one more than the index of the error on the head of the definition
	inOf           bool   // see wordOf
	localDef       bool   // see localFunction
	namedField     bool   // a field with a name has been reported
	searchedHidden bool   // hidden has been asked for this item
	hiding         int    // how many more closing brackets the comment contains that hidden reported
	hiddenAt       int32  // where that comment begins
	unbraced       int    // how many of the matches around have clauses without braces
	cons, dollars  chain  // of `::` and `$`
	arrows, angles chain  // of function types without `fn`, and of types with angle brackets
	frontParam     string // the type parameter that precedes a type's name
	bareReported   int    // see bareElse
	returned       bool   // a `return` has been reported
	bare           bool   // a body without braces has been reported
	keepWhere      bool   // in a result type: a `where` after it belongs to the definition
	listReported   int    // see listPattern
	casesReported  int    // see cases
	braceReported  int    // see habitBody
	fieldEdits     []Edit // what fields without parentheses lack, see sum
}

// A cursor is a place in a token stream.
type cursor struct {
	tokens  []Token // without notes and bad tokens; ends with TokEOF
	i       int
	tok     Token   // tokens[i]
	end     int32   // end of the last token that was consumed
	depth   int     // of nesting
	noteAt  int     // index of the token after the next note, -1 for none
	errorAt int     // token index of the last error: one mistake, one error
	infixAt int     // token index of the last operator between two operands
	quiet   bool    // errors are not reported
	failed  bool    // an error happened while quiet
	matched bool    // partner is there
	partner []int32 // of each bracket the other half's index
}

// A note is a type note: the token of its comment and the index of the parser
// token that follows it.
type note struct {
	token Token
	at    int
}

// parse builds an item from its text and the tokens of that text, among the trees of its
// file, or by itself where there are none.
func (p *parser) parse(text string, raw []Token, file *trees) *Item {
	p.reset(text)
	p.load(raw)
	root := p.item()
	p.trim()
	p.declareTypeVariables(root)
	return p.finish(root, file)
}

func (p *parser) reset(text string) {
	p.cursor = cursor{errorAt: -1, infixAt: -1}
	p.text, p.owner = text, ""
	p.nodes = append(p.nodes[:0], Node{})
	p.kids, p.stack, p.attrs = p.kids[:0], p.stack[:0], p.attrs[:0]
	p.notes, p.nextNote, p.comments, p.errors, p.badTokens = p.notes[:0], 0, p.comments[:0], p.errors[:0], 0
	p.unreported = 0
	p.openParams, p.inLet, p.pipes, p.bare, p.returned = -1, false, false, false, false
	p.hiding, p.hiddenAt, p.bareReported, p.frontParam = 0, 0, 0, ""
	p.cons, p.dollars, p.arrows, p.angles = chain{}, chain{}, chain{}, chain{}
	p.unbraced, p.searchedHidden, p.closing, p.ends = 0, false, false, false
	p.summand, p.spread, p.lineOf, p.namedField, p.localDef, p.headReported, p.inOf = false, false, 0, false, false, 0, false
	p.listReported, p.casesReported, p.braceReported, p.fieldEdits = 0, 0, 0, nil
	clear(p.reportedSigns)
	p.inClause, p.matches, p.lists, p.branches, p.lack, p.keepWhere = false, 0, 0, 0, 0, false
}

// load takes the tokens in, with newlines where they stand for `;`; it sets the notes
// aside and reports bad tokens.
func (p *parser) load(raw []Token) {
	f := &p.filter
	f.begin(raw)
	tokens := grown(p.loaded[:0], len(raw))
	p.nodes, p.kids = grown(p.nodes, len(raw)), grown(p.kids, len(raw))
	leading, bad := true, TokenFlags(0)
	for i, t := range raw {
		if t.Kind == TokTypeNote {
			p.notes = append(p.notes, note{t, len(tokens)})
			continue
		}
		if f.ends(i) {
			end := f.newline(i)
			end.Flags, bad = bad, 0
			tokens = append(tokens, end)
		}
		f.pass(t, i, len(tokens))
		switch t.Kind {
		case TokBad:
			p.tokens, bad = tokens, afterBad
			if p.isHabitSign(t, f.after(i)) {
				t.Kind, bad = TokForeign, 0
			} else if t.Kind = p.badToken(t); t.Kind == TokBad {
				continue
			}
			t.Flags |= bad
			if t.Kind == TokName && p.text[t.Start] == '\'' {
				t.Word = WordHole // a type that says nothing
			}
			tokens = append(tokens, t)
			leading = false
			continue
		case TokAttribute:
			if !leading {
				continue // in brackets that something unbalanced: a comment
			}
			leading = attributeName(p.text, t) != "version"
			tokens = append(tokens, t)
			continue
		}
		leading = false
		t.Flags |= bad
		bad = 0
		tokens = append(tokens, t)
	}
	f.found.reach(len(tokens) - 1)
	p.tokens, p.loaded = tokens, tokens
	p.tokens[len(p.tokens)-1].Flags &= afterBad
	p.tok = p.tokens[0]
	p.end = p.tok.Start
	p.noteAt = p.noteIndex()
}

// finish copies the tree out of the scratch space.
func (p *parser) finish(root NodeID, file *trees) *Item {
	p.countUnreported()
	p.dropUnwritable()
	if slices.ContainsFunc(p.nodes, func(n Node) bool { return n.Kind == Hole }) {
		p.nodes[root].Flags |= FlagOpen
	}
	t := file.item()
	*t = Item{Text: p.text, Root: root, Extra: p.extra(), nodes: file.nodesOf(p.nodes), kids: file.kidsOf(p.kids)}
	return t
}

func (p *parser) extra() *Extra {
	if len(p.attrs)+len(p.comments)+len(p.errors) == 0 {
		return noExtra
	}
	return &Extra{Attributes: exact(p.attrs), TypeComments: exact(p.comments), Errors: exact(p.errors)}
}

// leastRoom is room for most items of a file.
const leastRoom = 128

// room makes sure that n more elements fit. What grows again and again at least
// doubles; the one large item of a file gets what it asks for.
func grown[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, max(len(s)+n, 2*cap(s), leastRoom)), s...)
}

// exact copies a slice to one of just its length; an empty one to nil.
func exact[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	c := make([]T, len(s))
	copy(c, s)
	return c
}

// advance consumes the current token.
func (p *parser) advance() {
	if p.tok.Kind == TokEOF {
		return
	}
	p.end = p.tok.End
	p.i++
	p.tok = p.tokens[p.i]
}

// peek is the kind of the token after the current one.
func (p *parser) peek() TokenKind { return p.peekToken(1).Kind }

func (p *parser) peekToken(n int) Token {
	return p.tokens[min(p.i+n, len(p.tokens)-1)]
}

// accept consumes the current token if it is of a kind.
func (p *parser) accept(kind TokenKind) bool {
	if p.tok.Kind != kind {
		return false
	}
	p.advance()
	return true
}

// lexeme is the text of a token.
func (p *parser) lexeme(t Token) string { return p.text[t.Start:t.End] }

// atName reports whether the current token is a name that is not reserved.
func (p *parser) atName() bool { return p.tok.isName() }

// partnerOf is the index of the other half of the bracket at index i, -1 if
// it has none.
func (p *parser) partnerOf(i int) int {
	if !p.matched {
		p.matchBrackets()
	}
	return int(p.partner[i])
}

// matchBrackets finds the partners of all brackets; load found those of the item.
func (p *parser) matchBrackets() {
	p.matched = true
	if p.quiet {
		var m pairing
		m.match(p.tokens)
		p.partner = m.partner
		return
	}
	found := &p.filter.found
	p.partner, p.lack, p.single = found.partner, found.lack, found.single
}

// unbalanced counts the brackets of the item that have no other half.
func (p *parser) unbalanced() int {
	p.partnerOf(0)
	return p.single
}

// enter goes one level of nesting deeper. Where that is too deep, it reports
// so once and leaves nothing more to read.
func (p *parser) enter() bool {
	p.depth++
	if p.depth <= maxDepth {
		return true
	}
	if p.tok.Kind != TokEOF {
		p.report(codes.SyntaxError, p.tok.Span, "this is nested more than 10,000 levels deep")
		p.i = len(p.tokens) - 1
		p.tok = p.tokens[p.i]
		p.errorAt = p.i
	}
	return false
}

func (p *parser) leave() { p.depth-- }
