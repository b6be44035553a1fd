// Package dfpattern reads dataflow patterns that people have written in Python for TVM
// (tvm.relay.dataflow_pattern) as rules.
//
// The Python is evaluated, and not run: functions that build patterns, loops over lists of
// names, classes with a pattern and a callback. What the program imports is a symbol, and a value
// that is not known is an unknown with its reason. A pattern table is evaluated to names, patterns
// and check functions. A check is then evaluated on the pattern itself, in place of an
// expression that matches it: attributes, types and shapes of the expression become conditions,
// and a branch on a condition is evaluated both ways (exec.go).
//
// A condition of a check that cannot be read is left out of a partition rule, so that the rule
// matches more than the check accepts; the rule then has the text of the check as a comment, and a
// Problem says so. A rewrite rule is never written with a condition left out.
//
// Read import.go first, then value.go, exec.go, matched.go and check.go.
package dfpattern
