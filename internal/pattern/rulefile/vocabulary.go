package rulefile

import "slices"

// RuleKinds are the words that begin rules.
var RuleKinds = []Entry{
	{"find", "find NAME { match PATTERN }", "finds what its pattern matches, and does nothing with it"},
	{"lint", "lint NAME { match PATTERN warn \"message\" }", "reports what its pattern matches"},
	{"rewrite", "rewrite NAME { match PATTERN with EXPRESSION }", "writes an expression in place of what its pattern matches; `rewrite once`: at most once at each place"},
	{"partition", "partition NAME { match PATTERN attrs { Composite = \"x\" } }", "makes a function of what its pattern matches"},
}

// PassOn stands among the arguments of a call in a template.
var PassOn = Entry{passOn, passOn + "(x)", "all attributes of a call"}

// KindNames are the kinds of operators that `kind` takes.
func KindNames() []string { return slices.Clone(kindNames) }

// BehindNames are the forms that may follow a pattern, as in `p.has_type(T)`.
func BehindNames() []string { return slices.Clone(behindNames) }
