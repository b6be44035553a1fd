package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A Setting is a key of a fraccheck.toml: what it takes, and what it does. The table of all is what
// texts are checked against, and what editors complete and show.
type Setting struct {
	Name     string
	Doc      string
	Expected string // what the value must be, as a sentence
	Kind     Kind   // a List is one of texts
	Words    []string
	Endings  []string // of the files that a text can name; nil where it names none, empty for any
	Example  string   // a value, as it is written

	// Of a table.
	Keys    []*Setting               // those that have a meaning of their own
	Other   *Setting                 // of keys that have a name of the user's; nil where there are none
	Names   func() []string          // of the other keys, where they are known
	What    string                   // what such a name is of
	Misfit  func(name string) string // why it cannot be one; empty where it can
	NameDoc func(name string) string // what a name means
}

// Keys are the keys of a fraccheck.toml, sorted.
func Keys() []string { return Settings.keyNames() }

func (s *Setting) keyNames() []string {
	var names []string
	for _, k := range s.Keys {
		names = append(names, k.Name)
	}
	slices.Sort(names)
	return names
}

// Known are the names that a table can have.
func (s *Setting) Known() []string {
	if s.Names != nil {
		return append(s.keyNames(), s.Names()...)
	}
	return s.keyNames()
}

// Key is what a key of a table is; nil where it cannot be one.
func (s *Setting) Key(name string) *Setting {
	for _, k := range s.Keys {
		if k.Name == name {
			return k
		}
	}
	if s.Other == nil || s.misfit(name) != "" {
		return nil
	}
	return s.Other
}

func (s *Setting) misfit(name string) string {
	switch {
	case s.Misfit != nil:
		return s.Misfit(name)
	case s.Other == nil || s.Names != nil && !slices.Contains(s.Names(), name):
		return UnknownName(s.What, name, s.Known())
	}
	return ""
}

// SeverityNames are the values of the table `severity`.
var SeverityNames = []string{"error", "warning", "info", "hint", "off"}

// Settings are the keys of a fraccheck.toml.
var Settings = &Setting{Kind: Table, What: "key", Keys: []*Setting{
	{
		Name: "baseline", Kind: Text, Example: `"baseline.json"`, Endings: []string{".json"},
		Doc:      "A file of findings that are known and not reported again, relative to the directory of this file. `fraccheck check --write-baseline` makes it.",
		Expected: "`baseline` is the file of a baseline, such as \"baseline.json\"",
	},
	{
		Name: "cost", Kind: Table, What: "key", Expected: "`cost` is a table of definitions and what they promise",
		Doc: "By the names of definitions, what they promise to cost at most; and what costs are reported for.",
		Keys: []*Setting{{
			Name: "assume", Kind: List, Example: `["N=1"]`,
			Doc:      "What is assumed of sizes where costs are reported: values, such as `N=1`, relations, such as `n >= m`, and a value of every extent that is not known, `?=1`.",
			Expected: "`assume` is a list of what is assumed of sizes, such as [\"N=1\"]",
		}},
		Other:  promises(),
		Misfit: notDefinition,
	},
	{
		Name: "ignore", Kind: List, Example: `["generated/"]`, Endings: []string{},
		Doc:      "What walks leave out: patterns in the language of .gitignore, relative to the directory of this file.",
		Expected: "`ignore` is a list of patterns",
	},
	{
		Name: "operators", Kind: Table, Expected: "`operators` is a table of operators and what is known of them",
		Doc: "Operators that a compiler adds to Relay, by name.",
		Other: &Setting{
			Kind: Table, What: "key", Doc: "An operator that a compiler adds.", Example: "{ type = \"fn<t>(t) -> t\" }",
			Expected: "an operator is a table, such as `{ type = \"fn<t>(t) -> t\" }`",
			Keys: []*Setting{
				{Name: "type", Kind: Text, Example: `"fn<t>(t) -> t"`, Doc: "The type of a function of the arguments, such as `fn<t>(t) -> t`.", Expected: "`type` is text"},
				{Name: "elementwise", Kind: Boolean, Example: "true", Doc: "Each element of the result comes from the elements at its place.", Expected: "`elementwise` is true or false"},
				{
					Name: "cost", Kind: Integer, Example: "1", Doc: "How many operations each element of the result takes.",
					Expected: "`cost` is how many operations each element of the result takes: an integer, 0 or more",
				},
				{Name: "pure", Kind: Boolean, Example: "true", Doc: "A call does nothing but give its value.", Expected: "`pure` is true or false"},
				{Name: "doc", Kind: Text, Example: `""`, Doc: "What it computes.", Expected: "`doc` is text"},
			},
		},
		Misfit: notOperator,
	},
	{
		Name: "paths", Kind: Table, What: "pattern of paths", Expected: "`paths` is a table of patterns of paths and severities",
		Doc: "By patterns of paths, relative to the directory of this file, the severities of codes there. They come before those of `severity`; of several patterns that fit, the last one counts.",
		Other: &Setting{
			Kind: Table, What: "code", Example: "{ may-overflow = \"off\" }", Expected: "severities are a table, such as `{ may-overflow = \"off\" }`",
			Doc:   "Severities by code in the files of a pattern of paths.",
			Names: explain.Codes, Misfit: notCode, NameDoc: explain.Summary, Other: severityOfCode,
		},
		Misfit: notPattern,
	},
	{
		Name: "python", Kind: List, Example: `["models/**.py"]`, Endings: sourcefile.TranslatedEndings,
		Doc:      "Programs in Python that are read as programs, relative to the directory of this file; `*` and `**` as in patterns of paths. Others are read where they are named.",
		Expected: "`python` is a list of patterns of paths",
	},
	{
		Name: "ranges", Kind: Table, What: "pattern of paths", Expected: "`ranges` is a table of patterns of paths and ranges",
		Doc: "By patterns of paths, relative to the directory of this file, the ranges of inputs of models and of parameters, where nothing in the program declares them.",
		Other: &Setting{
			Kind: Table, What: "parameter", Example: "{ image = \"0..1\" }", Expected: "ranges are a table, such as `{ image = \"0..1\" }`",
			Doc: "Ranges by the name of an input or a parameter in the files of a pattern of paths.",
			Other: &Setting{
				Kind: Text, Example: `"0..1"`, Expected: "a range is text, such as \"0..1\"",
				Doc: "The range of an input or a parameter, from its least number to its greatest.",
			},
			Misfit: anyName,
		},
		Misfit: notPattern,
	},
	{
		Name: "required-version", Kind: Text, Example: `">= 0.1"`,
		Doc:      "Versions of fraccheck that may be used, such as \">= 1.2, < 2\".",
		Expected: "`required-version` is text, such as \">= 1.2\"",
	},
	{
		Name: "rules", Kind: List, Example: `["rules/*.fracrule"]`, Endings: sourcefile.RuleEndings,
		Doc:      "Files of rules, relative to the directory of this file; `*` and `**` as in patterns of paths. Their lint rules are checks.",
		Expected: "`rules` is a list of files of rules",
	},
	{
		Name: "severity", Kind: Table, What: "code", Expected: "`severity` is a table of codes and severities",
		Doc:     "Severities by code.",
		Names:   explain.Codes,
		Misfit:  notCode,
		NameDoc: explain.Summary,
		Other:   severityOfCode,
	},
}}

