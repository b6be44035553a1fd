package ruleset

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Set is the rules of some files. It never changes.
type Set struct {
	Sources []*sourcefile.Source // of the files, in the order in which they were named
	Rules   []*pattern.Rule      // those without a mistake, in the order of the files
	Found   []sourcefile.Finding // what is wrong in the files

	lints    *lints // what of them is a check; nil where there is none
	compiled *compiledRules
}

// New joins files of rules. Names are unique within a kind: a rule that another
// file has already is a mistake.
func New(sources []*sourcefile.Source) *Set {
	set := &Set{Sources: sources}
	type key struct {
		kind pattern.RuleKind
		name string
	}
	first := map[key]sourcefile.Place{}
	for _, source := range sources {
		set.Found = append(set.Found, source.Mistakes()...)
		for _, r := range source.Rules().Rules {
			k, place := key{r.Kind, r.Name}, sourcefile.Place{Source: source, Span: r.NameSpan}
			if other, again := first[k]; again && other.Source != source {
				set.Found = append(set.Found, repeatedRule(r, place, other))
				continue
			}
			first[k] = place
			set.Rules = append(set.Rules, r)
		}
	}
	set.Found = sourcefile.Sorted(set.Found)
	set.lints, set.compiled = newLints(set.Rules), compileRules(set.Rules)
	return set
}

// OfPattern is a rule of one kind that a single pattern makes.
func OfPattern(name, text string, kind pattern.RuleKind) *Set {
	source := sourcefile.NewRules("", "<"+name+">", text)
	set := &Set{Sources: []*sourcefile.Source{source}}
	rule, problems := rulefile.ParsePattern(text)
	for _, d := range problems {
		set.Found = append(set.Found, source.Diagnostic(d))
	}
	if rule != nil {
		set.Rules = append(set.Rules, &pattern.Rule{Kind: kind, Name: name, Match: rule.Match, Where: rule.Where})
	}
	set.compiled = compileRules(set.Rules)
	return set
}

func repeatedRule(r *pattern.Rule, place, first sourcefile.Place) sourcefile.Finding {
	return sourcefile.Finding{
		Place: place, Item: -1, Code: codes.RuleError, Severity: codes.Error,
		Message: fmt.Sprintf("there is a %s rule `%s` already", r.Kind, r.Name),
		Notes:   []string{"Rules of one kind that are used together have different names."},
		Related: []sourcefile.Related{{Place: first, Message: "the first one is here"}},
	}
}

// SourceOf is the file that a rule of the set is in.
func (set *Set) SourceOf(r *pattern.Rule) *sourcefile.Source {
	for _, source := range set.Sources {
		if slices.Contains(source.Rules().Rules, r) {
			return source
		}
	}
	return nil
}

// Broken reports whether a file has an error.
func (set *Set) Broken() bool {
	return slices.ContainsFunc(set.Found, func(f sourcefile.Finding) bool { return f.Severity == codes.Error })
}

// Only is the set with the rules of some names. The error names a name that no rule
// has.
func (set *Set) Only(names []string) (*Set, error) {
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

// compiledRules are rules as they are applied to programs: compiled when somebody first
// asks, and once for all files.
type compiledRules struct {
	search      func() *matcher.Rules
	rewriter    func() *rewriting.Rewriter
	partitioner func() *rewriting.Partitioner
}

func compileRules(rules []*pattern.Rule) *compiledRules {
	return &compiledRules{
		search:      sync.OnceValue(func() *matcher.Rules { return matcher.Compile(rules) }),
		rewriter:    sync.OnceValue(func() *rewriting.Rewriter { return rewriting.New(rules) }),
		partitioner: sync.OnceValue(func() *rewriting.Partitioner { return rewriting.NewPartitioner(rules) }),
	}
}

// Of is a set of rules that were read already.
func Of(rules []*pattern.Rule) *Set {
	return &Set{Rules: rules, compiled: compileRules(rules)}
}

// apply is what the rules of a kind make of a module.
func (c *compiledRules) apply(ctx context.Context, m *typecheck.Module, kind pattern.RuleKind) (*rewriting.Result, error) {
	if kind == pattern.Partition {
		return c.partitioner().File(ctx, m)
	}
	return c.rewriter().File(ctx, m)
}

// None is the set of a configuration that names none.
var None = &Set{}

// Search returns the compiled rules of the set, whatever their kind.
func (set *Set) Search() *matcher.Rules { return set.compiled.search() }

// Apply returns what the rules of a kind make of a module.
func (set *Set) Apply(ctx context.Context, m *typecheck.Module, kind pattern.RuleKind) (*rewriting.Result, error) {
	return set.compiled.apply(ctx, m, kind)
}
