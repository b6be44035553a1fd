// Package ruleset has the rules of some files: which files a pattern of a configuration stands
// for, the rules in them and their errors, the compiled rules, and lint rules as a check of an
// item.
package ruleset