// severityOfCode is the value of a code.
var severityOfCode = &Setting{
	Kind: Text, Words: SeverityNames, Expected: "a severity is one of " + strings.Join(SeverityNames, ", "),
	Doc: "The severity of the findings of a code; `off` drops them.",
}

// promises are those of a definition.
func promises() *Setting {
	s := &Setting{
		Kind: Table, What: "key", Example: "{ work = \"|l|\" }", Expected: "a contract is a table, such as `{ work = \"|l|\" }`",
		Doc: "What a definition promises to cost at most.",
	}
	for _, k := range contract.Keys {
		s.Keys = append(s.Keys, &Setting{
			Name: k.Name, Kind: Text, Example: `"n"`, Expected: "a bound is text, such as \"|l|^2\"",
			Doc: "A bound of " + k.Doc + ": an expression over the sizes of the definition that the cost must be O of; with `at most ` in front, one that it must never exceed.",
		})
	}
	return s
}

func notDefinition(name string) string {
	if strings.HasPrefix(name, "@") {
		return ""
	}
	if near, ok := spelling.Nearest(name, []string{"assume"}); ok {
		return fmt.Sprintf("unknown key `%s`; did you mean `%s`?", name, near)
	}
	return "contracts are those of definitions, such as `@main`; what is assumed of sizes is the list `assume`"
}

func notPattern(name string) string {
	if name != "" && doublestar.ValidatePattern(name) {
		return ""
	}
	return "\"" + name + "\" is no pattern of paths"
}

func anyName(name string) string {
	if strings.TrimPrefix(name, "%") != "" {
		return ""
	}
	return "the name of a parameter is missing"
}

func notOperator(name string) string {
	if operatorName().MatchString(name) {
		return ""
	}
	return fmt.Sprintf("`%s` is no name of an operator: letters, digits and `_`, with dots between the parts", name)
}

// notCode leaves codes of rules to what knows the rules.
func notCode(name string) string {
	if isRuleCode(name) || slices.Contains(explain.Codes(), name) {
		return ""
	}
	return UnknownName("code", name, explain.Codes())
}

