// Package frame reads and writes the framing of the Language Server Protocol:
// each message is a block of headers, an empty line, and as many bytes of JSON
// as the header Content-Length says.
//
// A Reader is strict, since a connection may be anybody's: only Content-Length
// and Content-Type are headers, each at most once, and whatever else comes (a
// request line of HTTP, an unknown header) is an Error that says what was read
// and at which byte. After one nothing can be read any more: where the next
// message begins is not known. Lines may end with a line feed alone, as after a
// pipe in text mode.
//
// What a header claims costs nothing: memory grows with the bytes that come, and
// a buffer that a long message needed is not kept. The packages that serve and
// that forward messages use the same two types. Read reader.go first.
package frame
