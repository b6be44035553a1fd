package config

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/bmatcuk/doublestar/v4"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A Entry is a pattern of paths under the key `rules`, or a code `rule/NAME` in the
// table of severities, with what an error in it is like.
type Entry struct {
	Text  string
	error func(message string) error
}

// readRules reads the paths of files of rules.
func readRules(c *Config, meta *toml.MetaData, value toml.Primitive) error {
	var globs []string
	if err := meta.PrimitiveDecode(value, &globs); err != nil {
		return refuse(meta, value, "`rules` is a list of files of rules")
	}
	for _, glob := range globs {
		at := Entry{glob, func(message string) error { return textFault{refuse(meta, value, message), glob} }}
		if !doublestar.ValidatePattern(glob) {
			return at.error(fmt.Sprintf("%q is no pattern of paths", glob))
		}
		c.Rules = append(c.Rules, at)
	}
	return nil
}

// A textFault is the refusal of one of several texts in a value.
type textFault struct {
	error
	Text string
}

func (f textFault) Unwrap() error { return f.error }

// textPlace finds a text in a value, or behind it.
func textPlace(all string, line, column int, text string) (int, int) {
	lines := syntax.NewLines(all)
	for n := line; n <= lines.Count(); n++ {
		skipped := 0
		if n == line {
			skipped = column - 1
		}
		rest := string([]rune(lines.Line(n))[min(skipped, utf8.RuneCountInString(lines.Line(n))):])
		if before, _, ok := strings.Cut(rest, text); ok {
			return n, skipped + utf8.RuneCountInString(before) + 1
		}
	}
	return line, column
}

// Fault is an error of an entry in its place.
func (c *Config) Fault(at Entry, message string) error {
	return configError(c.Name, c.Text, at.error(message))
}

// readRuleSeverity notes a severity for a rule: whether there is one is known when the
// rules are.
func (c *Config) readRuleSeverity(meta *toml.MetaData, code string, value toml.Primitive) {
	c.RuleCodes = append(c.RuleCodes, Entry{code, func(message string) error { return refuseKey(meta, value, code, message) }})
}

// isRuleCode reports whether code is the code of a lint rule.
func isRuleCode(code string) bool { return codes.Code(code).IsRule() }

// RuleKeys are the places in the configuration at which a lint rule has a severity: of
// its name alone.
func (c *Config) RuleKeys(name string) []sourcefile.Place {
	code := string(codes.OfRule(name))
	var found []sourcefile.Place
	for _, at := range c.RuleCodes {
		e := &Error{}
		if at.Text != code || !errors.As(c.Fault(at, ""), &e) {
			continue
		}
		source := sourcefile.PlainText(c.Path, c.Name, c.Text)
		start := source.Lines.LineSpan(e.Line).Start
		line := source.Lines.Line(e.Line)
		for range e.Column - 1 {
			_, width := utf8.DecodeRuneInString(line)
			line, start = line[width:], start+int32(width)
		}
		if strings.HasPrefix(line, code) {
			end := start + int32(len(code))
			found = append(found, sourcefile.Place{Source: source, Span: syntax.Span{Start: end - int32(len(name)), End: end}})
		}
	}
	return found
}
