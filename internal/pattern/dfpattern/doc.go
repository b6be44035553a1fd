// Package dfpattern reads dataflow patterns that people have written in Python for TVM
// (tvm.relay.dataflow_pattern) as rules.
//
// In goes the text of a file of Python, out come the text of a file of rules and a list of Problems:
// what of the file the rules do not have, by its place. The Python is evaluated, and not run:
// functions that build patterns, loops over lists of names, classes with a pattern and a callback.
//
// # Steps
//
//	import.go      what of a file is evaluated: tables, tests, callbacks, patterns by name
//	eval.go        expressions; call.go functions and classes, operator.go signs,
//	               comparison.go comparisons, subscript.go indices, builtin.go functions of
//	               Python, method.go those of strings, lists and dicts
//	exec.go        statements; branches of which the condition is not known; assign.go assignments,
//	               and what is forgotten
//	symbol.go      calls of what the file imports; pattern.go those that make patterns
//	matched.go     questions about the match that a check or a callback is called with
//	condition.go   truth values that depend on the match
//	check.go       a check on each way in which a pattern matches, joined to one list of conditions
//	template.go    what a callback returns, as text of the rule language
//	share.go       names for parts of a pattern that conditions ask about or that occur twice
//	record.go      rules, and comments for what they do not have
//
// # Values
//
// The evaluation is a symbolic execution (King: Symbolic Execution and Program Testing, 1976) over a
// domain with four kinds of values (value.go):
//
//	known     numbers, strings, lists, objects, functions, patterns
//	symbol    what the file imports, by its path: only its name is known
//	unknown   a value that is not evaluated, and why
//	of the match   matched, attrsOf, typeOf, opOf, and a pattern.Condition: a number, a text or a
//	               truth value that a match decides
//
// A pattern table is evaluated to names, patterns and check functions. A check is then called with
// the pattern itself, in place of an expression that matches it: attributes, types and shapes
// of the expression become conditions.
//
// # Paths
//
// A condition of a check is undecided where it depends on the match or is unknown. A branch on it
// is evaluated both ways with all that follows up to the end of the function (the type then), and
// the two results are merged there:
//
//	merge(c, a, b) = (c and a) or (not c and b)     for truth values
//	                 branch{c, a, b}                for expressions of a callback
//	                 unknown                        for others
//
// Variables are copied for each way. Objects are not: a list, a dict or an object that is changed in a
// deeper branch than the one that made it is unknown from there on (list.depth), on every way. What
// the evaluation cannot follow makes what it may change unknown, too: loops over unknown iterables
// (skipLoop), `del`, `nonlocal`, methods that are not evaluated (spoil).
//
// An alternative `p | q` matches in two ways, and a check may ask which. The first question chooses the
// left one, and the check is evaluated again until each combination was tried (the type choices), at
// most maxWays times. So a check is a finite set of paths with one list of conditions each.
//
// # What the rules mean
//
// Let M be the matches of a pattern, and C those that its check accepts.
//
//   - The partition rule accepts R with C ⊆ R ⊆ M. R = C where the rule is whole. Otherwise a condition
//     was left out: the rule has the text of the check as a comment, and a Problem says why.
//     Conditions are only ever weakened: weakened (condition.go) holds wherever its argument does,
//     and checked.join keeps what holds on every path.
//   - A rewrite rule is never written with a condition left out: R = C, or there is no rule.
//   - A rule is written only if the reader of rules accepts its text (accepts).
//
// Sound are these under the assumption that a symbol has no effect on what the file defines, and that
// the attributes of operators are TVM's. An exception in a check refuses the match, as in TVM, except
// in a `try` with handlers, which is unknown.
//
// # Budgets
//
// Steps are bounded for a file, for each statement of it and for each check (exec.go), items and texts
// of a value by maxItems and maxText, depths of calls by maxCalls. A value beyond its bound is unknown.
package dfpattern
