package hover

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rules"
)

// ruleHover describes the word at the cursor.
//
// Words of rule files have kinds, which the parser gives them; each kind has a function.
func (f feature) ruleHover(ctx context.Context, c *request.RuleCursor) (any, error) {
	if c.Word == nil {
		return nil, nil
	}
	shown := &card.Card{}
	if c.Word.Kind == rulefile.RuleWord {
		f.describeRule(ctx, c, shown)
	} else if describe := wordDescribers[c.Word.Kind]; describe != nil {
		describe(c, shown)
	}
	if shown.Empty() || ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := c.Mapper.Range(c.Place(c.Word.Span))
	return &protocol.Hover{Contents: shown.Render(c.View.Client.Markdown), Range: &r}, nil
}

var wordDescribers = map[rulefile.WordKind]func(*request.RuleCursor, *card.Card){
	rulefile.KindWord:   func(c *request.RuleCursor, shown *card.Card) { describeRuleKind(c, shown) },
	rulefile.ClauseWord: func(c *request.RuleCursor, shown *card.Card) { describeRuleClause(c, shown) },
	rulefile.FormWord:   func(c *request.RuleCursor, shown *card.Card) { describeRuleEntry(c, shown, rulefile.Forms()) },
	rulefile.QuestionWord: func(c *request.RuleCursor, shown *card.Card) {
		describeRuleEntry(c, shown, append(rulefile.Questions(), rulefile.PassOn))
	},
	rulefile.OperatorWord:    func(c *request.RuleCursor, shown *card.Card) { describeRuleOperator(c, shown) },
	rulefile.AttributeWord:   func(c *request.RuleCursor, shown *card.Card) { describeRuleAttribute(c, shown) },
	rulefile.ConstructorWord: func(c *request.RuleCursor, shown *card.Card) { describeRuleConstructor(c, shown) },
	rulefile.GlobalWord: func(c *request.RuleCursor, shown *card.Card) {
		shown.Prose("The global `" + c.Word.Name + "` of the program.")
	},
	rulefile.ValueWord: func(c *request.RuleCursor, shown *card.Card) { describeRuleValue(c, shown) },
	rulefile.NameWord:  func(c *request.RuleCursor, shown *card.Card) { describeRuleName(c, shown) },
	rulefile.LetWord:   func(c *request.RuleCursor, shown *card.Card) { describeRuleLet(c, shown) },
}

// describeRuleEntry shows how a word is written and what it means.
func describeRuleEntry(c *request.RuleCursor, shown *card.Card, all []rulefile.Entry) {
	for _, e := range all {
		if e.Name == c.Word.Name {
			shown.Rule(strings.ReplaceAll(e.Usage, "` or `", "\n"))
			shown.Prose(sentence(e.Doc))
			return
		}
	}
}

// describeRuleClause describes the word of a clause, or of the second one of `example`.
func describeRuleClause(c *request.RuleCursor, shown *card.Card) {
	switch c.Word.Name {
	case "gives":
		shown.Prose("What the rule makes of the example.")
	case "unchanged":
		shown.Prose("The rule changes nothing in the example.")
	}
	for kind := pattern.Find; kind <= pattern.Partition && shown.Empty(); kind++ {
		describeRuleEntry(c, shown, rulefile.Clauses(kind))
	}
}

func describeRuleKind(c *request.RuleCursor, shown *card.Card) {
	if c.Word.Name == "once" {
		shown.Prose("Each place is rewritten at most once.")
		return
	}
	describeRuleEntry(c, shown, rulefile.RuleKinds)
}

func describeRuleOperator(c *request.RuleCursor, shown *card.Card) {
	o := c.View.Ops[c.Word.Name]
	if o == nil {
		if doc := builtinDocs[c.Word.Name]; doc != "" {
			shown.Code(c.Word.Name)
			shown.Prose(doc)
		}
		return
	}
	shown.Code(card.CallForm(o))
	shown.Operator(o)
}

func describeRuleAttribute(c *request.RuleCursor, shown *card.Card) {
	for o := c.View.Ops[c.Word.Of]; o != nil; o = o.Fractal {
		if i := o.Attr(c.Word.Name); i >= 0 {
			shown.Code(c.Word.Name + "=" + o.Attrs[i].Default.String())
			shown.Prose(card.AttributeLine(o.Attrs[i]))
			shown.Prose("An attribute of `" + o.Name + "`.")
			return
		}
	}
	shown.Prose("The attribute `" + c.Word.Name + "`.")
}

func describeRuleConstructor(c *request.RuleCursor, shown *card.Card) {
	if d, ok := types.ParseDtype(c.Word.Name); ok {
		shown.Prose("The dtype `" + d.String() + "`.")
		return
	}
	shown.Prose("The constructor `" + c.Word.Name + "`.")
}

func describeRuleValue(c *request.RuleCursor, shown *card.Card) {
	if d, ok := types.ParseDtype(c.Word.Name); ok {
		shown.Prose("The dtype `" + d.String() + "`.")
	} else if slices.Contains(rulefile.KindNames(), c.Word.Name) {
		shown.Prose("The operators of the kind `" + c.Word.Name + "`.")
	}
}

// describeRuleName shows where a name is given, and what it stands for.
func describeRuleName(c *request.RuleCursor, shown *card.Card) {
	r := rules.Rule(c.File, c.Word.Span.Start)
	if c.Word.Name == "it" && !c.Word.Declared {
		shown.Prose("The operand so far: the first pattern of `optional`.")
		return
	}
	if r != nil {
		if p := rules.Bound(r, c.Word.Name); p != nil && p.Kind == pattern.Capture {
			shown.Rule(p.String())
			shown.Prose(matched(p.Parts[0]))
		} else if p != nil {
			shown.Rule("var " + c.Word.Name)
			shown.Prose("Any expression; the same one at each place of the pattern.")
		}
	}
	if c.Word.Declared {
		line := c.Source.Position(c.Word.Declaration.Start).Line
		shown.Prose(fmt.Sprintf("Given in line %d.", line))
	}
}

// matched says in a sentence what a pattern matches.
func matched(p *pattern.Pattern) string { return "Matches " + pattern.Describe(p) + "." }

// sentence makes one of words.
func sentence(words string) string {
	first, width := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[width:] + "."
}

func describeRuleLet(c *request.RuleCursor, shown *card.Card) {
	if !c.Word.Declared {
		return
	}
	if p := c.File.Let(c.Word.Declaration); p != nil {
		shown.Rule("let " + c.Word.Name + " = " + request.Abbreviate(p.String()))
		shown.Prose(matched(p))
	}
	shown.Prose(fmt.Sprintf("Given in line %d.", c.Source.Position(c.Word.Declaration.Start).Line))
}

// describeRule shows what a rule does, and how often it matches.
func (f feature) describeRule(ctx context.Context, c *request.RuleCursor, shown *card.Card) {
	r := rules.Rule(c.File, c.Word.Span.Start)
	if r == nil {
		shown.Prose("There is an error in this rule: it is not used.")
		return
	}
	shown.Rule(r.Kind.String() + " " + r.Name)
	shown.Prose(r.Doc)
	shown.Prose(rules.Describe(r))
	if m, err := f.matches.Search(ctx, c.View, c.File); err == nil {
		places, files := m.Counts(r)
		text := fmt.Sprintf("Matches at %s in %s of the workspace.", card.Counted(places, "place"), card.Counted(files, "file"))
		if !m.Complete {
			text += " Not all programs have been searched yet."
		}
		shown.Prose(text)
	}
}
