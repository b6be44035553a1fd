package rulefile

import (
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A reader reads one text.
type reader struct {
	file     *File
	tokens   []syntax.Token
	comments []syntax.Span
	partner  []int // of each bracket the index of its other half, -1 where it has none

	loose     bool                   // names that nothing declares are wildcards
	failed    bool                   // a mistake was found in the rule that is read
	lets      map[string]*let        // of the file
	resolving []*let                 // each is mentioned by the one before
	given     map[string]syntax.Span // the names that these give
	seen      map[ruleName]syntax.Span
	faulty    map[*pattern.Pattern]bool // recursive patterns: whether a mistake is in them
	work      int                       // see checkSize
	scope

	bodyAt       int32           // where the body of the current rule begins; 0 outside of one
	unknownNames map[string]bool // that were reported to be undeclared in this rule
}

// A scope is what is known while a rule is read; outside of rules, the file's.
type scope struct {
	rule      *pattern.Rule
	inner     map[string]*let        // the `let` of the rule
	order     []*let                 // in the order of the text
	declared  map[string]syntax.Span // by `var`
	used      map[string]bool        // of those
	bound     map[string]bool        // names before `=`, attributes' among them
	message   int                    // the token of a lint's message
	unknown   bool                   // something begins no clause
	words     int                    // how many words the file had before the rule
	it        []*pattern.Pattern     // what `it` stands for, in `optional`s inside each other
	mentioned []mention
	asked     []asked // names in conditions, templates and messages
	depth     int
}

// A mention is a name in a pattern that may be one that is given elsewhere.
type mention struct {
	p    *pattern.Pattern
	span syntax.Span
}

type ruleName struct {
	kind pattern.RuleKind
	name string
}

func newReader(name, text string) *reader {
	r := &reader{file: &File{Name: name, Text: text, lets: map[syntax.Span]*pattern.Pattern{}}, lets: map[string]*let{}, seen: map[ruleName]syntax.Span{}, faulty: map[*pattern.Pattern]bool{}}
	r.scan()
	return r
}

func (r *reader) beginRule() {
	r.bodyAt, r.unknownNames = 0, nil
	r.failed = false
	r.scope = scope{
		rule: &pattern.Rule{File: r.file.Name}, inner: map[string]*let{},
		declared: map[string]syntax.Span{}, used: map[string]bool{}, bound: map[string]bool{}, words: len(r.file.Words),
	}
}

// An asked is a mention of a name outside of patterns.
type asked struct {
	name   string
	span   syntax.Span
	placed bool // in a template

	attribute string // the attribute that is asked for, "" of other questions
	at        syntax.Span
	needs     string // what is said of the operator that needs it; "" where a rule asks
}