// isRuleCode reports whether code is the code of a lint rule.
func isRuleCode(code string) bool { return codes.Code(code).IsRule() }

// A validation holds the tree of a text against the settings, and takes out of it what is wrong.
type validation struct {
	text  string
	fault report
	// operator reports faults in the declaration of an operator, and fatal one of a setting without
	// which it is not known which files may be touched.
	operator func(name string) report
	fatal    report
}

// table keeps the entries of a table that are right.
func (v *validation) table(n *Node, s *Setting) {
	n.keep(func(e *Entry) bool { return v.entry(e, s) })
}

func (v *validation) entry(e *Entry, s *Setting) bool {
	of, name, dotted := s.Key(e.Name), e.Name, false
	if of != nil && of == s.Other && e.dotted(of) {
		name, dotted = name+"."+e.Value.Entries[0].Name, true
	}
	if s.Name == "operators" {
		inside := *v
		inside.fault = v.operator(name)
		v = &inside
	}
	switch {
	case of == nil:
		v.unknown(e, s)
		return false
	case dotted:
		v.fault(e.Key, "a name with dots is written in quotes, such as `\""+name+"\"`")
		return false
	}
	fault := v.fault
	if of.Name == "ignore" {
		fault = v.fatal
	}
	switch {
	case of.Kind != e.Value.Kind:
		fault(e.Value.Span, of.Expected, v.converted(e.Value, of)...)
		return false
	case of.Kind == Integer && e.Value.Number < 0:
		fault(e.Value.Span, of.Expected)
		return false
	case of.Words != nil && !slices.Contains(of.Words, e.Value.Text):
		fault(e.Value.Span, of.Expected, nearWord(e.Value, of)...)
		return false
	}
	e.Value.Items = slices.DeleteFunc(e.Value.Items, func(item *Node) bool {
		if item.Kind != Text {
			fault(item.Span, of.Expected, v.converted(item, &Setting{Kind: Text})...)
		}
		return item.Kind != Text
	})
	if of.Kind == Table {
		v.table(e.Value, of)
	}
	return true
}

// dotted reports whether an entry was made by the dots of a longer name.
func (e *Entry) dotted(s *Setting) bool {
	n := e.Value
	return n.Kind == Table && s.Kind == Table && !n.header && !n.inline && len(n.Entries) > 0 && s.Key(n.Entries[0].Name) == nil && n.Entries[0].Value.Kind == Table
}

// unknown reports a key that there is not, with the near one as its fix.
func (v *validation) unknown(e *Entry, s *Setting) {
	message := s.misfit(e.Name)
	var fixes []Fix
	if near, ok := spelling.Nearest(e.Name, s.Known()); ok {
		fixes = append(fixes, Fix{"change to `" + near + "`", e.Key, near})
	} else if s != Settings && slices.Contains(Keys(), e.Name) {
		message = fmt.Sprintf("`%s` is no %s: it is a key of the whole file, above the first table", e.Name, s.What)
	} else if s == Settings && slices.Contains(explain.Codes(), e.Name) {
		message = fmt.Sprintf("`%s` is a code; its severity is a key of the table `severity`", e.Name)
		fixes = append(fixes, Fix{"change to `severity." + e.Name + "`", e.Key, "severity." + e.Name})
	}
	v.fault(e.Key, message, fixes...)
}

// converted are fixes of a value of another kind: a text instead of a list of one, and what is
// written in quotes and needs none, or the other way round.
func (v *validation) converted(n *Node, s *Setting) []Fix {
	written := v.text[n.Span.Start:n.Span.End]
	bare := strings.Trim(written, `"'`)
	to := ""
	switch {
	case s.Kind == List && n.Kind == Text:
		to = "[" + written + "]"
	case s.Kind == Boolean && n.Kind == Text && (bare == "true" || bare == "false"),
		s.Kind == Integer && n.Kind == Text && bare != "" && strings.Trim(bare, "0123456789") == "":
		to = bare
	case s.Kind == Text && n.Kind == List && len(n.Items) == 1 && n.Items[0].Kind == Text:
		to = v.text[n.Items[0].Span.Start:n.Items[0].Span.End]
	case s.Kind == Text && (n.Kind == Integer || n.Kind == Boolean) && s.Words == nil:
		to = `"` + written + `"`
	default:
		return nil
	}
	return []Fix{{"change to `" + to + "`", n.Span, to}}
}

func nearWord(n *Node, s *Setting) []Fix {
	near, ok := spelling.Nearest(n.Text, s.Words)
	for _, w := range s.Words {
		if n.Text != "" && strings.HasPrefix(w, strings.ToLower(n.Text)) {
			near, ok = w, true
		}
	}
	if !ok {
		return nil
	}
	return []Fix{{"change to `\"" + near + "\"`", n.Span, `"` + near + `"`}}
}
