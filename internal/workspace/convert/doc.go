// Package convert writes programs differently: in a normal form, laid out, or with the types that
// are inferred.
//
// Conversions are kept over edits, by item (cache.go, layout.go). Read convert.go first.
package convert
