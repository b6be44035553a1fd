// Package language has what every file sees without an import: the operators, with those that a
// configuration declares, and the prelude.
package language
