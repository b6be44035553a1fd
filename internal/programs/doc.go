// Package programs holds the tests of the programs that people are shown: the
// examples, the prelude and the manual are clean under the checks, and the
// examples keep to their form.
package programs
