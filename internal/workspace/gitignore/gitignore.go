package gitignore

import (
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// An Rule is one line of a .gitignore.
type Rule struct {
	base    string // the directory that the line applies to
	glob    string // in doublestar's language, relative to base
	name    string // that the line matches, at any depth; empty where glob has to be asked
	negated bool   // `!`: takes back what earlier lines ignored
	dirOnly bool   // `/` at the end
}

// Rules are in order of precedence, weakest first: the last that matches
// a path decides.
type Rules []Rule

// Ignored reports whether the rules leave out a path. Of what lies inside an
// ignored directory nothing can be taken back: whoever walks does not go in.
func (rules Rules) Ignored(path string, isDir bool) bool {
	p := relativePath{path: path, name: filepath.Base(path)}
	for i := len(rules) - 1; i >= 0; i-- {
		if rules[i].matches(&p, isDir) {
			return !rules[i].negated
		}
	}
	return false
}

// A relativePath is a path as seen from one directory after another: lists have many
// rules, and few directories.
type relativePath struct {
	path, name string
	base       string // the directory that was asked for last
	rel        string // from there, with slashes; empty where it does not lie below
}

func (p *relativePath) from(base string) (string, bool) {
	if p.base != base || p.base == "" {
		p.base, p.rel = base, ""
		if rel, err := filepath.Rel(base, p.path); err == nil && filepath.IsLocal(rel) {
			p.rel = filepath.ToSlash(rel)
		}
	}
	return p.rel, p.rel != ""
}

func (r *Rule) matches(p *relativePath, isDir bool) bool {
	if r.dirOnly && !isDir || r.name != "" && r.name != p.name {
		return false
	}
	rel, below := p.from(r.base)
	if !below || r.name != "" {
		return below
	}
	ok, err := doublestar.Match(r.glob, rel)
	return err == nil && ok
}

// Parse reads the text of a .gitignore in the directory base.
func Parse(base, text string) Rules {
	var rules Rules
	for line := range strings.SplitSeq(text, "\n") {
		if rule, ok := ParseLine(base, line); ok {
			rules = append(rules, rule)
		}
	}
	return rules
}

// ParseLine reads one line as gitignore(5) describes it.
func ParseLine(base, line string) (Rule, bool) {
	line = trimLine(line)
	if line == "" || line[0] == '#' {
		return Rule{}, false
	}
	rule := Rule{base: base}
	line, rule.negated = strings.CutPrefix(line, "!")
	line, rule.dirOnly = strings.CutSuffix(line, "/")
	rule.glob = ignoreGlob(line)
	if !strings.ContainsAny(line, `/*?[]\{}`) {
		rule.name = line
	}
	return rule, line != ""
}

// trimLine drops blanks at the end that no backslash protects.
func trimLine(line string) string {
	line = strings.TrimSuffix(line, "\r")
	trimmed := strings.TrimRight(line, " \t")
	if strings.HasSuffix(trimmed, `\`) && len(trimmed) < len(line) {
		return trimmed + " "
	}
	return trimmed
}

// ignoreGlob translates: a pattern with a slash is anchored, one without
// matches at any depth; braces mean themselves; `a/**` is what lies inside a.
func ignoreGlob(pattern string) string {
	anchored := strings.Contains(pattern, "/")
	glob := escapeBraces(strings.TrimPrefix(pattern, "/"))
	if !anchored {
		return "**/" + glob
	}
	if strings.HasSuffix(glob, "/**") {
		glob += "/*"
	}
	return glob
}

func escapeBraces(glob string) string {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case c == '\\' && i+1 < len(glob):
			b.WriteString(glob[i : i+2])
			i++
		case c == '{' || c == '}':
			b.WriteString(`\` + string(c))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
