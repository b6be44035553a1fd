package lsp

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
	"github.com/fraccheck/fraccheck/lsp/rules"
)

// rule shows text of a file of rules.
func (c *card) rule(text string) { c.parts = append(c.parts, part{text, "fracrule"}) }

// hover tells what the word at the cursor means.
func (f hoverFeature) ruleHover(ctx context.Context, c *ruleCursor) (any, error) {
	if c.word == nil {
		return nil, nil
	}
	shown := &card{}
	if c.word.Kind == rulefile.RuleWord {
		f.describeRule(ctx, c, shown)
	} else if describe := wordDescribers[c.word.Kind]; describe != nil {
		describe(c, shown)
	}
	if shown.empty() || ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := c.places.rangeOf(c.place(c.word.Span))
	return &protocol.Hover{Contents: shown.render(c.view.client.markdown), Range: &r}, nil
}

var wordDescribers = map[rulefile.WordKind]func(*ruleCursor, *card){
	rulefile.KindWord:   func(c *ruleCursor, shown *card) { c.describeKind(shown) },
	rulefile.ClauseWord: func(c *ruleCursor, shown *card) { c.describeClause(shown) },
	rulefile.FormWord:   func(c *ruleCursor, shown *card) { c.describeEntry(shown, rulefile.Forms()) },
	rulefile.QuestionWord: func(c *ruleCursor, shown *card) {
		c.describeEntry(shown, append(rulefile.Questions(), rulefile.PassOn))
	},
	rulefile.OperatorWord:    func(c *ruleCursor, shown *card) { c.describeOperator(shown) },
	rulefile.AttributeWord:   func(c *ruleCursor, shown *card) { c.describeAttribute(shown) },
	rulefile.ConstructorWord: func(c *ruleCursor, shown *card) { c.describeConstructor(shown) },
	rulefile.GlobalWord: func(c *ruleCursor, shown *card) {
		shown.prose("The global `" + c.word.Name + "` of the program.")
	},
	rulefile.ValueWord: func(c *ruleCursor, shown *card) { c.describeValue(shown) },
	rulefile.NameWord:  func(c *ruleCursor, shown *card) { c.describeName(shown) },
	rulefile.LetWord:   func(c *ruleCursor, shown *card) { c.describeLet(shown) },
}

// describeEntry tells how a word is written and what it means.
func (c *ruleCursor) describeEntry(shown *card, all []rulefile.Entry) {
	for _, e := range all {
		if e.Name == c.word.Name {
			shown.rule(strings.ReplaceAll(e.Usage, "` or `", "\n"))
			shown.prose(sentence(e.Doc))
			return
		}
	}
}

// describeClause tells of the word of a clause, or of the second one of `example`.
func (c *ruleCursor) describeClause(shown *card) {
	switch c.word.Name {
	case "gives":
		shown.prose("What the rule makes of the example.")
	case "unchanged":
		shown.prose("The rule changes nothing in the example.")
	}
	for kind := pattern.Find; kind <= pattern.Partition && shown.empty(); kind++ {
		c.describeEntry(shown, rulefile.Clauses(kind))
	}
}

func (c *ruleCursor) describeKind(shown *card) {
	if c.word.Name == "once" {
		shown.prose("Each place is rewritten at most once.")
		return
	}
	c.describeEntry(shown, rulefile.RuleKinds)
}

func (c *ruleCursor) describeOperator(shown *card) {
	o := c.view.ops[c.word.Name]
	if o == nil {
		if doc := builtinDocs[c.word.Name]; doc != "" {
			shown.code(c.word.Name)
			shown.prose(doc)
		}
		return
	}
	shown.code(callForm(o))
	shown.formsOf(o)
}

func (c *ruleCursor) describeAttribute(shown *card) {
	for o := c.view.ops[c.word.Of]; o != nil; o = o.Fractal {
		if i := o.Attr(c.word.Name); i >= 0 {
			shown.code(c.word.Name + "=" + o.Attrs[i].Default.String())
			shown.prose(attributeLine(o.Attrs[i]))
			shown.prose("An attribute of `" + o.Name + "`.")
			return
		}
	}
	shown.prose("The attribute `" + c.word.Name + "`.")
}

func (c *ruleCursor) describeConstructor(shown *card) {
	if d, ok := types.ParseDtype(c.word.Name); ok {
		shown.prose("The dtype `" + d.String() + "`.")
		return
	}
	shown.prose("The constructor `" + c.word.Name + "`.")
}

func (c *ruleCursor) describeValue(shown *card) {
	if d, ok := types.ParseDtype(c.word.Name); ok {
		shown.prose("The dtype `" + d.String() + "`.")
	} else if slices.Contains(rulefile.KindNames(), c.word.Name) {
		shown.prose("The operators of the kind `" + c.word.Name + "`.")
	}
}

// describeName tells where a name is given, and what it stands for.
func (c *ruleCursor) describeName(shown *card) {
	r := rules.Rule(c.file, c.word.Span.Start)
	if c.word.Name == "it" && !c.word.Declared {
		shown.prose("The operand so far: the first pattern of `optional`.")
		return
	}
	if r != nil {
		if p := rules.Bound(r, c.word.Name); p != nil && p.Kind == pattern.Capture {
			shown.rule(p.String())
			shown.prose(matched(p.Parts[0]))
		} else if p != nil {
			shown.rule("var " + c.word.Name)
			shown.prose("Any expression; the same one at each place of the pattern.")
		}
	}
	if c.word.Declared {
		line := c.source.Position(c.word.Declaration.Start).Line
		shown.prose(fmt.Sprintf("Given in line %d.", line))
	}
}

// matched says in a sentence what a pattern matches.
func matched(p *pattern.Pattern) string { return "Matches " + pattern.Describe(p) + "." }

// sentence makes one of words.
func sentence(words string) string {
	first, width := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[width:] + "."
}

func (c *ruleCursor) describeLet(shown *card) {
	if !c.word.Declared {
		return
	}
	if p := c.file.Let(c.word.Declaration); p != nil {
		shown.rule("let " + c.word.Name + " = " + abbreviated(p.String()))
		shown.prose(matched(p))
	}
	shown.prose(fmt.Sprintf("Given in line %d.", c.source.Position(c.word.Declaration.Start).Line))
}

// describeRule tells what a rule does, and how often it matches.
func (f hoverFeature) describeRule(ctx context.Context, c *ruleCursor, shown *card) {
	r := rules.Rule(c.file, c.word.Span.Start)
	if r == nil {
		shown.prose("There is a mistake in this rule: it is not used.")
		return
	}
	shown.rule(r.Kind.String() + " " + r.Name)
	shown.prose(r.Doc)
	shown.prose(rules.Describe(r))
	if m, err := f.matches.search(ctx, c.view, c.file); err == nil {
		places, files := m.counts(r)
		text := fmt.Sprintf("Matches at %s in %s of the workspace.", counted(places, "place"), counted(files, "file"))
		if !m.whole {
			text += " Not all programs have been searched yet."
		}
		shown.prose(text)
	}
}
