// Package params holds the parameters of requests and notifications against the
// protocol's own description of them, its meta model: that what is required is
// there, and that everything known has its type. Check gives a sentence that names
// the first field that is wrong by its path.
//
// Where clients are known to differ it asks for less than the model: what may be
// null may also be left out, and what may be left out may be null; an empty list or
// table may be null, as programs in Go write it; unknown fields
// and unknown values of enumerations are those of a newer protocol; and of what a
// client says it can do (ClientCapabilities) nothing is required.
//
// table.go is written from the model by internal/extract (`go generate`). Read
// check.go first.
package params

//go:generate go run ./internal/extract table.go
