// Package convert writes programs differently: in a normal form, laid out, or with the types that
// are inferred. It writes models as program files.
//
// Conversions are kept over edits, by item (cache.go, layout.go). Read convert.go first; of models
// model.go, then tidy.go and repeat.go (definitions for repeated layers).
package convert
