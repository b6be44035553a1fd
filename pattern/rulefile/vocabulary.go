package rulefile

import (
	"slices"

	"github.com/fraccheck/fraccheck/pattern"
)

// An Entry is a word of the text form, with how it is written and what it means.
type Entry struct {
	Word, Usage, Doc string
	// Kinds are the rules that may have a clause; nil for all.
	Kinds []pattern.RuleKind
	// Behind tells of a form that may stand behind a pattern, as in `p.has_type(T)`.
	Behind bool
}

// RuleKinds are the words that begin rules.
var RuleKinds = []Entry{
	{Word: "find", Usage: "find NAME { match PATTERN }", Doc: "A rule that finds what its pattern matches, and does nothing with it."},
	{Word: "lint", Usage: "lint NAME { match PATTERN warn \"message\" }", Doc: "A rule that reports what its pattern matches, with its message."},
	{Word: "rewrite", Usage: "rewrite NAME { match PATTERN with EXPRESSION }", Doc: "A rule that writes an expression in place of what its pattern matches; `rewrite once` does so at most once at each place."},
	{Word: "partition", Usage: "partition NAME { match PATTERN attrs { Composite = \"x\" } }", Doc: "A rule that makes a function of its own of what its pattern matches."},
}

var clauseDocs = map[string]string{
	"doc":     "One sentence that says what the rule is for.",
	"var":     "Names of expressions. The same name in several places matches the same expression.",
	"let":     "A named pattern. One that mentions itself is recursive.",
	"match":   "The pattern that is looked for.",
	"where":   "A condition about what was matched. All conditions of a rule must hold.",
	"with":    "The expression that stands there afterwards, in the names that the pattern gives.",
	"exact":   "Both sides of the rewrite agree in each bit, and not only within the tolerance of floats.",
	"attrs":   "The attributes of the functions that are made.",
	"error":   "The message, as an error. `{x}` in it is the text of what `x` matched.",
	"warn":    "The message, as a warning. `{x}` in it is the text of what `x` matched.",
	"info":    "The message, as an information. `{x}` in it is the text of what `x` matched.",
	"hint":    "The message, as a hint. `{x}` in it is the text of what `x` matched.",
	"example": "A program on which the rule is tried, with what it gives or `unchanged`.",
}

// Clauses are the clauses of rules, in the order in which they are usually written.
func Clauses() []Entry {
	var all []Entry
	for _, f := range clauseForms {
		all = append(all, Entry{Word: f.word, Usage: f.usage, Doc: clauseDocs[f.word], Kinds: f.kinds})
	}
	return all
}

var formDocs = map[string]string{
	"is_expr":           "Matches an expression that is equal to this one in structure, dtype and shape.",
	"is_var":            "Matches a variable, or the one of a name.",
	"is_constant":       "Matches a constant: a literal, `Constant(…)` or metadata.",
	"is_op":             "Matches the operator of a name itself.",
	"is_tuple":          "Matches a tuple of these components; `...` stands for any.",
	"is_tuple_get_item": "Matches a component of a tuple, or any of them.",
	"function":          "Matches a function with these parameters and this body: a literal, or a definition by its name.",
	"is_if":             "Matches an `if` by its condition and its two branches.",
	"is_let":            "Matches a `let` by its variable, its value and what follows it.",
	"is_match":          "Matches a `match` by what is matched in it and by its clauses.",
	"is_constructor":    "Matches the constructor of a name itself.",
	"has_type":          "Matches an expression of this type; `?` is any extent.",
	"has_dtype":         "Matches a tensor of this element type.",
	"has_shape":         "Matches a tensor of this shape; `?` is any extent, `...` any further ones.",
	"has_attr":          "Matches a call with these attributes; a default counts as written.",
	"kind":              "Matches an operator of this kind.",
	"optional":          "Matches the first pattern, or else the second one, in which `it` stands for the first.",
	"dominates":         "Matches the child, where every way from it back to the parent goes through expressions that match the path, and nothing else uses what lies between.",
	"any_depth":         "Matches an expression that is or contains one that the pattern matches.",
	"is_elemwise":       "Matches a call of an operator of the kind `elemwise`.",
	"is_broadcast":      "Matches a call of an operator of the kind `broadcast`.",
	"is_injective":      "Matches a call of an operator of the kind `injective`.",
	"is_reduction":      "Matches a call of an operator of the kind `comm_reduce`.",
}

// Forms are the patterns that are written as a word, by name.
func Forms() []Entry {
	var all []Entry
	for word, f := range forms {
		all = append(all, Entry{Word: word, Usage: f.usage, Doc: formDocs[word], Behind: f.behind})
	}
	for word := range kindWords {
		all = append(all, Entry{Word: word, Usage: word, Doc: formDocs[word]})
	}
	slices.SortFunc(all, func(a, b Entry) int {
		if a.Word < b.Word {
			return -1
		}
		return 1
	})
	return all
}

// Questions are what conditions and templates may ask.
func Questions() []Entry {
	var all []Entry
	for i := range pattern.Questions {
		q := &pattern.Questions[i]
		all = append(all, Entry{Word: q.Name, Usage: usageOf(q), Doc: "Asks for " + q.Doc + "."})
	}
	return append(all, Entry{Word: passOn, Usage: passOn + "(x)", Doc: "Passes on all attributes of a call, among the arguments of a call in a template."})
}

// KindNames are the kinds of operators that `kind` takes.
func KindNames() []string { return slices.Clone(kindNames) }
