package workspace

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// RuleNotes are the places in a file at which findings of a lint rule are suppressed: of
// its name alone.
func (s *Snapshot) RuleNotes(path, name string) ([]Place, error) {
	source, err := s.Source(path)
	if err != nil {
		return nil, err
	}
	code := string(codes.OfRule(name))
	if !strings.Contains(source.Text, code) {
		return nil, nil
	}
	var found []Place
	for _, one := range newSuppressions(source, noRules).all {
		if one.code == code {
			found = append(found, Place{source, syntax.Span{Start: one.name.End - int32(len(name)), End: one.name.End}})
		}
	}
	return found, nil
}

// RuleKeys are the places in the configuration at which a lint rule has a severity: of
// its name alone.
func (c *Config) RuleKeys(name string) []Place {
	code := string(codes.OfRule(name))
	var found []Place
	for _, at := range c.ruleCodes {
		e := &ConfigError{}
		if at.text != code || !errors.As(c.mistake(at, ""), &e) {
			continue
		}
		source := newSource(c.Path, c.name, c.text)
		source.readRules()
		start := source.Lines.LineSpan(e.Line).Start
		line := source.Lines.Line(e.Line)
		for range e.Column - 1 {
			_, width := utf8.DecodeRuneInString(line)
			line, start = line[width:], start+int32(width)
		}
		if strings.HasPrefix(line, code) {
			end := start + int32(len(code))
			found = append(found, Place{source, syntax.Span{Start: end - int32(len(name)), End: end}})
		}
	}
	return found
}
