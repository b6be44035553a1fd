package workspace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/spelling"
)

// A RuleSet is the rules of some files. It never changes.
type RuleSet struct {
	Sources []*Source       // of the files, in the order in which they were named
	Rules   []*pattern.Rule // those without a mistake, in the order of the files
	Found   []Finding       // what is wrong in the files

	lints    *lints // what of them is a check; nil where there is none
	compiled *compiledRules
}

// NewRuleSet joins files of rules. Names are unique within a kind: a rule that another
// file has already is a mistake.
func NewRuleSet(sources []*Source) *RuleSet {
	set := &RuleSet{Sources: sources}
	type key struct {
		kind pattern.RuleKind
		name string
	}
	first := map[key]Place{}
	for _, source := range sources {
		set.Found = append(set.Found, source.Mistakes()...)
		for _, r := range source.Rules().Rules {
			k, place := key{r.Kind, r.Name}, Place{source, r.NameSpan}
			if other, again := first[k]; again && other.Source != source {
				set.Found = append(set.Found, repeatedRule(r, place, other))
				continue
			}
			first[k] = place
			set.Rules = append(set.Rules, r)
		}
	}
	set.Found = sorted(set.Found)
	set.lints, set.compiled = newLints(set.Rules), compileRules(set.Rules)
	return set
}

// PatternSet is a rule of one kind that a single pattern makes.
func PatternSet(name, text string, kind pattern.RuleKind) *RuleSet {
	source := NewRuleSource("", "<"+name+">", text)
	set := &RuleSet{Sources: []*Source{source}}
	rule, problems := rulefile.ParsePattern(text)
	for _, d := range problems {
		set.Found = append(set.Found, source.finding(d))
	}
	if rule != nil {
		set.Rules = append(set.Rules, &pattern.Rule{Kind: kind, Name: name, Match: rule.Match, Where: rule.Where})
	}
	set.compiled = compileRules(set.Rules)
	return set
}

func repeatedRule(r *pattern.Rule, place, first Place) Finding {
	return Finding{
		Place: place, Item: -1, Code: codes.RuleError, Severity: codes.Error,
		Message: fmt.Sprintf("there is a %s rule `%s` already", r.Kind, r.Name),
		Notes:   []string{"Rules of one kind that are used together have different names."},
		Related: []Related{{first, "the first one is here"}},
	}
}

// SourceOf is the file that a rule of the set stands in.
func (set *RuleSet) SourceOf(r *pattern.Rule) *Source {
	for _, source := range set.Sources {
		if slices.Contains(source.Rules().Rules, r) {
			return source
		}
	}
	return nil
}

// Broken reports whether a file has an error.
func (set *RuleSet) Broken() bool {
	return slices.ContainsFunc(set.Found, func(f Finding) bool { return f.Severity == codes.Error })
}

// Only is the set with the rules of some names. The error names a name that no rule
// has.
func (set *RuleSet) Only(names []string) (*RuleSet, error) {
	if len(names) == 0 {
		return set, nil
	}
	known := map[string]bool{}
	var all []string
	for _, r := range set.Rules {
		if !known[r.Name] {
			known[r.Name] = true
			all = append(all, r.Name)
		}
	}
	for _, name := range names {
		if !known[name] {
			return nil, noRule(name, all)
		}
	}
	next := *set
	next.Rules = nil
	for _, r := range set.Rules {
		if slices.Contains(names, r.Name) {
			next.Rules = append(next.Rules, r)
		}
	}
	next.compiled = compileRules(next.Rules)
	return &next, nil
}

func noRule(name string, all []string) error {
	if near, ok := spelling.Nearest(name, all); ok {
		return fmt.Errorf("there is no rule `%s`; did you mean `%s`?", name, near)
	}
	return fmt.Errorf("there is no rule `%s`; there are %s", name, strings.Join(all, ", "))
}

// RuleFile is a file of rules, whatever its name ends with.
func (s *Snapshot) RuleFile(path string) (*Source, error) {
	if IsRules(path) {
		return s.Source(path)
	}
	text, code, err := readText(s.files, path, disk.Rules)
	if err != nil {
		return nil, &readError{path, s.Name(path), err}
	}
	source := NewRuleSource(path, s.Name(path), text)
	source.encoding = code
	return source, nil
}
