// Package costcheck reports definitions that can cost less: it searches for equal forms as
// `fraccheck optimize` does (package optimize), and compares their bounds.
package costcheck
