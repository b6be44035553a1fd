package workspace

import (
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// An ignoreRule is one line of a .gitignore.
type ignoreRule struct {
	base    string // the directory that the line speaks of
	glob    string // in doublestar's language, relative to base
	negated bool   // `!`: takes back what earlier lines ignored
	dirOnly bool   // `/` at the end
}

// ignoreRules are in order of precedence, weakest first: the last that matches
// a path decides.
type ignoreRules []ignoreRule

// ignored tells whether the rules leave out a path. Of what lies inside an
// ignored directory nothing can be taken back: whoever walks does not go in.
func (rules ignoreRules) ignored(path string, isDir bool) bool {
	for i := len(rules) - 1; i >= 0; i-- {
		if rules[i].matches(path, isDir) {
			return !rules[i].negated
		}
	}
	return false
}

func (r ignoreRule) matches(path string, isDir bool) bool {
	if r.dirOnly && !isDir {
		return false
	}
	rel, err := filepath.Rel(r.base, path)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	ok, err := doublestar.Match(r.glob, filepath.ToSlash(rel))
	return err == nil && ok
}

// parseIgnore reads the text of a .gitignore in the directory base.
func parseIgnore(base, text string) ignoreRules {
	var rules ignoreRules
	for line := range strings.SplitSeq(text, "\n") {
		if rule, ok := parseIgnoreLine(base, line); ok {
			rules = append(rules, rule)
		}
	}
	return rules
}

// parseIgnoreLine reads one line as gitignore(5) describes it.
func parseIgnoreLine(base, line string) (ignoreRule, bool) {
	line = trimIgnoreLine(line)
	if line == "" || line[0] == '#' {
		return ignoreRule{}, false
	}
	rule := ignoreRule{base: base}
	line, rule.negated = strings.CutPrefix(line, "!")
	line, rule.dirOnly = strings.CutSuffix(line, "/")
	rule.glob = ignoreGlob(line)
	return rule, line != ""
}

// trimIgnoreLine drops blanks at the end that no backslash protects.
func trimIgnoreLine(line string) string {
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
